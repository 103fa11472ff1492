//! Moves under house rules in algebraic notation.

use super::{HouseMove, HousePosition, Refusal};
use crate::{
    Bitboard, CastlingSide, File, ParseSanError, Rank, Role, San, SanAction, SanSuffix, Square, UciMove,
};
use alloc::vec::Vec;
use core::fmt;

impl HousePosition {
    /// A legal move in algebraic notation: as short as can be, with `+` or `#` where the rules know check.
    ///
    /// ```
    /// use regence_rules::house::{HousePosition, HouseRules};
    /// let position = HousePosition::from_fen(HouseRules::ORTHODOX, "k3/4/4/RK1R")?;
    /// let mv = position.resolve("d1c1".parse()?)?;
    /// assert_eq!(position.san(mv).to_string(), "Rc1+");
    /// # Ok::<(), Box<dyn core::error::Error>>(())
    /// ```
    pub fn san(&self, mv: HouseMove) -> San {
        let next = self.play(mv);
        let suffix = match next.is_check() {
            false => None,
            true if next.has_legal_moves() => Some(SanSuffix::Check),
            true => Some(SanSuffix::Checkmate),
        };
        San { action: self.san_action(mv), suffix }
    }

    fn san_action(&self, mv: HouseMove) -> SanAction {
        if let Some(side) = mv.castling() {
            return SanAction::Castling(side);
        }
        let (role, takes) = (mv.piece().role, mv.captured().is_some());
        let (file, rank) = match role {
            Role::Pawn => (takes.then_some(mv.from().file()), None),
            _ => self.origin(mv),
        };
        SanAction::Move { role: Some(role), file, rank, takes, to: mv.to(), promotion: mv.promotion() }
    }

    /// How much of the origin must be said so that no other piece of the kind is meant. Kings too: there may be many.
    fn origin(&self, mv: HouseMove) -> (Option<File>, Option<Rank>) {
        let is_rival = |other: &HouseMove| {
            other.piece() == mv.piece()
                && other.to() == mv.to()
                && other.from() != mv.from()
                && other.castling().is_none()
        };
        let rivals: Bitboard = self.legal_moves().into_iter().filter(is_rival).map(HouseMove::from).collect();
        let (file, rank) = (mv.from().file(), mv.from().rank());
        match (rivals.meets(file.bitboard()), rivals.meets(rank.bitboard())) {
            _ if rivals.is_empty() => (None, None),
            (false, _) => (Some(file), None),
            (true, false) => (None, Some(rank)),
            (true, true) => (Some(file), Some(rank)),
        }
    }

    /// Reads a move in algebraic notation, as liberally as [`Position::parse_san`](crate::Position::parse_san), and
    /// finds the legal move it means.
    ///
    /// ```
    /// use regence_rules::house::{HousePosition, HouseRules};
    /// let start = HousePosition::start(HouseRules::CLASSROOM);
    /// assert_eq!(start.parse_san("Nf3")?.to_string(), "g1f3");
    /// assert_eq!(start.parse_san("Nf4").unwrap_err().to_string(), "no knight can go to f4");
    /// # Ok::<(), regence_rules::house::HouseSanError>(())
    /// ```
    pub fn parse_san(&self, text: &str) -> Result<HouseMove, HouseSanError> {
        self.resolve_san(&San::from_bytes(text.as_bytes()).map_err(HouseSanError::Syntax)?)
    }

    /// The legal move that this notation means, or why there is none.
    pub fn resolve_san(&self, san: &San) -> Result<HouseMove, HouseSanError> {
        match san.action {
            SanAction::Castling(side) => self.castle_to(side),
            SanAction::Move { role: None, file: Some(file), rank: Some(rank), to, promotion, .. } => {
                let written = UciMove { from: Square::new(file, rank), to, promotion };
                self.resolve(written).map_err(HouseSanError::Refused)
            }
            SanAction::Move { role, file, rank, takes, to, promotion } => {
                let role = role.unwrap_or(Role::Pawn);
                let origin =
                    file.map_or(Bitboard::FULL, File::bitboard) & rank.map_or(Bitboard::FULL, Rank::bitboard);
                let has_both_squares = file.is_some() && rank.is_some();
                let is_meant = |mv: &HouseMove| {
                    // A pawn takes only if that is said; other pieces may leave it out.
                    let takes_unsaid =
                        role == Role::Pawn && mv.captured().is_some() && !takes && file.is_none();
                    // Both squares of a king may also be those of castling: `Ke1-g1`. `Kg1` alone is a step.
                    let castles_unsaid = mv.castling().is_some() && !has_both_squares;
                    mv.piece().role == role
                        && mv.to() == to
                        && origin.contains(mv.from())
                        && !takes_unsaid
                        && !castles_unsaid
                };
                let meant: Vec<_> = self.legal_moves().into_iter().filter(is_meant).collect();
                self.one_of(&meant, UciMove { from: to, to, promotion }, role)
            }
        }
    }

    /// The one move among these that promotes as was written; `written` lacks its origin.
    fn one_of(&self, meant: &[HouseMove], written: UciMove, role: Role) -> Result<HouseMove, HouseSanError> {
        let from: Bitboard = meant.iter().map(|mv| mv.from()).collect();
        match from.first() {
            None => Err(HouseSanError::NoSuchMove { role, to: written.to }),
            Some(_) if from.is_many() => Err(HouseSanError::Ambiguous { role, to: written.to, from }),
            Some(from) => self.resolve(UciMove { from, ..written }).map_err(HouseSanError::Refused),
        }
    }

    fn castle_to(&self, side: CastlingSide) -> Result<HouseMove, HouseSanError> {
        let no_king = HouseSanError::NoSuchMove { role: Role::King, to: side.orthodox_rook(self.turn()) };
        let home = self.board().kings(self.turn()).first().ok_or(no_king)?;
        let to = Square::new(side.king_file(), home.rank());
        let mv = self.resolve(UciMove::new(home, to)).map_err(HouseSanError::Refused)?;
        // From elsewhere the king's step is a step.
        if mv.castling() == Some(side) { Ok(mv) } else { Err(no_king) }
    }
}

/// Why a notation means no legal move under house rules.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum HouseSanError {
    /// It is no notation at all.
    Syntax(ParseSanError),
    /// No such piece can go there.
    NoSuchMove {
        /// The kind of piece.
        role: Role,
        /// The square.
        to: Square,
    },
    /// Several pieces can go there, and it is not said which.
    Ambiguous {
        /// The kind of piece.
        role: Role,
        /// The square.
        to: Square,
        /// Where these pieces stand.
        from: Bitboard,
    },
    /// The one piece that could go there may not, or not so.
    Refused(Refusal),
}

impl fmt::Display for HouseSanError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        use crate::SanError;
        match *self {
            Self::Syntax(error) => error.fmt(f),
            Self::NoSuchMove { role, to } => SanError::NoSuchMove { role, to }.fmt(f),
            Self::Ambiguous { role, to, from } => SanError::Ambiguous { role, to, from }.fmt(f),
            Self::Refused(refusal) => refusal.fmt(f),
        }
    }
}

impl core::error::Error for HouseSanError {}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::house::HouseRules;
    use alloc::string::ToString;

    #[track_caller]
    fn check(rules: HouseRules, fen: &str, uci: &str, expected: &str) {
        let position = HousePosition::from_fen(rules, fen).unwrap();
        let mv = position.resolve(uci.parse().unwrap()).unwrap();
        assert_eq!(position.san(mv).to_string(), expected, "{fen} {uci}");
        assert_eq!(position.parse_san(expected), Ok(mv), "{fen} {expected}");
    }

    #[test]
    fn notation_is_as_short_as_can_be_and_read_back() {
        let chess = HouseRules::ORTHODOX;
        check(chess, "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "e1g1", "O-O");
        check(chess, "r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 0 1", "e8c8", "O-O-O");
        check(chess, "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 2", "e5d6", "exd6");
        check(chess, "4k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a7a8q", "a8=Q+");
        check(chess, "4k3/8/8/8/8/8/4K3/R6R w - - 0 1", "a1d1", "Rad1");
        check(chess, "k7/8/8/8/8/8/6RR/4K3 w - - 0 1", "g2g8", "Rg8+");
        check(chess, "6rk/6pp/8/6N1/8/8/8/6K1 w - - 0 1", "g5f7", "Nf7#");
        // Several kings: they are told apart like other pieces, and none gives or gets a check here.
        let classroom = HouseRules::CLASSROOM;
        check(classroom, "k6K/8/8/8/8/8/8/K1K5 w - - 0 1", "a1b1", "Kab1");
        check(classroom, "4k3/8/8/8/8/8/8/R3K3 w - - 0 1", "a1a8", "Ra8");
        check(classroom, "4k3/8/8/8/8/8/4R3/4K3 w - - 0 1", "e2e8", "Rxe8");
    }

    #[test]
    fn only_both_squares_of_the_king_mean_castling() {
        let fen = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1";
        let position = HousePosition::from_fen(HouseRules::ORTHODOX, fen).unwrap();
        let castling = position.resolve("e1g1".parse().unwrap()).unwrap();
        for text in ["O-O", "Ke1g1", "Ke1-g1", "e1g1", "e1-g1"] {
            assert_eq!(position.parse_san(text), Ok(castling), "{text}");
        }
        let no_step = HouseSanError::NoSuchMove { role: Role::King, to: Square::G1 };
        for text in ["Kg1", "Keg1", "K1g1"] {
            assert_eq!(position.parse_san(text), Err(no_step), "{text}");
        }
    }

    #[test]
    fn what_means_no_move_says_why() {
        let position =
            HousePosition::from_fen(HouseRules::ORTHODOX, "4k3/P7/8/8/8/8/8/R3K2R w - - 0 1").unwrap();
        for (text, expected) in [
            ("", "expected a move like Nf3, exd5, e8=Q or O-O; it goes wrong at character 1"),
            ("Nf3", "no knight can go to f3"),
            ("Kg1", "no king can go to g1"),
            ("O-O", "castling is not possible: the king or the rook has moved before, or the rook is gone"),
            ("a8", "the pawn from a7 promotes on a8: say to what, one of q, r, b, n"),
            ("Rg1f1", "no rook can go to f1"),
        ] {
            assert_eq!(position.parse_san(text).unwrap_err().to_string(), expected, "{text}");
        }
        let two = HousePosition::from_fen(HouseRules::ORTHODOX, "4k3/8/8/8/8/8/4K3/R6R w - - 0 1").unwrap();
        assert_eq!(
            two.parse_san("Rd1").unwrap_err().to_string(),
            "several rooks can go to d1: say which, from a1 or h1"
        );
    }
}
