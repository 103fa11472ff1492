//! The cluster's own PostgreSQL, behind a socket in its folder.

use std::path::Path;
use std::process::Command;

/// Makes and starts it, as somebody else where we are root, whom PostgreSQL does not want.
const START: &str = r#"set -e
    folder=$1/postgres bin=$2 run=""
    mkdir "$folder"
    if [ "$(id -u)" = 0 ]; then
        chown postgres "$folder"
        run="setpriv --reuid=postgres --regid=postgres --clear-groups"
    fi
    cd /
    $run "$bin/initdb" -D "$folder/data" -U regence --auth=trust --encoding=UTF8 --locale=C
    echo "$bin" > "$1/programs"
    $run "$bin/pg_ctl" -D "$folder/data" -l "$folder/log" -w -o "-k $folder -c listen_addresses=" start
    "$bin/createdb" -h "$folder" -U regence regence"#;

const STOP: &str = r#"folder=$1/postgres bin=$(cat "$1/programs") run=""
    [ "$(id -u)" = 0 ] && run="setpriv --reuid=postgres --regid=postgres --clear-groups"
    cd /
    $run "$bin/pg_ctl" -D "$folder/data" -w -m fast stop"#;

/// Starts a database in a folder, and says its URL.
pub fn start(folder: &Path, programs: &Path) -> Result<String, String> {
    let mut shell = Command::new("sh");
    shell.args(["-c", START, "sh"]).arg(folder).arg(programs);
    // What it starts must not keep our output open.
    let log = std::fs::File::create(folder.join("postgres.log")).map_err(|error| error.to_string())?;
    let errors = log.try_clone().map_err(|error| error.to_string())?;
    let done =
        shell.stdout(log).stderr(errors).status().map_err(|error| format!("cannot run sh: {error}"))?;
    if done.success() {
        return Ok(format!(
            "postgres://regence@localhost/regence?host={}",
            folder.join("postgres").display()
        ));
    }
    let said = std::fs::read_to_string(folder.join("postgres.log")).unwrap_or_default();
    Err(format!("PostgreSQL cannot be started: {}", said.lines().last().unwrap_or_default()))
}

/// Stops it, if it runs.
pub fn stop(folder: &Path) {
    let mut shell = Command::new("sh");
    // If it does not run there is nothing to do.
    let _ = shell.args(["-c", STOP, "sh"]).arg(folder).output();
}
