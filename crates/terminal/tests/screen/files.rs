//! Files and the clipboard: games and positions read, looked through and written.

use crate::player::{PLAIN, Player};
use regence_terminal::screen::{Effect, Existing, Message, NotWritten};
use std::time::Duration;

#[test]
fn a_pgn_is_looked_through_with_variations_and_comments() {
    let mut player = Player::new((120, 40), PLAIN);
    let pgn = b"[Event \"Lesson\"]\n\n1. e4 {best by test} e5 (1... c5 {Sicilian} 2. Nf3) 2. Nf3 $1 Nc6 *";
    player.send(Message::Read("lesson.pgn".into(), Ok(pgn.to_vec())));
    player.sees("Lesson");
    player.sees("best by test");
    player.sees("1... c5");
    player.sees("Nf3!");
    player.keys("Right Right");
    player.sees("White to move");
    player.keys("Shift-Right Right");
    player.keys("d6 Enter");
    player.sees("d6");
    player.send(Message::Read("bad.pgn".into(), Ok(b"nonsense".to_vec())));
    player.sees("bad.pgn");
}

#[test]
fn the_position_and_the_game_can_be_taken_along() {
    let mut player = Player::two_people();
    player.play("e4");
    player.keys("y");
    let copied =
        player.effects.iter().any(|effect| matches!(effect, Effect::Copy(text) if text.contains("4P3")));
    assert!(copied);
    player.keys(": save Space game.pgn Enter");
    let written = player.effects.iter().find_map(|effect| match effect {
        Effect::Write(path, text, Existing::Keep) => Some((path.display().to_string(), text.clone())),
        _ => None,
    });
    let (path, text) = written.expect("a file is to be written");
    assert_eq!(path, "game.pgn");
    assert!(text.contains("1. e4 *"), "{text}");
    player.send(Message::Wrote(path.into(), Ok(())));
    player.sees("Saved as game.pgn");
}

#[test]
fn what_was_taken_back_is_no_part_of_what_is_saved() {
    let mut player = Player::two_people();
    player.play("e4 e5 Nf3");
    player.keys("u u : save Space game.pgn Enter");
    let is_written =
        |effect: &Effect| matches!(effect, Effect::Write(_, text, _) if text.contains("\n1. e4 *"));
    assert!(player.effects.iter().any(is_written), "{:?}", player.effects.last());
}

/// What becomes of a file that is there already, by the last wish to write one.
fn last_existing(player: &Player) -> Option<(String, Existing)> {
    player.effects.iter().rev().find_map(|effect| match effect {
        Effect::Write(path, _, existing) => Some((path.display().to_string(), *existing)),
        _ => None,
    })
}

#[test]
fn a_file_that_is_there_already_is_replaced_only_if_that_is_said() {
    let mut player = Player::two_people();
    player.play("e4");
    player.keys(": save Space game.pgn Enter");
    player.send(Message::Wrote("game.pgn".into(), Err(NotWritten::Exists)));
    player.sees("There is a file game.pgn already");
    player.sees(":save! game.pgn");
    player.keys("Esc : save! Space game.pgn Enter");
    assert_eq!(last_existing(&player), Some(("game.pgn".into(), Existing::Replace)));
    player.send(Message::Wrote("game.pgn".into(), Ok(())));
    // It holds this game, as it was.
    player.play("e5");
    player.keys(": save Space game.pgn Enter");
    assert_eq!(last_existing(&player), Some(("game.pgn".into(), Existing::Replace)));
    player.wait(Duration::from_secs(3723));
    player.keys("s");
    assert_eq!(last_existing(&player), Some(("regence-2026-11-16-010203.pgn".into(), Existing::Keep)));
}

#[test]
fn one_game_of_a_file_does_not_replace_them_all_unasked() {
    let mut player = Player::new((80, 24), PLAIN);
    player.send(Message::Read("two.pgn".into(), Ok(b"1. e4 *\n\n1. d4 *\n".to_vec())));
    player.sees("2 games");
    player.keys(": save Space two.pgn Enter");
    assert_eq!(last_existing(&player), Some(("two.pgn".into(), Existing::Keep)));
    player.send(Message::Wrote("one.pgn".into(), Ok(())));
    player.sees("Saved as one.pgn: this game alone");
    player.keys("]");
    player.keys(": save Space one.pgn Enter");
    assert_eq!(last_existing(&player), Some(("one.pgn".into(), Existing::Keep)));
}

#[test]
fn what_cannot_be_read_of_a_game_is_said() {
    let mut player = Player::new((120, 40), PLAIN);
    player.send(Message::Read("odd.pgn".into(), Ok(b"1. e4 e5\n2. Nf6 Nc6 *\n".to_vec())));
    player.sees("e5");
    player.sees("Not all of it could be read: line 2:4: ");
}

#[test]
fn positions_of_every_kind_are_opened() {
    let mut player = Player::new((80, 24), PLAIN);
    player.app.open("3k/4/4/K2Q w - - 0 1");
    player.sees("House rules");
    player.sees("White to move");
    let mut player = Player::new((80, 24), PLAIN);
    player.app.open("8/8/8/4N3/8/8/8/8 w - - 0 1");
    player.sees("Free board, White to move");
    for fen in ["rnbqkbnr/pppppppp/9/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "8/8/8/8/8/8/8/8/8 w - - 0 1"] {
        let mut player = Player::new((120, 24), PLAIN);
        player.app.open(fen);
        player.send(Message::Tick);
        player.sees("This FEN cannot be read: ");
        assert!(!player.effects.iter().any(|effect| matches!(effect, Effect::Read(_))), "it is no file");
        let mut player = Player::two_people();
        player.keys(": load Space");
        player.send(Message::Paste(fen.into()));
        player.keys("Enter");
        player.sees("This FEN cannot be read: ");
    }
}

#[test]
fn the_name_of_a_file_that_cannot_be_used_stays_to_be_mended() {
    let mut player = Player::two_people();
    player.keys(": save Space nowhere/game.pgn Enter");
    player.does_not_see(":save");
    player.send(Message::Wrote("nowhere/game.pgn".into(), Err(NotWritten::Failed("No such folder".into()))));
    player.sees("nowhere/game.pgn could not be written: No such folder");
    player.sees(":save nowhere/game.pgn");
    player.keys("Esc : load Space nobody.pgn Enter");
    player.send(Message::Read("nobody.pgn".into(), Err("No such file".into())));
    player.sees("nobody.pgn: No such file");
    player.sees(":load nobody.pgn");
    // What was saved by a key has no line to be mended.
    player.keys("Esc s");
    player.send(Message::Wrote("a.pgn".into(), Err(NotWritten::Failed("No room".into()))));
    player.sees("a.pgn could not be written: No room");
    player.does_not_see(":load");
}

#[test]
fn clocks_and_fallen_flags_are_saved_with_the_game() {
    let mut player = Player::new((80, 24), PLAIN);
    player.keys("t");
    player.choose("Clock", "3+2");
    player.keys("Enter");
    player.play("e4");
    player.wait(Duration::from_secs(7));
    player.play("e5 Nf3 Nc6");
    player.keys("u : save Space game.pgn Enter");
    player.wait(Duration::from_mins(4));
    player.sees("wins on time");
    player.keys("s");
    let written = player.effects.iter().filter_map(|effect| match effect {
        Effect::Write(_, text, _) => Some(text.as_str()),
        _ => None,
    });
    let texts: Vec<&str> = written.collect();
    let [running, over] = texts[..] else { panic!("{texts:?}") };
    assert!(running.contains("[%clk 0:02:55]") && running.contains("e5"), "{running}");
    assert!(!running.contains("Nc6") && !running.contains("Termination"), "{running}");
    assert!(over.contains("[Termination \"time forfeit\"]"), "{over}");
}

#[test]
fn nobody_has_to_wait_for_a_file_that_does_not_come() {
    let mut player = Player::two_people();
    player.play("e4");
    player.keys(": load Space pipe Enter");
    player.sees("Reading pipe ~: any key stops that");
    // Enter stops it, too, and does not ask for the file again.
    player.keys("Enter");
    player.sees("pipe was not read: nothing came from it");
    player.sees(":load pipe");
    player.keys("Esc");
    player.play("e5");
    // Somebody writes at last, but nobody waits any more.
    player.send(Message::Read("pipe".into(), Ok(b"1. d4 d5 *".to_vec())));
    player.sees("1. e4");
    player.keys(": load Space pipe Enter");
    player.keys("Esc Esc : load Space pipe Enter");
    // Two wait for it now, and it does not matter which of them gets what is written.
    player.send(Message::Read("pipe".into(), Ok(b"1. d4 d5 *".to_vec())));
    player.sees("1. d4");
    player.send(Message::Read("pipe".into(), Ok(Vec::new())));
    player.sees("1. d4");
}

#[test]
fn a_key_does_what_it_always_does_while_a_file_is_read() {
    let mut player = Player::new((80, 24), PLAIN);
    player.keys("o pipe Enter");
    player.sees("Reading pipe");
    player.keys("s");
    player.does_not_see("Reading");
    player.sees("pipes");
}
