//! What `cargo xtask levels` runs: the promises of all levels, or of those named, with many games.

#[path = "../tests/levels/suite.rs"]
mod suite;

use regence_arena::{LevelPlayer, Player, Question, Stop, TimeSource};
use regence_game::Random;
use regence_game::session::{Level, RATINGS};
use regence_levels::Opponent;
use regence_rules::Position;
use std::num::NonZero;
use std::process::ExitCode;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use std::time::Duration;
use suite::Verdict;

/// Levels are this far from each other.
const STEP: u16 = 200;

/// Levels around where the engine's search takes over from looking ahead as a person does, for nobody may be weaker past it. They
/// belong to level 1800.
const SEAM: [[u16; 2]; 2] = [[1750, 1810], [1800, 1860]];

/// In how many random positions moves have to be legal, how many games neighbours play, and how often each mate is tried.
const POSITIONS: usize = 10_000;
const GAMES: u64 = 200;
const MATES: u64 = 100;

/// How many chances to recapture a level has to have had, from the first that promises to see them; the strong take long for
/// their games, so they have fewer.
const RECAPTURES: u32 = 1_000;
const RECAPTURES_OF_THE_STRONG: u32 = 200;
const SEES_RECAPTURES: u16 = 800;

/// Up to this level a move takes less than that on one core.
const CHEAP: u16 = 2000;
const LONGEST: Duration = Duration::from_millis(200);

/// Who has to mate a bare king from where.
const BASIC_MATES: [(u16, [&str; 2]); 2] = [
    (800, ["8/8/8/3k4/8/8/8/QK6 w - - 0 1", "7k/8/8/8/8/2K5/3Q4/8 w - - 0 1"]),
    (1000, ["8/8/8/3k4/8/8/8/RK6 w - - 0 1", "7k/8/8/8/8/2K5/3R4/8 w - - 0 1"]),
];

/// Something that must hold of a level.
enum Promise {
    Legal(u16),
    Recaptures(u16),
    Cheap(u16),
    Beats { weak: u16, strong: u16 },
    Mates(u16, &'static str),
}

impl Promise {
    /// All that is promised of a level.
    fn of(elo: u16) -> Vec<Self> {
        let mut promises = vec![Self::Legal(elo)];
        if elo >= RATINGS.start() + STEP {
            promises.push(Self::Beats { weak: elo - STEP, strong: elo });
        }
        if elo == SEAM[1][0] {
            promises.extend(SEAM.map(|[weak, strong]| Self::Beats { weak, strong }));
        }
        if elo >= SEES_RECAPTURES {
            promises.push(Self::Recaptures(elo));
        }
        if elo <= CHEAP {
            promises.push(Self::Cheap(elo));
        }
        let mates = BASIC_MATES.iter().filter(|&&(level, _)| level == elo);
        promises.extend(mates.flat_map(|(_, fens)| fens.map(|fen| Self::Mates(elo, fen))));
        promises
    }

    /// Puts it to the test.
    fn test(&self) -> Verdict {
        match *self {
            Self::Legal(elo) => suite::every_move_is_legal(elo, POSITIONS),
            Self::Recaptures(elo) if elo > CHEAP => suite::recaptures_are_seen(elo, RECAPTURES_OF_THE_STRONG),
            Self::Recaptures(elo) => suite::recaptures_are_seen(elo, RECAPTURES),
            Self::Cheap(elo) => is_cheap(elo),
            Self::Beats { weak, strong } => suite::the_stronger_wins(weak, strong, GAMES),
            Self::Mates(elo, fen) => suite::mates(elo, fen, MATES),
        }
    }
}

fn main() -> ExitCode {
    let levels = match levels(std::env::args().skip(1)) {
        Ok(levels) => levels,
        Err(reason) => {
            eprintln!("{reason}");
            return ExitCode::from(2);
        }
    };
    // The strong take longest, so they begin.
    let promises: Vec<Promise> = levels.into_iter().rev().flat_map(Promise::of).collect();
    let (begun, done, broken) = (AtomicUsize::new(0), AtomicUsize::new(0), AtomicUsize::new(0));
    let work = || {
        while let Some(promise) = promises.get(begun.fetch_add(1, Ordering::Relaxed)) {
            let verdict = promise.test();
            let (done, of) = (done.fetch_add(1, Ordering::Relaxed) + 1, promises.len());
            match verdict {
                Ok(seen) => println!("{done:>2} of {of}: {seen}"),
                Err(how) => {
                    broken.fetch_add(1, Ordering::Relaxed);
                    println!("{done:>2} of {of}: BROKEN: {how}");
                }
            }
        }
    };
    thread::scope(|scope| {
        for _ in 0..thread::available_parallelism().map_or(1, NonZero::get) {
            scope.spawn(work);
        }
    });
    match broken.into_inner() {
        0 => ExitCode::SUCCESS,
        count => {
            eprintln!("{count} of {} promises broken", promises.len());
            ExitCode::FAILURE
        }
    }
}

/// The levels that were named, from the weakest to the strongest; all if none was.
fn levels(words: impl Iterator<Item = String>) -> Result<Vec<u16>, String> {
    let all: Vec<u16> = RATINGS.step_by(STEP.into()).collect();
    let is_level = |word: String| {
        let level = word.parse().ok().filter(|level| all.contains(level));
        level.ok_or_else(|| format!("expected a level, one of {all:?}, not {word}"))
    };
    let mut named = words.map(is_level).collect::<Result<Vec<u16>, _>>()?;
    named.sort_unstable();
    named.dedup();
    Ok(if named.is_empty() { all } else { named })
}

/// A move costs a level little.
fn is_cheap(elo: u16) -> Verdict {
    let longest = longest_move(elo)?;
    let told = format!("level {elo} computed {longest:.0?} for a move at most");
    if longest < LONGEST { Ok(told) } else { Err(told) }
}

/// The most that a level computes for a move, in random games and in games with itself.
fn longest_move(elo: u16) -> Result<Duration, String> {
    let time = if TimeSource::Cpu.is_available() { TimeSource::Cpu } else { TimeSource::Wall };
    let mut player = LevelPlayer::new(Opponent::Level(Level::Elo(elo)), false, time, Stop::default());
    let mut longest = Duration::ZERO;
    for seed in 0..10 {
        let [mut white, mut black] = [2 * seed, 2 * seed + 1].map(|seed| suite::mind(elo, seed));
        for moves in
            [suite::game(Position::START, &mut white, &mut black).0, suite::random_game(Random::new(seed))]
        {
            // What has just been taken matters, so the game is told whole.
            let mut told = "position startpos moves".to_owned();
            for mv in moves {
                player.new_game().map_err(|halt| format!("level {elo}: {halt:?}"))?;
                let question = Question { position: &told, go: "go", within: Duration::MAX };
                let reply =
                    player.think(&question).map_err(|halt| format!("level {elo}, {told}: {halt:?}"))?;
                longest = longest.max(reply.time);
                told = format!("{told} {}", mv.uci());
            }
        }
    }
    Ok(longest)
}
