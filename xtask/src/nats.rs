//! Finds a NATS server for the tests and for clusters, which start it themselves.

use crate::steps::target_folder;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// The program of the server, which is fetched if need be and possible; or why there is none.
pub fn find() -> Result<PathBuf, String> {
    let unpacked = target_folder().join("nats");
    let found = installed().or_else(|| runs(unpacked.join("usr/sbin/nats-server")));
    found
        .or_else(|| fetch(&unpacked))
        .ok_or_else(|| "it is missing (Debian: apt-get install nats-server)".to_owned())
}

/// The one that is installed, or that `REGENCE_NATS` names.
fn installed() -> Option<PathBuf> {
    if let Some(named) = std::env::var_os("REGENCE_NATS") {
        return runs(named.into());
    }
    ["nats-server", "/usr/sbin/nats-server"].into_iter().find_map(|name| runs(name.into()))
}

fn runs(program: PathBuf) -> Option<PathBuf> {
    let told = Command::new(&program).arg("--version").stdout(Stdio::null()).stderr(Stdio::null()).status();
    told.is_ok_and(|status| status.success()).then_some(program)
}

/// Fetches Debian's package and unpacks it for ourselves: to install it would start a service for the whole machine.
fn fetch(folder: &Path) -> Option<PathBuf> {
    println!("   fetching nats-server");
    fs::create_dir_all(folder).ok()?;
    let script =
        "apt-get download --quiet nats-server && dpkg-deb -x nats-server_*.deb . && rm nats-server_*.deb";
    let mut shell = Command::new("sh");
    // Whether it has worked is seen by what is there.
    let _ =
        shell.args(["-c", script]).current_dir(folder).stdout(Stdio::null()).stderr(Stdio::null()).status();
    runs(folder.join("usr/sbin/nats-server"))
}
