//! Plays what the ladder asks for and is not in the ledger yet.

use super::ladder::{Contestant, Ladder, Pairing, Who};
use super::ledger::{Ledger, Line};
use crate::client::{TimeSource, Treatment};
use crate::fault::Fault;
use crate::level_player::LevelPlayer;
use crate::limits::Limits;
use crate::opening::Opening;
use crate::play::{Cause, Conditions, Played, Stopped};
use crate::seated::Seated;
use crate::start_error::StartError;
use crate::stop::Stop;
use core::time::Duration;
use regence_game::Random;
use regence_rules::{ByColor, Color, Outcome, Position};
use std::io;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

/// How long an engine of others may take over a move.
const PATIENCE: Duration = Duration::from_mins(1);

/// What games cost is computed, not waited: so it is the same on a busy machine.
const TIME: TimeSource = if TimeSource::Cpu.is_available() { TimeSource::Cpu } else { TimeSource::Wall };

/// A calibration under way.
pub struct Calibration<'a> {
    /// Who meets whom.
    pub ladder: &'a Ladder,
    /// How many games are played at the same time.
    pub concurrency: usize,
    /// Ends it early.
    pub stop: Stop,
}

/// Why a run ended early.
#[derive(Debug)]
pub enum Interruption {
    /// Somebody wanted it to.
    Stopped,
    /// An engine cannot be started.
    Start(StartError),
    /// An engine did something wrong, which would spoil the ratings.
    Fault(String, Fault),
    /// The ledger cannot be written.
    Ledger(io::Error),
}

impl core::fmt::Display for Interruption {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        match self {
            Self::Stopped => f.write_str("interrupted; the same command goes on from here"),
            Self::Start(error) => error.fmt(f),
            Self::Fault(name, fault) => write!(f, "{name} {fault}"),
            Self::Ledger(error) => write!(f, "the results cannot be written: {error}"),
        }
    }
}

impl core::error::Error for Interruption {}

/// A pair of games to play.
#[derive(Clone, Copy)]
struct Job {
    pairing: Pairing,
    round: usize,
}

impl Calibration<'_> {
    /// Plays all that is missing; `tell` is called after every pair with how many are done, of how many.
    pub fn run(&self, ledger: &mut Ledger, tell: &(dyn Fn(usize, usize) + Sync)) -> Result<(), Interruption> {
        let jobs = self.jobs(ledger);
        let prints: Vec<u64> = {
            let print = |who: &Contestant| ledger.print(&who.name).unwrap_or_default();
            self.ladder.contestants.iter().map(print).collect()
        };
        let (next, done) = (AtomicUsize::new(0), AtomicUsize::new(0));
        let shared = Mutex::new((ledger, None));
        thread::scope(|scope| {
            for _ in 0..self.concurrency.max(1) {
                let work = || {
                    let mut table = Seats { of: self, prints: &prints, running: Vec::new() };
                    while let Some(&job) = jobs.get(next.fetch_add(1, Ordering::Relaxed)) {
                        let played = table.play_pair(job);
                        // Whoever panicked with the lock has left the ledger whole.
                        let mut shared = shared.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
                        let (ledger, interruption) = &mut *shared;
                        let written = played.and_then(|line| ledger.add(line).map_err(Interruption::Ledger));
                        if interruption.is_some() {
                            break;
                        }
                        if let Err(error) = written {
                            *interruption = Some(error);
                            self.stop.set();
                            break;
                        }
                        tell(done.fetch_add(1, Ordering::Relaxed) + 1, jobs.len());
                    }
                };
                // With fewer threads than wished for it only takes longer; without any, the loop below finds out.
                let _ = thread::Builder::new().spawn_scoped(scope, work);
            }
        });
        match shared.into_inner().unwrap_or_else(std::sync::PoisonError::into_inner).1 {
            Some(interruption) => Err(interruption),
            None => Ok(()),
        }
    }

    /// What is to be played.
    fn jobs(&self, ledger: &Ledger) -> Vec<Job> {
        let mut jobs = Vec::new();
        for &pairing in &self.ladder.pairings {
            let [first, second] =
                [pairing.first, pairing.second].map(|who| self.ladder.contestants[who].name.as_str());
            let rounds = pairing.from..pairing.from + pairing.pairs;
            let missing = rounds.filter(|&round| !ledger.has(first, second, round));
            jobs.extend(missing.map(|round| Job { pairing, round }));
        }
        jobs
    }
}

/// The contestants that one thread has at its table.
struct Seats<'a> {
    of: &'a Calibration<'a>,
    /// How each contestant plays.
    prints: &'a [u64],
    running: Vec<(usize, Seated)>,
}

impl Seats<'_> {
    fn play_pair(&mut self, job: Job) -> Result<Line, Interruption> {
        let Job { pairing: Pairing { first, second, .. }, round } = job;
        let name = |who: usize| self.of.ladder.contestants[who].name.clone();
        let (first_name, second_name) = (name(first), name(second));
        let (mut half_points, mut moves) = ([0; 2], [const { String::new() }; 2]);
        let mut computed = [Duration::ZERO; 2];
        for game in 0..2 {
            let played = self.play(job, game == 1)?;
            if let Cause::Fault { color, fault, .. } = played.end.cause {
                let loser = if (color == Color::White) == (game == 0) { first_name } else { second_name };
                return Err(Interruption::Fault(loser, fault));
            }
            let of_first = if game == 0 { Color::White } else { Color::Black };
            half_points[game] = match played.end.outcome {
                Outcome::Draw(_) => 1,
                Outcome::Win { winner, .. } => 2 * u8::from(winner == of_first),
            };
            for (ply, thought) in played.thoughts.iter().enumerate() {
                computed[(ply + game) % 2] += thought.as_ref().map_or(Duration::ZERO, |thought| thought.time);
            }
            let written: Vec<String> =
                played.game.plies().iter().filter_map(|ply| ply.mv.map(|mv| mv.uci.to_string())).collect();
            moves[game] = written.join(" ");
        }
        let prints = [self.prints[first], self.prints[second]];
        let millis = computed.map(|time| u32::try_from(time.as_millis()).unwrap_or(u32::MAX));
        Ok(Line { first: first_name, second: second_name, round, half_points, prints, millis, moves })
    }

    fn play(&mut self, job: Job, is_return: bool) -> Result<Played, Interruption> {
        let Job { pairing: Pairing { first, second, .. }, round } = job;
        self.seat(first, second)?;
        let mut seeds = Random::of(seed_of(&self.of.ladder.contestants, first, second), round as u64);
        let [one, two] = self.running.as_mut_slice() else { return Err(Interruption::Stopped) };
        for (_, seated) in [&mut *one, &mut *two] {
            let (there, back) = (seeds.next(), seeds.next());
            seated.set_seed(if is_return { back } else { there });
        }
        let limits = |who: usize| match &self.of.ladder.contestants[who].who {
            Who::Own(_) => Limits::default(),
            Who::Anchor(spec) => spec.limits.clone(),
        };
        let (white, black) = if is_return { (two, one) } else { (one, two) };
        let (white_limits, black_limits) = (limits(white.0), limits(black.0));
        let conditions = Conditions {
            opening: &Opening::position(Position::START),
            limits: ByColor { white: &white_limits, black: &black_limits },
            adjudication: self.of.ladder.adjudication(first, second),
            chess960: false,
            time: TIME,
            patience: PATIENCE,
        };
        let mut players = ByColor { white: white.1.player(), black: black.1.player() };
        if self.of.stop.is_set() {
            return Err(Interruption::Stopped);
        }
        conditions.play(&mut players).map_err(|Stopped| Interruption::Stopped)
    }

    /// Has exactly these two at the table, in this order.
    fn seat(&mut self, first: usize, second: usize) -> Result<(), Interruption> {
        let mut before = core::mem::take(&mut self.running);
        for who in [first, second] {
            let seated = match before.iter().position(|(running, _)| *running == who) {
                Some(index) => before.swap_remove(index),
                None => (who, self.start(who)?),
            };
            self.running.push(seated);
        }
        Ok(())
    }

    fn start(&self, who: usize) -> Result<Seated, Interruption> {
        match &self.of.ladder.contestants[who].who {
            Who::Own(opponent) => {
                let player = LevelPlayer::new(*opponent, false, TIME, self.of.stop.clone());
                Ok(Seated::Own(Box::new(player)))
            }
            Who::Anchor(spec) => {
                let stop = self.of.stop.clone();
                let treatment = Treatment { chess960: false, time: TIME, patience: PATIENCE, stop };
                Seated::start(spec, &treatment).map_err(Interruption::Start)
            }
        }
    }
}

/// A seed that two have together, whatever else is on the ladder.
fn seed_of(contestants: &[Contestant], first: usize, second: usize) -> u64 {
    let names = [first, second].map(|who| contestants[who].name.as_str()).join("\t");
    names.bytes().fold(1, |seed, byte| Random::of(seed, u64::from(byte)).next())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Two of the weakest, who play so many pairs.
    fn ladder(pairs: usize) -> Ladder {
        let contestants = ["random", "400"].map(|name| Contestant {
            name: name.into(),
            expected: 400.0,
            who: Who::Own(name.parse().expect("an opponent")),
        });
        let pairings = vec![Pairing { first: 0, second: 1, from: 0, pairs }];
        Ladder { contestants: contestants.into(), pairings }
    }

    #[test]
    fn a_run_goes_on_where_another_one_ended() {
        let path = std::env::temp_dir().join(format!("regence-calibration-{}.tsv", std::process::id()));
        let run = |pairs: usize| {
            let ladder = ladder(pairs);
            let mut ledger = Ledger::open(&path, &ladder.contestants).expect("a file");
            let played = AtomicUsize::new(0);
            let calibration = Calibration { ladder: &ladder, concurrency: 2, stop: Stop::default() };
            let count = |_, _| {
                played.fetch_add(1, Ordering::Relaxed);
            };
            calibration.run(&mut ledger, &count).expect("nothing stops it");
            (played.into_inner(), ledger.lines().to_vec())
        };
        let (played, mut first) = run(2);
        assert_eq!((played, first.len()), (2, 2));
        assert_eq!(run(2).0, 0, "all is played");
        let (played, all) = run(3);
        assert_eq!((played, all.len()), (1, 3));
        assert_eq!(all[..2], first[..]);
        first.sort_by_key(|line| line.round);
        assert_ne!(first[0].moves, first[1].moves, "each pair is another");
        assert!(first.iter().all(|line| line.moves.iter().all(|moves| moves.len() > 20)), "{first:?}");
        if TimeSource::Cpu.is_available() {
            // The level thinks about its moves, which the other one does not.
            let [random, level] = [0, 1].map(|who| all.iter().map(|line| line.millis[who]).sum::<u32>());
            assert!(level > random, "{random} and {level} ms");
        }
        std::fs::remove_file(&path).expect("it was there");
    }
}
