//! A conversation with one client: what it has set, which position it speaks of, and whether a search is under way.

use super::command::Command;
use super::deputy::Strength;
use super::options::{self, Setting};
use super::words::Speaker;
use super::worker::{Job, SearchJob};
use crate::{Control, Limits, Situation};
use regence_rules::{FenProblem, ParseFenError, Position, SetupError, UciMove};
use std::io::Write;
use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::mpsc::Sender;
use std::time::Instant;

/// How the client wants things written.
#[derive(Clone, Copy, Default)]
pub(super) struct Style {
    pub(super) chess960: bool,
    pub(super) wdl: bool,
}

/// A conversation.
pub(super) struct Session<'a, W: Write> {
    speaker: &'a Speaker<W>,
    jobs: Sender<Job>,
    situation: Situation,
    style: Style,
    strength: Strength<'a>,
    /// The hand on the last search.
    control: Option<Arc<Control>>,
}

impl<'a, W: Write> Session<'a, W> {
    pub(super) fn new(speaker: &'a Speaker<W>, jobs: Sender<Job>, strength: Strength<'a>) -> Self {
        let (situation, style) = (Position::START.into(), Style::default());
        Self { speaker, jobs, situation, style, strength, control: None }
    }

    /// Does what a line says; breaks if that is to end.
    pub(super) fn hear(&mut self, line: &str) -> ControlFlow<()> {
        let words: Vec<&str> = line.split_whitespace().collect();
        match Command::read(&words) {
            None => {}
            Some(Command::Uci) => self.introduce(),
            Some(Command::IsReady) if self.is_searching_on() => self.speaker.say(format_args!("readyok")),
            Some(Command::IsReady) => self.order(Job::Ready),
            Some(Command::NewGame) => {
                self.strength.new_game();
                self.order(Job::Forget);
            }
            Some(Command::SetOption { name, value }) => self.set(name, value, line),
            Some(Command::Position { fen, moves }) => self.set_up(fen, moves),
            Some(Command::Nowhere { stray }) => self.speaker.explain(format_args!(
                "'position {}' is no position, the last one stays: expected startpos or fen, then moves",
                shortened(&stray.join(" "))
            )),
            Some(Command::Go(limits)) => self.go(limits),
            Some(Command::Stop) => self.stop(),
            Some(Command::PonderHit) => {
                if let Some(control) = &self.control {
                    control.ponder_hit();
                }
            }
            Some(Command::Quit) => return ControlFlow::Break(()),
        }
        ControlFlow::Continue(())
    }

    fn introduce(&self) {
        self.speaker.say(format_args!("id name Regence {}", env!("CARGO_PKG_VERSION")));
        self.speaker.say(format_args!("id author {}", env!("CARGO_PKG_AUTHORS")));
        for option in options::announcements().chain(self.strength.announcements()) {
            self.speaker.say(format_args!("{option}"));
        }
        self.speaker.say(format_args!("uciok"));
    }

    /// Goes to a position. Without one the last one stays; of moves, those count that come before the first that is none.
    fn set_up(&mut self, fen: Option<&[&str]>, moves: &[&str]) {
        let start = match fen.map(|fields| (fields, read_fen(fields))) {
            None => Position::START,
            Some((_, Ok(position))) => position,
            Some((fields, Err(error))) => {
                let fen = shortened(&fields.join(" "));
                return self
                    .speaker
                    .explain(format_args!("'{fen}' is no position, the last one stays: {error}"));
            }
        };
        self.situation = Situation::new(start);
        for word in moves {
            let read = word.parse::<UciMove>().map_err(|error| error.to_string());
            let position = self.situation.position();
            match read.and_then(|mv| position.resolve(mv).map_err(|error| error.to_string())) {
                Ok(mv) => self.situation.play(mv),
                Err(error) => {
                    let word = shortened(word);
                    let why = format_args!("'{word}' is not played, nor what follows it: {error}");
                    return self.speaker.explain(why);
                }
            }
        }
    }

    /// Sets an option to the words at the end of a line.
    fn set(&mut self, name: &[&str], value: &[&str], line: &str) {
        if let Some(done) = self.strength.set(&name.join(" "), &value.join(" ")) {
            if let Err(reason) = done {
                self.speaker.explain(reason);
            }
            return;
        }
        match options::read(&name.join(" "), last_words(line, value.len())) {
            Ok((setting, cut)) => {
                if let Some(cut) = cut {
                    self.speaker.explain(cut);
                }
                match setting {
                    Setting::Chess960(on) => self.style.chess960 = on,
                    Setting::ShowWdl(on) => self.style.wdl = on,
                    setting => self.order(Job::Set(setting)),
                }
            }
            Err(objection) => self.speaker.explain(objection),
        }
    }

    /// Starts a search; one that is still under way ends first, with its answer.
    fn go(&mut self, mut limits: Limits) {
        // Whatever the worker has to do first, the client's clock runs from now on.
        limits.since = Some(Instant::now());
        self.stop();
        let control = Arc::new(Control::new(limits.ponder));
        self.control = Some(Arc::clone(&control));
        let (situation, style) = (self.situation.clone(), self.style);
        let deputy = self.strength.deputy();
        self.order(Job::Search(Box::new(SearchJob { situation, limits, style, control, deputy })));
    }

    fn stop(&self) {
        if let Some(control) = &self.control {
            control.stop();
        }
    }

    /// Whether a search is under way that has not been told to stop: nobody knows how long it will take. One that has will be done in
    /// a moment, and whatever the client wants done after it as well.
    fn is_searching_on(&self) -> bool {
        self.control.as_ref().is_some_and(|control| !control.is_finished() && !control.is_stopped())
    }

    fn order(&self, job: Job) {
        if self.jobs.send(job).is_err() {
            self.speaker.explain("the engine has stopped working");
        }
    }
}

/// Nobody is left to stop it.
impl<W: Write> Drop for Session<'_, W> {
    fn drop(&mut self) {
        self.stop();
    }
}

/// Reads a FEN that may lack its clocks, and may claim what cannot be but changes nothing, as other programs write it.
fn read_fen(fields: &[&str]) -> Result<Position, ParseFenError> {
    let mut fen = fields.join(" ");
    match fields.len() {
        4 => fen += " 0 1",
        5 => fen += " 1",
        _ => {}
    }
    match Position::from_fen_chess960(&fen) {
        Err(error) if is_harmless(&error.problem, fields) => Position::from_fen_lenient(&fen),
        read => read,
    }
}

/// Whether nothing is lost if what is wrong is passed over: a game that counts its moves from 0, castling without a rook or
/// a king for it, a capture en passant of no pawn.
fn is_harmless(problem: &FenProblem, fields: &[&str]) -> bool {
    match problem {
        FenProblem::FullmoveNumber(_) => fields.last() == Some(&"0"),
        FenProblem::NoCastlingRook(_) => true,
        FenProblem::Illegal(error) => {
            matches!(error, SetupError::Castling { .. } | SetupError::EnPassant { .. })
        }
        _ => false,
    }
}

/// So many words at the end of a line as they are written: in the name of a file, two spaces are not one.
fn last_words(line: &str, count: usize) -> &str {
    let line = line.trim_end();
    let without_last =
        |line: &str| line.trim_end().trim_end_matches(|letter: char| !letter.is_whitespace()).len();
    let start = (0..count).fold(line.len(), |end, _| without_last(&line[..end]));
    &line[start..]
}

/// As much of a word as a line can bear.
fn shortened(word: &str) -> String {
    word.chars().take(100).collect()
}
