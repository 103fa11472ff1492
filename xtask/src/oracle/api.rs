//! `cargo xtask oracle api`: whether the server does what its own `OpenAPI` document says, whatever it is asked.
//! Schemathesis reads the document and makes up requests, sensible and senseless ones.

use super::{program, run};
use crate::steps::{Steps, target_folder};
use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
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
    let server = start(&folder.join("api-data"))?;
    let questions = Questions { folder: &folder, document: format!("{}api/v1/openapi.json", server.address) };
    // It cannot make up games in PGN.
    let stranger =
        ["--phases", "examples,coverage,fuzzing", "--max-examples", "60", "--exclude-path", "/pgn"];
    steps.step("questions of strangers", || questions.ask(&[], &stranger))?;
    steps.step("questions at a table", || {
        let (game, cookie) = open_table(&server.address)?;
        let known = folder.join("known.toml");
        // Nobody guesses the name of a game, so it is told.
        fs::write(&known, format!("[parameters]\n\"path.id\" = \"{game}\"\n"))
            .map_err(|error| format!("{}: {error}", known.display()))?;
        let known = known.to_str().ok_or("the target folder's name is not UTF-8")?;
        let cookie = format!("Cookie: {cookie}");
        let scope = ["--include-path-regex", r"^/games/\{id\}", "--exclude-method", "DELETE"];
        let effort = ["--header", &cookie, "--phases", "coverage,fuzzing", "--max-examples", "60"];
        questions.ask(&["--config-file", known], &[scope.as_slice(), &effort].concat())
    })?;
    steps.summarise();
    Ok(())
}

/// Who asks, and by which document.
struct Questions<'a> {
    folder: &'a Path,
    document: String,
}

impl Questions<'_> {
    /// Has the server questioned; `before` and `after` stand on either side of the command.
    fn ask(&self, before: &[&str], after: &[&str]) -> Result<(), String> {
        let checks = ["--checks", "all", "--exclude-checks", TOO_STRICT, "--suppress-health-check", "all"];
        let told = Command::new(self.folder.join("venv-api/bin/schemathesis"))
            .args(before)
            .args(["run", &self.document])
            .args(checks)
            .args(after)
            .status()
            .map_err(|error| format!("cannot run schemathesis: {error}"))?;
        if told.success() { Ok(()) } else { Err("the server does not do what its document says".into()) }
    }
}

/// Opens an analysis, and says its name and by which cookie one is its owner.
fn open_table(address: &str) -> Result<(String, String), String> {
    let host = address.trim_start_matches("http://").trim_end_matches('/');
    let body = r#"{"kind":"analysis"}"#;
    let request = format!(
        "POST /api/v1/games HTTP/1.1\r\nhost: {host}\r\ncontent-type: application/json\r\n\
         content-length: {}\r\nconnection: close\r\n\r\n{body}",
        body.len()
    );
    let mut answer = String::new();
    TcpStream::connect(host)
        .and_then(|mut stream| {
            stream.write_all(request.as_bytes())?;
            stream.read_to_string(&mut answer)
        })
        .map_err(|error| format!("the server does not answer: {error}"))?;
    let between = |start: &str, end: char| Some(answer.split_once(start)?.1.split(end).next()?.to_owned());
    let found = between(r#""id":""#, '"').zip(between("set-cookie: ", ';'));
    found.ok_or_else(|| format!("expected a new game, not {answer:?}"))
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
