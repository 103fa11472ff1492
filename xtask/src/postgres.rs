//! Finds PostgreSQL for the tests, which start servers of their own with it.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// Where Debian puts every version.
const VERSIONS: &str = "/usr/lib/postgresql";

/// The folder of PostgreSQL's programs, which are installed if need be and possible.
pub fn find() -> Option<PathBuf> {
    found().or_else(|| {
        println!("   installing postgresql");
        // Debian would set up a server for the whole machine, which nobody asked for.
        let folder = Path::new("/etc/postgresql-common/createcluster.d");
        let no_server = fs::create_dir_all(folder)
            .and_then(|()| fs::write(folder.join("regence.conf"), "create_main_cluster = false\n"));
        no_server.ok()?;
        let install = ["install", "--yes", "--quiet", "--no-install-recommends", "postgresql"];
        let mut apt = Command::new("apt-get");
        // Whether it has worked is seen by what is there.
        let _ = apt.args(install).stdout(Stdio::null()).stderr(Stdio::null()).status();
        found()
    })
}

/// The newest that is installed.
fn found() -> Option<PathBuf> {
    if let Some(named) = std::env::var_os("REGENCE_POSTGRES") {
        return Some(named.into());
    }
    let versions = fs::read_dir(VERSIONS).ok()?;
    let folders = versions.filter_map(|version| Some(version.ok()?.path().join("bin")));
    folders.filter(|folder| folder.join("initdb").exists()).max()
}
