//! How far apart two tokens stand, which can tell whether they belong together.

use super::{Class, Lexer, class, is_line_end};
use std::io::{self, Read};

/// What stands between two tokens.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Gap {
    /// They are on one line.
    Line,
    /// A line ends.
    LineEnd,
    /// There is an empty line.
    EmptyLine,
}

impl<R: Read> Lexer<R> {
    /// Passes over white space and hidden lines; says what lies between the last token and the next.
    pub fn gap(&mut self) -> io::Result<Gap> {
        let mut gap = Gap::Line;
        if self.pending.is_some() || self.comment.began.is_some() {
            return Ok(gap);
        }
        // Whether nothing has come since the last line end.
        let mut is_empty = false;
        loop {
            if self.skips_line && !self.pass_line() {
                self.source.refill()?;
                continue;
            }
            let at = self.source.at;
            let Some(&byte) = self.source.text().get(at) else {
                if self.source.has_ended() {
                    return Ok(gap);
                }
                self.source.refill()?;
                continue;
            };
            match class(byte) {
                Class::Blank | Class::Dot => self.source.at += 1,
                Class::LineEnd => {
                    let is_rest = byte == b'\n' && self.source.before(at) == b'\r';
                    if !is_rest {
                        gap = gap.max(if is_empty { Gap::EmptyLine } else { Gap::LineEnd });
                        is_empty = true;
                    }
                    self.source.at += 1;
                }
                Class::Percent if is_line_end(self.source.before(at)) => {
                    self.skips_line = true;
                    is_empty = false;
                }
                Class::OrderMark if is_line_end(self.source.before(at)) => match self.source.pass_mark() {
                    Some(true) => {}
                    Some(false) => return Ok(gap),
                    None => self.source.refill()?,
                },
                _ => return Ok(gap),
            }
        }
    }
}
