//! The free board, and games that begin there.

use crate::player::{PLAIN, Player};
use regence_terminal::keep::Settings;
use regence_terminal::screen::Effect;

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
