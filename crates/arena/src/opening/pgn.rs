//! Openings as the beginnings of games.

use super::{Opening, OpeningError, OpeningProblem, end};
use regence_game::AnyPosition;
use regence_game::pgn::{At, GameCheck, Movetext, Reader, Visitor};
use regence_rules::{Position, UciMove};

/// Whether text is PGN rather than a list of positions: it has a tag, or begins with the number of a move.
pub fn looks_like_it(text: &[u8]) -> bool {
    let text = text.strip_prefix(b"\xef\xbb\xbf").unwrap_or(text).trim_ascii_start();
    let number = text.iter().take_while(|byte| byte.is_ascii_digit()).count();
    text.starts_with(b"[") || text.starts_with(b"{") || number > 0 && text.get(number) == Some(&b'.')
}

/// Reads the first half-moves of each game. Games of Chess960 are refused unless that is played.
pub fn read(text: &[u8], chess960: bool, plies: usize) -> Result<Vec<Opening>, OpeningError> {
    let mut reader = Reader::new(text);
    let mut openings = Vec::new();
    loop {
        let mut beginning =
            Beginning { check: GameCheck::default(), plies, line: 1, opening: None, error: None };
        // Reading from memory cannot fail.
        if !matches!(reader.read_game(&mut beginning), Ok(true)) {
            return Ok(openings);
        }
        let line = beginning.line;
        let opening = beginning.finish()?;
        if !chess960 && opening.needs_chess960() {
            return Err(OpeningError { line, problem: OpeningProblem::NeedsChess960 });
        }
        openings.push(opening);
    }
}

/// A visitor that collects the first half-moves of the main line. Whether they are legal it leaves to another.
struct Beginning {
    check: GameCheck,
    plies: usize,
    /// Where the game begins.
    line: u64,
    opening: Option<Opening>,
    error: Option<OpeningError>,
}

impl Beginning {
    /// The position as far as the game has been played.
    fn position(&self) -> Result<Position, OpeningError> {
        match self.check.position() {
            Ok(AnyPosition::Standard(position)) => Ok(position),
            Ok(AnyPosition::House(_)) => {
                Err(OpeningError { line: self.line, problem: OpeningProblem::HouseRules })
            }
            Err(error) => Err(OpeningError {
                line: error.place.line,
                problem: OpeningProblem::Game(error.problem.clone()),
            }),
        }
    }

    fn add(&mut self, word: &[u8], at: At<'_>) -> Result<(), OpeningError> {
        let before = self.position()?;
        self.check.san(word, at);
        let after = self.position()?;
        if before == after {
            // A remark such as "e.p.".
            return Ok(());
        }
        let played = before.legal_moves().into_iter().find(|&mv| before.play(mv) == after);
        let null_move = || OpeningError { line: at.place().line, problem: OpeningProblem::NullMove };
        let written: UciMove = played.ok_or_else(null_move)?.uci_chess960();
        let opening = self.opening.get_or_insert_with(|| Opening::position(before));
        opening.moves.push(written);
        Ok(())
    }

    fn finish(self) -> Result<Opening, OpeningError> {
        if let Some(error) = self.error {
            return Err(error);
        }
        let position = self.position()?;
        match end(&position) {
            Some(outcome) => Err(OpeningError { line: self.line, problem: OpeningProblem::Over(outcome) }),
            None => Ok(self.opening.unwrap_or_else(|| Opening::position(position))),
        }
    }
}

impl Visitor for Beginning {
    fn begin_game(&mut self, at: At<'_>) {
        self.line = at.place().line;
        self.check.begin_game(at);
    }

    fn tag(&mut self, name: &[u8], value: &[u8], at: At<'_>) {
        self.check.tag(name, value, at);
    }

    fn begin_movetext(&mut self) -> Movetext {
        self.check.begin_movetext()
    }

    fn san(&mut self, word: &[u8], at: At<'_>) {
        let is_enough = self.opening.as_ref().map_or(0, |opening| opening.moves.len()) >= self.plies;
        if !is_enough && self.error.is_none() {
            self.error = self.add(word, at).err();
        }
    }

    fn begin_variation(&mut self) -> Movetext {
        Movetext::Skip
    }

    fn end_game(&mut self) {
        self.check.end_game();
    }
}
