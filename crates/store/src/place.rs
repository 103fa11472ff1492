//! Where a store lives: in a folder, or in a database that others keep.

use crate::{Trouble, TroubleKind};
use core::fmt;
use core::str::FromStr;
use sqlx::postgres::PgConnectOptions;
use std::env;
use std::fs::DirBuilder;
use std::path::{Path, PathBuf};

/// The name of the database within its folder.
pub const DATABASE_FILE: &str = "regence.db";

/// Where a store lives. As text it is what people write, without any password.
#[derive(Clone)]
pub enum Place {
    /// In a folder, in one SQLite file.
    Folder(PathBuf),
    /// In a PostgreSQL database.
    Postgres(Box<PgConnectOptions>),
}

impl Place {
    /// The place that a URL `postgres://USER:PASSWORD@HOST:PORT/DATABASE` means; any other text is a folder. What the URL
    /// leaves out comes from the usual variables (`PGPASSWORD` and so on) and `~/.pgpass`.
    ///
    /// ```
    /// use regence_store::Place;
    /// let place: Place = "postgres://ann:secret@db.example:5433/chess".parse()?;
    /// assert_eq!(place.to_string(), "postgres://ann@db.example:5433/chess");
    /// assert!("postgres://db.example:many/chess".parse::<Place>().is_err());
    /// assert!(matches!("games/2024".parse()?, Place::Folder(_)));
    /// # Ok::<(), regence_store::ParsePlaceError>(())
    /// ```
    pub fn read(text: &str) -> Result<Self, ParsePlaceError> {
        if !["postgres://", "postgresql://"].iter().any(|scheme| text.starts_with(scheme)) {
            return Ok(Self::Folder(text.into()));
        }
        let options = text.parse().map_err(|error: sqlx::Error| ParsePlaceError(error.to_string()))?;
        Ok(Self::Postgres(Box::new(options)))
    }
}

impl FromStr for Place {
    type Err = ParsePlaceError;

    fn from_str(text: &str) -> Result<Self, ParsePlaceError> {
        Self::read(text)
    }
}

impl From<&Path> for Place {
    fn from(folder: &Path) -> Self {
        Self::Folder(folder.to_owned())
    }
}

impl From<&PathBuf> for Place {
    fn from(folder: &PathBuf) -> Self {
        Self::Folder(folder.clone())
    }
}

impl From<PathBuf> for Place {
    fn from(folder: PathBuf) -> Self {
        Self::Folder(folder)
    }
}

impl From<&Self> for Place {
    fn from(place: &Self) -> Self {
        place.clone()
    }
}

impl fmt::Debug for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // Not as it is: there may be a password in it.
        fmt::Display::fmt(self, f)
    }
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Folder(folder) => fmt::Display::fmt(&folder.display(), f),
            Self::Postgres(options) => {
                let (user, host, port) = (options.get_username(), options.get_host(), options.get_port());
                let database = options.get_database().unwrap_or(user);
                match options.get_socket() {
                    Some(socket) => {
                        write!(f, "postgres://{user}@localhost:{port}/{database}?host={}", socket.display())
                    }
                    None => write!(f, "postgres://{user}@{host}:{port}/{database}"),
                }
            }
        }
    }
}

/// A URL that leads to no database. It is not repeated here, because there may be a password in it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ParsePlaceError(pub String);

impl fmt::Display for ParsePlaceError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "expected a URL like postgres://USER@HOST:PORT/DATABASE: {}", self.0)
    }
}

impl core::error::Error for ParsePlaceError {}

/// The folder in which this platform keeps what programs remember for a user: `$XDG_DATA_HOME/regence` or
/// `~/.local/share/regence`, on macOS `~/Library/Application Support/Regence`, on Windows `%LOCALAPPDATA%\Regence`. None
/// if the user has no home.
pub fn default_folder() -> Option<PathBuf> {
    let absolute = |name: &str| env::var_os(name).map(PathBuf::from).filter(|path| path.is_absolute());
    if cfg!(windows) {
        return Some(absolute("LOCALAPPDATA")?.join("Regence"));
    }
    let home = || env::home_dir().filter(|home| home.is_absolute());
    if cfg!(target_os = "macos") {
        return Some(home()?.join("Library/Application Support/Regence"));
    }
    let data = absolute("XDG_DATA_HOME").or_else(|| Some(home()?.join(".local/share")));
    Some(data?.join("regence"))
}

/// Makes the folder, for its user alone, if it is not there.
pub fn make(folder: &Path) -> Result<(), Trouble> {
    let mut builder = DirBuilder::new();
    builder.recursive(true);
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    let made = builder.create(folder);
    made.map_err(|error| Trouble::new(&folder.display().to_string(), TroubleKind::Folder(error.to_string())))
}
