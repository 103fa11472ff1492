//! Which moves are legal: how the pieces move, less what the kings forbid.

use super::{HouseMove, HousePosition, Illegal, Invalid, Refusal};
use crate::{Bitboard, Color, Piece, Role, Square, UciMove};
use alloc::vec::Vec;

impl HousePosition {
    /// All legal moves; none once nobody can play on. A draw by the material or the clock leaves its moves, as in chess.
    pub fn legal_moves(&self) -> Vec<HouseMove> {
        self.legal().collect()
    }

    /// The legal moves of the piece on a square; none if it is empty or the other side's.
    pub fn legal_moves_from(&self, square: Square) -> Vec<HouseMove> {
        if self.movable().contains(square) { self.legal_from(square).collect() } else { Vec::new() }
    }

    /// Whether there is a legal move.
    pub fn has_legal_moves(&self) -> bool {
        self.legal().next().is_some()
    }

    /// Whether a written move is legal here.
    pub fn is_legal(&self, written: UciMove) -> bool {
        self.resolve(written).is_ok()
    }

    /// Whether a king of the side to move is in check. There is no check without a king or without the rule.
    pub fn is_check(&self) -> bool {
        self.kings_in_check().any()
    }

    /// The kings of the side to move that are in check.
    pub fn kings_in_check(&self) -> Bitboard {
        if !self.rules().check.is_on() {
            return Bitboard::EMPTY;
        }
        let kings = self.board.kings(self.turn());
        kings.into_iter().filter(|&king| self.board.is_attacked(king, !self.turn())).collect()
    }

    /// The legal move a written one means, or why there is none. Castling may be written as the king's step (`e1g1`) or
    /// as the king taking its own rook (`e1h1`).
    ///
    /// ```
    /// use regence_rules::house::{HousePosition, HouseRules};
    /// let start = HousePosition::start(HouseRules::ORTHODOX);
    /// let refusal = start.resolve("e2e5".parse()?).unwrap_err();
    /// assert_eq!(refusal.to_string(), "the white pawn on e2 cannot go to e5");
    /// # Ok::<(), regence_rules::ParseUciError>(())
    /// ```
    pub fn resolve(&self, written: UciMove) -> Result<HouseMove, Refusal> {
        let UciMove { from, to, promotion } = written;
        let piece = self.own_piece(written)?;
        let to = match self.meant_as_castling(from, to) {
            Some(castling) => castling.map_err(Illegal::CannotCastle)?.to(),
            None => to,
        };
        let candidates: Vec<_> = self.candidates(from).into_iter().filter(|mv| mv.to() == to).collect();
        // What the pawn becomes changes nothing for the kings, so the first choice speaks for all.
        let first = *candidates.first().ok_or(Illegal::NotHowItMoves { piece, from, to })?;
        if let Some(objection) = self.objection(first) {
            return Err(objection.into());
        }
        let chosen = candidates.into_iter().find(|mv| mv.promotion() == promotion);
        Ok(chosen.ok_or(match (first.promotion(), promotion) {
            (Some(_), None) => Illegal::PromotionMissing { from, to },
            (Some(_), Some(role)) => Illegal::PromotionRole { role },
            (None, _) => Illegal::PromotionImpossible { piece, to },
        })?)
    }

    /// The piece to move, if it is one of the side to move and there is anything left to play.
    fn own_piece(&self, written: UciMove) -> Result<Piece, Invalid> {
        if let Some(outcome) = self.end_of_play() {
            return Err(Invalid::GameOver(outcome));
        }
        self.board.size().require(written.from)?;
        self.board.size().require(written.to)?;
        let square = written.from;
        match self.board.piece_at(square) {
            None => Err(Invalid::NoPiece { square }),
            Some(piece) if piece.color != self.turn() => Err(Invalid::NotYours { square, piece }),
            Some(piece) => Ok(piece),
        }
    }

    fn legal(&self) -> impl Iterator<Item = HouseMove> {
        self.movable().into_iter().flat_map(|from| self.legal_from(from))
    }

    fn legal_from(&self, from: Square) -> impl Iterator<Item = HouseMove> {
        self.candidates(from).into_iter().filter(|&mv| self.objection(mv).is_none())
    }

    /// The squares a move may start from: those of the side to move, while the game runs.
    fn movable(&self) -> Bitboard {
        if self.taker_of_the_last_king().is_some() {
            return Bitboard::EMPTY;
        }
        let own = self.board.pieces().filter(|&(_, piece)| piece.color == self.turn());
        own.map(|(square, _)| square).collect()
    }

    /// Why the kings forbid a move, if they do.
    fn objection(&self, mv: HouseMove) -> Option<Illegal> {
        let rules = self.rules();
        let color = self.turn();
        if rules.kings_keep_apart.is_on()
            && mv.piece().role == Role::King
            && let Some(other) = self.board.kings(!color).into_iter().find(|king| king.distance(mv.to()) <= 1)
        {
            return Some(Illegal::KingsSideBySide { other });
        }
        if !rules.check.is_on() {
            return None;
        }
        if mv.captured() == Some(Role::King.of(!color)) {
            return Some(Illegal::TakesKing { king: mv.to() });
        }
        self.exposed_king(mv, color)
    }

    /// A king of this colour that is attacked after the move, and by whom.
    fn exposed_king(&self, mv: HouseMove, color: Color) -> Option<Illegal> {
        let board = self.board_after(mv);
        let king = board.kings(color).into_iter().find(|&king| board.is_attacked(king, !color))?;
        let by = board.attackers_of(king, !color).first()?;
        let role = board.piece_at(by)?.role;
        Some(Illegal::LeavesKingInCheck { king, by, role })
    }
}
