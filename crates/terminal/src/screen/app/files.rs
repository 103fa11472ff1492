//! Files: games and positions read and written.

use super::super::desk::{Notice, Review};
use super::super::message::Effect;
use super::{App, Page};
use regence_game::clock::TimeControl;
use regence_game::pgn::{GameBuilder, PgnGame, Reader};
use regence_game::session::Command;
use regence_game::{AnyPosition, Game, Variant};
use std::path::{Path, PathBuf};

/// More games than anybody looks through by turning pages.
const MOST_GAMES: usize = 10_000;

impl App {
    /// Has the game written to a file, or the position if its name ends in `.fen`.
    pub(super) fn save(&mut self, name: Option<String>) {
        let Some(desk) = &self.desk else { return };
        let name = name.unwrap_or_else(|| {
            let date = self.today().replace('.', "-");
            let extension = if desk.is_free() { "fen" } else { "pgn" };
            format!("regence-{date}-{}.{extension}", self.now.as_secs())
        });
        let is_fen = Path::new(&name).extension().is_some_and(|extension| extension == "fen");
        let text = if is_fen || desk.is_free() {
            format!("{}\n", desk.position().fen())
        } else {
            self.pgn().to_string()
        };
        self.effects.push(Effect::Write(PathBuf::from(name), text));
    }

    pub(super) fn wrote(&mut self, path: &Path, result: Result<(), String>) {
        let Some(desk) = &mut self.desk else { return };
        match result {
            Ok(()) => desk.say(format!("Saved as {}", path.display())),
            Err(why) => desk.refuse(format!("{} could not be written: {why}", path.display())),
        }
    }

    /// Opens a position if it is one, otherwise has the file read.
    pub(super) fn load(&mut self, what: &str) {
        if let Some((variant, position)) = read_position(what) {
            self.open_position(variant, position);
        } else {
            self.effects.push(Effect::Read(what.into()));
        }
    }

    pub(super) fn opened(&mut self, path: &Path, content: Result<Vec<u8>, String>) {
        let read = content.and_then(|bytes| read_file(&bytes));
        match read {
            Ok(Content::Position(variant, position)) => self.open_position(variant, *position),
            Ok(Content::Games(games)) => {
                let count = games.len();
                if let Some(review) = Review::new(games) {
                    if self.desk.is_some() {
                        self.leave();
                    }
                    self.put_review(review);
                    if let Some(desk) = &mut self.desk {
                        desk.say(match count {
                            1 => "One game".into(),
                            count => format!("{count} games: [ and ] go from one to the next"),
                        });
                    }
                }
            }
            Err(why) => {
                let text = format!("{}: {why}", path.display());
                match (&mut self.page, &mut self.desk) {
                    (Page::Open { problem, .. }, _) => *problem = Some(text),
                    (_, Some(desk)) => desk.notice = Some(Notice { text, is_error: true }),
                    _ => {}
                }
            }
        }
    }

    /// Plays from a position, against whom one usually plays or with the players at the table.
    fn open_position(&mut self, variant: Variant, position: AnyPosition) {
        let seats =
            self.desk.as_ref().and_then(|desk| desk.play()).map(|play| play.session().seats().clone());
        let seats = seats.unwrap_or_else(|| self.usual_seats());
        if self.desk.is_some() {
            self.leave();
        }
        self.seat(&Game::default(), seats, &TimeControl::Unlimited);
        self.command(Command::SetPosition(variant, Box::new(position)));
    }
}

enum Content {
    Position(Variant, Box<AnyPosition>),
    Games(Vec<PgnGame>),
}

/// The position that a FEN means, of chess or Chess960.
fn read_position(text: &str) -> Option<(Variant, AnyPosition)> {
    let text = text.trim();
    // A file may be called anything, but no path has seven slashes and a space.
    if text.matches('/').count() < 7 && !text.contains(' ') {
        return None;
    }
    [Variant::Orthodox, Variant::Chess960]
        .into_iter()
        .find_map(|variant| Some((variant, variant.read_fen(text).ok()?)))
}

fn read_file(bytes: &[u8]) -> Result<Content, String> {
    let text = String::from_utf8_lossy(bytes);
    if let Some((variant, position)) = read_position(&text) {
        return Ok(Content::Position(variant, Box::new(position)));
    }
    let mut reader = Reader::new(bytes);
    let mut builder = GameBuilder::new();
    let mut games = Vec::new();
    let mut problem = None;
    while games.len() < MOST_GAMES && reader.read_game(&mut builder).map_err(|error| error.to_string())? {
        let (game, errors) = builder.take();
        problem = problem
            .or_else(|| errors.first().map(|error| format!("line {}: {}", error.place, error.problem)));
        if errors.is_empty() || game.game.line_after(regence_game::NodeId::START).next().is_some() {
            games.push(game);
        }
    }
    if games.is_empty() {
        return Err(problem.unwrap_or_else(|| "there is no game and no position in it".into()));
    }
    Ok(Content::Games(games))
}
