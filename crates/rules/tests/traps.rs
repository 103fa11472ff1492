//! What chess programs like to get wrong, numbered as in the list that the project keeps of them. House rules have their
//! own suite, with the same numbers, in `house/tests.rs`.
//!
//! What needs more than a position is tested where that is known:
//!
//! | traps | where |
//! |---|---|
//! | 3 (repetition), 8, 28 (result) | game: `tests/game.rs` |
//! | 8, 9, 11, 20, 23, 28 (time) | game: `tests/session.rs` |
//! | 10 | server: `hints_are_legal_and_score_boards_count`; engine: `the_same_question_has_the_same_answer` |
//! | 11 | terminal: `undo_while_the_computer_thinks_drops_its_answer` |
//! | 14 | game: `tests/computer.rs`; engine: `repetitions_of_the_game_count`; levels: `seeds_vary_the_first_move` |
//! | 17 | engine: `the_smallest_budget_yields_a_legal_move_and_a_score`; server: `everybody_who_asks_for_a_hint_at_once_gets_it` |
//! | 18 | server: `every_special_move_can_be_played`; terminal: `castling_and_en_passant_work_with_the_mouse`; web: `play.e2e.ts` |
//! | 19 | terminal: `a_board_that_turns_turns_back_with_what_is_taken_back`; web: `board.test.ts` |
//! | 20 | server: `rule_sets_and_start_positions_are_chosen`, `two_players_and_a_spectator_see_the_same_game` |
//! | 21 | server: `whoever_comes_back_gets_what_was_missed` and `restart.rs`; web: `restart.e2e.ts` |
//! | 31 | program: `tests/plain.rs` |

mod drawing;

use drawing::drawn;
use regence_rules::{
    CastlingRefusal, CastlingSide, Color, Draw, IllegalMove, Move, Outcome, Position, Role, Setup,
    SetupError, Square, Win,
};
use std::collections::BTreeSet;

#[track_caller]
fn built(setup: Setup) -> Position {
    setup.build().unwrap_or_else(|errors| panic!("{errors}"))
}

#[track_caller]
fn legal(position: &Position, uci: &str) -> Move {
    position.resolve(uci.parse().unwrap()).unwrap_or_else(|error| panic!("{position} {uci}: {error}"))
}

#[track_caller]
fn play(position: &Position, moves: &str) -> Position {
    moves.split_whitespace().fold(*position, |position, uci| position.play(legal(&position, uci)))
}

#[track_caller]
fn refused(position: &Position, uci: &str) -> IllegalMove {
    match position.resolve(uci.parse().unwrap()) {
        Err(why) => why,
        Ok(_) => panic!("{position} {uci}"),
    }
}

/// The piece on this square can go to exactly these squares.
#[track_caller]
fn check(position: &Position, from: Square, expected: &str) {
    let found: BTreeSet<_> = position.legal_moves_from(from).iter().map(|mv| mv.to().to_string()).collect();
    let expected: BTreeSet<_> = expected.split_whitespace().map(String::from).collect();
    assert_eq!(found, expected, "{position} {from}");
}

/// Kings and rooks at home, nothing else, every right.
fn open_castles() -> Setup {
    let setup = drawn(
        "r . . . k . . r
         . . . . . . . .
         . . . . . . . .
         . . . . . . . .
         . . . . . . . .
         . . . . . . . .
         . . . . . . . .
         R . . . K . . R",
    );
    let rights = Color::ALL.into_iter().flat_map(|color| CastlingSide::ALL.map(|side| (color, side)));
    rights.fold(setup, |setup, (color, side)| setup.castling(color, side))
}

/// A lone pawn ready to promote, with something to take beside it.
fn promoting() -> Setup {
    drawn(
        ". . . n . . . k
         . . P . . . . .
         . . . . . . . .
         . . . . . . . .
         . . . . . . . .
         . . . . . . . .
         . . . . . . . .
         . . . . . . . K",
    )
}

#[test]
fn trap_1_fifty_moves_are_a_hundred_half_moves_after_the_move() {
    let position = built(open_castles().clocks(98, 60));
    let (once, twice) = (play(&position, "a1b1"), play(&position, "a1b1 a8b8"));
    assert_eq!((once.halfmove_clock(), once.can_claim_fifty()), (99, false));
    assert_eq!((twice.halfmove_clock(), twice.can_claim_fifty()), (100, true));
    // Claimable, not automatic; that takes seventy-five moves.
    assert_eq!(twice.outcome(), None);
    let late = built(open_castles().clocks(149, 90));
    assert_eq!(late.outcome(), None);
    assert_eq!(play(&late, "a1b1").outcome(), Some(Outcome::Draw(Draw::SeventyFiveMoves)));
    // A capture or a pawn move counts from the start again.
    assert_eq!(play(&position, "a1a8").halfmove_clock(), 0);
}

#[test]
fn trap_2_promotion_is_the_players_choice() {
    let position = built(promoting());
    for (letter, role) in [("q", Role::Queen), ("r", Role::Rook), ("b", Role::Bishop), ("n", Role::Knight)] {
        for to in [Square::C8, Square::D8] {
            let next = play(&position, &format!("c7{to}{letter}"));
            assert_eq!(next.piece_at(to), Some(role.of(Color::White)));
            assert_eq!(next.piece_at(Square::C7), None);
        }
    }
    assert_eq!(position.legal_moves_from(Square::C7).len(), 8);
    let missing = IllegalMove::PromotionMissing { from: Square::C7, to: Square::C8 };
    assert_eq!(refused(&position, "c7c8"), missing);
}

#[test]
fn trap_3_insufficient_material_draws() {
    let bishops = drawn(
        ". . . . k b . .
         . . . . . . . .
         . . . . . . . .
         . . . . . . . .
         . . . . . . . .
         . . . . . . . .
         . . . . . . . .
         . . B . K . . .",
    );
    // Both bishops stand on dark squares.
    assert_eq!(built(bishops).outcome(), Some(Outcome::Draw(Draw::InsufficientMaterial)));
    let moved = bishops.remove(Square::F8).place(Square::G8, Role::Bishop.of(Color::Black));
    assert_eq!(built(moved).outcome(), None);
}

#[test]
fn trap_3_a_position_knows_when_it_repeats() {
    let start = Position::START;
    let back = play(&start, "g1f3 g8f6 f3g1 f6g8");
    assert!(back.repeats(&start));
    assert_eq!(back.key(), start.key());
    // A lost right makes another position.
    let position = built(open_castles());
    let shuffled = play(&position, "e1e2 e8e7 e2e1 e7e8");
    assert_eq!(shuffled.board(), position.board());
    assert!(!shuffled.repeats(&position));
}

#[test]
fn trap_4_pawns_attack_diagonals_and_not_what_they_push_to() {
    let position = built(
        drawn(
            ". . . . . . . .
         . . . . . . . .
         . . . . k . . .
         . . . . . . . .
         . . . P . . . .
         . . . . . . . .
         . . . . . . . .
         . . . . K . . .",
        )
        .turn(Color::Black),
    );
    // The king may stand before the pawn, not beside that square.
    check(&position, Square::E6, "d7 e7 f7 d6 f6 d5 f5");
    assert!(position.is_attacked(Square::C5, Color::White));
    assert!(!position.is_attacked(Square::D5, Color::White));
}

#[test]
fn trap_5_kings_never_stand_side_by_side() {
    let setup = drawn(
        ". . . . . . . .
         . . . . . . . .
         . . . . . . . .
         . . . k . . . .
         . . . . . . . .
         . . . K . . . .
         . . . . . . . .
         . . . . . . . .",
    );
    check(&built(setup), Square::D3, "c3 e3 c2 d2 e2");
    let beside = setup.place(Square::D4, Role::King.of(Color::White)).remove(Square::D3).build();
    assert_eq!(*beside.unwrap_err(), [SetupError::OpponentInCheck { king: Square::D5, by: Square::D4 }]);
}

#[test]
fn trap_6_en_passant_is_tested_with_the_taken_pawn_gone() {
    let setup = drawn(
        ". . . . . . . .
         . . . . . . . .
         . . . . . . . .
         K . . p P . . r
         . . . . . . . .
         . . . . . . . .
         . . . . . . . .
         . . . . k . . .",
    )
    .en_passant(Some(Square::D6));
    let position = built(setup);
    check(&position, Square::E5, "e6");
    assert_eq!(position.en_passant(), None);
    // With another piece on the rank there is nothing to fear.
    check(&built(setup.place(Square::B5, Role::Knight.of(Color::White))), Square::E5, "e6 d6");
}

#[test]
fn trap_6_en_passant_may_take_the_pawn_that_gives_check() {
    let position = built(
        drawn(
            ". . . . k . . .
         . . . . . . . .
         . . . . . . . .
         . . . p P . . .
         . . . . K . . .
         . . . . . . . .
         . . . . . . . .
         . . . . . . . .",
        )
        .en_passant(Some(Square::D6)),
    );
    assert!(position.is_check());
    check(&position, Square::E5, "d6");
}

#[test]
fn trap_7_castling_needs_right_king_and_rook() {
    let no_right = |side| IllegalMove::Castling { side, why: CastlingRefusal::NoRight };
    let position = built(open_castles());
    check(&position, Square::E1, "d1 f1 d2 e2 f2 g1 c1");
    // King or rook have moved and come back.
    let king_moved = play(&position, "e1e2 a8b8 e2e1 b8a8");
    assert_eq!(refused(&king_moved, "e1g1"), no_right(CastlingSide::King));
    assert_eq!(refused(&king_moved, "e1c1"), no_right(CastlingSide::Queen));
    let rook_moved = play(&position, "h1g1 a8b8 g1h1 b8a8");
    assert_eq!(refused(&rook_moved, "e1g1"), no_right(CastlingSide::King));
    assert!(rook_moved.is_legal("e1c1".parse().unwrap()));
    // A right without its rook cannot be set up.
    assert!(open_castles().remove(Square::H1).build().is_err());
}

#[test]
fn trap_7_a_captured_rook_ends_the_right() {
    let position = play(&built(open_castles()), "h1h8");
    assert_eq!(position.castling_rook(Color::Black, CastlingSide::King), None);
    assert_eq!(position.castling_rook(Color::White, CastlingSide::King), None);
    assert!(position.castling_rook(Color::Black, CastlingSide::Queen).is_some());
    // Another rook on the same square has no right.
    let other = built(open_castles().place(Square::A7, Role::Rook.of(Color::Black)));
    let other = play(&other, "a1a7 e8f8 a7a8");
    assert_eq!(other.castling_rooks().len(), 1, "{other}");
}

#[test]
fn trap_12_stalemate_ends_the_game_as_a_draw() {
    let position = built(
        drawn(
            ". . . . . . . k
         . . . . . K . .
         . . . . . . Q .
         . . . . . . . .
         . . . . . . . .
         . . . . . . . .
         . . . . . . . .
         . . . . . . . .",
        )
        .turn(Color::Black),
    );
    assert_eq!(position.outcome(), Some(Outcome::Draw(Draw::Stalemate)));
    assert_eq!(position.outcome().map(Outcome::result), Some("1/2-1/2"));
}

#[test]
fn trap_13_b1_and_b8_may_be_attacked() {
    let setup = drawn(
        "r . . . k . . .
         . . . . . . . .
         . . . . . . . .
         . . . . . . . .
         . r . . . . . .
         . . . . . . . .
         . . . . . . . .
         R . . . K . . .",
    );
    let position = built(setup.castling(Color::White, CastlingSide::Queen));
    assert!(position.is_attacked(Square::B1, Color::Black));
    assert_eq!(legal(&position, "e1c1").castling(), Some(CastlingSide::Queen));
    let mirrored = setup.place(Square::B4, Role::Rook.of(Color::White)).turn(Color::Black);
    let mirrored = built(mirrored.castling(Color::Black, CastlingSide::Queen));
    assert_eq!(legal(&mirrored, "e8c8").castling(), Some(CastlingSide::Queen));
}

#[test]
fn trap_15_en_passant_removes_the_pawn_passed() {
    let position = built(
        drawn(
            ". . . . k . . .
         . . . . . . . .
         . . . . . . . .
         . . . p P . . .
         . . . . . . . .
         . . . . . . . .
         . . . . . . . .
         . . . . K . . .",
        )
        .en_passant(Some(Square::D6)),
    );
    let next = play(&position, "e5d6");
    assert_eq!(next.piece_at(Square::D6), Some(Role::Pawn.of(Color::White)));
    assert_eq!((next.piece_at(Square::D5), next.piece_at(Square::E5)), (None, None));
    assert_eq!(next.board().occupied().len(), 3);
    let third = Position::from_fen("8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1").unwrap();
    assert_eq!([1, 2, 3, 4].map(|depth| third.perft(depth)), [14, 191, 2812, 43238]);
}

#[test]
fn trap_16_no_pawn_becomes_a_king_or_stays_a_pawn() {
    let position = built(promoting());
    assert_eq!(refused(&position, "c7c8k"), IllegalMove::CannotPromote(Role::King));
    assert_eq!(refused(&position, "c7d8p"), IllegalMove::CannotPromote(Role::Pawn));
    assert!(position.parse_san("c8=K").is_err());
    assert!(position.parse_san("cxd8=P").is_err());
}

#[test]
fn trap_22_a_two_step_never_jumps() {
    let setup = drawn(
        ". . . . k . . .
         . p . . . . . .
         . N . . . . . .
         . . . . . . . .
         . . . . . . n .
         . . . . n . . .
         P . . . P . P .
         . . . . K . . .",
    );
    let position = built(setup);
    check(&position, Square::A2, "a3 a4");
    check(&position, Square::E2, "");
    check(&position, Square::G2, "g3");
    check(&built(setup.turn(Color::Black)), Square::B7, "");
}

#[test]
fn trap_23_a_missing_king_crashes_nothing() {
    let errors = Setup::EMPTY.place(Square::A2, Role::Pawn.of(Color::White)).build().unwrap_err();
    assert_eq!(*errors, Color::ALL.map(|color| SetupError::Kings { color, count: 0 }));
    assert!(Position::from_fen("8/8/8/8/8/8/P7/8 w - - 0 1").is_err());
    assert!(Position::from_fen_lenient("8/8/8/8/8/8/P7/8").is_err());
}

#[test]
fn trap_24_a_side_without_a_move_has_a_result() {
    let cornered = drawn(
        "k . . . . . . .
         P . . . . . . .
         K . . . . . . .
         . . . . . . . .
         . . . . . . . .
         . . . . . . . .
         . . . . . . . .
         . . . . . . . .",
    )
    .turn(Color::Black);
    assert_eq!(built(cornered).outcome(), Some(Outcome::Draw(Draw::Stalemate)));
    let mated = built(cornered.place(Square::H8, Role::Rook.of(Color::White)).remove(Square::A7));
    assert_eq!(mated.outcome(), Some(Outcome::Win { winner: Color::White, by: Win::Checkmate }));
}

#[test]
fn trap_25_castling_goes_to_the_right_squares() {
    #[track_caller]
    fn check(turn: Color, uci: &str, king: Square, rook: Square) {
        let next = play(&built(open_castles().turn(turn)), uci);
        let home = next.board().by_color(turn);
        assert_eq!(next.king(turn), king, "{uci}");
        assert_eq!(next.piece_at(rook), Some(Role::Rook.of(turn)), "{uci}");
        assert_eq!(home.len(), 3, "{uci}");
        assert!(next.castling_rook(turn, CastlingSide::King).is_none(), "{uci}");
        assert!(next.castling_rook(turn, CastlingSide::Queen).is_none(), "{uci}");
    }
    check(Color::White, "e1g1", Square::G1, Square::F1);
    check(Color::White, "e1c1", Square::C1, Square::D1);
    check(Color::Black, "e8g8", Square::G8, Square::F8);
    check(Color::Black, "e8c8", Square::C8, Square::D8);
}

#[test]
fn trap_26_a_piece_that_has_moved_has_moved() {
    // A pawn goes two squares only once.
    let position = play(&Position::START, "e2e3 a7a6");
    check(&position, Square::E3, "e4");
    // A rook that has come back may not castle.
    let castles = play(&built(open_castles()), "a1b1 e8f8 b1a1 f8e8");
    check(&castles, Square::E1, "d1 f1 d2 e2 f2 g1");
}

#[test]
fn trap_27_castling_is_written_with_letters() {
    let position = built(open_castles());
    assert_eq!(position.san(legal(&position, "e1g1")).to_string(), "O-O");
    assert_eq!(position.san(legal(&position, "e1c1")).to_string(), "O-O-O");
}

/// Undo is the game's, but it can only restore what a position keeps: playing changes nothing of the one played from.
#[test]
fn trap_28_the_position_before_stays_as_it_was() {
    let before = play(&Position::START, "e2e4 a7a6 e4e5 d7d5");
    let (fen, key, moves) = (before.to_string(), before.key(), before.legal_moves());
    for mv in &moves {
        let _ = before.play(*mv);
    }
    assert_eq!(fen, "rnbqkbnr/1pp1pppp/p7/3pP3/8/8/PPPP1PPP/RNBQKBNR w KQkq d6 0 3");
    assert_eq!((before.to_string(), before.key(), before.legal_moves()), (fen, key, moves));
    assert_eq!(
        (before.turn(), before.en_passant(), before.outcome()),
        (Color::White, Some(Square::D6), None)
    );
}

#[test]
fn trap_29_each_castling_right_is_separate() {
    #[track_caller]
    fn check(moves: &str, expected: &str) {
        let fen = play(&built(open_castles()), moves).to_string();
        assert_eq!(fen.split(' ').nth(2), Some(expected), "{moves}: {fen}");
    }
    check("", "KQkq");
    check("h1g1", "Qkq");
    check("a1b1", "Kkq");
    check("e1e2", "kq");
    check("h1h2 h8h7", "Qq");
    check("a1b1 a8b8", "Kk");
    check("e1g1 e8c8", "-");
    check("a1a8", "Kk");
    check("h1h8", "Qq");
    check("a1b1 h8g8", "Kq");
}

#[test]
fn trap_30_san_says_as_much_as_is_needed() {
    #[track_caller]
    fn check(setup: Setup, uci: &str, expected: &str) {
        let position = built(setup);
        assert_eq!(position.san(legal(&position, uci)).to_string(), expected, "{position} {uci}");
        assert_eq!(position.parse_san(expected), Ok(legal(&position, uci)), "{position} {uci}");
    }
    let queens = drawn(
        ". . . . . . k .
         . . . . . . . .
         . . . . . . . .
         . . . . . . . .
         . . . . Q . . Q
         K . . . . . . .
         . . . . . . . .
         . . . . . . . Q",
    );
    check(queens, "e4e1", "Qee1");
    check(queens, "h1e1", "Q1e1");
    check(queens, "h4e1", "Qh4e1");
    check(queens, "e4a4", "Qa4");
    // En passant is a plain capture.
    let passed = drawn(
        ". . . . . . . .
         . . . . k . . .
         . . . . . . . .
         . . . p P . . .
         . . . . . . . .
         . . . . . . . .
         . . . . . . . .
         K . . . . . . .",
    );
    check(passed.en_passant(Some(Square::D6)), "e5d6", "exd6+");
    let mate = drawn(
        ". . . . . . . k
         . . . . . . p p
         . . . . . . . .
         . . . . . . . .
         . . . . . . . .
         . . . . . . . .
         . . . . . . . .
         R K . . . . . .",
    );
    check(mate, "a1a8", "Ra8#");
}
