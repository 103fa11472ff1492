//! A legal move of any chess that is played here, and why a written one is none.

use crate::{AnyPosition, Variant};
use core::fmt;
use regence_rules::house::{self, HouseMove, HouseMoveKind, HouseSanError};
use regence_rules::{
    CastlingSide, IllegalMove, Move, Piece, Role, San, SanError, SanSuffix, Square, UciMove,
};

/// A legal move of the position that made it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum AnyMove {
    /// Of chess or Chess960.
    Standard(Move),
    /// Under house rules.
    House(HouseMove),
}

impl AnyMove {
    /// Where the piece stands.
    pub fn from(self) -> Square {
        match self {
            Self::Standard(mv) => mv.from(),
            Self::House(mv) => mv.from(),
        }
    }

    /// Where it goes; when castling, where the king ends up.
    pub fn to(self) -> Square {
        match self {
            Self::Standard(mv) => mv.to(),
            Self::House(mv) => mv.to(),
        }
    }

    /// The kind of piece that moves; the pawn when promoting.
    pub fn role(self) -> Role {
        match self {
            Self::Standard(mv) => mv.role(),
            Self::House(mv) => mv.piece().role,
        }
    }

    /// What a pawn becomes.
    pub fn promotion(self) -> Option<Role> {
        match self {
            Self::Standard(mv) => mv.promotion(),
            Self::House(mv) => mv.promotion(),
        }
    }

    /// Which side the king castles to, if it does.
    pub fn castling(self) -> Option<CastlingSide> {
        match self {
            Self::Standard(mv) => mv.castling(),
            Self::House(mv) => mv.castling(),
        }
    }

    /// Whether a pawn takes another in passing.
    pub fn is_en_passant(self) -> bool {
        match self {
            Self::Standard(mv) => mv.is_en_passant(),
            Self::House(mv) => mv.kind() == HouseMoveKind::EnPassant,
        }
    }

    /// The move as UCI writes it in this variant.
    pub fn uci(self, variant: Variant) -> UciMove {
        match self {
            Self::Standard(mv) if variant == Variant::Chess960 => mv.uci_chess960(),
            Self::Standard(mv) => mv.uci(),
            Self::House(mv) => mv.uci(),
        }
    }
}

/// A move as a record keeps it: all one may want to know of it later, without the board.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct MoveRecord {
    /// As UCI writes it in the game's variant; enough to play it again.
    pub uci: UciMove,
    /// Where the piece stood.
    pub from: Square,
    /// Where it went; when castling, where the king ended up.
    pub to: Square,
    /// The piece; the pawn when promoting.
    pub piece: Piece,
    /// What it took.
    pub captured: Option<Piece>,
    /// What the pawn became.
    pub promotion: Option<Role>,
    /// Whether a pawn took another in passing.
    pub en_passant: bool,
    /// Which side the king castled to.
    pub castling: Option<CastlingSide>,
    /// In algebraic notation.
    pub san: San,
}

impl MoveRecord {
    /// The record of a legal move of a position; `None` if the move is of another kind of chess.
    pub fn new(position: &AnyPosition, mv: AnyMove, variant: Variant) -> Option<Self> {
        Some(Self {
            uci: mv.uci(variant),
            from: mv.from(),
            to: mv.to(),
            piece: mv.role().of(position.turn()),
            captured: position.captured(mv),
            promotion: mv.promotion(),
            en_passant: mv.is_en_passant(),
            castling: mv.castling(),
            san: position.san(mv)?,
        })
    }

    /// Whether it gave check, or mate.
    pub fn check(&self) -> Option<SanSuffix> {
        self.san.suffix
    }
}

/// In algebraic notation.
impl fmt::Display for MoveRecord {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.san.fmt(f)
    }
}

/// Why a written move is not legal.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Refusal {
    /// In chess or Chess960.
    Standard(IllegalMove),
    /// Under house rules.
    House(house::Refusal),
}

impl Refusal {
    /// Whether there is nothing to move at all: no piece, or one of the other side's.
    pub fn is_invalid(&self) -> bool {
        match self {
            Self::Standard(why) => matches!(why, IllegalMove::NoPiece(_) | IllegalMove::NotYours { .. }),
            Self::House(why) => matches!(why, house::Refusal::Invalid(_)),
        }
    }
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Standard(why) => why.fmt(f),
            Self::House(why) => why.fmt(f),
        }
    }
}

impl core::error::Error for Refusal {}

/// Why what somebody wrote is no legal move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum WrittenMoveError {
    /// It is a move, but it may not be played.
    Refused(Refusal),
    /// In algebraic notation it means no move of chess.
    Standard(SanError),
    /// In algebraic notation it means no move under house rules.
    House(HouseSanError),
}

impl fmt::Display for WrittenMoveError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Refused(why) => why.fmt(f),
            Self::Standard(why) => why.fmt(f),
            Self::House(why) => why.fmt(f),
        }
    }
}

impl core::error::Error for WrittenMoveError {}
