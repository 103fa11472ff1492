//! Illegal moves and the exact reason for each; the ways in which castling may be written.

use regence_rules::CastlingSide::{King, Queen};
use regence_rules::IllegalMove::{
    CannotPromote, InTheWay, LeavesKingInCheck, NoPiece, NotHowItMoves, NotYours, NothingToTake,
    PromotionMissing, TakesOwnPiece,
};
use regence_rules::{CastlingRefusal, CastlingSide, Color, IllegalMove, Position, Role, Square, UciMove};

#[track_caller]
fn position(fen: &str) -> Position {
    Position::from_fen_chess960(fen).unwrap_or_else(|error| panic!("{fen}: {error}"))
}

#[track_caller]
fn written(uci: &str) -> UciMove {
    uci.parse().unwrap_or_else(|error| panic!("{uci}: {error}"))
}

/// The move is refused for exactly this reason, which can be said in one line.
#[track_caller]
fn check(fen: &str, uci: &str, expected: IllegalMove) {
    let position = position(fen);
    assert_eq!(position.resolve(written(uci)), Err(expected), "{fen} {uci}");
    assert!(!position.is_legal(written(uci)), "{fen} {uci}");
    let message = expected.to_string();
    assert!(message.len() > 15 && !message.contains('\n'), "{message:?}");
}

/// The king may castle, or may not for exactly this reason.
#[track_caller]
fn check_castling(fen: &str, uci: &str, side: CastlingSide, expected: Result<(), CastlingRefusal>) {
    match (position(fen).resolve(written(uci)), expected) {
        (Ok(mv), Ok(())) => assert_eq!(mv.castling(), Some(side), "{fen} {uci}"),
        (found, Err(why)) => assert_eq!(found, Err(IllegalMove::Castling { side, why }), "{fen} {uci}"),
        (found, _) => panic!("{fen} {uci}: {found:?}"),
    }
}

const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

#[test]
fn there_must_be_a_piece_of_the_side_to_move() {
    check(START, "e4e5", NoPiece(Square::E4));
    check(START, "e4e4", NoPiece(Square::E4));
    check(START, "e7e5", NotYours { piece: Role::Pawn.of(Color::Black), square: Square::E7 });
    check(START, "e8g8", NotYours { piece: Role::King.of(Color::Black), square: Square::E8 });
}

#[test]
fn pieces_move_as_they_move() {
    let wrong = |role, from, to| NotHowItMoves { role, from, to };
    check(START, "g1g3", wrong(Role::Knight, Square::G1, Square::G3));
    check(START, "g1g1", wrong(Role::Knight, Square::G1, Square::G1));
    check(START, "c1c3", wrong(Role::Bishop, Square::C1, Square::C3));
    check(START, "a1b3", wrong(Role::Rook, Square::A1, Square::B3));
    check(START, "d1e3", wrong(Role::Queen, Square::D1, Square::E3));
    check(START, "e1e3", wrong(Role::King, Square::E1, Square::E3));
    check(START, "e2e5", wrong(Role::Pawn, Square::E2, Square::E5));
    check(START, "e2e1", wrong(Role::Pawn, Square::E2, Square::E1));
    check(START, "e2f2", wrong(Role::Pawn, Square::E2, Square::F2));
    // Two steps only from the second rank; and no step over the edge of the board.
    check("4k3/8/8/8/8/4P3/8/4K3 w - - 0 1", "e3e5", wrong(Role::Pawn, Square::E3, Square::E5));
    check("4k3/8/8/8/8/7P/8/4K3 w - - 0 1", "h3a5", wrong(Role::Pawn, Square::H3, Square::A5));
    check("4k3/8/8/8/8/P7/8/4K3 w - - 0 1", "a3h3", wrong(Role::Pawn, Square::A3, Square::H3));
}

#[test]
fn pieces_do_not_jump() {
    let blocked = |role, from, to, blocker| InTheWay { role, from, to, blocker };
    check(START, "a1a3", blocked(Role::Rook, Square::A1, Square::A3, Square::A2));
    check(START, "a1a8", blocked(Role::Rook, Square::A1, Square::A8, Square::A2));
    check(START, "f1c4", blocked(Role::Bishop, Square::F1, Square::C4, Square::E2));
    check(START, "d1h5", blocked(Role::Queen, Square::D1, Square::H5, Square::E2));
    let pawns = "4k3/8/8/8/4p3/4n3/P3P2P/4K3 w - - 0 1";
    check(pawns, "e2e3", blocked(Role::Pawn, Square::E2, Square::E3, Square::E3));
    check(pawns, "e2e4", blocked(Role::Pawn, Square::E2, Square::E4, Square::E3));
    let far = "4k3/8/8/8/4p3/8/4P3/4K3 w - - 0 1";
    check(far, "e2e4", blocked(Role::Pawn, Square::E2, Square::E4, Square::E4));
}

#[test]
fn nobody_takes_the_own_pieces() {
    check(START, "a1a2", TakesOwnPiece { square: Square::A2, role: Role::Pawn });
    check(START, "b1d2", TakesOwnPiece { square: Square::D2, role: Role::Pawn });
    check(START, "e1d1", TakesOwnPiece { square: Square::D1, role: Role::Queen });
    check(START, "d1e1", TakesOwnPiece { square: Square::E1, role: Role::King });
}

#[test]
fn a_pawn_does_not_take_its_own_side() {
    let own = "4k3/8/8/8/8/3N4/4P3/4K3 w - - 0 1";
    check(own, "e2d3", TakesOwnPiece { square: Square::D3, role: Role::Knight });
    check(
        "4k3/4p3/3n4/8/8/8/8/4K3 b - - 0 1",
        "e7d6",
        TakesOwnPiece { square: Square::D6, role: Role::Knight },
    );
}

#[test]
fn a_pawn_goes_aside_only_to_take() {
    check(START, "e2d3", NothingToTake { from: Square::E2, to: Square::D3 });
    // The pawn beside has not just jumped.
    check("4k3/8/8/3pP3/8/8/8/4K3 w - - 0 1", "e5d6", NothingToTake { from: Square::E5, to: Square::D6 });
    assert!(position("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1").is_legal(written("e5d6")));
}

#[test]
fn a_move_may_not_leave_the_king_in_check() {
    let check_from = |king, by, role| LeavesKingInCheck { king, by, role };
    // Pinned on a file, a rank and a diagonal.
    let pinned = "4r1k1/8/8/7b/8/5N2/4B3/r2QK3 w - - 0 1";
    check(pinned, "e2d3", check_from(Square::E1, Square::E8, Role::Rook));
    check(pinned, "d1d8", check_from(Square::E1, Square::A1, Role::Rook));
    let diagonal = "4k3/8/8/8/7b/8/5P2/4K3 w - - 0 1";
    check(diagonal, "f2f3", check_from(Square::E1, Square::H4, Role::Bishop));
    // In check, and the move does nothing about it.
    let checked = "4k3/8/8/8/8/5n2/8/R3K3 w Q - 0 1";
    check(checked, "a1a2", check_from(Square::E1, Square::F3, Role::Knight));
    // The king itself: into an attack, along the line of one, beside the other king.
    let rook = "3rk3/8/8/8/8/8/8/4K3 w - - 0 1";
    check(rook, "e1d1", check_from(Square::D1, Square::D8, Role::Rook));
    let line = "4k3/8/8/8/8/8/8/r3K3 w - - 0 1";
    check(line, "e1f1", check_from(Square::F1, Square::A1, Role::Rook));
    let kings = "8/8/8/3k4/8/3K4/8/8 w - - 0 1";
    check(kings, "d3d4", check_from(Square::D4, Square::D5, Role::King));
    // Taking a guarded piece.
    let guarded = "4k3/8/8/8/8/6p1/5n2/4K3 w - - 0 1";
    check(guarded, "e1f2", check_from(Square::F2, Square::G3, Role::Pawn));
}

#[test]
fn en_passant_may_not_uncover_a_check() {
    let check_from = |king, by, role| LeavesKingInCheck { king, by, role };
    // Both pawns leave the rank.
    let rank = "4k3/8/8/K2pP2r/8/8/8/8 w - d6 0 1";
    check(rank, "e5d6", check_from(Square::A5, Square::H5, Role::Rook));
    // The pawn that takes is pinned on a diagonal, on a file.
    let diagonal = "4k2b/8/8/3pP3/8/2K5/8/8 w - d6 0 1";
    check(diagonal, "e5d6", check_from(Square::C3, Square::H8, Role::Bishop));
    let pinned = "4r1k1/8/8/3pP3/8/8/8/4K3 w - d6 0 1";
    check(pinned, "e5d6", check_from(Square::E1, Square::E8, Role::Rook));
}

#[test]
fn only_pawns_on_the_last_rank_promote() {
    let pawn = "3nk3/4P3/8/8/8/8/P7/4K2R w - - 0 1";
    check(pawn, "e7d8", PromotionMissing { from: Square::E7, to: Square::D8 });
    let checked = LeavesKingInCheck { king: Square::H7, by: Square::H1, role: Role::Rook };
    check("8/7k/8/8/8/8/K5p1/7R b - - 0 1", "g2g1", checked);
    check(pawn, "e7d8k", CannotPromote(Role::King));
    check(pawn, "e7d8p", CannotPromote(Role::Pawn));
    check(pawn, "a2a3q", CannotPromote(Role::Queen));
    check(pawn, "h1h8q", CannotPromote(Role::Queen));
    check(pawn, "e1e2n", CannotPromote(Role::Knight));
    check("4k3/8/8/8/8/8/8/4K2R w K - 0 1", "e1g1q", CannotPromote(Role::Queen));
    for promotion in ["q", "r", "b", "n"] {
        assert!(position(pawn).is_legal(written(&format!("e7d8{promotion}"))), "{promotion}");
    }
}

#[test]
fn castling_is_refused_with_the_reason() {
    let blocked = |square| Err(CastlingRefusal::Blocked(square));
    let attacked = |square, by| Err(CastlingRefusal::Attacked { square, by });
    let in_check = |by| Err(CastlingRefusal::InCheck { by });
    let no_right = Err(CastlingRefusal::NoRight);
    let open = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1";
    check_castling(open, "e1g1", King, Ok(()));
    check_castling(open, "e1c1", Queen, Ok(()));
    check_castling("r3k2r/8/8/8/8/8/8/R3K2R w Qkq - 0 1", "e1g1", King, no_right);
    check_castling("r3k2r/8/8/8/8/8/8/R3K2R w Kkq - 0 1", "e1c1", Queen, no_right);
    check_castling("r3k2r/8/8/8/8/8/8/R3K2R b KQq - 0 1", "e8g8", King, no_right);
    check_castling("4k3/8/8/8/8/8/8/4K3 w - - 0 1", "e1g1", King, no_right);
    check_castling(START, "e1g1", King, blocked(Square::F1));
    check_castling("4k3/8/8/8/8/8/8/R3K1NR w KQ - 0 1", "e1g1", King, blocked(Square::G1));
    // The square beside the rook may not be occupied, but may be attacked, as may the rook.
    check_castling("4k3/8/8/8/8/8/8/RN2K2R w KQ - 0 1", "e1c1", Queen, blocked(Square::B1));
    check_castling("1r2k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", "e1c1", Queen, Ok(()));
    check_castling("r3k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", "e1c1", Queen, Ok(()));
    check_castling("4k2r/8/8/8/8/8/8/R3K2R w KQ - 0 1", "e1g1", King, Ok(()));
    // Out of, through and into check.
    check_castling("4r1k1/8/8/8/8/8/8/R3K2R w KQ - 0 1", "e1g1", King, in_check(Square::E8));
    check_castling("4r1k1/8/8/8/8/8/8/R3K2R w KQ - 0 1", "e1c1", Queen, in_check(Square::E8));
    check_castling("4kr2/8/8/8/8/8/8/R3K2R w KQ - 0 1", "e1g1", King, attacked(Square::F1, Square::F8));
    check_castling("4k1r1/8/8/8/8/8/8/R3K2R w KQ - 0 1", "e1g1", King, attacked(Square::G1, Square::G8));
    check_castling("3rk3/8/8/8/8/8/8/R3K2R w KQ - 0 1", "e1c1", Queen, attacked(Square::D1, Square::D8));
    check_castling("2r1k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", "e1c1", Queen, attacked(Square::C1, Square::C8));
    check_castling("4k3/8/8/8/8/8/6p1/R3K2R w KQ - 0 1", "e1g1", King, attacked(Square::F1, Square::G2));
    check_castling("r3k2r/8/8/8/8/8/8/4KR2 b kq - 0 1", "e8g8", King, attacked(Square::F8, Square::F1));
}

#[test]
fn castling_may_be_written_in_two_ways() {
    let orthodox = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1";
    for (step, takes, side) in [("e1g1", "e1h1", King), ("e1c1", "e1a1", Queen)] {
        let by_step = position(orthodox).resolve(written(step));
        assert_eq!(by_step, position(orthodox).resolve(written(takes)), "{step}");
        check_castling(orthodox, step, side, Ok(()));
        let mv = by_step.unwrap();
        assert_eq!((mv.uci(), mv.uci_chess960()), (written(step), written(takes)));
    }
}

#[test]
fn chess960_castling_is_the_king_taking_its_rook() {
    // The king's long walk may be written by its end.
    let long = "4k3/8/8/8/8/8/8/RK5R w KQ - 0 1";
    check_castling(long, "b1h1", King, Ok(()));
    check_castling(long, "b1g1", King, Ok(()));
    // A step beside the rook's square that is also the end of castling is the step.
    check_castling(long, "b1a1", Queen, Ok(()));
    assert_eq!(position(long).resolve(written("b1c1")).unwrap().castling(), None);
    // The king does not move at all; the rook is next to it.
    let still = "4k3/8/8/8/8/8/8/1RK3R1 w KQ - 0 1";
    check_castling(still, "c1b1", Queen, Ok(()));
    check_castling(still, "c1g1", King, Ok(()));
    check(still, "c1c1", NotHowItMoves { role: Role::King, from: Square::C1, to: Square::C1 });
    // King and rook change places.
    let swap = "4k3/8/8/8/8/8/8/5KR1 w K - 0 1";
    check_castling(swap, "f1g1", King, Ok(()));
    // The rook without the right is just a rook of one's own.
    let inner = "4k3/8/8/8/8/8/8/4K1RR w K - 0 1";
    check_castling(inner, "e1g1", King, Err(CastlingRefusal::Blocked(Square::G1)));
    check_castling(inner, "e1h1", King, Err(CastlingRefusal::Blocked(Square::G1)));
    let by_file = "4k3/8/8/8/8/8/8/4K1RR w G - 0 1";
    check_castling(by_file, "e1g1", King, Ok(()));
    check(by_file, "e1h1", NotHowItMoves { role: Role::King, from: Square::E1, to: Square::H1 });
    check_castling("4k3/8/8/8/8/8/8/4K1RR w - - 0 1", "e1h1", King, Err(CastlingRefusal::NoRight));
}

#[test]
fn the_chess960_rook_may_not_uncover_a_check() {
    // The rook on b1 hides the king from the one on a1.
    let fen = "4k3/8/8/8/8/8/8/rRK5 w Q - 0 1";
    let why = CastlingRefusal::Attacked { square: Square::C1, by: Square::A1 };
    check_castling(fen, "c1b1", Queen, Err(why));
}
