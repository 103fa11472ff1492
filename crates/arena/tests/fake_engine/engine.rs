//! A UCI engine that plays the first legal move it finds, and misbehaves when told to.
//!
//! Its arguments are what to do and at which of its moves, counted over all its games: `crash 3`.

use regence_game::{Game, Purpose, Variant};
use regence_rules::Position;
use std::io::{self, BufRead, Write};
use std::process::{abort, exit};

/// What it does besides playing.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Trick {
    /// Nothing.
    None,
    /// Ends with an exit code.
    Crash,
    /// Is ended by a signal.
    Abort,
    /// Goes on listening, but never moves.
    Hang,
    /// Moves only when told to stop.
    Dawdle,
    /// Names a move that nobody can play.
    Illegal,
    /// Says nothing from the beginning.
    Silent,
    /// Talks far too much, in odd bytes and endless lines, before it moves.
    Chatty,
}

fn main() -> io::Result<()> {
    let mut words = std::env::args().skip(1);
    let trick = match words.next().as_deref() {
        Some("crash") => Trick::Crash,
        Some("abort") => Trick::Abort,
        Some("hang") => Trick::Hang,
        Some("dawdle") => Trick::Dawdle,
        Some("illegal") => Trick::Illegal,
        Some("silent") => Trick::Silent,
        Some("chatty") => Trick::Chatty,
        _ => Trick::None,
    };
    let when: u32 = words.next().and_then(|number| number.parse().ok()).unwrap_or(1);
    let mut engine = Engine { trick, when, moves: 0, game: Game::default(), is_waiting: false };
    for line in io::stdin().lock().lines() {
        engine.hear(&line?)?;
    }
    Ok(())
}

struct Engine {
    trick: Trick,
    when: u32,
    moves: u32,
    game: Game,
    is_waiting: bool,
}

impl Engine {
    fn hear(&mut self, line: &str) -> io::Result<()> {
        let words: Vec<&str> = line.split_whitespace().collect();
        match words.as_slice() {
            ["uci"] if self.trick != Trick::Silent => {
                say("id name Fake 1\nid author nobody\noption name Hash type spin default 1 min 1 max 64")?;
                say("option name UCI_Chess960 type check default false\nuciok")
            }
            ["setoption", "name", "Hash", "value", "13"] => say("info string 13 is unlucky; the hash stays"),
            ["isready"] => say("readyok"),
            ["position", "startpos"] => self.set_up(Position::START, &[]),
            ["position", "startpos", "moves", moves @ ..] => self.set_up(Position::START, moves),
            ["position", "fen", a, b, c, d, e, f, rest @ ..] => {
                let fen = [*a, b, c, d, e, f].join(" ");
                let start = Position::from_fen_chess960(&fen).map_err(io::Error::other)?;
                self.set_up(start, rest.get(1..).unwrap_or_default())
            }
            ["go", ..] => self.go(),
            ["stop"] if self.is_waiting => self.play(),
            ["quit"] => exit(0),
            _ => Ok(()),
        }
    }

    fn set_up(&mut self, start: Position, moves: &[&str]) -> io::Result<()> {
        self.game = Game::new(start, Purpose::Playing);
        for written in moves {
            let written = written.parse().map_err(io::Error::other)?;
            self.game.play(written).map_err(io::Error::other)?;
        }
        Ok(())
    }

    fn go(&mut self) -> io::Result<()> {
        self.moves += 1;
        match self.trick {
            _ if self.moves != self.when => self.play(),
            Trick::None | Trick::Silent => self.play(),
            Trick::Crash => {
                eprintln!("something is wrong");
                exit(3)
            }
            Trick::Abort => abort(),
            Trick::Hang => Ok(()),
            Trick::Dawdle => {
                self.is_waiting = true;
                Ok(())
            }
            Trick::Illegal => say("info depth 1 score cp 5\nbestmove e2e9"),
            Trick::Chatty => {
                for _ in 0..20_000 {
                    say("info depth 1 score cp 0 nodes 1")?;
                }
                io::stdout().write_all(&vec![0xff; 300_000])?;
                say("")?;
                self.play()
            }
        }
    }

    fn play(&mut self) -> io::Result<()> {
        self.is_waiting = false;
        let mut moves: Vec<String> = self
            .game
            .position()
            .legal_moves()
            .into_iter()
            .map(|mv| mv.uci(Variant::Chess960).to_string())
            .collect();
        moves.sort();
        let best = moves.first().map_or("(none)", String::as_str);
        say(&format!("info depth 3 score cp 7 nodes 20 pv {best}\nbestmove {best}"))
    }
}

fn say(line: &str) -> io::Result<()> {
    let mut out = io::stdout().lock();
    writeln!(out, "{line}")?;
    out.flush()
}
