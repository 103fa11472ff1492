//! Writes a legal move in exact algebraic notation.

use super::resolve::movers;
use super::{San, SanAction, SanSuffix};
use crate::resolve::stays_safe;
use crate::{Bitboard, CastlingSide, Color, File, Move, Position, Rank, Role};
use core::fmt;

impl Position {
    /// A legal move in exact algebraic notation: as short as can be, with `+` or `#` where due.
    ///
    /// ```
    /// use regence_rules::Position;
    /// let position = Position::from_fen("4k3/8/8/8/8/8/4K3/R6R w - - 0 1")?;
    /// let mv = position.resolve("a1d1".parse()?)?;
    /// assert_eq!(position.san(mv).to_string(), "Rad1");
    /// # Ok::<(), Box<dyn core::error::Error>>(())
    /// ```
    #[inline]
    pub fn san(&self, mv: Move) -> San {
        let action = match mv.castling() {
            Some(side) => SanAction::Castling(side),
            None => self.san_action(mv),
        };
        let next = self.play(mv);
        let suffix = match next.is_check() {
            false => None,
            true if next.has_legal_moves() => Some(SanSuffix::Check),
            true => Some(SanSuffix::Checkmate),
        };
        San { action, suffix }
    }

    #[inline]
    fn san_action(&self, mv: Move) -> SanAction {
        let (role, takes) = (mv.role(), self.is_capture(mv));
        let (file, rank) = match role {
            Role::Pawn => (takes.then_some(mv.from.file()), None),
            Role::King => (None, None),
            _ => origin(mv, rivals(self, mv)),
        };
        SanAction::Move { role: Some(role), file, rank, takes, to: mv.target, promotion: mv.promotion() }
    }
}

/// How much of the origin must be said so that no rival is meant.
#[inline]
fn origin(mv: Move, rivals: Bitboard) -> (Option<File>, Option<Rank>) {
    let (file, rank) = (mv.from.file(), mv.from.rank());
    if rivals.is_empty() {
        (None, None)
    } else if !rivals.meets(file.bitboard()) {
        (Some(file), None)
    } else if !rivals.meets(rank.bitboard()) {
        (None, Some(rank))
    } else {
        (Some(file), Some(rank))
    }
}

/// The other pieces of the same kind that may go to the same square.
#[inline]
fn rivals(position: &Position, mv: Move) -> Bitboard {
    let mut rivals = movers(position, mv.arriving, mv.target).without(mv.from);
    for from in rivals {
        if !stays_safe(position, mv.arriving, from, mv.target) {
            rivals = rivals.without(from);
        }
    }
    rivals
}

/// The characters of a move, kept on the stack.
struct Text {
    bytes: [u8; 12],
    length: usize,
}

impl Text {
    fn push(&mut self, byte: u8) {
        if let Some(slot) = self.bytes.get_mut(self.length) {
            *slot = byte;
            self.length += 1;
        }
    }

    fn as_str(&self) -> &str {
        // Only ASCII is ever pushed, so the fallback is never taken.
        str::from_utf8(self.bytes.get(..self.length).unwrap_or_default()).unwrap_or_default()
    }
}

impl San {
    fn text(self) -> Text {
        let mut text = Text { bytes: [0; 12], length: 0 };
        // A pawn needs no letter, unless both its squares are written: without one those name any piece.
        if let SanAction::Move { role: Some(role), file, rank, .. } = self.action
            && (role != Role::Pawn || file.is_some() && rank.is_some())
        {
            text.push(role.byte());
        }
        self.push_rest(&mut text);
        text
    }

    /// Everything after the letter of the piece.
    fn push_rest(self, text: &mut Text) {
        match self.action {
            SanAction::Castling(side) => {
                let long: &[u8] = b"O-O-O";
                let length = if side == CastlingSide::King { 3 } else { 5 };
                long.iter().take(length).for_each(|&byte| text.push(byte));
            }
            SanAction::Move { file, rank, takes, to, promotion, .. } => {
                if let Some(file) = file {
                    text.push(b'a' + file as u8);
                }
                if let Some(rank) = rank {
                    text.push(b'1' + rank as u8);
                }
                if takes {
                    text.push(b'x');
                }
                to.bytes().into_iter().for_each(|byte| text.push(byte));
                if let Some(role) = promotion {
                    text.push(b'=');
                    text.push(role.byte());
                }
            }
        }
        match self.suffix {
            None => {}
            Some(SanSuffix::Check) => text.push(b'+'),
            Some(SanSuffix::Checkmate) => text.push(b'#'),
        }
    }

    /// The move with chess symbols instead of letters, `♘f3` or `e8=♕`, in the colour of the side that moves.
    ///
    /// ```
    /// use regence_rules::{Color, San};
    /// let san: San = "Nxe5+".parse()?;
    /// assert_eq!(san.figurine(Color::Black).to_string(), "♞xe5+");
    /// # Ok::<(), regence_rules::ParseSanError>(())
    /// ```
    pub fn figurine(self, color: Color) -> impl fmt::Display {
        let sign = move |role: Role| role.of(color).figurine();
        fmt::from_fn(move |f| {
            let mut text = Text { bytes: [0; 12], length: 0 };
            self.push_rest(&mut text);
            let text = text.as_str();
            let SanAction::Move { role, promotion, .. } = self.action else { return f.write_str(text) };
            if let Some(role) = role.filter(|&role| role != Role::Pawn) {
                write!(f, "{}", sign(role))?;
            }
            match promotion.and_then(|role| Some((role, text.split_once(role.letter())?))) {
                Some((role, (before, after))) => write!(f, "{before}{}{after}", sign(role)),
                None => f.write_str(text),
            }
        })
    }
}

/// Algebraic notation with English letters.
impl fmt::Display for San {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.text().as_str())
    }
}
