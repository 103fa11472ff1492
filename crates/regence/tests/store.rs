//! `regence store`, and games that are kept in PostgreSQL, as a shell sees them.
#![cfg(unix)]

#[path = "../../store/tests/postgres/mod.rs"]
mod postgres;

use postgres::Postgres;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::PathBuf;
use std::process::{Child, Command, Output, Stdio};

const GAMES: &str = "[White \"Ann\"]\n\n1. f3 e5 2. g4 Qh4# 0-1\n\n[White \"Bob\"]\n\n1. e4 c5 *\n\n";

/// A folder for one test, gone with it.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Self {
        let folder = std::env::temp_dir().join(format!("regence-copy-{name}-{}", std::process::id()));
        let _ = std::fs::remove_dir_all(&folder);
        Self(folder)
    }

    fn text(&self) -> &str {
        self.0.to_str().expect("UTF-8")
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

fn regence(words: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_regence"));
    command.args(words).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

fn output(words: &[&str], input: &str) -> Output {
    let mut child = regence(words).spawn().expect("the program starts");
    // Whoever does not read to the end has a reason.
    let _ = child.stdin.take().expect("it is piped").write_all(input.as_bytes());
    child.wait_with_output().expect("the program ends")
}

/// What is answered when all goes well.
#[track_caller]
fn answer(words: &[&str], input: &str) -> String {
    let output = output(words, input);
    assert_eq!(String::from_utf8_lossy(&output.stderr), "");
    assert_eq!(output.status.code(), Some(0));
    String::from_utf8(output.stdout).expect("the answer is UTF-8")
}

#[track_caller]
fn refuse(words: &[&str], reason: &str) {
    let output = output(words, "");
    assert_eq!(String::from_utf8_lossy(&output.stderr), format!("regence: {reason}\n"));
    assert_eq!(output.status.code(), Some(2));
}

#[test]
fn wrong_requests_are_refused() {
    refuse(&["store"], "`store` needs what to do: copy; see `regence help store`");
    refuse(&["store", "copy", "a"], "`store` needs where to copy it to; see `regence help store`");
    refuse(&["store", "burn"], "`store` cannot 'burn', only copy; see `regence help store`");
    refuse(&["store", "copy", "a", "b", "c"], "unexpected 'c' for `store`; see `regence help store`");
    refuse(
        &["games", "--data", "x", "--database", "postgres://localhost/y"],
        "games are kept in one place: give --data or --database, not both; see `regence help games`",
    );
    refuse(
        &["games", "--database", "somewhere"],
        "--database: expected a URL like postgres://USER@HOST:PORT/DATABASE, not 'somewhere'; see `regence help games`",
    );
}

#[test]
fn a_store_is_copied_to_postgres_and_back() {
    let Some(postgres) = Postgres::shared() else { return };
    let (first, back, url) = (Folder::new("first"), Folder::new("back"), postgres.new_database());
    answer(&["games", "import", "-", "--data", first.text()], GAMES);
    let copied = answer(&["store", "copy", first.text(), &url], "");
    assert!(copied.starts_with("2 games are at postgres://regence@localhost:"), "{copied}");
    let list = answer(&["games", "--data", first.text()], "");
    assert_eq!(list.lines().count(), 2);
    assert_eq!(answer(&["games", "--database", &url], ""), list);
    let philidor = "[White \"Cid\"]\n\n1. e4 e5 2. Nf3 d6 *\n\n";
    answer(&["games", "import", "-", "--database", &url], philidor);
    answer(&["store", "copy", &url, back.text()], "");
    let list = answer(&["games", "--database", &url], "");
    assert_eq!(list.lines().count(), 3);
    assert_eq!(answer(&["games", "--data", back.text()], ""), list);
    let again = output(&["store", "copy", first.text(), &url], "");
    assert_eq!(again.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&again.stderr).contains("holds games already"));
}

/// A server, killed when this is dropped.
struct Server {
    child: Child,
    address: String,
}

impl Server {
    fn start(url: &str) -> Self {
        let mut serve = regence(&["serve", "--listen", "127.0.0.1:0", "--threads", "1", "--database", url]);
        let mut child = serve.stderr(Stdio::null()).spawn().expect("the program starts");
        let mut line = String::new();
        let mut said = BufReader::new(child.stdout.take().expect("it is piped"));
        said.read_line(&mut line).expect("it says where it is");
        let address = line.split_once("http://").and_then(|(_, rest)| rest.split_once('/'));
        Self { child, address: address.expect(&line).0.to_owned() }
    }

    /// Asks something with a cookie; answers the head and the body.
    fn ask(&self, method: &str, path: &str, cookie: &str, body: &str) -> (String, String) {
        let mut stream = TcpStream::connect(&self.address).expect("it listens");
        let length = body.len();
        write!(
            stream,
            "{method} /api/v1{path} HTTP/1.1\r\nHost: {}\r\nConnection: close\r\nCookie: {cookie}\r\n\
             Content-Type: application/json\r\nContent-Length: {length}\r\n\r\n{body}",
            self.address
        )
        .expect("it can be asked");
        let mut answer = String::new();
        stream.read_to_string(&mut answer).expect("it answers");
        let (head, body) = answer.split_once("\r\n\r\n").expect("a head and a body");
        (head.to_owned(), body.to_owned())
    }

    /// As the kernel does it, without a word.
    fn kill(mut self) {
        self.child.kill().expect("it runs");
        self.child.wait().expect("it ends");
    }
}

#[test]
fn a_server_on_postgres_that_is_killed_goes_on_where_it_was() {
    let Some(postgres) = Postgres::shared() else { return };
    let url = postgres.new_database();
    let server = Server::start(&url);
    let (head, body) = server.ask("POST", "/games", "", "{}");
    assert!(head.starts_with("HTTP/1.1 201"), "{head}\n{body}");
    let cookie =
        head.lines().find_map(|line| line.to_lowercase().starts_with("set-cookie: ").then(|| &line[12..]));
    let cookie = cookie.and_then(|cookie| cookie.split(';').next()).expect("a cookie").to_owned();
    let id = body.split_once("\"id\":\"").expect("a game").1[..12].to_owned();
    let mut server = Some(server);
    for (number, written) in ["e2e4", "e7e5", "g1f3", "b8c6"].into_iter().enumerate() {
        let running = server.take().expect("it runs");
        let command = format!("{{\"do\":\"play\",\"move\":\"{written}\"}}");
        let (head, body) = running.ask("POST", &format!("/games/{id}/commands"), &cookie, &command);
        assert!(head.starts_with("HTTP/1.1 200"), "{head}\n{body}");
        running.kill();
        let again = Server::start(&url);
        let (_, pgn) = again.ask("GET", &format!("/games/{id}/pgn"), &cookie, "");
        let moves = &["1. e4", " e5", " 2. Nf3", " Nc6"][..=number].concat();
        assert!(pgn.contains(moves), "{moves}: {pgn}");
        server = Some(again);
    }
    server.expect("it runs").kill();
}
