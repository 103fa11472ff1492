//! Whom the reader tells what it finds.

use super::place::At;
use regence_rules::{Color, Outcome, San, UciMove};
use std::fmt;

/// Is told what a game consists of, in the order of the text. Everything not wished for can be left out.
#[allow(unused_variables, reason = "the names say what comes")]
pub trait Visitor {
    /// A game begins.
    fn begin_game(&mut self, at: At<'_>) {}

    /// A tag, its value without quotation marks and backslashes. No tag is longer than a megabyte: of one that is, this is
    /// the beginning, and the rest of its line is passed over.
    fn tag(&mut self, name: &[u8], value: &[u8], at: At<'_>) {}

    /// The tags are over. Says whether the moves are of interest; [`result`](Self::result),
    /// [`unterminated`](Self::unterminated) and [`unclosed`](Self::unclosed) come in any case.
    fn begin_movetext(&mut self) -> Movetext {
        Movetext::Read
    }

    /// A word that should be a move: `Nf3`, `0-0`, `--`, `e2e4`. Whether it is one is not known here.
    fn san(&mut self, word: &[u8], at: At<'_>) {}

    /// An annotation by number, or as marks like `!?` after a move.
    fn nag(&mut self, nag: Nag, at: At<'_>) {}

    /// A comment without its braces or semicolon. Those among the tags come before the movetext. Of one of more than a
    /// megabyte this is the last part.
    fn comment(&mut self, text: &[u8], at: At<'_>) {}

    /// A part of a comment of more than a megabyte, of which more follows at once. It may end within a letter. Whoever
    /// does not mind is told of a comment.
    fn comment_part(&mut self, text: &[u8], at: At<'_>) {
        self.comment(text, at);
    }

    /// A variation begins: what follows replaces the last move. Says whether it is of interest; if not, its end is not
    /// told.
    fn begin_variation(&mut self) -> Movetext {
        Movetext::Read
    }

    /// A variation ends.
    fn end_variation(&mut self) {}

    /// How the game ended, according to the movetext. Results within variations are left out.
    fn result(&mut self, result: GameResult, at: At<'_>) {}

    /// A `{` that nothing closes.
    fn unterminated(&mut self, at: At<'_>) {}

    /// A `(` that nothing closes before the next game or behind a result at the end, so that its variation has taken in the
    /// rest of the game. Its end is not told. Where a text ends within a variation without a result, it was cut off, and
    /// that is told to nobody: a file may end anywhere.
    fn unclosed(&mut self, at: At<'_>) {}

    /// The game is over.
    fn end_game(&mut self) {}
}

/// Whether moves are to be read or passed over.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Movetext {
    /// They are of interest.
    Read,
    /// They are not.
    Skip,
}

/// A numeric annotation: `$1` is a good move, `$2` a mistake. Numbers beyond 65535 become that.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Nag(pub u16);

impl Nag {
    /// What `!`, `?` and their pairs mean. Of longer marks the first two count.
    pub(super) fn from_marks(marks: &[u8]) -> Self {
        Self(match marks {
            b"!" => 1,
            b"?" => 2,
            [b'!', b'!', ..] => 3,
            [b'?', b'?', ..] => 4,
            [b'!', ..] => 5,
            _ => 6,
        })
    }

    pub(super) fn from_digits(digits: &[u8]) -> Self {
        let digits = digits.iter().map(|&digit| u16::from(digit.wrapping_sub(b'0')));
        Self(digits.fold(0, |number: u16, digit| number.saturating_mul(10).saturating_add(digit)))
    }
}

/// The result of a game as PGN writes it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum GameResult {
    /// `1-0`
    WhiteWins,
    /// `0-1`
    BlackWins,
    /// `1/2-1/2`
    Draw,
    /// `*`: unknown, or not over.
    Unknown,
}

impl GameResult {
    /// The result that a word means.
    ///
    /// ```
    /// use regence_game::pgn::GameResult;
    /// assert_eq!(GameResult::from_word(b"1/2-1/2"), Some(GameResult::Draw));
    /// assert_eq!(GameResult::from_word(b"2-0"), None);
    /// ```
    pub fn from_word(word: &[u8]) -> Option<Self> {
        match word {
            b"1-0" => Some(Self::WhiteWins),
            b"0-1" => Some(Self::BlackWins),
            b"1/2-1/2" | b"1/2" => Some(Self::Draw),
            b"*" => Some(Self::Unknown),
            _ => None,
        }
    }

    /// The same for a word as people and other programs write it: with dashes for the hyphen, with `½` for `1/2`, in
    /// UTF-8 or in one byte a letter.
    pub(super) fn from_odd_word(word: &[u8]) -> Option<Self> {
        const LONGEST: usize = "1/2–1/2".len();
        // The last two are what the dashes of Windows become.
        const DASHES: [char; 8] = ['‐', '‑', '‒', '–', '—', '−', '\u{96}', '\u{97}'];
        if word.len() > LONGEST || word.is_ascii() {
            return Self::from_word(word);
        }
        let text = match core::str::from_utf8(word) {
            Ok(text) => text.to_owned(),
            Err(_) => word.iter().map(|&byte| char::from(byte)).collect(),
        };
        let plain = text.replace('½', "1/2").replace(DASHES, "-");
        Self::from_word(plain.as_bytes())
    }

    /// Where a result begins that nothing parts from the move before it, as in `Qxf7#1-0`.
    pub(super) fn behind_move(word: &[u8]) -> Option<usize> {
        if !matches!(word, [.., b'-', b'0' | b'1'] | [.., b'/', b'2']) {
            return None;
        }
        let results: [&[u8]; 3] = [b"1-0", b"0-1", b"1/2-1/2"];
        let written = results.into_iter().find_map(|result| word.strip_suffix(result))?;
        let is_move = San::from_bytes(written).is_ok() || UciMove::from_bytes(written).is_ok();
        is_move.then_some(written.len())
    }
}

impl From<Outcome> for GameResult {
    fn from(outcome: Outcome) -> Self {
        match outcome.winner() {
            Some(Color::White) => Self::WhiteWins,
            Some(Color::Black) => Self::BlackWins,
            None => Self::Draw,
        }
    }
}

/// As PGN writes it.
impl fmt::Display for GameResult {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::WhiteWins => "1-0",
            Self::BlackWins => "0-1",
            Self::Draw => "1/2-1/2",
            Self::Unknown => "*",
        })
    }
}
