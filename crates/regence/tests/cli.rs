//! The built program, as a shell sees it: words in; text and an exit code out.

use std::ffi::OsStr;
use std::fmt::Write as _;
use std::io::Read;
use std::process::{Command, Output, Stdio};

const KIWIPETE: &str = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";
const MATED: &str = "rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3";
const STALEMATED: &str = "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1";

fn program() -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_regence"));
    command.stdin(Stdio::null());
    command
}

fn run<S: AsRef<OsStr>>(words: &[S]) -> Output {
    program().args(words).output().expect("the program starts")
}

/// The words are answered with exactly this on standard output, nothing on standard error, and exit code 0.
#[track_caller]
fn check(words: &[&str], expected: &str) {
    let output = run(words);
    assert_eq!(String::from_utf8_lossy(&output.stderr), "", "{words:?}");
    assert_eq!(String::from_utf8_lossy(&output.stdout), expected, "{words:?}");
    assert_eq!(output.status.code(), Some(0), "{words:?}");
}

/// The words are refused: exit code 2, nothing on standard output, and one printable line on standard error.
#[track_caller]
fn refused<S: AsRef<OsStr>>(words: &[S]) -> String {
    let output = run(words);
    let words: Vec<_> = words.iter().map(|word| word.as_ref().to_string_lossy().into_owned()).collect();
    let reason = String::from_utf8(output.stderr).expect("the reason is UTF-8");
    assert_eq!(output.status.code(), Some(2), "{words:?}: {reason}");
    assert_eq!(output.stdout, b"", "{words:?}");
    assert!(reason.starts_with("regence: "), "{words:?}: {reason}");
    assert!(reason.ends_with('\n') && reason.lines().count() == 1, "{words:?}: {reason}");
    assert!(!reason.trim_end_matches('\n').contains(char::is_control), "{words:?}: {reason:?}");
    reason.trim_end_matches('\n').trim_start_matches("regence: ").to_owned()
}

/// The words are refused with exactly this reason.
#[track_caller]
fn check_refused(words: &[&str], reason: &str) {
    assert_eq!(refused(words), reason, "{words:?}");
}

fn stdout(words: &[&str]) -> String {
    String::from_utf8(run(words).stdout).expect("answers are UTF-8")
}

#[test]
fn help_is_what_one_gets_without_words() {
    let help = stdout(&[]);
    assert!(help.starts_with("Regence: "), "{help}");
    for words in [&["help"][..], &["--help"], &["-h"], &["help", "help"], &["help", "--help"], &["-h", "-h"]]
    {
        check(words, &help);
    }
}

/// The commands that the overview lists.
fn commands() -> Vec<String> {
    let overview = stdout(&["help"]);
    let listed = overview.lines().skip_while(|&line| line != "Commands:").skip(1);
    let words = listed.map_while(|line| line.split_whitespace().next());
    words.map(String::from).collect()
}

#[test]
fn every_command_has_its_own_help() {
    assert!(commands().len() > 5);
    for command in commands().iter().map(String::as_str).filter(|&command| command != "help") {
        let help = stdout(&["help", command]);
        assert!(help.contains(&format!("Usage: regence {command}")), "{help}");
        check(&[command, "--help"], &help);
        check(&[command, "-h"], &help);
        check(&["--help", command], &help);
        check(&[command, "--no-such-flag", "--help"], &help);
    }
    check(&["help", "pgn", "check"], &stdout(&["help", "pgn"]));
    check(&["help", "games", "import"], &stdout(&["help", "games"]));
}

#[test]
fn help_fits_the_width_of_a_wide_terminal_and_is_ascii() {
    for topic in commands() {
        let words = &["help", topic.as_str()];
        let help = stdout(words);
        assert!(help.is_ascii(), "{words:?}");
        assert!(help.lines().all(|line| line.len() <= 120), "{words:?}");
    }
}

/// The flags that a command's help names in its own lines.
fn flags(command: &str) -> Vec<String> {
    let help = stdout(&["help", command]);
    let words = help.lines().filter(|line| line.starts_with("  ")).flat_map(str::split_whitespace);
    words.filter(|word| word.starts_with("--") && word.len() > 2).map(String::from).collect()
}

#[test]
fn completions_know_every_command_and_flag() {
    for shell in ["bash", "zsh", "fish"] {
        let script = stdout(&["completions", shell]);
        for command in commands() {
            assert!(script.contains(&command), "{shell}: {command}");
            for flag in flags(&command).iter().filter(|flag| flag.as_str() != "--help") {
                let name = flag.trim_start_matches('-').trim_end_matches([',', ';', ':', '.']);
                let written = if shell == "fish" { format!("-l {name}") } else { format!("--{name}") };
                assert!(script.contains(&written), "{shell}: {command} {flag}");
            }
        }
    }
    let reason = "expected bash, zsh or fish, not 'tcsh'; see `regence help completions`";
    check_refused(&["completions", "tcsh"], reason);
    check_refused(
        &["completions"],
        "`completions` needs a shell: bash, zsh or fish; see `regence help completions`",
    );
}

#[cfg(target_os = "linux")]
#[test]
fn bash_completes_commands_tasks_and_flags() {
    let script = stdout(&["completions", "bash"]);
    for (words, expected) in [
        ("pl", "play"),
        ("ma", "match man"),
        ("--v", "--version"),
        ("pgn ch", "check"),
        ("play --pl", "--plain"),
        ("play --level e", ""),
        ("help ev", "eval"),
        ("completions z", "zsh"),
    ] {
        let count = words.split(' ').count();
        let call = format!(
            "{script}\nCOMP_WORDS=(regence {words}); COMP_CWORD={count}; _regence; echo \"${{COMPREPLY[@]}}\""
        );
        let output = Command::new("bash").args(["-c", &call]).output().expect("there is bash");
        assert_eq!(String::from_utf8_lossy(&output.stdout).trim_end(), expected, "{words}");
        assert_eq!(String::from_utf8_lossy(&output.stderr), "", "{words}");
    }
}

#[test]
fn the_manual_page_says_what_help_says() {
    let page = stdout(&["man"]);
    assert!(page.starts_with(".TH REGENCE 1 "), "{page}");
    let plain = page.replace("\\-", "-");
    for command in commands() {
        assert!(plain.contains(&format!("\\fB{command}\\fR")), "{command}");
        for flag in flags(&command) {
            assert!(plain.contains(&flag), "{command} {flag}");
        }
    }
    // Whatever begins with a dot is a request that roff knows.
    let known = [".TH", ".SH", ".TP", ".PP", ".nf", ".fi", ".B", ".RI"];
    for line in page.lines().filter(|line| line.starts_with(['.', '\''])) {
        assert!(known.contains(&line.split(' ').next().unwrap_or_default()), "{line}");
    }
}

#[test]
fn the_version_is_said_in_one_line() {
    let expected = format!("regence {}\n", env!("CARGO_PKG_VERSION"));
    check(&["--version"], &expected);
    check(&["-V"], &expected);
}

#[test]
fn perft_counts() {
    check(&["perft", "0"], "nodes 1\n");
    check(&["perft", "1"], "nodes 20\n");
    check(&["perft", "2"], "nodes 400\n");
    check(&["perft", "3"], "nodes 8902\n");
    check(&["perft", "4"], "nodes 197281\n");
    check(&["perft", "--fen", KIWIPETE, "3"], "nodes 97862\n");
    check(&["perft", "--fen", MATED, "1"], "nodes 0\n");
    check(&["perft", "--fen", MATED, "4"], "nodes 0\n");
    check(&["perft", "--fen", MATED, "0"], "nodes 1\n");
}

#[test]
fn flags_stand_before_or_after_the_depth_and_may_have_an_equals_sign() {
    let fen = format!("--fen={KIWIPETE}");
    for words in [
        &["perft", "--fen", KIWIPETE, "--threads", "2", "3"][..],
        &["perft", "3", "--threads=2", "--fen", KIWIPETE],
        &["perft", &fen, "3", "--hash=1", "--threads=1"],
        &["perft", &fen, "--", "3"],
    ] {
        check(words, "nodes 97862\n");
    }
}

#[test]
fn divide_lists_the_root_moves_in_the_order_of_the_move_list() {
    check(&["perft", "--divide", "0"], "nodes 1\n");
    check(&["perft", "--divide", "3", "--fen", MATED], "nodes 0\n");
    let divided = stdout(&["perft", "--divide", "--fen", KIWIPETE, "2"]);
    let (roots, last) = divided.trim_end().rsplit_once('\n').expect("several lines");
    assert_eq!(last, "nodes 2039");
    assert!(roots.ends_with("\ne1g1: 43"), "{roots}");
    let listed = stdout(&["moves", "--fen", KIWIPETE]);
    let moves = |text: &str, mark| -> Vec<String> {
        text.lines().filter_map(|line| line.split_once(mark)).map(|(mv, _)| mv.to_owned()).collect()
    };
    assert_eq!(moves(roots, ": "), moves(&listed, "\t"));
    let sum: u64 = roots.lines().filter_map(|line| line.split_once(": ")?.1.parse::<u64>().ok()).sum();
    assert_eq!(sum, 2039);
}

#[test]
fn chess960_writes_castling_as_the_king_taking_its_rook() {
    let divided = stdout(&["perft", "--chess960", "--divide", "--fen", KIWIPETE, "2"]);
    assert!(divided.contains("e1h1: 43\n") && divided.contains("e1a1: 43\n"), "{divided}");
    assert!(!divided.contains("e1g1") && !divided.contains("e1c1"), "{divided}");
    assert!(divided.ends_with("nodes 2039\n"), "{divided}");
    let moves = stdout(&["moves", "--chess960", "--fen", KIWIPETE]);
    assert!(moves.contains("e1h1\tO-O\n") && moves.contains("e1a1\tO-O-O\n"), "{moves}");
    let fen = "bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9";
    check(&["perft", "--chess960", "--fen", fen, "3"], "nodes 12189\n");
}

#[test]
fn threads_and_memory_do_not_change_the_answer() {
    for fen in [KIWIPETE, "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", "8/8/4k3/8/8/4K3/4P3/8 w - - 0 1"] {
        for depth in ["1", "2", "3", "4"] {
            let expected = stdout(&["perft", "--divide", "--fen", fen, depth]);
            for threads in ["1", "2", "5", "1024"] {
                check(&["perft", "--divide", "--fen", fen, "--threads", threads, depth], &expected);
                for megabytes in ["0", "1", "16"] {
                    let words = ["--divide", "--fen", fen, "--threads", threads, "--hash", megabytes, depth];
                    check(&[&["perft"][..], &words].concat(), &expected);
                }
            }
        }
    }
}

#[test]
fn a_table_helps_where_positions_repeat() {
    // Seventeen half-moves of two kings are some 10^13 positions, of which a table need count few.
    let words = ["perft", "--fen", "8/8/4k3/8/8/4K3/8/8 w - - 0 1", "--hash", "16", "17"];
    let one = stdout(&words);
    assert_eq!(one, stdout(&[&words[..], &["--threads", "3"]].concat()));
    assert!(one.len() > "nodes 1000000000000\n".len(), "{one}");
}

#[test]
fn counts_beyond_64_bits_and_the_deepest_recursion_are_refused_calmly() {
    let kings = "8/8/4k3/8/8/4K3/8/8 w - - 0 1";
    check_refused(
        &["perft", "--hash", "32", "--fen", kings, "255"],
        "more than 18446744073709551615 positions, which is as far as we count; try a smaller depth",
    );
}

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
    let table = include_str!("../../rules/tests/data/bad-fen.tsv");
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
        ("4k3/8/8/8/8/8/8/4K3 x - - 0 1", "FEN, column 21: expected w or b for the side to move"),
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

#[test]
fn a_reader_who_leaves_early_is_no_error() {
    for words in [&["help"][..], &["moves"], &["board"], &["perft", "--divide", "3"]] {
        let mut child = program()
            .args(words)
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the program starts");
        drop(child.stdout.take());
        let mut reason = String::new();
        child.stderr.take().expect("it is piped").read_to_string(&mut reason).expect("it is UTF-8");
        assert_eq!(child.wait().expect("it ends").code(), Some(0), "{words:?}: {reason}");
        assert_eq!(reason, "", "{words:?}");
    }
}

#[cfg(target_os = "linux")]
#[test]
fn an_answer_that_cannot_be_written_is_told() {
    let full = || std::fs::File::options().write(true).open("/dev/full").expect("Linux has it");
    let output = program().arg("moves").stdout(full()).output().expect("the program starts");
    assert_eq!(output.status.code(), Some(2));
    let reason = String::from_utf8_lossy(&output.stderr);
    assert!(
        reason.starts_with("regence: cannot write the answer: ") && reason.lines().count() == 1,
        "{reason}"
    );
    let status = program().arg("nonsense").stderr(full()).status().expect("the program starts");
    assert_eq!(status.code(), Some(2), "even when nobody can be told");
}

#[cfg(unix)]
#[test]
fn closed_standard_streams_do_no_harm() {
    let binary = env!("CARGO_BIN_EXE_regence");
    let mut script = String::new();
    for closed in ["<&-", ">&-", "2>&-", "<&- >&- 2>&-"] {
        let _ = writeln!(script, "'{binary}' perft 2 {closed} || exit 1");
        let _ = writeln!(script, "'{binary}' nonsense {closed} && exit 1");
    }
    let output = Command::new("sh").arg("-c").arg(script + "exit 0").output().expect("a shell");
    assert_eq!(output.status.code(), Some(0), "{}", String::from_utf8_lossy(&output.stderr));
}
