//! What must hold of any bytes that are read as a file of EPD: nothing panics, the answers do not depend on how the bytes
//! come in, and each line is read by itself.

use regence_game::epd::EpdFile;
use std::io::{self, Read};

/// However the bytes come in, the lines come to the same.
pub fn epd_file(bytes: &[u8]) {
    for read in [orthodox as fn(&mut dyn Read) -> Vec<String>, chess960] {
        let whole = read(&mut &bytes[..]);
        for most in [1, 2, 7] {
            let trickled = read(&mut Trickle { bytes, most });
            assert_eq!(trickled, whole, "{}", bytes.escape_ascii());
        }
        // After a line end, whatever it is, the next line is read as usual.
        let again = read(&mut bytes.chain(&b"\n8/8/8/8/8/8/8/K1k5 w - - id \"last\";\n"[..]));
        assert!(again.last().is_some_and(|line| line.contains("last")), "{again:?}");
    }
}

fn orthodox(input: &mut dyn Read) -> Vec<String> {
    lines(EpdFile::new(input))
}

fn chess960(input: &mut dyn Read) -> Vec<String> {
    lines(EpdFile::chess960(input))
}

/// Each line as it is understood, or what is wrong with it.
fn lines<R: Read>(mut file: EpdFile<R>) -> Vec<String> {
    let (mut lines, mut last) = (Vec::new(), 0);
    while let Some(read) = file.next() {
        assert!(file.line() > last, "no line is read twice");
        last = file.line();
        let line = match read {
            Ok(epd) => format!("{last} {epd}"),
            Err(error) => error.to_string(),
        };
        assert!(!line.contains(char::is_control), "{line:?}");
        lines.push(line);
    }
    lines
}

/// Gives no more than a few bytes at a time, as a slow pipe does.
struct Trickle<'a> {
    bytes: &'a [u8],
    most: usize,
}

impl Read for Trickle<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let most = self.most.min(buffer.len());
        self.bytes.read(&mut buffer[..most])
    }
}
