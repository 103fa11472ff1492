//! A legal move, and the sides to which a king castles.

use crate::{Color, File, Rank, Role, Square, UciMove};
use core::fmt;

/// A legal move of the position that made it. Only the rules make one: from a list of legal moves, or by
/// [`Position::resolve`](crate::Position::resolve)-ing a written one.
///
/// ```
/// use regence_rules::{Position, Role, Square};
/// let mv = Position::START.resolve("g1f3".parse()?)?;
/// assert_eq!((mv.role(), mv.from(), mv.to()), (Role::Knight, Square::G1, Square::F3));
/// assert_eq!(mv.to_string(), "g1f3");
/// # Ok::<(), Box<dyn core::error::Error>>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(C, align(4))]
pub struct Move {
    pub(crate) from: Square,
    /// When castling, the square of the rook: the one square that names the move in every variant.
    pub(crate) target: Square,
    /// What stands on the target afterwards: the piece that moved, or what the pawn became.
    pub(crate) arriving: Role,
    pub(crate) kind: Kind,
}

/// What a move does besides carrying a piece from one square to another. From `DoublePush` on there is more to do
/// than to put down what arrives.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
pub(crate) enum Kind {
    /// A piece other than a pawn goes somewhere.
    Piece,
    /// A pawn goes one step or takes.
    Pawn,
    Promotion,
    DoublePush,
    EnPassant,
    Castling,
}

const _: () = assert!(size_of::<Move>() == 4 && size_of::<Option<Move>>() == 4);

impl Move {
    /// Where the piece stands.
    #[inline]
    pub const fn from(self) -> Square {
        self.from
    }

    /// Where the piece goes; when castling, where the king ends up.
    #[inline]
    pub const fn to(self) -> Square {
        match self.kind {
            Kind::Castling => Square::new(self.king_file(), self.from.rank()),
            _ => self.target,
        }
    }

    /// The piece that moves; the king when castling, the pawn when promoting.
    #[inline]
    pub const fn role(self) -> Role {
        match self.kind {
            Kind::Promotion => Role::Pawn,
            _ => self.arriving,
        }
    }

    /// What a pawn becomes.
    #[inline]
    pub const fn promotion(self) -> Option<Role> {
        match self.kind {
            Kind::Promotion => Some(self.arriving),
            _ => None,
        }
    }

    /// Which side the king castles to, if it does.
    #[inline]
    pub const fn castling(self) -> Option<CastlingSide> {
        match self.kind {
            Kind::Castling if self.target.index() > self.from.index() => Some(CastlingSide::King),
            Kind::Castling => Some(CastlingSide::Queen),
            _ => None,
        }
    }

    /// Where the rook stands and where it goes, when castling.
    #[inline]
    pub const fn castling_rook(self) -> Option<(Square, Square)> {
        match self.castling() {
            Some(side) => Some((self.target, Square::new(side.rook_file(), self.from.rank()))),
            None => None,
        }
    }

    /// Whether a pawn takes another in passing.
    #[inline]
    pub const fn is_en_passant(self) -> bool {
        matches!(self.kind, Kind::EnPassant)
    }

    /// Whether a pawn goes two squares.
    #[inline]
    pub const fn is_double_push(self) -> bool {
        matches!(self.kind, Kind::DoublePush)
    }

    /// The move as UCI writes it; castling is the king's own step, `e1g1`.
    ///
    /// In Chess960 this is not enough: a king may castle by a single step or without one. Write
    /// [`uci_chess960`](Self::uci_chess960) there.
    #[inline]
    pub const fn uci(self) -> UciMove {
        UciMove { from: self.from, to: self.to(), promotion: self.promotion() }
    }

    /// The move as UCI writes it in Chess960; castling is the king taking its own rook, `e1h1`.
    #[inline]
    pub const fn uci_chess960(self) -> UciMove {
        UciMove { from: self.from, to: self.target, promotion: self.promotion() }
    }

    /// Whether playing it takes more than putting down on the target what arrives there.
    #[inline(always)]
    pub(crate) fn is_special(self) -> bool {
        self.kind >= Kind::DoublePush
    }

    #[inline]
    const fn king_file(self) -> File {
        if self.target.index() > self.from.index() { File::G } else { File::C }
    }
}

/// As [`Move::uci`].
impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.uci().fmt(f)
    }
}

impl fmt::Debug for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}({})", self.role(), self.uci_chess960())
    }
}

/// The side a king castles to. In Chess960 too, these name where king and rook end up.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum CastlingSide {
    /// Short: king to the g-file, rook to the f-file.
    King,
    /// Long: king to the c-file, rook to the d-file.
    Queen,
}

impl CastlingSide {
    /// Both sides, the short one first.
    pub const ALL: [Self; 2] = [Self::King, Self::Queen];

    /// The file the king ends up on.
    #[inline]
    pub const fn king_file(self) -> File {
        match self {
            Self::King => File::G,
            Self::Queen => File::C,
        }
    }

    /// The file the rook ends up on.
    #[inline]
    pub const fn rook_file(self) -> File {
        match self {
            Self::King => File::F,
            Self::Queen => File::D,
        }
    }

    /// Where the rook of this side stands when an orthodox game begins.
    #[inline]
    pub const fn orthodox_rook(self, color: Color) -> Square {
        let file = match self {
            Self::King => File::H,
            Self::Queen => File::A,
        };
        Square::new(file, Rank::First.seen_by(color))
    }
}
