//! The results of a calibration, a line each pair of games, so that a run can be interrupted and goes on.

use core::fmt;
use regence_rules::{Move, Position, UciMove};
use std::fs::File;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// A pair of games: the same two, once with each colour.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Line {
    /// Who had White in the first game.
    pub first: String,
    /// Who had White in the second.
    pub second: String,
    /// Which pair of theirs it is, from 0.
    pub round: usize,
    /// The first one's half points in each game.
    pub half_points: [u8; 2],
    /// The moves of each game, as UCI writes them.
    pub moves: [String; 2],
}

impl Line {
    /// The moves of a game, as far as they can be played.
    pub fn game(&self, index: usize) -> Vec<Move> {
        let mut position = Position::START;
        let mut moves = Vec::new();
        for word in self.moves[index].split(' ') {
            let resolved = word.parse::<UciMove>().ok().and_then(|written| position.resolve(written).ok());
            let Some(mv) = resolved else { break };
            position = position.play(mv);
            moves.push(mv);
        }
        moves
    }

    fn read(text: &str) -> Option<Self> {
        let mut fields = text.split('\t');
        let mut field = || fields.next().map(str::to_owned);
        let (first, second, round) = (field()?, field()?, field()?.parse().ok()?);
        let points = |text: String| text.parse().ok().filter(|&points| points <= 2);
        let half_points = [points(field()?)?, points(field()?)?];
        let moves = [field()?, field()?];
        Some(Self { first, second, round, half_points, moves })
    }
}

/// A line as it stands in the file.
impl fmt::Display for Line {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { first, second, round, half_points: [one, two], moves: [there, back] } = self;
        write!(f, "{first}\t{second}\t{round}\t{one}\t{two}\t{there}\t{back}")
    }
}

/// All lines, and the file that further ones are appended to.
pub struct Ledger {
    file: File,
    lines: Vec<Line>,
}

impl Ledger {
    /// Opens a ledger or begins one. The fingerprint is that of how our opponents play: results of others say nothing.
    pub fn open(path: &Path, fingerprint: u64) -> Result<Self, LedgerError> {
        let system = |error| LedgerError::System(path.into(), error);
        let title = format!("# regence calibrate {fingerprint:016x}");
        let mut file = File::options().read(true).append(true).create(true).open(path).map_err(system)?;
        let text = io::read_to_string(&mut file).map_err(system)?;
        let mut written = text.lines();
        match written.next() {
            None => writeln!(file, "{title}").map_err(system)?,
            Some(found) if found == title => {}
            Some(found) => return Err(LedgerError::Other { path: path.into(), found: found.into() }),
        }
        let mut lines = Vec::new();
        for (index, text) in written.enumerate() {
            let line = Line::read(text);
            lines.push(line.ok_or_else(|| LedgerError::Broken { path: path.into(), line: index + 2 })?);
        }
        Ok(Self { file, lines })
    }

    /// What was played.
    pub fn lines(&self) -> &[Line] {
        &self.lines
    }

    /// Whether two have played a round.
    pub fn has(&self, first: &str, second: &str, round: usize) -> bool {
        self.lines.iter().any(|line| line.round == round && line.first == first && line.second == second)
    }

    /// Adds what was played.
    pub fn add(&mut self, line: Line) -> io::Result<()> {
        // In one piece, so that an interruption leaves no half a line.
        self.file.write_all(format!("{line}\n").as_bytes())?;
        self.lines.push(line);
        Ok(())
    }
}

/// Why a ledger cannot be used.
#[derive(Debug)]
pub enum LedgerError {
    /// The system refuses.
    System(PathBuf, io::Error),
    /// It belongs to opponents who played otherwise, or is none.
    Other {
        /// Which file.
        path: PathBuf,
        /// What its first line says.
        found: String,
    },
    /// A line is not one.
    Broken {
        /// Which file.
        path: PathBuf,
        /// Which line, from 1.
        line: usize,
    },
}

impl fmt::Display for LedgerError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::System(path, error) => write!(f, "{}: {error}", path.display()),
            Self::Other { path, found } => {
                let found: String = found.chars().take(60).collect();
                let path = path.display();
                write!(
                    f,
                    "{path}: results of opponents as they play now expected, found {found:?}; name a new file"
                )
            }
            Self::Broken { path, line } => {
                write!(
                    f,
                    "{}, line {line}: a pair of games expected: two names, round, points, moves",
                    path.display()
                )
            }
        }
    }
}

impl core::error::Error for LedgerError {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_can_be_read() {
        let line = Line {
            first: "800".into(),
            second: "Bram".into(),
            round: 7,
            half_points: [2, 1],
            moves: ["e2e4 e7e5".into(), "d2d4".into()],
        };
        assert_eq!(Line::read(&line.to_string()), Some(line.clone()));
        assert_eq!(line.game(0).len(), 2);
        for broken in ["", "a\tb\t1\t0\t0\te2e4", "a\tb\tx\t0\t0\t\t", "a\tb\t1\t3\t0\t\t"] {
            assert_eq!(Line::read(broken), None, "{broken:?}");
        }
    }
}
