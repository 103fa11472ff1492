//! EPD: a position followed by operations, `… w - - bm Nf3; id "test 1";`.

mod read;

pub use read::{EpdProblem, ParseEpdError};

use crate::{Move, Position, SanError};
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;

/// A position with operations, one line of an EPD file.
///
/// The operations `hmvc` and `fmvn` are the position's clocks: they are read into it and written from it, and stand at
/// the front when they are not 0 and 1.
///
/// ```
/// use regence_rules::Epd;
/// let line = r#"4k3/8/8/8/8/8/4P3/4K3 w - - bm e4; id "a pawn; one step or two";"#;
/// let epd = Epd::from_line(line)?;
/// assert_eq!(epd.operation("id").unwrap().operands[0].text(), "a pawn; one step or two");
/// assert_eq!(epd.moves("bm")?[0].to_string(), "e2e4");
/// assert_eq!(epd.to_string(), line);
/// # Ok::<(), Box<dyn core::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Epd {
    /// The position.
    pub position: Position,
    /// What is said of it besides the clocks, in the order in which it was written.
    pub operations: Vec<Operation>,
}

/// One operation of an EPD line: a name and what belongs to it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Operation {
    /// The name, such as `bm` (best move) or `id`.
    pub opcode: String,
    /// Moves, numbers and texts.
    pub operands: Vec<Operand>,
}

/// What belongs to an operation. Made by [`Operand::new`], which knows what EPD can write.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Operand {
    text: String,
    is_quoted: bool,
}

impl Operand {
    /// An operand with this text, in quotation marks where it needs them. `None` if EPD cannot write it: there is no way
    /// to write a quotation mark or a control character.
    pub fn new(text: &str) -> Option<Self> {
        let is_quoted = text.is_empty() || text.contains([' ', ';']);
        let is_writable = !text.contains(|letter: char| letter == '"' || letter.is_control());
        is_writable.then(|| Self { text: text.into(), is_quoted })
    }

    /// The same, always in quotation marks, as `id` and comments usually are.
    pub fn quoted(text: &str) -> Option<Self> {
        Self::new(text).map(|operand| Self { is_quoted: true, ..operand })
    }

    /// What it says, without quotation marks.
    pub fn text(&self) -> &str {
        &self.text
    }
}

impl Epd {
    /// The first operation with this name.
    pub fn operation(&self, opcode: &str) -> Option<&Operation> {
        self.operations.iter().find(|operation| operation.opcode == opcode)
    }

    /// The operands of an operation such as `bm` or `am`, read as moves of this position; none if it is not there.
    pub fn moves(&self, opcode: &str) -> Result<Vec<Move>, SanError> {
        let operands = self.operation(opcode).map(|operation| operation.operands.as_slice());
        operands.unwrap_or_default().iter().map(|operand| self.position.parse_san(operand.text())).collect()
    }
}

/// The first four fields of the FEN, the clocks unless they are 0 and 1, then the operations.
impl fmt::Display for Epd {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let fen = self.position.fen_text();
        let clocks = fen.rmatch_indices(' ').nth(1).map_or(fen.len(), |(at, _)| at);
        f.write_str(&fen[..clocks])?;
        let (halfmoves, fullmoves) = (self.position.halfmove_clock(), self.position.fullmove_number());
        if (halfmoves, fullmoves) != (0, 1) {
            write!(f, " hmvc {halfmoves}; fmvn {fullmoves};")?;
        }
        self.operations.iter().try_for_each(|operation| write!(f, " {operation}"))
    }
}

impl fmt::Display for Operation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.opcode)?;
        self.operands.iter().try_for_each(|operand| write!(f, " {operand}"))?;
        f.write_str(";")
    }
}

/// As EPD writes it, with its quotation marks.
impl fmt::Display for Operand {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let quote = if self.is_quoted { "\"" } else { "" };
        write!(f, "{quote}{}{quote}", self.text)
    }
}
