//! Positions and squares for the wire.

use super::{legal_moves, moves::legal, outcome};
use crate::view::{Both, FenView, PositionView, SquareView};
use regence_game::{AnyPosition, Variant};
use regence_rules::house::HousePosition;
use regence_rules::{Bitboard, Square};

/// The square of a king in check; the first one if there are several.
pub fn check_square(position: &AnyPosition) -> Option<String> {
    if !position.is_check() {
        return None;
    }
    let kings = match position {
        AnyPosition::House(house) => house.kings_in_check(),
        AnyPosition::Standard(_) => position.kings(position.turn()),
    };
    kings.into_iter().next().map(|square| square.to_string())
}

/// A position that belongs to no game.
pub fn position(variant: Variant, position: &AnyPosition) -> PositionView {
    PositionView {
        variant: variant.to_string(),
        fen: position.fen(),
        size: position.size().side(),
        turn: position.turn().into(),
        check: check_square(position),
        legal: legal_moves(position, variant),
        outcome: position.outcome().map(outcome),
    }
}

/// A position as text.
pub fn fen(fen: String) -> FenView {
    let board = fen.split(' ').next().unwrap_or_default().to_owned();
    FenView { fen, board }
}

/// A square of a board.
pub fn square(variant: Variant, position: &AnyPosition, at: Square, is_over: bool) -> SquareView {
    let names = |squares: Bitboard| squares.into_iter().map(|square| square.to_string()).collect();
    let board = match position {
        AnyPosition::Standard(standard) => HousePosition::from(standard),
        AnyPosition::House(house) => *house,
    };
    let moves = if is_over { Vec::new() } else { position.legal_moves_from(at) };
    SquareView {
        square: at.to_string(),
        piece: position.piece_at(at).map(|piece| piece.letter().to_string()),
        moves: moves.into_iter().filter_map(|mv| legal(position, mv, variant)).collect(),
        attacks: names(board.board().attacks_from(at)),
        attackers: Both::of(|color| names(position.attackers_of(at, color))),
    }
}
