//! At the board.

use crate::player::{PLAIN, Player};
use regence_terminal::keep::Settings;
use regence_terminal::screen::{Effect, Existing, Message, NotWritten};
use std::time::Duration;

#[test]
fn two_keys_lead_from_nothing_to_a_game() {
    let mut player = Player::new((80, 24), PLAIN);
    player.sees("New game");
    player.keys("Enter Enter");
    player.sees("White to move");
    player.sees("Computer (taker)");
}

#[test]
fn a_game_is_played_to_mate_by_typing() {
    let mut player = Player::two_people();
    player.play("f3 e5 g4 Qh4");
    player.sees("Black wins by checkmate");
    player.sees("Rematch");
}

#[test]
fn a_game_is_played_to_mate_by_cursor() {
    let mut player = Player::two_people();
    // From e2: f2-f3, e7-e5, g2-g4, d8-h4.
    player.keys("Right Enter Up Enter");
    player.keys("Up Up Up Up Left Enter Down Down Enter");
    player.keys("Down Down Down Right Right Enter Up Up Enter");
    player.keys("Up Up Up Up Left Left Left Enter Right Right Right Right Down Down Down Down Enter");
    player.sees("Black wins by checkmate");
}

#[test]
fn a_game_is_played_to_mate_by_mouse() {
    let mut player = Player::two_people();
    let at = Player::square;
    player.click(at("f2"));
    player.click(at("f3"));
    player.drag(at("e7"), at("e5"));
    player.drag(at("g2"), at("g4"));
    player.click(at("d8"));
    player.sees("[ q ]");
    player.click(at("h4"));
    player.sees("Black wins by checkmate");
}

#[test]
fn marks_have_shapes() {
    let mut player = Player::two_people();
    player.play("e4 d5");
    player.keys("Up Up Enter");
    player.sees("[ P ]");
    let picture = player.picture();
    let rank5 = picture.lines().nth(6).expect("the row of the fifth rank");
    assert!(rank5.contains("px"), "a capture is marked:\n{picture}");
    player.keys("Esc");
    player.play("Bb5+");
    player.sees("k!");
    player.sees("Black is in check");
}

#[test]
fn illegal_moves_say_why_and_stay_to_be_mended() {
    let mut player = Player::two_people();
    player.play("Nf6");
    player.sees("No knight can go to f6");
    player.sees(":Nf6");
    player.keys("Esc");
    player.drag(Player::square("e2"), Player::square("e5"));
    player.sees("White to move");
    player.sees("e2");
    player.play("Ke2");
    player.sees("Your own pawn stands on e2");
}

#[test]
fn letters_that_are_keys_begin_moves_too() {
    let mut player = Player::two_people();
    player.play("e4 a5 f4 h5");
    player.sees("1. e4");
    player.sees("f4");
    player.sees("h5");
    // Nothing has been turned or shown by the way.
    assert!(player.picture().lines().last().is_some_and(|line| line.contains("take back")));
    let files = player.picture().lines().nth(16).map(str::trim).map(str::to_owned);
    assert!(files.is_some_and(|files| files.starts_with('a')), "{}", player.picture());
    player.keys("f");
    let files = player.picture().lines().nth(16).map(str::trim).map(str::to_owned);
    assert!(files.is_some_and(|files| files.starts_with('h')), "{}", player.picture());
}

#[test]
fn the_line_completes_moves_and_commands() {
    let mut player = Player::two_people();
    player.keys("N");
    player.sees("Na3  Nc3  Nf3  Nh3");
    player.keys("f Tab");
    player.sees(":Nf3");
    player.keys("Enter");
    player.sees("Black to move");
    player.keys(": fl");
    player.sees("turn the board");
    player.keys("Tab Enter");
    let files = player.picture().lines().nth(16).map(str::trim).map(str::to_owned);
    assert!(files.is_some_and(|files| files.starts_with('h')), "{}", player.picture());
    player.keys(": dance Enter");
    player.sees("\"dance\" is no move and no command");
    player.keys("Esc : FLIP Enter");
    let files = player.picture().lines().nth(16).map(str::trim).map(str::to_owned);
    assert!(files.is_some_and(|files| files.starts_with('a')), "{}", player.picture());
}

#[test]
fn tab_goes_through_what_the_line_may_become() {
    let mut player = Player::two_people();
    player.keys("N Tab");
    player.sees(":Na3");
    player.keys("Tab Tab");
    player.sees(":Nf3");
    player.sees("Na3  Nc3  Nf3  Nh3");
    player.keys("Tab Tab Enter");
    player.sees("1. Na3");
}

#[test]
fn a_pawn_becomes_what_its_owner_chooses() {
    let mut player = Player::two_people();
    player.play("a4 h6 a5 h5 a6 h4 axb7 h3");
    player.drag(Player::square("b7"), Player::square("a8"));
    player.sees("Promote to [q] queen  [r] rook  [b] bishop  [n] knight");
    player.keys("n");
    player.sees("bxa8=N");
    player.keys("u");
    player.play("bxc8=R");
    player.sees("bxc8=R");
}

#[test]
fn castling_and_en_passant_work_with_the_mouse() {
    let mut player = Player::two_people();
    player.play("e4 a6 e5 d5");
    player.click(Player::square("e5"));
    let picture = player.picture();
    assert!(
        picture.lines().nth(4).is_some_and(|row| row.contains('*')),
        "special moves are marked:\n{picture}"
    );
    player.click(Player::square("d6"));
    player.sees("exd6");
    player.play("a5 Nf3 a4 Be2 a3");
    player.drag(Player::square("e1"), Player::square("g1"));
    player.sees("O-O");
}

#[test]
fn taking_back_and_redoing_has_no_limit() {
    let mut player = Player::two_people();
    player.play("e4 e5 Nf3");
    player.keys("u Ctrl-Z u");
    player.sees("White to move");
    player.keys("u");
    player.sees("There is nothing to take back");
    player.keys("U Ctrl-Y U");
    player.sees("Nf3");
    player.sees("Black to move");
}

#[test]
fn looking_back_changes_nothing() {
    let mut player = Player::two_people();
    player.play("e4 e5 Nf3");
    player.keys("Tab Left Left");
    player.sees("looking back");
    player.keys("Home Right l h End");
    player.keys("Right Right Right");
    player.does_not_see("looking back");
    player.sees("Black to move");
}

#[test]
fn resigning_asks() {
    let mut player = Player::two_people();
    player.play("e4");
    player.keys("r Enter");
    player.sees("Resign as Black?");
    player.keys("n");
    player.sees("Black to move");
    player.keys("r y");
    player.sees("White wins: Black resigned");
    player.keys("r");
    player.sees("White to move");
    player.sees("no moves yet");
}

#[test]
fn a_side_that_is_named_resigns_if_a_person_plays_it() {
    let mut player = Player::new((80, 24), PLAIN);
    player.keys("n Enter : resign Space black Enter");
    player.sees("A computer plays Black");
    player.keys("Esc : Resign Space White Enter");
    player.sees("Resign as White?");
    player.keys("y");
    player.sees("Black wins: White resigned");
}

#[test]
fn people_are_asked_whether_they_accept_a_draw() {
    let mut player = Player::two_people();
    player.play("e4");
    player.keys("o");
    player.sees("Black offers a draw. Does White accept?");
    player.keys("n");
    player.sees("White declines the draw");
    player.keys("o y");
    player.sees("Draw: agreed by both sides");
}

#[test]
fn claims_are_judged() {
    let mut player = Player::two_people();
    player.keys("k");
    player.sees("There is no draw to claim");
    player.play("Nf3 Nf6 Ng1 Ng8 Nf3 Nf6 Ng1 Ng8");
    player.keys("k");
    player.sees("Draw: the same position three times");
}

#[test]
fn a_move_of_the_h_pawn_can_be_typed_wherever_one_looks() {
    let mut player = Player::new((80, 24), PLAIN);
    let pgn = b"1. e4 e5 (1... c5 2. Nf3) 2. Nc3 *";
    player.send(Message::Read("lesson.pgn".into(), Ok(pgn.to_vec())));
    // In the variation, from which going back and forward leads to the main line.
    player.keys("Right Right Shift-Right");
    player.sees("White to move");
    player.keys("h");
    player.sees("Black to move");
    player.keys("4 Enter");
    player.sees("Black to move");
    player.keys("y");
    player.sees("rnbqkbnr/pp1ppppp/8/2p5/4P2P/8/PPPP1PP1/RNBQKBNR b");
    let mut player = Player::two_people();
    player.play("e4 e5");
    player.keys("Esc Left Left h4");
    player.keys("Esc");
    player.sees("looking back");
}

#[test]
fn a_flag_falls() {
    let mut player = Player::new((80, 24), PLAIN);
    player.keys("t Down Down Down Down Down Down");
    player.sees("Clock");
    player.keys("Right Enter");
    player.play("e4");
    player.wait(Duration::from_secs(50));
    player.sees("0:10");
    player.wait(Duration::from_secs(11));
    player.sees("White wins on time");
}

#[test]
fn the_free_board_takes_anything() {
    let mut player = Player::new((80, 24), PLAIN);
    player.keys("b");
    player.sees("Free board, White to move");
    player.keys("z");
    player.keys("K Up Up Up Up Up k Right Right Q");
    player.sees("8/4k1Q1/8/8/8/8/4K3/8 w");
    player.keys("Del u");
    player.sees("4k1Q1");
    player.keys("t");
    player.sees("Free board, Black to move");
    player.keys("g");
    player.sees("Black is in check");
    player.keys("m");
    player.sees("Free board");
}

#[test]
fn a_fen_of_chess960_is_played_as_such_and_keeps_its_rights_on_the_free_board() {
    const START: &str = "bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/BBQNNRKR";
    let mut player = Player::new((120, 40), PLAIN);
    player.keys("b");
    player.keys(&format!(": load Space {START} Space w Space HFhf Space - Space 0 Space 1 Enter"));
    player.sees("Chess960, start 0");
    player.keys("m");
    player.sees("Free board");
    player.sees("w KQkq - 0 1");
    player.keys("y");
    let copied = |effect: &Effect| matches!(effect, Effect::Copy(text) if text.contains(" w KQkq - 0 1"));
    assert!(player.effects.iter().any(copied));
    player.keys("g");
    player.sees("Chess960, start 0");
}

#[test]
fn a_long_refusal_is_read_to_its_end() {
    for size in [(80, 24), (120, 40)] {
        let mut player = Player::new(size, PLAIN);
        player.keys("t Enter : claim Enter");
        player.sees(":claim");
        let picture = player.picture();
        let words = picture.split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(
            words.contains("There is no draw to claim") && words.contains("a capture or a pawn move"),
            "{picture}"
        );
    }
}

#[test]
fn a_written_move_of_a_pawn_to_the_last_rank_asks_what_it_becomes() {
    for written in ["a8", "a7a8", "a8+"] {
        let mut player = Player::two_people();
        player.app.open("8/P6k/8/8/8/8/8/K7 w - - 0 1");
        player.play(written);
        player.sees("Promote to");
        player.keys("n");
        player.sees("a8=N");
    }
    let mut player = Player::two_people();
    player.app.open("8/P6k/8/8/8/8/8/K7 w - - 0 1");
    player.play("b8");
    player.does_not_see("Promote to");
}

#[test]
fn the_form_knows_chess960_by_its_castling() {
    let mut player = Player::new((120, 40), PLAIN);
    player.keys("t Up");
    player.sees("Start position");
    let start = "bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/BBQNNRKR w HFhf - 0 1";
    player.send(Message::Paste(start.into()));
    player.keys("Enter");
    player.sees("Chess960, start 0");
}

#[test]
fn leaving_a_running_game_asks_and_keeps_it() {
    let mut player = Player::two_people();
    player.play("e4");
    player.keys("q");
    player.sees("Leave the game?");
    player.keys("y");
    player.sees("Continue");
    player.keys("c");
    player.sees("1. e4");
}

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
fn the_opening_has_its_name_beside_the_moves() {
    let mut player = Player::two_people();
    player.play("e4 c5");
    player.sees("B20 Sicilian Defense");
    player.play("Nf3 d6 d4 cxd4 Nxd4 Nf6 Nc3 a6 h4");
    player.sees("B90 Sicilian Defense: Najdorf");
    player.keys("Tab Home Right");
    player.sees("B00 King's Pawn Game");
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
fn a_position_that_is_no_chess_is_played_by_house_rules_if_wanted() {
    let mut player = Player::new((80, 24), PLAIN);
    player.keys("b z k g");
    player.sees("White has no king: no game of chess. Play by house rules?");
    player.keys("n");
    player.sees("The board is still free");
    player.keys("g y");
    player.sees("House rules: nothing that needs a king is asked for");
    player.keys("u");
    player.sees("The board is free again");
    player.keys(": start Enter");
    player.sees("Play by house rules?");
}

#[test]
fn an_engine_lets_the_planner_play_by_house_rules() {
    let settings = Settings { opponent: "engine:full".into(), ..Settings::default() };
    let mut player = Player::with((80, 24), PLAIN, settings);
    player.keys("n Enter m");
    player.sees("Free board");
    // From e2 down to the king.
    player.keys("Down Del g");
    player.sees("White has no king");
    player.keys("y");
    player.sees("the planner plays Black for it");
    player.sees("Computer (planner)");
}

#[test]
fn stopping_a_game_can_be_taken_back() {
    let mut player = Player::two_people();
    player.play("e4 e5");
    player.keys("m");
    player.sees("Stop this game to edit its position? Taking back returns to it.");
    player.keys("y Del");
    player.keys("u u");
    player.sees("The game is back as it was");
    player.sees("1. e4");
    player.keys("U U");
    player.sees("Free board, White to move");
    player.keys("Z u u");
    player.sees("rnbqkbnr/pppp1ppp");
}

#[test]
fn a_game_that_black_begins_has_no_moves_yet() {
    let mut player = Player::new((80, 24), PLAIN);
    player.app.open("4k3/8/8/8/8/8/8/4K2R b - - 0 9");
    player.sees("no moves yet");
    player.does_not_see("9.");
}

#[test]
fn a_free_board_says_how_to_leave_it() {
    let mut player = Player::new((80, 24), PLAIN);
    player.keys("b");
    player.sees("Esc leave");
    // The cursor stays where pieces are put.
    player.keys("Tab Up");
    player.sees(">   <");
    player.keys("Down Enter Esc");
    player.sees("Free board, White to move");
    player.keys("Esc");
    player.sees("New game");
    let mut player = Player::new((200, 40), PLAIN);
    player.keys("b");
    player.does_not_see("q quit");
}

#[test]
fn a_board_that_turns_turns_back_with_what_is_taken_back() {
    let settings = Settings { turns: true, ..Settings::default() };
    let mut player = Player::with((80, 24), PLAIN, settings);
    player.keys("t Enter");
    let is_turned = |player: &Player| player.picture().starts_with(" 1 ");
    player.play("e4");
    assert!(is_turned(&player));
    player.keys("u");
    assert!(!is_turned(&player), "{}", player.picture());
    player.keys("U");
    assert!(is_turned(&player));
    // Whoever turns it by hand keeps it so until the next move.
    player.keys("f o n");
    assert!(!is_turned(&player));
}

#[test]
fn what_makes_no_sense_is_refused_in_words() {
    let mut player = Player::two_people();
    player.play("f3 e5 g4 Qh4");
    player.keys("Esc w");
    player.sees("There is no game to take over");
    player.keys(": pause Enter");
    player.sees("No game is being played");
    player.keys("Esc Esc v : rematch Enter");
    player.sees("There is no game here to be played again");
}

#[test]
fn whoever_sits_down_is_named() {
    let mut player = Player::two_people();
    player.keys(": seat Space black Space computer:taker Enter");
    player.sees("Black is Computer (taker) now");
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
fn a_refusal_says_what_would_be_legal() {
    let mut player = Player::two_people();
    player.play("e2e5");
    player.sees("A pawn does not move from e2 to e5; the pawn on e2 can go to e3 or e4");
    player.keys("Esc");
    player.drag(Player::square("a1"), Player::square("a5"));
    player.sees("a2 is in the way; the rook on a1 has no");
    // Of a piece that can go nearly everywhere, the marks on the board tell.
    player.play("e4 e5 Qh5 Nc6");
    player.drag(Player::square("h5"), Player::square("a6"));
    player.sees("A queen does not move from h5 to a6");
    player.does_not_see("can go to");
}
