//! Where the store lives when nobody says otherwise.

use crate::{Trouble, TroubleKind};
use std::env;
use std::fs::DirBuilder;
use std::path::{Path, PathBuf};

/// The name of the database within its folder.
pub const DATABASE_FILE: &str = "regence.db";

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
    builder.create(folder).map_err(|error| Trouble::new(folder, TroubleKind::Folder(error.to_string())))
}
