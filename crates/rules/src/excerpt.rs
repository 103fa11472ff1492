//! A few bytes of a text that was refused, for errors to carry: small, and safe to show.

use core::fmt;

/// The beginning of a text that was refused, shown in quotation marks: `'white'`. What a terminal could act on is shown by
/// its number, and what was cut off by three dots.
///
/// ```
/// use regence_rules::Excerpt;
/// assert_eq!(Excerpt::of(b"x\x1b[31m").to_string(), r"'x\x1b[31m'");
/// assert_eq!(Excerpt::of(b"18446744073709551616").to_string(), "'184467440737...'");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Excerpt {
    /// Zero behind the end.
    bytes: [u8; Self::LONGEST],
    /// Of the whole text, as far as it can be counted.
    length: u8,
}

// An error is passed along wherever something is read, so it stays small.
const _: () = assert!(size_of::<Excerpt>() == 13);

impl Excerpt {
    /// How many bytes are kept: more than any field of a FEN has but the pieces.
    const LONGEST: usize = 12;

    /// The beginning of this text.
    #[cold]
    pub const fn of(text: &[u8]) -> Self {
        let mut bytes = [0; Self::LONGEST];
        let mut index = 0;
        while index < text.len() && index < Self::LONGEST {
            bytes[index] = text[index];
            index += 1;
        }
        Self { bytes, length: if text.len() > 255 { 255 } else { text.len() as u8 } }
    }

    /// The bytes that are kept.
    pub fn bytes(&self) -> &[u8] {
        &self.bytes[..usize::from(self.length).min(Self::LONGEST)]
    }

    /// Whether the text was longer.
    pub const fn is_cut(&self) -> bool {
        self.length as usize > Self::LONGEST
    }
}

impl fmt::Display for Excerpt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("'")?;
        for &byte in self.bytes() {
            match byte {
                b' '..=b'~' => write!(f, "{}", byte as char)?,
                _ => write!(f, "\\x{byte:02x}")?,
            }
        }
        f.write_str(if self.is_cut() { "...'" } else { "'" })
    }
}

impl fmt::Debug for Excerpt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// A byte as a reader may safely see it: control characters and bytes beyond ASCII by their number.
pub(crate) struct Visible(pub(crate) u8);

impl fmt::Display for Visible {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            b' '..=b'~' => write!(f, "'{}'", self.0 as char),
            byte => write!(f, "byte 0x{byte:02x}"),
        }
    }
}
