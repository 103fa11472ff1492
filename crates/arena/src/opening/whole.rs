//! Files of openings are read whole, unless a line of them does not end.

use super::{OpeningError, OpeningProblem};
use std::io::{self, BufRead, BufReader, ErrorKind, Read};

/// No longer line was ever written, and hardly any book is as long; some devices have nothing but one line without end.
const LONGEST: usize = 1 << 24;

/// Reads everything, up to a line that is too long.
pub fn read(input: impl Read) -> io::Result<Result<Vec<u8>, OpeningError>> {
    let mut input = BufReader::new(input);
    let (mut bytes, mut line, mut length, mut last) = (Vec::new(), 1, 0, 0);
    loop {
        let seen = match input.fill_buf() {
            Err(error) if error.kind() == ErrorKind::Interrupted => continue,
            seen => seen?,
        };
        if seen.is_empty() {
            return Ok(Ok(bytes));
        }
        for &byte in seen {
            length = if matches!(byte, b'\n' | b'\r') { 0 } else { length + 1 };
            line += u64::from(byte == b'\r' || byte == b'\n' && last != b'\r');
            last = byte;
        }
        if length > LONGEST {
            return Ok(Err(OpeningError { line, problem: OpeningProblem::LongLine { longest: LONGEST } }));
        }
        bytes.extend_from_slice(seen);
        let used = seen.len();
        input.consume(used);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_is_read_whole_with_any_line_ends() {
        let line = vec![b'x'; 3 << 20];
        let line = line.as_slice();
        let text = [line, b"\n", line, b"\r\n", line, b"\r", line, line, b"\r", line, b"\n\n"].concat();
        assert_eq!(read(text.as_slice()).expect("it can be read"), Ok(text));
        assert_eq!(read(&b""[..]).expect("it can be read"), Ok(Vec::new()));
    }

    #[test]
    fn a_line_that_does_not_end_is_refused_by_its_number() {
        let endless = b"one\n\rtwo\r\n".chain(io::repeat(b' '));
        let error = read(endless).expect("it can be read").expect_err("it does not end");
        assert_eq!(error.to_string(), "line 4: no end of it within 16777216 bytes");
    }
}
