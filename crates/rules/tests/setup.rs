//! Set-ups that are no positions, and every reason why.

mod drawing;

use drawing::drawn;
use regence_rules::{
    Bitboard, CastlingError, CastlingSide, Color, EnPassantError, Role, Setup, SetupError, Square,
};

/// The set-up is refused for exactly these reasons, and all of them are named in one line.
#[track_caller]
fn check(setup: Setup, expected: &[SetupError]) {
    let errors = setup.build().expect_err("no legal position");
    assert_eq!(*errors, *expected);
    let (message, parts) = (errors.to_string(), expected.iter().map(ToString::to_string));
    assert_eq!(message, parts.collect::<Vec<_>>().join("; "));
    assert!(!message.chars().any(char::is_control), "{message:?}");
}

/// Two kings far from each other, and nothing else.
fn kings() -> Setup {
    drawn(
        ". . . . k . . .
         . . . . . . . .
         . . . . . . . .
         . . . . . . . .
         . . . . . . . .
         . . . . . . . .
         . . . . . . . .
         . . . . K . . .",
    )
}

#[test]
fn each_side_has_one_king() {
    check(kings().remove(Square::E1), &[SetupError::Kings { color: Color::White, count: 0 }]);
    check(
        kings().place(Square::A8, Role::King.of(Color::Black)),
        &[SetupError::Kings { color: Color::Black, count: 2 }],
    );
    check(Setup::EMPTY, &Color::ALL.map(|color| SetupError::Kings { color, count: 0 }));
}

#[test]
fn a_side_has_no_more_than_it_begins_with() {
    let knights = Square::all().skip(16).take(16);
    let setup = knights.fold(kings(), |setup, square| setup.place(square, Role::Knight.of(Color::White)));
    check(setup.turn(Color::Black), &[SetupError::TooManyPieces { color: Color::White, count: 17 }]);
    let pawns = Square::all().skip(32).take(9);
    let setup = pawns.fold(kings(), |setup, square| setup.place(square, Role::Pawn.of(Color::Black)));
    check(setup, &[SetupError::TooManyPawns { color: Color::Black, count: 9 }]);
}

#[test]
fn pawns_stand_between_the_back_ranks() {
    for (square, color) in
        [(Square::A1, Color::White), (Square::H8, Color::White), (Square::D1, Color::Black)]
    {
        check(kings().place(square, Role::Pawn.of(color)), &[SetupError::PawnsOnBackRank(square.bitboard())]);
    }
}

#[test]
fn the_side_that_has_moved_is_not_in_check() {
    let setup = drawn(
        ". . . . k . . .
         . . . . . . . .
         . . . . . . . .
         . . . . . . . .
         . . . . R . . .
         . . . . . . . .
         . . . . . . . .
         . . . . . . K .",
    );
    check(setup, &[SetupError::OpponentInCheck { king: Square::E8, by: Square::E4 }]);
    assert!(setup.turn(Color::Black).build().is_ok());
}

#[test]
fn kings_do_not_stand_side_by_side() {
    let setup = kings().place(Square::E7, Role::King.of(Color::White)).remove(Square::E1);
    check(setup, &[SetupError::OpponentInCheck { king: Square::E8, by: Square::E7 }]);
    check(setup.turn(Color::Black), &[SetupError::OpponentInCheck { king: Square::E7, by: Square::E8 }]);
}

#[test]
fn one_move_gives_check_with_two_pieces_at_most() {
    let setup = drawn(
        ". . . . r . . k
         . . . . . . . .
         . . . . . . . .
         . . . . . . . .
         . b . . . . . .
         . . . . . . . .
         . . . . . . n .
         . . . . K . . .",
    );
    let checkers = [Square::G2, Square::B4, Square::E8].into_iter().collect();
    check(setup, &[SetupError::ImpossibleCheck(checkers)]);
    for innocent in [Square::G2, Square::B4, Square::E8] {
        assert!(setup.remove(innocent).build().is_ok(), "{innocent}");
    }
}

#[test]
fn one_move_gives_no_check_from_both_ends_of_a_line() {
    let setup = drawn(
        ". . . . r . . k
         . . . . . . . .
         . . . . . . . .
         . . . . . . . .
         . . . . K . . .
         . . . . . . . .
         . . . . . . . .
         . . . . r . . .",
    );
    let checkers: Bitboard = [Square::E1, Square::E8].into_iter().collect();
    check(setup, &[SetupError::ImpossibleCheck(checkers)]);
}

#[test]
fn castling_needs_king_and_rook_at_home() {
    let error = |rook, why| [SetupError::Castling { rook, why }];
    let right = |side| kings().castling(Color::White, side);
    check(right(CastlingSide::King), &error(Square::H1, CastlingError::NoRook));
    check(right(CastlingSide::Queen), &error(Square::A1, CastlingError::NoRook));
    // A rook of the wrong colour is none.
    let black = right(CastlingSide::King).place(Square::H1, Role::Rook.of(Color::Black));
    check(black.place(Square::F1, Role::Bishop.of(Color::White)), &error(Square::H1, CastlingError::NoRook));
    let away = kings().remove(Square::E8).place(Square::E7, Role::King.of(Color::Black));
    let away =
        away.place(Square::A8, Role::Rook.of(Color::Black)).castling(Color::Black, CastlingSide::Queen);
    check(away, &error(Square::A8, CastlingError::KingNotHome));
    let high = kings().place(Square::A4, Role::Rook.of(Color::White)).castling_rook(Square::A4);
    check(high, &error(Square::A4, CastlingError::NotOnBackRank));
}

#[test]
fn one_rook_castles_to_each_side() {
    let rook = Role::Rook.of(Color::White);
    let setup = [Square::A1, Square::F1, Square::H1]
        .into_iter()
        .fold(kings(), |setup, square| setup.place(square, rook).castling_rook(square));
    // The rook that is named is one of the two.
    check(setup, &[SetupError::Castling { rook: Square::F1, why: CastlingError::TwoOnOneSide }]);
    let setup = [Square::A1, Square::B1]
        .into_iter()
        .fold(kings(), |setup, square| setup.place(square, rook).castling_rook(square));
    check(setup, &[SetupError::Castling { rook: Square::A1, why: CastlingError::TwoOnOneSide }]);
}

#[test]
fn en_passant_needs_a_pawn_that_has_just_jumped() {
    let error = |square, why| [SetupError::EnPassant { square, why }];
    let jumped = drawn(
        ". . . . k . . .
         . . . . . . . .
         . . . . . . . .
         . . . p P . . .
         . . . . . . . .
         . . . . . . . .
         . . . . . . . .
         . . . . K . . .",
    );
    assert!(jumped.en_passant(Some(Square::D6)).build().is_ok());
    check(jumped.en_passant(Some(Square::D3)), &error(Square::D3, EnPassantError::WrongRank));
    check(jumped.en_passant(Some(Square::F6)), &error(Square::F6, EnPassantError::NoPawn(Square::F5)));
    check(jumped.en_passant(Some(Square::E6)), &error(Square::E6, EnPassantError::NoPawn(Square::E5)));
    let passed = jumped.en_passant(Some(Square::D6));
    for square in [Square::D6, Square::D7] {
        let occupied = passed.place(square, Role::Bishop.of(Color::Black));
        check(occupied, &error(Square::D6, EnPassantError::Occupied(square)));
    }
    let knight = passed.place(Square::F3, Role::Knight.of(Color::Black));
    check(knight, &error(Square::D6, EnPassantError::CheckBefore(Square::F3)));
    assert!(passed.clocks(0, 2).build().is_ok());
    check(passed.clocks(7, 2), &error(Square::D6, EnPassantError::HalfmoveClock(7)));
}

#[test]
fn moves_are_counted_from_one() {
    check(kings().clocks(0, 0), &[SetupError::FullmoveZero]);
    assert!(kings().clocks(u16::MAX, u32::MAX).build().is_ok());
}

#[test]
fn all_reasons_are_named_together() {
    let setup = Setup::EMPTY
        .place(Square::A1, Role::Pawn.of(Color::White))
        .castling_rook(Square::C4)
        .castling(Color::Black, CastlingSide::King)
        .en_passant(Some(Square::E4))
        .clocks(3, 0);
    check(
        setup,
        &[
            SetupError::Kings { color: Color::White, count: 0 },
            SetupError::Kings { color: Color::Black, count: 0 },
            SetupError::PawnsOnBackRank(Square::A1.bitboard()),
            SetupError::Castling { rook: Square::H8, why: CastlingError::KingNotHome },
            SetupError::Castling { rook: Square::C4, why: CastlingError::NotOnBackRank },
            SetupError::EnPassant { square: Square::E4, why: EnPassantError::WrongRank },
            SetupError::FullmoveZero,
        ],
    );
}
