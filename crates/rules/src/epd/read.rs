//! Reads a line of EPD.

use super::{Epd, Operand, Operation};
use crate::fen::number;
use crate::{ParseFenError, Position};
use alloc::format;
use alloc::vec::Vec;
use core::fmt;
use core::str::FromStr;

/// Longer lines are refused; the format itself says 4096.
const LONGEST: usize = 4096;

impl Epd {
    /// Reads a line of EPD of orthodox chess.
    pub fn from_line(line: &str) -> Result<Self, ParseEpdError> {
        read(line, Position::from_fen, Clocks::Operations)
    }

    /// Reads a line of EPD of Chess960.
    pub fn from_line_chess960(line: &str) -> Result<Self, ParseEpdError> {
        read(line, Position::from_fen_chess960, Clocks::Operations)
    }

    /// Reads a line of EPD or a FEN: where the clocks stand behind the four fields, as in a FEN, operations may follow
    /// them.
    ///
    /// ```
    /// use regence_rules::Epd;
    /// let epd = Epd::from_line_or_fen("4k3/8/8/8/8/8/4P3/4K3 w - - 12 34 bm e4;")?;
    /// assert_eq!(epd.to_string(), "4k3/8/8/8/8/8/4P3/4K3 w - - hmvc 12; fmvn 34; bm e4;");
    /// # Ok::<(), regence_rules::ParseEpdError>(())
    /// ```
    pub fn from_line_or_fen(line: &str) -> Result<Self, ParseEpdError> {
        read(line, Position::from_fen, Clocks::FieldsToo)
    }

    /// The same of Chess960.
    pub fn from_line_or_fen_chess960(line: &str) -> Result<Self, ParseEpdError> {
        read(line, Position::from_fen_chess960, Clocks::FieldsToo)
    }
}

type FenReader = fn(&str) -> Result<Position, ParseFenError>;

/// Where a line may say what the clocks show.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Clocks {
    /// In the operations `hmvc` and `fmvn`.
    Operations,
    /// There, or behind the four fields.
    FieldsToo,
}

fn read(line: &str, from_fen: FenReader, clocks: Clocks) -> Result<Epd, ParseEpdError> {
    if line.len() > LONGEST {
        return Err(error(LONGEST, EpdProblem::TooLong(line.len())));
    }
    if let Some((at, _)) = line.char_indices().find(|(_, letter)| letter.is_control()) {
        return Err(error(at, EpdProblem::ControlCharacter));
    }
    let end = end_of_fields(line)?;
    let position = |fen: &str| from_fen(fen).map_err(|fen| error(fen.at, EpdProblem::Fen(fen)));
    let with_clocks =
        |halfmoves: u16, fullmoves: u32| position(&format!("{} {halfmoves} {fullmoves}", &line[..end]));
    let (mut halfmoves, mut fullmoves) = (None, None);
    let fen_end = if clocks == Clocks::FieldsToo { end_of_clocks(line, end) } else { end };
    // What is wrong with the fields is said before what is wrong with the operations.
    let position = if fen_end > end {
        let position = position(&line[..fen_end])?;
        halfmoves = Some(position.halfmove_clock());
        fullmoves = Some(position.fullmove_number());
        position
    } else {
        with_clocks(0, 1)?
    };
    let mut operations = Vec::new();
    let mut at = skip_spaces(line, fen_end);
    while at < line.len() {
        let (operation, next) = operation(line, at)?;
        match operation.opcode.as_str() {
            "hmvc" => halfmoves = Some(clock(&operation, halfmoves.as_ref(), at)?),
            "fmvn" => fullmoves = Some(clock(&operation, fullmoves.as_ref(), at)?),
            _ => operations.push(operation),
        }
        at = skip_spaces(line, next);
    }
    // The clock can contradict the fields: after a pawn's jump it stands at 0.
    let position = match (halfmoves, fullmoves) {
        (None, None) => position,
        _ => with_clocks(halfmoves.unwrap_or(0), fullmoves.unwrap_or(1))?,
    };
    Ok(Epd { position, operations })
}

const fn error(at: usize, problem: EpdProblem) -> ParseEpdError {
    ParseEpdError { at, problem }
}

/// Where the first four fields end.
fn end_of_fields(line: &str) -> Result<usize, ParseEpdError> {
    let mut end = 0;
    for field in 0..4 {
        let start = if field == 0 { 0 } else { end + 1 };
        let rest = line.get(start..).unwrap_or_default();
        let length = rest.find(' ').unwrap_or(rest.len());
        if length == 0 {
            return Err(error(start.min(line.len()), EpdProblem::Fields(field)));
        }
        end = start + length;
    }
    Ok(end)
}

/// Where two more fields end if they are numbers, which no operation begins with; as far as there are any.
fn end_of_clocks(line: &str, fields: usize) -> usize {
    let mut end = fields;
    for _ in 0..2 {
        let Some(rest) = line[end..].strip_prefix(' ') else { break };
        if !rest.starts_with(|first: char| first.is_ascii_digit()) {
            break;
        }
        end += 1 + rest.find([' ', ';']).unwrap_or(rest.len());
    }
    end
}

/// One operation and where the next one may start.
fn operation(line: &str, start: usize) -> Result<(Operation, usize), ParseEpdError> {
    let rest = &line[start..];
    let length = rest.find([' ', ';']).unwrap_or(rest.len());
    let opcode = &rest[..length];
    let is_name = opcode.starts_with(|first: char| first.is_ascii_alphabetic())
        && opcode.chars().all(|letter| letter.is_ascii_alphanumeric() || letter == '_');
    if !is_name {
        return Err(error(start, EpdProblem::Opcode));
    }
    let mut operands = Vec::new();
    let mut at = start + length;
    loop {
        at = skip_spaces(line, at);
        let rest = &line[at..];
        if rest.is_empty() {
            return Err(error(at, EpdProblem::NoSemicolon));
        }
        if rest.starts_with(';') {
            return Ok((Operation { opcode: opcode.into(), operands }, at + 1));
        }
        let (operand, length) = operand(rest).map_err(|problem| error(at, problem))?;
        operands.push(operand);
        at += length;
    }
}

/// One operand at the front of the text, and how many bytes it takes.
fn operand(rest: &str) -> Result<(Operand, usize), EpdProblem> {
    if let Some(text) = rest.strip_prefix('"') {
        let length = text.find('"').ok_or(EpdProblem::NoClosingQuote)?;
        let operand = Operand::quoted(&text[..length]).ok_or(EpdProblem::ControlCharacter)?;
        let behind = text[length + 1..].chars().next();
        return match behind {
            None | Some(' ' | ';') => Ok((operand, length + 2)),
            Some(_) => Err(EpdProblem::Quote),
        };
    }
    let length = rest.find([' ', ';']).unwrap_or(rest.len());
    Operand::new(&rest[..length]).map(|operand| (operand, length)).ok_or(EpdProblem::Quote)
}

/// The one number of `hmvc` or `fmvn`, which comes once.
fn clock<N: TryFrom<u32> + Clock>(
    operation: &Operation,
    earlier: Option<&N>,
    at: usize,
) -> Result<N, ParseEpdError> {
    let clock = match operation.operands.as_slice() {
        [operand] if earlier.is_none() && !operand.is_quoted => number(operand.text().as_bytes()),
        _ => None,
    };
    let clock = clock.and_then(|number| N::try_from(number).ok()).filter(Clock::is_possible);
    clock.ok_or(error(at, EpdProblem::Clock))
}

/// What a clock may show: any count of half-moves, and a move number from 1.
trait Clock {
    fn is_possible(&self) -> bool;
}

impl Clock for u16 {
    fn is_possible(&self) -> bool {
        true
    }
}

impl Clock for u32 {
    fn is_possible(&self) -> bool {
        *self > 0
    }
}

fn skip_spaces(line: &str, from: usize) -> usize {
    let rest = &line[from..];
    line.len() - rest.trim_start_matches(' ').len()
}

/// As [`Epd::from_line`].
impl FromStr for Epd {
    type Err = ParseEpdError;

    fn from_str(line: &str) -> Result<Self, ParseEpdError> {
        Self::from_line(line)
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
#[non_exhaustive]
pub enum EpdProblem {
    /// The line has this many bytes; 4096 are allowed.
    TooLong(usize),
    /// There is a tab, a line end or another control character.
    ControlCharacter,
    /// Only so many fields stand there with single spaces between them, before the operations.
    Fields(usize),
    /// The position is wrong.
    Fen(ParseFenError),
    /// An operation does not start with a name of letters, digits and underscores.
    Opcode,
    /// An operation does not end.
    NoSemicolon,
    /// A text does not end.
    NoClosingQuote,
    /// A quotation mark stands within a word, or a word right behind one.
    Quote,
    /// `hmvc` or `fmvn` is not one number that can be a clock, or comes twice.
    Clock,
}

impl fmt::Display for ParseEpdError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let what = match self.problem {
            EpdProblem::Fen(error) => return error.fmt(f),
            EpdProblem::TooLong(_) => "longer than the 4096 bytes that a line may have",
            EpdProblem::ControlCharacter => "a control character, expected one line of text with spaces",
            EpdProblem::Fields(_) => "expected 4 fields with single spaces between them, then operations",
            EpdProblem::Opcode => "expected the name of an operation, such as bm or id",
            EpdProblem::NoSemicolon => "the operation does not end, expected ';'",
            EpdProblem::NoClosingQuote => "the text does not end, expected '\"'",
            EpdProblem::Quote => "a quotation mark can only enclose a whole operand",
            EpdProblem::Clock => {
                "hmvc and fmvn come once, with one number: a half-move clock or a move number"
            }
        };
        write!(f, "EPD, column {}: {what}", self.at + 1)
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
        assert_eq!(Epd::from_line(&line), Err(ParseEpdError { at: START.len() + at, problem }), "{line}");
    }

    #[test]
    fn a_position_alone_is_an_epd() {
        let epd = Epd::from_line(START).unwrap();
        assert_eq!((epd.position, epd.operations.len()), (Position::START, 0));
        assert_eq!(epd.to_string(), START);
    }

    #[test]
    fn clocks_belong_to_the_position() {
        let line = "4k3/8/8/8/8/8/4P3/4K3 b - - hmvc 12; fmvn 34; bm Kd7;";
        let epd = Epd::from_line(line).unwrap();
        assert_eq!((epd.position.halfmove_clock(), epd.position.fullmove_number()), (12, 34));
        assert_eq!(epd.operations.len(), 1);
        assert_eq!(epd.to_string(), line);
    }

    #[test]
    fn clocks_may_stand_where_a_fen_has_them() {
        #[track_caller]
        fn check(line: &str, expected: &str) {
            assert_eq!(Epd::from_line_or_fen(line).map(|epd| epd.to_string()).as_deref(), Ok(expected));
        }
        #[track_caller]
        fn refuse(line: &str, expected: &str) {
            assert_eq!(Epd::from_line_or_fen(line).map_err(|error| error.to_string()), Err(expected.into()));
        }
        const PAWN: &str = "4k3/8/8/8/8/8/4P3/4K3 w - -";
        check(&format!("{PAWN} 0 1"), PAWN);
        check(PAWN, PAWN);
        check(&format!("{PAWN} 3 9  id \"x\";"), &format!("{PAWN} hmvc 3; fmvn 9; id \"x\";"));
        check(&format!("{PAWN} hmvc 3; fmvn 9;"), &format!("{PAWN} hmvc 3; fmvn 9;"));
        refuse(&format!("{PAWN} 3"), "FEN, column 30: 5 fields, expected 6 with single spaces between them");
        refuse(
            &format!("{PAWN} 3 9 10"),
            "EPD, column 33: expected the name of an operation, such as bm or id",
        );
        let twice = "hmvc and fmvn come once, with one number: a half-move clock or a move number";
        refuse(&format!("{PAWN} 3 9 hmvc 3;"), &format!("EPD, column 33: {twice}"));
        assert!(Epd::from_line(&format!("{PAWN} 0 1")).is_err(), "strictly, it is none");
        let rooks = "1rk1r3/8/8/8/8/8/8/1RK1R3 w EBeb - 0 1";
        assert!(Epd::from_line_or_fen(rooks).is_err() && Epd::from_line_or_fen_chess960(rooks).is_ok());
    }

    #[test]
    fn operations_round_trip_with_their_quotation_marks() {
        let line = [START, " noop; id \"BK.01\"; c0 \"\" \"two words\"; acd 12; pv e4 e5;"].concat();
        let epd = Epd::from_line(&line).unwrap();
        let texts: Vec<_> = epd.operation("c0").unwrap().operands.iter().map(Operand::text).collect();
        assert_eq!(texts, ["", "two words"]);
        assert_eq!(epd.to_string(), line);
    }

    #[test]
    fn what_cannot_be_written_is_no_operand() {
        assert_eq!(Operand::new("say \"hi\""), None);
        assert_eq!(Operand::quoted("two\nlines"), None);
        assert_eq!(Operand::new("a; b").unwrap().to_string(), "\"a; b\"");
    }

    #[test]
    fn bad_operations_are_named_with_their_place() {
        refused(" bm e4", 6, EpdProblem::NoSemicolon);
        refused(" id \"x;", 4, EpdProblem::NoClosingQuote);
        refused(" id a\"b\";", 4, EpdProblem::Quote);
        refused(" id \"a\"b;", 4, EpdProblem::Quote);
        refused(" 9x;", 1, EpdProblem::Opcode);
        refused(" ;", 1, EpdProblem::Opcode);
        refused(" bm\te4;", 3, EpdProblem::ControlCharacter);
        refused(" id x; hmvc x;", 7, EpdProblem::Clock);
        refused(" hmvc 70000;", 1, EpdProblem::Clock);
        refused(" hmvc +5;", 1, EpdProblem::Clock);
        refused(" hmvc 007;", 1, EpdProblem::Clock);
        refused(" hmvc \"5\";", 1, EpdProblem::Clock);
        refused(" fmvn +5;", 1, EpdProblem::Clock);
        refused(" fmvn 0;", 1, EpdProblem::Clock);
        refused(" fmvn;", 1, EpdProblem::Clock);
        refused(" hmvc 5; hmvc 6;", 9, EpdProblem::Clock);
        let problem = |line| Epd::from_line(line).map_err(|error| (error.at, error.problem)).unwrap_err();
        assert_eq!(problem("8/8 w"), (5, EpdProblem::Fields(2)));
        assert_eq!(problem("8/8 w  - -"), (6, EpdProblem::Fields(2)));
        assert!(matches!(problem("8/8 w - - x;"), (3, EpdProblem::Fen(_))));
        let jumped = "4k3/8/8/3pP3/8/8/8/4K3 w - d6";
        assert!(Epd::from_line(&[jumped, " hmvc 0; fmvn 2;"].concat()).is_ok());
        let contradicted = [jumped, " hmvc 7; fmvn 2;"].concat();
        assert!(matches!(problem(&contradicted), (27, EpdProblem::Fen(_))), "{:?}", problem(&contradicted));
    }
}
