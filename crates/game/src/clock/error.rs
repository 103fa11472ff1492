//! What can be wrong with a time control in writing, and where.

use core::fmt;

/// The text is not a time control.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ParseTimeControlError {
    /// The byte at which the trouble starts, from 0.
    pub at: usize,
    /// What the trouble is.
    pub problem: TimeControlProblem,
}

/// What is wrong with a time control in writing.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TimeControlProblem {
    /// A number should stand here; instead there is this character, or the text ends.
    NotANumber(Option<char>),
    /// The number of moves is not a whole number from 1 to 4294967295.
    Moves,
    /// The number of byo-yomi periods is not a whole number from 1 to 4294967295.
    ByoYomiPeriods,
    /// The number has more than nine decimals.
    TooPrecise,
    /// The time is longer than can be counted.
    TooLong,
    /// The period gives no time at all, nor does any move in it.
    NoTime,
    /// The period has no number of moves, so the one that follows would never begin.
    Endless,
    /// This character cannot follow what stands before it.
    Unexpected(char),
}

/// A character as a reader may safely see it: control characters and those beyond ASCII by their number.
struct Visible(char);

impl fmt::Display for Visible {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            ' '..='~' => write!(f, "'{}'", self.0),
            other => write!(f, "character U+{:04X}", u32::from(other)),
        }
    }
}

impl fmt::Display for ParseTimeControlError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "time control, column {}: ", self.at + 1)?;
        match self.problem {
            TimeControlProblem::NotANumber(Some(found)) => {
                write!(f, "expected a number like 5 or 0.5, not {}", Visible(found))
            }
            TimeControlProblem::NotANumber(None) => {
                f.write_str("expected a number like 5 or 0.5, not the end")
            }
            TimeControlProblem::Moves => f.write_str("expected a number of moves from 1 to 4294967295"),
            TimeControlProblem::ByoYomiPeriods => {
                f.write_str("expected a number of byo-yomi periods from 1 to 4294967295")
            }
            TimeControlProblem::TooPrecise => f.write_str("more than 9 decimals"),
            TimeControlProblem::TooLong => f.write_str("more time than can be counted"),
            TimeControlProblem::NoTime => f.write_str("no time at all, expected more than 0"),
            TimeControlProblem::Endless => {
                f.write_str("only the last period can do without a number of moves, expected one as in 40/90")
            }
            TimeControlProblem::Unexpected(found) => {
                write!(
                    f,
                    "{} cannot stand here, expected a time control like 5+3 or 40/90+30:30+30",
                    Visible(found)
                )
            }
        }
    }
}

impl core::error::Error for ParseTimeControlError {}
