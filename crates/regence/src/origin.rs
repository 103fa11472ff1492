//! Which position a command starts from.

use crate::arguments::{Argument, Arguments, Flag};
use crate::commands::Command;
use crate::error::Error;
use regence_rules::{Move, Position, UciMove};
use std::ffi::{OsStr, OsString};

/// The start position or that of a FEN, and how castling is written.
#[derive(Default, Debug)]
pub struct Origin {
    /// `None` is the start position.
    pub fen: Option<OsString>,
    /// Whether castling is read and written as in Chess960.
    pub chess960: bool,
}

impl Origin {
    /// Reads the arguments of a command that has no flags but these, and the words among them.
    pub fn read(arguments: &mut Arguments) -> Result<(Self, Vec<OsString>), Error> {
        let (mut origin, mut words) = (Origin::default(), Vec::new());
        while let Some(argument) = arguments.next()? {
            match argument {
                Argument::Flag(flag) => origin.take(flag, arguments)?,
                Argument::Word(word) => words.push(word),
            }
        }
        Ok((origin, words))
    }

    /// Takes `--fen` or `--chess960`, which were just read.
    pub fn take(&mut self, flag: Flag, arguments: &mut Arguments) -> Result<(), Error> {
        match flag {
            Flag::Fen => self.fen = Some(arguments.value(flag)?),
            _ => self.chess960 = true,
        }
        Ok(())
    }

    /// The position itself.
    pub fn position(&self) -> Result<Position, Error> {
        let Some(fen) = &self.fen else { return Ok(Position::START) };
        let bytes = fen.as_encoded_bytes();
        let position = if self.chess960 {
            Position::from_fen_chess960_bytes(bytes)
        } else {
            Position::from_fen_bytes(bytes)
        };
        position.map_err(|error| Error::Fen { error, chess960: self.chess960 })
    }

    /// A move as this kind of chess writes it: castling is the king's own step, or the king taking its rook.
    pub fn write(&self, mv: Move) -> UciMove {
        if self.chess960 { mv.uci_chess960() } else { mv.uci() }
    }

    /// Refuses words that no argument asks for. A FEN without quotes is the usual reason for them.
    pub fn refuse_words(&self, words: &[OsString], command: Command) -> Result<(), Error> {
        if let Some(fen) = &self.fen {
            refuse_unquoted(fen, words, command)?;
        }
        match words.first() {
            Some(word) => Err(Error::StrayWord { word: word.clone(), command }),
            None => Ok(()),
        }
    }
}

/// Refuses the words of a FEN that came without quotes: the pieces in one word, the side to move in the next.
pub fn refuse_unquoted(fen: &OsStr, words: &[OsString], command: Command) -> Result<(), Error> {
    let is_turn = |word: &OsString| word == "w" || word == "b";
    if words.first().is_some_and(is_turn) && !fen.as_encoded_bytes().contains(&b' ') {
        return Err(Error::UnquotedFen(command));
    }
    Ok(())
}
