//! Our opponents as a UCI client finds them: by rating, or by name.

use crate::mind::Mind;
use crate::opponent::{self, Opponent};
use regence_engine::Score;
use regence_engine::uci::{Asked, Deputies, Deputy};
use regence_game::session::{Level, RATINGS};
use regence_rules::Move;
use std::ops::RangeInclusive;

/// Everybody on the list but the engine itself.
pub struct Company;

/// Who can be asked for by name.
fn named() -> impl Iterator<Item = Opponent> {
    Opponent::all().filter(|&opponent| opponent != Opponent::Level(Level::Full))
}

impl Deputies for Company {
    fn ratings(&self) -> RangeInclusive<u32> {
        u32::from(*RATINGS.start())..=u32::from(*RATINGS.end())
    }

    fn names(&self) -> Vec<String> {
        named().map(Opponent::name).collect()
    }

    fn choose(&self, whom: Deputy, asked: &Asked<'_>) -> Option<(Move, Option<Score>)> {
        let Asked { situation, among, seed, control, longest } = *asked;
        let opponent = match whom {
            Deputy::Rated(elo) => Opponent::Level(Level::Elo(u16::try_from(elo).unwrap_or(u16::MAX))),
            Deputy::Named(place) => named().nth(place)?,
        };
        let choice = match opponent {
            Opponent::Level(level) => {
                Mind::new(level, seed).choose_among(situation, among, control, longest)?
            }
            Opponent::Computer(computer) => opponent::choose_simply(computer, situation, among, seed)?,
        };
        Some((choice.mv, choice.score()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use regence_engine::uci::{Guests, run_with};
    use regence_engine::{Evaluation, Judge};
    use regence_rules::Position;
    use std::io::{BufReader, Read, Write};
    use std::sync::mpsc::{Receiver, Sender, channel};
    use std::time::Duration;

    /// A client that says nothing more until it has an answer: the end of what it says would hurry whoever thinks.
    struct Waiting(Receiver<()>);

    impl Read for Waiting {
        fn read(&mut self, _: &mut [u8]) -> std::io::Result<usize> {
            self.0.recv_timeout(Duration::from_mins(1)).expect("an answer within a minute");
            Ok(0)
        }
    }

    /// What is said to the client, who is told of the answer.
    struct Ear {
        said: Vec<u8>,
        answered: Sender<()>,
    }

    impl Write for Ear {
        fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
            self.said.write(bytes)
        }

        /// Every line is flushed.
        fn flush(&mut self) -> std::io::Result<()> {
            if self.best().is_some() {
                // Whoever has an answer does not listen for another.
                let _ = self.answered.send(());
            }
            Ok(())
        }
    }

    impl Ear {
        fn best(&self) -> Option<&str> {
            let said = std::str::from_utf8(&self.said).expect("UCI is ASCII");
            said.lines().find_map(|line| line.strip_prefix("bestmove "))
        }
    }

    /// What the client hears at last who sets these options and asks for one of these moves. The depth is nothing to those
    /// who play in the engine's place, but would end the engine's own search.
    fn answer(options: &[&str], position: &str, moves: &str) -> String {
        let mut lines: Vec<String> =
            options.iter().map(|option| format!("setoption name {option}")).collect();
        lines.push(format!("position {position}\ngo depth 3 searchmoves {moves}\n"));
        let asked = lines.join("\n");
        let (answered, waiting) = channel();
        let mut input = asked.as_bytes().chain(BufReader::new(Waiting(waiting)));
        let mut ear = Ear { said: Vec::new(), answered };
        let guests = Guests { deputies: Some(&Company), open_book: None };
        let judge = Judge::written(Evaluation::default());
        run_with(&mut input, &mut ear, judge, guests).expect("nothing to fail");
        ear.best().expect("there was an answer").to_owned()
    }

    #[test]
    fn whoever_plays_keeps_to_the_moves_that_are_named() {
        for name in Company.names() {
            let option = format!("Opponent value {name}");
            let best = answer(&["Seed value 3", &option], "startpos", "a2a3 h2h4");
            assert!(["a2a3", "h2h4"].contains(&best.as_str()), "{name}: {best}");
        }
        for elo in [400, 1100, 1900, 2700] {
            let rating = format!("UCI_Elo value {elo}");
            let options = ["Seed value 3", "UCI_LimitStrength value true", &rating];
            let best = answer(&options, "startpos", "a2a3 h2h4 e2e5");
            assert!(["a2a3", "h2h4"].contains(&best.as_str()), "{elo}: {best}");
            assert_eq!(answer(&options, "startpos", "b1a3"), "b1a3", "{elo}");
            // None of these can be played, so it may be anything.
            assert_ne!(answer(&options, "startpos", "e2e5"), "(none)", "{elo}");
        }
    }

    /// However a client writes the moves, it is the same question.
    #[test]
    fn neither_order_nor_repetition_of_the_named_moves_matters() {
        for who in [&["Opponent value random"][..], &["UCI_LimitStrength value true", "UCI_Elo value 400"]] {
            let mut answers = std::collections::BTreeSet::new();
            for seed in 1..=12 {
                let seed = format!("Seed value {seed}");
                let options = [who, &[seed.as_str()]].concat();
                let usual = answer(&options, "startpos", "d2d4 e2e4");
                for moves in ["e2e4 d2d4", "d2d4 e2e4 e2e4 e2e4", "e2e4 d2d4 d2d4 d2d4"] {
                    assert_eq!(answer(&options, "startpos", moves), usual, "{options:?}: {moves}");
                }
                answers.insert(usual);
            }
            assert_eq!(answers.len(), 2, "{who:?} does not play the same in a dozen games");
        }
    }

    #[test]
    fn a_level_stays_one_where_moves_are_named() {
        // The queen is there to be taken, which the engine itself would never leave; the weakest sees it now and then.
        let fen = "4k3/8/8/3q4/8/2N5/PPPPPPPP/R1BQKBNR w KQ - 0 1";
        let position = Position::from_fen(fen).expect("legal");
        let all: Vec<String> = position.legal_moves().iter().map(|mv| mv.uci().to_string()).collect();
        let mut missed = 0;
        for seed in 1..=30 {
            let seed = format!("Seed value {seed}");
            let options = [&seed, "UCI_LimitStrength value true", "UCI_Elo value 400"];
            let best = answer(&options, &format!("fen {fen}"), &all.join(" "));
            assert_eq!(answer(&options, &format!("fen {fen}"), ""), best, "all moves are as good as none");
            missed += u32::from(best != "c3d5");
        }
        assert!(missed > 0, "who is rated 400 overlooks something in thirty games");
    }
}
