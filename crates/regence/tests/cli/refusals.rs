//! What is refused, and how that is told.

use crate::program::{KIWIPETE, check, check_refused, refused};
use std::ffi::OsStr;

#[test]
fn wrong_words_are_refused_with_a_hint() {
    for (words, reason) in [
        (&["pertf", "3"][..], "unknown command 'pertf'; did you mean `perft`?"),
        (&["dance"], "unknown command 'dance'; see `regence help`"),
        (&[""], "unknown command ''; see `regence help`"),
        (&["8/8/8 w"], "unknown command '8/8/8 w'; to see a position, `regence board --fen \"FEN\"`"),
        (&["help", "bord"], "unknown command 'bord'; did you mean `board`?"),
        (&["help", "fen", "moves"], "unexpected 'moves' for `help`; see `regence help`"),
        (&["--divide"], "unknown flag '--divide'; see `regence help`"),
        (&["--help=me"], "--help takes no value; see `regence help`"),
        (&["perft"], "`perft` needs a depth; see `regence help perft`"),
        (&["perft", "--dvide", "3"], "unknown flag '--dvide'; did you mean `--divide`?"),
        (&["perft", "--depth", "3"], "unknown flag '--depth'; see `regence help perft`"),
        (&["perft", "-x", "3"], "unknown flag '-x'; see `regence help perft`"),
        (&["perft", "-1"], "unknown flag '-1'; see `regence help perft`"),
        (&["perft", "3", "4"], "unexpected '4' for `perft`; see `regence help perft`"),
        (&["perft", "3", "--divide", "--divide"], "--divide is given twice; see `regence help perft`"),
        (&["perft", "3", "--divide=yes"], "--divide takes no value; see `regence help perft`"),
        (&["perft", "3", "--fen"], "--fen needs a value; see `regence help perft`"),
        (&["perft", "3", "--ascii"], "unknown flag '--ascii'; see `regence help perft`"),
        (&["moves", "e4"], "unexpected 'e4' for `moves`; see `regence help moves`"),
        (&["moves", "--ascii"], "unknown flag '--ascii'; see `regence help moves`"),
        (&["fen"], "`fen` needs a FEN; see `regence help fen`"),
        (&["fen", "--fen", KIWIPETE], "unknown flag '--fen'; see `regence help fen`"),
        (
            &["pgn"],
            "`pgn` needs a task: check, stats, filter, openings, convert or book; see `regence help pgn`",
        ),
        (&["pgn", "check"], "`pgn` needs a file, or - for standard input; see `regence help pgn`"),
        (&["pgn", "chekc", "x"], "`pgn` cannot 'chekc'; did you mean `pgn check`?"),
        (&["board", "--asci"], "unknown flag '--asci'; did you mean `--ascii`?"),
    ] {
        check_refused(words, reason);
    }
}

#[test]
fn numbers_are_plain_digits_within_their_range() {
    for text in ["256", "4294967296", "99999999999999999999999", "three", "3.0", "+3", "", " 3", "0x3", "٣"]
    {
        let reason = refused(&["perft", text]);
        let expected =
            format!("depth: expected a number from 0 to 255, not '{text}'; see `regence help perft`");
        assert_eq!(reason, expected);
    }
    for text in ["0", "1025", "-1", "two", ""] {
        let reason = refused(&["perft", "2", "--threads", text]);
        assert!(reason.starts_with("--threads: expected a number from 1 to 1024, not '"), "{reason}");
    }
    for text in ["65537", "-1", "1G", "--divide"] {
        let reason = refused(&["perft", "2", "--hash", text]);
        assert!(reason.starts_with("--hash: expected a number from 0 to 65536, not '"), "{reason}");
    }
    check(&["perft", "--threads", "1024", "--hash", "0", "2"], "nodes 400\n");
}

#[test]
fn control_characters_are_never_echoed() {
    // `refused` itself looks for them.
    for word in ["\x1b[31mred", "a\nb", "tab\there", "\u{7f}", "\u{9b}2J", "\u{202e}reversed\u{200b}"] {
        refused(&[word]);
        refused(&["help", word]);
        refused(&["perft", word]);
        refused(&["perft", "2", word]);
        refused(&["perft", "2", "--threads", word]);
        refused(&["perft", "2", &format!("--{word}")]);
        refused(&["perft", "2", &format!("--divide={word}")]);
        refused(&["fen", word]);
        refused(&["fen", &KIWIPETE.replace('w', word)]);
        refused(&["moves", "--fen", &KIWIPETE.replace("KQkq", word)]);
    }
    assert_eq!(refused(&["\x1b[2J"]), "unknown command '\\u{1b}[2J'; see `regence help`");
}

#[test]
fn very_long_words_are_cut_in_the_reason() {
    let long = "x".repeat(100_000);
    for words in [&[long.as_str()][..], &["perft", &long], &["fen", &long], &["moves", "--fen", &long]] {
        assert!(refused(words).len() < 200);
    }
}

#[cfg(unix)]
#[test]
fn words_need_not_be_utf8() {
    use std::os::unix::ffi::OsStrExt;
    let bad = OsStr::from_bytes(b"\xff\xfe4k3");
    let word = OsStr::new;
    assert_eq!(refused(&[bad]), "unknown command '\\u{fffd}\\u{fffd}4k3'; see `regence help`");
    refused(&[word("help"), bad]);
    refused(&[word("perft"), bad]);
    refused(&[word("perft"), word("2"), word("--threads"), bad]);
    refused(&[word("perft"), word("2"), OsStr::from_bytes(b"--\xff")]);
    refused(&[word("perft"), word("2"), OsStr::from_bytes(b"-\xff")]);
    refused(&[word("moves"), bad]);
    let expected =
        "FEN, column 3: expected a piece (PNBRQK or pnbrqk), a digit from 1 to 8 or '/', not byte 0xff";
    let fen = OsStr::from_bytes(b"4k\xff/8/8/8/8/8/8/4K3 w - - 0 1");
    assert_eq!(refused(&[word("fen"), fen]), expected);
    assert_eq!(refused(&[word("moves"), word("--fen"), fen]), expected);
    assert_eq!(refused(&[word("board"), OsStr::from_bytes(&[b"--fen=", fen.as_bytes()].concat())]), expected);
}
