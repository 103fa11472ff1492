//! What each rule must do, case by case. A number names the trap of an older program that the case steps around.

use super::{
    CannotCastle, HouseMoveKind, HousePosition, HouseRules as Rules, Illegal, Invalid, NoMoves, OffBoard,
    Refusal, Rule,
};
use crate::{Bitboard, CastlingRefusal, Color, Draw, Outcome, Role, Square, Square as S, UciMove, Win};
use alloc::string::ToString;

#[track_caller]
fn position(rules: Rules, fen: &str) -> HousePosition {
    HousePosition::from_fen(rules, fen).unwrap()
}

/// Plays written moves one after the other.
#[track_caller]
fn play(rules: Rules, fen: &str, moves: &str) -> HousePosition {
    moves.split_whitespace().fold(position(rules, fen), |position, written| {
        position.play(position.resolve(written.parse().unwrap()).unwrap())
    })
}

/// The piece on a square goes to these squares and to no others.
#[track_caller]
fn check_targets(position: &HousePosition, from: Square, expected: &[Square]) {
    let targets: Bitboard = position.legal_moves_from(from).iter().map(|mv| mv.to()).collect();
    assert_eq!(targets, expected.iter().copied().collect(), "{position:?} {from}");
}

#[track_caller]
fn check_refusal(position: &HousePosition, written: &str, expected: impl Into<Refusal>) {
    assert_eq!(position.resolve(written.parse().unwrap()), Err(expected.into()), "{position:?} {written}");
}

#[track_caller]
fn check_outcome(position: &HousePosition, expected: Option<Outcome>) {
    assert_eq!(position.outcome(), expected, "{position:?}");
    if expected.is_some() {
        assert_eq!(position.legal_moves(), [], "{position:?}");
    }
}

#[test]
fn trap_4_a_king_avoids_empty_squares_a_pawn_attacks_but_not_the_one_it_pushes_to() {
    let position = position(Rules::ORTHODOX, "k7/8/8/3p4/8/3K4/8/8 w - - 0 1");
    check_refusal(&position, "d3c4", Illegal::LeavesKingInCheck { king: S::C4, by: S::D5, role: Role::Pawn });
    check_refusal(&position, "d3e4", Illegal::LeavesKingInCheck { king: S::E4, by: S::D5, role: Role::Pawn });
    assert!(position.is_legal(UciMove::new(S::D3, S::D4)));
}

#[test]
fn trap_5_two_kings_never_stand_side_by_side() {
    for rules in [Rules::ORTHODOX, Rules::CLASSROOM] {
        let position = position(rules, "8/8/8/3k4/8/3K4/8/8 w - - 0 1");
        check_refusal(&position, "d3d4", Illegal::KingsSideBySide { other: S::D5 });
        check_targets(&position, S::D3, &[S::C2, S::D2, S::E2, S::C3, S::E3]);
    }
    // Not even to take the other king.
    let touching = position(Rules::CLASSROOM, "3/1k1/K1P w");
    check_refusal(&touching, "a1b2", Illegal::KingsSideBySide { other: S::B2 });
    let apart_off = Rules { kings_keep_apart: Rule::Off, ..Rules::CLASSROOM };
    let won = play(apart_off, "3/1k1/K2 w", "a1b2");
    check_outcome(&won, Some(Outcome::Win { winner: Color::White, by: Win::LastKingTaken }));
}

#[test]
fn trap_6_en_passant_is_tested_with_the_captured_pawn_removed() {
    // Both pawns leave the fifth rank, and the rook sees the king.
    let pinned = play(Rules::ORTHODOX, "8/2p5/8/KP5r/8/8/8/7k b - - 0 1", "c7c5");
    assert_eq!(pinned.en_passant(), None);
    check_targets(&pinned, S::B5, &[S::B6]);
    // The pawn that gives check may be taken in passing.
    let checked = play(Rules::ORTHODOX, "k7/3p4/8/4P3/2K5/8/8/8 b - - 0 1", "d7d5");
    check_targets(&checked, S::E5, &[S::D6]);
}

#[test]
fn trap_7_castling_needs_the_right_and_king_and_own_rook_at_home() {
    let refuse = |fen: &str, written: &str, reason: CannotCastle| {
        check_refusal(&position(Rules::ORTHODOX, fen), written, Illegal::CannotCastle(reason));
    };
    let chess = CannotCastle::Refused;
    refuse("4k3/8/8/8/8/8/8/R3K2R w Q - 0 1", "e1g1", chess(CastlingRefusal::NoRight));
    refuse("4k3/8/8/8/8/8/8/R3K3 w KQ - 0 1", "e1g1", CannotCastle::NotAtHome);
    refuse("4k3/8/8/8/8/8/8/R3K2r w KQ - 0 1", "e1g1", CannotCastle::NotAtHome);
    refuse("4k3/8/8/8/8/8/8/R3KB1R w KQ - 0 1", "e1g1", chess(CastlingRefusal::Blocked(S::F1)));
    refuse("4k3/8/8/8/8/8/8/RN2K2R w KQ - 0 1", "e1c1", chess(CastlingRefusal::Blocked(S::B1)));
    refuse("4k3/8/8/8/4r3/8/8/R3K2R w KQ - 0 1", "e1g1", chess(CastlingRefusal::InCheck { by: S::E4 }));
    refuse(
        "4k3/8/8/8/5r2/8/8/R3K2R w KQ - 0 1",
        "e1g1",
        chess(CastlingRefusal::Attacked { square: S::F1, by: S::F4 }),
    );
    refuse(
        "4k3/8/8/8/8/8/7p/R3K2R w KQ - 0 1",
        "e1h1",
        chess(CastlingRefusal::Attacked { square: S::G1, by: S::H2 }),
    );
}

#[test]
fn trap_7_a_captured_rook_ends_the_right() {
    let taken = play(Rules::ORTHODOX, "r3k2r/8/8/8/8/6n1/8/R3K2R b KQkq - 0 1", "g3h1");
    assert_eq!(taken.fen(), "r3k2r/8/8/8/8/8/8/R3K2n w Qkq - 0 2");
    // Another rook that comes to the corner does not bring the right back.
    let again = play(Rules::ORTHODOX, "4k2r/8/6r1/8/8/8/8/B3K3 w k - 0 1", "a1h8 g6h6 e1e2 h6h8");
    assert_eq!(again.fen(), "4k2r/8/8/8/8/8/4K3/8 w - - 0 3");
}

#[test]
fn trap_13_b1_and_b8_may_be_attacked_when_castling_long() {
    let white = position(Rules::ORTHODOX, "1r2k3/8/8/8/8/8/8/R3K3 w Q - 0 1");
    assert!(white.is_legal(UciMove::new(S::E1, S::C1)));
    let black = position(Rules::ORTHODOX, "r3k3/8/8/8/8/8/8/1R2K3 b q - 0 1");
    assert!(black.is_legal(UciMove::new(S::E8, S::C8)));
}

#[test]
fn trap_15_en_passant_removes_the_pawn_passed() {
    let fen = "4k3/3p4/8/4P3/8/8/8/4K3 b - - 0 1";
    let taken = play(Rules::ORTHODOX, fen, "d7d5 e5d6");
    assert_eq!(taken.fen(), "4k3/8/3P4/8/8/8/8/4K3 b - - 0 2");
    let perft = position(Rules::ORTHODOX, "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1");
    assert_eq!([1, 2, 3].map(|depth| perft.perft(depth)), [14, 191, 2812]);
}

#[test]
fn trap_16_promotion_to_king_or_pawn_is_refused() {
    let position = position(Rules::ORTHODOX, "4k3/P7/8/8/8/8/8/4K3 w - - 0 1");
    check_refusal(&position, "a7a8k", Illegal::PromotionRole { role: Role::King });
    check_refusal(&position, "a7a8p", Illegal::PromotionRole { role: Role::Pawn });
    check_refusal(&position, "a7a8", Illegal::PromotionMissing { from: S::A7, to: S::A8 });
    let king = Role::King.of(Color::White);
    check_refusal(&position, "e1e2q", Illegal::PromotionImpossible { piece: king, to: S::E2 });
    let roles = position.legal_moves_from(S::A7);
    assert!(roles.iter().map(|mv| mv.promotion()).eq(Role::PROMOTIONS.map(Some)));
}

#[test]
fn trap_22_a_two_step_never_jumps_over_a_piece() {
    for rules in [Rules::ORTHODOX, Rules::CLASSROOM] {
        check_targets(&position(rules, "k7/8/8/8/8/p7/P7/7K w - - 0 1"), S::A2, &[]);
        check_targets(&position(rules, "k7/8/8/8/p7/8/P7/7K w - - 0 1"), S::A2, &[S::A3]);
        check_targets(&position(rules, "k7/8/8/8/8/8/P7/7K w - - 0 1"), S::A2, &[S::A3, S::A4]);
    }
}

#[test]
fn trap_23_a_missing_king_crashes_nothing() {
    for (fen, orthodox, classroom) in [
        ("8/8/8/8/8/8/8/8 w - - 0 1", 0, 0),
        ("8/p7/8/8/8/8/P7/8 w KQkq - 0 1", 4, 4),
        // Without check, a side that has lost its king has lost.
        ("4k3/8/8/8/8/8/8/R6R b KQkq - 0 1", 130, 0),
    ] {
        assert_eq!(position(Rules::ORTHODOX, fen).perft(2), orthodox, "{fen}");
        assert_eq!(position(Rules::CLASSROOM, fen).perft(2), classroom, "{fen}");
    }
    // The side without a king is never in check, and moves as its pieces do.
    let kingless = position(Rules::ORTHODOX, "4k3/8/8/8/8/8/8/R6R w KQ - 0 1");
    assert!(!kingless.is_check());
    assert_eq!(kingless.legal_moves_from(S::A1).len(), 13);
}

#[test]
fn trap_24_a_side_without_a_move_draws() {
    // The king is hemmed in by its own pawns, which can go no further.
    let stuck = position(Rules::CLASSROOM, "1PK/1PP/k2 w");
    check_outcome(&stuck, Some(Outcome::Draw(Draw::NoMoves)));
    check_refusal(&stuck, "c3c2", Invalid::GameOver(Outcome::Draw(Draw::NoMoves)));
}

#[test]
fn trap_25_the_squares_of_castling() {
    let fen = "r3k2r/p6p/8/8/8/8/P6P/R3K2R w KQkq - 0 1";
    for (moves, expected) in [
        ("e1g1 e8c8", "2kr3r/p6p/8/8/8/8/P6P/R4RK1 w - - 2 2"),
        ("e1c1 e8g8", "r4rk1/p6p/8/8/8/8/P6P/2KR3R w - - 2 2"),
        ("e1h1 e8a8", "2kr3r/p6p/8/8/8/8/P6P/R4RK1 w - - 2 2"),
    ] {
        assert_eq!(play(Rules::ORTHODOX, fen, moves).fen(), expected);
    }
    let castling = position(Rules::ORTHODOX, fen).resolve("e1h1".parse().unwrap()).unwrap();
    assert_eq!(castling.kind(), HouseMoveKind::Castling { rook_from: S::H1, rook_to: S::F1 });
    assert_eq!(castling.to_string(), "e1g1");
}

#[test]
fn trap_26_a_moved_piece_has_moved() {
    // A pawn that went one square may not go two, on whatever rank; one that stands still may.
    let moved = play(Rules::CLASSROOM, "4k3/8/8/8/8/3P4/P7/4K3 w - - 0 1", "a2a3 e8e7");
    check_targets(&moved, S::A3, &[S::A4]);
    check_targets(&moved, S::D3, &[S::D4, S::D5]);
    // A king and a rook that have come back may not castle.
    let fen = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1";
    let back = play(Rules::ORTHODOX, fen, "e1e2 a8b8 e2e1 b8a8");
    assert_eq!(back.fen(), "r3k2r/8/8/8/8/8/8/R3K2R w k - 4 3");
}

#[test]
fn trap_29_each_castling_right_is_separate() {
    let fen = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1";
    for (moves, rights) in [
        ("h1g1", "Qkq"),
        ("a1b1", "Kkq"),
        ("e1d1", "kq"),
        ("e1d1 h8g8", "q"),
        ("h1h8", "Qq"),
        ("a1a8", "Kk"),
        ("e1d1 e8d8", "-"),
    ] {
        let fen = play(Rules::ORTHODOX, fen, moves).fen();
        assert_eq!(fen.split(' ').nth(2), Some(rights), "{moves}");
    }
}

#[test]
fn a_move_that_names_no_piece_to_move_is_invalid() {
    let position = position(Rules::ORTHODOX, "k3/p3/P3/K3 w");
    check_refusal(&position, "b1b2", Invalid::NoPiece { square: S::B1 });
    let pawn = Role::Pawn.of(Color::Black);
    check_refusal(&position, "a3a2", Invalid::NotYours { square: S::A3, piece: pawn });
    let off = OffBoard { square: S::E1, size: position.board().size() };
    check_refusal(&position, "e1a1", Invalid::OffBoard(off));
    check_refusal(&position, "a1e1", Invalid::OffBoard(off));
}

#[test]
fn several_kings_must_all_be_safe() {
    // The rook is pinned to either king.
    let position = position(Rules::ORTHODOX, "k3r3/8/8/8/r3R2K/8/8/4K3 w - - 0 1");
    check_targets(&position, S::E4, &[]);
    check_refusal(&position, "e4d4", Illegal::LeavesKingInCheck { king: S::E1, by: S::E8, role: Role::Rook });
    check_refusal(&position, "e4e5", Illegal::LeavesKingInCheck { king: S::H4, by: S::A4, role: Role::Rook });
    // With two kings nobody castles.
    let two = self::position(Rules::ORTHODOX, "k7/8/8/8/8/K7/8/4K2R w K - 0 1");
    check_refusal(&two, "e1g1", Illegal::CannotCastle(CannotCastle::NotAtHome));
}

#[test]
fn where_there_is_check_no_king_is_taken() {
    let position = position(Rules::ORTHODOX, "k7/8/8/8/8/8/8/R3K3 w - - 0 1");
    check_refusal(&position, "a1a8", Illegal::TakesKing { king: S::A8 });
}

#[test]
fn the_classroom_is_won_by_the_last_king() {
    let first = play(Rules::CLASSROOM, "k1k/3/R1K w", "a1a3");
    check_outcome(&first, None);
    let last = play(Rules::CLASSROOM, "k2/3/R1K w", "a1a3");
    let won = Outcome::Win { winner: Color::White, by: Win::LastKingTaken };
    check_outcome(&last, Some(won));
    check_refusal(&last, "a3a2", Invalid::GameOver(won));
    assert_eq!(won.to_string(), "White wins: Black has no king left");
}

#[test]
fn the_classroom_knows_no_check_castling_en_passant_or_promotion() {
    // The king may stay in danger and step into it.
    let danger = position(Rules::CLASSROOM, "k3r3/8/8/8/8/8/P7/4K2R w K - 0 1");
    assert!(!danger.is_check());
    assert!(danger.is_legal(UciMove::new(S::A2, S::A3)));
    assert!(danger.is_legal(UciMove::new(S::E1, S::E2)));
    let king = Role::King.of(Color::White);
    check_refusal(&danger, "e1g1", Illegal::NotHowItMoves { piece: king, from: S::E1, to: S::G1 });
    let passed = play(Rules::CLASSROOM, "4k3/3p4/8/4P3/8/8/8/4K3 b - - 0 1 moved:e5", "d7d5");
    check_targets(&passed, S::E5, &[S::E6]);
    let last_rank = play(Rules::CLASSROOM, "7k/P7/8/8/8/8/8/7K w - - 0 1", "a7a8 h8g8");
    check_targets(&last_rank, S::A8, &[]);
}

#[test]
fn an_unmoved_pawn_goes_two_squares_from_wherever_it_stands() {
    for (fen, from, expected) in [
        ("7k/8/8/8/8/8/8/P6K w", S::A1, &[S::A2, S::A3][..]),
        ("7k/8/8/P7/8/8/8/7K w", S::A5, &[S::A6, S::A7]),
        ("7k/8/P7/8/8/8/8/7K w", S::A6, &[S::A7, S::A8]),
        ("7k/P7/8/8/8/8/8/7K w", S::A7, &[S::A8]),
        ("7k/8/8/p7/8/8/8/7K b", S::A5, &[S::A4, S::A3]),
        ("7k/8/8/p7/8/8/8/7K b - - 0 1 moved:a5", S::A5, &[S::A4]),
    ] {
        check_targets(&position(Rules::CLASSROOM, fen), from, expected);
    }
}

#[test]
fn en_passant_follows_the_two_step_to_any_rank() {
    let rules = Rules { en_passant: Rule::On, ..Rules::CLASSROOM };
    let passed = play(rules, "k7/8/p7/8/1P6/8/8/7K b - - 0 1", "a6a4");
    check_targets(&passed, S::B4, &[S::A5, S::B5, S::B6]);
    assert_eq!(position(rules, &passed.fen()), passed);
    let passed = play(rules, "k7/8/p7/1P6/8/8/8/7K b - - 0 1 moved:b5", "a6a4");
    check_targets(&passed, S::B5, &[S::B6]);
}

#[test]
fn mate_and_stalemate_end_the_game_as_the_rules_say() {
    let stalemate = "k7/2Q5/8/8/8/8/8/7K b - - 0 1";
    let loss = Rules { no_moves: NoMoves::Loss, ..Rules::ORTHODOX };
    let won = |by| Some(Outcome::Win { winner: Color::White, by });
    check_outcome(&position(Rules::ORTHODOX, stalemate), Some(Outcome::Draw(Draw::Stalemate)));
    check_outcome(&position(loss, stalemate), won(Win::Stalemate));
    check_outcome(&position(Rules::ORTHODOX, "k7/1Q6/2K5/8/8/8/8/8 b - - 0 1"), won(Win::Checkmate));
    check_outcome(&position(Rules::ORTHODOX, "k2/1Q1/K2 b"), won(Win::Checkmate));
    let stuck = Rules { no_moves: NoMoves::Loss, ..Rules::CLASSROOM };
    check_outcome(&position(stuck, "K2/1pp/1pk b"), won(Win::NoMoves));
}
