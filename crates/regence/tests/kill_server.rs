//! A server that is killed in the middle of a game, again and again: whatever it has acknowledged is there afterwards.

use regence_game::{Game, Random};
use serde_json::{Value, json};
use std::io::{self, BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{Sender, channel};
use std::{env, fs, process, thread};

/// How often it is killed, and after how many moves each time.
const MOVES_BEFORE_A_KILL: [usize; 6] = [1, 7, 2, 11, 5, 3];

struct Server {
    child: Child,
    /// Host and port.
    address: String,
}

impl Server {
    fn start(data: &Path) -> Self {
        let mut command = Command::new(env!("CARGO_BIN_EXE_regence"));
        command.args(["web", "--no-open", "--port", "0", "--data"]).arg(data);
        let mut child = command.stdout(Stdio::piped()).spawn().expect("the program starts");
        let mut line = String::new();
        let output = child.stdout.take().expect("its output is a pipe");
        BufReader::new(output).read_line(&mut line).expect("it says where it is");
        let address = line.split("http://").nth(1).and_then(|rest| rest.split('/').next());
        Self { child, address: address.expect("an address").to_owned() }
    }

    fn kill(&mut self) {
        self.child.kill().expect("it can be killed");
        self.child.wait().expect("it ends");
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Asks, and gives back head and body of the answer.
fn ask(
    address: &str,
    method: &str,
    path: &str,
    cookie: &str,
    body: Option<Value>,
) -> io::Result<(String, Value)> {
    let body = body.map(|body| body.to_string()).unwrap_or_default();
    let mut stream = TcpStream::connect(address)?;
    write!(
        stream,
        "{method} /api/v1{path} HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\nCookie: {cookie}\r\n\
         Content-Type: application/json\r\nContent-Length: {}\r\n\r\n{body}",
        body.len()
    )?;
    let mut answer = String::new();
    stream.read_to_string(&mut answer)?;
    let (head, body) = answer.split_once("\r\n\r\n").ok_or(io::ErrorKind::UnexpectedEof)?;
    Ok((head.to_owned(), serde_json::from_str(body)?))
}

/// A random game that is long enough for all rounds, as UCI writes it.
fn long_game() -> Vec<String> {
    let wanted = MOVES_BEFORE_A_KILL.iter().sum::<usize>() + 2 * MOVES_BEFORE_A_KILL.len();
    let played = |seed| {
        let (mut game, mut random) = (Game::default(), Random::new(seed));
        let mut moves = Vec::new();
        while moves.len() < wanted {
            let legal = game.position().legal_moves();
            let mv = random.choose(&legal)?.uci(game.variant()).to_string();
            game.play_written(&mv).ok()?;
            moves.push(mv);
        }
        Some(moves)
    };
    (0..).find_map(played).expect("some random game is long")
}

/// Plays on until the server does not answer any more; tells of each move that was acknowledged.
fn play(address: &str, table: &str, cookie: &str, moves: &[String], acknowledged: &Sender<()>) -> usize {
    let path = format!("/games/{table}/commands");
    let accepted = moves.iter().take_while(|mv| {
        let answer = ask(address, "POST", &path, cookie, Some(json!({ "do": "play", "move": mv })));
        let is_accepted = answer.is_ok_and(|(head, body)| {
            assert!(head.starts_with("HTTP/1.1 200"), "{mv} was refused: {body}");
            true
        });
        is_accepted && acknowledged.send(()).is_ok()
    });
    accepted.count()
}

#[test]
fn nothing_that_was_acknowledged_is_lost() {
    let data: PathBuf = env::temp_dir().join(format!("regence-kill-{}", process::id()));
    let moves = long_game();
    let mut server = Server::start(&data);
    let (head, made) = ask(&server.address, "POST", "/games", "", Some(json!({}))).expect("a table");
    let cookie = head.lines().find_map(|line| line.strip_prefix("set-cookie: ")).expect("a cookie");
    let cookie = cookie.split(';').next().unwrap_or_default().to_owned();
    let table = made["state"]["id"].as_str().expect("a name").to_owned();

    let mut kept = 0;
    for wanted in MOVES_BEFORE_A_KILL {
        let (sender, acknowledged) = channel();
        let (address, rest) = (server.address.clone(), moves[kept..].to_vec());
        let player = {
            let (table, cookie) = (table.clone(), cookie.clone());
            thread::spawn(move || play(&address, &table, &cookie, &rest, &sender))
        };
        assert_eq!(acknowledged.iter().take(wanted).count(), wanted, "moves are acknowledged");
        // The next one is on its way.
        server.kill();
        let accepted = player.join().expect("the player does not panic");

        server = Server::start(&data);
        let path = format!("/games/{table}");
        let (_, found) = ask(&server.address, "GET", &path, &cookie, None).expect("the table is there");
        let found: Vec<&str> =
            found["moves"].as_array().into_iter().flatten().filter_map(|mv| mv["uci"].as_str()).collect();
        assert_eq!(found, moves[..found.len()], "the moves are those that were played");
        let least = kept + accepted;
        assert!((least..=least + 1).contains(&found.len()), "{least} acknowledged, {} found", found.len());
        kept = found.len();
    }
    drop(server);
    fs::remove_dir_all(&data).expect("the folder can be removed");
}
