//! Games at one screen and against computers.

use crate::world::{Person, World, may, moves};
use serde_json::{Value, json};

#[tokio::test]
async fn two_people_at_one_screen_play_to_mate() {
    let world = World::new().await;
    let mut ann = world.person();
    let game = ann.open(json!({})).await;
    for mv in ["f3", "e7e5", "g2g4"] {
        ann.play(&game, mv).await.expect(200);
    }
    let before = ann.see(&game).await;
    assert_eq!(before["state"]["kind"], "local");
    assert_eq!(before["state"]["sentence"], "Black to move");
    assert!(may(&before, "play") && may(&before, "undo"));
    ann.play(&game, "Qh4#").await.expect(200);
    let after = ann.see(&game).await;
    assert_eq!(moves(&after), ["f3", "e5", "g4", "Qh4#"]);
    assert_eq!(after["state"]["status"], "checkmate");
    assert_eq!(after["state"]["outcome"]["sentence"], "Black wins by checkmate");
    assert_eq!(after["state"]["check"], "e1");
    assert_eq!(after["state"]["legal"], json!([]));
    assert!(!may(&after, "play") && may(&after, "rematch"));
    ann.play(&game, "a2a3").await.refused(409, "over");
    ann.tell(&game, json!({"do": "undo"})).await.expect(200);
    assert_eq!(ann.see(&game).await["state"]["outcome"], Value::Null);
    ann.tell(&game, json!({"do": "redo"})).await.expect(200);
    assert_eq!(ann.see(&game).await["state"]["status"], "checkmate");
    ann.tell(&game, json!({"do": "reset"})).await.expect(200);
    assert_eq!(moves(&ann.see(&game).await), Vec::<String>::new());
}

#[tokio::test]
async fn refusals_have_codes_and_reasons() {
    let world = World::new().await;
    let mut ann = world.person();
    let game = ann.open(json!({"players": {"white": "me", "black": "computer:random"}})).await;
    let cases = [
        (json!({"do": "play", "move": "e2e5"}), 409, "illegal", "e5"),
        (json!({"do": "play", "move": "e4e5"}), 400, "invalid", "e4"),
        (json!({"do": "play", "move": "e7e5"}), 400, "invalid", "Black"),
        (json!({"do": "play", "move": "Ke4"}), 409, "illegal", "king"),
        (json!({"do": "play", "move": "a7a8k"}), 400, "invalid", ""),
        (json!({"do": "play", "move": ""}), 400, "invalid", "expected a move"),
        (json!({"do": "play", "move": "hello"}), 400, "invalid", "expected a move"),
        (json!({"do": "undo"}), 409, "notNow", "take back"),
        (json!({"do": "redo"}), 409, "notNow", "play again"),
        (json!({"do": "acceptDraw"}), 409, "notNow", "no draw"),
        (json!({"do": "claimDraw"}), 409, "notNow", "no draw"),
        (json!({"do": "place", "square": "e4", "piece": "Q"}), 409, "notNow", "stop the game"),
        (json!({"do": "seat", "color": "black", "player": "engine:1"}), 400, "invalid", "400 to 2800"),
        (json!({"do": "seat", "color": "black", "player": "human:Eve"}), 400, "invalid", "me"),
        (json!({"do": "step"}), 409, "notNow", "paused"),
        (json!({"do": "accept"}), 409, "notNow", "proposed"),
        (json!({"do": "claimWin"}), 409, "notNow", "away"),
        (json!({"do": "rematch"}), 409, "notNow", "over"),
        (json!({"do": "dance"}), 400, "invalid", "dance"),
        (json!({"play": "e4"}), 400, "invalid", "do"),
        (json!([]), 400, "invalid", ""),
    ];
    for (command, status, code, word) in cases {
        let message = ann.tell(&game, command.clone()).await.refused(status, code);
        assert!(message.contains(word), "{command} is answered {message:?}");
    }
    assert_eq!(ann.see(&game).await["number"], 1, "nothing has changed");
    ann.get("/games/123456789abc").await.refused(404, "unknown");
    ann.get("/games/short").await.refused(404, "unknown");
    ann.get("/nothing").await.refused(404, "unknown");
    ann.ask("PUT", "/games", None).await.refused(405, "method");
}

#[tokio::test]
async fn the_computer_answers_and_taking_back_takes_both() {
    let world = World::new().await;
    let mut ann = world.person();
    let game = ann.open(json!({"players": {"white": "computer:taker", "black": "me:Ann"}})).await;
    let mut line = ann.connect(&game, None).await;
    let first = until(&mut line, 1).await;
    assert_eq!(first["state"]["seats"]["black"]["name"], "Ann");
    assert_eq!(first["you"]["color"], "black");
    line.play("e7e5").await;
    let reply = ann.see(&game).await;
    assert!(reply["number"].as_u64() >= Some(3), "{reply}");
    until(&mut line, 3).await;
    line.tell(json!({"do": "undo"})).await;
    assert_eq!(moves(&ann.see(&game).await).len(), 1);
    // A stranger may look but not touch, and nobody can join.
    let mut eve = world.person();
    eve.play(&game, "d7d5").await.refused(403, "notYours");
    eve.post(&format!("/games/{game}/join"), json!({})).await.refused(403, "notYours");
    assert_eq!(eve.see(&game).await["you"]["role"], "watcher");
}

/// Waits until so many half-moves are played.
async fn until(line: &mut crate::world::Line, ply: u64) -> Value {
    loop {
        let message = line.next().await.expect("a message");
        if message["state"]["ply"].as_u64() >= Some(ply) {
            return message;
        }
    }
}

#[tokio::test]
async fn computers_play_each_other_step_by_step() {
    let world = World::new().await;
    let mut ann = world.person();
    let wish = json!({"players": {"white": "computer:careful", "black": "computer:planner"}});
    let game = ann.open(wish).await;
    assert_eq!(ann.see(&game).await["state"]["ply"], 0, "nobody looks, so nobody plays");
    ann.tell(&game, json!({"do": "pause"})).await.expect(200);
    let mut line = ann.connect(&game, None).await;
    let paused = line.next_of("snapshot").await;
    assert_eq!(paused["state"]["status"], "paused");
    assert!(may(&paused, "step") && may(&paused, "speed"));
    for ply in 1..=3 {
        line.tell(json!({"do": "step"})).await;
        loop {
            let state = line.next_of("update").await["state"].clone();
            if state["paused"] == true {
                assert_eq!(state["ply"], ply);
                break;
            }
        }
    }
    line.tell(json!({"do": "resume"})).await;
    until(&mut line, 8).await;
}

#[tokio::test]
async fn computers_with_a_clock_play_on_when_nobody_looks() {
    let world = World::new().await;
    let mut ann = world.person();
    let wish = json!({"players": {"white": "computer:taker", "black": "computer:random"}, "clock": "1+0"});
    let game = ann.open(wish).await;
    let mut line = ann.connect(&game, None).await;
    let seen = until(&mut line, 2).await["state"]["ply"].as_u64().expect("a number");
    line.close().await;
    // Looking at a state is not watching: the game gets on between two looks only if it is played by itself.
    let on = async {
        loop {
            let state = ann.see(&game).await["state"].clone();
            if state["ply"].as_u64() >= Some(seen + 20) || !state["outcome"].is_null() {
                return state;
            }
            tokio::task::yield_now().await;
        }
    };
    let state = tokio::time::timeout(std::time::Duration::from_mins(1), on).await.expect("they play on");
    assert_ne!(state["outcome"]["reason"], "time", "{state}");
}

#[tokio::test]
async fn every_special_move_can_be_played() {
    let world = World::new().await;
    let mut ann = world.person();
    let cases = [
        ("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "e1g1", "O-O", json!("king"), false, Value::Null),
        ("r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 0 1", "O-O-O", "O-O-O", json!("queen"), false, Value::Null),
        ("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 2", "e5d6", "exd6", Value::Null, true, Value::Null),
        ("3n2k1/4P3/8/8/8/8/8/4K3 w - - 0 1", "e7d8n", "exd8=N", Value::Null, false, json!("n")),
    ];
    for (fen, mv, san, castling, en_passant, promotion) in cases {
        let game = ann.open(json!({"fen": fen})).await;
        let before = ann.see(&game).await;
        let legal = before["state"]["legal"].as_array().expect("moves").clone();
        assert!(legal.iter().any(|one| one["san"] == san), "{san} is listed");
        ann.play(&game, mv).await.expect(200);
        let played = ann.see(&game).await["moves"][0].clone();
        let found = (&played["san"], &played["castling"], &played["enPassant"], &played["promotion"]);
        assert_eq!(found, (&json!(san), &castling, &json!(en_passant), &promotion));
    }
}

#[tokio::test]
async fn rule_sets_and_start_positions_are_chosen() {
    let world = World::new().await;
    let mut ann = world.person();
    let cases = [
        (json!({"variant": "classroom"}), 201, "classroom", 8),
        (
            json!({"variant": "chess960", "players": {"white": "me", "black": "engine:full"}}),
            201,
            "chess960",
            8,
        ),
        (json!({"variant": "house:orthodox,castling=off"}), 201, "house:orthodox,castling=off", 8),
        (json!({"variant": "house:orthodox", "fen": "1kqr/pp//RK w - - 0 1"}), 201, "house:orthodox", 4),
        (json!({"variant": "draughts"}), 400, "invalid", 0),
        (json!({"fen": "nonsense"}), 400, "invalid", 0),
        (json!({"clock": "soon"}), 400, "invalid", 0),
        (json!({"players": {"white": "open", "black": "open"}}), 400, "invalid", 0),
        (json!({"players": {"white": "open", "black": "engine:800"}}), 400, "invalid", 0),
        (json!({"players": {"white": "computer:taker", "black": "open"}}), 400, "invalid", 0),
        (
            json!({"players": {"white": "me", "black": "engine:full"}, "variant": "classroom"}),
            409,
            "notNow",
            0,
        ),
        (json!({"players": {"white": "me"}}), 400, "invalid", 0),
        (json!({"unheard": 1}), 400, "invalid", 0),
    ];
    for (wish, status, word, size) in cases {
        let reply = ann.post("/games", wish.clone()).await;
        assert_eq!(reply.status, status, "{wish}: {}", reply.text);
        let body = reply.json();
        if status == 201 {
            let found = (body["state"]["variant"].as_str(), body["state"]["size"].as_u64());
            assert_eq!(found, (Some(word), Some(size)), "{wish}");
        } else {
            assert_eq!(body["code"], word, "{wish}");
        }
    }
}

#[tokio::test]
async fn hints_are_legal_and_score_boards_count() {
    let world = World::new().await;
    let mut ann = world.person();
    for players in [("me", "engine:full"), ("me", "computer:planner")] {
        let game = ann.open(json!({"players": {"white": players.0, "black": players.1}})).await;
        let hint = ann.tell(&game, json!({"do": "hint"})).await.expect(200)["hint"].clone();
        let legal = ann.see(&game).await["state"]["legal"].as_array().expect("moves").clone();
        assert!(legal.contains(&hint), "{hint}");
        ann.tell(&game, json!({"do": "resign"})).await.expect(200);
        let state = ann.see(&game).await["state"].clone();
        assert_eq!(state["sentence"], "Black wins: White resigned");
        let next = ann.tell(&game, json!({"do": "rematch"})).await.expect(200);
        let next = ann.see(next["next"].as_str().expect("a name")).await;
        assert_eq!(next["you"]["color"], "black", "sides are changed");
    }
    let scores = ann.get("/scores").await.expect(200);
    assert_eq!(scores["total"]["white"], json!({"won": 0, "drawn": 0, "lost": 2}));
    assert_eq!(scores["against"].as_array().map(Vec::len), Some(2));
    // At one screen one is no side, so nothing is won or lost there.
    let shared = ann.open(json!({})).await;
    ann.tell(&shared, json!({"do": "resign"})).await.expect(200);
    let after = ann.get("/scores").await.expect(200);
    assert_eq!(after["shared"], json!({"white": 0, "drawn": 0, "black": 1}));
    assert_eq!((&after["total"], &after["against"]), (&scores["total"], &scores["against"]));
}

#[tokio::test]
async fn who_plays_says_how_strong_it_was_measured() {
    let world = World::new().await;
    let mut ann = world.person();
    let cases = [("engine:1200", json!(1200)), ("engine:Wren", json!(1350)), ("computer:taker", json!(null))];
    for (code, rating) in cases {
        let game = ann.open(json!({"players": {"white": "me", "black": code}})).await;
        let seats = ann.see(&game).await["state"]["seats"].clone();
        assert_eq!((&seats["white"]["rating"], &seats["black"]["rating"]), (&json!(null), &rating), "{code}");
    }
}

#[tokio::test]
async fn a_list_of_an_unknown_kind_is_refused() {
    let world = World::new().await;
    let mut ann = world.person();
    for query in ["kind=onlin", "state=over", "result=2-0"] {
        ann.get(&format!("/games?{query}")).await.refused(400, "invalid");
    }
    ann.get("/games?kind=imported").await.expect(200);
}

#[tokio::test]
async fn each_game_has_a_rematch_of_its_own() {
    let world = World::new().await;
    let mut ann = world.person();
    let game = ann.open(json!({})).await;
    let mut seen = Vec::new();
    for again in ["rematch", "delete", "reset"] {
        if again == "delete" {
            ann.ask("DELETE", &format!("/games/{}", seen[0]), None).await.expect(204);
        }
        if again == "reset" {
            ann.tell(&game, json!({"do": "reset"})).await.expect(200);
            assert_eq!(ann.see(&game).await["state"]["next"], Value::Null);
        }
        if again != "delete" {
            ann.tell(&game, json!({"do": "resign"})).await.expect(200);
        }
        let next = ann.tell(&game, json!({"do": "rematch"})).await.expect(200)["next"].clone();
        let next = next.as_str().expect("a name").to_owned();
        ann.see(&next).await;
        assert!(!seen.contains(&next), "{again}");
        assert_eq!(ann.tell(&game, json!({"do": "rematch"})).await.expect(200)["next"], next, "{again}");
        seen.push(next);
    }
}

#[tokio::test]
async fn flags_fall_on_the_server() {
    let world = World::new().await;
    let mut ann = world.person();
    let game = ann.open(json!({"clock": "1+2"})).await;
    for mv in ["e4", "e5"] {
        ann.play(&game, mv).await.expect(200);
        world.time.advance(std::time::Duration::from_secs(10));
    }
    let clocks = ann.see(&game).await["state"]["clocks"].clone();
    // White's clock stood still until the first move, and has run for ten seconds since Black's.
    assert_eq!(
        (&clocks["sides"]["white"]["leftMs"], &clocks["sides"]["black"]["leftMs"]),
        (&json!(52_000), &json!(52_000))
    );
    assert_eq!(clocks["running"], "white");
    world.time.advance(std::time::Duration::from_mins(1));
    ann.play(&game, "Nf3").await.refused(409, "over");
    assert_eq!(ann.see(&game).await["state"]["sentence"], "Black wins on time");
}

#[tokio::test]
async fn own_games_are_listed_found_and_deleted() {
    let world = World::new().await;
    let (mut ann, mut bob) = (world.person(), world.person());
    let sicilian = ann.open(json!({"players": {"white": "me", "black": "me"}})).await;
    for mv in ["e4", "c5"] {
        ann.play(&sicilian, mv).await.expect(200);
    }
    let other = ann.open(json!({"players": {"white": "me", "black": "computer:taker"}})).await;
    bob.open(json!({})).await;
    let listed = |page: Value| -> Vec<String> {
        page["games"]
            .as_array()
            .expect("games")
            .iter()
            .map(|game| game["id"].as_str().expect("a name").into())
            .collect()
    };
    let cases: [(&str, Vec<&String>); 9] = [
        ("", vec![&other, &sicilian]),
        ("?opening=sicil", vec![&sicilian]),
        ("?eco=B2", vec![&sicilian]),
        ("?kind=computer", vec![&other]),
        ("?opponent=TAKER", vec![&other]),
        ("?state=finished", vec![]),
        ("?result=*&limit=1", vec![&other]),
        ("?fen=rnbqkbnr/pp1ppppp/8/2p5/4P3/8/PPPP1PPP/RNBQKBNR%20w%20KQkq%20-%200%202", vec![&sicilian]),
        ("?before=0", vec![]),
    ];
    for (query, expected) in cases {
        let found = listed(ann.get(&format!("/games{query}")).await.expect(200));
        assert_eq!(found.iter().collect::<Vec<_>>(), expected, "{query}");
    }
    for query in ["?state=x", "?result=2", "?fen=x", "?from=x", "?x=1"] {
        ann.get(&format!("/games{query}")).await.refused(400, "invalid");
    }
    bob.ask("DELETE", &format!("/games/{other}"), None).await.refused(403, "notYours");
    ann.ask("DELETE", &format!("/games/{other}"), None).await.expect(204);
    ann.get(&format!("/games/{other}")).await.refused(404, "unknown");
    assert_eq!(listed(ann.get("/games").await.expect(200)), [sicilian]);
}

/// What a game says of a square.
async fn at(person: &mut Person, game: &str, square: &str) -> Value {
    person.get(&format!("/games/{game}/squares/{square}")).await.expect(200)
}

#[tokio::test]
async fn squares_tell_pieces_moves_and_attacks() {
    let world = World::new().await;
    let mut ann = world.person();
    let game = ann.open(json!({})).await;
    let knight = at(&mut ann, &game, "g1").await;
    assert_eq!(knight["piece"], "N");
    assert_eq!(knight["attacks"], json!(["e2", "f3", "h3"]));
    assert_eq!(knight["moves"].as_array().map(Vec::len), Some(2));
    let pawn = at(&mut ann, &game, "e2").await;
    assert_eq!(pawn["attacks"], json!(["d3", "f3"]), "pawns attack diagonally, even empty squares");
    let empty = at(&mut ann, &game, "f3").await;
    assert_eq!((&empty["piece"], &empty["attackers"]["white"]), (&Value::Null, &json!(["g1", "e2", "g2"])));
    ann.get(&format!("/games/{game}/squares/i9")).await.refused(400, "invalid");
    let fen = ann.get(&format!("/games/{game}/fen")).await.expect(200);
    assert_eq!(fen["board"], "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR");
}

#[tokio::test]
async fn a_threat_is_what_the_other_side_would_play() {
    let world = World::new().await;
    let mut ann = world.person();
    let scholars = "r1bqkbnr/pppp1ppp/2n5/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR b KQkq - 3 3";
    for wish in [json!({"kind": "analysis", "fen": scholars}), json!({"fen": scholars})] {
        let game = ann.open(wish).await;
        assert!(may(&ann.see(&game).await, "threat"));
        let reply = ann.tell(&game, json!({"do": "threat"})).await.expect(200);
        assert_eq!(reply["hint"]["san"], "Qxf7#");
        assert_eq!(ann.see(&game).await["state"]["ply"], 0, "nothing is played");
    }
    // Nobody passes in check.
    let check = "4k3/8/8/8/8/8/4r3/4K3 w - - 0 1";
    let game = ann.open(json!({"kind": "analysis", "fen": check})).await;
    assert!(!may(&ann.see(&game).await, "threat"));
    ann.tell(&game, json!({"do": "threat"})).await.refused(409, "notNow");
    // Nor does the engine help in games between people.
    let game = ann.open(json!({"players": {"white": "me", "black": "open"}})).await;
    world.person().post(&format!("/games/{game}/join"), json!({})).await.expect(200);
    ann.tell(&game, json!({"do": "threat"})).await.refused(409, "notNow");
}
