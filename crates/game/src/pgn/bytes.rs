//! What each byte can be in movetext, in one table.

/// The part a byte plays where a token may begin.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Class {
    /// Part of a word: moves, and whatever else is not listed below.
    Word,
    /// A digit, which may start a move number, a result or castling.
    Digit,
    /// What `½` begins with, in UTF-8 or in Latin-1.
    Half,
    /// What a byte order mark begins with.
    OrderMark,
    /// White space within a line.
    Blank,
    /// The end of a line.
    LineEnd,
    /// A dot.
    Dot,
    /// A percent sign, which hides the line it begins.
    Percent,
    /// `{`
    Brace,
    /// `}`
    CloseBrace,
    /// `;`
    Semicolon,
    /// `(`
    Open,
    /// `)`
    Close,
    /// `[`
    Bracket,
    /// `*`
    Star,
    /// `$`
    Dollar,
    /// `!` or `?`
    Mark,
}

/// The class of every byte.
pub static CLASS: [Class; 256] = {
    let mut classes = [Class::Word; 256];
    let mut byte = b'0';
    while byte <= b'9' {
        classes[byte as usize] = Class::Digit;
        byte += 1;
    }
    classes[0xc2] = Class::Half;
    classes[0xbd] = Class::Half;
    classes[0xef] = Class::OrderMark;
    classes[b' ' as usize] = Class::Blank;
    classes[b'\t' as usize] = Class::Blank;
    classes[0x0b] = Class::Blank;
    classes[0x0c] = Class::Blank;
    // The end of a file for programs of the eighties.
    classes[0x1a] = Class::Blank;
    classes[b'\n' as usize] = Class::LineEnd;
    classes[b'\r' as usize] = Class::LineEnd;
    classes[b'.' as usize] = Class::Dot;
    classes[b'%' as usize] = Class::Percent;
    classes[b'{' as usize] = Class::Brace;
    classes[b'}' as usize] = Class::CloseBrace;
    classes[b';' as usize] = Class::Semicolon;
    classes[b'(' as usize] = Class::Open;
    classes[b')' as usize] = Class::Close;
    classes[b'[' as usize] = Class::Bracket;
    classes[b'*' as usize] = Class::Star;
    classes[b'$' as usize] = Class::Dollar;
    classes[b'!' as usize] = Class::Mark;
    classes[b'?' as usize] = Class::Mark;
    classes
};

/// Whether a word goes on with this byte.
static IN_WORD: [bool; 256] = {
    let mut goes_on = [false; 256];
    let mut byte = 0;
    while byte < 256 {
        goes_on[byte] = matches!(
            CLASS[byte],
            Class::Word | Class::Digit | Class::Half | Class::OrderMark | Class::Dot | Class::Percent
        );
        byte += 1;
    }
    goes_on
};

/// Whether a byte is white space.
static SPACE: [bool; 256] = {
    let mut spaces = [false; 256];
    let mut byte = 0;
    while byte < 256 {
        spaces[byte] = matches!(CLASS[byte], Class::Blank | Class::LineEnd);
        byte += 1;
    }
    spaces
};

/// The class of a byte.
#[inline]
pub fn class(byte: u8) -> Class {
    CLASS[byte as usize]
}

/// Whether a word goes on with this byte.
#[inline]
pub fn is_in_word(byte: u8) -> bool {
    IN_WORD[byte as usize]
}

/// Whether a byte ends a line.
#[inline]
pub fn is_line_end(byte: u8) -> bool {
    matches!(byte, b'\n' | b'\r')
}

/// Whether a byte is white space.
#[inline]
pub fn is_space(byte: u8) -> bool {
    SPACE[byte as usize]
}
