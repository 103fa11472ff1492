//! What the terminal remembers from one day to the next: the game in progress, the games played, the settings.
//!
//! Everything is a small file in the user's data folder, written whole beside the old one and then put in its place, so
//! that whoever pulls the plug finds one or the other. Without such a folder nothing is kept, and the game goes on.

mod log;
mod settings;

pub use log::{KeptGame, Log};
pub use settings::{Bar, Board, Figures, Settings, Shade};

use regence_game::json::GameJson;
use regence_game::pgn::PgnGame;
use serde::Serialize;
use serde::de::DeserializeOwned;
use std::env;
use std::fs::{self, File, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

const GAME: &str = "terminal-game.json";
const GAMES: &str = "terminal-games.jsonl";
const SETTINGS: &str = "terminal-settings.json";

/// A folder to keep things in.
#[derive(Clone, Debug)]
pub struct Keep {
    folder: Option<PathBuf>,
}

impl Keep {
    /// In the folder that this platform has for it.
    pub fn at_home() -> Self {
        Self { folder: data_folder() }
    }

    /// In any folder.
    pub fn in_folder(folder: impl Into<PathBuf>) -> Self {
        Self { folder: Some(folder.into()) }
    }

    /// Nowhere: nothing is remembered.
    pub fn nowhere() -> Self {
        Self { folder: None }
    }

    /// The game that was left, if there is one. A file that makes no sense counts as none.
    pub fn game(&self) -> Option<KeptGame> {
        self.read(GAME)
    }

    /// Remembers the game in progress, or that there is none.
    pub fn keep_game(&self, game: Option<&KeptGame>) -> io::Result<()> {
        match (game, self.path(GAME)) {
            (Some(game), _) => self.write(GAME, game),
            (None, Some(path)) => match fs::remove_file(path) {
                Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error),
                _ => Ok(()),
            },
            (None, None) => Ok(()),
        }
    }

    /// The settings; the usual ones if there are none.
    pub fn settings(&self) -> Settings {
        self.read(SETTINGS).unwrap_or_default()
    }

    /// Remembers the settings.
    pub fn keep_settings(&self, settings: &Settings) -> io::Result<()> {
        self.write(SETTINGS, settings)
    }

    /// The games that were played to their end, the last one first. Lines that are no games are left out.
    pub fn games(&self) -> Vec<PgnGame> {
        let text = self.path(GAMES).and_then(|path| fs::read_to_string(path).ok()).unwrap_or_default();
        let read = |line: &str| serde_json::from_str::<GameJson>(line).ok()?.read().ok();
        text.lines().rev().filter_map(read).collect()
    }

    /// Adds a game that has ended.
    pub fn add_game(&self, game: &PgnGame) -> io::Result<()> {
        let Some(path) = self.path(GAMES) else { return Ok(()) };
        make_folder(&path)?;
        let mut line = serde_json::to_string(&GameJson::from(game))?;
        line.push('\n');
        // One line in one call, so that two programs do not write into each other's.
        OpenOptions::new().create(true).append(true).open(path)?.write_all(line.as_bytes())
    }

    fn path(&self, name: &str) -> Option<PathBuf> {
        Some(self.folder.as_ref()?.join(name))
    }

    fn read<T: DeserializeOwned>(&self, name: &str) -> Option<T> {
        serde_json::from_slice(&fs::read(self.path(name)?).ok()?).ok()
    }

    fn write(&self, name: &str, content: &impl Serialize) -> io::Result<()> {
        let Some(path) = self.path(name) else { return Ok(()) };
        replace(&path, &serde_json::to_vec(content)?)
    }
}

/// Writes a whole file, or leaves it as it was.
pub fn replace(path: &Path, content: &[u8]) -> io::Result<()> {
    make_folder(path)?;
    let mut beside = path.as_os_str().to_owned();
    beside.push(format!(".{}.new", std::process::id()));
    let beside = PathBuf::from(beside);
    let written = File::create(&beside).and_then(|mut file| {
        file.write_all(content)?;
        file.sync_all()
    });
    written.and_then(|()| fs::rename(&beside, path)).inspect_err(|_| drop(fs::remove_file(&beside)))
}

fn make_folder(path: &Path) -> io::Result<()> {
    match path.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => fs::create_dir_all(folder),
        _ => Ok(()),
    }
}

/// The folder in which this platform keeps what programs remember for a user.
fn data_folder() -> Option<PathBuf> {
    let absolute = |name: &str| env::var_os(name).map(PathBuf::from).filter(|path| path.is_absolute());
    if cfg!(windows) {
        return Some(absolute("LOCALAPPDATA")?.join("Regence"));
    }
    if cfg!(target_os = "macos") {
        return Some(absolute("HOME")?.join("Library/Application Support/Regence"));
    }
    let data = absolute("XDG_DATA_HOME").or_else(|| Some(absolute("HOME")?.join(".local/share")));
    Some(data?.join("regence"))
}
