//! Whole conversations in UCI, with a client that waits for what it expects before it goes on.

use regence_engine::{Judge, uci};
use regence_rules::{Move, Position, UciMove};
use std::collections::VecDeque;
use std::io::{BufReader, Read, Result, Write};
use std::sync::{Arc, Condvar, Mutex};

/// What a client does next.
#[derive(Clone)]
enum Step {
    /// Says these bytes.
    Say(Vec<u8>),
    /// Waits until the engine has said so many lines that begin like this, since the start.
    Await(&'static str, usize),
}

fn say(line: &str) -> Step {
    Step::Say(format!("{line}\n").into_bytes())
}

#[derive(Default)]
struct Heard {
    text: Mutex<Vec<u8>>,
    more: Condvar,
}

struct Client {
    steps: VecDeque<Step>,
    heard: Arc<Heard>,
}

impl Read for Client {
    fn read(&mut self, buffer: &mut [u8]) -> Result<usize> {
        loop {
            match self.steps.pop_front() {
                None => return Ok(0),
                Some(Step::Say(bytes)) => {
                    let length = bytes.len().min(buffer.len());
                    buffer[..length].copy_from_slice(&bytes[..length]);
                    if length < bytes.len() {
                        self.steps.push_front(Step::Say(bytes[length..].to_vec()));
                    }
                    return Ok(length);
                }
                Some(Step::Await(beginning, count)) => {
                    let mut text = self.heard.text.lock().unwrap();
                    while lines(&text).iter().filter(|line| line.starts_with(beginning)).count() < count {
                        text = self.heard.more.wait(text).unwrap();
                    }
                }
            }
        }
    }
}

struct Ear(Arc<Heard>);

impl Write for Ear {
    fn write(&mut self, bytes: &[u8]) -> Result<usize> {
        self.0.text.lock().unwrap().extend_from_slice(bytes);
        self.0.more.notify_all();
        Ok(bytes.len())
    }

    fn flush(&mut self) -> Result<()> {
        Ok(())
    }
}

fn lines(text: &[u8]) -> Vec<String> {
    let text = std::str::from_utf8(text).expect("the engine speaks UTF-8");
    text.lines().map(str::to_owned).collect()
}

/// A book that knows one move, and only in the start position.
struct OneMove;

impl uci::Book for OneMove {
    fn choose(&mut self, position: &Position) -> Option<Move> {
        (*position == Position::START).then(|| position.resolve("b2b4".parse().unwrap()).unwrap())
    }
}

fn open(name: &str) -> std::result::Result<Box<dyn uci::Book>, String> {
    if name == "one move.bin" { Ok(Box::new(OneMove)) } else { Err(format!("there is no {name}")) }
}

/// What the engine says to a client that takes these steps and then goes away.
fn talk(steps: impl IntoIterator<Item = Step>) -> Vec<String> {
    let heard = Arc::new(Heard::default());
    let client = Client { steps: steps.into_iter().collect(), heard: Arc::clone(&heard) };
    let mut input = BufReader::new(client);
    let guests = uci::Guests { open_book: Some(&open), ..uci::Guests::NONE };
    uci::run_with(&mut input, Ear(Arc::clone(&heard)), Judge::default(), guests).unwrap();
    let text = heard.text.lock().unwrap();
    lines(&text)
}

fn count(said: &[String], beginning: &str) -> usize {
    said.iter().filter(|line| line.starts_with(beginning)).count()
}

/// The engine is asked about a position and answers with a legal move, after a score that is a whole number.
#[track_caller]
fn answers(before: &[&str], position: &str, go: &str) -> String {
    let steps =
        before.iter().map(|line| say(line)).chain([say(position), say(go), Step::Await("bestmove", 1)]);
    let said = talk(steps);
    let last = said.iter().rfind(|line| line.starts_with("info depth")).expect("a score comes first");
    let words: Vec<&str> = last.split(' ').collect();
    let score = words.iter().position(|&word| word == "score").expect("a score");
    assert!(words[score + 2].parse::<i32>().is_ok(), "{last}");
    assert_eq!(count(&said, "bestmove"), 1, "{said:?}");
    let best = said.iter().find_map(|line| line.strip_prefix("bestmove ")).unwrap();
    best.split(' ').next().unwrap().to_owned()
}

#[test]
fn the_engine_introduces_itself() {
    let said = talk([say("uci"), say("isready"), Step::Await("readyok", 1)]);
    assert!(said[0].starts_with("id name Regence"), "{said:?}");
    assert!(said[1].starts_with("id author "), "{said:?}");
    assert!(said.contains(&"uciok".to_owned()) && said.last().unwrap() == "readyok", "{said:?}");
    assert!(
        said[2..].iter().take_while(|line| *line != "uciok").all(|line| line.starts_with("option name "))
    );
}

#[test]
fn every_kind_of_limit_is_answered_with_a_legal_move() {
    let middle =
        "position fen r1bqkb1r/pppp1ppp/2n2n2/4p3/2B1P3/5N2/PPPP1PPP/RNBQK2R w KQkq - 4 4 moves e1g1 f8c5";
    for go in [
        "go wtime 100",
        "go btime 100",
        "go wtime 100 winc 100 btime 100 binc 100",
        "go binc 100 btime 100 winc 100 wtime 100 movestogo 1",
        "go wtime -5 btime -5",
        "go movetime 1",
        "go movetime 0",
        "go nodes 1",
        "go depth 3",
        "go nodes 500 infinitely",
        "go depth 2 searchmoves",
        "go winc 5",
    ] {
        for position in ["position startpos", middle, "position startpos moves e2e4"] {
            let best: UciMove = answers(&[], position, go).parse().expect("a move");
            let mut at = Position::START;
            if position == middle {
                at =
                    Position::from_fen("r1bqk2r/pppp1ppp/2n2n2/2b1p3/2B1P3/5N2/PPPP1PPP/RNBQ1RK1 w kq - 6 5")
                        .unwrap();
            } else if position.ends_with("e2e4") {
                at = at.play(at.resolve("e2e4".parse().unwrap()).unwrap());
            }
            assert!(at.is_legal(best), "{best} after {position}, {go}");
        }
    }
}

#[test]
fn without_a_legal_move_there_is_none() {
    assert_eq!(answers(&[], "position fen 7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", "go depth 3"), "(none)");
    assert_eq!(answers(&[], "position fen R5k1/5ppp/8/8/8/8/8/4K3 b - -", "go wtime 100"), "(none)");
}

#[test]
fn what_a_position_claims_in_vain_is_passed_over() {
    for claims in ["- - 0 0", "KQkq - 0 1", "HA - 0 1", "- e3 0 1", "Kk e6 3 0", "Kq - abc 0"] {
        let position = say(&format!("position fen 6k1/5ppp/8/8/8/8/8/R3K3 w {claims}"));
        let said = talk([position, say("go depth 3"), Step::Await("bestmove", 1)]);
        assert_eq!(
            (count(&said, "info string"), count(&said, "bestmove a1a8")),
            (0, 1),
            "{claims}: {said:?}"
        );
    }
}

#[test]
fn castling_is_written_as_the_client_wishes() {
    let only_castling = "position fen 4k3/8/8/8/8/8/8/4K2R w K - 0 1";
    let go = "go depth 1 searchmoves e1g1";
    assert_eq!(answers(&[], only_castling, go), "e1g1");
    assert_eq!(answers(&[], only_castling, "go depth 1 searchmoves e1h1"), "e1g1");
    assert_eq!(answers(&["setoption name UCI_Chess960 value true"], only_castling, go), "e1h1");
    let shredder = "position fen 1k1r4/3p1p2/8/8/8/8/3P1P2/1K1R4 w Dd - 0 1 moves b1d1";
    assert_eq!(
        answers(&["setoption name uci_chess960 value true"], shredder, "go depth 1 searchmoves b8d8"),
        "b8d8"
    );
}

#[test]
fn an_infinite_search_answers_only_when_stopped() {
    // Mate is found at once; the engine is still there to say so, and silent about its move.
    let mate = say("position fen 6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1");
    let said = talk([
        mate,
        say("go infinite"),
        Step::Await("info depth 60", 1),
        say("isready"),
        Step::Await("readyok", 1),
        say("stop"),
        Step::Await("bestmove", 1),
    ]);
    let ready = said.iter().position(|line| line == "readyok").unwrap();
    let best = said.iter().position(|line| line.starts_with("bestmove a1a8")).unwrap();
    assert!(ready < best, "{said:?}");
}

#[test]
fn a_search_that_takes_long_tells_what_it_is_at() {
    let said = talk([say("go infinite"), Step::Await("info currmove ", 2), say("stop")]);
    let words: Vec<&str> = said
        .iter()
        .filter(|line| line.starts_with("info currmove "))
        .flat_map(|line| line.split(' '))
        .collect();
    assert!(words[2].parse::<UciMove>().is_ok_and(|mv| Position::START.is_legal(mv)), "{words:?}");
    assert_eq!(words[3], "currmovenumber");
    assert!(words[4].parse::<u32>().is_ok_and(|number| (1..=20).contains(&number)), "{words:?}");
}

#[test]
fn pondering_answers_only_when_hit_or_stopped() {
    for (release, threads) in [("ponderhit", 1), ("stop", 1), ("ponderhit", 3), ("stop", 3)] {
        let said = talk([
            say(&format!("setoption name Threads value {threads}")),
            say("position startpos moves e2e4 e7e5"),
            say("go ponder wtime 20 btime 20"),
            Step::Await("info depth 4", 1),
            say("isready"),
            Step::Await("readyok", 1),
            say(release),
            Step::Await("bestmove", 1),
        ]);
        let ready = said.iter().position(|line| line == "readyok").unwrap();
        let best = said.iter().position(|line| line.starts_with("bestmove")).unwrap();
        assert!(ready < best && count(&said, "bestmove") == 1, "{said:?}");
    }
}

#[test]
fn every_go_has_its_answer_even_if_it_was_not_waited_for() {
    let said = talk([
        say("go infinite"),
        say("position startpos moves d2d4"),
        say("setoption name Threads value 3"),
        say("setoption name Hash value 2"),
        say("ucinewgame"),
        say("go infinite"),
        say("go depth 2"),
        Step::Await("bestmove", 3),
        say("stop"),
        say("isready"),
        Step::Await("readyok", 1),
    ]);
    assert_eq!(count(&said, "bestmove"), 3, "{said:?}");
}

#[test]
fn whoever_stops_a_search_hears_that_all_is_done_after_its_answer() {
    let said = talk([
        say("go infinite"),
        say("isready"),
        Step::Await("readyok", 1),
        say("stop"),
        say("setoption name Hash value 100"),
        say("isready"),
        Step::Await("readyok", 2),
    ]);
    let place = |beginning: &str| said.iter().rposition(|line| line.starts_with(beginning)).expect(beginning);
    assert!(place("bestmove") < place("readyok"), "{said:?}");
    assert_eq!((count(&said, "bestmove"), count(&said, "readyok")), (1, 2), "{said:?}");
}

#[test]
fn a_client_that_leaves_stops_the_search() {
    assert_eq!(count(&talk([say("go infinite")]), "bestmove"), 1);
    assert_eq!(count(&talk([say("go ponder"), say("quit"), say("go depth 1")]), "bestmove"), 1);
}

#[test]
fn of_moves_those_count_that_come_before_the_first_that_is_none() {
    for wrong in ["e2e4", "e4e6", "xyz"] {
        let moves = format!("position startpos moves e2e4 e7e5 {wrong} g1f3");
        let said = talk([say(&moves), say("go depth 1 searchmoves g1f3"), Step::Await("bestmove", 1)]);
        assert_eq!(count(&said, &format!("info string '{wrong}' is not played")), 1, "{said:?}");
        assert_eq!(count(&said, "bestmove g1f3"), 1, "{said:?}");
    }
}

#[test]
fn what_is_wrong_is_told_and_changes_nothing() {
    let good = "position fen 4k3/8/8/8/8/8/8/4K2R w K - 0 1";
    for (wrong, why) in [
        ("4k3/8/8/8/8/8/8/4K2R x K - 0 1", "FEN, column 22: "),
        ("", "FEN, column 1: "),
        ("9/8/8/8/8/8/8/8 w - - 0 1", "FEN, column 1: "),
        ("4k3/8/8/8/8/8/8/8 w - - 0 0", "FEN, column 1: White has 0 kings"),
        ("4k3/8/8/8/8/8/8/4K3 w KQkq - 0 1 e1e2", "FEN, column 34: 7 fields, expected 6"),
        ("4k3/8/8/8/8/8/8/4K3 w - - 0 -1", "FEN, column 29: "),
        ("4k3/8/8/8/8/8/8/4K2R w", "FEN, column 23: 2 fields, expected 6"),
    ] {
        let wrong_position = say(&format!("position fen {wrong}"));
        let said =
            talk([say(good), wrong_position, say("go depth 1 searchmoves e1g1"), Step::Await("bestmove", 1)]);
        assert_eq!(count(&said, "info string "), 1, "{wrong}: {said:?}");
        let told = format!("info string '{wrong}' is no position, the last one stays: {why}");
        assert_eq!(count(&said, &told), 1, "{said:?}");
        assert_eq!(count(&said, "bestmove e1g1"), 1, "{wrong}: {said:?}");
    }
    for wrong in ["position", "position here", "position startpos e2e4"] {
        let said =
            talk([say(good), say(wrong), say("go depth 1 searchmoves e1g1"), Step::Await("bestmove", 1)]);
        assert_eq!(count(&said, "info string 'position"), 1, "{wrong}: {said:?}");
        assert_eq!(count(&said, "bestmove e1g1"), 1, "{wrong}: {said:?}");
    }
    for wrong in
        ["setoption name Threads value abc", "setoption name Hash value 0", "setoption name Nothing value 1"]
    {
        let said = talk([say(wrong), say("isready"), Step::Await("readyok", 1)]);
        assert_eq!(count(&said, "info string "), 1, "{wrong}: {said:?}");
    }
}

#[test]
fn the_moves_of_a_book_are_played_if_it_is_to_be_used() {
    let file = "setoption name BookFile value one move.bin";
    let switch = "setoption name OwnBook value true";
    let plays = |before: &[&str], position: &str, go: &str| answers(before, position, go) == "b2b4";
    assert!(plays(&[file, switch], "position startpos", "go depth 3"));
    assert!(!plays(&[file], "position startpos", "go depth 3"), "it is not to be used");
    assert!(!plays(
        &[file, switch, "setoption name BookFile value <empty>"],
        "position startpos",
        "go depth 3"
    ));
    assert!(!plays(&[file, switch], "position startpos", "go depth 3 searchmoves e2e4 d2d4"));
    assert!(!plays(&[file, switch], "position startpos moves e2e4 e7e5", "go depth 3"));
    let said = talk([say("setoption name BookFile value x.bin"), say("isready"), Step::Await("readyok", 1)]);
    assert_eq!(said[0], "info string there is no x.bin");
}

#[test]
fn the_name_of_a_file_keeps_its_spaces() {
    let said = talk([
        say(" setoption  name  BookFile  value  a  b \t c.bin  "),
        say("isready"),
        Step::Await("readyok", 1),
    ]);
    // A control character is not sent back.
    assert_eq!(said[0], "info string there is no a  b  c.bin");
    let said = talk([say("setoption name BookFile value"), say("isready"), Step::Await("readyok", 1)]);
    assert_eq!(count(&said, "info string"), 0, "{said:?}");
}

#[test]
fn memory_and_tables_that_are_not_there_are_told_of() {
    for wrong in ["setoption name Hash value 65536000", "setoption name SyzygyPath value /no such folder"] {
        let said = talk([
            say(wrong),
            say("isready"),
            Step::Await("readyok", 1),
            say("go depth 2"),
            Step::Await("bestmove", 1),
        ]);
        assert!(count(&said, "info string ") >= 1 && count(&said, "bestmove") == 1, "{wrong}: {said:?}");
    }
}

/// What match runners ask before they trust an engine, in one conversation.
#[test]
fn the_steps_of_a_compliance_test_are_passed() {
    const MIDDLE: &str = "position fen 3r2k1/p4ppp/1q2b3/2p5/8/1P2Q1P1/P4P1P/3RB1K1 w - - 0 25";
    const BLACK: &str = "position fen 5rk1/pp3ppp/2p5/4N3/3P4/1P2q3/P5PP/R2Q3K b - - 1 22";
    let searches = [
        ("position startpos", "go wtime 100"),
        (MIDDLE, "go wtime 100"),
        (BLACK, "go btime 100"),
        ("position startpos", "go wtime 100 winc 100 btime 100 binc 100"),
        (BLACK, "go btime 100 binc 100 wtime 100 winc 100"),
        ("position startpos moves e2e4 e7e5 g1f3", "go btime 100 binc 100 wtime 100 winc 100"),
    ];
    let mut steps = vec![
        say("uci"),
        Step::Await("uciok", 1),
        say("isready"),
        Step::Await("readyok", 1),
        say("ucinewgame"),
    ];
    for ((position, go), number) in searches.into_iter().zip(1..) {
        steps.extend([say(position), say(go), Step::Await("bestmove", number)]);
    }
    steps.push(say("quit"));
    let said = talk(steps);
    for introduction in ["id name ", "id author ", "uciok", "readyok"] {
        assert!(said.iter().any(|line| line.starts_with(introduction)), "{introduction}");
    }
    let mut scored = false;
    for line in &said {
        let words: Vec<&str> = line.split(' ').collect();
        if let Some(at) = words.iter().position(|&word| word == "score") {
            scored = matches!(words[at + 1], "cp" | "mate") && words[at + 2].parse::<i32>().is_ok();
            assert!(scored, "{line}");
        }
        if let ["bestmove", best, ..] = words[..] {
            assert!(scored && best.bytes().all(|letter| !letter.is_ascii_uppercase()), "{line}");
            assert!(best.parse::<UciMove>().is_ok(), "{line}");
            scored = false;
        }
    }
    assert_eq!(count(&said, "bestmove"), searches.len());
}

#[test]
fn several_lines_and_chances_are_shown_when_asked_for() {
    let said = talk([
        say("setoption name MultiPV value 3"),
        say("setoption name UCI_ShowWDL value true"),
        say("go depth 4"),
        Step::Await("bestmove", 1),
    ]);
    for rank in 1..=3 {
        let wanted = "info depth 4 ";
        let line =
            said.iter().find(|line| line.starts_with(wanted) && line.contains(&format!(" multipv {rank} ")));
        assert!(line.is_some_and(|line| line.contains(" wdl ") && line.contains(" pv ")), "{said:?}");
    }
}

#[test]
fn any_bytes_are_survived() {
    let mut random = 0x0bad_5eed_u64;
    let mut next = move |below: usize| {
        random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (random >> 33) as usize % below
    };
    let words = [
        "uci",
        "isready",
        "go",
        "stop",
        "position",
        "startpos",
        "fen",
        "moves",
        "e2e4",
        "e7e5",
        "setoption",
        "name",
        "value",
        "Hash",
        "1",
        "depth",
        "-1",
        "nodes",
        "99999999999999999999",
        "ponderhit",
        "ponder",
        "infinite",
        "searchmoves",
        "ucinewgame",
        "\u{fffd}",
        "movetime",
        "0",
        "Clear",
        "w",
        "-",
        "\t",
        "\r",
        "MultiPV",
        "Threads",
        "3",
        "wtime",
        "8/8/8/8/8/8/8/8",
        "4k3/8/8/8/8/8/8/4K2R",
        "\0",
    ];
    let mut steps = vec![Step::Say(b"\xff\xfe\x80 go\n".to_vec()), Step::Say(vec![b'x'; 100_000]), say("")];
    for _ in 0..400 {
        let line: Vec<&str> = (0..next(7)).map(|_| words[next(words.len())]).collect();
        steps.push(say(&line.join(" ")));
        if next(4) == 0 {
            steps.push(Step::Say((0..=next(40)).map(|_| next(256) as u8).collect()));
        }
    }
    let before = steps.len();
    steps.extend(["position ", "x "].map(|word| say(&word.repeat(300_000))));
    steps.extend([say(""), say("stop"), say("position startpos"), say("go depth 1")]);
    assert!(before > 400);
    let said = talk(steps);
    assert!(count(&said, "bestmove ") > 10, "{}", said.len());
}

/// The score of a shallow search after an `EvalFile` was named, and what the engine said about it.
fn judged_by(name: &str) -> (String, Vec<String>) {
    let set = format!("setoption name EvalFile value {name}");
    let position = "position fen r1bqk2r/pp2bppp/2n1pn2/3p4/2PP4/2N2N2/PP2BPPP/R1BQ1RK1 w kq - 0 9";
    let said = talk([say(&set), say(position), say("go depth 1"), Step::Await("bestmove", 1)]);
    let line = said.iter().rfind(|line| line.starts_with("info depth")).expect("a score");
    let score = line.split(" nodes ").next().unwrap().to_owned();
    (score, said.into_iter().filter(|line| line.starts_with("info string")).collect())
}

#[test]
fn another_judge_can_be_named_and_a_bad_one_changes_nothing() {
    let folder = std::env::temp_dir();
    let [whole, torn, long, empty] = ["whole", "torn", "long", "empty"]
        .map(|name| folder.join(format!("regence {name} {}.net", std::process::id())));
    let bytes = regence_engine::network::Net::built_in().write();
    std::fs::write(&whole, &bytes).unwrap();
    std::fs::write(&torn, &bytes[..bytes.len() - 9]).unwrap();
    std::fs::write(&empty, b"").unwrap();
    // Longer than any network, so that it is not read to its end.
    let too_many = regence_engine::network::Net::LONGEST_FILE + 1_000;
    std::fs::write(&long, [&bytes[..], &vec![0; too_many - bytes.len()]].concat()).unwrap();
    let (built_in, _) = judged_by("<built-in>");
    let (written, _) = judged_by("<hce>");
    assert_ne!(built_in, written);
    let (of_file, told) = judged_by(whole.to_str().unwrap());
    assert_eq!(of_file, built_in);
    assert!(told[0].starts_with("info string the network now: "), "{told:?}");
    for (name, why) in [
        (torn.to_str().unwrap(), "bytes, expected"),
        (long.to_str().unwrap(), &format!("{too_many} bytes, expected {}", bytes.len())),
        (empty.to_str().unwrap(), "it is empty"),
        ("Cargo.toml", "not a network"),
        ("nowhere", "No such"),
    ] {
        let (score, told) = judged_by(name);
        assert_eq!(score, built_in);
        assert!(told.len() == 1 && told[0].contains(why), "{told:?}");
    }
    // Nobody writes into this pipe, and the device has no end.
    #[cfg(unix)]
    {
        let pipe = folder.join(format!("regence pipe {}", std::process::id()));
        assert!(std::process::Command::new("mkfifo").arg(&pipe).status().unwrap().success());
        for name in [pipe.to_str().unwrap(), "/dev/zero"] {
            let (score, told) = judged_by(name);
            assert!(score == built_in && told[0].contains("it is no file"), "{told:?}");
        }
        // Of what the system makes up when it is read nobody knows the end either.
        #[cfg(target_os = "linux")]
        {
            let (score, told) = judged_by("/proc/self/maps");
            assert!(score == built_in && told[0].contains("it is empty, or says so"), "{told:?}");
        }
        std::fs::remove_file(pipe).unwrap();
    }
    for path in [whole, torn, long, empty] {
        std::fs::remove_file(path).unwrap();
    }
}
