//! The pages beside the board.

use crate::player::{PLAIN, Player};
use ratatui::crossterm::event::{KeyCode, KeyModifiers, MouseEventKind};
use regence_terminal::keep::{Request, Settings};
use regence_terminal::screen::{Effect, Look, Message};

/// Goes to a line of the form and changes it so many times.
fn change(player: &mut Player, label: &str, times: usize) {
    let row =
        |player: &Player| player.picture().lines().position(|line| line.trim_start().starts_with(label));
    let steps = row(player).expect("the form has such a line") - 2;
    for _ in 0..steps {
        player.keys("Down");
    }
    for _ in 0..times {
        player.keys("Right");
    }
}

#[test]
fn every_kind_of_chess_can_be_begun() {
    for (times, expected) in [(0, "Moves"), (1, "Chess960, start"), (2, "Classroom"), (3, "House rules")] {
        let mut player = Player::new((80, 30), PLAIN);
        player.keys("t");
        change(&mut player, "Chess", times);
        player.keys("Enter");
        player.sees(expected);
        player.sees("White to move");
    }
}

#[test]
fn small_boards_are_large_on_the_screen() {
    let mut player = Player::new((80, 30), PLAIN);
    player.keys("t");
    change(&mut player, "Chess", 3);
    player.keys("Down Left Left Left Left");
    player.sees("4 x 4");
    player.keys("Enter");
    player.sees("House rules");
    player.click((3 + 4, 30 - 3));
    player.play("a2a3");
}

#[test]
fn a_wrong_form_says_what_is_wrong() {
    let mut player = Player::new((80, 24), PLAIN);
    player.keys("t");
    change(&mut player, "Start position", 0);
    player.keys("8/8 Enter");
    player.sees("Start position");
    player.does_not_see("to move");
    player.keys("Esc");
    player.sees("New game");
}

#[test]
fn settings_last() {
    let mut player = Player::new((80, 24), PLAIN);
    player.keys("s Right");
    player.sees("blue");
    assert!(player.effects.iter().any(|effect| matches!(effect, Effect::Keep(Request::Settings(_)))));
    player.keys("Up");
    player.keys("Ada");
    player.sees("Ada");
    player.keys("Enter t");
    player.sees("Ada");
}

#[test]
fn help_lists_every_key_and_command() {
    let mut player = Player::new((80, 24), PLAIN);
    player.keys("?");
    player.sees("flip the board");
    let mut all = player.picture();
    for _ in 0..5 {
        player.key(KeyCode::PageDown, KeyModifiers::NONE);
        all += &player.picture();
    }
    for name in [":undo", ":seat", ":analyse", ":save!", "[ ]", "play on from here", "z Z, g"] {
        assert!(all.contains(name), "{name}");
    }
    player.keys("Esc");
    player.sees("New game");
}

#[test]
fn the_mouse_reaches_the_start_screen_and_the_form() {
    let mut player = Player::new((80, 24), PLAIN);
    let row = player.picture().lines().position(|line| line.contains("Two players")).expect("it is offered");
    player.click((6, row as u16));
    player.sees("Sides");
    player.click((4, 2));
    player.sees("White to move");
}

#[test]
fn one_line_of_the_form_says_which_colour_one_plays() {
    for (color, expected) in [("White", ">o White  Human"), ("Black", ">o White  Computer (taker)")] {
        let mut player = Player::new((80, 24), PLAIN);
        player.keys("n");
        player.choose("Your colour", color);
        player.keys("Enter");
        player.sees(expected);
    }
    let mut player = Player::new((80, 24), PLAIN);
    player.keys("n");
    player.choose("Your colour", "drawn by lot");
    player.choose("Your colour", "White");
    player.keys("Enter");
    player.sees(">o White  Human");
}

#[test]
fn a_line_of_the_form_stays_chosen_while_others_come_and_go() {
    let mut player = Player::new((80, 24), PLAIN);
    player.keys("n");
    player.does_not_see("Sides");
    // White's seat, from a person on.
    player.keys("Down Down Right");
    player.does_not_see("Your colour");
    player.sees("Engine, at full strength");
    player.keys("Left");
    player.sees("Your colour");
    player.sees("White              Human");
}

#[test]
fn control_c_leaves_whatever_one_is_in() {
    for page in ["n", "s", "?", "h", "o"] {
        let mut player = Player::new((80, 24), PLAIN);
        player.keys(page);
        player.does_not_see("Free board");
        player.keys("Ctrl-C");
        player.sees("Free board");
        player.keys("Ctrl-C");
        assert!(player.effects.iter().any(|effect| matches!(effect, Effect::Quit)), "{page}");
    }
    let mut player = Player::two_people();
    player.play("e4");
    player.keys(": flip Ctrl-C");
    player.does_not_see(":flip");
    player.keys("r Ctrl-C");
    player.does_not_see("Resign");
    player.sees("Black to move");
    player.keys("Ctrl-C");
    player.sees("Leave the game?");
    player.keys("Ctrl-C");
    player.sees("Free board");
}

#[test]
fn wide_letters_are_seen_while_they_are_written() {
    let mut player = Player::new((80, 24), Look { ascii: false, ..PLAIN });
    player.keys("o 棋a");
    player.sees("棋");
    player.keys("Esc t Enter : save Space 棋譜");
    player.sees("棋");
    player.sees("譜");
}

#[test]
fn more_games_than_are_opened_are_not_left_out_in_silence() {
    let mut player = Player::new((80, 24), PLAIN);
    player.send(Message::Read("many.pgn".into(), Ok("1. e4 *\n\n".repeat(10_000).into_bytes())));
    player.sees("10000 games: [ and ]");
    player.send(Message::Read("more.pgn".into(), Ok("1. e4 *\n\n".repeat(10_001).into_bytes())));
    player.sees("There are more games in it; here are the first 10000");
}

#[test]
fn quitting_ends() {
    let mut player = Player::new((80, 24), PLAIN);
    player.keys("q");
    assert!(player.effects.iter().any(|effect| matches!(effect, Effect::Quit)));
}

#[test]
fn a_paste_of_any_length_holds_nobody_up() {
    let mut player = Player::two_people();
    player.send(Message::Paste("x".repeat(1_000_000)));
    player.keys("Enter");
    player.sees("no command: :help lists them");
    player.keys("Esc e4 Enter");
    player.sees("Black to move");
}

#[test]
fn the_cursor_begins_on_a_pawn_of_ones_own_on_boards_of_any_size() {
    for (color, pawn) in [("White", ">   P   <"), ("Black", ">   p   <")] {
        let mut player = Player::new((80, 24), PLAIN);
        player.keys("n");
        player.choose("Your colour", color);
        player.choose("Chess", "House rules");
        player.choose("board", "5 x 5");
        player.keys("Enter");
        player.sees(pawn);
    }
}

#[test]
fn help_ends_where_its_last_row_is_below() {
    let mut player = Player::new((80, 24), PLAIN);
    player.keys("? End");
    let end = player.picture();
    assert!(end.lines().nth(21).is_some_and(|row| row.contains(":undo")), "{end}");
    for _ in 0..9 {
        player.mouse(MouseEventKind::ScrollDown, (9, 9));
    }
    assert_eq!(player.picture(), end);
    player.mouse(MouseEventKind::ScrollUp, (9, 9));
    assert_ne!(player.picture(), end);
}

#[test]
fn text_is_pasted_wherever_text_is_written() {
    let mut player = Player::new((80, 24), PLAIN);
    let paste = |player: &mut Player, text: &str| player.send(Message::Paste(text.into()));
    player.keys("s Up");
    paste(&mut player, "Ada\n");
    player.sees("Ada");
    player.keys("Esc h /");
    paste(&mut player, "sicilian");
    player.sees("Find sicilian");
}

#[test]
fn opponents_are_described_in_whole_sentences() {
    let mut player = Player::new((80, 24), PLAIN);
    player.keys("n Down Down Down Down");
    while !player.picture().contains("Wren (1350, measured)") {
        player.keys("Right");
    }
    // Whoever it is, the whole sentence about them is in sight.
    player.sees("Gives a pawn for the attack, then another, then looks for the mate.");
}

#[test]
fn what_is_written_in_the_form_is_seen_to_its_end() {
    let mut player = Player::new((40, 15), PLAIN);
    player.keys("t");
    change(&mut player, "Start position", 0);
    player.keys("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR Space w Space - Space - Space 0 Space 77");
    player.sees("- 0 77");
    player.keys("Home");
    player.sees("rnbqkbnr/ppp");
    player.keys("Enter");
    player.sees("White to move");
}

#[test]
fn whatever_is_wrong_with_the_form_is_said_to_its_end() {
    let mut player = Player::new((40, 15), PLAIN);
    player.keys("t");
    change(&mut player, "Start position", 0);
    player.keys("8/8/8/8/8/8/8/8/8 Enter");
    player.sees("expected");
    player.does_not_see("~");
}

#[test]
fn narrow_pages_show_what_is_chosen_and_how_to_leave() {
    let mut player = Player::new((30, 13), PLAIN);
    player.keys("s");
    player.sees("wood");
    player.keys("Down Down Down Down Down");
    player.sees("Evaluation bar: except");
    player.sees("Enter done");
    player.keys("Esc n");
    player.sees("Esc back");
}

#[test]
fn the_opponent_can_be_changed_during_a_game() {
    let mut player = Player::new((80, 24), PLAIN);
    player.keys("n Enter");
    player.sees("Computer (taker)");
    player.keys(", Down Down Down Down Down Down Right");
    player.sees("Computer (finisher): wins if it can");
    player.keys("Esc");
    player.sees("Computer (finisher)");
    player.keys(", Down Down Down Down Down Down Left Left Left Left Left");
    player.keys("Esc q n");
    player.does_not_see("finisher");
}

#[test]
fn levels_are_said_to_be_measured() {
    let settings = Settings { opponent: "engine:wren".into(), ..Settings::default() };
    let mut player = Player::with((80, 24), PLAIN, settings);
    player.keys("n");
    player.sees("Wren (1350, measured)");
    player.keys("Enter");
    player.sees("Black  Wren (1350, measured)");
    player.resize((30, 13));
    player.does_not_see("measured");
}

#[test]
fn a_form_that_is_longer_than_the_screen_says_so() {
    let mut player = Player::new((80, 16), PLAIN);
    player.keys("n");
    player.does_not_see("more");
    player.choose("Chess", "House rules");
    player.sees("Down more");
    player.does_not_see("Up more");
    player.keys("Up");
    player.sees("Up more");
    player.does_not_see("Down more");
}
