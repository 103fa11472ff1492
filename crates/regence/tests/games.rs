//! `regence games` as a shell sees it.

use std::io::{BufRead, BufReader, Write};
use std::path::PathBuf;
use std::process::{Command, Output, Stdio};

/// A folder for one test, gone with it.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Self {
        let folder = std::env::temp_dir().join(format!("regence-games-{name}-{}", std::process::id()));
        let _ = std::fs::remove_dir_all(&folder);
        Self(folder)
    }

    /// What `regence games` answers to these words and this input.
    fn games(&self, words: &[&str], input: &str) -> Output {
        let mut child = Command::new(env!("CARGO_BIN_EXE_regence"))
            .arg("games")
            .args(words)
            .arg("--data")
            .arg(&self.0)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the program starts");
        let mut stdin = child.stdin.take().expect("it is piped");
        // Whoever does not read to the end has a reason.
        let _ = stdin.write_all(input.as_bytes());
        drop(stdin);
        child.wait_with_output().expect("the program ends")
    }

    /// The same, which must go well.
    #[track_caller]
    fn answer(&self, words: &[&str], input: &str) -> String {
        let output = self.games(words, input);
        assert_eq!(String::from_utf8_lossy(&output.stderr), "");
        assert_eq!(output.status.code(), Some(0));
        String::from_utf8(output.stdout).expect("the answer is UTF-8")
    }

    /// The same, which must be refused.
    #[track_caller]
    fn refuse(&self, words: &[&str], reason: &str) {
        let output = self.games(words, "");
        assert_eq!(String::from_utf8_lossy(&output.stdout), "");
        assert_eq!(String::from_utf8_lossy(&output.stderr), format!("regence: {reason}\n"));
        assert_eq!(output.status.code(), Some(2));
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

const OPERA: &str = "[Event \"Opera\"]\n[Site \"Paris\"]\n[Date \"1858.11.02\"]\n[Round \"?\"]\n[White \"Morphy\"]\n\
    [Black \"Duke Karl\"]\n[Result \"1-0\"]\n[ECO \"C41\"]\n[Opening \"Philidor Defense\"]\n\n\
    1. e4 {[%clk 0:05:00]} 1... e5 2. Nf3 d6 1-0\n\n";
const MATE: &str = "[Date \"2024.05.06\"]\n[White \"Ann\"]\n\n1. f3 e5 2. g4 Qh4# 0-1\n\n";

/// Only what takes games in makes a store: a folder with a slip in its name is no empty one.
#[test]
fn a_folder_without_games_is_refused_and_stays_as_it_is() {
    let folder = Folder::new("none");
    let reason = format!("nothing is kept in '{}'", folder.0.display());
    for words in [&[][..], &["list"], &["show", "AAAAAAAAAAAA"], &["export"], &["delete", "AAAAAAAAAAAA"]] {
        folder.refuse(words, &reason);
    }
    assert!(!folder.0.exists());
}

#[cfg(target_os = "linux")]
#[test]
fn before_the_first_game_there_is_nothing_to_list() {
    let folder = Folder::new("first");
    for task in ["list", "export"] {
        let output = Command::new(env!("CARGO_BIN_EXE_regence"))
            .args(["games", task])
            .env("XDG_DATA_HOME", &folder.0)
            .output()
            .expect("the program runs");
        assert_eq!(
            (output.status.code(), &output.stdout[..], &output.stderr[..]),
            (Some(0), &b""[..], &b""[..])
        );
    }
    assert!(!folder.0.exists());
}

#[test]
fn games_are_taken_in_listed_shown_and_given_out() {
    let folder = Folder::new("all");
    let taken = folder.answer(&["import", "-"], &format!("{OPERA}{MATE}"));
    let ids: Vec<&str> = taken.lines().map(|line| line.split_once('\t').expect("a tab").1).collect();
    let [opera, mate] = ids[..] else { panic!("{taken}") };

    let opera_line = format!("{opera}\t1858.11.02\tMorphy\tDuke Karl\t1-0\t4\tC41\tPhilidor Defense\n");
    let mate_line = format!("{mate}\t2024.05.06\tAnn\t?\t0-1\t4\tA00\tBarnes Opening: Fool's Mate\n");
    let both = format!("{mate_line}{opera_line}");
    let after_e4 = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1";
    for (words, expected) in [
        (&["list"][..], &both),
        (&["--limit", "1"], &mate_line),
        (&["--player", "MORPHY"], &opera_line),
        (&["--player", "e ka"], &opera_line),
        (&["--player", "Nobody"], &String::new()),
        (&["--opening", "philidor"], &opera_line),
        (&["--eco", "C4"], &opera_line),
        (&["--result", "0-1"], &mate_line),
        (&["--state", "running"], &String::new()),
        (&["--since", "2024"], &mate_line),
        (&["--before", "1900-01-01"], &opera_line),
        (&["--fen", after_e4], &opera_line),
    ] {
        assert_eq!(&folder.answer(words, ""), expected, "{words:?}");
    }
    assert_eq!(folder.answer(&["export", opera], ""), OPERA);
    assert_eq!(folder.answer(&["export", "--eco", "C41"], ""), OPERA);
    assert_eq!(folder.answer(&["export", "--limit", "1", "--before", "2000"], ""), OPERA);
    assert_eq!(folder.answer(&["export", "--limit", "1"], "").matches("[Event ").count(), 1);
    let shown = folder.answer(&["show", mate], "");
    assert!(shown.ends_with("Moves: f3 e5 g4 Qh4#\n"), "{shown}");
    assert!(shown.contains("Result: 0-1 (Black wins by checkmate)\n"), "{shown}");

    assert_eq!(folder.answer(&["delete", mate], ""), "");
    assert_eq!(folder.answer(&[], ""), opera_line);
    folder.refuse(&["show", mate], &format!("there is no game {mate}"));
}

#[test]
fn a_game_that_is_open_in_a_terminal_is_not_deleted() {
    let folder = Folder::new("open");
    folder.answer(&["import", "-"], OPERA);
    let listed = folder.answer(&[], "");
    let id = listed.split('\t').next().expect("a game is listed").to_owned();
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().expect("a runtime");
    runtime.block_on(async {
        let store = regence_store::Store::open(folder.0.as_path()).await.expect("it opens");
        let now = regence_store::Moment(0);
        let node = store.visit(now).await.expect("it takes part");
        let leased = store.lease(node, id.parse().expect("a name")).await.expect("it answers");
        assert!(matches!(leased, regence_store::Leased::Ours(_)));
        let refused = folder.games(&["delete", &id], "");
        let said = String::from_utf8_lossy(&refused.stdout);
        assert_eq!(said, format!("{id}\tis open in another program; close it there first\n"));
        assert_eq!(refused.status.code(), Some(1));
        store.close().await.expect("it closes");
    });
    assert_eq!(folder.answer(&["delete", &id], ""), "");
}

/// Variations, comments and signs in every place, tags of all kinds, a game that went on after the draw, house rules.
const ANNOTATED: &str = "[Event \"a \\\"quoted\\\" one\"]\n[Site \"?\"]\n[Date \"2024.??.??\"]\n[Round \"-\"]\n\
    [White \"MORPHY\"]\n[Black \"?\"]\n[Result \"*\"]\n[Annotator \"A\"]\n[ECO \"?\"]\n\n\
    {start} 1. e4 $1 {[%csl Ge4] good} ({before} 1. d4 d5 (1... Nf6 {deep}) 2. c4)\n1... e5 {[%clk 0:01:00] [%eval 0.3]} *\n\n";
const ON_AND_ON: &str = "[Event \"?\"]\n[Site \"?\"]\n[Date \"????.??.??\"]\n[Round \"?\"]\n[White \"Morphy\"]\n\
    [Black \"?\"]\n[Result \"1-0\"]\n\n\
    1. Nf3 Nf6 2. Ng1 Ng8 3. Nf3 Nf6 4. Ng1 Ng8 5. Nf3 Nf6 6. Ng1 Ng8 7. Nf3 Nf6 8.\nNg1 Ng8 9. e4 1-0\n\n";
const CLASSROOM: &str = "[Event \"?\"]\n[Site \"?\"]\n[Date \"????.??.??\"]\n[Round \"?\"]\n[White \"?\"]\n\
    [Black \"?\"]\n[Result \"*\"]\n[Variant \"classroom\"]\n\n1. e4 e5 2. Qh5 Ke7 3. Qxe5 {gone} *\n\n";
const PASSED: &str = "[Event \"?\"]\n[Site \"?\"]\n[Date \"????.??.??\"]\n[Round \"?\"]\n[White \"?\"]\n\
    [Black \"?\"]\n[Result \"*\"]\n\n1. e4 -- 2. d4 *\n\n";

#[test]
fn what_was_taken_in_is_given_out() {
    let folder = Folder::new("round-trip");
    for text in [ANNOTATED, ON_AND_ON, CLASSROOM, PASSED] {
        let taken = folder.answer(&["import", "-"], text);
        let (_, id) = taken.trim_end().split_once('\t').expect("a tab");
        assert_eq!(folder.answer(&["export", id], ""), text);
        let shown = folder.answer(&["show", id], "");
        assert!(shown.contains("Moves: "), "{shown}");
    }
    let many = ON_AND_ON.repeat(2500);
    let taken = folder.answer(&["import", "-"], &many);
    assert_eq!(taken.lines().count(), 2500);
    assert!(taken.lines().last().is_some_and(|line| line.starts_with("2500\t")));
    assert_eq!(folder.answer(&["export", "--result", "1-0"], ""), ON_AND_ON.repeat(2501));
}

#[test]
fn two_programs_may_take_in_games_at_once_and_nobody_need_listen() {
    let folder = Folder::new("two");
    let import = || {
        let mut child = Command::new(env!("CARGO_BIN_EXE_regence"))
            .args(["games", "import", "-", "--data"])
            .arg(&folder.0)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("the program starts");
        drop(child.stdout.take());
        let mut stdin = child.stdin.take().expect("it is piped");
        let writer = std::thread::spawn(move || stdin.write_all(MATE.repeat(1500).as_bytes()));
        (child, writer)
    };
    for (mut child, writer) in [import(), import()] {
        writer.join().expect("writing does not panic").expect("all of it is read");
        assert_eq!(child.wait().expect("the program ends").code(), Some(0));
    }
    assert_eq!(folder.answer(&["export"], "").matches("[Event ").count(), 3000);
}

#[test]
fn what_was_told_is_kept_whenever_the_program_ends() {
    let folder = Folder::new("ended");
    let mut child = Command::new(env!("CARGO_BIN_EXE_regence"))
        .args(["games", "import", "-", "--data"])
        .arg(&folder.0)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("the program starts");
    // More than is taken in at once, and no end.
    let mut stdin = child.stdin.take().expect("it is piped");
    stdin.write_all(MATE.repeat(1200).as_bytes()).expect("it is read");
    let told = BufReader::new(child.stdout.take().expect("it is piped")).lines().take(1000);
    let told: Vec<String> = told.map(|line| line.expect("it is told")).collect();
    child.kill().expect("it still waits for more");
    child.wait().expect("the program ends");
    assert_eq!(told.len(), 1000);
    for line in told.iter().step_by(100) {
        let (_, id) = line.split_once('\t').expect("a tab");
        assert!(folder.answer(&["export", id], "").contains("Qh4#"), "{line}");
    }
    assert_eq!(folder.answer(&["export"], "").matches("[Event ").count(), 1000);
}

#[cfg(target_os = "linux")]
#[test]
fn whoever_cannot_go_on_says_how_far_it_got() {
    let folder = Folder::new("full");
    let file = folder.0.with_extension("pgn");
    std::fs::write(&file, MATE.repeat(1200)).expect("there is room");
    let full = std::fs::File::options().write(true).open("/dev/full").expect("Linux has it");
    let output = Command::new(env!("CARGO_BIN_EXE_regence"))
        .args(["games", "import"])
        .arg(&file)
        .arg("--data")
        .arg(&folder.0)
        .stdout(full)
        .output()
        .expect("the program starts");
    std::fs::remove_file(&file).expect("it is there");
    assert_eq!(output.status.code(), Some(2));
    let told = String::from_utf8_lossy(&output.stderr);
    assert!(told.ends_with("the first 1000 games have been dealt with, none after them\n"), "{told}");
    assert_eq!(folder.answer(&["export"], "").matches("[Event ").count(), 1000);
}

#[test]
fn bad_games_are_named_and_the_others_taken() {
    let folder = Folder::new("bad");
    let output = folder.games(&["import", "-"], &format!("1. e4 e5 2. Ke3 *\n\n{MATE}"));
    assert_eq!(output.status.code(), Some(1));
    let told = String::from_utf8(output.stdout).expect("the answer is UTF-8");
    let (bad, good) = told.split_once('\n').expect("two lines");
    assert_eq!(bad, "1\terror\t1:13\tillegal move 'Ke3' of White at move 2: no king can go to e3");
    assert!(good.starts_with("2\t"), "{good}");
    assert_eq!(folder.answer(&[], "").lines().count(), 1);
}

#[test]
fn wrong_requests_are_refused_before_anything_is_made() {
    let folder = Folder::new("wrong");
    folder.refuse(
        &["play"],
        "`games` cannot 'play', only list, show, export, import and delete; see `regence help games`",
    );
    folder.refuse(&["show"], "`games` needs the ID of a game; see `regence help games`");
    folder.refuse(&["show", "x"], "'x' is no game: a game's name has 12 characters, not 1");
    folder.refuse(&["import"], "`games` needs a file, or - for standard input; see `regence help games`");
    folder.refuse(
        &["--result", "2-0"],
        "--result: expected 1-0, 0-1, 1/2-1/2 or *, not '2-0'; see `regence help games`",
    );
    folder.refuse(
        &["--since", "May"],
        "--since: expected a date like 2024-12-31, not 'May'; see `regence help games`",
    );
    for words in [
        &["show", ID, "--player", "Ann"][..],
        &["delete", ID, "--eco", "C41", "--limit", "1"],
        &["--since", "2024", "import", "-"],
        &["export", ID, "--limit", "1"],
    ] {
        let is_flag = |word: &&&str| word.starts_with("--");
        let flag = words.iter().find(is_flag).expect("a flag");
        let task = words.iter().find(|word| ["show", "delete", "import", "export"].contains(word));
        let task = task.expect("a task").replace("export", "export ID");
        folder.refuse(words, &format!("`games {task}` takes no {flag}; see `regence help games`"));
    }
    assert!(!folder.0.exists());
}

/// The name of a game that is nowhere.
const ID: &str = "AAAAAAAAAAAA";

#[test]
fn dates_are_shown_as_they_are_written_and_searched_for_as_they_can_be_meant() {
    let folder = Folder::new("dates");
    for (number, date) in
        ["2023.02.31", "????.??.??", "1851.??.??", "some day", "2023.13.01"].iter().enumerate()
    {
        folder.answer(&["import", "-"], &format!("[Date \"{date}\"]\n[Round \"{number}\"]\n\n1. e4 *\n\n"));
    }
    let utc = "[Date \"????.??.??\"]\n[UTCDate \"2022.07.08\"]\n\n1. e4 *\n";
    folder.answer(&["import", "-"], utc);
    let check = |words: &[&str], expected: &[&str]| {
        let listed = folder.answer(words, "");
        let dates: Vec<&str> = listed.lines().filter_map(|line| line.split('\t').nth(1)).collect();
        assert_eq!(dates, expected, "{words:?}");
    };
    let listed = folder.answer(&[], "");
    let mut dates: Vec<&str> = listed.lines().filter_map(|line| line.split('\t').nth(1)).collect();
    dates.sort_unstable();
    assert_eq!(dates, ["1851.??.??", "2022.07.08", "2023.02.31", "2023.13.01", "????.??.??", "some day"]);
    check(&["--since", "2023-02-28"], &["2023.13.01", "2023.02.31"]);
    check(&["--since", "2023-03-01"], &["2023.13.01"]);
    check(&["--since", "2023", "--before", "2023-03"], &["2023.02.31"]);
    check(&["--before", "2023"], &["2022.07.08", "1851.??.??"]);
    check(&["--before", "2023", "--limit", "1"], &["2022.07.08"]);
}
