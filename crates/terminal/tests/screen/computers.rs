//! What computers do at the board: reply, advise, judge, play each other.

use crate::player::{PLAIN, Player};
use regence_terminal::keep::Settings;
use regence_terminal::screen::{Effect, Message};

/// Somebody who watches two simple computers.
fn watcher() -> Player {
    let mut player = Player::new((80, 24), PLAIN);
    player.keys("w");
    player.choose("White", "Computer (taker)");
    player.choose("Black", "Computer (careful)");
    player.keys("Enter");
    player
}

#[test]
fn the_computer_answers_and_undo_goes_back_to_ones_own_move() {
    let mut player = Player::new((80, 24), PLAIN);
    player.keys("n Enter");
    player.play("e4");
    player.sees("Black to move");
    player.wait_for("White to move");
    player.keys("u");
    player.sees("2 moves taken back");
    let here = "> P <";
    player.sees(here);
    player.sees("White to move");
}

#[test]
fn undo_while_the_computer_thinks_drops_its_answer() {
    let settings = Settings { opponent: "engine:full".into(), ..Settings::default() };
    let mut player = Player::with((80, 24), PLAIN, settings);
    player.keys("n Enter");
    player.play("e4");
    player.sees("thinking");
    player.keys("u");
    player.sees("White to move");
    player.play("d4");
    player.wait_for("White to move");
    player.sees("1. d4");
}

#[test]
fn a_planned_move_is_played_after_the_computers() {
    let settings = Settings { opponent: "engine:full".into(), ..Settings::default() };
    let mut player = Player::with((80, 24), PLAIN, settings);
    player.keys("n Enter");
    player.play("a3");
    player.drag(Player::square("h2"), Player::square("h3"));
    player.sees("h3 will be played next");
    player.wait_for(" h3");
}

#[test]
fn a_piece_in_the_hand_stays_there_while_the_computer_moves() {
    let mut player = Player::new((80, 24), PLAIN);
    player.keys("n Enter");
    player.play("a3");
    player.click(Player::square("h2"));
    player.sees("[ P ]");
    player.wait_for("White to move");
    player.sees("[ P ]");
    player.click(Player::square("h3"));
    player.does_not_see("will be played next");
    player.sees(" h3");
}

#[test]
fn a_question_waits_for_its_answer_while_computers_move() {
    let mut player = Player::new((80, 24), PLAIN);
    player.keys("n Enter");
    player.play("e4");
    player.keys("r");
    player.wait_for("White to move");
    player.sees("Resign as White?");
    player.keys("n");
    player.sees("White to move");
    player.does_not_see("Resign as White?");
    let mut watcher = watcher();
    watcher.wait_for(" 2. ");
    watcher.keys("q");
    watcher.wait_for(" 4. ");
    watcher.keys("y");
    watcher.sees("Continue");
}

#[test]
fn computers_can_be_watched_paused_stepped_and_taken_over() {
    let mut player = watcher();
    player.wait_for(" 3. ");
    player.keys("Space");
    player.sees("paused");
    let before = player.picture();
    player.keys(".");
    player.does_not_see("paused");
    player.wait_for("paused");
    assert_ne!(player.picture(), before);
    player.keys("w");
    player.sees("You play");
    player.does_not_see("paused");
}

#[test]
fn who_moves_in_a_paused_game_is_told_how_to_go_on() {
    let mut player = Player::two_people();
    player.keys("Space");
    player.play("e4");
    player.sees("The game is paused: press space to go on");
    player.keys("Space");
    player.play("e4");
    player.sees("1. e4");
}

#[test]
fn a_finished_game_is_reviewed_and_evaluated() {
    let mut player = Player::new((120, 40), PLAIN);
    player.keys("t Enter");
    player.play("f3 e5 g4 Qh4");
    player.keys("v");
    player.sees("Black wins by checkmate");
    player.keys(": analyse Enter");
    player.wait_for("Evaluating: 1 of 4");
    // One looks at the mate, about which there is nothing to think.
    player.does_not_see("depth");
    player.wait_for("Reviewed: The game turned with 2. g4. Allows mate: Qh4#.");
    player.sees("^");
    // It stands beside the moves as well, with a sign.
    player.sees("% accurate");
    player.sees("g4??");
    player.keys(": save Space game.pgn Enter");
    let is_written = |effect: &Effect| matches!(effect, Effect::Write(_, text, _) if text.contains("[%eval ") && text.contains("Allows mate"));
    assert!(player.effects.iter().any(is_written), "the review is saved with the game");
    player.keys("e");
    player.sees("Engine");
    player.sees(":");
}

#[test]
fn hints_are_given_and_marked() {
    let mut player = Player::new((80, 24), PLAIN);
    player.keys("t");
    player.keys("Enter");
    player.play("f3 e5 g4");
    player.keys("i");
    player.wait_for("Hint: Qh4#");
    player.sees("{ q }");
}

#[test]
fn advice_that_cannot_be_had_is_refused_at_once_and_not_given_later() {
    let mut player = Player::two_people();
    player.play("f3 e5 g4 Qh4");
    player.keys("Esc");
    for key in ["i", "t"] {
        player.keys(key);
        player.sees("The game is over here: there is no move to look for");
        player.keys("Left");
        player.does_not_see("Hint");
        assert!(!player.is_thinking(), "{key}");
        player.keys("Right");
    }
    player.keys("v Space");
    player.sees("The game is over here: there is no move to look for");
    player.keys("Left");
    assert!(!player.is_thinking());

    let mut player = Player::two_people();
    player.keys("m : hint Enter");
    player.sees("There is no advice on a free board: start a game first");
    player.keys("Esc i");
    player.sees("There is no advice on a free board: start a game first");

    let mut player = Player::new((80, 30), PLAIN);
    player.keys("t Down Down Down Down Down Down Down Right Right Enter");
    player.keys("t");
    player.sees("There is no advice here: the engine plays chess and Chess960 only");

    let mut player = Player::two_people();
    player.play("e4 f6 Qh5");
    player.keys("t");
    player.sees("There is no threat to show here: a side in check cannot pass");
}

#[test]
fn the_best_move_of_chess960_is_the_one_the_line_shows() {
    let mut player = Player::new((100, 30), PLAIN);
    let pgn = b"[Variant \"Chess960\"]\n[SetUp \"1\"]\n[FEN \"4rkr1/4p1p1/8/8/8/8/8/5K1R w H - 0 1\"]\n\n*";
    player.send(Message::Read("castle.pgn".into(), Ok(pgn.to_vec())));
    player.keys("e");
    player.wait_for("O-O#");
    player.keys("Space");
    player.sees("White wins by checkmate");
}

#[test]
fn engine_lines_belong_to_the_game_one_has_turned_to() {
    let mut player = Player::new((100, 30), PLAIN);
    let pgn = b"[FEN \"6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1\"]\n\n*\n\n[FEN \"r5k1/8/8/8/8/8/5PPP/6K1 b - - 0 1\"]\n\n*";
    player.send(Message::Read("two.pgn".into(), Ok(pgn.to_vec())));
    player.keys("e");
    player.wait_for("Ra8#");
    player.keys("]");
    player.does_not_see("Ra8#");
    player.wait_for("Ra1#");
}

#[test]
fn a_review_knows_nothing_of_what_was_taken_back() {
    let mut player = Player::new((120, 40), PLAIN);
    player.keys("t Enter E");
    // A move that is mated at once, taken back for one that is not.
    player.play("f3 e5 g4");
    player.wait_for("#-1");
    player.keys("u");
    player.play("e4");
    player.keys("E");
    player.keys("r y");
    player.keys("v");
    player.does_not_see("#-1");
}

#[test]
fn a_move_that_begins_like_the_key_of_the_engine_asks_it_nothing() {
    let mut player = Player::new((120, 40), PLAIN);
    player.keys("t Enter e");
    player.wait_for("depth");
    player.keys("4 Enter");
    player.sees("1. e4");
    player.keys("r y Esc v");
    player.sees("White wins: Black resigned");
    // What it had thought meanwhile is no evaluation of the game.
    player.does_not_see("^");
}

#[test]
fn marks_of_an_evaluation_are_a_graph_and_a_bar() {
    let mut player = Player::new((120, 40), PLAIN);
    let pgn = b"1. e4 {[%eval 0.3]} e5 {[%eval 0.2]} 2. Qh5 {[%eval -0.5]} Ke7 {[%eval #1]} 3. Qxe5# 1-0";
    player.send(Message::Read("marked.pgn".into(), Ok(pgn.to_vec())));
    player.sees("^");
    player.keys("Right");
    player.sees("+0.3");
    player.keys("End");
    player.sees("1-0");
    // In a short game a half-move is three columns wide.
    player.sees("######");
    let column = |player: &Player| player.picture().lines().filter(|row| row.starts_with('#')).count();
    assert!(column(&player) >= 32, "the bar is White's:\n{}", player.picture());
    player.keys("E");
    player.sees("Evaluation bar: never");
    assert_eq!(column(&player), 0);
}

#[test]
fn the_evaluation_bar_waits_to_be_asked_for_while_one_plays() {
    let mut player = Player::two_people();
    player.play("f3 e5");
    let has_bar = |player: &Player| player.picture().lines().next().is_some_and(|row| row.starts_with(':'));
    assert!(!has_bar(&player), "{}", player.picture());
    player.keys("E");
    player.sees("Evaluation bar: always");
    player.play("g4");
    player.wait_for("#-1");
    assert!(has_bar(&player), "{}", player.picture());
    player.keys("E");
    assert!(!has_bar(&player), "{}", player.picture());
}

#[test]
fn a_planned_move_and_a_hint_have_shapes_of_their_own() {
    let mut player = Player::two_people();
    player.play("f3 e5 g4");
    player.keys("i");
    player.wait_for("Hint: Qh4#");
    player.sees("{ q }");
    player.does_not_see("=");
    let settings = Settings { opponent: "engine:full".into(), ..Settings::default() };
    let mut player = Player::with((80, 24), PLAIN, settings);
    player.keys("n Enter");
    player.play("a3 Nf3");
    player.sees("= N =");
    player.does_not_see("{");
}

#[test]
fn the_engine_judges_a_draw_by_what_it_sees() {
    // Black, the engine, is a rook behind or ahead.
    for (fen, expected) in [
        ("6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1", "Draw: agreed by both sides"),
        ("6k1/r4ppp/8/8/8/8/5PPP/6K1 w - - 0 1", "Black declines the draw"),
        // As many pieces as White, but one of them is about to be taken.
        ("6k1/5ppp/8/8/8/q7/5PPP/Q5K1 w - - 0 1", "Draw: agreed by both sides"),
    ] {
        let settings = Settings { opponent: "engine:full".into(), ..Settings::default() };
        let mut player = Player::with((80, 24), PLAIN, settings);
        player.app.open(fen);
        player.keys("o");
        player.wait_for(expected);
    }
}

#[test]
fn nobody_answers_an_offer_for_the_engine() {
    // Black, the engine, is a rook ahead.
    let fen = "6k1/r4ppp/8/8/8/8/5PPP/6K1 w - - 0 1";
    for again in ["o", ": draw Enter", ": decline Enter"] {
        let settings = Settings { opponent: "engine:full".into(), ..Settings::default() };
        let mut player = Player::with((80, 24), PLAIN, settings);
        player.app.open(fen);
        player.keys("o");
        player.keys(again);
        player.sees("A computer plays Black, and it is still thinking about the draw");
        player.keys("Esc");
        player.wait_for("Black declines the draw");
    }
}

#[test]
fn the_engine_answers_an_offer_wherever_one_looks_and_whatever_else_one_asks() {
    let fen = "6k1/r4ppp/8/8/8/8/5PPP/6K1 w - - 0 1";
    for meanwhile in ["Esc Left", "i", "Kh2 Enter"] {
        let settings = Settings { opponent: "engine:full".into(), ..Settings::default() };
        let mut player = Player::with((80, 24), PLAIN, settings);
        player.app.open(fen);
        player.play("h3");
        player.wait_for(">o White");
        player.keys("o");
        player.keys(meanwhile);
        player.wait_for("Black declines the draw");
    }
}

#[test]
fn the_engine_does_not_sit_down_where_it_does_not_know_the_rules() {
    let mut player = Player::new((80, 30), PLAIN);
    player.keys("t Down Down Down Down Down Down Down Right Right Enter");
    player.sees("Classroom");
    player.keys(": seat Space black Space engine:full Enter");
    player.sees("The engine plays chess and Chess960 only, expected a simple computer");
    player.keys("Esc : seat Space black Space computer:taker Enter");
    player.sees("Computer (taker)");
}

#[test]
fn a_move_can_be_planned_by_typing_it() {
    let settings = Settings { opponent: "engine:full".into(), ..Settings::default() };
    let mut player = Player::with((80, 24), PLAIN, settings);
    player.keys("n Enter");
    player.play("a3 Nf3");
    player.sees("Nf3 will be played next");
    player.wait_for(" Nf3");
}

#[test]
fn what_a_planned_pawn_becomes_is_asked() {
    let mut player = Player::new((80, 24), PLAIN);
    player.keys("o");
    player.keys("8/P6k/8/8/8/8/7p/K7 Space w Space - Space - Space 0 Space 1 Enter");
    player.keys("Esc");
    player.play("Kb2");
    player.drag(Player::square("a7"), Player::square("a8"));
    player.sees("Promote to [q] queen  [r] rook  [b] bishop  [n] knight");
    player.keys("n");
    player.sees("a8=N will be played next");
    player.wait_for("a8=N");
}

#[test]
fn a_question_what_a_pawn_becomes_outlasts_the_computers_move() {
    let mut player = Player::new((80, 24), PLAIN);
    player.keys("o");
    player.keys("8/P6k/8/8/8/8/7p/K7 Space w Space - Space - Space 0 Space 1 Enter");
    player.play("Kb2");
    player.drag(Player::square("a7"), Player::square("a8"));
    player.wait_for("White to move");
    player.sees("Promote to [q] queen");
    player.keys("r");
    player.sees("a8=R");
}

#[test]
fn a_planned_promotion_can_be_typed() {
    let mut player = Player::new((80, 24), PLAIN);
    player.keys("o");
    player.keys("8/P6k/8/8/8/8/7p/K7 Space w Space - Space - Space 0 Space 1 Enter");
    player.play("Kb2 a8n");
    player.sees("a8=N will be played next");
    player.wait_for("a8=N");
}

#[test]
fn nobody_moves_for_a_computer() {
    let settings = Settings { opponent: "engine:full".into(), ..Settings::default() };
    let mut player = Player::with((80, 24), PLAIN, settings);
    player.keys("n Enter");
    player.play("a3 Nf6");
    player.sees("A computer plays Black, and it is Black's turn");
}

#[test]
fn who_sits_down_for_the_first_time_meets_somebody_beatable() {
    let mut player = Player::with((80, 24), PLAIN, Settings::default());
    player.keys("n");
    player.sees("Medium (1200, measured)");
    player.keys("Enter");
    player.sees("1200");
}

#[test]
fn a_plan_that_cannot_be_is_refused_for_the_side_that_plans() {
    let settings = Settings { opponent: "engine:full".into(), ..Settings::default() };
    let mut player = Player::with((80, 24), PLAIN, settings);
    player.app.open("4k3/7p/8/8/8/8/8/R3K2R w - - 0 1");
    player.play("Ke2 Re1");
    player.sees("Several rooks can go to e1: say which, from a1 or h1");
    player.keys("Esc");
    player.play("Qd1");
    player.sees("No queen can go to d1");
}

#[test]
fn what_a_planned_pawn_becomes_is_asked_where_it_is_typed() {
    let settings = Settings { opponent: "engine:full".into(), ..Settings::default() };
    let mut player = Player::with((80, 24), PLAIN, settings);
    player.app.open("8/P6k/8/8/8/8/7p/K7 w - - 0 1");
    player.play("Kb2 a8");
    player.sees("Promote to [q] queen");
    player.keys("r");
    player.sees("a8=R will be played next");
}

#[test]
fn a_threat_is_written_as_moves_are() {
    let mut player = Player::two_people();
    player.play("f3 e5 g4 a6");
    player.keys("t");
    player.wait_for("Threat: Qh4#");
}
