//! Conversations in plain text, word for word: each file in `transcripts` is one.
//!
//! A file begins with settings, one a line: `play` or `classroom`, then words as the program takes them after `--`. After an
//! empty line, `> text` is what somebody types, `@ seconds` lets time pass, and every other line is what is answered.
//! `ends` says that the input ends there.
//! With `TRANSCRIPTS=write` the answers are written anew, to be read before they are committed.

use regence_game::Variant;
use regence_game::clock::TimeControl;
use regence_game::computer::SimpleComputer;
use regence_rules::house::HouseRules;
use regence_terminal::plain::{
    Classroom, Look, Outside, Partner, PlainGame, Settings, Thinking, Voice, read_position,
};
use std::cell::{Cell, RefCell};
use std::collections::BTreeMap;
use std::path::Path;
use std::rc::Rc;
use std::time::Duration;
use std::{env, fs, io};

/// A world of its own, with a time that is told and files that are nowhere else.
#[derive(Clone, Default)]
struct SmallWorld {
    now: Rc<Cell<Duration>>,
    files: Rc<RefCell<BTreeMap<String, Vec<u8>>>>,
}

impl Outside for SmallWorld {
    fn now(&self) -> Duration {
        self.now.get()
    }

    fn read(&mut self, name: &str) -> io::Result<Vec<u8>> {
        self.files.borrow().get(name).cloned().ok_or_else(|| io::ErrorKind::NotFound.into())
    }

    fn write(&mut self, name: &str, text: &str, replace: bool) -> io::Result<()> {
        let mut files = self.files.borrow_mut();
        if !replace && files.contains_key(name) {
            return Err(io::ErrorKind::AlreadyExists.into());
        }
        files.insert(name.to_owned(), text.as_bytes().to_vec());
        Ok(())
    }
}

/// The partner that the settings of a transcript describe.
fn partner(settings: &[&str], world: &SmallWorld) -> Box<dyn Partner> {
    let value = |name: &str| {
        settings.iter().find_map(|line| line.strip_prefix(name)?.strip_prefix(' ').map(str::to_owned))
    };
    let seed = value("seed").map_or(0, |text| text.parse().unwrap());
    if settings[0] == "classroom" {
        let rules = settings
            .iter()
            .filter_map(|line| line.strip_prefix("rule "))
            .fold("classroom".to_owned(), |rules, rule| format!("{rules},{rule}"));
        let rules: HouseRules = rules.parse().unwrap();
        let computer = value("computer").map_or(SimpleComputer::Taker, |text| text.parse().unwrap());
        return Box::new(Classroom::new(rules, computer, seed));
    }
    assert_eq!(settings[0], "play", "a transcript begins with `play` or `classroom`");
    let variant: Variant = value("variant").map_or(Variant::Orthodox, |text| text.parse().unwrap());
    let (variant, start) = match value("fen") {
        Some(fen) => read_position(variant, &fen).unwrap(),
        None => (variant, variant.start()),
    };
    let mut all = Settings { variant, start, seed, ..Settings::default() };
    all.seats.white = value("white").map_or_else(Default::default, |text| text.parse().unwrap());
    all.seats.black = value("black").map_or_else(Default::default, |text| text.parse().unwrap());
    all.clock = value("clock").map_or(TimeControl::Unlimited, |text| text.parse().unwrap());
    all.thinking = Thinking { depth: value("depth").map(|text| text.parse().unwrap()), time: None };
    all.look = if settings.contains(&"ascii") { Look::Ascii } else { Look::Figurines };
    all.voice = if settings.contains(&"speech") { Voice::Speech } else { Voice::Drawing };
    Box::new(PlainGame::new(all, world.clone()))
}

/// What is said, line by line, when the lines of a transcript are typed. In the classroom the questions are part of it.
fn talk(settings: &[&str], script: &[&str]) -> String {
    let world = SmallWorld::default();
    let mut partner = partner(settings, &world);
    let is_asked = settings[0] == "classroom";
    let mut said = settings.join("\n") + "\n\n";
    let mut say = |lines: Vec<String>| {
        for line in lines {
            said.push_str(&line);
            said.push('\n');
        }
    };
    say(partner.greet());
    for &line in script.iter().filter(|line| line.starts_with(['>', '@']) || **line == "ends") {
        while let Some(lines) = partner.go_on() {
            say(lines);
        }
        let question = partner.question();
        assert!(question.is_some(), "nothing is asked any more before {line:?}");
        say(question.filter(|_| is_asked && !line.starts_with('@')).into_iter().collect());
        say(vec![line.to_owned()]);
        if let Some(seconds) = line.strip_prefix("@ ") {
            world.now.set(world.now.get() + Duration::from_secs(seconds.parse().unwrap()));
            say(partner.pass_time().0);
        } else if line == "ends" {
            say(partner.farewell());
        } else {
            say(partner.answer(line[1..].strip_prefix(' ').unwrap_or("")));
        }
    }
    while let Some(lines) = partner.go_on() {
        say(lines);
    }
    if is_asked {
        say(partner.question().into_iter().collect());
    }
    said
}

/// The first place where two texts differ, with the lines before it.
fn difference(expected: &str, found: &str) -> Option<String> {
    let (expected, found): (Vec<&str>, Vec<&str>) = (expected.lines().collect(), found.lines().collect());
    let longest = expected.len().max(found.len());
    let at = (0..longest).find(|&at| expected.get(at) != found.get(at))?;
    let lines = |lines: &[&str], from: usize, until: usize, sign: &str| -> Vec<String> {
        let shown = lines.get(from..until.min(lines.len())).unwrap_or_default();
        shown.iter().map(|line| format!("  {sign} {line}")).collect()
    };
    let all = [
        lines(&found, at.saturating_sub(5), at, " "),
        lines(&expected, at, at + 8, "-"),
        lines(&found, at, at + 8, "+"),
    ];
    Some(format!("line {}:\n{}\n", at + 1, all.concat().join("\n")))
}

#[test]
fn every_transcript_is_spoken_word_for_word() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/transcripts");
    let mut files: Vec<_> = fs::read_dir(&folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.sort();
    assert!(files.len() >= 15, "the transcripts are missing");
    let is_written_anew = env::var_os("TRANSCRIPTS").is_some_and(|value| value == "write");
    let mut differences = Vec::new();
    for file in files {
        let expected = fs::read_to_string(&file).unwrap();
        let (settings, script) = expected.split_once("\n\n").expect("an empty line follows the settings");
        let settings: Vec<&str> = settings.lines().collect();
        let found = talk(&settings, &script.lines().collect::<Vec<_>>());
        let name = file.file_name().unwrap_or_default().to_string_lossy().into_owned();
        if is_written_anew {
            fs::write(&file, &found).unwrap();
        } else if let Some(difference) = difference(&expected, &found) {
            differences.push(format!("{name}, {difference}"));
        }
    }
    assert!(differences.is_empty(), "\n{}", differences.join("\n"));
}

#[test]
fn the_same_lines_and_the_same_seed_give_the_same_answers() {
    let script: Vec<String> =
        ["e4", "d4", "undo", "Nf3", "hint", "Bc4"].map(|line| format!("> {line}")).to_vec();
    let script: Vec<&str> = script.iter().map(String::as_str).collect();
    for black in ["black computer:random", "black computer:planner", "black engine:full"] {
        let with_seed = |seed: &str| talk(&["play", black, seed, "depth 4"], &script);
        assert_eq!(with_seed("seed 7"), with_seed("seed 7"), "{black}");
    }
    let random = |seed: &str| talk(&["play", "black computer:random", seed], &["> e4"]).replace(seed, "");
    assert!((0..20).any(|seed| random(&format!("seed {seed}")) != random("seed 99")));
}
