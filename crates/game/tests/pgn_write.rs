//! PGN out: the export format, and that what is read, written and read again stays the same.

use regence_game::notes::{Arrow, Evaluation, Ink};
use regence_game::pgn::{GameBuilder, GameError, GameResult, Nag, PgnGame, Reader};
use regence_game::{Game, NodeId, Purpose, Random, Variant};
use regence_rules::Square;

fn read(text: &str) -> Vec<(PgnGame, Vec<GameError>)> {
    let mut reader = Reader::new(text.as_bytes());
    let mut builder = GameBuilder::new();
    let mut games = Vec::new();
    while reader.read_game(&mut builder).unwrap() {
        games.push(builder.take());
    }
    games
}

fn read_one(text: &str) -> PgnGame {
    let mut games = read(text);
    assert_eq!(games.len(), 1, "{text}");
    let (game, errors) = games.remove(0);
    assert_eq!(errors, [], "{text}");
    game
}

/// The movetext as it is written, on one line.
fn movetext(game: &PgnGame) -> String {
    let text = game.to_string();
    let (_, moves) = text.split_once("\n\n").unwrap();
    moves.trim_end().replace('\n', " ")
}

#[track_caller]
fn check(text: &str, expected: &str) {
    let game = read_one(text);
    assert_eq!(movetext(&game), expected, "{text}");
    let again = read_one(&game.to_string());
    assert_eq!(again, game, "{text}");
    assert_eq!(again.to_string(), game.to_string(), "{text}");
}

#[test]
fn moves_variations_and_notes_are_written_in_order() {
    check("1. e4 e5 2. Nf3 1-0", "1. e4 e5 2. Nf3 1-0");
    check("1.e4! e5?! *", "1. e4 $1 e5 $6 *");
    check("[Event \"?\"]\n\n{start} 1. e4 {king's pawn} e5 *", "{start} 1. e4 {king's pawn} 1... e5 *");
    check(
        "1. e4 (1. d4 d5 (1... Nf6 2. c4) 2. c4) (1. c4) e5 *",
        "1. e4 (1. d4 d5 (1... Nf6 2. c4) 2. c4) (1. c4) 1... e5 *",
    );
    check(
        "1. e4 ({why not} 1. d4 $2 {x}) {after} e5 1/2-1/2",
        "1. e4 {after} ({why not} 1. d4 $2 {x}) 1... e5 1/2-1/2",
    );
    check("1. e4 e5 (1... c5) 2. Nf3 *", "1. e4 e5 (1... c5) 2. Nf3 *");
    check("1. e4 -- 2. d4 Z0 *", "1. e4 -- 2. d4 -- *");
    check("(1. d4) 1. e4 *", "1. e4 (1. d4) *");
    check("1. e4 ({nothing} ) e5 *", "1. e4 {nothing} 1... e5 *");
    check("1. e4 (($3 {a} 1. d4)) *", "1. e4 ({a} 1. d4 $3) *");
    check("1. e4 e5 (1... e5 2. Nc3) 2. Nf3 *", "1. e4 e5 (1... e5 2. Nc3) 2. Nf3 *");
    check("1. e4 {a}{b} {[%clk 0:01:00]} *", "1. e4 {[%clk 0:01:00] a b} *");
    check("1. e4 ; it } is {so\n e5 *", "1. e4 ; it } is {so 1... e5 *");
    check("1. e4 {a [%b} {c]} *", "1. e4 {[%b c] a} *");
    check("1. e4 {%not hidden} *", "1. e4 {%not hidden} *");
    check("e2e4 e7-e5 0-0 *".replace("0-0", "Ng1f3").as_str(), "1. e4 e5 2. Nf3 *");
}

#[test]
fn long_comments_with_braces_are_written_in_short_lines() {
    let comment = format!("a }} {} [%clk 0:01:00] b", "word ".repeat(80).trim_end());
    for text in [format!("1. e4 ; {comment}\n e5 *"), format!("1. e4 (; {comment}\n 1. d4) e5 *")] {
        let game = read_one(&text);
        let written = game.to_string();
        assert!(written.lines().filter(|line| line.starts_with("; ")).count() >= 3, "{written}");
        assert!(written.lines().all(|line| line.len() < 80), "{written}");
        assert_eq!(read_one(&written), game, "{written}");
    }
}

#[test]
fn comments_between_games_are_kept_by_one_of_them() {
    let check = |text: &str, expected: &[&str]| {
        let games: Vec<String> = read(text).iter().map(|(game, _)| movetext(game)).collect();
        assert_eq!(games, expected, "{text}");
    };
    check("{Annotated by X} 1. e4 e5 *", &["{Annotated by X} 1. e4 e5 *"]);
    check("; a\n{b}\n\n{c}\n1. e4 *", &["{a b c} 1. e4 *"]);
    check("{a}\n[Event \"x\"]\n{b}\n\n{c} 1. e4 *", &["{a b c} 1. e4 *"]);
    check("{a} * {b}", &["{a b} *"]);
    check("1. e4 * {a}\n{b} 1. d4 *", &["1. e4 {a} *", "{b} 1. d4 *"]);
    check("1. e4 *\n{a}\n\n{b}\n1. d4 *", &["1. e4 {a} *", "{b} 1. d4 *"]);
    check("1. e4 *\n\n{a}\n\n[Event \"x\"]\n\n{b}\n*", &["1. e4 {a} *", "{b} *"]);
    check("1. e4 *\n\n{a}", &["1. e4 {a} *"]);
    check("1. e4 *\n\n{a} 1... e5 1-0", &["1. e4 {a} 1... e5 1-0"]);
    let long = "x".repeat(1 << 20);
    let (game, _) = read_text(&format!("{{{long}}} {{{long}}} {{{long}}} {{y}} 1. e4 *"));
    assert!((1 << 20..3 << 20).contains(&movetext(&game).len()), "not more than so much is held");
}

#[test]
fn tags_come_in_their_order_with_what_the_game_itself_tells() {
    let text = "[Zebra \"z\"]\n[White \"A \\\"B\\\" \\\\\"]\n[Event \"E\"]\n[ECO \"C20\"]\n[Result \"0-1\"]\n\n1. e4 1-0";
    let game = read_one(text);
    assert_eq!(
        game.to_string(),
        "[Event \"E\"]\n[Site \"?\"]\n[Date \"????.??.??\"]\n[Round \"?\"]\n[White \"A \\\"B\\\" \\\\\"]\n[Black \"?\"]\n\
         [Result \"1-0\"]\n[ECO \"C20\"]\n[Zebra \"z\"]\n\n1. e4 1-0\n\n"
    );
    assert_eq!(read_one(&game.to_string()), game);
    let silent = read_one("[Result \"0-1\"]\n\n1. e4");
    assert_eq!(silent.result, GameResult::BlackWins, "the tag speaks if the moves do not");
}

#[test]
fn tags_keep_names_in_any_letters() {
    let game = read_one("[Événement \"Fête\"]\n[Żółw \"x\"]\n[1 \"one\"]\n\n1. e4 *");
    let tags: Vec<_> = game.tags.iter().skip(7).collect();
    assert_eq!(tags, [("1", "one"), ("Événement", "Fête"), ("Żółw", "x")]);
    assert_eq!(read_one(&game.to_string()), game);
}

#[test]
fn start_positions_are_written_where_they_matter() {
    for (tags, expected) in [
        ("[FEN \"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\"]", None),
        ("[FEN \"4k3/8/8/8/8/8/8/4K2R w K -\"]", Some("4k3/8/8/8/8/8/8/4K2R w K - 0 1")),
        (
            "[Variant \"Fischerandom\"]\n[FEN \"bqnbrknr/pppppppp/8/8/8/8/PPPPPPPP/BQNBRKNR w KQkq - 0 1\"]",
            Some("bqnbrknr/pppppppp/8/8/8/8/PPPPPPPP/BQNBRKNR w KQkq - 0 1"),
        ),
        ("[Variant \"classroom\"]\n[FEN \"k3/4/4/P2K b\"]", Some("k3/4/4/P2K b - - 0 1")),
        ("[Variant \"classroom\"]", None),
    ] {
        let game = read_one(&format!("{tags}\n\n*"));
        let text = game.to_string();
        let fen = text.lines().find_map(|line| line.strip_prefix("[FEN \"")?.strip_suffix("\"]"));
        assert_eq!(fen, expected, "{tags}");
        assert_eq!(text.contains("[SetUp \"1\"]"), expected.is_some());
        assert_eq!(read_one(&text), game);
    }
}

#[test]
fn a_start_is_written_once_however_its_tags_were_spelt() {
    let fen = "bqnbrknr/pppppppp/8/8/8/8/PPPPPPPP/BQNBRKNR w KQkq - 0 1";
    let game = read_one(&format!("[variant \"chess960\"]\n[setup \"1\"]\n[Fen \"{fen}\"]\n\n1. e4 *"));
    let text = game.to_string();
    let tags: Vec<&str> = text.lines().filter(|line| line.starts_with('[')).skip(7).collect();
    assert_eq!(tags, [&*format!("[FEN \"{fen}\"]"), "[SetUp \"1\"]", "[Variant \"Chess960\"]"]);
    assert_eq!(read_one(&text), game);
}

#[test]
fn chess960_goes_by_many_names() {
    let named = |name: &str| {
        let game = read_one(&format!("[Variant \"{name}\"]\n[FEN \"4k3/8/8/8/8/8/8/4K3 w - - 0 1\"]\n\n*"));
        game.game.variant()
    };
    for name in
        ["Chess960", "chess 960", "FRC", "Fischerandom", "Random Fischer", "wild/fr", "Freestyle Chess"]
    {
        assert_eq!(named(name), Variant::Chess960, "{name}");
    }
    for name in ["Standard", "From Position", "wild/0", "Atomic", ""] {
        assert_eq!(named(name), Variant::Orthodox, "{name}");
    }
}

#[test]
fn house_rules_come_back_as_house_rules() {
    let mut game = Game::new(Variant::CLASSROOM.start(), Purpose::Playing);
    for written in ["e4", "f5", "Qh5", "d6", "Qxe8"] {
        game.play_written(written).unwrap();
    }
    let written = PgnGame::new(game.clone());
    assert_eq!(written.result, GameResult::WhiteWins);
    let read = read_one(&written.to_string());
    assert_eq!(read.game, game);
    assert_eq!(read.game.variant(), Variant::CLASSROOM);
    assert_eq!(movetext(&read), "1. e4 f5 2. Qh5 d6 3. Qxe8 1-0");
    let (wrong, errors) = read_text("[Variant \"classroom\"]\n\n1. e4 e5 2. O-O *");
    assert_eq!(movetext(&wrong), "1. e4 e5 *");
    assert_eq!(errors.len(), 1);
    assert!(
        errors[0].to_string().starts_with("3:13: illegal move 'O-O' of White at move 2: "),
        "{}",
        errors[0]
    );
}

fn read_text(text: &str) -> (PgnGame, Vec<GameError>) {
    read(text).remove(0)
}

#[test]
fn a_wrong_move_ends_its_line_and_no_other() {
    let (game, errors) = read_text("1. e4 (1. Nf6 d5 {lost} (1... e5) 2. d4) (1. d4) e5 2. Ke3 Nf6 *");
    assert_eq!(movetext(&game), "1. e4 (1. d4) 1... e5 *");
    let places: Vec<String> = errors.iter().map(|error| error.place.to_string()).collect();
    assert_eq!(places, ["1:11", "1:56"]);
    let (game, errors) = read_text("[FEN \"8/8 w\"]\n\n1. e4 *");
    assert_eq!((movetext(&game).as_str(), errors.len()), ("*", 1));
}

#[test]
fn errors_without_end_are_told_by_their_first() {
    let (game, errors) = read_text(&format!("1. e4 {}e5 *", "(xx) ".repeat(190_000)));
    assert_eq!(movetext(&game), "1. e4 e5 *");
    assert_eq!((errors.len(), errors[0].place.to_string().as_str()), (100, "1:8"));
}

#[test]
fn tags_without_end_are_kept_in_order() {
    let number = 500_000;
    let tags: Vec<String> = (0..number).rev().map(|tag| format!("[Tag{tag:06} \"{tag}\"]\n")).collect();
    let game = read_one(&format!("{}\n*", tags.concat()));
    assert!(game.tags.iter().skip(7).map(|(name, _)| name).is_sorted());
    assert_eq!(game.tags.iter().count(), 7 + number);
    assert_eq!(game.tags.get("Tag000042"), Some("42"));
}

#[test]
fn lines_stay_below_eighty_characters() {
    let mut game = Game::default();
    for written in ["g1f3", "g8f6", "f3g1", "f6g8"].into_iter().cycle().take(15) {
        game.play(written.parse().unwrap()).unwrap();
        game.notes_mut(game.cursor()).after.add("some words about this move, and %another one");
    }
    let text = PgnGame::new(game).to_string();
    let (_, moves) = text.split_once("\n\n").unwrap();
    assert!(moves.lines().count() > 10);
    for line in moves.lines() {
        assert!(line.chars().count() < 80 && !line.starts_with('%'), "{line}");
    }
}

#[test]
fn marks_survive() {
    let mut game = read_one("1. e4 e5 *");
    let first = game.game.variations(NodeId::START)[0];
    let comment = &mut game.game.notes_mut(first).after;
    comment.set_evaluation(Some(Evaluation::Centipawns(31)));
    comment.set_arrows(&[Arrow { ink: Ink::Red, from: Square::E2, to: Square::E4 }]);
    assert_eq!(movetext(&game), "1. e4 {[%eval 0.31] [%cal Re2e4]} 1... e5 *");
    assert_eq!(read_one(&game.to_string()), game);
}

/// Notes of every kind, hard to write among them.
fn random_comment(random: &mut Random) -> String {
    const PIECES: [&str; 24] = [
        "good",
        "}",
        "{",
        "  ",
        "%",
        "[%clk 0:01:02]",
        "[%x]",
        "(",
        ")",
        ";",
        "é½",
        "\n",
        "[Event \"x\"]",
        "1-0",
        "[%",
        "[%x",
        "[%x y",
        "[",
        "]",
        "%x",
        "x]",
        "\t",
        "\u{a0}",
        "\u{2028}",
    ];
    let pieces: Vec<&str> = (0..random.below(8)).filter_map(|_| random.choose(&PIECES).copied()).collect();
    pieces.join(if random.below(2) == 0 { " " } else { "" })
}

/// Movetext with several comments in a row, as other programs write them.
fn random_text(random: &mut Random) -> String {
    let mut text = String::new();
    for mv in ["1. e4", "e5", "(1... c5)", "2. Nf3", "*"] {
        for _ in 0..random.below(4) {
            // Behind an empty line a tag would begin another game.
            let comment = random_comment(random).replace("[Event", "[%Event");
            let is_line = comment.contains('}') || random.below(4) == 0;
            let (opened, comment, closed) =
                if is_line { (";", comment.replace('\n', " "), "\n") } else { ("{", comment, "} ") };
            text.extend([opened, &comment, closed]);
        }
        text += mv;
        text.push(' ');
    }
    text
}

#[test]
fn comments_in_a_row_are_written_and_read_as_the_same() {
    let mut random = Random::new(65);
    for _ in 0..20_000 {
        let text = random_text(&mut random);
        let game = read_one(&text);
        let again = read_one(&game.to_string());
        assert_eq!(again, game, "{text}");
        assert_eq!(again.to_string(), game.to_string(), "{text}");
    }
}

/// A tree of random moves and notes, as somebody analysing makes it.
fn random_game(random: &mut Random) -> PgnGame {
    let start = match random.below(3) {
        0 => Variant::Orthodox.start(),
        1 => Variant::start_960(random.below(960) as u16).unwrap(),
        _ => Variant::CLASSROOM.start(),
    };
    let mut game = Game::new(start, Purpose::Analysing);
    let mut places = vec![NodeId::START];
    for _ in 0..random.below(80) {
        if random.below(4) == 0 {
            game.jump(*random.choose(&places).unwrap());
        }
        let moves = game.position().legal_moves();
        if moves.is_empty() || game.outcome().is_some() {
            continue;
        }
        let variant = game.variant();
        game.play(random.choose(&moves).unwrap().uci(variant)).unwrap();
        let at = game.cursor();
        places.push(at);
        if random.below(3) == 0 {
            let text = random_comment(random);
            game.notes_mut(at).after.add(&text);
        }
        if random.below(5) == 0 {
            game.notes_mut(at).glyphs.push(Nag(random.below(150) as u16));
        }
    }
    let mut written = PgnGame::new(game);
    written.tags.set("White", random_comment(random).trim().replace('\n', " "));
    written
}

#[test]
fn what_was_read_is_written_and_read_as_the_same() {
    let mut random = Random::new(64);
    let mut text = String::new();
    let mut games = Vec::new();
    for _ in 0..400 {
        let made = random_game(&mut random);
        let game = read_one(&made.to_string());
        let again = read_one(&game.to_string());
        assert_eq!(again, game, "{made}");
        text.push_str(&game.to_string());
        games.push(game);
    }
    // All in one file.
    let read: Vec<PgnGame> = read(&text).into_iter().map(|(game, _)| game).collect();
    assert_eq!(read, games);
}

#[test]
fn variations_of_any_depth_are_read_and_written() {
    let depth = 20_000;
    let text = format!("1. e4 {}{} *", "(1. d4 ".repeat(depth), ")".repeat(depth));
    let game = read_one(&text);
    // Each variation replaces a move of the same place, so all hang on the start.
    assert_eq!(game.game.variations(NodeId::START).len(), depth + 1);
    assert_eq!(read_one(&game.to_string()), game);
    let mut line = String::from("1. e4 e5");
    for _ in 0..2_000 {
        line.push_str(" (1... c5 2. Nf3 (2. Nc3");
    }
    let (game, _) = read_text(&line);
    assert_eq!(read_text(&game.to_string()).0, game);
}
