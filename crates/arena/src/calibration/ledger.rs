//! The results of a calibration, a line each pair of games, so that a run can be interrupted and goes on.

use super::fingerprint::fingerprint;
use super::ladder::Contestant;
use core::fmt;
use regence_rules::{Move, Position, UciMove};
use std::collections::BTreeSet;
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
    /// Numbers for how each of the two plays.
    pub prints: [u64; 2],
    /// How long each of the two has computed in both games, in milliseconds.
    pub millis: [u32; 2],
    /// The moves of each game, as UCI writes them.
    pub moves: [String; 2],
}

impl Line {
    /// The moves of a game; none if any of them cannot be played.
    pub fn game(&self, index: usize) -> Option<Vec<Move>> {
        let mut position = Position::START;
        let mut moves = Vec::new();
        for word in self.moves[index].split(' ') {
            let mv = position.resolve(word.parse::<UciMove>().ok()?).ok()?;
            position = position.play(mv);
            moves.push(mv);
        }
        Some(moves)
    }

    /// Reads a line. One with a game that cannot be played is none: who knows what else is wrong with it.
    fn read(text: &str) -> Option<Self> {
        let mut fields = text.split('\t');
        let mut field = || fields.next().map(str::to_owned);
        let (first, second, round) = (field()?, field()?, field()?.parse().ok()?);
        let score = |text: String| text.parse().ok().filter(|&half_points| half_points <= 2);
        let half_points = [score(field()?)?, score(field()?)?];
        let print = |text: String| u64::from_str_radix(&text, 16).ok();
        let prints = [print(field()?)?, print(field()?)?];
        let millis = [field()?.parse().ok()?, field()?.parse().ok()?];
        let moves = [field()?, field()?];
        if field().is_some() {
            return None;
        }
        let line = Self { first, second, round, half_points, prints, millis, moves };
        (line.game(0).is_some() && line.game(1).is_some()).then_some(line)
    }
}

/// A line as it stands in the file.
impl fmt::Display for Line {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { first, second, round, half_points: [one, two], moves: [there, back], .. } = self;
        let ([print, other], [millis, others]) = (self.prints, self.millis);
        write!(f, "{first}\t{second}\t{round}\t{one}\t{two}\t{print:016x}\t{other:016x}\t")?;
        write!(f, "{millis}\t{others}\t{there}\t{back}")
    }
}

/// The lines that count, and the file that further ones are appended to.
pub struct Ledger {
    file: File,
    /// Who takes part, and how they play now.
    players: Vec<(String, u64)>,
    lines: Vec<Line>,
    /// Which pairs those lines are of: the places of the two, and the round.
    played: BTreeSet<(usize, usize, usize)>,
    outdated: usize,
    was_cut: bool,
}

/// The first line of every ledger.
const TITLE: &str = "# regence calibrate: players, round, points, fingerprints, milliseconds, moves";

impl Ledger {
    /// Opens a ledger or begins one. Only results between those who take part count, and only if both of them still play as
    /// they did then.
    pub fn open(path: &Path, contestants: &[Contestant]) -> Result<Self, LedgerError> {
        let system = |error| LedgerError::System(path.into(), error);
        let mut file = File::options().read(true).append(true).create(true).open(path).map_err(system)?;
        let text = io::read_to_string(&mut file).map_err(system)?;
        // What ends without an end of line was interrupted while it was written. It is played again.
        let (whole, rest) = text.split_at(text.rfind('\n').map_or(0, |end| end + 1));
        let mut written = whole.lines();
        let title = written.next();
        if let Some(found) = title.or(Some(rest).filter(|rest| !TITLE.starts_with(rest)))
            && found != TITLE
        {
            return Err(LedgerError::Other { path: path.into(), found: found.into() });
        }
        if !rest.is_empty() {
            // A file that is only added to may not be shortened everywhere.
            let shortened = File::options().write(true).open(path);
            shortened.and_then(|file| file.set_len(whole.len() as u64)).map_err(system)?;
        }
        if title.is_none() {
            writeln!(file, "{TITLE}").map_err(system)?;
        }
        let players = contestants.iter().map(|who| (who.name.clone(), fingerprint(&who.who))).collect();
        let (lines, played) = (Vec::new(), BTreeSet::new());
        let mut ledger = Self { file, players, lines, played, outdated: 0, was_cut: !rest.is_empty() };
        for (index, text) in written.enumerate() {
            let line = Line::read(text);
            ledger.count(line.ok_or_else(|| LedgerError::Broken { path: path.into(), line: index + 2 })?);
        }
        Ok(ledger)
    }

    /// Keeps a line if it counts: a pair of games counts once, however often it is written down.
    fn count(&mut self, line: Line) {
        // Else somebody does not take part this time.
        let Some((first, second)) = self.place(&line.first).zip(self.place(&line.second)) else { return };
        if line.prints != [first, second].map(|place| self.players[place].1) {
            self.outdated += 1;
        } else if self.played.insert((first, second, line.round)) {
            self.lines.push(line);
        }
    }

    fn place(&self, name: &str) -> Option<usize> {
        self.players.iter().position(|(player, _)| player == name)
    }

    /// How somebody who takes part plays.
    pub(super) fn print(&self, name: &str) -> Option<u64> {
        self.place(name).map(|place| self.players[place].1)
    }

    /// What was played, as far as it counts.
    pub fn lines(&self) -> &[Line] {
        &self.lines
    }

    /// How many pairs of games do not count, because somebody has played otherwise then.
    pub fn outdated(&self) -> usize {
        self.outdated
    }

    /// Whether the last line was unfinished, and was taken away.
    pub fn was_cut(&self) -> bool {
        self.was_cut
    }

    /// Whether two have played a round.
    pub fn has(&self, first: &str, second: &str, round: usize) -> bool {
        let places = self.place(first).zip(self.place(second));
        places.is_some_and(|(first, second)| self.played.contains(&(first, second, round)))
    }

    /// Adds what was played.
    pub fn add(&mut self, line: Line) -> io::Result<()> {
        // In one piece, so that an interruption hardly ever leaves half a line.
        self.file.write_all(format!("{line}\n").as_bytes())?;
        self.count(line);
        Ok(())
    }
}

/// Why a ledger cannot be used.
#[derive(Debug)]
pub enum LedgerError {
    /// The system refuses.
    System(PathBuf, io::Error),
    /// It is none.
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
                write!(f, "{path}: results of a calibration expected, found {found:?}; name a new file")
            }
            Self::Broken { path, line } => {
                write!(
                    f,
                    "{}, line {line}: a pair of games expected: two names, round, points, fingerprints, milliseconds, moves that can be played",
                    path.display()
                )
            }
        }
    }
}

impl core::error::Error for LedgerError {}

#[cfg(test)]
mod tests {
    use super::super::ladder::Who;
    use super::*;

    #[test]
    fn what_is_written_can_be_read() {
        let line = Line {
            first: "800".into(),
            second: "Bram".into(),
            round: 7,
            half_points: [2, 1],
            prints: [u64::MAX, 17],
            millis: [3, 450],
            moves: ["e2e4 e7e5".into(), "d2d4".into()],
        };
        assert_eq!(Line::read(&line.to_string()), Some(line.clone()));
        assert_eq!(line.game(0).map(|moves| moves.len()), Some(2));
        let good = "a\tb\t1\t2\t0\tff\t0\t1\t2\te2e4 e7e5\td2d4";
        assert!(Line::read(good).is_some());
        for (right, wrong) in [
            ("\t1\t2\te", "\t1\te"),
            ("b\t1", "b\tx"),
            ("\t2\t0", "\t3\t0"),
            ("ff", "fg"),
            ("e7e5", "e7e4"),
            ("e7e5", "e7"),
            ("d2d4", ""),
            ("d2d4", "d2d4\td2d4"),
        ] {
            let broken = good.replacen(right, wrong, 1);
            assert_eq!(Line::read(&broken), None, "{broken:?}");
        }
    }

    #[test]
    fn only_those_who_play_as_they_did_are_counted() {
        let (path, players) = (file("outdated"), ["400", "random", "taker"].map(contestant));
        let mut ledger = Ledger::open(&path, &players).expect("a new file");
        let prints = |ledger: &Ledger, names: [&str; 2]| names.map(|name| ledger.print(name).expect("known"));
        let line = |ledger: &Ledger, names: [&str; 2], round| Line {
            first: names[0].into(),
            second: names[1].into(),
            round,
            half_points: [2, 1],
            prints: prints(ledger, names),
            millis: [1, 1],
            moves: ["e2e4".into(), "d2d4".into()],
        };
        for (names, round) in [(["400", "random"], 0), (["400", "random"], 1), (["random", "taker"], 0)] {
            let mut line = line(&ledger, names, round);
            line.prints[0] += u64::from(round == 1);
            ledger.add(line).expect("it can be written");
        }
        // The second was played by somebody else of that name.
        assert_eq!((ledger.lines().len(), ledger.outdated()), (2, 1));
        let again = Ledger::open(&path, &players).expect("it can be read");
        assert_eq!((again.lines(), again.outdated()), (ledger.lines(), 1));
        assert!(again.has("400", "random", 0) && !again.has("400", "random", 1));
        let fewer = Ledger::open(&path, &players[..2]).expect("it can be read");
        assert_eq!((fewer.lines().len(), fewer.outdated()), (1, 1));
        std::fs::remove_file(&path).expect("it was there");
    }
    /// Somebody who is one of our own, and a file of this name that nobody else has.
    fn contestant(name: &str) -> Contestant {
        Contestant { name: name.into(), expected: 0.0, who: Who::Own(name.parse().expect("an opponent")) }
    }

    fn file(name: &str) -> PathBuf {
        std::env::temp_dir().join(format!("regence-ledger-{}-{name}.tsv", std::process::id()))
    }

    fn line(ledger: &Ledger, round: usize) -> Line {
        let [first, second] = ["taker", "random"];
        let prints = [first, second].map(|name| ledger.print(name).expect("known"));
        let moves = ["e2e4".into(), "d2d4".into()];
        let (first, second) = (first.into(), second.into());
        Line { first, second, round, half_points: [2, 1], prints, millis: [1, 1], moves }
    }

    #[test]
    fn a_pair_that_is_there_twice_counts_once() {
        let (path, players) = (file("twice"), ["taker", "random"].map(contestant));
        let mut ledger = Ledger::open(&path, &players).expect("a new file");
        for round in [0, 1, 0] {
            ledger.add(line(&ledger, round)).expect("it can be written");
        }
        assert_eq!(ledger.lines().len(), 2);
        let again = Ledger::open(&path, &players).expect("it can be read");
        assert_eq!(again.lines(), ledger.lines());
        std::fs::remove_file(&path).expect("it was there");
    }

    #[test]
    fn half_a_last_line_is_played_again() {
        let (path, players) = (file("half"), ["taker", "random"].map(contestant));
        let mut ledger = Ledger::open(&path, &players).expect("a new file");
        let (kept, lost) = (line(&ledger, 0), line(&ledger, 1));
        ledger.add(kept.clone()).expect("it can be written");
        assert!(!ledger.was_cut());
        let whole = std::fs::read_to_string(&path).expect("it is there");
        // Anywhere, even where all is there but the end of the line.
        let lost = lost.to_string();
        for length in [1, lost.len() / 2, lost.len()] {
            std::fs::write(&path, format!("{whole}{}", &lost[..length])).expect("a file");
            let mut ledger = Ledger::open(&path, &players).expect("it can be read");
            assert!(ledger.was_cut() && !ledger.has("taker", "random", 1), "{length}");
            assert_eq!(ledger.lines(), std::slice::from_ref(&kept));
            ledger.add(line(&ledger, 1)).expect("it can be written");
            let again = Ledger::open(&path, &players).expect("it can be read");
            assert_eq!((again.lines().len(), again.was_cut()), (2, false), "{length}");
        }
        // In the title as well, but nowhere else: that is none of our files.
        std::fs::write(&path, &TITLE[..9]).expect("a file");
        drop(Ledger::open(&path, &players).expect("it can be read"));
        assert_eq!(std::fs::read_to_string(&path).expect("it is there"), format!("{TITLE}\n"));
        std::fs::write(&path, "# shopping").expect("a file");
        assert!(matches!(Ledger::open(&path, &players), Err(LedgerError::Other { .. })));
        let broken = whole.replace("e2e4", "e2e5");
        std::fs::write(&path, broken).expect("a file");
        assert!(matches!(Ledger::open(&path, &players), Err(LedgerError::Broken { line: 2, .. })));
        std::fs::remove_file(&path).expect("it was there");
    }
}
