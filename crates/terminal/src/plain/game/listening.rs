//! Keys for the ear: with speech, single letters ask about the square that was spoken of last.

use super::play_commands::say_worth;
use super::{Answer, Outside, PlainGame, Refused, Voice, Word, read_square};
use regence_game::PlayError;
use regence_game::session::SessionError;
use regence_rules::{File, Rank, Square};

/// What `help` says of them.
pub(super) const HELP: &str = "Single letters are for the ear: o this square, m its moves, x its attackers, l the last move, \
    c the clocks, v the evaluation, p and a piece's letter where such pieces stand, a file or rank with s what stands \
    there. Another square follows its letter, like o e4.";

impl<O: Outside> PlainGame<O> {
    /// What a line means as a key for the ear; none if it is none.
    pub(super) fn hear_key(&mut self, line: &str) -> Option<Answer> {
        if self.voice != Voice::Speech {
            return None;
        }
        let line = line.to_ascii_lowercase();
        let words: Vec<&str> = line.split_whitespace().collect();
        Some(match words[..] {
            ["o"] => self.ask_focus(Word::Piece),
            ["m"] => self.ask_focus(Word::Moves),
            ["x"] => self.ask_focus(Word::Attackers),
            ["o", square] => self.ask_square(Word::Piece, square),
            // `m` with anything else is a move.
            ["m", square] if read_square(square).is_ok() => self.ask_square(Word::Moves, square),
            ["x", square] => self.ask_square(Word::Attackers, square),
            ["l"] => self.tell_about(Word::Last, ""),
            ["c"] => self.clock(""),
            ["v"] => self.evaluate(),
            ["p", kind] => self.tell_about(Word::Piece, kind),
            ["s", at] | [at, "s"] => {
                let (word, at) = scanned(at)?;
                self.tell_about(word, at)
            }
            [both] => {
                let (word, at) =
                    both.strip_suffix('s').or_else(|| both.strip_prefix('s')).and_then(scanned)?;
                self.tell_about(word, at)
            }
            _ => return None,
        })
    }

    /// Notes which square is spoken of.
    pub(super) fn look_at(&mut self, square: Square) {
        self.focus = Some(square);
    }

    fn ask_focus(&mut self, word: Word) -> Answer {
        let square =
            self.focus.ok_or_else(|| Refused("no square was spoken of: say one, like o e4".into()))?;
        self.tell_about(word, &square.to_string())
    }

    fn ask_square(&mut self, word: Word, square: &str) -> Answer {
        let square = read_square(square)?;
        self.tell_about(word, &square.to_string())
    }

    fn evaluate(&mut self) -> Answer {
        let game = self.session.game().ok_or(SessionError::Idle)?;
        if let Some(outcome) = game.outcome() {
            return Err(PlayError::Over(outcome).into());
        }
        let worth = self.opponents.hint(&self.session).and_then(|finding| finding.worth);
        let worth = worth.ok_or_else(|| Refused("the engine judges chess and Chess960 only".into()))?;
        Ok(vec![format!("The engine says {}.", say_worth(worth))])
    }
}

/// A file or a rank, and the word that asks for it.
fn scanned(text: &str) -> Option<(Word, &str)> {
    let mut letters = text.chars();
    let letter = letters.next().filter(|_| letters.next().is_none())?;
    if File::from_letter(letter).is_some() {
        Some((Word::File, text))
    } else {
        Rank::from_digit(letter).map(|_| (Word::Rank, text))
    }
}
