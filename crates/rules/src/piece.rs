//! What stands on a square: a role and a colour.

use crate::Color;
use core::fmt;

/// A kind of piece, weakest first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[repr(u8)]
pub enum Role {
    /// The foot soldier.
    Pawn = 1,
    /// The only piece that jumps.
    Knight,
    /// The diagonal slider.
    Bishop,
    /// The orthogonal slider.
    Rook,
    /// Bishop and rook in one.
    Queen,
    /// The piece the game is about.
    King,
}

impl Role {
    /// All six roles, weakest first.
    pub const ALL: [Self; 6] = [Self::Pawn, Self::Knight, Self::Bishop, Self::Rook, Self::Queen, Self::King];

    /// What a pawn may become, the usual choice first.
    pub const PROMOTIONS: [Self; 4] = [Self::Queen, Self::Rook, Self::Bishop, Self::Knight];

    /// The English letter, upper case: `P N B R Q K`.
    #[inline]
    pub const fn letter(self) -> char {
        self.byte() as char
    }

    /// The same letter as a byte, for writers of ASCII.
    #[inline]
    pub(crate) const fn byte(self) -> u8 {
        b"?PNBRQK"[self as usize]
    }

    /// Reads an English piece letter of either case.
    #[inline]
    pub const fn from_letter(letter: char) -> Option<Self> {
        match letter.to_ascii_uppercase() {
            'P' => Some(Self::Pawn),
            'N' => Some(Self::Knight),
            'B' => Some(Self::Bishop),
            'R' => Some(Self::Rook),
            'Q' => Some(Self::Queen),
            'K' => Some(Self::King),
            _ => None,
        }
    }

    /// The word people say: "pawn", "knight", …
    pub const fn name(self) -> &'static str {
        match self {
            Self::Pawn => "pawn",
            Self::Knight => "knight",
            Self::Bishop => "bishop",
            Self::Rook => "rook",
            Self::Queen => "queen",
            Self::King => "king",
        }
    }

    /// This role in a colour.
    #[inline]
    pub const fn of(self, color: Color) -> Piece {
        Piece { color, role: self }
    }
}

impl fmt::Display for Role {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// A role in a colour.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Piece {
    /// Whose it is.
    pub color: Color,
    /// What it is.
    pub role: Role,
}

impl Piece {
    /// The FEN letter: upper case for White, lower case for Black.
    #[inline]
    pub const fn letter(self) -> char {
        self.byte() as char
    }

    #[inline]
    pub(crate) const fn byte(self) -> u8 {
        // ASCII letters of the two cases differ in this one bit.
        self.role.byte() | ((self.color as u8) << 5)
    }

    /// Reads a FEN piece letter.
    #[inline]
    pub const fn from_letter(letter: char) -> Option<Self> {
        let color = if letter.is_ascii_uppercase() { Color::White } else { Color::Black };
        match Role::from_letter(letter) {
            Some(role) => Some(Self { color, role }),
            None => None,
        }
    }

    /// The chess symbol of Unicode, outlined for White and filled for Black.
    pub const fn figurine(self) -> char {
        match (self.color, self.role) {
            (Color::White, Role::Pawn) => '♙',
            (Color::White, Role::Knight) => '♘',
            (Color::White, Role::Bishop) => '♗',
            (Color::White, Role::Rook) => '♖',
            (Color::White, Role::Queen) => '♕',
            (Color::White, Role::King) => '♔',
            (Color::Black, Role::Pawn) => '♟',
            (Color::Black, Role::Knight) => '♞',
            (Color::Black, Role::Bishop) => '♝',
            (Color::Black, Role::Rook) => '♜',
            (Color::Black, Role::Queen) => '♛',
            (Color::Black, Role::King) => '♚',
        }
    }
}

/// "white knight", "black pawn".
impl fmt::Display for Piece {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let color = match self.color {
            Color::White => "white",
            Color::Black => "black",
        };
        write!(f, "{color} {}", self.role)
    }
}
