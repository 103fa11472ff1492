//! How the pieces move, before the safety of a king is asked for.

use super::board::forward;
use super::{HouseBoard, HousePosition, TwoStep};
use crate::{CastlingSide, Piece, Role, Square, UciMove};
use alloc::vec::Vec;
use core::fmt;

/// A legal move under house rules. Only a [`HousePosition`] makes one.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct HouseMove {
    from: Square,
    to: Square,
    piece: Piece,
    captured: Option<Piece>,
    promotion: Option<Role>,
    kind: HouseMoveKind,
}

/// What is special about a move.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum HouseMoveKind {
    /// Nothing: one piece goes from one square to another, and takes what stands there.
    Plain,
    /// A pawn goes two squares.
    TwoStep,
    /// A pawn takes a pawn that has just passed it.
    EnPassant,
    /// The king goes two squares and a rook jumps over it.
    Castling {
        /// Where the rook stands.
        rook_from: Square,
        /// Where it goes.
        rook_to: Square,
    },
}

impl HouseMove {
    /// Which side the king castles to, if it does.
    pub fn castling(self) -> Option<CastlingSide> {
        match self.kind {
            HouseMoveKind::Castling { rook_from, .. } if rook_from > self.from => Some(CastlingSide::King),
            HouseMoveKind::Castling { .. } => Some(CastlingSide::Queen),
            _ => None,
        }
    }

    /// Where the piece stands.
    pub const fn from(self) -> Square {
        self.from
    }

    /// Where it goes. For castling, where the king goes.
    pub const fn to(self) -> Square {
        self.to
    }

    /// The piece that moves; for a promotion, the pawn.
    pub const fn piece(self) -> Piece {
        self.piece
    }

    /// The piece taken.
    pub const fn captured(self) -> Option<Piece> {
        self.captured
    }

    /// What the pawn becomes.
    pub const fn promotion(self) -> Option<Role> {
        self.promotion
    }

    /// What is special about it.
    pub const fn kind(self) -> HouseMoveKind {
        self.kind
    }

    /// The move as UCI writes it; castling as the king's step.
    pub const fn uci(self) -> UciMove {
        UciMove { from: self.from, to: self.to, promotion: self.promotion }
    }

    /// A king's move by which the rook moves too.
    pub(super) const fn castle(
        piece: Piece,
        [from, to]: [Square; 2],
        [rook_from, rook_to]: [Square; 2],
    ) -> Self {
        let kind = HouseMoveKind::Castling { rook_from, rook_to };
        Self { from, to, piece, captured: None, promotion: None, kind }
    }
}

impl fmt::Display for HouseMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.uci().fmt(f)
    }
}

impl HousePosition {
    /// The moves of the piece on a square by the way it moves, whatever becomes of the kings. None if the piece is not
    /// of the side to move.
    pub(super) fn candidates(&self, from: Square) -> Vec<HouseMove> {
        let Some(piece) = self.board.piece_at(from).filter(|piece| piece.color == self.turn()) else {
            return Vec::new();
        };
        match piece.role {
            Role::Pawn => self.pawn_candidates(piece, from),
            Role::King => self.plain_candidates(piece, from).chain(self.castlings(from)).collect(),
            _ => self.plain_candidates(piece, from).collect(),
        }
    }

    /// To every square attacked, unless a piece of the same colour stands there.
    fn plain_candidates(&self, piece: Piece, from: Square) -> impl Iterator<Item = HouseMove> {
        self.board.attacks_from(from).into_iter().filter_map(move |to| {
            let captured = self.board.piece_at(to);
            let free = captured.is_none_or(|other| other.color != piece.color);
            free.then_some(HouseMove {
                from,
                to,
                piece,
                captured,
                promotion: None,
                kind: HouseMoveKind::Plain,
            })
        })
    }

    fn pawn_candidates(&self, piece: Piece, from: Square) -> Vec<HouseMove> {
        let plain = |to, captured| HouseMove {
            from,
            to,
            piece,
            captured,
            promotion: None,
            kind: HouseMoveKind::Plain,
        };
        let mut moves = Vec::new();
        for to in self.board.attacks_from(from) {
            match self.board.piece_at(to) {
                Some(other) if other.color != piece.color => moves.push(plain(to, Some(other))),
                None if self.en_passant() == Some(to) => {
                    let captured = Some(Role::Pawn.of(!piece.color));
                    moves.push(HouseMove { kind: HouseMoveKind::EnPassant, ..plain(to, captured) });
                }
                _ => {}
            }
        }
        let ahead = |at| {
            self.board.step(at, (0, forward(piece.color))).filter(|&to| self.board.piece_at(to).is_none())
        };
        if let Some(one) = ahead(from) {
            moves.push(plain(one, None));
            // Found from the first square, which is empty: a two-step never jumps over a piece.
            if let Some(two) = ahead(one)
                && self.may_two_step(piece, from)
            {
                moves.push(HouseMove { kind: HouseMoveKind::TwoStep, ..plain(two, None) });
            }
        }
        moves.into_iter().flat_map(|mv| self.promotions(mv)).collect()
    }

    fn may_two_step(&self, pawn: Piece, from: Square) -> bool {
        match self.rules().two_step {
            TwoStep::SecondRank => from.rank() == self.board.size().second_rank(pawn.color),
            TwoStep::NeverMoved => self.unmoved_pawns().contains(from),
            TwoStep::Never => false,
        }
    }

    /// A pawn's move once for each role the pawn may become, or as it is if it promotes nothing.
    fn promotions(&self, mv: HouseMove) -> impl Iterator<Item = HouseMove> + use<> {
        let promotes =
            self.rules().promotion.is_on() && mv.to.rank() == self.board.size().last_rank(mv.piece.color);
        let (plain, choices) = if promotes { (None, &Role::PROMOTIONS[..]) } else { (Some(mv), &[][..]) };
        plain.into_iter().chain(choices.iter().map(move |&role| HouseMove { promotion: Some(role), ..mv }))
    }

    /// The board after a move.
    pub(super) fn board_after(&self, mv: HouseMove) -> HouseBoard {
        let mut board = self.board;
        board.set(mv.from, None);
        board.set(mv.to, Some(mv.promotion.unwrap_or(mv.piece.role).of(mv.piece.color)));
        match mv.kind {
            HouseMoveKind::Plain | HouseMoveKind::TwoStep => {}
            // The pawn passed stands beside the square the taking pawn came from.
            HouseMoveKind::EnPassant => board.set(Square::new(mv.to.file(), mv.from.rank()), None),
            HouseMoveKind::Castling { rook_from, rook_to } => {
                board.set(rook_from, None);
                board.set(rook_to, Some(Role::Rook.of(mv.piece.color)));
            }
        }
        board
    }
}
