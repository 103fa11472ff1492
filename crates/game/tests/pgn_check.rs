//! PGN as it comes: every oddity is read, every error is told with its place, and nothing harms the reader.

#[allow(dead_code, reason = "the fuzz target has more to try")]
#[path = "../../../fuzz/src/pgn.rs"]
mod fuzz;
#[path = "../../rules/tests/random/mod.rs"]
mod random;
#[path = "pgn_check/results.rs"]
mod results;

use fuzz::Trickle;
use random::Random;
use regence_game::NodeId;
use regence_game::pgn::{At, GameBuilder, GameCheck, GameResult, Movetext, Nag, Reader, Visitor};
use std::io::{self, Read};

const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
const E4: &str = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1";
const E4_E5: &str = "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2";

/// A line for each game: half-moves, FEN, result and termination, or the place and the reason of the error.
fn verdicts(input: impl Read) -> Vec<String> {
    let mut lines = fuzz::verdicts(Reader::new(input));
    // The last one says where reading ended.
    lines.pop();
    lines
}

/// Each game of the text comes to this, however the text comes in.
#[track_caller]
fn check(text: impl AsRef<[u8]>, expected: &[&str]) {
    let text = text.as_ref();
    assert_eq!(verdicts(text), expected, "{}", text.escape_ascii());
    let mut whole = fuzz::verdicts(Reader::of_text(text.to_vec()));
    whole.pop();
    assert_eq!(whole, expected, "{} as a text", text.escape_ascii());
    for most in [1, 3] {
        let trickled = verdicts(Trickle { text, most });
        assert_eq!(trickled, expected, "{} in steps of {most}", text.escape_ascii());
    }
}

/// The text is one game, without error: so many half-moves, this FEN, this result, no termination.
#[track_caller]
fn check_one(text: impl AsRef<[u8]>, plies: u32, fen: &str, result: &str) {
    check(text, &[&format!("{plies} {fen} {result} -")]);
}

/// The text is one game, with an error whose text starts so.
#[track_caller]
fn check_error(text: impl AsRef<[u8]>, expected: &str) {
    let found = verdicts(text.as_ref());
    let matches = found.len() == 1 && found[0].starts_with(expected);
    assert!(matches, "{}: {found:?}, expected {expected}", text.as_ref().escape_ascii());
}

#[test]
fn files_are_read_as_their_tables_say() {
    for (games, table) in [
        (include_str!("data/annotated.pgn"), include_str!("data/annotated.tsv")),
        (include_str!("data/chess960.pgn"), include_str!("data/chess960.tsv")),
    ] {
        let expected: Vec<&str> = table.lines().collect();
        check(games, &expected);
        check(games.replace('\n', "\r\n"), &expected);
        check(games.replace('\n', "\r"), &expected);
        check(format!("\u{feff}{games}"), &expected);
    }
}

#[test]
fn nothing_is_no_game() {
    for text in [
        "",
        "\n",
        " \r\n\t",
        "\u{feff}",
        "\u{feff}\n",
        "{a comment}",
        "; a comment",
        "% escaped",
        "{a comment}\n\n{another}\n; and one more",
        "\x1a",
    ] {
        check(text, &[]);
    }
}

#[test]
fn moves_need_no_tags_and_tags_no_moves() {
    check_one("e4 e5", 2, E4_E5, "*");
    check_one("1. e4 e5 *", 2, E4_E5, "*");
    check_one("[Event \"x\"]\n\n*", 0, START, "*");
    check_one("[Event \"x\"]\n\n1/2-1/2\n", 0, START, "1/2-1/2");
    check_one("[Event \"x\"]", 0, START, "*");
    check("[Event \"x\"]\n\n[Event \"y\"]\n\n1. e4 *", &[&format!("0 {START} * -"), &format!("1 {E4} * -")]);
    check("1. e4 1-0\n1. e4 0-1", &[&format!("1 {E4} 1-0 -"), &format!("1 {E4} 0-1 -")]);
    check("1. e4 1-0 1. e4 0-1", &[&format!("1 {E4} 1-0 -"), &format!("1 {E4} 0-1 -")]);
    check("1. e4 [Event \"x\"] 1. e4 e5", &[&format!("1 {E4} * -"), &format!("2 {E4_E5} * -")]);
}

#[test]
fn move_numbers_come_in_every_shape() {
    for text in [
        "1.e4 e5",
        "1. e4 e5",
        "1 e4 e5",
        "1... e4 e5",
        "1.e4 1...e5",
        "1. e4 1. ... e5",
        "1 . e4 .. e5",
        "1e4 e5",
        "1.e4 1..e5",
        "007.e4 99999999999999999999999.e5",
        "1.\ne4\n1\n...\ne5\n",
    ] {
        check_one(text, 2, E4_E5, "*");
    }
}

#[test]
fn comments_annotations_and_variations_change_nothing() {
    for text in [
        "1. e4! e5?!",
        "1. e4 !! e5 ??",
        "1. e4$1 e5 $2 $14$18",
        "1. e4{x}e5",
        "{x} 1. {y} e4 {z} {} e5 {w}",
        "1. e4 ; e6 } {\n e5",
        "1. e4;e6\re5",
        "1. e4\n% 1... e6 {\ne5",
        "1. e4 (1. d4) e5",
        "1. e4(1. d4 d5)e5",
        "1. e4 (1. d4 (1. c4 (1. b4 {)} ; )\n))) e5",
        "1. e4 (nonsense 1-0 here) e5",
        "1. e4 ) e5 )",
        "1. e4 e5 ()",
        "1. e4 (e4 {(} ) e5 (",
        "1. e4 {\n[Event \"x\"]\n} e5",
        "1. e4 {\n\n[Event \"x\"]\n\n} e5",
        "1. e4 {[%clk 1:00] [%eval 0.3]} e5",
        "1. e4 {Gr\u{fc}nfeld} e5",
        "%\n1. e4 e5\n%",
        "1.e4 e5\n%",
    ] {
        check_one(text, 2, E4_E5, "*");
    }
    check_one(b"1. e4 {Gr\xfcnfeld} e5", 2, E4_E5, "*");
}

#[test]
fn variations_may_be_of_any_depth() {
    let depth = 200_000;
    check_one(format!("1. e4 {}{} e5", "(d4 ".repeat(depth), ")".repeat(depth)), 2, E4_E5, "*");
    check_one(format!("1. e4 e5 {}", "(".repeat(depth)), 2, E4_E5, "*");
}

#[test]
fn a_variation_that_nothing_closes_is_an_error_where_it_opens() {
    const LOST: &str = "variation not closed, expected ')' before the next game or the end";
    check("1. e4 (1. d4 d5 e5 1-0", &[&format!("1:7: {LOST}")]);
    check("1. e4\r\n (1. d4 (1. c4) d5\r\n(e6 e5 1-0", &[&format!("2:2: {LOST}")]);
    check(
        "[Event \"a\"]\n\n1. e4 (1. d4) (d4 e5 1-0\n\n[Event \"b\"]\n\n1. e4 (1. d4) *\n",
        &[&format!("3:15: {LOST}"), &format!("1 {E4} * -")],
    );
    check(format!("1. e4 (1. d4 e5 ½-½ {} \n", "\n ".repeat(100)), &[&format!("1:7: {LOST}")]);
    check("1. e4 e5 (1. d4 *", &[&format!("1:10: {LOST}")]);
    // A game may be cut off anywhere.
    check_one("1. e4 e5 (1. d4 d5 2. c4", 2, E4_E5, "*");
    check_one("1. e4 e5 (1. d4 1-0 d5 (2. c4\n\n", 2, E4_E5, "*");
    // The place is told even if it is long out of sight.
    let long = format!("\n{{x}} 1. e4 (1. d4 {} e5 1-0", "d5 $1 {y\n} ".repeat(10_000));
    check_error(long, "2:11: variation not closed");
}

#[test]
fn a_comment_may_be_of_any_length() {
    for length in [65_530, 65_536, 1 << 20, 3_000_000] {
        let comment = "x ".repeat(length / 2);
        assert_eq!(verdicts(format!("1. e4 {{{comment}}} e5 1-0").as_bytes()), [format!("2 {E4_E5} 1-0 -")]);
        assert_eq!(verdicts(format!("1. e4 ;{comment}\n e5 1-0").as_bytes()), [format!("2 {E4_E5} 1-0 -")]);
        assert_eq!(verdicts(format!("1. e4\n%{comment}\n e5 1-0").as_bytes()), [format!("2 {E4_E5} 1-0 -")]);
        check_error(format!("1. e4\n {{{comment}"), "2:2: unterminated comment");
        let after = format!("{{{comment}\n}}\n  foo");
        check_error(after, "3:3: unknown token 'foo'");
    }
}

#[test]
fn a_tag_may_be_of_any_length() {
    for length in [65_530, (1 << 20) - 9, 1 << 20, 3_000_000] {
        let value = "x ".repeat(length / 2);
        for tag in [format!("[Event \"{value}\"]"), format!("[Event \"{value}"), format!("[{value}]")] {
            let game = format!("{tag}\n[Site \"y\"]\n\n1. e4 e5 1-0\n\n[Event \"y\"]\n\n1. e4 *");
            let expected = [format!("2 {E4_E5} 1-0 -"), format!("1 {E4} * -")];
            assert_eq!(verdicts(game.as_bytes()), expected, "{length}");
        }
    }
}

#[test]
fn a_very_long_comment_is_kept_as_it_is() {
    let comment = "añ€ ".repeat(700_000);
    let places = ["1. e4 ", "1. e4 e5 1-0 ", "[Event \"x\"] "];
    let signs = [("{", "}"), (";", "\n"), (";", "\r\n")];
    for (before, (open, close)) in places.into_iter().flat_map(|before| signs.map(|signs| (before, signs))) {
        for odd in 0..4 {
            let text = format!("{before}{open}{}{comment}{close} e5", "x".repeat(odd));
            let mut builder = GameBuilder::new();
            assert!(Reader::new(text.as_bytes()).read_game(&mut builder).unwrap());
            let (read, _) = builder.take();
            let game = &read.game;
            let written = game.line_after(NodeId::START).map(|id| game.notes(id).after.to_string());
            let written: String = written.collect::<String>() + &game.notes(NodeId::START).after.to_string();
            assert!(written == format!("{}{comment}", "x".repeat(odd)).trim_end(), "{before}{open}");
        }
    }
}

#[test]
fn of_a_very_long_tag_the_beginning_is_kept() {
    const MOST: usize = 1024 * 1024;
    for odd in 0..4 {
        let value = format!("{}{}", "x".repeat(odd), "añ€".repeat(700_000));
        let text = format!("[Event \"{value}\"]\n[Site \"y\"]\n\n1. e4 e5 *");
        let mut builder = GameBuilder::new();
        assert!(Reader::new(text.as_bytes()).read_game(&mut builder).unwrap());
        let (read, errors) = builder.take();
        let event = read.tags.get("Event").unwrap();
        assert!(value.starts_with(event) && (MOST - 16..MOST).contains(&event.len()), "{}", event.len());
        let moves = read.game.line_after(NodeId::START).count();
        assert_eq!((read.tags.get("Site"), moves, errors.len()), (Some("y"), 2, 0));
    }
}

#[test]
fn moves_come_in_every_notation() {
    let castled = "r1bqk1nr/pppp1ppp/2n5/2b1p3/2B1P3/5N2/PPPP1PPP/RNBQ1RK1 b kq - 5 4";
    for castling in ["O-O", "0-0", "o-o", "e1g1", "e1h1", "O-O!"] {
        check_one(format!("1. e4 e5 2. Nf3 Nc6 3. Bc4 Bc5 4. {castling} *"), 7, castled, "*");
    }
    let passed = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 1 2";
    for null in ["--", "Z0", "0000", "@@@@"] {
        check_one(format!("1. e4 {null}"), 2, passed, "*");
    }
    let queened = "Q6k/8/8/8/8/8/8/K7 b - - 0 1";
    for promotion in ["a8=Q", "a8Q", "a8(Q)", "a8/Q", "a7a8q", "a7a8Q", "a7-a8=Q+"] {
        check(
            format!("[FEN \"7k/P7/8/8/8/8/8/K7 w - - 0 1\"]\n\n1. {promotion} *"),
            &[&format!("1 {queened} * -")],
        );
    }
    let en_passant = "rnbqkbnr/1pp1pppp/p2P4/8/8/8/PPPP1PPP/RNBQKBNR b KQkq - 0 3";
    for takes in ["exd6", "exd6 e.p.", "exd6e.p.", "exd6ep", "e5d6", "e5xd6"] {
        check_one(format!("1. e4 a6 2. e5 d5 3. {takes} *"), 5, en_passant, "*");
    }
}

#[test]
fn errors_are_told_with_their_place() {
    check_error("1. e4 e4", "1:7: illegal move 'e4' of Black at move 1: ");
    check_error(
        "\u{feff}1. e4\r\n  Ke3 1-0",
        "2:3: illegal move 'Ke3' of Black at move 1: no king can go to e3",
    );
    check_error("{é} 1. e4 x", "1:11: unknown token 'x', expected a move of Black");
    check_error(b"{\xe9} 1. e4 x", "1:11: unknown token 'x'");
    check_error(b"1. e4 {\xabD\xe9\xbb} Ke3 *", "1:14: illegal move 'Ke3'");
    check_error("1. Nf3 a6 2. Nc3 a5 3. Nd4 a4 4. Nb5", "1:34: ambiguous move 'Nb5' of White at move 4: ");
    check_error(
        "1. d4 d5 2. Nf3 c6 3. Nd2",
        "1:23: ambiguous move 'Nd2' of White at move 3: several knights can go to d2",
    );
    check_error("1. e4 } e5", "1:7: unknown token '}'");
    check_error("1. e4 [x] e5", "1:7: unknown token '[x]'");
    check_error("1. e4 $ e5", "1:7: unknown token '$'");
    check_error("1. e4 <1> e5", "1:7: unknown token '<1>'");
    check_error("1. e4 e\x1b5", "1:7: unknown token 'e\\u{1b}5'");
    check_error("1. e4 1-1", "1:7: unknown token '1-1'");
    check_error("1. e4 e5 {", "1:10: unterminated comment");
    check_error("1. e4 (1. d4 {x) e5", "1:14: unterminated comment");
    check_error("{x", "1:1: unterminated comment");
    check_error("1. e4 f6 2. Qh5 --", "1:17: null move in check");
    check_error("[A \"b\"]\n[FEN \"nonsense\"]\n\n1. e4 *", "2:1: bad FEN tag: FEN, column 9: 1 field,");
    check_error("[FEN \"8/8/8/8/8/8/8/8 w - - 0 1\"]\n\n{x", "1:1: bad FEN tag");
}

#[test]
fn a_bracket_that_begins_no_tag_is_told() {
    check_error("[ 1. e4 e5 *", "1:1: unknown token '['");
    check_error("[Event \"x\"]\n[1. e4 e5 *", "2:1: unknown token '[1.'");
    // What is cut off, or says nothing, is no reason to refuse the game.
    check("1. e4 *\n\n[", &[&format!("1 {E4} * -")]);
    check("1. e4 *\n\n[Eve", &[&format!("1 {E4} * -")]);
    check_one("[]\n[Event]\n[%x]\n[A \"b\"]\n[]\n[]\n\n1. e4 e5", 2, E4_E5, "*");
}

#[test]
fn a_byte_order_mark_before_any_line_is_nothing() {
    let game = format!("1 {E4} * -");
    check("\u{feff}1. e4 *\n\u{feff}1. e4 *", &[&game, &game]);
    let joined = "\u{feff}\u{feff}[A \"b\"]\n\n1. e4 *\r\n\u{feff}[A \"b\"]\n\u{feff}\n1. e4 *";
    check(joined, &[&game, &game]);
    check_one("1. e4\n\u{feff}% e6 {\n\u{feff}e5\n", 2, E4_E5, "*");
    check_one("1. e4 (\n\u{feff}% ) e6 {\n\u{feff}) e5\n", 2, E4_E5, "*");
    check_one("1. e4 (\n\u{feff}{x} d4)\n\u{feff} e5\n", 2, E4_E5, "*");
    check_error("\u{feff}[A \"b\"]\n\u{feff} e4 x", "2:5: unknown token 'x'");
    check_error("e4 (\n\u{feff}) x", "2:3: unknown token 'x'");
    check_error("e4 {\n\u{feff}} x", "2:3: unknown token 'x'");
    check_error("1. e4 \u{feff} e5", "1:7: unknown token '\\u{feff}'");
}

#[test]
fn after_an_error_the_next_game_is_read() {
    let next = format!("1 {E4} * -");
    let illegal = "1:4: illegal move 'e5' of White at move 1: no pawn can go to e5";
    check("1. e5 Nf6 nonsense {x} (\n\n[Event \"y\"]\n\n1. e4 *", &[illegal, &next]);
    check("1. e5 nonsense 1-0\n\n1. e4 *", &[illegal, &next]);
    let lost = "1:4: unterminated comment, expected '}' before the next game or the end";
    check("e4 {lost\n\n[Event \"y\"]\n\n1. e4 *", &[lost, &next]);
    check("e4 {lost\r\n\r\n[Event \"y\"]\r\n\r\n1. e4 {found} *", &[lost, &next]);
    check("e4 {lost\n\n[White \"y\"]\n\n1. e4 *", &[lost, &next]);
    check("e4 {lost\n\n[White \"y\"]\n[Black \"{z}\"]\n\n1. e4 {found} *", &[lost, &next]);
    check("e4 {lost\n\n\u{feff}[Site \"y\"]\n\n1. e4 {found} *", &[lost, &next]);
    check_one("1. e4 {see\n\n[White \"x\"]\n\n} e5", 2, E4_E5, "*");
    check_one("1. e4 {see {this\n\n[White \"x\"] and that} e5", 2, E4_E5, "*");
}

#[test]
fn endings_are_named_in_order() {
    let knights = "Nf3 Nf6 Ng1 Ng8 ";
    let could = "[FEN \"4k3/3p4/8/4P3/8/8/8/4K2R b - - 0 1\"]\n\n1... d5 ";
    let pinned = "[FEN \"8/3p4/8/K3P2r/8/8/8/4k3 b - - 0 1\"]\n\n1... d5 ";
    for (text, ending) in [
        ("f3 e5 g4 Qh4#".to_owned(), "checkmate"),
        ("[FEN \"7k/8/6K1/8/8/8/8/5Q2 w - - 0 1\"]\n\nQf7".to_owned(), "stalemate"),
        ("[FEN \"k7/8/1K6/8/8/8/5B2/8 w - - 0 1\"]\n\nBg3".to_owned(), "stalemate,insufficient_material"),
        ("[FEN \"8/8/8/3k4/3p4/8/8/3K2B1 w - - 0 1\"]\n\nBxd4 Kxd4".to_owned(), "insufficient_material"),
        ("[FEN \"8/8/8/3k4/8/8/8/R2K4 w - - 99 90\"]\n\nRa2".to_owned(), "claim_fifty"),
        ("[FEN \"8/8/8/3k4/8/8/8/R2K4 w - - 149 90\"]\n\nRa2".to_owned(), "seventyfive_moves,claim_fifty"),
        (
            "[FEN \"8/8/8/3k4/8/8/8/R2K4 w - - 160 90\"]\n\nRa2 Ke5".to_owned(),
            "seventyfive_moves,claim_fifty",
        ),
        ("[FEN \"8/8/2k5/p1p1p1p1/P1P1P1P1/8/2K5/8 w - - 0 1\"]\n\nKc3".to_owned(), "dead_position"),
        ("[FEN \"8/8/8/8/3k4/1q6/8/K7 b - - 0 1\"]\n\nQb2+".to_owned(), "dead_position"),
        (knights.to_owned(), "-"),
        (knights.repeat(2), "claim_threefold"),
        (knights.repeat(4), "fivefold,claim_threefold"),
        (format!("{}Nf3", knights.repeat(3)), "claim_threefold"),
        (format!("{}e4", knights.repeat(4)), "-"),
        // A pawn that could have been taken in passing made it another position; one that could not did not.
        (format!("{could}{}", "Rh2 Ke7 Rh1 Ke8 ".repeat(2)), "-"),
        (format!("{could}{}", "Rh2 Ke7 Rh1 Ke8 ".repeat(3)), "claim_threefold"),
        (format!("{pinned}{}", "Ka4 Kd1 Ka5 Ke1 ".repeat(2)), "claim_threefold"),
    ] {
        let lines = verdicts(text.as_bytes());
        assert!(lines.len() == 1 && lines[0].ends_with(&format!(" {ending}")), "{text}: {lines:?}");
    }
}

#[test]
fn start_positions_are_read_as_people_write_them() {
    let pawn = "4k3/8/8/8/8/8/4P3/4K2R";
    for fen in [
        "w K - 0 1",
        "w K - 0 0",
        "w K - 00 01",
        "  w   K  -  0   1  ",
        "w K - - -",
        "w K -",
        "w K",
        "W kqKQ - 0 1",
        "w QK e3 0 1",
        "w K - 0 1 extra",
        "w K - 0 -1",
    ] {
        let after = "4k3/8/8/8/4P3/8/8/4K2R b K - 0 1";
        check_one(format!("[FEN \"{pawn} {fen}\"]\n\n1. e4 *"), 1, after, "*");
    }
    check_one(format!("[FEN \"{pawn}\"]\n\n*"), 0, &format!("{pawn} w - - 0 1"), "*");
    check_error(format!("[FEN \"{pawn} x K - 0 1\"]\n\n1. e4 *"), "1:1: bad FEN tag: FEN, column 24: ");
    check_error(format!("[A \"\"]\n[FEN \"{pawn}/8  w\"]\n\n*"), "2:1: bad FEN tag: FEN, column ");
    check_error(format!("[FEN \"{pawn} w{}K\"]\n\n*", " ".repeat(1000)), "1:1: bad FEN tag: ");
}

#[test]
fn castling_shows_chess960_whatever_the_variant_is_called() {
    let pieces = "4k3/8/8/8/8/8/8/1R3KR1";
    let castled = "4k3/8/8/8/8/8/8/1R3RK1 b - - 1 1";
    for variant in ["Chess960", "Random Fischer", "wild/fr", "Standard", "From Position", "?"] {
        let text = format!("[Variant \"{variant}\"]\n[FEN \"{pieces} w GB - 0 1\"]\n\n1. O-O *");
        check_one(text, 1, castled, "*");
    }
}

#[test]
fn house_rules_are_followed() {
    let check_house = |variant: &str, rest: &str, expected: &str| {
        check(format!("[Variant \"{variant}\"]\n{rest}"), &[expected]);
    };
    let classroom = "rnb1kbnr/pppp1ppp/8/8/4p3/8/PPPPQPPP/RNB1KBNR";
    check_house(
        "classroom",
        "\n1. e4 e5 2. Qh5 Qf6 3. Qxe5 Qxf2 4. Qxe8 1-0",
        "7 rnb1Qbnr/pppp1ppp/8/8/4P3/8/PPPP1qPP/RNB1KBNR b - - 0 4 moved:e4 1-0 king_taken",
    );
    check_house(
        "classroom",
        &format!("[FEN \"{classroom} w - - 0 9\"]\n\n*"),
        &format!("0 {classroom} w - - 0 9 * -"),
    );
    check_house(
        "house:orthodox",
        "[FEN \"k3/4/1K2/3R w - - 0 1\"]\n\n1. Rd4 *",
        "1 k2R/4/1K2/4 b - - 1 1 * checkmate",
    );
    check_house(
        "house:orthodox",
        "\n1. e4 -- 2. d4 *",
        "3 rnbqkbnr/pppppppp/8/8/3PP3/8/PPP2PPP/RNBQKBNR b KQkq - 0 2 * -",
    );
    let shuffle = "Nf3 Nf6 Ng1 Ng8 ".repeat(4);
    check_house(
        "house:orthodox,no-moves=loss",
        &format!("\n{shuffle}"),
        "16 rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 16 9 * fivefold,claim_threefold",
    );
    check_error("[Variant \"classroom\"]\n\n1. O-O *", "3:4: illegal move 'O-O' of White at move 1: ");
    check_error("[Variant \"classroom\"]\n[FEN \"nonsense\"]\n\n1. e4 *", "2:1: bad FEN tag: ");
    // The next game is one of chess again.
    check(
        "[Variant \"classroom\"]\n\n1. e4 Ke7 *\n\n[Event \"x\"]\n\n1. e4 *",
        &["3:7: illegal move 'Ke7' of Black at move 1: no king can go to e7", &format!("1 {E4} * -")],
    );
}

/// Writes down all that a visitor is told.
#[derive(Default)]
struct Diary {
    lines: Vec<String>,
    skips: bool,
}

impl Visitor for Diary {
    fn begin_game(&mut self, at: At<'_>) {
        self.lines.push(format!("game {}", at.place()));
    }
    fn tag(&mut self, name: &[u8], value: &[u8], at: At<'_>) {
        self.lines.push(format!("{} {}={}", at.place(), name.escape_ascii(), value.escape_ascii()));
    }
    fn begin_movetext(&mut self) -> Movetext {
        self.lines.push("moves".into());
        if self.skips { Movetext::Skip } else { Movetext::Read }
    }
    fn san(&mut self, word: &[u8], at: At<'_>) {
        self.lines.push(format!("{} {}", at.place(), word.escape_ascii()));
    }
    fn nag(&mut self, Nag(nag): Nag, at: At<'_>) {
        self.lines.push(format!("{} ${nag}", at.place()));
    }
    fn comment(&mut self, text: &[u8], at: At<'_>) {
        self.lines.push(format!("{} {{{}}}", at.place(), text.escape_ascii()));
    }
    fn begin_variation(&mut self) -> Movetext {
        self.lines.push("(".into());
        Movetext::Read
    }
    fn end_variation(&mut self) {
        self.lines.push(")".into());
    }
    fn result(&mut self, result: GameResult, at: At<'_>) {
        self.lines.push(format!("{} {result}", at.place()));
    }
    fn end_game(&mut self) {
        self.lines.push("end".into());
    }
}

#[test]
fn a_visitor_is_told_everything_in_order() {
    let text = "[A \"\\\"b\\\"\"]\r\n{c}\r\n[D \"\"]\r\n\r\n1. e4!? $7 (1. d4 {x} (--) ;y\r\n) 1... e5 *\r\n\r\n[A \"\"]";
    let mut diary = Diary::default();
    let mut reader = Reader::new(text.as_bytes());
    while reader.read_game(&mut diary).expect("bytes can be read") {}
    let expected = [
        "game 1:1",
        "1:1 A=\\\"b\\\"",
        "2:1 {c}",
        "3:1 D=",
        "moves",
        "5:4 e4",
        "5:6 $5",
        "5:9 $7",
        "(",
        "5:16 d4",
        "5:19 {x}",
        "(",
        "5:24 --",
        ")",
        "5:28 {y}",
        ")",
        "6:8 e5",
        "6:11 *",
        "end",
        "game 8:1",
        "8:1 A=",
        "moves",
        "end",
    ];
    assert_eq!(diary.lines, expected);

    let mut diary = Diary { skips: true, ..Diary::default() };
    Reader::new(text.as_bytes()).read_game(&mut diary).expect("bytes can be read");
    assert_eq!(diary.lines[4..], ["moves", "6:11 *", "end"]);
}

#[test]
fn an_input_that_fails_is_told() {
    struct Broken;
    impl Read for Broken {
        fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
            Err(io::Error::other("broken"))
        }
    }
    let mut reader = Reader::new((&b"1. e4 e5"[..]).chain(Broken));
    assert!(reader.read_game(&mut GameCheck::default()).is_err());
}

#[test]
fn random_bytes_harm_nobody() {
    const LETTERS: &[u8] = b"[]{}();%$*!?.\"\\\n\r \tKQRBNabcdefgh12345678x-+#=O0/Event\xef\xbb\xbf\xff\0";
    let mut random = Random::new(3);
    for _ in 0..20_000 {
        let length = random.below(200);
        let text: Vec<u8> = (0..length).map(|_| random.choose(LETTERS)).collect();
        check_same(&text, random.below(7) + 1);
    }
}

#[test]
fn accidents_harm_nobody() {
    let games = include_bytes!("data/annotated.pgn");
    let mut random = Random::new(4);
    for _ in 0..3_000 {
        let mut text = games.to_vec();
        for _ in 0..=random.below(5) {
            let at = random.below(text.len().max(1));
            match random.below(3) {
                0 if at < text.len() => text[at] = random.choose(b"[]{}();%$*\"\\\n\r .\x80"),
                1 => drop(text.drain(at..(at + random.below(9)).min(text.len()))),
                _ => text.truncate(at.max(1)),
            }
        }
        check_same(&text, random.below(50) + 1);
    }
}

/// However the bytes come in, the verdicts are the same, and fit to be shown.
#[track_caller]
fn check_same(text: &[u8], most: usize) {
    let whole = verdicts(text);
    assert!(whole.iter().all(|line| !line.contains(char::is_control)), "{}: {whole:?}", text.escape_ascii());
    assert_eq!(verdicts(Trickle { text, most }), whole, "{}", text.escape_ascii());
}
