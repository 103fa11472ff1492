//! EPD: a position followed by operations, `… w - - bm Nf3; id "test 1";`.

mod read;

pub use read::{EpdProblem, ParseEpdError};

use crate::{Move, Position, SanError};
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;

/// A position with operations, one line of an EPD file.
///
/// The half-move clock and the move number come from the operations `hmvc` and `fmvn` if these are there.
///
/// ```
/// use regence_rules::Epd;
/// let epd: Epd = r#"4k3/8/8/8/8/8/4P3/4K3 w - - bm e4; id "a pawn; one step or two";"#.parse()?;
/// assert_eq!(epd.operation("id").unwrap().operands, ["a pawn; one step or two"]);
/// assert_eq!(epd.moves("bm")?[0].to_string(), "e2e4");
/// assert_eq!(epd.to_string(), r#"4k3/8/8/8/8/8/4P3/4K3 w - - bm e4; id "a pawn; one step or two";"#);
/// # Ok::<(), Box<dyn core::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Epd {
    /// The position.
    pub position: Position,
    /// What is said of it, in the order in which it was written.
    pub operations: Vec<Operation>,
}

/// One operation of an EPD line: a name and what belongs to it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Operation {
    /// The name, such as `bm` (best move) or `id`.
    pub opcode: String,
    /// Moves, numbers or texts; quotation marks are taken off.
    pub operands: Vec<String>,
}

impl Epd {
    /// The first operation with this name.
    pub fn operation(&self, opcode: &str) -> Option<&Operation> {
        self.operations.iter().find(|operation| operation.opcode == opcode)
    }

    /// The operands of an operation such as `bm` or `am`, read as moves of this position; none if it is not there.
    pub fn moves(&self, opcode: &str) -> Result<Vec<Move>, SanError> {
        let operands = self.operation(opcode).map(|operation| operation.operands.as_slice());
        operands.unwrap_or_default().iter().map(|text| self.position.parse_san(text)).collect()
    }
}

/// The first four fields of the FEN, then the operations. The clocks appear only as operations `hmvc` and `fmvn`.
impl fmt::Display for Epd {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let fen = self.position.fen_text();
        let clocks = fen.rmatch_indices(' ').nth(1).map_or(fen.len(), |(at, _)| at);
        f.write_str(&fen[..clocks])?;
        for operation in &self.operations {
            write!(f, " {operation}")?;
        }
        Ok(())
    }
}

impl fmt::Display for Operation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.opcode)?;
        for operand in &self.operands {
            if is_text(operand) {
                write!(f, " \"{operand}\"")?;
            } else {
                write!(f, " {operand}")?;
            }
        }
        f.write_str(";")
    }
}

/// Whether an operand must be put in quotation marks to be read back as one.
fn is_text(operand: &str) -> bool {
    operand.is_empty() || operand.contains([' ', '\t', ';'])
}
