//! `regence games`: what can be done with the games that are kept.

use super::{Answer, Command};
use crate::arguments::{Argument, Arguments, Flag};
use crate::error::Error;
use crate::games_import;
use crate::keeping::{Keeping, require_store};
use regence_game::pgn::GameResult;
use regence_game::session::Seat;
use regence_rules::Position;
use regence_store::{GameFilter, GameId, GameSummary, Moment, Place, Player, SeatRow, State, Store};
use regence_terminal::visible::Visible;
use std::ffi::{OsStr, OsString};
use std::io::Write;
use std::path::PathBuf;

/// The flags it takes.
pub const FLAGS: [Flag; 11] = [
    Flag::Data,
    Flag::Database,
    Flag::Player,
    Flag::Opening,
    Flag::Eco,
    Flag::Result,
    Flag::State,
    Flag::Since,
    Flag::Before,
    Flag::Fen,
    Flag::Limit,
];

/// A wish about kept games.
pub struct Games {
    place: Place,
    /// Whether somebody named the place.
    is_named: bool,
    task: Task,
    filter: GameFilter,
    limit: Option<u32>,
}

/// How many games are listed if nobody says otherwise.
const USUAL_LIMIT: u32 = 50;

enum Task {
    List,
    Show(GameId),
    Export(Vec<GameId>),
    Import(Vec<OsString>),
    Delete(Vec<GameId>),
}

impl Games {
    /// Reads the arguments.
    pub fn read(arguments: &mut Arguments) -> Result<Self, Error> {
        let mut games = Self {
            place: PathBuf::new().into(),
            is_named: false,
            task: Task::List,
            filter: GameFilter::default(),
            limit: None,
        };
        let (mut keeping, mut words, mut choice) = (Keeping::default(), Vec::new(), None);
        while let Some(argument) = arguments.next()? {
            match argument {
                Argument::Flag(flag @ (Flag::Data | Flag::Database)) => keeping.take(flag, arguments)?,
                Argument::Flag(flag) => {
                    choice = choice.or(Some(flag));
                    games.choose(flag, arguments)?;
                }
                Argument::Word(word) => words.push(word),
            }
        }
        games.task = Task::read(words, arguments.command())?;
        if let (Some(flag), Some(task)) = (choice, games.task.without_choice()) {
            return Err(Error::NotOfGamesTask { flag, task });
        }
        games.is_named = keeping.is_given();
        games.place = keeping.place()?;
        Ok(games)
    }

    /// Takes a flag that says which games are meant.
    fn choose(&mut self, flag: Flag, arguments: &mut Arguments) -> Result<(), Error> {
        if flag == Flag::Limit {
            self.limit = Some(arguments.number(flag, 1..=Store::LARGEST_PAGE)?);
            return Ok(());
        }
        self.wish(flag, &arguments.value(flag)?, arguments.command())
    }

    /// Takes one of the filters.
    fn wish(&mut self, flag: Flag, value: &OsStr, command: Command) -> Result<(), Error> {
        let bad = |expected| Error::BadValue { flag, text: value.to_owned(), expected, command };
        let text = value.to_str().ok_or_else(|| bad("text in UTF-8"))?;
        let date = || Moment::of_date(text).map(Some).ok_or_else(|| bad("a date like 2024-12-31"));
        match flag {
            Flag::Opening => self.filter.opening = Some(text.to_owned()),
            Flag::Eco => self.filter.eco = Some(text.to_owned()),
            Flag::Since => self.filter.since = date()?,
            Flag::Before => self.filter.before = date()?,
            Flag::Result => {
                let all =
                    [GameResult::WhiteWins, GameResult::BlackWins, GameResult::Draw, GameResult::Unknown];
                let found = all.into_iter().find(|result| result.to_string() == text);
                self.filter.result = Some(found.ok_or_else(|| bad("1-0, 0-1, 1/2-1/2 or *"))?);
            }
            Flag::State => {
                self.filter.state = Some(match text {
                    "running" => State::Running,
                    "finished" => State::Finished,
                    "abandoned" => State::Abandoned,
                    _ => return Err(bad("running, finished or abandoned")),
                });
            }
            Flag::Fen => {
                let read = Position::from_fen(text).or_else(|error| {
                    // A search may as well be for a position of Chess960.
                    Position::from_fen_chess960(text).map_err(|_| Error::Fen { error, chess960: false })
                });
                self.filter.position = Some(read?.into());
            }
            _ => self.filter.seated = Some(text.trim().to_owned()),
        }
        Ok(())
    }

    /// Opens the store and does it.
    pub fn run(&self, out: &mut impl Write) -> Result<Answer, Error> {
        // Only what takes games in makes a store.
        match (require_store(&self.place), &self.task) {
            (Ok(()), _) | (Err(_), Task::Import(_)) => {}
            // Nobody has played yet.
            (Err(_), Task::List) if !self.is_named => return Ok(Answer::Yes),
            (Err(_), Task::Export(ids)) if !self.is_named && ids.is_empty() => return Ok(Answer::Yes),
            (Err(error), _) => return Err(error),
        }
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
        runtime.map_err(Error::Output)?.block_on(async {
            let store = Store::open(&self.place).await?;
            let answer = self.work(&store, out).await?;
            store.close().await?;
            Ok(answer)
        })
    }

    async fn work(&self, store: &Store, out: &mut impl Write) -> Result<Answer, Error> {
        let mut answer = Answer::Yes;
        match &self.task {
            Task::List => self.list(store, out).await?,
            Task::Show(id) => show(store, *id, out).await?,
            Task::Export(ids) if ids.is_empty() => self.export_all(store, out).await?,
            Task::Export(ids) => {
                for &id in ids {
                    write!(out, "{}", store.load(id).await?.pgn())?;
                }
            }
            Task::Import(files) => return games_import::import(store, files, out).await,
            Task::Delete(ids) => {
                for &id in ids {
                    if store.is_elsewhere(None, id).await? {
                        writeln!(out, "{id}\tis open in another program; close it there first")?;
                        answer = Answer::No;
                    } else if !store.delete(id).await? {
                        writeln!(out, "{id}\tis not there")?;
                        answer = Answer::No;
                    }
                }
            }
        }
        Ok(answer)
    }

    async fn list(&self, store: &Store, out: &mut impl Write) -> Result<(), Error> {
        let limit = self.limit.unwrap_or(USUAL_LIMIT);
        for game in store.search(&self.filter, None, limit).await?.games {
            let (white, black) = names(store, &game).await?;
            let (eco, opening) =
                game.opening.as_ref().map_or(("", ""), |opening| (&opening.eco, &opening.name));
            writeln!(
                out,
                "{}\t{}\t{}\t{}\t{}\t{}\t{}\t{}",
                game.id,
                shown(&game.date()),
                shown(&white),
                shown(&black),
                game.status.result(),
                game.plies,
                shown(eco),
                shown(opening)
            )?;
        }
        Ok(())
    }

    async fn export_all(&self, store: &Store, out: &mut impl Write) -> Result<(), Error> {
        let mut from = None;
        loop {
            // A limit is no larger than a page.
            let page = store.search(&self.filter, from, self.limit.unwrap_or(Store::LARGEST_PAGE)).await?;
            for game in page.games {
                write!(out, "{}", store.load(game.id).await?.pgn())?;
            }
            from = page.next;
            if from.is_none() || self.limit.is_some() {
                return Ok(());
            }
        }
    }
}

/// The words that name what can be done with games.
pub const TASKS: [&str; 5] = ["list", "show", "export", "import", "delete"];

impl Task {
    fn read(words: Vec<OsString>, command: Command) -> Result<Self, Error> {
        let mut words = words.into_iter();
        let Some(task) = words.next() else { return Ok(Self::List) };
        let rest: Vec<OsString> = words.collect();
        let ids = || rest.iter().map(|word| id(word)).collect::<Result<Vec<_>, _>>();
        let needed = |what| if rest.is_empty() { Err(Error::Missing { what, command }) } else { Ok(()) };
        let stray = |after| match rest.get(after) {
            Some(word) => Err(Error::StrayWord { word: OsString::clone(word), command }),
            None => Ok(()),
        };
        match task.to_str() {
            Some("list") => stray(0).map(|()| Self::List),
            Some("show") => {
                needed("the ID of a game")?;
                stray(1)?;
                Ok(Self::Show(ids()?[0]))
            }
            Some("export") => ids().map(Self::Export),
            Some("import") => needed("a file, or - for standard input").map(|()| Self::Import(rest.clone())),
            Some("delete") => {
                needed("the ID of a game")?;
                ids().map(Self::Delete)
            }
            _ => Err(Error::UnknownGamesTask(task)),
        }
    }
}

impl Task {
    /// What it is called, if it is told the games by name or makes them, and flags that choose among games would mean
    /// nothing.
    fn without_choice(&self) -> Option<&'static str> {
        match self {
            Self::List => None,
            Self::Export(ids) if ids.is_empty() => None,
            Self::Export(_) => Some("export ID"),
            Self::Show(_) => Some("show"),
            Self::Import(_) => Some("import"),
            Self::Delete(_) => Some("delete"),
        }
    }
}

fn id(word: &OsStr) -> Result<GameId, Error> {
    word.to_string_lossy().parse().map_err(|error| Error::NotAGame { word: word.to_owned(), error })
}

/// Who has White and Black: the players, or whoever sits at the table.
async fn names(store: &Store, game: &GameSummary) -> Result<(String, String), Error> {
    let name = |player: &Option<Player>| player.as_ref().map(|player| player.name.as_str().to_owned());
    let (mut white, mut black) = (name(&game.white), name(&game.black));
    if (white.is_none() || black.is_none())
        && let Some(table) = store.table(game.id).await?
    {
        let seat = |row: &SeatRow| row.code.parse::<Seat>().ok().map(|seat| seat.to_string());
        white = white.or_else(|| seat(&table.white));
        black = black.or_else(|| seat(&table.black));
    }
    let known = |name: Option<String>| name.unwrap_or_else(|| "?".into());
    Ok((known(white), known(black)))
}

/// Text from outside.
fn shown(text: &str) -> Visible<'_> {
    Visible(text.as_ref())
}

/// Writes what is known of a game, one thing a line, and its moves.
async fn show(store: &Store, id: GameId, out: &mut impl Write) -> Result<(), Error> {
    let game: GameSummary = store.game(id).await?;
    writeln!(out, "game {id}, {}, begun {}", game.variant, shown(&game.date()))?;
    let (white, black) = names(store, &game).await?;
    writeln!(out, "White: {}", shown(&white))?;
    writeln!(out, "Black: {}", shown(&black))?;
    if let Some(control) = &game.time_control {
        writeln!(out, "Time control: {}", shown(control))?;
    }
    if let Some(opening) = &game.opening {
        writeln!(out, "Opening: {} {}", shown(&opening.eco), shown(&opening.name))?;
    }
    match game.status.outcome() {
        Some(outcome) => writeln!(out, "Result: {} ({outcome})", game.status.result())?,
        None => writeln!(out, "Result: {}", game.status.result())?,
    }
    writeln!(out, "Position: {}", game.fen)?;
    let moves: Vec<String> = store.plies(id).await?.into_iter().map(|ply| ply.san).collect();
    Ok(writeln!(out, "Moves: {}", moves.join(" "))?)
}
