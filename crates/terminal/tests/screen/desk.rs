//! At the board.

use crate::player::{PLAIN, Player};
use regence_terminal::keep::Settings;
use regence_terminal::screen::Message;
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
fn the_beginning_of_a_move_is_no_move_yet() {
    let mut player = Player::two_people();
    player.play("Nf");
    player.sees("Nf is not a whole move: did you mean Nf3?");
    player.sees(":Nf");
    player.keys("Esc");
    player.play("N");
    player.sees("N is not a whole move: it could become Na3, Nc3, Nf3, Nh3");
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
