//! `regence pgn book`: makes an opening book of games.

use super::given::Given;
use super::{Input, Task};
use crate::arguments::Flag;
use crate::commands::Answer;
use crate::error::Error;
use crate::pgn_games::Search;
use regence_game::book::{BookMaker, BookRules, OpeningMoves, Weights};
use regence_game::pgn::{GameError, GameResult, MainLine};
use regence_terminal::whole_file;
use std::ffi::OsString;
use std::io::Write;
use std::path::Path;

/// The flags of this task.
pub const FLAGS: &[Flag] = &[Flag::MaxPlies, Flag::MinGames, Flag::Output, Flag::Weights];

/// A wish for a book.
pub struct Book {
    file: OsString,
    rules: BookRules,
}

impl Book {
    /// Reads the flags.
    pub fn read(given: &mut Given) -> Result<Self, Error> {
        let usual = BookRules::default();
        let weights = given.read_as(Flag::Weights, "result or games", |text| match text {
            "result" => Some(Weights::Result),
            "games" => Some(Weights::Games),
            _ => None,
        })?;
        let rules = BookRules {
            min_games: given.number(Flag::MinGames, 1..=u32::MAX)?.unwrap_or(usual.min_games),
            max_ply: given.number(Flag::MaxPlies, 1..=1000)?.unwrap_or(usual.max_ply),
            weights: weights.unwrap_or(usual.weights),
            ..usual
        };
        let usage = "a file to write: `--output FILE.bin`";
        let file = given.value(Flag::Output).ok_or(Error::NoFlag { usage, task: Task::Book })?;
        Ok(Self { file, rules })
    }

    /// Makes the book and writes its file, all of it or nothing, then says what is in it.
    pub fn run(&self, input: &Input, out: &mut impl Write) -> Result<Answer, Error> {
        let mut maker = BookMaker::new(self.rules);
        let mut games = 0_u64;
        let search = Openings { wanted: maker.opening() };
        let answer = input.each_good_game(&search, out, |_, _, game| {
            let (opening, result) = game.found;
            maker.add(&opening, result);
            games += 1;
            Ok(())
        })?;
        let book = maker.finish();
        whole_file::replace(Path::new(&self.file), |file| book.write(file))
            .map_err(|error| Error::OutputFile { file: self.file.clone(), error })?;
        writeln!(out, "games {games}, positions {}, moves {}", book.positions(), book.moves())?;
        Ok(answer)
    }
}

/// Notes down the first moves of games.
struct Openings {
    wanted: OpeningMoves,
}

impl Search for Openings {
    type Visitor = MainLine<OpeningMoves>;
    type Found = (OpeningMoves, GameResult);

    fn visitor(&self) -> Self::Visitor {
        MainLine::new(self.wanted.clone())
    }

    fn found(&self, visitor: &mut Self::Visitor) -> Result<Self::Found, GameError> {
        let (opening, end) = visitor.finish();
        end.map(|end| (opening.clone(), end.result))
    }
}
