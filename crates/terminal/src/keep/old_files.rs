//! Takes over what versions before the store have left in files of their own. Each file is renamed once it was read, and
//! stays.

use super::keeper::{Keeper, now};
use super::{Log, Settings, words};
use regence_game::json::GameJson;
use regence_game::{Game, Purpose, Variant};
use regence_rules::ByColor;
use regence_store::{Moment, PastGame};
use serde::Deserialize;
use std::fs;
use std::path::Path;
use std::time::Duration;

const GAME: &str = "terminal-game.json";
const GAMES: &str = "terminal-games.jsonl";
const SETTINGS: &str = "terminal-settings.json";
/// The number by which no game of the screen is known.
const NUMBER: u64 = u64::MAX;

/// The game in progress, as it was written.
#[derive(Deserialize)]
struct OldGame {
    variant: String,
    start: String,
    seats: [String; 2],
    /// Milliseconds since the session began, and what was done.
    log: Vec<(u64, String)>,
    /// The moment up to which the clock has run.
    until: u64,
    seed: u64,
}

/// Takes over what is there. What makes no sense is left out, as it always was; what cannot be kept now is tried the next
/// time.
pub async fn take_over(keeper: &mut Keeper, folder: &Path) {
    if let Some(text) = claim(folder, SETTINGS) {
        let settings: Option<Settings> = serde_json::from_str(&text).ok();
        if let Some(settings) = settings
            && keeper.keep_settings(&settings).await.is_err()
        {
            give_back(folder, SETTINGS);
        }
    }
    if let Some(text) = claim(folder, GAMES)
        && add_games(keeper, &text).await.is_err()
    {
        give_back(folder, GAMES);
    }
    if let Some(text) = claim(folder, GAME)
        && let Some(changes) = serde_json::from_str(&text).ok().and_then(|old| repeat(&old)).and_then(leave)
        && keeper.keep(changes).await.is_err()
    {
        give_back(folder, GAME);
    }
}

/// Renames a file, so that no other program takes it over as well, and reads it.
fn claim(folder: &Path, name: &str) -> Option<String> {
    let taken = folder.join(format!("{name}.old"));
    fs::rename(folder.join(name), &taken).ok()?;
    fs::read_to_string(taken).ok()
}

fn give_back(folder: &Path, name: &str) {
    // It stays under its new name otherwise, which loses nothing.
    let _ = fs::rename(folder.join(format!("{name}.old")), folder.join(name));
}

async fn add_games(keeper: &Keeper, text: &str) -> Result<(), String> {
    let read = |line: &str| serde_json::from_str::<GameJson>(line).ok()?.read().ok();
    let now = now();
    let games = text.lines().filter_map(read).map(|game| PastGame::from_pgn(&game, now)).collect();
    keeper.store()?.import_all(games).await.map(drop).map_err(|error| error.to_string())
}

/// The session of the game in progress, and its time.
fn repeat(old: &OldGame) -> Option<(Log, Duration)> {
    let variant: Variant = old.variant.parse().ok()?;
    let game = Game::of(variant, variant.read_fen(&old.start).ok()?, Purpose::Playing);
    let [white, black] = &old.seats;
    let seats = ByColor { white: white.parse().ok()?, black: black.parse().ok()? };
    let begun = Moment(now().0.saturating_sub(i64::try_from(old.until).ok()?));
    let mut log = Log::new(&game, seats, old.seed, NUMBER, begun);
    for (at, code) in &old.log {
        let time = Duration::from_millis(*at);
        match code.as_str() {
            "settle" => drop(log.settle(time)),
            code => drop(log.apply(words::read(code)?, time).ok()?),
        }
    }
    Some((log, Duration::from_millis(old.until)))
}

fn leave((mut log, time): (Log, Duration)) -> Option<super::Changes> {
    log.leave(time);
    log.changes()
}
