//! Looks for bytes, sixteen at once.

use super::sixteen::{Marks, Sixteen};

/// The first brace of either kind.
#[inline]
pub fn brace(text: &[u8]) -> Option<usize> {
    first(text, |bytes| bytes.is(b'{') | bytes.is(b'}'))
}

/// The first byte that can open, close or hide something in movetext: `(`, `)`, `{`, `[`, `;`, `%`; or an escape, which
/// has all but two bits in common with some of them.
#[inline]
pub fn structure(text: &[u8]) -> Option<usize> {
    first(text, |bytes| bytes.with(1).is(b')') | bytes.with(0x60).is(b'{') | bytes.is(b'%'))
}

/// The first byte that ends the value of a tag or needs a closer look: `"`, a backslash or the end of a line.
#[inline]
pub fn value_end(text: &[u8]) -> Option<usize> {
    first(text, |bytes| bytes.is(b'"') | bytes.is(b'\\') | bytes.is(b'\n') | bytes.is(b'\r'))
}

/// The first byte that is marked.
#[inline]
fn first(text: &[u8], marks: impl Fn(Sixteen) -> Marks) -> Option<usize> {
    let (chunks, rest) = text.as_chunks();
    for (index, bytes) in chunks.iter().enumerate() {
        if let Some(found) = marks(Sixteen::new(bytes)).first() {
            return Some(index * 16 + found);
        }
    }
    let mut last = [0; 16];
    last[..rest.len()].copy_from_slice(rest);
    marks(Sixteen::new(&last))
        .first()
        .filter(|&found| found < rest.len())
        .map(|found| chunks.len() * 16 + found)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Each of the wanted bytes is found wherever it stands and whatever stands around it.
    fn check(find: fn(&[u8]) -> Option<usize>, wanted: &[u8]) {
        for length in 0..40 {
            for other in (0..=255).filter(|other| !wanted.contains(other)) {
                let mut text = vec![other; length];
                assert_eq!(find(&text), None, "{}", text.escape_ascii());
                for at in (0..length).rev() {
                    text[at] = wanted[(at + usize::from(other)) % wanted.len()];
                    assert_eq!(find(&text), Some(at), "{}", text.escape_ascii());
                }
            }
        }
    }

    #[test]
    fn bytes_are_found_wherever_they_stand() {
        check(brace, b"{}");
        check(structure, b"(){[;%\x1b");
        check(value_end, b"\"\\\n\r");
    }
}
