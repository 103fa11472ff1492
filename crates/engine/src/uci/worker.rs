//! The thread that owns the engine and does what takes time.

use super::Guests;
use super::book::{Book, Shelf};
use super::deputy::{Asked, Deputies, Deputy};
use super::options::{BUILT_IN, Setting, USUAL_HASH, WRITTEN};
use super::session::Style;
use super::words::Speaker;
use crate::memory;
use crate::named_file::open_file;
use crate::network::{BadNet, Net, Network};
use crate::{
    Control, Engine, Evaluation, Judge, Limits, Listener, NoMemory, Report, Score, Situation, Tablebase, Wdl,
};
use regence_rules::{Move, UciMove};
use std::fmt::Write as _;
use std::io::{Read, Write};
use std::sync::Arc;
use std::sync::mpsc::Receiver;
use std::time::Duration;

/// Something to do, in the order in which the client wants it.
pub(super) enum Job {
    Set(Setting),
    Forget,
    /// Say that all before is done.
    Ready,
    Search(Box<SearchJob>),
}

/// A search to make.
pub(super) struct SearchJob {
    pub(super) situation: Situation,
    pub(super) limits: Limits,
    pub(super) style: Style,
    pub(super) control: Arc<Control>,
    /// Who plays instead of the engine, in the game of this seed.
    pub(super) deputy: Option<(Deputy, u64)>,
}

/// Does all jobs until there will be no more.
pub(super) fn work<W: Write>(judge: Judge, jobs: Receiver<Job>, speaker: &Speaker<W>, guests: Guests<'_>) {
    let mut shelf = Shelf::default();
    let made = Engine::new(judge.clone(), USUAL_HASH as usize).or_else(|reason| {
        speaker.explain(reason);
        Engine::new(judge, 1)
    });
    let mut engine = match made {
        Ok(engine) => engine,
        Err(reason) => return speaker.explain(reason),
    };
    Evaluation::prepare();
    for job in jobs {
        match job {
            Job::Set(Setting::OwnBook(on)) => {
                shelf.is_used = on;
                if on && shelf.book.is_none() {
                    speaker.explain("there is no book yet: name one with BookFile");
                }
            }
            Job::Set(Setting::BookFile(name)) => {
                shelf.book = read_book(&name, guests).unwrap_or_else(|reason| {
                    speaker.explain(reason);
                    None
                });
            }
            Job::Set(setting) => set(&mut engine, setting, speaker),
            Job::Forget => engine.forget(),
            Job::Ready => speaker.say(format_args!("readyok")),
            Job::Search(mut search) => {
                if let (Some(_), Some(deputies)) = (search.deputy, guests.deputies) {
                    ask(deputies, &search, &mut engine, speaker);
                    continue;
                }
                if let Some(limits) = shelf.advise(&search.situation, &search.limits) {
                    search.limits = limits;
                }
                answer(&mut engine, *search, speaker);
            }
        }
    }
}

/// The book of this name; none without a name.
fn read_book(name: &str, guests: Guests<'_>) -> Result<Option<Box<dyn Book>>, String> {
    match guests.open_book {
        _ if name.is_empty() => Ok(None),
        Some(open) => open(name).map(Some),
        None => Err("opening books cannot be read here".to_owned()),
    }
}

fn set<W: Write>(engine: &mut Engine<Judge>, setting: Setting, speaker: &Speaker<W>) {
    match setting {
        // Clients like to say again what they have said.
        Setting::Hash(megabytes) if megabytes as usize == engine.megabytes() => {}
        // The memory of the old table comes back first.
        Setting::Hash(megabytes) if !memory::has_instead_of(engine.megabytes(), megabytes as usize) => {
            let reason = NoMemory { megabytes: megabytes as usize };
            speaker.explain(format_args!("{reason}; it stays as it was"));
        }
        Setting::Hash(megabytes) => {
            if let Err(reason) = engine.resize(megabytes as usize) {
                speaker.explain(format_args!("{reason}; Hash is {} MB now, and empty", engine.megabytes()));
            }
        }
        Setting::Threads(threads) => {
            if let Err(reason) = engine.set_threads(threads as usize) {
                speaker.explain(format_args!("{reason}; there are as many threads as before"));
            }
        }
        Setting::MultiPv(lines) => engine.set_lines(lines as usize),
        Setting::Overhead(millis) => engine.set_overhead(Duration::from_millis(millis.into())),
        Setting::Ponder(on) => engine.set_ponders(on),
        Setting::Analyse(on) => engine.set_analyses(on),
        Setting::ClearHash => engine.clear_table(),
        Setting::SyzygyPath(path) => {
            engine.set_tablebase(None);
            match if path.is_empty() { Ok(None) } else { Tablebase::open(&path).map(Some) } {
                Ok(tablebase) => engine.set_tablebase(tablebase),
                Err(reason) => speaker.explain(reason),
            }
        }
        Setting::EvalFile(name) => match find_judge(&name) {
            Ok(judge) => {
                let note = judge.net().map(|network| network.net().note.clone());
                engine.set_evaluator(judge);
                if let Some(note) = note {
                    speaker.explain(format_args!("the network now: {note}"));
                }
            }
            Err(reason) => speaker.explain(format_args!("'{name}' is no network: {reason}; the judge stays")),
        },
        // How things are written is the session's own matter, and books are the worker's.
        Setting::Chess960(_) | Setting::ShowWdl(_) | Setting::OwnBook(_) | Setting::BookFile(_) => {}
    }
}

/// The judge of this name: the network in the program, the written evaluation, or the network of a file.
fn find_judge(name: &str) -> Result<Judge, String> {
    if name.is_empty() || name.eq_ignore_ascii_case(BUILT_IN) {
        return Ok(Judge::default());
    }
    if name.eq_ignore_ascii_case(WRITTEN) {
        return Ok(Judge::written(Evaluation::default()));
    }
    let net = read_net(name)?;
    Ok(Judge::network(Network::new(Arc::new(net))))
}

/// The network of a file.
fn read_net(name: &str) -> Result<Net, String> {
    let file = open_file(name).map_err(|error| error.to_string())?;
    let length = file.metadata().map_err(|error| error.to_string())?.len();
    let mut bytes = Vec::new();
    // Whatever is longer is no network.
    file.take(Net::LONGEST_FILE as u64 + 1).read_to_end(&mut bytes).map_err(|error| error.to_string())?;
    let net = Net::read(&bytes).map_err(|reason| match reason {
        // It may have more bytes than were read.
        BadNet::Length { bytes, expected } => BadNet::Length { bytes: bytes.max(length as usize), expected },
        reason => reason,
    });
    net.map_err(|reason| reason.to_string())
}

fn answer<W: Write>(engine: &mut Engine<Judge>, job: SearchJob, speaker: &Speaker<W>) {
    let SearchJob { situation, limits, style, control, .. } = job;
    let answer = engine.search_for(&situation, &limits, &control, &mut Client { speaker, style });
    match (answer.best.map(|mv| style.write(mv)), answer.reply.map(|mv| style.write(mv))) {
        (Some(best), Some(reply)) => speaker.say(format_args!("bestmove {best} ponder {reply}")),
        (Some(best), None) => speaker.say(format_args!("bestmove {best}")),
        (None, _) => {
            let score = if situation.position().is_check() { "mate 0" } else { "cp 0" };
            speaker.say(format_args!("info depth 0 score {score}"));
            speaker.say(format_args!("bestmove (none)"));
        }
    }
}

/// Whoever asked, as one who listens to a search.
struct Client<'a, W> {
    speaker: &'a Speaker<W>,
    style: Style,
}

impl<W: Write> Listener for Client<'_, W> {
    fn line(&mut self, report: &Report) {
        self.speaker.say(format_args!("{}", info(report, self.style)));
    }

    fn trying(&mut self, mv: Move, number: usize) {
        let mv = self.style.write(mv);
        self.speaker.say(format_args!("info currmove {mv} currmovenumber {number}"));
    }
}

/// Asks somebody else for a move, who takes no time worth telling of, and never more than the longest.
fn ask<W: Write>(deputies: &dyn Deputies, job: &SearchJob, engine: &mut Engine<Judge>, speaker: &Speaker<W>) {
    let SearchJob { situation, limits, style, control, deputy } = job;
    let longest = engine.longest(limits, situation.position().turn());
    let resolve = |&written| situation.position().resolve(written).ok();
    let wanted: Vec<Move> = limits.moves.iter().filter_map(resolve).collect();
    // In the position's own order and each once, so that it is one question however the client writes it.
    let mut among = situation.position().legal_moves().to_vec();
    among.retain(|mv| wanted.contains(mv));
    let chosen = deputy.and_then(|(whom, seed)| {
        deputies.choose(whom, &Asked { situation, among: &among, seed, control, longest })
    });
    control.wait_for_release(limits.infinite);
    control.finish();
    if let Some((mv, worth)) = chosen {
        let score = worth.or_else(|| glance(engine, situation, mv)).unwrap_or(Score::Centipawns(0));
        let wdl = if style.wdl { format!(" wdl {}", Wdl::new(score)) } else { String::new() };
        let mv = style.write(mv);
        speaker.say(format_args!("info depth 1 score {score}{wdl} pv {mv}"));
        speaker.say(format_args!("bestmove {mv}"));
    } else {
        let score = if situation.position().is_check() { "mate 0" } else { "cp 0" };
        speaker.say(format_args!("info depth 0 score {score}"));
        speaker.say(format_args!("bestmove (none)"));
    }
}

/// What a move is worth at a glance, for one who has not said it: a score is none that we make up.
fn glance(engine: &mut Engine<Judge>, situation: &Situation, mv: Move) -> Option<Score> {
    let limits = Limits { depth: Some(1), moves: vec![mv.uci_chess960()], ..Limits::default() };
    engine.search(situation, &limits, &Arc::default(), &mut |_| {}).score
}

fn info(report: &Report, style: Style) -> String {
    let Report { depth, deepest, rank, score, nodes, time, fullness, line } = report;
    let mut text = format!("info depth {depth} seldepth {deepest} multipv {rank} score {score}");
    if style.wdl {
        // Writing to a string cannot fail.
        let _ = write!(text, " wdl {}", Wdl::new(*score));
    }
    let millis = time.as_millis();
    let speed = u128::from(*nodes) * 1_000_000 / time.as_micros().max(1);
    let _ = write!(text, " nodes {nodes} nps {speed} hashfull {fullness} time {millis} pv");
    for &mv in *line {
        let _ = write!(text, " {}", style.write(mv));
    }
    text
}

impl Style {
    fn write(self, mv: Move) -> UciMove {
        if self.chess960 { mv.uci_chess960() } else { mv.uci() }
    }
}
