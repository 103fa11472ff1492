//! `regence pgn convert`: games in clean PGN, or in forms that programs read.

use super::given::Given;
use super::openings::OpeningOf;
use super::{Input, Task};
use crate::arguments::Flag;
use crate::commands::Answer;
use crate::error::Error;
use crate::json::Quoted;
use crate::pgn_games::Search;
use regence_game::pgn::{Follow, GameBuilder, GameError, GameResult, MainLine, decode};
use regence_game::{AnyPosition, Variant};
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
    /// A line with an object of everything but comments and variations.
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
        Form::Pgn => input.each_good_game(&ToPgn, |_, game| write!(out, "{}", game.found)),
        Form::Uci => input.each_good_game(&ToUci, |_, game| writeln!(out, "{}", game.found)),
        Form::Json => input
            .each_good_game(&ToJson, |_, game| writeln!(out, "{{\"game\":{},{}}}", game.number, game.found)),
    }
}

struct ToPgn;

impl Search for ToPgn {
    type Visitor = GameBuilder;
    type Found = String;

    fn visitor(&self) -> GameBuilder {
        GameBuilder::new()
    }

    /// An error anywhere, even in a variation, makes a game a bad one: what is written should be all that was read.
    fn found(&self, visitor: &mut GameBuilder) -> Result<String, GameError> {
        let (game, errors) = visitor.take();
        match errors.into_iter().next() {
            Some(error) => Err(error),
            None => Ok(game.to_string()),
        }
    }
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
    /// `startpos`, or `fen` and the FEN, as after UCI's word `position`.
    start: String,
    castling: Castling,
    moves: String,
}

impl Follow for UciLine {
    fn begin(&mut self) {
        self.moves.clear();
    }

    fn start(&mut self, position: &Position) {
        let is_usual = *position == Position::START;
        self.start = if is_usual { "startpos".to_owned() } else { format!("fen {position}") };
        self.castling = Castling::of(position);
    }

    fn play(&mut self, _: &Position, mv: Option<Move>, _: &Position) {
        if !self.moves.is_empty() {
            self.moves.push(' ');
        }
        self.castling.write(mv, &mut self.moves);
    }
}

struct ToJson;

impl Search for ToJson {
    type Visitor = MainLine<JsonLine>;
    /// The members of the object, but for the game's number.
    type Found = String;

    fn visitor(&self) -> Self::Visitor {
        MainLine::new(JsonLine::default())
    }

    fn found(&self, visitor: &mut Self::Visitor) -> Result<String, GameError> {
        let (line, end) = visitor.finish();
        let end = end?;
        Ok(line.members(end.result))
    }
}

/// A game as it is written in JSON while it is followed.
#[derive(Default)]
pub struct JsonLine {
    tags: Vec<(String, String)>,
    start: Option<Position>,
    castling: Castling,
    /// The items of lists.
    moves: String,
    san: String,
    opening: OpeningOf,
}

impl Follow for JsonLine {
    fn begin(&mut self) {
        self.tags.clear();
        self.moves.clear();
        self.san.clear();
        self.start = None;
        self.opening.begin();
    }

    fn tag(&mut self, name: &[u8], value: &[u8]) {
        let (name, value) = (decode(name).into_owned(), decode(value).into_owned());
        // A tag that comes twice would be a key that comes twice; as everywhere, the last one counts.
        match self.tags.iter_mut().find(|(known, _)| *known == name) {
            Some(known) => known.1 = value,
            None => self.tags.push((name, value)),
        }
    }

    fn start(&mut self, position: &Position) {
        self.start = Some(*position);
        self.castling = Castling::of(position);
        self.opening.start(position);
    }

    fn play(&mut self, before: &Position, mv: Option<Move>, after: &Position) {
        let quote = if self.moves.is_empty() { "\"" } else { ",\"" };
        self.moves.push_str(quote);
        self.castling.write(mv, &mut self.moves);
        self.moves.push('"');
        self.san.push_str(quote);
        match mv {
            Some(mv) => write_to(&mut self.san, &before.san(mv)),
            None => self.san.push_str("--"),
        }
        self.san.push('"');
        self.opening.play(before, mv, after);
    }
}

impl JsonLine {
    /// The members of the object, but for the game's number.
    fn members(&self, result: GameResult) -> String {
        let tag = |(name, value): &(String, String)| format!("{}:{}", Quoted(name), Quoted(value));
        let tags: Vec<String> = self.tags.iter().map(tag).collect();
        let start = self.start.unwrap_or(Position::START);
        let (eco, name) = match self.opening.opening() {
            Some(opening) => (format!("\"{}\"", opening.eco), Quoted(opening.name).to_string()),
            None => ("null".to_owned(), "null".to_owned()),
        };
        format!(
            "\"tags\":{{{}}},\"start\":\"{start}\",\"chess960\":{},\"moves\":[{}],\"san\":[{}],\
             \"eco\":{eco},\"opening\":{name},\"result\":\"{result}\"",
            tags.join(","),
            self.castling == Castling::Chess960,
            self.moves,
            self.san,
        )
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
