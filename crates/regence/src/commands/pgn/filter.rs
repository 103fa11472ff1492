//! `regence pgn filter`: games that are wanted, as they are written.

use super::Input;
use super::dates::Dates;
use super::given::Given;
use super::material::Material;
use super::openings::OpeningOf;
use crate::arguments::Flag;
use crate::commands::Answer;
use crate::error::Error;
use crate::fold::fold;
use crate::origin::Origin;
use crate::pgn_games::Search;
use regence_game::openings::EcoRange;
use regence_game::pgn::{Follow, GameError, GameResult, LineEnd, MainLine, decode};
use regence_game::{AnyMove, AnyPosition};
use regence_rules::{Move, Position};
use std::io::Write;
use std::sync::Arc;

/// The flags of this task.
pub const FLAGS: &[Flag] = &[
    Flag::Black,
    Flag::Chess960,
    Flag::Date,
    Flag::Eco,
    Flag::Fen,
    Flag::Material,
    Flag::MaxPlies,
    Flag::MinPlies,
    Flag::Opening,
    Flag::Player,
    Flag::Result,
    Flag::White,
];

/// A wish for some of the games.
pub struct Filter {
    conditions: Arc<Conditions>,
}

/// What must hold of a game, as far as anything is said. Names are folded.
struct Conditions {
    player: Option<String>,
    white: Option<String>,
    black: Option<String>,
    eco: Option<EcoRange>,
    opening: Option<String>,
    dates: Option<Dates>,
    result: Option<GameResult>,
    position: Option<Position>,
    material: Option<Material>,
    plies: (u64, u64),
}

impl Filter {
    /// Reads the flags.
    pub fn read(given: &mut Given) -> Result<Self, Error> {
        let origin = Origin { chess960: given.value(Flag::Chess960).is_some(), fen: given.value(Flag::Fen) };
        let name = |text: &str| Some(fold(text.trim())).filter(|name| !name.is_empty());
        let part = "a part of a name";
        let eco = "an ECO code like B90 or a range like B20-B99";
        let dates = "a date like 2024, 2024.05 or 2024.05.17, or FROM..TO";
        let material = "pieces like KRPkr, upper case for White, with both kings";
        let least = given.number(Flag::MinPlies, 0..=u32::MAX)?.unwrap_or(0);
        let most = given.number(Flag::MaxPlies, 0..=u32::MAX)?.map_or(u64::MAX, u64::from);
        let conditions = Conditions {
            player: given.read_as(Flag::Player, part, name)?,
            white: given.read_as(Flag::White, part, name)?,
            black: given.read_as(Flag::Black, part, name)?,
            eco: given.read_as(Flag::Eco, eco, |text| text.parse().ok())?,
            opening: given.read_as(Flag::Opening, part, name)?,
            dates: given.read_as(Flag::Date, dates, Dates::read)?,
            result: given.read_as(Flag::Result, "1-0, 0-1, 1/2-1/2 or *", |text| {
                GameResult::from_word(text.as_bytes())
            })?,
            position: if origin.fen.is_some() { Some(origin.position()?) } else { None },
            material: given.read_as(Flag::Material, material, Material::read)?,
            plies: (u64::from(least), most),
        };
        Ok(Self { conditions: Arc::new(conditions) })
    }

    /// Writes the games that are wanted.
    pub fn run(&self, input: &Input, out: &mut impl Write) -> Result<Answer, Error> {
        // The game written last, and what it takes to have an empty line behind it.
        let mut last: Option<((usize, u64), &[u8])> = None;
        input.each_good_game(self, out, |out, file, game| {
            if !game.found {
                return Ok(());
            }
            // Neighbours stay as they are; others are kept apart.
            if let Some((before, missing)) = last
                && before != (file, game.number - 1)
            {
                out.write_all(missing)?;
            }
            last = Some(((file, game.number), missing_lines(game.text)));
            out.write_all(game.text)
        })
    }
}

/// What is missing behind a text until there is an empty line, with line ends like its own.
fn missing_lines(text: &[u8]) -> &'static [u8] {
    let lines: &[u8] = if text.windows(2).any(|pair| pair == b"\r\n") { b"\r\n\r\n" } else { b"\n\n" };
    let is_empty_line = [&b"\n\n"[..], b"\n\r\n", b"\r\r"].iter().any(|end| text.ends_with(end));
    match text.last() {
        _ if is_empty_line => b"",
        Some(b'\n' | b'\r') => &lines[lines.len() / 2..],
        _ => lines,
    }
}

impl Search for Filter {
    type Visitor = MainLine<Candidate>;
    /// Whether the game is wanted.
    type Found = bool;
    const WANTS_TEXT: bool = true;

    fn visitor(&self) -> Self::Visitor {
        MainLine::new(Candidate::new(self.conditions.clone()))
    }

    fn found(&self, visitor: &mut Self::Visitor) -> Result<bool, GameError> {
        let (candidate, end) = visitor.finish();
        end.map(|end| candidate.is_wanted(end))
    }
}

/// A game that may be wanted.
pub struct Candidate {
    conditions: Arc<Conditions>,
    white: String,
    black: String,
    dates: Option<Dates>,
    opening: OpeningOf,
    /// Whether the position and the material that are looked for have been on the board.
    had_position: bool,
    had_material: bool,
}

impl Candidate {
    fn new(conditions: Arc<Conditions>) -> Self {
        Self {
            conditions,
            white: String::new(),
            black: String::new(),
            dates: None,
            opening: OpeningOf::default(),
            had_position: false,
            had_material: false,
        }
    }

    fn is_wanted(&self, end: LineEnd) -> bool {
        let conditions = &*self.conditions;
        let opening = self.opening.opening();
        let named = |wanted: &Option<String>, names: &[&str]| {
            wanted.as_ref().is_none_or(|wanted| names.iter().any(|name| name.contains(wanted)))
        };
        let (least, most) = conditions.plies;
        named(&conditions.player, &[&self.white, &self.black])
            && named(&conditions.white, &[&self.white])
            && named(&conditions.black, &[&self.black])
            && conditions.eco.is_none_or(|eco| opening.is_some_and(|opening| eco.contains(opening.eco)))
            && named(&conditions.opening, &[&opening.map_or_else(String::new, |opening| fold(opening.name))])
            && conditions.dates.is_none_or(|dates| self.dates.is_some_and(|date| dates.meets(date)))
            && conditions.result.is_none_or(|result| result == end.result)
            && (conditions.position.is_none() || self.had_position)
            && (conditions.material.is_none() || self.had_material)
            && (least..=most).contains(&end.plies)
    }

    fn look_at(&mut self, position: &Position) {
        let conditions = &*self.conditions;
        self.had_position |= conditions.position.as_ref().is_some_and(|wanted| wanted.repeats(position));
        self.had_material |= conditions.material.as_ref().is_some_and(|wanted| wanted.is_on(position));
    }
}

impl Candidate {
    /// Looks at a position under house rules: a position of chess is wanted by its pieces and the side to move, for what
    /// else there is in its FEN has another meaning there.
    fn look_at_house(&mut self, position: &AnyPosition) {
        let conditions = &*self.conditions;
        let is_same = |wanted: &Position| {
            let wanted = AnyPosition::Standard(*wanted);
            wanted.turn() == position.turn()
                && wanted.size() == position.size()
                && wanted.pieces().eq(position.pieces())
        };
        self.had_position |= conditions.position.as_ref().is_some_and(is_same);
        self.had_material |= conditions.material.as_ref().is_some_and(|wanted| wanted.is_on_any(position));
    }
}

impl Follow for Candidate {
    fn begin(&mut self) {
        *self = Self::new(self.conditions.clone());
    }

    fn tag(&mut self, name: &[u8], value: &[u8]) {
        match name {
            b"White" => self.white = fold(&decode(value)),
            b"Black" => self.black = fold(&decode(value)),
            b"Date" => self.dates = Dates::of(&decode(value)).or(self.dates),
            b"UTCDate" => self.dates = self.dates.or_else(|| Dates::of(&decode(value))),
            _ => {}
        }
    }

    fn start(&mut self, position: &Position) {
        self.opening.start(position);
        self.look_at(position);
    }

    fn play(&mut self, before: &Position, mv: Option<Move>, after: &Position) {
        self.opening.play(before, mv, after);
        self.look_at(after);
    }

    fn start_house(&mut self, position: &AnyPosition) {
        self.look_at_house(position);
    }

    fn play_house(&mut self, _: &AnyPosition, _: Option<AnyMove>, after: &AnyPosition) {
        self.look_at_house(after);
    }
}
