//! Castling, and why it is refused.

use super::{BoardSize, HouseMove, HousePosition};
use crate::{Bitboard, CastlingRefusal, Color, File, Rank, Role, Square};
use core::fmt;

/// The corners of the 8x8 board, where the rooks start.
pub(super) const ROOK_HOMES: Bitboard =
    Square::A1.bitboard().with(Square::H1).with(Square::A8).with(Square::H8);

/// One of the two ways to castle: files of the squares that matter.
struct Wing {
    rook_from: File,
    rook_to: File,
    king_to: File,
}

const WINGS: [Wing; 2] = [
    Wing { rook_from: File::H, rook_to: File::F, king_to: File::G },
    Wing { rook_from: File::A, rook_to: File::D, king_to: File::C },
];

/// Why the king may not castle.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum CannotCastle {
    /// For a reason that chess knows as well.
    Refused(CastlingRefusal),
    /// The right is there, but the king (the only one of its colour) or the rook is not on its first square; only an edited
    /// or loaded position can be so.
    NotAtHome,
}

impl fmt::Display for CannotCastle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Refused(reason) => reason.fmt(f),
            Self::NotAtHome => f.write_str("it takes one king and a rook, both on their first squares"),
        }
    }
}

const fn king_home(color: Color) -> Square {
    Square::new(File::E, Rank::First.seen_by(color))
}

impl HousePosition {
    /// Whether there is castling at all by these rules and on this board.
    pub(super) fn knows_castling(&self) -> bool {
        self.rules().castling.is_on() && self.board().size() == BoardSize::EIGHT
    }

    /// The castling moves of the king on this square.
    pub(super) fn castlings(&self, from: Square) -> impl Iterator<Item = HouseMove> {
        WINGS.iter().filter(move |_| from == king_home(self.turn())).filter_map(|wing| self.castle(wing).ok())
    }

    /// The castling move that this one is meant to be, or why it is refused; `None` if it is not meant so. A move is
    /// meant so by the king's two steps from home, or by naming the own rook as its target.
    pub(super) fn meant_as_castling(
        &self,
        from: Square,
        to: Square,
    ) -> Option<Result<HouseMove, CannotCastle>> {
        let home = king_home(self.turn());
        let king_at_home = from == home && self.board.piece_at(home) == Some(Role::King.of(self.turn()));
        if !self.knows_castling() || !king_at_home || to.rank() != home.rank() {
            return None;
        }
        let own_rook = self.board.piece_at(to) == Some(Role::Rook.of(self.turn()));
        let meant = |wing: &&Wing| to.file() == wing.king_to || (own_rook && to.file() == wing.rook_from);
        WINGS.iter().find(meant).map(|wing| self.castle(wing))
    }

    fn castle(&self, wing: &Wing) -> Result<HouseMove, CannotCastle> {
        let color = self.turn();
        let king = king_home(color);
        let at = |file| Square::new(file, king.rank());
        if !self.castling_rooks().contains(at(wing.rook_from)) {
            return Err(CannotCastle::Refused(CastlingRefusal::NoRight));
        }
        if !self.is_at_home(at(wing.rook_from)) {
            return Err(CannotCastle::NotAtHome);
        }
        if let Some(blocked) =
            between(king, at(wing.rook_from)).find(|&square| self.board.piece_at(square).is_some())
        {
            return Err(CannotCastle::Refused(CastlingRefusal::Blocked(blocked)));
        }
        if self.rules().check.is_on() {
            let attacker = |square| self.board.attackers_of(square, !color).first();
            if let Some(by) = attacker(king) {
                return Err(CannotCastle::Refused(CastlingRefusal::InCheck { by }));
            }
            // The rook's way may be attacked: only the king's squares count, so b1 and b8 do not.
            let mut path = between(king, at(wing.king_to)).chain([at(wing.king_to)]);
            if let Some((square, by)) = path.find_map(|square| Some((square, attacker(square)?))) {
                return Err(CannotCastle::Refused(CastlingRefusal::Attacked { square, by }));
            }
        }
        Ok(HouseMove::castle(
            Role::King.of(color),
            [king, at(wing.king_to)],
            [at(wing.rook_from), at(wing.rook_to)],
        ))
    }

    /// The castling rights that still have their rook and their king, the only one of its colour, at home.
    pub fn rooks_at_home(&self) -> Bitboard {
        self.castling_rooks().into_iter().filter(|&corner| self.is_at_home(corner)).collect()
    }

    /// Whether the rook of this corner and its king stand where they started.
    fn is_at_home(&self, corner: Square) -> bool {
        let color = if corner.rank() == Rank::First { Color::White } else { Color::Black };
        self.board.piece_at(corner) == Some(Role::Rook.of(color))
            && self.board.kings(color) == king_home(color).bitboard()
    }
}

/// The squares between two of one rank, from left to right.
fn between(one: Square, other: Square) -> impl Iterator<Item = Square> {
    let (left, right) = (one.index().min(other.index()), one.index().max(other.index()));
    (left + 1..right).filter_map(Square::from_index)
}
