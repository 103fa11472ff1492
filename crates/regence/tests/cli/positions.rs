//! Positions: their moves, their FEN, and how they are drawn.

use crate::program::{KIWIPETE, MATED, check, check_refused, program, refused, stdout};

const STALEMATED: &str = "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1";

#[test]
fn moves_are_listed_in_uci_and_san() {
    let expected = "b1a3 Na3,b1c3 Nc3,g1f3 Nf3,g1h3 Nh3,\
                    a2a3 a3,b2b3 b3,c2c3 c3,d2d3 d3,e2e3 e3,f2f3 f3,g2g3 g3,h2h3 h3,\
                    a2a4 a4,b2b4 b4,c2c4 c4,d2d4 d4,e2e4 e4,f2f4 f4,g2g4 g4,h2h4 h4,";
    check(&["moves"], &expected.replace(' ', "\t").replace(',', "\n"));
    let moves = stdout(&["moves", "--fen", "1n5k/P1P5/8/8/8/8/8/K7 w - - 0 1"]);
    assert!(moves.lines().all(|line| line.split('\t').count() == 2), "{moves}");
    assert!(moves.contains("a7b8q\taxb8=Q+\n"), "{moves}");
    assert!(moves.contains("c7b8n\tcxb8=N\n"), "{moves}");
}

#[test]
fn mate_and_stalemate_list_no_moves() {
    check(&["moves", "--fen", MATED], "");
    check(&["moves", "--fen", STALEMATED], "");
}

#[test]
fn fen_is_written_in_its_normal_form() {
    for (given, normal) in [
        (KIWIPETE, KIWIPETE),
        (
            "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1",
            "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1",
        ),
        (
            "rnbqkbnr/ppp1p1pp/8/3pPp2/8/8/PPPP1PPP/RNBQKBNR w KQkq f6 0 3",
            "rnbqkbnr/ppp1p1pp/8/3pPp2/8/8/PPPP1PPP/RNBQKBNR w KQkq f6 0 3",
        ),
    ] {
        check(&["fen", given], &format!("{normal}\n"));
    }
    check(
        &["fen", "--chess960", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w AHah - 0 1"],
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\n",
    );
}

#[test]
fn every_bad_fen_of_the_rules_table_is_refused() {
    let table = include_str!("../../../rules/tests/data/bad-fen.tsv");
    let mut tried = 0;
    for line in table.lines().filter(|line| !line.starts_with('#')) {
        let text = line.split('\t').next().unwrap_or_default();
        // Bytes that no argument can carry have their own test.
        let Some(fen) = plain(text) else { continue };
        for words in [&["fen", &fen][..], &["moves", "--fen", &fen], &["board", "--fen", &fen]] {
            let reason = refused(words);
            assert!(reason.starts_with("FEN, column "), "{fen:?}: {reason}");
        }
        tried += 1;
    }
    assert!(tried > 100, "only {tried} lines were tried");
}

/// The text of a line of the table as an argument: `\xNN` undone, `@repeat N TEXT` written out as far as an argument can be
/// long; `None` if it is not UTF-8 or has a zero byte.
fn plain(text: &str) -> Option<String> {
    const LONGEST_ARGUMENT: usize = 100_000;
    let (times, text) = match text.strip_prefix("@repeat ") {
        Some(repeated) => {
            repeated.split_once(' ').and_then(|(times, text)| Some((times.parse().ok()?, text)))?
        }
        None => (1, text),
    };
    let mut parts = text.split("\\x");
    let mut bytes = parts.next()?.as_bytes().to_vec();
    for part in parts {
        bytes.push(u8::from_str_radix(part.get(..2)?, 16).ok()?);
        bytes.extend(&part.as_bytes()[2..]);
    }
    let text = String::from_utf8(bytes).ok().filter(|text| !text.contains('\0'))?;
    Some(text.chars().cycle().take(text.len().saturating_mul(times).min(LONGEST_ARGUMENT)).collect())
}

#[test]
fn a_bad_fen_is_told_with_its_place_and_a_hint() {
    for (fen, reason) in [
        ("", "FEN, column 1: 0 fields, expected 6 with single spaces between them"),
        ("8/2p5/3p4/KP5r/1R3p1kk/8/4P1P1/8 w - - 0 1", "FEN, column 22: rank 4 has more than 8 squares"),
        ("4k3/8/8/8/8/8/8/8 w - - 0 1", "FEN, column 1: White has 0 kings, expected 1"),
        ("4k3/8/8/8/8/8/8/4K3 x - - 0 1", "FEN, column 21: expected w or b for the side to move, not 'x'"),
        (
            "4k3/8/8/8/8/8/8/4K3 w K - 0 1",
            "FEN, column 23: castling needs a white king on e1 and a white rook on h1",
        ),
        (
            "4k3/8/8/8/8/8/8/4K2R w H - 0 1",
            "FEN, column 24: 'H' cannot stand here, expected castling rights like KQkq or -; for Chess960 add --chess960",
        ),
        (
            "4k3/8/8/8/8/8/8/3K3R w K - 0 1",
            "FEN, column 24: castling needs a white king on e1 and a white rook on h1 (unless this is Chess960); \
             if it is, add --chess960",
        ),
    ] {
        check_refused(&["fen", fen], reason);
        check_refused(&["perft", "2", "--fen", fen], reason);
    }
}

#[test]
fn a_fen_without_quotes_is_understood_as_the_mistake_it_is() {
    let words: Vec<&str> = KIWIPETE.split(' ').collect();
    for (command, before, after, shown) in [
        ("fen", &[][..], &[][..], "fen \"… w KQkq - 0 1\""),
        ("moves", &["--fen"][..], &[][..], "moves --fen \"… w KQkq - 0 1\""),
        ("board", &["--fen"][..], &["--ascii"][..], "board --fen \"… w KQkq - 0 1\""),
        ("perft", &["--fen"][..], &["3"][..], "perft --fen \"… w KQkq - 0 1\""),
    ] {
        let reason = refused(&[&[command], before, &words[..], after].concat());
        assert!(reason.contains("several words; put it in quotes"), "{command}: {reason}");
        assert!(reason.contains(shown), "{command}: {reason}");
    }
}

#[test]
fn board_draws_with_figurines_or_letters() {
    check(
        &["board"],
        "  ╭─────────────────╮
8 │ ♜ ♞ ♝ ♛ ♚ ♝ ♞ ♜ │
7 │ ♟ ♟ ♟ ♟ ♟ ♟ ♟ ♟ │
6 │ · · · · · · · · │
5 │ · · · · · · · · │
4 │ · · · · · · · · │
3 │ · · · · · · · · │
2 │ ♙ ♙ ♙ ♙ ♙ ♙ ♙ ♙ │
1 │ ♖ ♘ ♗ ♕ ♔ ♗ ♘ ♖ │
  ╰─────────────────╯
    a b c d e f g h

White to move, castling KQkq, move 1
",
    );
    check(
        &["board", "--ascii", "--fen", "8/8/8/2k5/3Pp3/8/8/4K3 b - d3 0 40"],
        "  +-----------------+
8 | . . . . . . . . |
7 | . . . . . . . . |
6 | . . . . . . . . |
5 | . . k . . . . . |
4 | . . . P p . . . |
3 | . . . . . . . . |
2 | . . . . . . . . |
1 | . . . . K . . . |
  +-----------------+
    a b c d e f g h

Black to move, in check, en passant on d3, move 40
",
    );
}

#[test]
fn board_is_ascii_where_the_environment_knows_nothing_else() {
    let output = program().arg("board").env("LC_ALL", "C").output().expect("the program starts");
    assert_eq!(String::from_utf8_lossy(&output.stdout), stdout(&["board", "--ascii"]));
}

#[test]
fn board_says_how_it_stands() {
    for (fen, status) in [
        (MATED, "Black wins by checkmate, castling KQkq, move 3, half-move clock 1"),
        (STALEMATED, "Draw: stalemate, move 1"),
        (
            "8/8/4k3/8/8/4K3/8/8 w - - 12 80",
            "Draw: neither side can mate any more, move 80, half-move clock 12",
        ),
    ] {
        let board = stdout(&["board", "--ascii", "--fen", fen]);
        assert_eq!(board.lines().last(), Some(status), "{fen}");
    }
}
