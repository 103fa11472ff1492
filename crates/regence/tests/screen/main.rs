//! The full-screen game as it is shipped, in a pseudo-terminal: real keys, a real mouse, real files.
#![cfg(unix)]

mod terminal;

use portable_pty::CommandBuilder;
use std::io::Read;
use terminal::{Terminal, folder_for};

/// Fool's mate by typing, as two people.
const MATE: [&str; 4] = ["f3", "e5", "g4", "Qh4"];

#[test]
fn a_game_is_played_to_mate_by_typing() {
    let mut terminal = Terminal::new("typing", (80, 24), &[]);
    terminal.wait_for("Two players");
    terminal.type_text("t\r");
    terminal.wait_for("White to move");
    for mv in MATE {
        terminal.type_text(mv);
        terminal.wait_for(&format!(":{mv}"));
        terminal.type_text("\r");
        terminal.wait_until(&format!("{mv} is played"), |screen| !screen.contains(&format!(":{mv}")));
    }
    terminal.wait_for("Black wins by checkmate");
    terminal.type_text("r");
    terminal.wait_for("no moves yet");
    terminal.quit();
}

#[test]
fn a_game_is_played_to_mate_by_keyboard() {
    const UP: &str = "\x1b[A";
    const DOWN: &str = "\x1b[B";
    const RIGHT: &str = "\x1b[C";
    const LEFT: &str = "\x1b[D";
    let mut terminal = Terminal::new("keyboard", (80, 24), &[]);
    terminal.wait_for("Two players");
    terminal.type_text("t\r");
    terminal.wait_for("White to move");
    terminal.type_text(&format!("{RIGHT}\r{UP}\r"));
    terminal.wait_for("Black to move");
    terminal.type_text(&format!("{}{LEFT}\r{}\r", UP.repeat(4), DOWN.repeat(2)));
    terminal.wait_for("White to move");
    terminal.type_text(&format!("{}{}\r{}\r", DOWN.repeat(3), RIGHT.repeat(2), UP.repeat(2)));
    terminal.wait_for("Black to move");
    terminal.type_text(&format!(
        "{}{}\r{}{}\r",
        UP.repeat(4),
        LEFT.repeat(3),
        RIGHT.repeat(4),
        DOWN.repeat(4)
    ));
    terminal.wait_for("Black wins by checkmate");
    terminal.type_text("\x1b");
    terminal.quit();
}

#[test]
fn a_game_is_played_to_mate_by_mouse() {
    let mut terminal = Terminal::new("mouse", (80, 24), &[]);
    terminal.click_text("Two players");
    terminal.wait_for("Sides");
    terminal.click_text("Play");
    terminal.wait_for("White to move");
    terminal.click_square("f2");
    terminal.click_square("f3");
    terminal.wait_for("Black to move");
    terminal.drag_square("e7", "e5");
    terminal.wait_for("White to move");
    terminal.drag_square("g2", "g4");
    terminal.wait_for("Black to move");
    terminal.click_square("d8");
    terminal.click_square("h4");
    terminal.wait_for("Black wins by checkmate");
    terminal.click_text("Review");
    terminal.wait_for("play on");
    terminal.quit();
}

#[test]
fn castling_and_en_passant_work_with_the_mouse() {
    let mut terminal = Terminal::new("castling", (80, 24), &[]);
    terminal.wait_for("Two players");
    terminal.type_text("t\r");
    for (from, to, san) in [
        ("e2", "e4", "e4"),
        ("a7", "a6", "a6"),
        ("e4", "e5", "e5"),
        ("d7", "d5", "d5"),
        ("e5", "d6", "exd6"),
        ("a6", "a5", "a5"),
        ("g1", "f3", "Nf3"),
        ("a5", "a4", "a4"),
        ("f1", "e2", "Be2"),
        ("a4", "a3", "a3"),
        ("e1", "g1", "O-O"),
    ] {
        terminal.drag_square(from, to);
        terminal.wait_for(&format!(" {san}"));
    }
    terminal.quit();
}

#[test]
fn promotion_asks() {
    let mut terminal = Terminal::new("promotion", (80, 24), &["play", "8/P6k/8/8/8/8/8/K7 w - - 0 1"]);
    terminal.wait_for("White to move");
    terminal.drag_square("a7", "a8");
    terminal.wait_for("Promote to");
    terminal.type_text("r");
    terminal.wait_for("a8=R");
    terminal.quit();
}

#[test]
fn undo_during_thinking_cancels_it() {
    let mut terminal = Terminal::new("undo", (80, 24), &["play", "--level", "full"]);
    terminal.wait_for("New game");
    terminal.type_text("n\r");
    terminal.wait_for("Engine");
    terminal.type_text("e4\r");
    terminal.wait_for("thinking");
    terminal.type_text("u");
    terminal.wait_for("Taken back");
    terminal.wait_for("White to move");
    terminal.type_text("d4\r");
    terminal.wait_for("1. d4");
    terminal.wait_for("White to move");
    terminal.quit();
}

#[test]
fn a_pipe_into_which_nobody_writes_is_not_waited_for() {
    let folder = folder_for("pipe-file");
    let pipe = folder.join("pipe");
    let made = std::process::Command::new("mkfifo").arg(&pipe).status();
    assert!(made.expect("mkfifo is there").success());
    let mut terminal = Terminal::new("pipe", (80, 24), &["play", pipe.to_str().expect("its name is text")]);
    terminal.wait_for("Reading");
    terminal.type_text("\x1b");
    terminal.wait_for("was not read");
    terminal.type_text("\x1b");
    terminal.wait_for("Two players");
    terminal.type_text("t\r");
    terminal.wait_for("White to move");
    terminal.quit();
    std::fs::remove_dir_all(&folder).expect("the folder was there");
}

#[test]
fn resizing_never_breaks() {
    let mut terminal = Terminal::new("resize", (80, 24), &[]);
    terminal.wait_for("Two players");
    terminal.type_text("t\re4\r");
    terminal.wait_for("Black to move");
    terminal.resize((120, 40));
    terminal.wait_until("the board is larger", |screen| {
        screen.lines().nth(37).is_some_and(|row| row.contains("Black to move"))
    });
    terminal.resize((20, 6));
    terminal.wait_for("Too small to play");
    terminal.resize((60, 20));
    terminal.wait_for("1. e4");
    terminal.type_text("e5\r");
    terminal.wait_for("White to move");
    terminal.quit();
}

#[test]
fn a_killed_game_is_continued() {
    let mut terminal = Terminal::new("kill", (80, 24), &[]);
    terminal.wait_for("Two players");
    terminal.type_text("t\re4\r");
    terminal.wait_for("Black to move");
    terminal.type_text("c5\r");
    terminal.wait_for("White to move");
    terminal.kill();
    let mut terminal = terminal.again();
    terminal.wait_for("Continue");
    terminal.type_text("\r");
    terminal.wait_for("1. e4");
    terminal.wait_for("White to move");
    terminal.type_text("u");
    terminal.wait_for("Black to move");
    terminal.type_text("U");
    terminal.wait_for("White to move");
    terminal.quit();
}

#[test]
fn what_is_shown_is_kept_where_other_programs_see_it() {
    let folder = folder_for("kept-data");
    let data = folder.to_str().expect("the folder's name is text");
    let games = || {
        let list = std::process::Command::new(env!("CARGO_BIN_EXE_regence"))
            .args(["games", "--data", data])
            .output()
            .expect("the program starts");
        String::from_utf8(list.stdout).expect("the answer is UTF-8")
    };
    let mut terminal = Terminal::new("kept", (80, 24), &["play", "--data", data]);
    terminal.wait_for("Two players");
    terminal.type_text("t\re4\r");
    terminal.wait_for("Black to move");
    assert!(games().contains("\tHuman\tHuman\t*\t1\t"), "{}", games());
    terminal.type_text("e5\r");
    terminal.wait_for("White to move");
    terminal.kill();
    assert!(games().contains("\tHuman\tHuman\t*\t2\t"), "{}", games());
    std::fs::remove_dir_all(&folder).expect("the folder was there");
}

#[test]
fn the_editor_sets_up_a_position_to_play_from() {
    let mut terminal = Terminal::new("editor", (80, 24), &[]);
    terminal.wait_for("Free board");
    terminal.type_text("b");
    terminal.wait_for("Free board, White to move");
    terminal.type_text("z");
    terminal.wait_for("8/8/8/8/8/8/8/8");
    terminal.type_text("K");
    terminal.type_text(&"\x1b[A".repeat(6));
    terminal.type_text("k");
    terminal.wait_for("4k3/8/8/8/8/8/4K3/8");
    terminal.type_text("\x1b[C\x1b[CR");
    terminal.wait_for("4k1R1/");
    terminal.type_text("tg");
    terminal.wait_for("Black is in check");
    terminal.quit();
}

#[test]
fn a_terminal_that_tells_its_background_is_heard() {
    let mut terminal = Terminal::new("background", (80, 24), &[]);
    terminal.wait_for("Two players");
    terminal.type_text("t\r");
    terminal.wait_for("White to move");
    let dark = terminal.background((4, 0));
    // The answer among keys: a move that was begun goes on.
    terminal.type_text("Nf\x1b]11;rgb:ffff/ffff/ffff\x073\r");
    terminal.wait_for("1. Nf3");
    terminal.wait_for_background((4, 0), |color| color != dark);
    terminal.type_text("\x1b]11;rgb:0000/0000/0000\x1b\\");
    terminal.wait_for_background((4, 0), |color| color == dark);
    terminal.quit();
}

#[test]
fn a_signal_leaves_the_terminal_as_it_was() {
    for signal in ["TERM", "HUP", "INT", "QUIT"] {
        let mut terminal = Terminal::new(&format!("signal-{signal}"), (80, 24), &[]);
        terminal.wait_for("Two players");
        terminal.type_text("t\re4\r");
        terminal.wait_for("Black to move");
        terminal.is_taken();
        terminal.signal(signal);
        terminal.wait_for_end();
        terminal.is_given_back();
        let mut terminal = terminal.again();
        terminal.wait_for("Continue");
        terminal.type_text("\r");
        terminal.wait_for("1. e4");
        terminal.quit();
    }
}

#[test]
fn a_stopped_program_gives_the_terminal_back_and_takes_it_again() {
    let mut terminal = Terminal::new("stopped", (80, 24), &[]);
    terminal.wait_for("Two players");
    terminal.type_text("t\re4\r");
    terminal.wait_for("Black to move");
    terminal.signal("TSTP");
    terminal.wait_until("the picture is gone", |screen| !screen.contains("Black to move"));
    terminal.wait_until_stopped();
    terminal.wait_until_given_back();
    terminal.is_given_back();
    terminal.signal("CONT");
    terminal.wait_for("Black to move");
    terminal.is_taken();
    terminal.type_text("e5\r");
    terminal.wait_for("White to move");
    terminal.quit();
}

#[test]
fn a_dumb_terminal_gets_lines_of_text() {
    let mut command = CommandBuilder::new("env");
    command.args(["TERM=dumb", env!("CARGO_BIN_EXE_regence")]);
    let mut terminal = Terminal::spawn(folder_for("dumb"), (80, 24), command);
    terminal.wait_for("White to move");
    terminal.type_text("exit\n");
    terminal.wait_for("Goodbye");
}

/// The test itself is the program in the terminal the second time: it takes the terminal, and panics on a key.
#[test]
fn a_panic_leaves_the_terminal_as_it_was() {
    const PANICS: &str = "REGENCE_TEST_PANICS";
    const NAME: &str = "a_panic_leaves_the_terminal_as_it_was";
    if std::env::var_os(PANICS).is_some() {
        let _guard = regence_terminal::screen::Guard::enter().expect("there is a terminal");
        println!("ready");
        let _ = std::io::stdin().read(&mut [0]);
        panic!("on purpose");
    }
    let mut command = CommandBuilder::new(std::env::current_exe().expect("we run"));
    command.args(["--exact", NAME, "--nocapture", "--test-threads", "1"]);
    command.env(PANICS, "1");
    // A long tale would scroll away what is looked for.
    command.env("RUST_BACKTRACE", "0");
    let mut terminal = Terminal::spawn(folder_for("panic"), (80, 24), command);
    terminal.wait_for("ready");
    terminal.is_taken();
    terminal.type_text("x");
    terminal.wait_for_end();
    terminal.is_given_back();
    terminal.wait_for("on purpose");
}

#[test]
fn computers_are_watched_and_a_file_is_reviewed() {
    let mut terminal = Terminal::new("watch", (120, 40), &[]);
    terminal.wait_for("Watch");
    terminal.type_text("w\r");
    terminal.wait_for("White to move");
    terminal.type_text(":seat white computer:taker\r");
    terminal.wait_for("Computer (taker)");
    terminal.type_text(":seat black computer:careful\r");
    terminal.wait_for("Computer (careful)");
    terminal.wait_for(" 2. ");
    terminal.type_text(" ");
    terminal.wait_for("paused");
    terminal.type_text(":save watched.pgn\r");
    terminal.wait_for("Saved as watched.pgn");
    terminal.type_text(":load watched.pgn\r");
    terminal.wait_for("One game");
    terminal.type_text("e");
    terminal.wait_for("depth");
    terminal.quit();
}

#[test]
fn lines_of_an_analysis_are_drawn_in_place() {
    let position = "6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1";
    let words = ["analyze", "--fen", position, "--depth", "12", "--multipv", "2"];
    let mut terminal = Terminal::new("analyze", (200, 24), &words);
    terminal.wait_for_end();
    // Of all depths only the last one is left, and nothing of how far it was.
    terminal.wait_until("two lines are left", |screen| {
        let depths = screen.lines().filter(|line| line.contains("depth 12")).count();
        depths == 2 && screen.matches("depth").count() == 2 && !screen.contains("nodes/s")
    });
}
