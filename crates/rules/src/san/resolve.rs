//! Finds the legal move that a notation means.

use super::{ParseSanError, San, SanAction, plain};
use crate::attacks;
use crate::moves::Kind;
use crate::resolve::{castling, own_piece, pawn_move, stays_safe};
use crate::{Bitboard, File, IllegalMove, Move, Position, Rank, Role, Square, UciMove};
use core::fmt;

impl Position {
    /// The legal move that this notation means, or why there is none.
    #[inline]
    pub fn resolve_san(&self, san: &San) -> Result<Move, SanError> {
        match san.action {
            SanAction::Castling(side) => {
                castling(self, self.king(self.turn), side).map_err(SanError::Illegal)
            }
            SanAction::Move { role: Some(Role::Pawn), file, rank, takes, to, promotion } => {
                let candidates = pawns(self, to, takes || file.is_some()) & origin(file, rank);
                pawn(self, candidates, to, promotion)
            }
            // Both squares of a king may also be those of castling: `Ke1-g1`.
            SanAction::Move {
                role: Some(Role::King),
                file: Some(file),
                rank: Some(rank),
                to,
                promotion,
                ..
            } if Square::new(file, rank) == self.king(self.turn) => {
                let written = UciMove { from: Square::new(file, rank), to, promotion };
                self.resolve(written).map_err(SanError::Illegal)
            }
            SanAction::Move { role: Some(role), file, rank, to, promotion, .. } => {
                piece(self, role, origin(file, rank), to, promotion)
            }
            SanAction::Move { role: None, file: Some(file), rank: Some(rank), to, promotion, .. } => {
                let written = UciMove { from: Square::new(file, rank), to, promotion };
                self.resolve(written).map_err(SanError::Illegal)
            }
            SanAction::Move { role: None, to, .. } => Err(SanError::NoSuchMove { role: Role::Pawn, to }),
        }
    }

    /// Reads a move in algebraic notation and finds the legal move it means.
    ///
    /// ```
    /// use regence_rules::Position;
    /// let mv = Position::START.parse_san("Nf3")?;
    /// assert_eq!(mv.to_string(), "g1f3");
    /// let error = Position::START.parse_san("Nd4").unwrap_err();
    /// assert_eq!(error.to_string(), "no knight can go to d4");
    /// # Ok::<(), regence_rules::SanError>(())
    /// ```
    #[inline]
    pub fn parse_san(&self, text: &str) -> Result<Move, SanError> {
        self.parse_san_bytes(text.as_bytes())
    }

    /// The same from bytes, which need not be UTF-8.
    #[inline]
    pub fn parse_san_bytes(&self, text: &[u8]) -> Result<Move, SanError> {
        match plain::find(self, text) {
            Some(mv) => Ok(mv),
            None => self.parse_patiently(text),
        }
    }

    /// The same without haste, for whatever is written in an unusual way or means no legal move.
    #[inline(never)]
    fn parse_patiently(&self, text: &[u8]) -> Result<Move, SanError> {
        self.resolve_san(&San::read(text).map_err(SanError::Syntax)?)
    }
}

/// The squares that agree with what was said of the origin.
#[inline(always)]
fn origin(file: Option<File>, rank: Option<Rank>) -> Bitboard {
    file.map_or(Bitboard::FULL, File::bitboard) & rank.map_or(Bitboard::FULL, Rank::bitboard)
}

#[inline(always)]
fn piece(
    position: &Position,
    role: Role,
    origin: Bitboard,
    to: Square,
    promotion: Option<Role>,
) -> Result<Move, SanError> {
    if let Some(wrong) = promotion {
        return Err(SanError::Illegal(IllegalMove::CannotPromote(wrong)));
    }
    if position.board.by_color(position.turn).contains(to) {
        return Err(blocked_by_own(position, role, to));
    }
    let mut candidates = movers(position, role, to) & origin;
    if candidates.is_many() {
        // Of several, only those count that may; a single one is asked why it may not.
        for from in candidates {
            if !stays_safe(position, role, from, to) {
                candidates = candidates.without(from);
            }
        }
    }
    match candidates.first() {
        Some(_) if candidates.is_many() => Err(SanError::Ambiguous { role, to, from: candidates }),
        Some(from) if stays_safe(position, role, from, to) => {
            Ok(Move { from, target: to, arriving: role, kind: Kind::Piece })
        }
        Some(from) => Err(why_not(position, UciMove::new(from, to), role)),
        None => Err(no_such_move(position, role, to)),
    }
}

/// Our pieces of a kind other than pawns that get to `to`, whether or not their king allows it.
#[inline(always)]
pub(super) fn movers(position: &Position, role: Role, to: Square) -> Bitboard {
    let board = &position.board;
    let aimed = attacks::reach(role, to) & board.by_piece(role.of(position.turn));
    let mut movers = aimed;
    for from in aimed {
        if attacks::between(from, to).meets(board.occupied()) {
            movers = movers.without(from);
        }
    }
    movers
}

#[cold]
fn blocked_by_own(position: &Position, role: Role, to: Square) -> SanError {
    own_piece(position, to).map_or(SanError::NoSuchMove { role, to }, SanError::Illegal)
}

/// Nothing of this kind gets there as it was said; who gets there otherwise is worth telling.
#[cold]
fn no_such_move(position: &Position, role: Role, to: Square) -> SanError {
    let is_like_it = |mv: &&Move| mv.role() == role && mv.to() == to && mv.castling().is_none();
    let from: Bitboard = position.legal_moves().iter().filter(is_like_it).map(|mv| mv.from()).collect();
    if from.is_empty() { SanError::NoSuchMove { role, to } } else { SanError::OnlyOthers { role, to, from } }
}

#[cold]
fn why_not(position: &Position, written: UciMove, role: Role) -> SanError {
    match position.resolve(written) {
        Err(why) => SanError::Illegal(why),
        Ok(_) => SanError::NoSuchMove { role, to: written.to },
    }
}

/// Our pawns that could go to `to`, by pushing or, if that is meant, by taking.
#[inline(always)]
pub(super) fn pawns(position: &Position, to: Square, may_take: bool) -> Bitboard {
    let (board, turn) = (&position.board, position.turn);
    let own = board.by_piece(Role::Pawn.of(turn));
    let mut candidates = Bitboard::EMPTY;
    if may_take && (board.by_color(!turn).contains(to) || position.en_passant == Some(to)) {
        candidates |= attacks::pawn(!turn, to) & own;
    }
    // Looking back from the target is looking forward as the other side does.
    let empty = !board.occupied();
    let once = (to.bitboard() & empty).pawns_forward(!turn);
    let twice = (once & empty).pawns_forward(!turn) & Rank::Second.seen_by(turn).bitboard();
    candidates | (once | twice) & own
}

#[inline(always)]
fn pawn(
    position: &Position,
    candidates: Bitboard,
    to: Square,
    promotion: Option<Role>,
) -> Result<Move, SanError> {
    let mut found = None;
    for from in candidates {
        if let Some(mv) = pawn_move(position, from, to, promotion) {
            if found.is_some() {
                return Err(SanError::Ambiguous { role: Role::Pawn, to, from: candidates });
            }
            found = Some(mv);
        }
    }
    found.ok_or_else(|| match candidates.first() {
        Some(from) => why_not(position, UciMove { from, to, promotion }, Role::Pawn),
        None => no_such_move(position, Role::Pawn, to),
    })
}

/// Why a notation means no legal move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum SanError {
    /// It is no notation at all.
    Syntax(ParseSanError),
    /// No such piece can go there.
    NoSuchMove {
        /// The kind of piece.
        role: Role,
        /// The square.
        to: Square,
    },
    /// The piece that is meant cannot go there, but others of its kind can.
    OnlyOthers {
        /// The kind of piece.
        role: Role,
        /// The square.
        to: Square,
        /// Where these others stand.
        from: Bitboard,
    },
    /// The one piece that could go there may not.
    Illegal(IllegalMove),
    /// Several pieces can go there, and it is not said which.
    Ambiguous {
        /// The kind of piece.
        role: Role,
        /// The square.
        to: Square,
        /// Where these pieces stand.
        from: Bitboard,
    },
}

impl fmt::Display for SanError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Syntax(error) => error.fmt(f),
            Self::NoSuchMove { role, to } => write!(f, "no {role} can go to {to}"),
            Self::OnlyOthers { role, to, from } => {
                let others = if from.is_many() { "those" } else { "the one" };
                write!(f, "no such {role} can go to {to}, only {others} on")?;
                write_squares(f, *from, "and")
            }
            Self::Illegal(error) => error.fmt(f),
            Self::Ambiguous { role, to, from } => {
                write!(f, "several {role}s can go to {to}: say which, from")?;
                write_squares(f, *from, "or")
            }
        }
    }
}

fn write_squares(f: &mut fmt::Formatter<'_>, squares: Bitboard, between: &str) -> fmt::Result {
    for (index, square) in squares.into_iter().enumerate() {
        if index > 0 {
            write!(f, " {between}")?;
        }
        write!(f, " {square}")?;
    }
    Ok(())
}

impl core::error::Error for SanError {}
