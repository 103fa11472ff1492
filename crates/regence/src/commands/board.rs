//! `regence board`: draws a position.

use super::play::shows_only_ascii;
use crate::arguments::{Argument, Arguments, Flag};
use crate::error::Error;
use crate::origin::Origin;
use regence_rules::{File, Piece, Position, Rank, Square};
use std::io::Write;

/// A wish to see a position.
pub struct Board {
    position: Position,
    look: Look,
}

/// How to draw it.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Look {
    Figurines,
    Ascii,
}

impl Board {
    /// Reads the arguments.
    pub fn read(arguments: &mut Arguments) -> Result<Self, Error> {
        let look = if shows_only_ascii() { Look::Ascii } else { Look::Figurines };
        let (mut origin, mut look, mut words) = (Origin::default(), look, Vec::new());
        while let Some(argument) = arguments.next()? {
            match argument {
                Argument::Flag(Flag::Ascii) => look = Look::Ascii,
                Argument::Flag(flag) => origin.take(flag, arguments)?,
                Argument::Word(word) => words.push(word),
            }
        }
        origin.refuse_words(&words, arguments.command())?;
        Ok(Self { position: origin.position()?, look })
    }

    /// Draws the board, and says below it what the pieces do not show.
    pub fn run(&self, out: &mut impl Write) -> Result<(), Error> {
        let (top, bottom, side) = match self.look {
            Look::Figurines => ("  ╭─────────────────╮", "  ╰─────────────────╯", '│'),
            Look::Ascii => ("  +-----------------+", "  +-----------------+", '|'),
        };
        writeln!(out, "{top}")?;
        for rank in Rank::ALL.into_iter().rev() {
            write!(out, "{rank} {side}")?;
            for file in File::ALL {
                write!(out, " {}", self.look.square(self.position.piece_at(Square::new(file, rank))))?;
            }
            writeln!(out, " {side}")?;
        }
        writeln!(out, "{bottom}\n    a b c d e f g h\n\n{}", status(&self.position))?;
        Ok(())
    }
}

impl Look {
    fn square(self, piece: Option<Piece>) -> char {
        match (self, piece) {
            (Self::Figurines, Some(piece)) => piece.figurine(),
            (Self::Figurines, None) => '·',
            (Self::Ascii, Some(piece)) => piece.letter(),
            (Self::Ascii, None) => '.',
        }
    }
}

/// Whose turn it is or how the game ended, then castling, en passant and the counters, as far as there is something.
fn status(position: &Position) -> String {
    let mut parts = match position.outcome() {
        Some(outcome) => vec![outcome.to_string()],
        None => vec![format!("{} to move", position.turn())],
    };
    if position.outcome().is_none() && position.is_check() {
        parts.push("in check".into());
    }
    // The letters are those of the FEN, which has them between its second and third space.
    let fen = position.fen_text();
    parts.extend(
        fen.split(' ').nth(2).filter(|&rights| rights != "-").map(|rights| format!("castling {rights}")),
    );
    parts.extend(position.en_passant().map(|square| format!("en passant on {square}")));
    parts.push(format!("move {}", position.fullmove_number()));
    if position.halfmove_clock() > 0 {
        parts.push(format!("half-move clock {}", position.halfmove_clock()));
    }
    parts.join(", ")
}
