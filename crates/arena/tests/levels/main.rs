//! Our opponents keep their promises. Few games, so that it is quick; `cargo xtask levels` plays many.

mod suite;

use regence_arena::{
    Adjudication, EngineSettings, Finish, Format, GameRecord, Match, Openings, Order, Schedule, Stop, Tally,
    TimeSource, Watcher, engines,
};
use regence_game::Random;
use regence_rules::Position;
use std::collections::BTreeMap;
use std::time::Duration;
use suite::{Verdict, every_move_is_legal, game, mates, mind, recaptures_are_seen, the_stronger_wins};

/// A promise has to be kept.
#[track_caller]
fn is_kept(promise: Verdict) {
    if let Err(how) = promise {
        panic!("{how}");
    }
}

#[test]
fn the_same_seed_repeats_a_game() {
    for elo in [400, 900, 1300, 2300] {
        let play = |seed| game(Position::START, &mut mind(elo, seed), &mut mind(elo, seed + 1)).0;
        assert_eq!(play(7), play(7), "level {elo}");
    }
}

#[test]
fn two_seeds_differ() {
    for elo in [400, 900, 1300, 2300] {
        let play = |seed| game(Position::START, &mut mind(elo, seed), &mut mind(elo, seed + 1)).0;
        assert_ne!(play(7), play(70), "level {elo}");
    }
}

#[test]
fn a_move_does_not_depend_on_what_was_asked_before() {
    let situations = suite::random_situations(60, 3);
    let mut busy = mind(2200, 1);
    for situation in &situations {
        let fresh = mind(2200, 1).choose(situation);
        assert_eq!(busy.choose(situation), fresh, "{}", situation.position().fen());
    }
}

#[test]
fn moves_in_random_positions_are_legal() {
    for (elo, positions) in [(400, 2_000), (800, 1_000), (1200, 200), (1700, 50), (2000, 50), (2400, 20)] {
        is_kept(every_move_is_legal(elo, positions));
    }
}

#[test]
fn each_level_beats_the_one_below_it() {
    for (weak, games) in [(400, 60), (600, 60), (800, 60), (1000, 30)] {
        is_kept(the_stronger_wins(weak, weak + 200, games));
    }
}

#[test]
fn level_800_mates_with_a_queen() {
    for fen in
        ["8/8/8/3k4/8/8/8/QK6 w - - 0 1", "7k/8/8/8/8/2K5/3Q4/8 w - - 0 1", "8/8/4k3/8/8/8/6Q1/K7 w - - 0 1"]
    {
        is_kept(mates(800, fen, 3));
    }
}

#[test]
fn level_1000_mates_with_a_rook() {
    for fen in
        ["8/8/8/3k4/8/8/8/RK6 w - - 0 1", "7k/8/8/8/8/2K5/3R4/8 w - - 0 1", "8/8/4k3/8/8/8/6R1/K7 w - - 0 1"]
    {
        is_kept(mates(1000, fen, 3));
    }
}

#[test]
fn recaptures_are_hardly_ever_missed() {
    for (elo, chances) in [(800, 200), (1000, 200), (1800, 200), (1900, 200)] {
        is_kept(recaptures_are_seen(elo, chances));
    }
}

/// The moves of all games, by number.
#[derive(Default)]
struct Memory(BTreeMap<(usize, bool), Vec<String>>);

impl Watcher for Memory {
    fn game(&mut self, record: &GameRecord, _: &Tally) -> std::io::Result<()> {
        let plies = record.played.game.plies();
        let moves = plies.iter().filter_map(|ply| ply.mv.map(|mv| mv.uci.to_string())).collect();
        self.0.insert((record.encounter.index, record.is_return), moves);
        Ok(())
    }

    fn moment(&mut self, _: &Tally) {}
}

fn a_match(levels: &[&str], concurrency: usize, seed: u64) -> Memory {
    let settings = levels.iter().map(|level| {
        let mut settings = EngineSettings::default();
        settings.read(&format!("level={level}")).expect("a level");
        settings
    });
    let of = Match {
        engines: engines(settings.collect()).expect("levels"),
        schedule: Schedule::new(levels.len(), Format::RoundRobin, 2),
        openings: Openings::built_in(false).ordered(Order::Sequential),
        adjudication: Adjudication { max_moves: Some(40), ..Adjudication::default() },
        sprt: None,
        concurrency,
        chess960: false,
        time: TimeSource::Wall,
        patience: Duration::from_secs(30),
        seed,
    };
    let mut memory = Memory::default();
    let (tally, finish) = of.run(&Stop::default(), &mut memory);
    assert!(matches!(finish, Finish::Complete), "{finish:?}");
    assert_eq!(tally.incidents().len(), 0);
    memory
}

#[test]
fn games_are_the_same_with_one_thread_and_with_two() {
    let levels = ["900", "Bram", "taker", "2300"];
    let one = a_match(&levels, 1, 5).0;
    assert_eq!(one.len(), 24);
    assert_eq!(one, a_match(&levels, 2, 5).0);
    assert_ne!(one, a_match(&levels, 2, 6).0);
}

#[test]
fn everybody_with_a_name_can_play() {
    let names: Vec<String> = regence_game::person::Person::all().map(|who| who.to_string()).collect();
    let mut random = Random::new(1);
    for name in &names {
        let level: regence_game::session::Level = name.parse().expect("a person");
        let mut white = regence_levels::Mind::new(level, random.next());
        let (moves, _) = game(Position::START, &mut white, &mut mind(400, 1));
        assert!(moves.len() > 4, "{name}");
    }
}
