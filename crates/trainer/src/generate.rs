//! Makes positions to learn from: many quick games of the engine against itself.

use crate::crew::on_threads;
use crate::game::{self, Choice};
use crate::random::Random;
use crate::record::{self, Record};
use regence_engine::{Control, Engine, Judge, Limits, NoMemory, Situation, tuning};
use regence_rules::{Color, Key, Move, Position};
use std::collections::HashSet;
use std::collections::hash_map::RandomState;
use std::fs::{File, OpenOptions};
use std::hash::BuildHasher;
use std::io::{self, Seek, SeekFrom, Write};
use std::path::Path;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::sync::{Arc, Mutex, PoisonError};

/// What is to be played.
#[derive(Clone, Debug)]
pub struct Plan {
    /// How many games; without a number, until there are enough positions.
    pub games: Option<u64>,
    /// How many positions the file is to have; without a number, until the program is ended.
    pub positions: Option<u64>,
    /// How many positions a move may look at.
    pub nodes: u64,
    /// How many games go on at once.
    pub threads: usize,
    /// Who judges positions.
    pub judge: Judge,
}

/// Openings that are decided already teach nothing.
const FAIR_OPENING: i32 = 600;
/// Contests begin where either side may win; elsewhere the better player shows nothing. So much is looked at to know.
const EVEN_OPENING: i32 = 200;
const OPENING_NODES: u64 = 1_000;
/// The search trusts a lead the less, the longer nothing has been taken and no pawn has moved, and a network does not see how long that
/// is: positions with a higher count are not learnt from.
const FRESH: u16 = 30;
const TABLE_MEGABYTES: usize = 2;

/// What the threads share.
struct Shared<'a> {
    file: Mutex<&'a mut File>,
    started: AtomicU64,
    games: AtomicU64,
    positions: AtomicU64,
}

/// Plays games and appends their positions to a file; one that is there already is carried on. A game is written at once when it is
/// over, so that ending the program loses only the games under way.
pub fn generate(path: &Path, plan: &Plan, told: impl Fn(u64, u64) + Sync) -> io::Result<()> {
    let mut file = OpenOptions::new().read(true).write(true).create(true).truncate(false).open(path)?;
    let length = file.metadata()?.len();
    let whole = length - length % record::SIZE as u64;
    file.set_len(whole)?;
    file.seek(SeekFrom::End(0))?;
    let shared = Shared {
        file: Mutex::new(&mut file),
        started: AtomicU64::new(0),
        games: AtomicU64::new(0),
        positions: AtomicU64::new(whole / record::SIZE as u64),
    };
    // No two runs may begin alike, or a game would be learnt twice.
    let randoms = (0..plan.threads).map(|_| Random::new(RandomState::new().hash_one(whole)));
    on_threads(randoms, |random| work(&shared, plan, random, &told)).into_iter().collect()
}

/// Plays game after game.
fn work(shared: &Shared, plan: &Plan, mut random: Random, told: &impl Fn(u64, u64)) -> io::Result<()> {
    let mut engine = player(plan.judge.clone()).map_err(io::Error::other)?;
    while plan.games.is_none_or(|games| shared.started.fetch_add(1, Relaxed) < games)
        && plan.positions.is_none_or(|positions| shared.positions.load(Relaxed) < positions)
    {
        let records = loop {
            if let Some(records) = self_play(&mut engine, plan.nodes, &mut random) {
                break records;
            }
        };
        let bytes: Vec<u8> = records.iter().flat_map(Record::pack).collect();
        let mut file = shared.file.lock().unwrap_or_else(PoisonError::into_inner);
        file.write_all(&bytes)?;
        drop(file);
        let positions = shared.positions.fetch_add(records.len() as u64, Relaxed) + records.len() as u64;
        told(shared.games.fetch_add(1, Relaxed) + 1, positions);
    }
    Ok(())
}

/// An engine for quick games.
pub fn player(judge: Judge) -> Result<Engine<Judge>, NoMemory> {
    Engine::new(judge, TABLE_MEGABYTES)
}

/// What an engine plays after looking at so many positions.
pub fn think(engine: &mut Engine<Judge>, situation: &Situation, nodes: u64) -> Option<Choice> {
    let limits = Limits { nodes: Some(nodes), ..Limits::default() };
    let answer = engine.search(situation, &limits, &Arc::new(Control::default()), &mut |_| {});
    Some(Choice { mv: answer.best?, score: game::number(answer.score?) })
}

/// A position for a contest to begin with; none if what chance brought is decided already, as far as the engine can see. It looks with
/// the usual numbers of the search, whoever has played on this thread, so that openings depend on nothing but chance.
pub fn even_opening(engine: &mut Engine<Judge>, random: &mut Random) -> Option<Position> {
    tuning::play_as(tuning::USUAL_PLAYER);
    let start = game::opening(random, 8)?;
    engine.forget();
    let choice = think(engine, &Situation::new(start), OPENING_NODES)?;
    (choice.score.abs() <= EVEN_OPENING).then_some(start)
}

/// One game of an engine against itself, as the records of its quiet positions; none if its opening was no good.
fn self_play(engine: &mut Engine<Judge>, nodes: u64, random: &mut Random) -> Option<Vec<Record>> {
    let plies = 8 + random.below(2);
    let start = game::opening(random, plies)?;
    engine.forget();
    let (mut kept, mut seen) = (Vec::<(Position, i16, u16)>::new(), HashSet::new());
    let result = game::play(start, |situation, ply| {
        let choice = think(engine, situation, nodes)?;
        if ply == 0 && choice.score.abs() > FAIR_OPENING {
            return None;
        }
        let position = situation.position();
        if teaches(position, &choice, &mut seen) {
            let for_white = if position.turn() == Color::White { choice.score } else { -choice.score };
            kept.push((*position, for_white as i16, ply + plies as u16));
        }
        Some(choice)
    })?;
    let records = kept.iter().enumerate().map(|(index, &(position, score, ply))| Record {
        position,
        score,
        result,
        is_first: index == 0,
        ply,
    });
    Some(records.collect())
}

/// Whether a position is worth learning from. What comes again is on its way to a draw, whatever it is worth.
fn teaches(position: &Position, choice: &Choice, seen: &mut HashSet<Key>) -> bool {
    let is_new = seen.insert(position.key());
    is_new && position.halfmove_clock() <= FRESH && is_quiet(position, choice)
}

/// Whether a position is calm enough to be judged without looking ahead.
pub(crate) fn is_quiet(position: &Position, choice: &Choice) -> bool {
    let quiet = |mv: Move| !position.is_capture(mv) && mv.promotion().is_none();
    quiet(choice.mv) && choice.score.abs() < game::MATE_SCORE && !position.is_check()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn games_teach_by_positions_that_are_fresh_and_come_once() {
        let (mut engine, mut random) = (player(Judge::default()).unwrap(), Random::new(3));
        let games: Vec<_> = (0..6).filter_map(|_| self_play(&mut engine, 60, &mut random)).collect();
        assert!(games.len() >= 2, "some openings are good: {}", games.len());
        for records in games {
            let keys: HashSet<_> = records.iter().map(|record| record.position.key()).collect();
            assert!(!keys.is_empty());
            assert_eq!(keys.len(), records.len());
            assert!(records.iter().all(|record| record.position.halfmove_clock() <= FRESH));
            assert!(records.iter().all(|record| !record.position.is_check()));
        }
    }

    /// Whether a position teaches when this is played, after those that were seen.
    fn is_kept(fen: &str, mv: &str, seen: &mut HashSet<Key>) -> bool {
        let position = Position::from_fen(fen).unwrap();
        let mv = position.resolve(mv.parse().unwrap()).unwrap();
        teaches(&position, &Choice { mv, score: 30 }, seen)
    }

    #[test]
    fn what_comes_again_is_faded_or_not_calm_teaches_nothing() {
        let fresh = "4k3/8/8/3p4/4P3/8/4K3/7R w - - 30 60";
        let faded = fresh.replace(" 30 ", " 31 ");
        let seen = &mut HashSet::new();
        assert!(is_kept(fresh, "e2d3", seen));
        assert!(!is_kept(fresh, "e2d3", seen), "it comes again");
        assert!(!is_kept(&fresh.replace(" 30 ", " 0 "), "e2d3", seen), "it comes again, whatever the clock");
        assert!(!is_kept(&faded, "e2d3", &mut HashSet::new()), "nothing has happened for too long");
        assert!(!is_kept(fresh, "e4d5", &mut HashSet::new()), "a capture is worth what comes after it");
        assert!(!is_kept(&faded, "e2d3", seen) && seen.len() == 1);
        // What was not kept has been seen all the same.
        let other = "4k3/8/8/3p4/4P3/8/4K3/6R1 w - - 31 60";
        assert!(!is_kept(other, "e2d3", seen) && !is_kept(&other.replace(" 31 ", " 2 "), "e2d3", seen));
    }

    /// The first positions that contests begin with by chance of this seed.
    fn openings(seed: u64) -> Vec<Position> {
        let (mut engine, mut random) = (player(Judge::default()).unwrap(), Random::new(seed));
        (0..40).filter_map(|_| even_opening(&mut engine, &mut random)).collect()
    }

    #[test]
    fn contests_begin_alike_whoever_has_played_before() {
        let usual = openings(5);
        let odd = tuning::PLAYERS - 1;
        for number in tuning::numbers() {
            let range = number.range();
            let is_low = number.usual() - range.start() < range.end() - number.usual();
            number.set(odd, if is_low { *range.end() } else { *range.start() });
        }
        tuning::play_as(odd);
        assert_eq!(openings(5), usual);
    }

    #[test]
    fn contests_begin_where_nothing_is_decided() {
        let (mut engine, found) = (player(Judge::default()).unwrap(), openings(5));
        assert!((10..40).contains(&found.len()), "some are, and some are not: {}", found.len());
        for start in found {
            engine.forget();
            let choice = think(&mut engine, &Situation::new(start), OPENING_NODES).unwrap();
            assert!(choice.score.abs() <= EVEN_OPENING);
        }
    }
}
