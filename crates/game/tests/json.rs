//! Games as JSON.

use regence_game::json::{GameJson, PositionJson};
use regence_game::pgn::{GameBuilder, PgnGame, Reader};
use regence_game::{Game, NodeId, Purpose, Random, Variant};
use regence_rules::Color;
use serde_json::{Value, json};

fn read_pgn(text: &str) -> PgnGame {
    let mut builder = GameBuilder::new();
    assert!(Reader::new(text.as_bytes()).read_game(&mut builder).unwrap());
    let (game, errors) = builder.take();
    assert_eq!(errors, []);
    game
}

#[track_caller]
fn check_round_trip(game: &PgnGame) {
    let text = serde_json::to_string(&GameJson::from(game)).unwrap();
    let read = serde_json::from_str::<GameJson>(&text).unwrap().read().unwrap();
    assert_eq!(&read, game, "{text}");
    assert_eq!(serde_json::to_string(&GameJson::from(&read)).unwrap(), text);
}

#[test]
fn a_game_is_written_as_documented() {
    let game = read_pgn("[White \"Ada\"]\n\n1. e4 {[%clk 0:01:00] hm} (1. d4) d5 2. exd5 $1 1-0");
    let value = serde_json::to_value(GameJson::from(&game)).unwrap();
    assert_eq!(value["schema"], 1);
    assert_eq!(value["tags"]["White"], "Ada");
    assert_eq!(value["result"], "1-0");
    let moves = value["moves"].as_array().unwrap();
    let shape: Vec<(u64, &str)> =
        moves.iter().map(|mv| (mv["after"].as_u64().unwrap(), mv["uci"].as_str().unwrap())).collect();
    assert_eq!(shape, [(0, "e2e4"), (1, "d7d5"), (2, "e4d5"), (0, "d2d4")]);
    assert_eq!(
        moves[2],
        json!({
            "after": 2, "uci": "e4d5", "san": "exd5", "from": "e4", "to": "d5", "piece": "P", "captured": "p",
            "fen": "rnbqkbnr/ppp1pppp/8/3P4/8/8/PPPP1PPP/RNBQKBNR b KQkq - 0 2", "notes": {"glyphs": [1]}
        })
    );
    assert_eq!(moves[0]["notes"]["after"], "[%clk 0:01:00] hm");
    check_round_trip(&game);
}

#[test]
fn games_come_back_as_they_were() {
    let mut random = Random::new(3);
    for number in 0..60_u16 {
        let start = match number % 3 {
            0 => Variant::Orthodox.start(),
            1 => Variant::start_960(number * 16).unwrap(),
            _ => Variant::CLASSROOM.start(),
        };
        let mut game = Game::new(start, Purpose::Analysing);
        let mut places = vec![NodeId::START];
        for _ in 0..60 {
            let moves = game.position().legal_moves();
            if let Some(mv) = random.choose(&moves)
                && game.outcome().is_none()
            {
                game.play(mv.uci(game.variant())).unwrap();
                places.push(game.cursor());
            }
            if random.below(5) == 0 {
                game.jump(*random.choose(&places).unwrap());
            }
        }
        let _ = game.resign(Color::White);
        check_round_trip(&PgnGame::new(game));
    }
    check_round_trip(&read_pgn("1. e4 -- 2. d4 {threat} *"));
}

#[test]
fn a_declared_end_comes_back() {
    let mut game = Game::default();
    game.play_written("e4").unwrap();
    game.resign(Color::Black).unwrap();
    let value = serde_json::to_value(GameJson::from(&PgnGame::new(game))).unwrap();
    assert_eq!(
        value["outcome"],
        json!({"after": 1, "result": "1-0", "winner": "white", "reason": "resignation", "sentence": "White wins: Black resigned"})
    );
    let mut read = serde_json::from_value::<GameJson>(value).unwrap().read().unwrap().game;
    read.to_end();
    assert_eq!(read.outcome().unwrap().to_string(), "White wins: Black resigned");
}

#[test]
fn tags_that_the_game_tells_itself_are_left_out() {
    let mut value = serde_json::to_value(GameJson::from(&read_pgn("1. e4 e5 *"))).unwrap();
    value["tags"] = json!({"FEN": "8/8/8/8/8/8/8/8 w - - 0 1", "SetUp": "1", "Result": "1-0", "Round": "1"});
    let read = serde_json::from_value::<GameJson>(value).unwrap().read().unwrap();
    let kept = ["FEN", "SetUp", "Result", "Round"].map(|name| read.tags.get(name));
    assert_eq!(kept, [None, None, Some("*"), Some("1")]);
    check_round_trip(&read);
}

/// Whether an end is believed after these moves, in a game of this result.
#[track_caller]
fn check_end(movetext: &str, outcome: Value, result: &str, is_believed: bool) {
    let mut value = serde_json::to_value(GameJson::from(&read_pgn(movetext))).unwrap();
    value["outcome"] = outcome;
    value["outcome"]["after"] = value["moves"].as_array().unwrap().len().into();
    value["result"] = result.into();
    let read = serde_json::from_value::<GameJson>(value.clone()).unwrap().read();
    assert_eq!(read.is_ok(), is_believed, "{value}");
}

#[test]
fn only_an_end_that_can_be_declared_is_believed() {
    let won = |reason: &str| json!({"result": "1-0", "winner": "white", "reason": reason});
    let drawn = |reason: &str| json!({"result": "1/2-1/2", "reason": reason});
    for reason in ["resignation", "time", "abandonment"] {
        check_end("1. e4 *", won(reason), "1-0", true);
        check_end("1. e4 *", won(reason), "0-1", false);
        check_end("1. f3 e5 2. g4 Qh4 *", won(reason), "1-0", false);
    }
    for reason in ["checkmate", "stalemate", "lastKingTaken", "noMoves"] {
        check_end("1. e4 *", won(reason), "1-0", false);
    }
    check_end("1. e4 *", json!({"result": "0-1", "winner": "white", "reason": "time"}), "1-0", false);
    check_end("1. e4 *", drawn("agreement"), "1/2-1/2", true);
    for reason in ["stalemate", "insufficientMaterial", "whiteTimeWithoutMaterial", "threefoldRepetition"] {
        check_end("1. e4 *", drawn(reason), "1/2-1/2", false);
    }
    let shuffle = "1. Nf3 Nf6 2. Ng1 Ng8 3. Nf3 Nf6 4. Ng1";
    check_end(&format!("{shuffle} Ng8 *"), drawn("threefoldRepetition"), "1/2-1/2", true);
    check_end(&format!("{shuffle} *"), drawn("threefoldRepetition"), "1/2-1/2", true);
    check_end(&format!("{shuffle} Nd5 *"), drawn("fiftyMoves"), "1/2-1/2", false);
}

#[track_caller]
fn check_error(change: impl FnOnce(&mut Value), expected: &str) {
    let mut value = serde_json::to_value(GameJson::from(&read_pgn("1. e4 e5 *"))).unwrap();
    change(&mut value);
    let error = serde_json::from_value::<GameJson>(value).unwrap().read().unwrap_err();
    assert_eq!(error.to_string(), expected);
}

#[test]
fn what_is_wrong_is_said() {
    check_error(|game| game["schema"] = 2.into(), "schema 2 is not known, expected 1");
    check_error(
        |game| game["moves"][1]["uci"] = "e7e4".into(),
        "move 2 of the list: a pawn does not move from e7 to e4",
    );
    check_error(
        |game| game["moves"][0]["uci"] = "x".into(),
        "move 1 of the list: a move is 4 or 5 characters like e2e4 or e7e8q, not 1",
    );
    check_error(
        |game| game["moves"][0]["after"] = 1.into(),
        "move 1 of the list: it follows number 1, expected one before it",
    );
    check_error(
        |game| game["result"] = "2-0".into(),
        "the result is \"2-0\", expected 1-0, 0-1, 1/2-1/2 or *",
    );
    check_error(
        |game| game["outcome"] = json!({"after": 9, "result": "1-0", "winner": "white", "reason": "time"}),
        "the outcome \"time\" makes no sense here",
    );
    check_error(
        |game| game["variant"] = "go".into(),
        "\"go\" is no kind of chess, expected orthodox, chess960, classroom or house: and rules",
    );
}

#[test]
fn a_position_says_what_a_board_needs() {
    let variant = Variant::Orthodox;
    let position = variant.read_fen("4k3/8/8/8/8/8/4q3/4K3 w - - 0 1").unwrap();
    let value = serde_json::to_value(PositionJson::new(variant, &position)).unwrap();
    assert_eq!(value["check"], true);
    assert_eq!(value["pieces"], json!({"e1": "K", "e2": "q", "e8": "k"}));
    assert_eq!(
        value["legalMoves"],
        json!([{"uci": "e1e2", "san": "Kxe2", "from": "e1", "to": "e2", "piece": "K", "captured": "q"}])
    );
}
