//! A session as the list of what was done to it, so that it can be gone through again: moves, clocks, and what was taken
//! back.

use regence_game::clock::TimeControl;
use regence_game::session::{Actor, Command, Event, Seat, Session, SessionError};
use regence_game::{AnyPosition, Edit, Game, Purpose, Variant};
use regence_rules::{Bitboard, ByColor, Color, Piece, Square};
use serde::{Deserialize, Serialize};
use std::time::Duration;

/// The number of the form.
const SCHEMA: u32 = 1;

/// What is kept of a session.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct KeptGame {
    schema: u32,
    variant: String,
    start: String,
    seats: [String; 2],
    /// Milliseconds since the session began, and what was done.
    log: Vec<(u64, String)>,
    /// The moment up to which the clock has run.
    until: u64,
    /// What the simple computers' choices depend on.
    pub seed: u64,
    /// Whether Black is below.
    pub flipped: bool,
}

/// A session that writes down what is done to it.
#[derive(Clone, Debug)]
pub struct Log {
    session: Session,
    kept: KeptGame,
}

impl Log {
    /// A new session with a game that nobody has played yet.
    pub fn new(game: &Game, seats: ByColor<Seat>, seed: u64) -> Self {
        let kept = KeptGame {
            schema: SCHEMA,
            variant: game.variant().to_string(),
            start: game.start().fen(),
            seats: [seats.white.code(), seats.black.code()],
            log: Vec::new(),
            until: 0,
            seed,
            flipped: false,
        };
        Self { session: Session::new(game.restarted(), seats), kept }
    }

    /// The session that was kept, and the moment at which it goes on; `None` if what was kept makes no sense.
    pub fn restore(kept: &KeptGame) -> Option<(Self, Duration)> {
        let variant: Variant = kept.variant.parse().ok()?;
        let start = variant.read_fen(&kept.start).ok()?;
        let game = match (variant, start) {
            (Variant::Chess960, AnyPosition::Standard(start)) => Game::chess960(start, Purpose::Playing),
            (_, start) => Game::new(start, Purpose::Playing),
        };
        let [white, black] = &kept.seats;
        let seats = ByColor { white: white.parse().ok()?, black: black.parse().ok()? };
        let mut log = Self::new(&game, seats, kept.seed);
        log.kept.flipped = kept.flipped;
        if kept.schema != SCHEMA {
            return None;
        }
        for (at, code) in &kept.log {
            let now = Duration::from_millis(*at);
            match code.as_str() {
                SETTLE => drop(log.settle(now)),
                code => drop(log.apply(read(code)?, now).ok()?),
            }
        }
        let until = Duration::from_millis(kept.until);
        log.settle(until);
        Some((log, until))
    }

    /// The session.
    pub fn session(&self) -> &Session {
        &self.session
    }

    /// What is to be kept, with the clock as it is at this moment.
    pub fn keep(&self, now: Duration, flipped: bool) -> KeptGame {
        KeptGame { until: now.as_millis() as u64, flipped, ..self.kept.clone() }
    }

    /// What the simple computers' choices depend on.
    pub fn seed(&self) -> u64 {
        self.kept.seed
    }

    /// Whether Black was below when it was kept.
    pub fn was_flipped(&self) -> bool {
        self.kept.flipped
    }

    /// Does something and writes it down.
    pub fn apply(&mut self, command: Command, now: Duration) -> Result<Vec<Event>, SessionError> {
        // The log counts in milliseconds, and so do we, so that it can be gone through again exactly.
        let at = now.as_millis() as u64;
        let code = write(&command);
        let events = self.session.apply(Actor::Anyone, command, Duration::from_millis(at))?;
        self.kept.log.push((at, code));
        Ok(events)
    }

    /// Brings the clock up to this moment, and writes down if a flag has fallen.
    pub fn settle(&mut self, now: Duration) -> Option<Event> {
        let at = now.as_millis() as u64;
        let event = self.session.settle(Duration::from_millis(at))?;
        self.kept.log.push((at, SETTLE.into()));
        Some(event)
    }
}

const SETTLE: &str = "settle";

fn word(color: Color) -> &'static str {
    match color {
        Color::White => "white",
        Color::Black => "black",
    }
}

fn color(word: &str) -> Option<Color> {
    match word {
        "white" => Some(Color::White),
        "black" => Some(Color::Black),
        _ => None,
    }
}

/// A command in words.
fn write(command: &Command) -> String {
    match command {
        Command::Play(mv) => format!("play {mv}"),
        Command::Undo => "undo".into(),
        Command::Redo => "redo".into(),
        Command::Resign(side) => format!("resign {}", word(*side)),
        Command::Abandon(side) => format!("abandon {}", word(*side)),
        Command::OfferDraw(side) => format!("offer {}", word(*side)),
        Command::AcceptDraw(side) => format!("accept {}", word(*side)),
        Command::DeclineDraw(side) => format!("decline {}", word(*side)),
        Command::Claim(None) => "claim".into(),
        Command::Claim(Some(mv)) => format!("claim {mv}"),
        Command::Reset => "reset".into(),
        Command::Seat(side, seat) => format!("seat {} {}", word(*side), seat.code()),
        Command::SwapSides => "swap".into(),
        Command::Clock(controls) => format!("clock {}|{}", controls.white, controls.black),
        Command::Pause => "pause".into(),
        Command::Resume => "resume".into(),
        Command::AddTime(side, time) => format!("add {} {}", word(*side), time.as_millis()),
        Command::SetPosition(variant, position) => format!("position {variant} {position}"),
        Command::Load(variant, fen) => format!("load {variant} {fen}"),
        Command::Start => "start".into(),
        Command::Stop => "stop".into(),
        Command::Edit(edit) => format!("edit {}", write_edit(edit)),
    }
}

fn write_edit(edit: &Edit) -> String {
    match edit {
        Edit::Place(square, piece) => format!("put {square} {}", piece.letter()),
        Edit::Remove(square) => format!("remove {square}"),
        Edit::Fill(None) => "clear".into(),
        Edit::Fill(Some(piece)) => format!("fill {}", piece.letter()),
        Edit::Shift(from, to) => format!("shift {from} {to}"),
        Edit::Turn(side) => format!("turn {}", word(*side)),
        Edit::Castling(rooks) => format!("castling {}", rooks.bits()),
    }
}

/// The command that words mean.
fn read(code: &str) -> Option<Command> {
    let (name, rest) = code.split_once(' ').unwrap_or((code, ""));
    Some(match name {
        "play" => Command::Play(rest.parse().ok()?),
        "undo" => Command::Undo,
        "redo" => Command::Redo,
        "resign" => Command::Resign(color(rest)?),
        "abandon" => Command::Abandon(color(rest)?),
        "offer" => Command::OfferDraw(color(rest)?),
        "accept" => Command::AcceptDraw(color(rest)?),
        "decline" => Command::DeclineDraw(color(rest)?),
        "claim" if rest.is_empty() => Command::Claim(None),
        "claim" => Command::Claim(Some(rest.parse().ok()?)),
        "reset" => Command::Reset,
        "swap" => Command::SwapSides,
        "pause" => Command::Pause,
        "resume" => Command::Resume,
        "start" => Command::Start,
        "stop" => Command::Stop,
        "edit" => Command::Edit(read_edit(rest)?),
        _ => return read_arrangement(name, rest),
    })
}

fn read_arrangement(name: &str, rest: &str) -> Option<Command> {
    Some(match name {
        "clock" => {
            let (white, black) = rest.split_once('|')?;
            let control = |text: &str| text.parse::<TimeControl>().ok();
            Command::Clock(ByColor { white: control(white)?, black: control(black)? })
        }
        "seat" => {
            let (side, seat) = rest.split_once(' ')?;
            Command::Seat(color(side)?, seat.parse().ok()?)
        }
        "add" => {
            let (side, time) = rest.split_once(' ')?;
            Command::AddTime(color(side)?, Duration::from_millis(time.parse().ok()?))
        }
        "position" => {
            let (variant, fen) = rest.split_once(' ')?;
            let variant: Variant = variant.parse().ok()?;
            Command::SetPosition(variant, Box::new(variant.read_fen(fen).ok()?))
        }
        "load" => {
            let (variant, fen) = rest.split_once(' ')?;
            Command::Load(variant.parse().ok()?, fen.into())
        }
        _ => return None,
    })
}

fn read_edit(text: &str) -> Option<Edit> {
    let words: Vec<&str> = text.split(' ').collect();
    let square = |text: &str| text.parse::<Square>().ok();
    let piece = |text: &str| text.chars().next().and_then(Piece::from_letter);
    Some(match words.as_slice() {
        ["put", at, letter] => Edit::Place(square(at)?, piece(letter)?),
        ["remove", at] => Edit::Remove(square(at)?),
        ["clear"] => Edit::Fill(None),
        ["fill", letter] => Edit::Fill(Some(piece(letter)?)),
        ["shift", from, to] => Edit::Shift(square(from)?, square(to)?),
        ["turn", side] => Edit::Turn(color(side)?),
        ["castling", bits] => Edit::Castling(Bitboard::from_bits(bits.parse().ok()?)),
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(code: &str) {
        let command = read(code).unwrap_or_else(|| panic!("{code:?} is not read"));
        assert_eq!(write(&command), code);
    }

    #[test]
    fn every_command_is_read_as_it_is_written() {
        for code in
            ["play e7e8n", "undo", "redo", "reset", "swap", "pause", "resume", "start", "stop", "claim"]
        {
            check(code);
        }
        for code in ["resign white", "abandon black", "offer white", "accept black", "decline white"] {
            check(code);
        }
        for code in
            ["claim g1f3", "seat black computer:taker", "seat white human:Ada Lovelace", "clock 5+3|-"]
        {
            check(code);
        }
        check("add white 15000");
        check("position orthodox rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1");
        check("load classroom 4k3/8/8/8/8/8/8/4K3 w - - 0 1");
        for code in ["put e4 Q", "remove e4", "clear", "fill p", "shift e2 e4", "turn black", "castling 129"]
        {
            check(&format!("edit {code}"));
        }
        assert_eq!(read("dance"), None);
        assert_eq!(read("play e9e4"), None);
    }

    #[test]
    fn a_restored_session_has_its_clocks_and_what_was_taken_back() {
        let seats = ByColor { white: Seat::Human("Ada".into()), black: Seat::default() };
        let mut log = Log::new(&Game::default(), seats, 7);
        let control: TimeControl = "5+3".parse().expect("a control");
        let seconds = Duration::from_secs;
        let controls = ByColor { white: control.clone(), black: control };
        log.apply(Command::Clock(controls), seconds(0)).expect("the clock is set");
        for (at, mv) in [(1, "e2e4"), (11, "e7e5"), (31, "g1f3")] {
            log.apply(Command::Play(mv.parse().expect("a move")), seconds(at)).expect("a legal move");
        }
        log.apply(Command::Undo, seconds(40)).expect("there is a move");
        let kept = serde_json::to_string(&log.keep(seconds(45), true)).expect("it is plain data");
        let kept: KeptGame = serde_json::from_str(&kept).expect("it is what was written");
        let (restored, now) = Log::restore(&kept).expect("it was kept a moment ago");
        let (one, two) = (log.session(), restored.session());
        assert_eq!(now, seconds(45));
        assert!(restored.was_flipped());
        assert_eq!(one.position(), two.position());
        assert_eq!(one.game().map(|game| game.variations(game.cursor()).len()), Some(1));
        for color in Color::ALL {
            assert_eq!(one.clock().remaining(color, now), two.clock().remaining(color, now));
        }
    }
}
