//! Reads a line of EPD.

use super::{Epd, Operation};
use crate::{ParseFenError, Position};
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;
use core::str::FromStr;

/// Longer lines are refused; the format itself says 4096.
const LONGEST: usize = 4096;

impl Epd {
    /// Reads a line of EPD of orthodox chess.
    pub fn new(line: &str) -> Result<Self, ParseEpdError> {
        Self::read(line, Position::from_fen)
    }

    /// Reads a line of EPD of Chess960.
    pub fn from_chess960(line: &str) -> Result<Self, ParseEpdError> {
        Self::read(line, Position::from_fen_chess960)
    }

    fn read(
        line: &str,
        from_fen: impl FnOnce(&str) -> Result<Position, ParseFenError>,
    ) -> Result<Self, ParseEpdError> {
        let error = |at, problem| ParseEpdError { at, problem };
        if line.len() > LONGEST {
            return Err(error(LONGEST, EpdProblem::TooLong(line.len())));
        }
        let Some(end) = end_of_fields(line) else {
            let fields = line.split(' ').filter(|field| !field.is_empty()).count();
            return Err(error(line.len(), EpdProblem::Fields(fields)));
        };
        let operations = operations(line, end)?;
        let clock = |opcode: &str, initial: &str| -> Result<String, ParseEpdError> {
            let Some(operation) = operations.iter().find(|operation| operation.opcode == opcode) else {
                return Ok(initial.into());
            };
            match operation.operands.as_slice() {
                [number] => Ok(number.clone()),
                _ => Err(error(end, EpdProblem::Clock)),
            }
        };
        let fen = [&line[..end], &clock("hmvc", "0")?, &clock("fmvn", "1")?].join(" ");
        let position = from_fen(&fen).map_err(|fen_error| {
            // Trouble behind the four fields is with a clock, which stands somewhere among the operations.
            let problem = if fen_error.at > end { EpdProblem::Clock } else { EpdProblem::Fen(fen_error) };
            error(fen_error.at.min(end), problem)
        })?;
        Ok(Self { position, operations })
    }
}

/// Where the first four fields end.
fn end_of_fields(line: &str) -> Option<usize> {
    let mut spaces = line.match_indices(' ').map(|(at, _)| at);
    let third = spaces.nth(2)?;
    let end = spaces.next().unwrap_or(line.len());
    (end > third + 1).then_some(end)
}

fn operations(line: &str, from: usize) -> Result<Vec<Operation>, ParseEpdError> {
    let mut operations = Vec::new();
    let mut at = skip_spaces(line, from);
    while at < line.len() {
        let (operation, next) = operation(line, at)?;
        operations.push(operation);
        at = skip_spaces(line, next);
    }
    Ok(operations)
}

/// One operation and where the next one may start.
fn operation(line: &str, start: usize) -> Result<(Operation, usize), ParseEpdError> {
    let error = |at, problem| Err(ParseEpdError { at, problem });
    let rest = &line[start..];
    let length = rest.find([' ', '\t', ';']).unwrap_or(rest.len());
    let opcode = &rest[..length];
    let is_name = opcode.starts_with(|first: char| first.is_ascii_alphabetic())
        && opcode.chars().all(|letter| letter.is_ascii_alphanumeric() || letter == '_');
    if !is_name {
        return error(start, EpdProblem::Opcode);
    }
    let mut operands = Vec::new();
    let mut at = start + length;
    loop {
        at = skip_spaces(line, at);
        let rest = &line[at..];
        if rest.is_empty() {
            return error(at, EpdProblem::NoSemicolon);
        }
        if rest.starts_with(';') {
            return Ok((Operation { opcode: opcode.into(), operands }, at + 1));
        }
        if let Some(text) = rest.strip_prefix('"') {
            let Some(length) = text.find('"') else { return error(at, EpdProblem::NoClosingQuote) };
            operands.push(text[..length].into());
            at += length + 2;
        } else {
            let length = rest.find([' ', '\t', ';', '"']).unwrap_or(rest.len());
            operands.push(rest[..length].into());
            at += length;
        }
    }
}

fn skip_spaces(line: &str, from: usize) -> usize {
    let rest = &line[from..];
    line.len() - rest.trim_start_matches([' ', '\t']).len()
}

impl FromStr for Epd {
    type Err = ParseEpdError;

    fn from_str(line: &str) -> Result<Self, ParseEpdError> {
        Self::new(line)
    }
}

/// The text is not a line of EPD.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ParseEpdError {
    /// The byte at which the trouble starts, from 0.
    pub at: usize,
    /// What the trouble is.
    pub problem: EpdProblem,
}

/// What is wrong with a line of EPD.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum EpdProblem {
    /// The line has this many bytes; 4096 are allowed.
    TooLong(usize),
    /// There are only so many fields before the operations, or they are not parted by single spaces.
    Fields(usize),
    /// The position is wrong.
    Fen(ParseFenError),
    /// An operation does not start with a name of letters, digits and underscores.
    Opcode,
    /// An operation does not end.
    NoSemicolon,
    /// A text does not end.
    NoClosingQuote,
    /// `hmvc` or `fmvn` is not one number that can be a clock.
    Clock,
}

impl fmt::Display for ParseEpdError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let EpdProblem::Fen(error) = self.problem {
            return error.fmt(f);
        }
        write!(f, "EPD, column {}: ", self.at + 1)?;
        match self.problem {
            EpdProblem::TooLong(bytes) => write!(f, "{bytes} bytes, expected at most {LONGEST}"),
            EpdProblem::Fields(fields) => {
                write!(f, "{fields} fields, expected 4 with single spaces between them, then operations")
            }
            EpdProblem::Fen(error) => error.fmt(f),
            EpdProblem::Opcode => f.write_str("expected the name of an operation, such as bm or id"),
            EpdProblem::NoSemicolon => f.write_str("the operation does not end, expected ';'"),
            EpdProblem::NoClosingQuote => f.write_str("the text does not end, expected '\"'"),
            EpdProblem::Clock => {
                f.write_str("hmvc and fmvn take one number, a half-move clock and a move number")
            }
        }
    }
}

impl core::error::Error for ParseEpdError {}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::string::ToString;

    const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -";

    #[track_caller]
    fn refused(operations: &str, at: usize, problem: EpdProblem) {
        let line = [START, operations].concat();
        assert_eq!(Epd::new(&line), Err(ParseEpdError { at: START.len() + at, problem }), "{line}");
    }

    #[test]
    fn a_position_alone_is_an_epd() {
        let epd = Epd::new(START).unwrap();
        assert_eq!((epd.position, epd.operations.len()), (Position::START, 0));
        assert_eq!(epd.to_string(), START);
    }

    #[test]
    fn clocks_come_from_their_operations() {
        let epd = Epd::new("4k3/8/8/8/8/8/4P3/4K3 b - - hmvc 12; fmvn 34;").unwrap();
        assert_eq!((epd.position.halfmove_clock(), epd.position.fullmove_number()), (12, 34));
    }

    #[test]
    fn operations_without_operands_and_quoted_ones_round_trip() {
        let line = [START, " noop; c0 \"\" \"two words\"; acd 12; pv e4 e5;"].concat();
        let epd = Epd::new(&line).unwrap();
        assert_eq!(epd.operation("c0").unwrap().operands, ["", "two words"]);
        assert_eq!(epd.to_string(), line);
        assert_eq!(Epd::new(&epd.to_string()), Ok(epd));
    }

    #[test]
    fn bad_operations_are_named_with_their_place() {
        refused(" bm e4", 6, EpdProblem::NoSemicolon);
        refused(" id \"x;", 4, EpdProblem::NoClosingQuote);
        refused(" 9x;", 1, EpdProblem::Opcode);
        refused(" ;", 1, EpdProblem::Opcode);
        refused(" hmvc x;", 0, EpdProblem::Clock);
        refused(" fmvn 0;", 0, EpdProblem::Clock);
        refused(" fmvn;", 0, EpdProblem::Clock);
        assert_eq!(Epd::new("8/8 w").unwrap_err().problem, EpdProblem::Fields(2));
        assert!(matches!(Epd::new("8/8 w - - x;").unwrap_err().problem, EpdProblem::Fen(_)));
    }
}
