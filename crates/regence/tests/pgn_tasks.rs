//! The tasks of `regence pgn` besides `check`, `regence opening` and `regence book`, as a shell sees them.

mod piped;

use std::path::PathBuf;
use std::process::Output;

const GAMES: &str = "\
[Event \"first\"]
[White \"Carlsen, Magnus\"]
[Black \"Grünwald\"]
[Date \"2024.05.17\"]
[Result \"1-0\"]

1. e4 e5 {a \"comment\"} 2. Nf3 Nc6 3. Bb5 (3. Bc4) a6 1-0

[Event \"second\"]
[White \"Nobody\"]
[Black \"Carlsen, Magnus\"]
[Date \"2023.??.??\"]
[Result \"1/2-1/2\"]

1. d4 d5 2. c4 e6 1/2-1/2

[Event \"third\"]
[White \"?\"]
[SetUp \"1\"]
[FEN \"8/8/8/8/8/4k3/4p2R/4K3 w - - 0 1\"]

1. Rxe2+ Kd3 *
";

const BAD: &str = "[Event \"bad\"]\n\n1. e4 Ke2 *\n\n";

fn run(words: &[&str], input: &str) -> Output {
    piped::run(words, input.as_bytes())
}

/// The words are answered with exactly this on standard output and standard error, and this exit code.
#[track_caller]
fn check_all(words: &[&str], input: &str, stdout: &str, stderr: &str, code: i32) {
    let output = run(words, input);
    assert_eq!(String::from_utf8_lossy(&output.stderr), stderr, "{words:?}");
    assert_eq!(String::from_utf8_lossy(&output.stdout), stdout, "{words:?}");
    assert_eq!(output.status.code(), Some(code), "{words:?}");
}

#[track_caller]
fn check(words: &[&str], input: &str, stdout: &str) {
    check_all(words, input, stdout, "", 0);
}

#[track_caller]
fn refused(words: &[&str], reason: &str) {
    check_all(words, "", "", &format!("regence: {reason}\n"), 2);
}

/// The games with these numbers, as they are written.
fn games(numbers: &[usize]) -> String {
    let starts: Vec<usize> = GAMES.match_indices("[Event").map(|(at, _)| at).chain([GAMES.len()]).collect();
    numbers.iter().map(|&number| &GAMES[starts[number - 1]..starts[number]]).collect()
}

/// A file of this test, deleted when it is over.
struct Scratch(PathBuf);

impl Scratch {
    fn new(name: &str) -> Self {
        Self(std::env::temp_dir().join(format!("regence-{}-{name}", std::process::id())))
    }

    fn path(&self) -> &str {
        self.0.to_str().expect("the path is UTF-8")
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        let _ = std::fs::remove_file(&self.0);
    }
}

#[test]
fn openings_are_named_game_by_game() {
    let expected = "1\tC70\tRuy Lopez: Morphy Defense\n2\tD30\tQueen's Gambit Declined\n3\t-\t-\n";
    check(&["pgn", "openings", "-"], GAMES, expected);
}

/// Three games under house rules: for a first lesson, on a small board, and with a result that only the tag tells.
const HOUSE: &str = "\
[Event \"lesson\"]
[White \"Ann\"]
[Black \"Bob\"]
[Result \"1-0\"]
[Variant \"classroom\"]

1. e4 e5 2. Qh5 Qf6 3. Qxe5 Qxf2 4. Qxe8 1-0

[Event \"small\"]
[White \"Cy\"]
[Variant \"house:orthodox\"]
[SetUp \"1\"]
[FEN \"k3/4/1K2/3R w - - 0 1\"]

1. Rd4 {mate} *

";

#[test]
fn house_rules_are_followed_by_every_task() {
    let lesson = &HOUSE[..HOUSE.find("[Event \"small").expect("there are two")];
    let small = &HOUSE[lesson.len()..];
    let end = "rnb1Qbnr/pppp1ppp/8/8/4P3/8/PPPP1qPP/RNB1KBNR b - - 0 4 moved:e4";
    let lines = format!("1\t7\t{end}\t1-0\tking_taken\n2\t1\tk2R/4/1K2/4 b - - 1 1\t*\tcheckmate\n");
    check(&["pgn", "check", "-"], HOUSE, &lines);
    check(&["pgn", "openings", "-"], HOUSE, "1\t-\t-\n2\t-\t-\n");
    check(&["pgn", "filter", "--player", "ann", "-"], HOUSE, lesson);
    check(&["pgn", "filter", "--material", "KRk", "-"], HOUSE, small);
    let after_e4 = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1";
    check(&["pgn", "filter", "--fen", after_e4, "-"], HOUSE, lesson);
    check(&["pgn", "filter", "--max-plies", "1", "-"], HOUSE, small);
    let uci = "classroom fen rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - - 0 1\t\
        e2e4 e7e5 d1h5 d8f6 h5e5 f6f2 e5e8\t1-0\n\
        house:orthodox fen k3/4/1K2/3R w - - 0 1\td1d4\t*\n";
    check(&["pgn", "convert", "--to", "uci", "-"], HOUSE, uci);
    let written = run(&["pgn", "convert", "--to", "pgn", "-"], HOUSE);
    assert_eq!(written.status.code(), Some(0));
    let written = String::from_utf8(written.stdout).expect("it is UTF-8");
    check(&["pgn", "check", "-"], &written, &lines);
    check(&["pgn", "convert", "--to", "pgn", "-"], &written, &written);
    let stats = run(&["pgn", "stats", "-"], HOUSE);
    let stats = String::from_utf8(stats.stdout).expect("it is UTF-8");
    assert!(stats.starts_with("games              2\n"), "{stats}");
    for word in ["\"variant\":\"classroom\"", "\"uci\":\"d1d4\""] {
        let json = run(&["pgn", "convert", "--to", "json", "-"], HOUSE);
        assert!(String::from_utf8_lossy(&json.stdout).contains(word), "{word}");
    }
}

#[test]
fn a_bad_game_is_told_on_standard_error_and_the_rest_goes_on() {
    let reason = "regence: '-', game 1, 3:7: illegal move 'Ke2' of Black at move 1: no king can go to e2\n";
    let input = format!("{BAD}{GAMES}");
    let expected = "2\tC70\tRuy Lopez: Morphy Defense\n3\tD30\tQueen's Gambit Declined\n4\t-\t-\n";
    check_all(&["pgn", "openings", "-"], &input, expected, reason, 1);
    check_all(&["pgn", "filter", "--result", "*", "-"], &input, &games(&[3]), reason, 1);
    check_all(&["pgn", "convert", "--to", "uci", "-"], BAD, "", reason, 1);
    let stats = run(&["pgn", "stats", "-"], &input);
    assert_eq!((stats.status.code(), stats.stderr.as_slice()), (Some(1), reason.as_bytes()));
    for task in ["openings", "stats", "filter"] {
        let output = run(&["pgn", task, "/no/such/file"], "");
        assert_eq!(output.status.code(), Some(2), "{task}");
        assert!(output.stderr.starts_with(b"regence: cannot read '/no/such/file': "), "{task}");
    }
}

#[track_caller]
fn filtered(words: &[&str], numbers: &[usize]) {
    let words = [&["pgn", "filter"], words, &["-"]].concat();
    check(&words, GAMES, &games(numbers));
}

#[test]
fn games_are_filtered_by_what_is_said() {
    filtered(&[], &[1, 2, 3]);
    filtered(&["--player", "carlsen"], &[1, 2]);
    filtered(&["--white", "CARLSEN"], &[1]);
    filtered(&["--black", "carlsen"], &[2]);
    filtered(&["--player", "grunwald"], &[1]);
    filtered(&["--eco", "C60-C99"], &[1]);
    filtered(&["--eco", "d"], &[2]);
    filtered(&["--opening", "queen's gambit"], &[2]);
    filtered(&["--date", "2024"], &[1]);
    filtered(&["--date", "2023.06..2024.05.16"], &[2]);
    filtered(&["--date", "..2024.05"], &[1, 2]);
    filtered(&["--result", "1/2-1/2"], &[2]);
    filtered(&["--result", "1-0", "--black", "carlsen"], &[]);
    filtered(&["--fen", "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 7 9"], &[1]);
    filtered(&["--material", "KRk"], &[3]);
    filtered(&["--material", "KRkp"], &[3]);
    filtered(&["--material", "Kk"], &[]);
    filtered(&["--min-plies", "4", "--max-plies", "5"], &[2]);
    filtered(&["--max-plies=2"], &[3]);
}

#[test]
fn filtered_games_stay_apart() {
    let words = ["pgn", "filter", "--result", "1-0", "-"];
    check(&words, "1. e4 1-0\n1. d4 0-1\n1. c4 1-0\n1. b4 1-0", "1. e4 1-0\n\n1. c4 1-0\n1. b4 1-0");
    check(&words, "1. e4 1-0\r\n1. d4 0-1\r\n1. c4 1-0\r\n", "1. e4 1-0\r\n\r\n1. c4 1-0\r\n");
    check(&words, "{x} 1. e4 1-0 {y}\n\n\n\n1. d4 *", "{x} 1. e4 1-0 {y}\n\n\n\n");
}

#[test]
fn filtering_does_not_depend_on_threads() {
    // Now and then a comment that looks like a game, so that cuts go wrong.
    let odd = "[Event \"odd\"]\n\n1. e4 {\n\n[Event \"y\"]\n\n} e5 1-0\n\n";
    let many = format!("{GAMES}\n{odd}").repeat(3000);
    let words = ["pgn", "filter", "--result", "1-0", "-", "--threads"];
    let one = run(&[&words[..], &["1"]].concat(), &many);
    assert_eq!(one.stdout, format!("{}{odd}", games(&[1])).repeat(3000).as_bytes());
    let several = run(&[&words[..], &["4"]].concat(), &many);
    assert!(several.stdout == one.stdout && several.status.code() == Some(0));
}

#[test]
fn statistics_count_results_openings_and_players() {
    let expected = "\
games              3
1-0                1      33.3 %
1/2-1/2            1      33.3 %
*                  1      33.3 %
half-moves       4.0 on average

Openings: 3 of 3
    games       1-0   1/2-1/2       0-1  ECO  name
        1         0         0         0  -    no named opening
        1         1         0         0  C70  Ruy Lopez: Morphy Defense
        1         0         1         0  D30  Queen's Gambit Declined

Players: 3 of 3
    games       won     drawn      lost     score  name
        2         1         1         0    75.0 %  Carlsen, Magnus
        1         0         0         1     0.0 %  Grünwald
        1         0         1         0    50.0 %  Nobody
";
    check(&["pgn", "stats", "-"], GAMES, expected);
    let json = "{\"games\":3,\"white\":1,\"draws\":1,\"black\":0,\"unknown\":1,\"average_plies\":4.000,\
        \"opening_count\":3,\"openings\":[],\"player_count\":3,\"players\":[]}\n";
    check(&["pgn", "stats", "--json", "--top", "0", "-"], GAMES, json);
    let one = run(&["pgn", "stats", "--json", "--top", "1", "-"], GAMES);
    let text = String::from_utf8(one.stdout).expect("answers are UTF-8");
    assert!(text.contains("\"players\":[{\"name\":\"Carlsen, Magnus\",\"games\":2,\"won\":1,"), "{text}");
    check(&["pgn", "stats", "-"], "", "games              0\n");
}

#[test]
fn names_cannot_act_on_a_terminal() {
    let output = run(&["pgn", "stats", "-"], "[White \"\x1b[31mred\"]\n\n1. e4 *\n");
    let text = String::from_utf8(output.stdout).expect("answers are UTF-8");
    assert!(text.contains("\\u{1b}[31mred") && !text.contains('\x1b'), "{text}");
}

#[test]
fn games_become_lines_of_uci_or_json() {
    let uci = "\
startpos\te2e4 e7e5 g1f3 b8c6 f1b5 a7a6\t1-0
startpos\td2d4 d7d5 c2c4 e7e6\t1/2-1/2
fen 8/8/8/8/8/4k3/4p2R/4K3 w - - 0 1\th2e2 e3d3\t*
";
    check(&["pgn", "convert", "--to", "uci", "-"], GAMES, uci);
    let castling = "[FEN \"4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1\"]\n\n1. O-O -- *\n\n[Variant \"Chess960\"]\n[FEN \"1rk4r/8/8/8/8/8/8/1RK4R w KQkq - 0 1\"]\n\n1. O-O *\n";
    let uci = "fen 4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1\te1g1 0000\t*\nfen 1rk4r/8/8/8/8/8/8/1RK4R w KQkq - 0 1\tc1h1\t*\n";
    check(&["pgn", "convert", "--to", "uci", "-"], castling, uci);
    // Where both kinds of chess could begin, the tag tells which it is.
    let either = "[Variant \"Chess960\"]\n[FEN \"r3k2r/8/8/8/8/8/8/R3K2R w HAha - 0 1\"]\n\n1. O-O O-O-O *\n";
    let uci = "fen r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1\te1h1 e8a8\t*\n";
    check(&["pgn", "convert", "--to", "uci", "-"], either, uci);
    let json = "{\"schema\":1,\"variant\":\"orthodox\",\
        \"start\":\"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\",\
        \"tags\":{\"Black\":\"?\",\"Date\":\"????.??.??\",\"Event\":\"?\",\"Round\":\"?\",\"Site\":\"?\",\
        \"White\":\"a\\\"b\\\\c\"},\"result\":\"*\",\
        \"opening\":{\"eco\":\"A04\",\"name\":\"Zukertort Opening\"},\
        \"moves\":[{\"after\":0,\"uci\":\"g1f3\",\"san\":\"Nf3\",\"from\":\"g1\",\"to\":\"f3\",\"piece\":\"N\",\
        \"fen\":\"rnbqkbnr/pppppppp/8/8/8/5N2/PPPPPPPP/RNBQKB1R b KQkq - 1 1\"}]}\n";
    check(&["pgn", "convert", "--to", "json", "-"], "[White \"a\\\"b\\\\c\"]\n\n1. Nf3 *\n", json);
}

#[test]
fn games_become_clean_pgn() {
    let expected = "\
[Event \"x\"]
[Site \"?\"]
[Date \"????.??.??\"]
[Round \"?\"]
[White \"?\"]
[Black \"?\"]
[Result \"1-0\"]

1. e4 (1. d4 d5) 1... e5 $1 {good} 1-0

";
    let words = ["pgn", "convert", "--to", "pgn", "-"];
    check(&words, "[Event \"x\"]\n\n1.e2e4(1.d4 d5)1...e5! {good}\n1-0", expected);
    check(&words, expected, expected);
    let reason = "regence: '-', game 1, 1:11: illegal move 'd5' of White at move 1: no pawn can go to d5\n";
    check_all(&words, "1. e4 (1. d5) *", "", reason, 1);
}

#[test]
fn books_are_made_and_shown() {
    let book = Scratch::new("made.bin");
    let games = "1. e4 e5 1-0\n\n1. e4 c5 0-1\n\n1. d4 d5 1/2-1/2\n\n1. e4 e5 1-0\n";
    let make = ["pgn", "book", "-o", book.path(), "--min-games", "1", "-"];
    check(&make, games, "games 4, positions 3, moves 4\n");
    check(&["book", book.path()], "", "e2e4\te4\t4\t80.0 %\nd2d4\td4\t1\t20.0 %\n");
    let fen = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1";
    check(&["book", "--fen", fen, book.path()], "", "c7c5\tc5\t2\t100.0 %\n");
    check(&["book", "--seed", "1", "--fen", fen, book.path()], "", "c7c5\tc5\n");
    check(&[&make[..], &["--weights", "games"]].concat(), games, "games 4, positions 3, moves 5\n");
    check(&["book", book.path(), "--fen", fen], "", "e7e5\te5\t2\t66.7 %\nc7c5\tc5\t1\t33.3 %\n");
    check(&[&make[..], &["--max-plies=1"]].concat(), games, "games 4, positions 1, moves 2\n");
}

#[cfg(unix)]
#[test]
fn a_book_is_written_through_a_link() {
    let (book, link) = (Scratch::new("linked.bin"), Scratch::new("link"));
    std::fs::write(&book.0, "an older book").expect("it can be written");
    std::os::unix::fs::symlink(&book.0, &link.0).expect("links can be made");
    let make = ["pgn", "book", "-o", link.path(), "--min-games", "1", "-"];
    check(&make, "1. e4 e5 1-0\n", "games 1, positions 1, moves 1\n");
    assert!(link.0.is_symlink());
    check(&["book", book.path()], "", "e2e4\te4\t2\t100.0 %\n");
}

#[test]
fn what_is_no_book_is_refused_with_its_place() {
    let book = Scratch::new("broken.bin");
    std::fs::write(&book.0, [0; 20]).expect("it can be written");
    let reason = format!(
        "'{}' is no opening book: byte 16: 4 bytes are left, expected the 16 of an entry",
        book.path()
    );
    refused(&["book", book.path()], &reason);
    std::fs::write(&book.0, [[1; 16], [0; 16]].concat()).expect("it can be written");
    let reason = "byte 16: key 0000000000000000, expected one not below 0101010101010101";
    refused(&["book", book.path()], &format!("'{}' is no opening book: {reason}", book.path()));
    assert_eq!(run(&["book", "/no/such/book"], "").status.code(), Some(2));
    refused(&["book"], "`book` needs a book: `book FILE.bin`; see `regence help book`");
}

#[test]
fn an_opening_is_named_with_where_it_leads() {
    for moves in [
        &["1. e4 e5 2. Nf3 Nc6 3. Bb5"][..],
        &["e4", "e5", "Nf3", "Nc6", "Bb5"],
        &["e2e4", "1...e5", "2", "G1F3", "Nc6", "3.Bb5"],
        &["1. e4 e5 2. Nf3 Nc6 3. Bb5 1/2-1/2"],
    ] {
        let output = run(&[&["opening"], moves].concat(), "");
        let text = String::from_utf8(output.stdout).expect("answers are UTF-8");
        assert!(text.starts_with("C60\tRuy Lopez\n"), "{moves:?}: {text}");
        assert!(text.contains("\na6\tC70\tRuy Lopez: Morphy Defense\n"), "{text}");
    }
    let nothing = "8/8/8/8/8/4k3/7R/4K3 w - - 0 1";
    check(&["opening", "--fen", nothing], "", "-\tno named opening\n");
    check(&["opening", "--fen", nothing, "Kd1"], "", "-\tno named opening\n");
    let start = run(&["opening"], "");
    assert_eq!(String::from_utf8_lossy(&start.stdout).lines().count(), 21);
}

#[test]
fn moves_that_cannot_be_played_are_told() {
    refused(
        &["opening", "e4", "Ke7", "Qh8"],
        "cannot play 'Ke7' as move 1 of Black: your own pawn stands on e7",
    );
    refused(
        &["opening", "e4 e5 e4e5"],
        "cannot play 'e4e5' as move 2 of White: the pawn cannot get from e4 to e5: e5 is in the way",
    );
    let output = run(&["opening", "hello\x1b"], "");
    let reason = String::from_utf8(output.stderr).expect("the reason is UTF-8");
    assert!(reason.starts_with("regence: cannot play 'hello\\u{1b}' as move 1 of White: "), "{reason}");
    assert_eq!((output.status.code(), reason.lines().count()), (Some(2), 1));
}

#[test]
fn wrong_words_are_told_in_one_line() {
    let help = "see `regence help pgn`";
    refused(&["pgn", "stats", "--eco", "B20", "-"], &format!("`pgn stats` takes no --eco; {help}"));
    refused(
        &["pgn", "convert", "-"],
        &format!("`pgn convert` needs a form: `--to pgn`, `--to uci` or `--to json`; {help}"),
    );
    refused(
        &["pgn", "convert", "--to", "xml", "-"],
        &format!("--to: expected pgn, uci or json, not 'xml'; {help}"),
    );
    refused(&["pgn", "book", "-"], &format!("`pgn book` needs a file to write: `--output FILE.bin`; {help}"));
    refused(
        &["pgn", "filter", "--eco", "Z", "-"],
        &format!("--eco: expected an ECO code like B90 or a range like B20-B99, not 'Z'; {help}"),
    );
    refused(
        &["pgn", "filter", "--date", "x", "-"],
        &format!("--date: expected a date like 2024, 2024.05 or 2024.05.17, or FROM..TO, not 'x'; {help}"),
    );
    refused(
        &["pgn", "filter", "--material", "KRPKR", "-"],
        &format!(
            "--material: expected pieces like KRPkr, upper case for White, with both kings, not 'KRPKR'; {help}"
        ),
    );
    refused(
        &["pgn", "filter", "--result", "2-0", "-"],
        &format!("--result: expected 1-0, 0-1, 1/2-1/2 or *, not '2-0'; {help}"),
    );
    refused(
        &["pgn", "filter", "--fen", "x", "-"],
        "FEN, column 2: 1 field, expected 6 with single spaces between them; is it in quotes?",
    );
    refused(&["pgn", "statz", "-"], "`pgn` cannot 'statz'; did you mean `pgn stats`?");
    refused(&["pgn", "filter"], &format!("`pgn` needs a file, or - for standard input; {help}"));
    refused(
        &["pgn", "book", "--min-games", "0", "-o", "x", "-"],
        &format!("--min-games: expected a number from 1 to 4294967295, not '0'; {help}"),
    );
    let output = run(&["pgn", "book", "-o", "/no/such/folder/x.bin", "-"], "");
    assert_eq!(output.status.code(), Some(2));
    assert!(output.stderr.starts_with(b"regence: cannot write '/no/such/folder/x.bin': "));
}
