//! What can be asked of Regence: one file for each command.

mod analyze;
mod bench;
mod board;
mod book;
mod calibrate;
mod classroom;
mod completions;
mod eval;
mod fen;
mod games;
mod help;
mod help_items;
mod man;
mod match_engines;
mod moves;
mod opening;
mod perft;
pub mod pgn;
mod play;
mod review;
mod store;
mod uci;
mod web;
mod worker;

use crate::arguments::{Arguments, Flag};
use crate::error::Error;
use lexopt::Arg;
use std::ffi::OsStr;
use std::io::Write;

pub use match_engines::MatchError;

/// The first word on the command line.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Command {
    /// Looks ahead in positions.
    Analyze,
    /// Measures the engine.
    Bench,
    /// Draws a position.
    Board,
    /// Shows the moves of an opening book.
    Book,
    /// Measures our opponents.
    Calibrate,
    /// Says what a position is worth and why.
    Eval,
    /// Plays chess for a first lesson.
    Classroom,
    /// Lets a shell complete what is typed.
    Completions,
    /// Checks and normalises a FEN.
    Fen,
    /// Works on the games that are kept.
    Games,
    /// Explains.
    Help,
    /// Writes the manual page.
    Man,
    /// Lets engines play.
    Match,
    /// Lists the legal moves.
    Moves,
    /// Names an opening.
    Opening,
    /// Counts positions some moves ahead.
    Perft,
    /// Works on files of games.
    Pgn,
    /// Plays, on the whole screen or in plain text.
    Play,
    /// Says how games were played.
    Review,
    /// Plays in the browser, with others.
    Serve,
    /// Works on all that is kept.
    Store,
    /// Lets other programs talk to the engine.
    Uci,
    /// Plays in the browser.
    Web,
    /// Thinks for servers and those who analyse.
    Worker,
}

impl Command {
    /// All commands, in the order in which help lists them.
    #[rustfmt::skip] // One a line, so that a new one is one line more.
    pub const ALL: [Self; 24] = [
        Self::Play,
        Self::Web,
        Self::Classroom,
        Self::Board,
        Self::Moves,
        Self::Fen,
        Self::Eval,
        Self::Analyze,
        Self::Review,
        Self::Perft,
        Self::Opening,
        Self::Book,
        Self::Pgn,
        Self::Games,
        Self::Uci,
        Self::Bench,
        Self::Match,
        Self::Serve,
        Self::Worker,
        Self::Store,
        Self::Calibrate,
        Self::Completions,
        Self::Man,
        Self::Help,
    ];

    /// The word that names it.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Analyze => "analyze",
            Self::Bench => "bench",
            Self::Board => "board",
            Self::Book => "book",
            Self::Calibrate => "calibrate",
            Self::Eval => "eval",
            Self::Classroom => "classroom",
            Self::Completions => "completions",
            Self::Fen => "fen",
            Self::Games => "games",
            Self::Help => "help",
            Self::Man => "man",
            Self::Match => "match",
            Self::Moves => "moves",
            Self::Opening => "opening",
            Self::Perft => "perft",
            Self::Pgn => "pgn",
            Self::Play => "play",
            Self::Review => "review",
            Self::Serve => "serve",
            Self::Store => "store",
            Self::Uci => "uci",
            Self::Web => "web",
            Self::Worker => "worker",
        }
    }

    /// What it is for, in a few words.
    pub const fn purpose(self) -> &'static str {
        match self {
            Self::Analyze => "look ahead in a position, or in all positions of games",
            Self::Bench => "measure the engine",
            Self::Board => "draw a position",
            Self::Book => "show the moves of an opening book",
            Self::Calibrate => "measure how strong our opponents are",
            Self::Classroom => "play chess for a first lesson",
            Self::Completions => "let a shell complete commands and flags",
            Self::Eval => "say what a position is worth without looking ahead, and why",
            Self::Fen => "check a FEN and write it in its normal form",
            Self::Games => "list, show, export, import and delete the games that are kept",
            Self::Help => "explain a command: `regence help perft`",
            Self::Man => "write the manual page",
            Self::Match => "let engines play against each other",
            Self::Moves => "list the legal moves of a position",
            Self::Opening => "name an opening by its moves",
            Self::Perft => "count the positions some half-moves ahead",
            Self::Pgn => "check, count, filter and convert the games of PGN files, and make books of them",
            Self::Play => "play, on the whole screen or in plain text; also what happens without a command",
            Self::Review => "say in plain words how games were played, and what was wrong with bad moves",
            Self::Serve => "let others play in their browsers",
            Self::Store => "copy all that is kept to another place",
            Self::Uci => "let a chess program or a board talk to the engine",
            Self::Web => "play in the browser",
            Self::Worker => "think for servers, and for those who analyse many games",
        }
    }

    /// The words that may follow it, as far as they are known beforehand.
    pub fn words(self) -> Vec<&'static str> {
        match self {
            Self::Completions => completions::Shell::ALL.map(completions::Shell::name).into(),
            Self::Games => games::TASKS.into(),
            Self::Help => Self::ALL.map(Self::name).into(),
            Self::Pgn => pgn::Task::ALL.map(pgn::Task::name).into(),
            Self::Store => vec!["copy"],
            _ => Vec::new(),
        }
    }

    /// The flags it takes, besides `--help`.
    pub const fn flags(self) -> &'static [Flag] {
        match self {
            Self::Analyze => &analyze::FLAGS,
            Self::Board => &[Flag::Fen, Flag::Chess960, Flag::Ascii],
            Self::Book => &[Flag::Fen, Flag::Chess960, Flag::Seed],
            Self::Calibrate => &calibrate::FLAGS,
            Self::Eval => &[Flag::Fen, Flag::Chess960, Flag::Json],
            Self::Classroom => &[Flag::Computer, Flag::Rule, Flag::Seed],
            Self::Fen => &[Flag::Chess960],
            Self::Games => &games::FLAGS,
            Self::Bench | Self::Completions | Self::Help | Self::Man | Self::Store | Self::Uci => &[],
            Self::Match => &match_engines::FLAGS,
            Self::Moves | Self::Opening => &[Flag::Fen, Flag::Chess960],
            Self::Perft => &[Flag::Fen, Flag::Chess960, Flag::Divide, Flag::Threads, Flag::Hash],
            Self::Pgn => pgn::FLAGS,
            Self::Review => &review::FLAGS,
            Self::Serve => &web::SERVE_FLAGS,
            Self::Web => &web::WEB_FLAGS,
            Self::Worker => &worker::FLAGS,
            Self::Play => &[
                Flag::Plain,
                Flag::Speech,
                Flag::Level,
                Flag::White,
                Flag::Black,
                Flag::Variant,
                Flag::Fen,
                Flag::Clock,
                Flag::Depth,
                Flag::MoveTime,
                Flag::Seed,
                Flag::Ascii,
                Flag::Data,
                Flag::Database,
            ],
        }
    }

    fn from_word(word: &OsStr) -> Result<Self, Error> {
        Self::ALL
            .into_iter()
            .find(|command| word == command.name())
            .ok_or_else(|| Error::UnknownCommand(word.into()))
    }
}

/// A command with everything it needs to run.
pub enum Request {
    /// Look ahead in positions.
    Analyze(Box<analyze::Analyze>),
    /// Measure the engine.
    Bench(bench::Bench),
    /// Draw a position.
    Board(board::Board),
    /// Show the moves of a book.
    Book(book::Book),
    /// Measure our opponents.
    Calibrate(calibrate::Calibrate),
    /// Explain what a position is worth.
    Eval(eval::Eval),
    /// Give a lesson.
    Classroom(classroom::Classroom),
    /// Let a shell complete.
    Completions(completions::Completions),
    /// Normalise a FEN.
    Fen(fen::Fen),
    /// Work on the games that are kept.
    Games(Box<games::Games>),
    /// Explain everything, or one command.
    Help(Option<Command>),
    /// Write the manual page.
    Man(man::Man),
    /// Let engines play.
    Match(Box<match_engines::MatchEngines>),
    /// List legal moves.
    Moves(moves::Moves),
    /// Name an opening.
    Opening(opening::Opening),
    /// Count positions.
    Perft(perft::Perft),
    /// Do something with files of games.
    Pgn(pgn::Pgn),
    /// Play, on the whole screen or in plain text.
    Play(Box<play::Play>),
    /// Say how games were played.
    Review(Box<review::Review>),
    /// Do something with all that is kept.
    Store(Box<store::Store>),
    /// Talk to another program.
    Uci(uci::Uci),
    /// Serve the browser.
    Web(Box<web::Web>),
    /// Think for others.
    Worker(Box<worker::Worker>),
    /// Say which version this is.
    Version,
}

impl Request {
    /// Reads the whole command line.
    pub fn read(mut parser: lexopt::Parser) -> Result<Self, Error> {
        let whole = parser.clone();
        let first = parser.next().map_err(|error| Error::from_parser(error, None))?;
        let command = match first {
            None => Command::Play,
            Some(Arg::Long("help") | Arg::Short('h')) => Command::Help,
            Some(Arg::Long("version") | Arg::Short('V')) => return version(&mut parser),
            Some(Arg::Value(word)) => Command::from_word(&word)?,
            // Whoever says only how to play wants to play.
            Some(flag) if Command::Play.flags().iter().any(|known| known.is(&flag)) => {
                parser = whole;
                Command::Play
            }
            Some(flag) => return Err(Error::unknown_flag(&flag, None)),
        };
        let mut arguments = Arguments::new(parser, command);
        if arguments.ask_for_help() {
            return Ok(Self::Help(Some(command)));
        }
        Ok(match command {
            Command::Analyze => Self::Analyze(Box::new(analyze::Analyze::read(&mut arguments)?)),
            Command::Bench => Self::Bench(bench::Bench::read(&mut arguments)?),
            Command::Board => Self::Board(board::Board::read(&mut arguments)?),
            Command::Book => Self::Book(book::Book::read(&mut arguments)?),
            Command::Calibrate => Self::Calibrate(calibrate::Calibrate::read(&mut arguments)?),
            Command::Eval => Self::Eval(eval::Eval::read(&mut arguments)?),
            Command::Classroom => Self::Classroom(classroom::Classroom::read(&mut arguments)?),
            Command::Completions => Self::Completions(completions::Completions::read(&mut arguments)?),
            Command::Fen => Self::Fen(fen::Fen::read(&mut arguments)?),
            Command::Games => Self::Games(Box::new(games::Games::read(&mut arguments)?)),
            Command::Help => Self::Help(help::read(&mut arguments)?),
            Command::Man => Self::Man(man::Man::read(&mut arguments)?),
            Command::Match => Self::Match(Box::new(match_engines::MatchEngines::read(&mut arguments)?)),
            Command::Moves => Self::Moves(moves::Moves::read(&mut arguments)?),
            Command::Opening => Self::Opening(opening::Opening::read(&mut arguments)?),
            Command::Perft => Self::Perft(perft::Perft::read(&mut arguments)?),
            Command::Pgn => Self::Pgn(pgn::Pgn::read(&mut arguments)?),
            Command::Play => Self::Play(Box::new(play::Play::read(&mut arguments)?)),
            Command::Review => Self::Review(Box::new(review::Review::read(&mut arguments)?)),
            Command::Store => Self::Store(Box::new(store::Store::read(&mut arguments)?)),
            Command::Uci => Self::Uci(uci::Uci::read(&mut arguments)?),
            Command::Worker => Self::Worker(Box::new(worker::Worker::read(&mut arguments)?)),
            Command::Web | Command::Serve => Self::Web(Box::new(web::Web::read(&mut arguments)?)),
        })
    }

    /// Does it, writing the answer to `out`.
    pub fn run(&self, out: &mut (impl Write + Send)) -> Result<Answer, Error> {
        match self {
            Self::Analyze(analyze) => return analyze.run(out),
            Self::Bench(bench) => bench.run(out)?,
            Self::Board(board) => board.run(out)?,
            Self::Book(book) => book.run(out)?,
            Self::Calibrate(request) => return request.run(out),
            Self::Eval(eval) => eval.run(out)?,
            Self::Classroom(classroom) => classroom.run(out)?,
            Self::Completions(completions) => completions.run(out)?,
            Self::Fen(fen) => fen.run(out)?,
            Self::Review(review) => return review.run(out),
            Self::Games(games) => return games.run(out),
            Self::Help(topic) => help::run(*topic, out)?,
            Self::Man(man) => man.run(out)?,
            Self::Match(request) => return request.run(out),
            Self::Moves(moves) => moves.run(out)?,
            Self::Opening(opening) => opening.run(out)?,
            Self::Perft(perft) => perft.run(out)?,
            Self::Pgn(pgn) => return pgn.run(out),
            Self::Play(play) => return play.run(out),
            Self::Store(store) => store.run(out)?,
            Self::Uci(uci) => uci.run(out)?,
            Self::Web(web) => web.run(out)?,
            Self::Worker(worker) => worker.run(out)?,
            Self::Version => writeln!(out, "regence {}", env!("CARGO_PKG_VERSION"))?,
        }
        Ok(Answer::Yes)
    }
}

/// The version, if nothing else is asked for.
fn version(parser: &mut lexopt::Parser) -> Result<Request, Error> {
    if let Some(value) = parser.optional_value() {
        return Err(Error::UnknownCommand(value));
    }
    match parser.next().map_err(|error| Error::from_parser(error, None))? {
        None => Ok(Request::Version),
        Some(Arg::Value(word)) => Err(Error::UnknownCommand(word)),
        Some(flag) => Err(Error::unknown_flag(&flag, None)),
    }
}

/// What the exit code says of an answer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Answer {
    /// Done, and all is well.
    Yes,
    /// Done, but something was asked about that is not as it should be.
    No,
}
