//! Files of EPD or FEN: a position on each line, perhaps with operations, read as a stream.
//!
//! ```
//! use regence_game::epd::EpdFile;
//!
//! let text = "# two mates\n6k1/5ppp/8/8/8/8/8/R5K1 w - - bm Ra8#; id \"back rank\";\n\nk7/2K5/8/8/8/8/8/1R w - -\n";
//! let mut file = EpdFile::new(text.as_bytes());
//! let epd = file.next().expect("there is a line")?;
//! assert_eq!(epd.moves("bm")?[0].to_string(), "a1a8");
//! let error = file.next().expect("there is another").unwrap_err();
//! assert_eq!(error.to_string(), "4:20: rank 1 has 2 squares, expected 8");
//! assert!(file.next().is_none());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use crate::pgn::{Place, decode};
use regence_rules::{Epd, EpdProblem, ParseEpdError};
use std::fmt;
use std::io::{self, BufRead, BufReader, ErrorKind, Read};

/// Longer lines are refused, so there is no need to keep all of them.
const LONGEST: usize = 4096;

/// Reads lines of EPD one after another, and FENs of six fields, behind which operations may stand as well. Empty lines and
/// those that begin with `#` are passed over; a byte order mark, any line ends and white space around a line do not matter;
/// text that is not UTF-8 is taken for Latin-1.
///
/// A line that cannot be read is an error with its place, and the next one is read as usual. After an error of the input
/// there is nothing more.
pub struct EpdFile<R> {
    input: BufReader<R>,
    line: u64,
    chess: Chess,
    /// Whether the last line ended with a carriage return, to which a line feed may belong.
    is_behind_return: bool,
    has_failed: bool,
}

/// A line without its end.
#[derive(Default)]
struct Line {
    text: Vec<u8>,
    /// How many bytes of it were left out.
    cut: usize,
}

#[derive(Clone, Copy)]
enum Chess {
    Orthodox,
    Chess960,
}

impl<R: Read> EpdFile<R> {
    /// Reads lines of orthodox chess.
    pub fn new(input: R) -> Self {
        Self {
            input: BufReader::new(input),
            line: 0,
            chess: Chess::Orthodox,
            is_behind_return: false,
            has_failed: false,
        }
    }

    /// Reads lines of Chess960.
    pub fn chess960(input: R) -> Self {
        Self { chess: Chess::Chess960, ..Self::new(input) }
    }

    /// The number of the last line read, from 1.
    pub fn line(&self) -> u64 {
        self.line
    }

    /// The next line; none if there is nothing more.
    fn next_line(&mut self) -> io::Result<Option<Line>> {
        let mut line: Option<Line> = None;
        loop {
            let seen = match self.input.fill_buf() {
                Err(error) if error.kind() == ErrorKind::Interrupted => continue,
                seen => seen?,
            };
            if seen.is_empty() {
                self.line += u64::from(line.is_some());
                return Ok(line);
            }
            if core::mem::take(&mut self.is_behind_return) && seen[0] == b'\n' {
                self.input.consume(1);
                continue;
            }
            let end = seen.iter().position(|byte| matches!(byte, b'\n' | b'\r'));
            line.get_or_insert_default().add(&seen[..end.unwrap_or(seen.len())]);
            self.is_behind_return = end.is_some_and(|end| seen[end] == b'\r');
            let used = end.map_or(seen.len(), |end| end + 1);
            self.input.consume(used);
            if end.is_some() {
                self.line += 1;
                return Ok(line);
            }
        }
    }

    fn read(&self, line: &Line) -> Option<Result<Epd, EpdFileError>> {
        let text = decode(&line.text);
        let unmarked = if self.line == 1 { text.trim_start_matches('\u{feff}') } else { &text };
        let epd = unmarked.trim();
        if epd.starts_with('#') || epd.is_empty() && line.cut == 0 {
            return None;
        }
        let read = match self.chess {
            _ if line.cut > 0 => Err(line.too_long()),
            Chess::Orthodox => Epd::from_line_or_fen(epd),
            Chess::Chess960 => Epd::from_line_or_fen_chess960(epd),
        };
        Some(read.map_err(|error| {
            let before = unmarked.len() - unmarked.trim_start().len();
            let at = (before + error.at).min(unmarked.len());
            // A place within a character, as of a line too long, is that of the character.
            let characters = unmarked.char_indices().take_while(|&(index, _)| index < at).count();
            EpdFileError::Line { place: Place { line: self.line, column: characters as u64 + 1 }, error }
        }))
    }
}

impl Line {
    /// Adds what follows, as far as there is room.
    fn add(&mut self, more: &[u8]) {
        let room = more.len().min(LONGEST - self.text.len());
        self.text.extend_from_slice(&more[..room]);
        self.cut += more.len() - room;
    }

    fn too_long(&self) -> ParseEpdError {
        ParseEpdError { at: LONGEST, problem: EpdProblem::TooLong(LONGEST + self.cut) }
    }
}

impl<R: Read> Iterator for EpdFile<R> {
    type Item = Result<Epd, EpdFileError>;

    fn next(&mut self) -> Option<Self::Item> {
        while !self.has_failed {
            match self.next_line() {
                Ok(Some(line)) => match self.read(&line) {
                    None => {}
                    found => return found,
                },
                Ok(None) => return None,
                Err(error) => {
                    self.has_failed = true;
                    return Some(Err(EpdFileError::Input(error)));
                }
            }
        }
        None
    }
}

/// Why there is no position.
#[derive(Debug)]
pub enum EpdFileError {
    /// The file cannot be read.
    Input(io::Error),
    /// A line is not one of EPD.
    Line {
        /// Where the trouble starts.
        place: Place,
        /// What it is. Its own place is within the line, in bytes.
        error: ParseEpdError,
    },
}

/// With its place: `4:20: rank 1 has …`.
impl fmt::Display for EpdFileError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Input(error) => error.fmt(f),
            Self::Line { place, error } => {
                // The error says its column as well, in bytes and before its first colon.
                let text = error.to_string();
                let reason = text.split_once(": ").map_or(text.as_str(), |(_, reason)| reason);
                write!(f, "{place}: {reason}")
            }
        }
    }
}

impl std::error::Error for EpdFileError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            Self::Input(error) => Some(error),
            Self::Line { error, .. } => Some(error),
        }
    }
}
