//! `regence pgn convert`: games in clean PGN, or in forms that programs read.

use super::given::Given;
use super::{Input, Task};
use crate::arguments::Flag;
use crate::commands::Answer;
use crate::error::Error;
use crate::pgn_games::Search;
use regence_game::json::GameJson;
use regence_game::pgn::{Follow, GameBuilder, GameError, MainLine, PgnGame, is_chess960};
use regence_game::{AnyMove, AnyPosition, Variant};
use regence_rules::{Move, Position};
use std::fmt::{self, Write as _};
use std::io::Write;

/// A form in which games can be written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Form {
    /// The export format of the PGN standard, with comments and variations.
    Pgn,
    /// A line with start, moves and result.
    Uci,
    /// A line with an object of everything, in the form of `docs/json.md`.
    Json,
}

impl Form {
    /// Reads the flag that says which.
    pub fn read(given: &mut Given) -> Result<Self, Error> {
        let form = given.read_as(Flag::To, "pgn, uci or json", |text| match text {
            "pgn" => Some(Self::Pgn),
            "uci" => Some(Self::Uci),
            "json" => Some(Self::Json),
            _ => None,
        })?;
        form.ok_or(Error::NoFlag {
            usage: "a form: `--to pgn`, `--to uci` or `--to json`",
            task: Task::Convert,
        })
    }
}

/// Writes the games.
pub fn run(form: Form, input: &Input, out: &mut impl Write) -> Result<Answer, Error> {
    match form {
        Form::Pgn => input.each_good_game(&ToPgn, out, |out, _, game| write!(out, "{}", game.found)),
        Form::Uci => input.each_good_game(&ToUci, out, |out, _, game| writeln!(out, "{}", game.found)),
        Form::Json => input.each_good_game(&ToJson, out, |out, _, game| writeln!(out, "{}", game.found)),
    }
}

struct ToPgn;

impl Search for ToPgn {
    type Visitor = GameBuilder;
    type Found = String;

    fn visitor(&self) -> GameBuilder {
        GameBuilder::new()
    }

    fn found(&self, visitor: &mut GameBuilder) -> Result<String, GameError> {
        whole(visitor).map(|game| game.to_string())
    }
}

/// A game of which everything was read. An error anywhere, even in a variation, makes it a bad one: what is written should
/// be all that was read.
fn whole(visitor: &mut GameBuilder) -> Result<PgnGame, GameError> {
    let (game, errors) = visitor.take();
    errors.into_iter().next().map_or(Ok(game), Err)
}

struct ToUci;

impl Search for ToUci {
    type Visitor = MainLine<UciLine>;
    type Found = String;

    fn visitor(&self) -> Self::Visitor {
        MainLine::new(UciLine::default())
    }

    fn found(&self, visitor: &mut Self::Visitor) -> Result<String, GameError> {
        let (line, end) = visitor.finish();
        let end = end?;
        Ok(format!("{}\t{}\t{}", line.start, line.moves, end.result))
    }
}

/// A game as it is written for UCI while it is followed.
#[derive(Default)]
pub struct UciLine {
    /// `startpos`, or `fen` and the FEN, as after UCI's word `position`; under house rules these come first.
    start: String,
    /// Whether its tags say so: the position alone cannot tell where it might be either.
    is_chess960: bool,
    castling: Castling,
    moves: String,
}

impl Follow for UciLine {
    fn begin(&mut self) {
        self.moves.clear();
        self.is_chess960 = false;
    }

    fn tag(&mut self, name: &[u8], value: &[u8]) {
        if name.eq_ignore_ascii_case(b"Variant") {
            self.is_chess960 = is_chess960(value);
        }
    }

    fn start(&mut self, position: &Position) {
        let is_usual = *position == Position::START;
        self.start = if is_usual { "startpos".to_owned() } else { format!("fen {position}") };
        self.castling = if self.is_chess960 { Castling::Chess960 } else { Castling::of(position) };
    }

    fn play(&mut self, _: &Position, mv: Option<Move>, _: &Position) {
        if !self.moves.is_empty() {
            self.moves.push(' ');
        }
        self.castling.write(mv, &mut self.moves);
    }

    fn start_house(&mut self, position: &AnyPosition) {
        self.start = format!("{} fen {position}", position.variant());
    }

    fn play_house(&mut self, before: &AnyPosition, mv: Option<AnyMove>, _: &AnyPosition) {
        if !self.moves.is_empty() {
            self.moves.push(' ');
        }
        match mv {
            Some(mv) => write_to(&mut self.moves, &mv.uci(before.variant())),
            None => self.moves.push_str("0000"),
        }
    }
}

struct ToJson;

impl Search for ToJson {
    type Visitor = GameBuilder;
    type Found = String;

    fn visitor(&self) -> GameBuilder {
        GameBuilder::new()
    }

    fn found(&self, visitor: &mut GameBuilder) -> Result<String, GameError> {
        let game = whole(visitor)?;
        // Text and numbers can always be written.
        Ok(serde_json::to_string(&GameJson::from(&game)).unwrap_or_default())
    }
}

/// How castling is written: as the king's own step, or as the king taking its rook.
#[derive(Clone, Copy, PartialEq, Eq, Default)]
enum Castling {
    #[default]
    Orthodox,
    Chess960,
}

impl Castling {
    fn of(start: &Position) -> Self {
        match AnyPosition::from(*start).variant() {
            Variant::Chess960 => Self::Chess960,
            Variant::Orthodox | Variant::House(_) => Self::Orthodox,
        }
    }

    /// Writes a move as UCI does; none is a null move.
    fn write(self, mv: Option<Move>, text: &mut String) {
        match (mv, self) {
            (None, _) => text.push_str("0000"),
            (Some(mv), Self::Orthodox) => write_to(text, &mv.uci()),
            (Some(mv), Self::Chess960) => write_to(text, &mv.uci_chess960()),
        }
    }
}

fn write_to(text: &mut String, what: &impl fmt::Display) {
    // Writing to memory cannot fail.
    let _ = write!(text, "{what}");
}
