//! A game over time: undo and redo, variations, and every way to end.

use regence_game::{AnyPosition, EndError, Game, NodeId, PlayError, Purpose, Refusal, Variant};
use regence_rules::{Color, Draw, IllegalMove, Outcome, Position, Square, Win};

#[track_caller]
fn play(game: &mut Game, moves: &str) {
    for written in moves.split_whitespace() {
        game.play(written.parse().unwrap()).unwrap_or_else(|error| panic!("{written}: {error}"));
    }
}

fn game(fen: &str) -> Game {
    Game::new(Position::from_fen(fen).unwrap(), Purpose::Playing)
}

const SHUFFLE: &str = "g1f3 g8f6 f3g1 f6g8 ";

/// Trap 28: taking back restores side, rights, en passant and clocks. The result is below, the time in the sessions.
#[test]
fn undo_and_redo_restore_everything() {
    let mut game = game("r3k2r/1P6/8/8/2p5/8/3P4/R3K2R w KQkq - 7 20");
    let mut seen = vec![*game.position()];
    for written in "d2d4 c4d3 e1c1 e8g8 b7b8q".split_whitespace() {
        game.play(written.parse().unwrap()).unwrap();
        seen.push(*game.position());
    }
    let fens: Vec<String> = seen.iter().map(AnyPosition::fen).collect();
    for fen in fens.iter().rev().skip(1) {
        assert!(game.undo());
        assert_eq!(&game.position().fen(), fen);
    }
    assert!(!game.undo());
    for fen in &fens[1..] {
        assert!(game.redo());
        assert_eq!(&game.position().fen(), fen);
    }
    assert!(!game.redo());
}

/// Trap 8: a new move clears redo, an illegal attempt leaves no trace.
#[test]
fn a_new_move_replaces_what_was_taken_back() {
    let mut game = Game::default();
    play(&mut game, "e2e4 e7e5");
    game.undo();
    assert!(game.play("e7e4".parse().unwrap()).is_err());
    assert!(game.redo(), "a refused move has not cleared what can be redone");
    game.undo();
    play(&mut game, "c7c5");
    assert!(!game.redo());
    game.undo();
    assert_eq!(game.variations(game.cursor()).len(), 1);
}

#[test]
fn records_may_pass_but_not_out_of_check() {
    let mut game = Game::default();
    play(&mut game, "e2e4");
    let passed = game.pass_recorded().expect("there is no check");
    assert_eq!((passed.to_string().as_str(), passed.position.turn()), ("--", Color::White));
    game.undo();
    game.pass_recorded().expect("there is no check");
    assert_eq!(game.variations(game.parent(game.cursor()).expect("not the start")).len(), 1);
    let mut checked = self::game("4k3/8/8/8/8/8/8/4RK2 b - - 0 1");
    assert_eq!(checked.pass_recorded(), None);
    assert_eq!(checked.plies().len(), 0);
}

/// Trap 8, for the move that was taken back as for any other.
#[test]
fn playing_the_same_move_again_forgets_what_came_after_it() {
    let mut game = Game::default();
    play(&mut game, "e2e4 e7e5 g1f3");
    game.resign(Color::Black).unwrap();
    game.undo();
    game.undo();
    play(&mut game, "e7e5");
    assert!(!game.redo());
    play(&mut game, "g1f3");
    assert_eq!(game.outcome(), None);
}

#[test]
fn analysing_the_same_move_again_is_redoing_it() {
    let mut game = Game::new(Position::START, Purpose::Analysing);
    play(&mut game, "e2e4 e7e5 g1f3");
    game.undo();
    game.undo();
    play(&mut game, "e7e5");
    assert!(game.redo());
    assert_eq!(game.last_ply().unwrap().to_string(), "Nf3");
}

#[test]
fn analysing_keeps_both_lines() {
    let mut game = Game::new(Position::START, Purpose::Analysing);
    play(&mut game, "e2e4 e7e5");
    game.undo();
    play(&mut game, "c7c5 g1f3");
    let sicilian = game.cursor();
    game.to_start();
    game.to_end();
    assert_eq!(game.last_ply().unwrap().to_string(), "e5");
    game.promote(sicilian);
    game.to_start();
    game.to_end();
    assert_eq!(game.cursor(), sicilian);
    assert_eq!(game.plies().iter().map(ToString::to_string).collect::<Vec<_>>(), ["e4", "c5", "Nf3"]);
}

#[test]
fn deleting_a_line_brings_one_back_to_its_root() {
    let mut game = Game::new(Position::START, Purpose::Analysing);
    play(&mut game, "e2e4 e7e5 g1f3");
    let deep = game.cursor();
    let first = game.variations(NodeId::START)[0];
    game.delete(first);
    assert_eq!(game.cursor(), NodeId::START);
    assert!(game.variations(NodeId::START).is_empty());
    assert!(!game.jump(deep), "what was deleted cannot be visited");
}

#[test]
fn invalid_and_illegal_are_different_refusals() {
    let mut game = Game::default();
    let refusal = |game: &mut Game, written: &str| game.play(written.parse().unwrap()).unwrap_err();
    assert_eq!(
        refusal(&mut game, "e4e5"),
        PlayError::Invalid(Refusal::Standard(IllegalMove::NoPiece(Square::E4)))
    );
    assert!(matches!(
        refusal(&mut game, "e7e5"),
        PlayError::Invalid(Refusal::Standard(IllegalMove::NotYours { .. }))
    ));
    assert!(matches!(refusal(&mut game, "e2e5"), PlayError::Illegal(_)));
    game.resign(Color::White).unwrap();
    assert_eq!(refusal(&mut game, "e2e4").to_string(), "the game is over: Black wins: White resigned");
}

/// Trap 3: repetition exists.
#[test]
fn the_third_repetition_can_be_claimed_and_the_fifth_ends_the_game() {
    let mut game = Game::default();
    play(&mut game, SHUFFLE);
    assert_eq!((game.repetitions(), game.claimable()), (2, None));
    assert_eq!(game.claim(None), Err(EndError::NothingToClaim));
    play(&mut game, SHUFFLE);
    assert_eq!((game.repetitions(), game.claimable()), (3, Some(Draw::ThreefoldRepetition)));
    play(&mut game, SHUFFLE);
    assert_eq!(game.outcome(), None, "the fourth time ends nothing by itself");
    play(&mut game, SHUFFLE);
    assert_eq!(game.outcome(), Some(Outcome::Draw(Draw::FivefoldRepetition)));
}

/// FIDE 9.2: the player to move may claim with the move that would make the third repetition.
#[test]
fn a_claim_may_rest_on_the_intended_move() {
    let mut game = Game::default();
    play(&mut game, SHUFFLE);
    play(&mut game, "g1f3 g8f6 f3g1");
    assert_eq!(game.claimable(), None);
    let intended = "f6g8".parse().unwrap();
    assert_eq!(game.claimable_with(intended), Some(Draw::ThreefoldRepetition));
    assert_eq!(game.claimable_with("f6h5".parse().unwrap()), None);
    assert_eq!(game.claim(Some(intended)), Ok(Outcome::Draw(Draw::ThreefoldRepetition)));
    assert_eq!(game.last_ply().unwrap().to_string(), "Ng1", "the intended move is not played");
}

/// Trap 1: fifty moves are a hundred half-moves, of the position after the move.
#[test]
fn fifty_moves_are_a_hundred_half_moves() {
    let mut game = game("4k3/8/8/8/8/8/4P3/R3K3 w - - 98 80");
    let intended = "a1a2".parse().unwrap();
    assert_eq!(game.claimable_with(intended), None);
    play(&mut game, "a1a2");
    assert_eq!(game.claimable(), None);
    assert_eq!(game.claimable_with("e8e7".parse().unwrap()), Some(Draw::FiftyMoves));
    play(&mut game, "e8e7");
    assert_eq!(game.claimable(), Some(Draw::FiftyMoves));
    assert_eq!(game.claimable_with("e2e4".parse().unwrap()), None, "a pawn move starts the count anew");
}

/// Positions repeat only with the same rights: losing one makes it another position.
#[test]
fn lost_rights_do_not_repeat() {
    let mut game = game("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1");
    play(&mut game, "a1a2 a8a7 a2a1 a7a8");
    assert_eq!(game.repetitions(), 1);
    play(&mut game, "a1a2 a8a7 a2a1 a7a8");
    assert_eq!(game.repetitions(), 2);
}

/// En passant makes another position only where the pawn could really be taken.
#[test]
fn a_right_to_take_in_passing_does_not_repeat_unless_it_was_none() {
    let mut takes = game("4k3/3p4/8/4P3/8/8/8/4K2R b - - 0 1");
    play(&mut takes, "d7d5 h1h2 e8e7 h2h1 e7e8");
    assert_eq!(takes.repetitions(), 1);
    // The rook on h5 would attack the king.
    let mut pinned = game("8/3p4/8/K3P2r/8/8/8/4k3 b - - 0 1");
    play(&mut pinned, "d7d5 a5a4 e1d1 a4a5 d1e1");
    assert_eq!(pinned.repetitions(), 2);
}

/// Trap 28: taking back restores the result.
#[test]
fn taking_back_takes_back_the_result() {
    let mut game = Game::default();
    play(&mut game, "e2e4");
    game.resign(Color::Black).unwrap();
    let won = Outcome::Win { winner: Color::White, by: Win::Resignation };
    assert_eq!(game.outcome(), Some(won));
    assert_eq!(game.resign(Color::White), Err(EndError::Over(won)));
    game.undo();
    assert_eq!(game.outcome(), None);
    game.redo();
    assert_eq!(game.outcome(), Some(won));
}

#[test]
fn a_result_that_was_taken_back_does_not_come_back_with_the_same_move_played_anew() {
    let mut game = Game::default();
    play(&mut game, "e2e4");
    game.resign(Color::Black).unwrap();
    game.undo();
    play(&mut game, "e2e4");
    assert_eq!(game.outcome(), None);
}

#[test]
fn time_wins_only_with_mating_material() {
    let mut rook = game("4k3/8/8/8/8/8/8/R3K3 w - - 0 1");
    assert_eq!(rook.flag(Color::Black), Ok(Outcome::Win { winner: Color::White, by: Win::Time }));
    let mut lone = game("4k3/8/8/8/8/8/8/R3K3 w - - 0 1");
    let drawn = lone.flag(Color::White).unwrap();
    assert_eq!(drawn.to_string(), "Draw: White's time ran out, but Black cannot mate");
}

#[test]
fn an_offer_stands_until_it_is_answered() {
    let mut game = Game::default();
    assert_eq!(game.accept_draw(Color::Black), Err(EndError::NoOffer));
    game.offer_draw(Color::White).unwrap();
    assert_eq!(game.accept_draw(Color::White), Err(EndError::NoOffer), "nobody accepts their own offer");
    play(&mut game, "e2e4");
    assert_eq!(game.draw_offer(), Some(Color::White), "it goes with the move");
    let mut declined = game.clone();
    play(&mut declined, "e7e5");
    assert_eq!(declined.draw_offer(), None, "a move declines");
    declined.undo();
    assert_eq!(game.decline_draw(Color::Black), Ok(()));
    assert_eq!(game.draw_offer(), None);
    game.offer_draw(Color::Black).unwrap();
    assert_eq!(game.accept_draw(Color::White), Ok(Outcome::Draw(Draw::Agreement)));
}

#[test]
fn a_mated_game_is_over() {
    let mut game = Game::default();
    play(&mut game, "f2f3 e7e5 g2g4 d8h4");
    let mated = Outcome::Win { winner: Color::Black, by: Win::Checkmate };
    assert_eq!(game.outcome(), Some(mated));
    assert_eq!(game.play("a2a3".parse().unwrap()), Err(PlayError::Over(mated)));
    assert_eq!(game.offer_draw(Color::White), Err(EndError::Over(mated)));
}

#[track_caller]
fn check_read(fen: &str, written: &str, expected: &str) {
    let position = Variant::Orthodox.read_fen(fen).unwrap();
    let read = position.read_move(written).map(|mv| mv.uci(Variant::Orthodox).to_string());
    assert_eq!(read.unwrap_or_else(|error| error.to_string()), expected, "{written}");
}

#[test]
fn a_bishop_is_no_file() {
    let fen = "4k3/8/8/8/8/2B5/8/1NB1K3 w - - 0 1";
    check_read(fen, "B1d2", "c1d2");
    check_read(fen, "B3d2", "c3d2");
    check_read(fen, "b1d2", "b1d2");
    check_read(fen, "B1D2", "b1d2");
    check_read(fen, " E1F2 ", "e1f2");
    check_read("4k3/8/8/8/8/8/8/1N2K3 w - - 0 1", "B1d2", "no bishop can go to d2");
}

#[test]
fn a_bishop_is_no_file_under_house_rules() {
    let position = Variant::CLASSROOM.read_fen("4k3/8/8/8/8/2B5/8/1NB1K3 w - - 0 1").unwrap();
    let read = |written| position.read_move(written).unwrap().uci(Variant::CLASSROOM).to_string();
    assert_eq!([read("B1d2"), read("b1d2"), read("B1D2")], ["c1d2", "b1d2", "b1d2"]);
}
