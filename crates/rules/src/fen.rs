//! FEN: a position in one line of text, read strictly, and written in one normal form.

mod error;
mod lenient;
mod read;
mod write;

pub use error::{FenProblem, ParseFenError};
pub use write::FenText;

use crate::Position;
use core::fmt;
use core::str::FromStr;
use read::Castling;
#[cfg(feature = "alloc")]
pub(crate) use read::number;

impl Position {
    /// Reads a FEN of orthodox chess, strictly: six fields with single spaces between them, and a legal position.
    ///
    /// Nothing is repaired; only the letters of castling may come in any order. For text of doubtful origin there is
    /// [`from_fen_lenient`](Self::from_fen_lenient).
    ///
    /// ```
    /// use regence_rules::Position;
    /// let position = Position::from_fen("8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1")?;
    /// assert_eq!(position.legal_move_count(), 14);
    /// let error = Position::from_fen("8/2p5/3p4/KP5r/1R3p1kk/8/4P1P1/8 w - - 0 1").unwrap_err();
    /// assert_eq!(error.to_string(), "FEN, column 22: rank 4 has more than 8 squares");
    /// # Ok::<(), regence_rules::ParseFenError>(())
    /// ```
    pub fn from_fen(fen: &str) -> Result<Self, ParseFenError> {
        read::strict(fen.as_bytes(), Castling::Orthodox)
    }

    /// Reads a FEN of Chess960 as strictly: castling rights are `KQkq` for the outermost rooks, or the files of the
    /// rooks (Shredder-FEN), or a mixture (X-FEN).
    pub fn from_fen_chess960(fen: &str) -> Result<Self, ParseFenError> {
        read::strict(fen.as_bytes(), Castling::Chess960)
    }

    /// Reads a FEN from bytes that need not be UTF-8, as strictly as [`from_fen`](Self::from_fen).
    pub fn from_fen_bytes(fen: &[u8]) -> Result<Self, ParseFenError> {
        read::strict(fen, Castling::Orthodox)
    }

    /// Reads a Chess960 FEN from bytes that need not be UTF-8.
    pub fn from_fen_chess960_bytes(fen: &[u8]) -> Result<Self, ParseFenError> {
        read::strict(fen, Castling::Chess960)
    }

    /// Reads what looks like a FEN, orthodox or Chess960, and makes the best of it.
    ///
    /// Fields may be missing from the end, spaces may be of any number and kind; `KQkq` mean the outermost rooks, as in
    /// Chess960.
    /// Castling rights and en passant squares that cannot be are dropped, clocks that are no numbers start anew; a clock
    /// by which no pawn has just moved leaves no en passant. The pieces must still make a legal position.
    ///
    /// ```
    /// use regence_rules::Position;
    /// let position = Position::from_fen_lenient("  4k3/8/8/8/8/8/8/4K2R  w  QK e3 ")?;
    /// assert_eq!(position.fen(), "4k3/8/8/8/8/8/8/4K2R w K - 0 1");
    /// # Ok::<(), regence_rules::ParseFenError>(())
    /// ```
    pub fn from_fen_lenient(fen: &str) -> Result<Self, ParseFenError> {
        lenient::read(fen.as_bytes())
    }

    /// Reads what looks like a FEN from bytes that need not be UTF-8, as [`from_fen_lenient`](Self::from_fen_lenient) does.
    pub fn from_fen_lenient_bytes(fen: &[u8]) -> Result<Self, ParseFenError> {
        lenient::read(fen)
    }

    /// The position as FEN, in normal form: castling in the order `KQkq` (X-FEN: a rook's file where the letter would
    /// mean another rook), en passant only if a capture is legal.
    #[cfg(feature = "alloc")]
    pub fn fen(&self) -> alloc::string::String {
        self.fen_text().as_str().into()
    }

    /// The position as Shredder-FEN: castling rights are always named by the files of the rooks.
    #[cfg(feature = "alloc")]
    pub fn shredder_fen(&self) -> alloc::string::String {
        self.shredder_fen_text().as_str().into()
    }

    /// As [`fen`](Self::fen), without allocation.
    pub fn fen_text(&self) -> FenText {
        FenText::new(self, write::CastlingStyle::XFen)
    }

    /// As [`shredder_fen`](Self::shredder_fen), without allocation.
    pub fn shredder_fen_text(&self) -> FenText {
        FenText::new(self, write::CastlingStyle::Shredder)
    }
}

/// As [`Position::fen`].
impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.fen_text().as_str())
    }
}

impl fmt::Debug for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Position({})", self.fen_text().as_str())
    }
}

/// As [`Position::from_fen`].
impl FromStr for Position {
    type Err = ParseFenError;

    fn from_str(fen: &str) -> Result<Self, ParseFenError> {
        Self::from_fen(fen)
    }
}

impl Default for Position {
    fn default() -> Self {
        Self::START
    }
}
