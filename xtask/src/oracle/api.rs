//! `cargo xtask oracle api`: whether the server does what its own `OpenAPI` document says, whatever it is asked.
//! Schemathesis reads the document and makes up requests, sensible and senseless ones.

use super::{program, run};
use crate::steps::{Steps, target_folder};
use std::fs;
use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Child, Command, Stdio};

/// The version that is asked.
const SCHEMATHESIS: &str = "schemathesis==4.32.5";

/// Fields are texts to the document, moves and FENs to us, so not all that it allows is accepted.
const TOO_STRICT: &str = "positive_data_acceptance,unsupported_method";

/// A server that ends with this.
struct Running {
    child: Child,
    address: String,
}

impl Drop for Running {
    fn drop(&mut self) {
        // If it has ended already, that is as well.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Starts a server and has it questioned.
pub fn api() -> Result<(), String> {
    let mut steps = Steps::default();
    let folder = target_folder().join("oracle");
    let python = folder.join("venv-api/bin/python");
    steps.cargo("build", &["build", "--release", "--package", "regence"], &[])?;
    steps.step("schemathesis", || fetch(&folder, &python))?;
    steps.step("questions", || {
        let server = start(&folder.join("api-data"))?;
        let document = format!("{}api/v1/openapi.json", server.address);
        let wish = ["run", &document, "--phases", "examples,coverage,fuzzing", "--max-examples", "60"];
        let checks = ["--checks", "all", "--exclude-checks", TOO_STRICT, "--suppress-health-check", "all"];
        // It cannot make up games in PGN.
        let scope = ["--exclude-path", "/pgn"];
        let told = Command::new(folder.join("venv-api/bin/schemathesis"))
            .args(wish)
            .args(checks)
            .args(scope)
            .status()
            .map_err(|error| format!("cannot run schemathesis: {error}"))?;
        if told.success() { Ok(()) } else { Err("the server does not do what its document says".into()) }
    })?;
    steps.summarise();
    Ok(())
}

fn fetch(folder: &Path, python: &Path) -> Result<(), String> {
    if folder.join("venv-api/bin/schemathesis").exists() {
        return Ok(());
    }
    fs::create_dir_all(folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    run(Command::new("python3").args(["-m", "venv"]).arg(folder.join("venv-api")))?;
    let pip = ["-m", "pip", "--quiet", "--disable-pip-version-check", "install", SCHEMATHESIS];
    run(Command::new(python).args(pip)).map(drop)
}

/// A server at a port of its own; its first line says where.
fn start(data: &Path) -> Result<Running, String> {
    let mut command = Command::new(program());
    command.args(["web", "--no-open", "--port", "0", "--data"]).arg(data);
    let mut child =
        command.stdout(Stdio::piped()).spawn().map_err(|error| format!("cannot run regence: {error}"))?;
    let mut line = String::new();
    if let Some(output) = child.stdout.take() {
        BufReader::new(output).read_line(&mut line).map_err(|error| error.to_string())?;
    }
    let address = line.split_whitespace().find(|word| word.starts_with("http")).map(str::to_owned);
    let mut running = Running { child, address: String::new() };
    running.address = address.ok_or_else(|| format!("expected the server's address, not {line:?}"))?;
    Ok(running)
}
