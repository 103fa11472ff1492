//! Finds PostgreSQL for the tests, which start servers of their own with it.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// Where Debian puts every version.
const VERSIONS: &str = "/usr/lib/postgresql";

/// The folder of PostgreSQL's programs, which are installed if need be and possible; or why there is none.
pub fn find() -> Result<PathBuf, String> {
    let folder = installed().ok_or("it is missing (Debian: apt-get install postgresql)")?;
    try_out(&folder).map_err(|why| format!("it cannot make a cluster here: {why}"))?;
    Ok(folder)
}

fn installed() -> Option<PathBuf> {
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

/// Makes a cluster as the tests do: not every machine lets root act as somebody else, or others into its temporary folder.
fn try_out(programs: &Path) -> Result<(), String> {
    let folder = std::env::temp_dir().join(format!("regence-pg-try-{}", std::process::id()));
    let script = r#"set -e
        mkdir "$2"
        run=""
        if [ "$(id -u)" = 0 ]; then
            chown postgres "$2"
            run="setpriv --reuid=postgres --regid=postgres --clear-groups"
        fi
        cd /
        $run "$1/initdb" -D "$2/data" -U regence --auth=trust --no-sync --encoding=UTF8 --locale=C"#;
    let mut shell = Command::new("sh");
    let tried = shell.args(["-c", script, "sh"]).arg(programs).arg(&folder).output();
    // What was not made need not be removed.
    let _ = fs::remove_dir_all(&folder);
    let tried = tried.map_err(|error| error.to_string())?;
    let why = String::from_utf8_lossy(&tried.stderr).trim().lines().next().unwrap_or_default().to_owned();
    if tried.status.success() { Ok(()) } else { Err(why) }
}
