//! Files: games and positions read and written.

use super::super::desk::{Desk, Notice, Review};
use super::super::message::{Effect, Existing, NotWritten};
use super::{App, Page};
use crate::plain::{self, can_play};
use regence_game::clock::TimeControl;
use regence_game::computer::SimpleComputer;
use regence_game::pgn::{GameBuilder, PgnGame, Reader};
use regence_game::session::{Command, Seat};
use regence_game::{AnyPosition, Game, Variant};
use regence_rules::Color;
use regence_rules::house::{HousePosition, HouseRules};
use std::path::{Path, PathBuf};

/// More games than anybody looks through by turning pages.
const MOST_GAMES: usize = 10_000;

impl App {
    /// Has the game written to a file, or the position if its name ends in `.fen`. A file that is there already stays,
    /// unless it is to be replaced or holds this game as it was a while ago.
    pub(super) fn save(&mut self, name: Option<String>, existing: Existing) {
        let Some(desk) = &self.desk else { return };
        let is_known =
            name.as_ref().is_some_and(|name| desk.saved.iter().any(|saved| saved == Path::new(name)));
        let existing = if is_known { Existing::Replace } else { existing };
        let name = name.unwrap_or_else(|| self.file_name(desk.is_free()));
        let is_fen = Path::new(&name).extension().is_some_and(|ending| ending.eq_ignore_ascii_case("fen"));
        let text =
            if is_fen || desk.is_free() { format!("{}\n", desk.fen()) } else { self.pgn().to_string() };
        self.effects.push(Effect::Write(PathBuf::from(name), text, existing));
    }

    /// A name that no other game has, as long as one does not save two of them within a second.
    fn file_name(&self, is_position: bool) -> String {
        let date = self.today().replace('.', "-");
        let second = self.moment().0.div_euclid(1000).rem_euclid(24 * 60 * 60);
        let (hour, minute, second) = (second / 3600, second / 60 % 60, second % 60);
        let extension = if is_position { "fen" } else { "pgn" };
        format!("regence-{date}-{hour:02}{minute:02}{second:02}.{extension}")
    }

    pub(super) fn wrote(&mut self, path: &Path, result: Result<(), NotWritten>) {
        let Some(desk) = &mut self.desk else { return };
        let name = path.display();
        match result {
            Ok(()) => {
                let others = desk.review().map_or(0, |review| review.games.len().saturating_sub(1));
                let alone = if others > 0 { ": this game alone, without those beside it" } else { "" };
                desk.say(format!("Saved as {name}{alone}"));
                desk.saved.push(path.into());
                desk.entered = None;
            }
            Err(NotWritten::Exists) => desk.refuse_file(format!(
                "There is a file {name} already: choose another name, or `:save! {name}` to replace it"
            )),
            Err(NotWritten::Failed(why)) => desk.refuse_file(format!("{name} could not be written: {why}")),
        }
    }

    /// Opens a position if it is one, otherwise has the file read.
    pub(super) fn load(&mut self, what: &str) {
        match read_position(what) {
            Some(Ok(start)) => self.open_position(start),
            Some(Err(why)) => self.cannot_open(format!("This FEN cannot be read: {why}")),
            None => {
                self.reading = Some(what.into());
                if let Some(desk) = &mut self.desk {
                    desk.say(reading(Path::new(what)));
                }
                self.effects.push(Effect::Read(what.into()));
            }
        }
    }

    /// Whoever does something else waits no longer for a file that does not come, such as a pipe into which nobody writes;
    /// `false` if there was none.
    pub(super) fn stop_reading(&mut self) -> bool {
        let Some(path) = self.reading.take() else { return false };
        self.cannot_open(format!("{} was not read: nothing came from it", path.display()));
        self.unwanted.push(path);
        true
    }

    pub(super) fn opened(&mut self, path: &Path, content: Result<Vec<u8>, String>) {
        // Of several who wait for the same pipe, whoever gets something has got it for the last of them.
        let is_wanted = self.reading.as_deref() == Some(path)
            && content.as_ref().is_ok_and(|content| !content.is_empty());
        if !is_wanted && let Some(place) = self.unwanted.iter().position(|unwanted| unwanted == path) {
            self.unwanted.swap_remove(place);
            return;
        }
        self.reading = None;
        let read = content.and_then(|bytes| read_file(&bytes));
        match read {
            Ok(Content::Position(start)) => self.open_position(start),
            Ok(Content::Games(games, problem)) => {
                let count = games.len();
                let Some(review) = Review::new(games) else { return };
                if self.desk.is_some() {
                    self.leave();
                }
                self.put_review(review);
                let Some(desk) = &mut self.desk else { return };
                match (problem, count) {
                    (Some(problem), _) => desk.notice = Some(Notice { text: problem, is_error: true }),
                    (None, 1) => desk.say("One game"),
                    (None, count) => desk.say(format!("{count} games: [ and ] go from one to the next")),
                }
            }
            Err(why) => self.cannot_open(format!("{}: {why}", path.display())),
        }
    }

    /// Says why nothing was opened, where it was asked for.
    fn cannot_open(&mut self, text: String) {
        match (&mut self.page, &mut self.desk) {
            (Page::Open { problem, .. }, _) => *problem = Some(text),
            (_, Some(desk)) => desk.refuse_file(text),
            _ => {}
        }
    }

    /// Plays from a position, against whom one usually plays or with the players at the table. One that no game can
    /// have is put on the free board.
    fn open_position(&mut self, start: Start) {
        let seats =
            self.desk.as_ref().and_then(|desk| desk.play()).map(|play| play.session().seats().clone());
        let mut seats = seats.unwrap_or_else(|| self.usual_seats());
        if self.desk.is_some() {
            self.leave();
        }
        match start {
            Start::Game(variant, position) => {
                for color in Color::ALL {
                    if can_play(&seats[color], &position).is_err() {
                        seats[color] = Seat::Computer(SimpleComputer::Planner);
                    }
                }
                self.seat(&Game::default(), seats, &TimeControl::Unlimited);
                self.command(Command::SetPosition(variant, position));
            }
            Start::FreeBoard(fen, why) => {
                self.seat(&Game::default(), seats, &TimeControl::Unlimited);
                self.command(Command::Stop);
                self.command(Command::Load(Variant::Orthodox, fen));
                if let Some(desk) = &mut self.desk {
                    desk.say(format!("No game of chess has this position ({why}), so the board is free"));
                }
            }
        }
        if let Some(desk) = &mut self.desk {
            desk.stay_on_board();
        }
    }
}

impl Desk {
    /// Moves the cursor onto the board, should that have become smaller.
    fn stay_on_board(&mut self) {
        if !self.position().size().contains(self.cursor) {
            self.cursor = regence_rules::Square::A1;
        }
    }
}

/// What is said as long as a file is being read.
pub(in crate::screen) fn reading(path: &Path) -> String {
    format!("Reading {} …: any key stops that", path.display())
}

/// A position to begin with.
enum Start {
    /// One that can be played, and by which rules.
    Game(Variant, Box<AnyPosition>),
    /// One that no game can have, as FEN, and why not.
    FreeBoard(String, String),
}

enum Content {
    Position(Start),
    /// Games, and what could not be read among them.
    Games(Vec<PgnGame>, Option<String>),
}

/// The position that a text means, or what is wrong with it; `None` if it does not look like a FEN.
fn read_position(text: &str) -> Option<Result<Start, String>> {
    let text = text.trim();
    if !plain::looks_like_fen(text) {
        return None;
    }
    let why = match plain::read_position(Variant::Orthodox, text) {
        Ok((variant, position)) => return Some(Ok(Start::Game(variant, Box::new(position)))),
        Err(why) => why.to_string(),
    };
    let can_be_shown = HousePosition::from_fen(HouseRules::ORTHODOX, text).is_ok();
    Some(if can_be_shown { Ok(Start::FreeBoard(text.into(), why)) } else { Err(why) })
}

fn read_file(bytes: &[u8]) -> Result<Content, String> {
    let text = String::from_utf8_lossy(bytes);
    if let Some(start) = read_position(&text) {
        return start.map(Content::Position);
    }
    let mut reader = Reader::new(bytes);
    let mut builder = GameBuilder::new();
    let (mut games, mut problem, mut problems) = (Vec::new(), None, 0);
    while games.len() < MOST_GAMES && reader.read_game(&mut builder).map_err(|error| error.to_string())? {
        let (game, errors) = builder.take();
        problems += errors.len();
        problem = problem
            .or_else(|| errors.first().map(|error| format!("line {}: {}", error.place, error.problem)));
        if errors.is_empty() || game.game.line_after(regence_game::NodeId::START).next().is_some() {
            games.push(game);
        }
    }
    if games.is_empty() {
        return Err(problem.unwrap_or_else(|| "there is no game and no position in it".into()));
    }
    let mut problem = problem.map(|first| match problems {
        1 => format!("Not all of it could be read: {first}"),
        count => format!("Not all of it could be read, in {count} places: {first}"),
    });
    if games.len() == MOST_GAMES && reader.read_game(&mut builder).unwrap_or(false) {
        let cut = format!("There are more games in it; here are the first {MOST_GAMES}");
        problem = Some(problem.map_or_else(|| cut.clone(), |problem| format!("{cut}. {problem}")));
    }
    Ok(Content::Games(games, problem))
}
