//! Whole matches with real processes: engines that play, and engines that misbehave.

use regence_arena::{
    Adjudication, Client, EngineSettings, Fault, Finish, Format, GameRecord, Halt, Match, Openings, Order,
    Player, Question, Report, Schedule, Stop, Tally, TimeSource, Treatment, Watcher, engines, game_text,
};
use regence_game::pgn::{GameCheck, Reader};
use std::io;
use std::time::Duration;

const FAKE: &str = env!("CARGO_BIN_EXE_fake-uci-engine");

/// Long enough for any machine: what is waited for comes, or the test is about its not coming.
const LONG: Duration = Duration::from_mins(2);
const SHORT: Duration = Duration::from_millis(200);

fn a_match(each: &str, arguments: &[&str], rounds: usize, patience: Duration) -> Match {
    let settings = arguments.iter().enumerate().map(|(index, arguments)| {
        let mut settings = EngineSettings::default();
        settings.read(each).expect("settings");
        settings.read(&format!("cmd={FAKE} name=E{index} args={arguments}")).expect("settings");
        settings
    });
    let engines = engines(settings.collect()).expect("engines");
    Match {
        schedule: Schedule::new(engines.len(), Format::RoundRobin, rounds),
        engines,
        openings: Openings::built_in(false).ordered(Order::Sequential),
        adjudication: Adjudication { max_moves: Some(8), ..Adjudication::default() },
        sprt: None,
        concurrency: 2,
        chess960: false,
        time: TimeSource::Wall,
        patience,
        seed: 0,
    }
}

/// Remembers everything, and may have enough after some games.
#[derive(Default)]
struct Memory {
    pgn: String,
    engines: Vec<regence_arena::EngineSpec>,
    stop_after: Option<(u64, Stop)>,
}

impl Watcher for Memory {
    fn game(&mut self, record: &GameRecord, tally: &Tally) -> io::Result<()> {
        self.pgn.push_str(&game_text(record, &self.engines, "Test \"1\""));
        if let Some((games, stop)) = &self.stop_after
            && tally.games() >= *games
        {
            stop.set();
        }
        Ok(())
    }

    fn moment(&mut self, _: &Tally) {}
}

fn run(of: &Match) -> (Tally, Finish, String) {
    let mut memory = Memory { engines: of.engines.clone(), ..Memory::default() };
    let (tally, finish) = of.run(&Stop::default(), &mut memory);
    (tally, finish, memory.pgn)
}

/// One engine does this at its second move; it loses that game, and plays the others.
#[track_caller]
fn check(trick: &str, each: &str, patience: Duration, expected: &str) {
    let of = a_match(each, &["", trick], 2, patience);
    let (tally, finish, pgn) = run(&Match { concurrency: 1, ..of });
    assert!(matches!(finish, Finish::Complete), "{trick}: {finish:?}");
    assert_eq!(tally.games(), 4, "{trick}");
    let [first, ..] = tally.incidents() else { panic!("{trick}: nothing happened") };
    assert!(first.starts_with(expected), "{trick}: {first}");
    assert!(tally.meeting(0, 1).points.wins >= 1, "{trick}");
    assert_eq!(tally.usage(0).faults, 0, "{trick}");
    assert_eq!(pgn.matches("[Event ").count(), 4, "{trick}");
}

#[test]
fn a_crash_loses_the_game_and_is_told_with_the_last_words() {
    check(
        "crash 2",
        "depth=1",
        LONG,
        "game 1 (E0 - E1), at move 6...: E1 crashed: ended with exit code 3; last said: ",
    );
    #[cfg(unix)]
    check(
        "abort 2",
        "depth=1",
        LONG,
        "game 1 (E0 - E1), at move 6...: E1 crashed: ended by signal 6 (SIGABRT)",
    );
}

#[test]
fn an_illegal_move_loses_the_game() {
    check(
        "illegal 2",
        "depth=1",
        LONG,
        "game 1 (E0 - E1), at move 6...: E1 played an illegal move, 'e2e9': characters 3 and 4 of a move are a square",
    );
}

#[test]
fn who_moves_only_when_stopped_loses_on_time() {
    check("dawdle 2", "depth=1", SHORT, "game 1 (E0 - E1), at move 6...: E1 had to be stopped after 0.");
}

#[test]
fn who_never_moves_hangs() {
    check("hang 2", "depth=1", SHORT, "game 1 (E0 - E1), at move 6...: E1 hangs: no bestmove within 0.400 s");
}

#[test]
fn talking_too_much_is_no_fault() {
    let (tally, _, _) = run(&a_match("depth=1", &["chatty 2", ""], 1, LONG));
    assert_eq!((tally.games(), tally.incidents().len()), (2, 0));
}

#[test]
fn games_are_written_as_pgn_that_can_be_read_again() {
    let (tally, finish, pgn) = run(&a_match("nodes=20", &["", "", ""], 2, LONG));
    assert!(matches!(finish, Finish::Complete), "{finish:?}");
    assert_eq!(tally.games(), 12);
    let (mut reader, mut check) = (Reader::new(pgn.as_bytes()), GameCheck::default());
    let mut games = 0;
    while reader.read_game(&mut check).expect("memory can be read") {
        let summary = check.verdict().expect("the moves are legal");
        assert_eq!(summary.result.to_string(), "1/2-1/2", "{pgn}");
        games += 1;
    }
    assert_eq!(games, 12);
    assert!(pgn.contains("[Event \"Test \\\"1\\\"\"]") && pgn.contains("[Round \"2.2\"]"), "{pgn}");
    assert!(pgn.contains("[Termination \"adjudication\"]") && pgn.contains("{+0.07/3 0."), "{pgn}");
    assert!(pgn.lines().all(|line| line.len() <= 80), "{pgn}");
}

#[test]
fn chess960_starts_are_played_from_both_sides() {
    let mut of = a_match("depth=1", &["", ""], 3, LONG);
    of.chess960 = true;
    of.openings = Openings::built_in(true).ordered(Order::Random { seed: 7 });
    let (tally, _, pgn) = run(&of);
    assert_eq!((tally.games(), tally.incidents()), (6, &[][..]));
    assert_eq!(pgn.matches("[Variant \"Chess960\"]").count(), 6);
    let fens: Vec<&str> = pgn.lines().filter(|line| line.starts_with("[FEN ")).collect();
    assert_eq!(fens.len(), 6, "{pgn}");
}

#[test]
fn a_match_can_be_stopped_and_tells_what_is_finished() {
    let of = a_match("depth=1", &["", ""], 100_000, LONG);
    let stop = Stop::default();
    let mut memory =
        Memory { engines: of.engines.clone(), stop_after: Some((3, stop.clone())), ..Memory::default() };
    let (tally, finish) = of.run(&stop, &mut memory);
    assert!(matches!(finish, Finish::Interrupted), "{finish:?}");
    assert!(tally.games() >= 3 && tally.games() < 200_000);
    assert_eq!(memory.pgn.matches("[Event ").count() as u64, tally.games());
}

#[test]
fn the_table_names_everybody() {
    let of = a_match("depth=1", &["", "", "crash 1"], 1, LONG);
    let (tally, _, _) = run(&of);
    let names = of.names();
    let report = Report { names: &names, schedule: &of.schedule, sprt: None, tally: &tally };
    let table = report.table();
    assert!(names.iter().all(|name| table.contains(name.as_str())), "{table}");
    assert!(table.contains("crash 4") && table.contains("faults:\n  game"), "{table}");
    assert!(report.progress().starts_with("6/6 games  first E"), "{}", report.progress());
}

/// The engine is refused before any game, with this reason.
#[track_caller]
fn check_refused(settings: &str, chess960: bool, patience: Duration, expected: &str) {
    let mut of = a_match("depth=1", &["", ""], 1, patience);
    let mut bad = EngineSettings::default();
    bad.read(&format!("depth=1 name=Bad {settings}")).expect("settings");
    of.engines = engines(vec![bad]).expect("engines");
    of.chess960 = chess960;
    let error = of.check_engines(&Stop::default()).expect_err("it cannot play").to_string();
    assert!(error.starts_with(expected), "{settings}: {error}");
}

#[test]
fn engines_that_cannot_play_are_named_before_the_match() {
    check_refused("cmd=/no/such/engine", false, LONG, "Bad: cannot start '/no/such/engine': ");
    let folder = format!("Bad: cannot start '{FAKE}': there is no folder '/no/such/folder'");
    check_refused(&format!("cmd={FAKE} dir=/no/such/folder"), false, LONG, &folder);
    let unknown = "Bad has no option 'Hsh', expected one of: Hash, UCI_Chess960";
    check_refused(&format!("cmd={FAKE} option.Hsh=3"), false, LONG, unknown);
    let range = "Bad: option Hash is '999', expected a number from 1 to 64";
    check_refused(&format!("cmd={FAKE} option.Hash=999"), false, LONG, range);
    let silent = "Bad is no UCI engine, or not ready to play: it hangs: no uciok within 0.200 s";
    check_refused(&format!("cmd={FAKE} args=silent"), false, SHORT, silent);
    #[cfg(unix)]
    check_refused(
        "cmd=/bin/true",
        false,
        LONG,
        "Bad is no UCI engine, or not ready to play: it crashed: ended with exit code 0",
    );
}

#[test]
fn what_engines_say_about_their_settings_is_heard() {
    let of = a_match("depth=1 option.Hash=13", &["", "silent 0"], 1, LONG);
    let of = Match { engines: of.engines[..1].to_vec(), ..of };
    let said = of.check_engines(&Stop::default()).expect("it can play");
    assert_eq!(said, [("E0".to_owned(), "13 is unlucky; the hash stays".to_owned())]);
    let of = a_match("depth=1 option.Hash=12", &["", ""], 1, LONG);
    assert_eq!(of.check_engines(&Stop::default()).expect("they can play"), []);
}

#[test]
fn a_client_gives_up_at_once_when_everything_stops() {
    let of = a_match("depth=1", &["hang 1"], 1, LONG);
    let stop = Stop::default();
    let treatment = Treatment { chess960: false, time: TimeSource::Wall, patience: LONG, stop: stop.clone() };
    let mut client = Client::start(&of.engines[0], &treatment).expect("it starts");
    assert_eq!(client.title(), "Fake 1");
    stop.set();
    let question = Question { position: "position startpos", go: "go depth 1", within: LONG };
    assert_eq!(client.think(&question), Err(Halt::Stopped));
}

#[cfg(target_os = "linux")]
#[test]
fn cpu_time_does_not_count_waiting() {
    let of = a_match("depth=1", &["dawdle 1"], 1, LONG);
    for (time, is_charged) in [(TimeSource::Cpu, false), (TimeSource::Wall, true)] {
        let treatment = Treatment { chess960: false, time, patience: LONG, stop: Stop::default() };
        let mut client = Client::start(&of.engines[0], &treatment).expect("it starts");
        let question = Question { position: "position startpos", go: "go depth 1", within: SHORT };
        let reply = client.think(&question).expect("it moves when stopped");
        assert_eq!(reply.time >= SHORT, is_charged, "{time:?}: {reply:?}");
        assert!(reply.computed.is_some(), "{time:?}: {reply:?}");
    }
}

#[cfg(unix)]
#[test]
fn a_killed_engine_is_a_crash_and_nothing_is_left_of_it() {
    let of = a_match("depth=1", &["abort 1"], 1, LONG);
    let treatment =
        Treatment { chess960: false, time: TimeSource::Wall, patience: LONG, stop: Stop::default() };
    let mut client = Client::start(&of.engines[0], &treatment).expect("it starts");
    let question = Question { position: "position startpos", go: "go depth 1", within: LONG };
    let Err(Halt::Fault(Fault::Crash { how })) = client.think(&question) else { panic!("it crashes") };
    assert_eq!(how, "ended by signal 6 (SIGABRT)");
    // Asked again, it is still dead.
    assert!(matches!(client.new_game(), Err(Halt::Fault(Fault::Crash { .. }))));
}
