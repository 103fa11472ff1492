//! Lines in and out.

use std::fmt;
use std::io::{self, BufRead, ErrorKind, Read, Write};
use std::sync::{Mutex, PoisonError};

/// What is said beyond this in one line is not heard: more than the longest game that was ever played.
const LONGEST: u64 = 1 << 24;

/// Reads one line of any bytes; whether there was one.
pub(super) fn read_line(input: &mut impl BufRead, line: &mut Vec<u8>) -> io::Result<bool> {
    line.clear();
    if input.by_ref().take(LONGEST).read_until(b'\n', line)? == 0 {
        return Ok(false);
    }
    if line.len() as u64 == LONGEST && !line.ends_with(b"\n") {
        skip_line(input)?;
    }
    Ok(true)
}

fn skip_line(input: &mut impl BufRead) -> io::Result<()> {
    loop {
        let seen = match input.fill_buf() {
            Ok(seen) => seen,
            Err(error) if error.kind() == ErrorKind::Interrupted => continue,
            Err(error) => return Err(error),
        };
        let (used, is_done) = match seen.iter().position(|&byte| byte == b'\n') {
            Some(end) => (end + 1, true),
            None => (seen.len(), seen.is_empty()),
        };
        input.consume(used);
        if is_done {
            return Ok(());
        }
    }
}

/// Says whole lines, whichever thread speaks, each one at once.
pub(super) struct Speaker<W>(Mutex<W>);

impl<W: Write> Speaker<W> {
    pub(super) fn new(output: W) -> Self {
        Self(Mutex::new(output))
    }

    pub(super) fn say(&self, line: fmt::Arguments) {
        let mut output = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        // A client that no longer listens will no longer speak either, which ends the session.
        let _ = writeln!(output, "{line}").and_then(|()| output.flush());
    }

    /// Tells a person what is wrong. Control characters of the client's are not sent back to it.
    pub(super) fn explain(&self, what: impl fmt::Display) {
        let text: String = what.to_string().chars().filter(|letter| !letter.is_control()).take(300).collect();
        self.say(format_args!("info string {text}"));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_of_any_length_and_content_are_read() {
        let long = vec![b'x'; LONGEST as usize + 5];
        let input = [&b"uci\r\n\xff\xfe\n\n"[..], &long, b"\nlast"].concat();
        let (mut input, mut line) = (input.as_slice(), Vec::new());
        let mut lengths = Vec::new();
        while read_line(&mut input, &mut line).unwrap() {
            lengths.push(line.len() as u64);
        }
        assert_eq!(lengths, [5, 3, 1, LONGEST, 4]);
    }
}
