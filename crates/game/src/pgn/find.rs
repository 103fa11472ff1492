//! Looks for bytes, sixteen at once.

/// The first brace of either kind.
#[inline]
pub fn brace(text: &[u8]) -> Option<usize> {
    first(text, |bytes| zeros(bytes ^ all(b'{')) | zeros(bytes ^ all(b'}')))
}

/// The first byte that can open, close or hide something in movetext: `(`, `)`, `{`, `[`, `;`, `%`; or an escape, which
/// has all but two bits in common with some of them.
#[inline]
pub fn structure(text: &[u8]) -> Option<usize> {
    first(text, |bytes| {
        zeros(bytes & all(0xfe) ^ all(b'('))
            | zeros((bytes | all(0x60)) ^ all(b'{'))
            | zeros(bytes ^ all(b'%'))
    })
}

/// The first byte that ends the value of a tag or needs a closer look: `"`, a backslash or the end of a line.
#[inline]
pub fn value_end(text: &[u8]) -> Option<usize> {
    first(text, |bytes| {
        zeros(bytes ^ all(b'"'))
            | zeros(bytes ^ all(b'\\'))
            | zeros(bytes ^ all(b'\n'))
            | zeros(bytes ^ all(b'\r'))
    })
}

/// The first byte that is marked. Marks are highest bits; of several in one word only the first need be right.
#[inline]
fn first(text: &[u8], marks: impl Fn(u128) -> u128) -> Option<usize> {
    let (words, rest) = text.as_chunks();
    for (index, &word) in words.iter().enumerate() {
        let found = marks(u128::from_le_bytes(word));
        if found != 0 {
            return Some(index * 16 + found.trailing_zeros() as usize / 8);
        }
    }
    let mut last = [0; 16];
    last[..rest.len()].copy_from_slice(rest);
    let found = marks(u128::from_le_bytes(last)).trailing_zeros() as usize / 8;
    (found < rest.len()).then_some(words.len() * 16 + found)
}

/// The highest bit of each byte that is zero, and perhaps of some behind the first such byte.
#[inline]
const fn zeros(word: u128) -> u128 {
    word.wrapping_sub(all(1)) & !word & all(0x80)
}

/// Sixteen times the same byte.
#[inline]
const fn all(byte: u8) -> u128 {
    u128::MAX / 0xff * byte as u128
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
