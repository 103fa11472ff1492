//! The form in which a new game is agreed.

mod agreement;
mod players;
mod remarks;
mod rules;

pub use agreement::Agreement;
pub use players::opponents;

use super::line::Line;
use crate::keep::Settings;
use crate::strength::offered;
use players::{OWN_LEVEL, players};
use regence_game::computer::SimpleComputer;
use regence_game::session::{Level, RATINGS, Seat};
use regence_rules::house::HouseRules;
use regence_rules::{ByColor, Color};
use rules::RULES;

/// Clocks to choose from; the last choice is one's own.
const CLOCKS: [&str; 9] = ["-", "1+0", "3+2", "5+0", "5+3", "10+0", "15+10", "30+0", "90+30"];

/// How long the engine may think, in milliseconds.
pub const ENGINE_TIMES: [u64; 7] = [100, 250, 500, 1000, 2000, 5000, 10_000];

/// Which chess.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Chess {
    Orthodox,
    Chess960,
    Classroom,
    House,
}

const CHESS: [Chess; 4] = [Chess::Orthodox, Chess::Chess960, Chess::Classroom, Chess::House];

/// A line of the form.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Field {
    /// Begins.
    Play,
    /// Who plays a side.
    Seat(Color),
    /// The name of a person.
    Name(Color),
    /// A level by its number.
    Elo(Color),
    /// Which colour the only person has.
    OwnColor,
    /// Whether sides are drawn by lot.
    Sides,
    /// Which clock.
    Clock,
    /// A clock of one's own.
    OwnClock,
    /// Which chess.
    Chess,
    /// Which start of Chess960.
    Number,
    /// How large the board is.
    Size,
    /// One of the house rules.
    Rule(usize),
    /// How long the engine thinks.
    EngineTime,
    /// A start position.
    Fen,
}

/// The form.
#[derive(Clone, Debug)]
pub struct Form {
    /// What it is for.
    pub title: &'static str,
    /// Which line is chosen.
    pub chosen: usize,
    /// What is wrong with it.
    pub problem: Option<String>,
    seats: ByColor<usize>,
    /// Who has made room for somebody who knows the rules, and comes back with other rules.
    replaced: ByColor<Option<usize>>,
    names: ByColor<Line>,
    elos: ByColor<Line>,
    by_lot: bool,
    clock: usize,
    own_clock: Line,
    chess: Chess,
    number: Line,
    size: usize,
    rules: HouseRules,
    engine_time: usize,
    fen: Line,
}

impl Form {
    /// A form for this pairing.
    pub fn new(title: &'static str, seats: &ByColor<Seat>, settings: &Settings) -> Self {
        let index = |seat: &Seat| {
            let is_same = |player: &Seat| player == seat || player.is_human() && seat.is_human();
            let is_level = matches!(seat, Seat::Engine(Level::Elo(_)));
            let own = || players().position(|player| is_level && player == OWN_LEVEL);
            players().position(|player| is_same(&player)).or_else(own).unwrap_or(0)
        };
        let elo = |seat: &Seat| match seat {
            Seat::Engine(Level::Elo(elo)) => Line::new(elo.to_string().as_str()),
            _ => Line::new("1000"),
        };
        let name = |seat: &Seat| match seat {
            Seat::Human(name) => Line::new(name.as_str()),
            _ => Line::default(),
        };
        let preset = CLOCKS.iter().position(|preset| *preset == settings.clock);
        let time = ENGINE_TIMES.iter().position(|&time| time == settings.engine_time);
        Self {
            title,
            chosen: 0,
            problem: None,
            seats: ByColor { white: index(&seats.white), black: index(&seats.black) },
            replaced: ByColor { white: None, black: None },
            names: ByColor { white: name(&seats.white), black: name(&seats.black) },
            elos: ByColor { white: elo(&seats.white), black: elo(&seats.black) },
            by_lot: false,
            clock: preset.unwrap_or(CLOCKS.len()),
            own_clock: if preset.is_some() { Line::default() } else { Line::new(settings.clock.as_str()) },
            chess: Chess::Orthodox,
            number: Line::default(),
            size: 8,
            rules: HouseRules::ORTHODOX,
            engine_time: time.unwrap_or(3),
            fen: Line::default(),
        }
    }

    /// The lines there are, as far as the choices made need them.
    pub fn fields(&self) -> Vec<Field> {
        let mut fields = vec![Field::Play];
        fields.extend(self.only_person().map(|_| Field::OwnColor));
        for color in Color::ALL {
            fields.push(Field::Seat(color));
            if self.seat(color).is_human() {
                fields.push(Field::Name(color));
            }
            if self.seat(color) == OWN_LEVEL {
                fields.push(Field::Elo(color));
            }
        }
        // Where one person plays, who has White is asked for above.
        fields.extend(Some(Field::Sides).filter(|_| self.only_person().is_none()));
        fields.push(Field::Clock);
        if self.clock == CLOCKS.len() {
            fields.push(Field::OwnClock);
        }
        fields.push(Field::Chess);
        match self.chess {
            Chess::Orthodox | Chess::Classroom => {}
            Chess::Chess960 => fields.push(Field::Number),
            Chess::House => {
                fields.push(Field::Size);
                fields.extend((0..RULES.len()).map(Field::Rule));
            }
        }
        if Color::ALL.into_iter().any(|color| self.seat(color) == Seat::Engine(Level::Full)) {
            fields.push(Field::EngineTime);
        }
        fields.push(Field::Fen);
        fields
    }

    /// The line that is chosen.
    pub fn field(&self) -> Field {
        self.fields().get(self.chosen).copied().unwrap_or(Field::Play)
    }

    /// Chooses another line.
    pub fn go(&mut self, by: isize) {
        let count = self.fields().len();
        self.chosen = (self.chosen + count).saturating_add_signed(by) % count;
    }

    fn seat(&self, color: Color) -> Seat {
        players().nth(self.seats[color]).unwrap_or_default()
    }

    /// What a line is called.
    pub fn label(field: Field) -> &'static str {
        match field {
            Field::Play => "Play",
            Field::Seat(color) => {
                if color == Color::White {
                    "White"
                } else {
                    "Black"
                }
            }
            Field::Name(_) => "  name",
            Field::Elo(_) => "  level",
            Field::OwnColor => "Your colour",
            Field::Sides => "Sides",
            Field::Clock => "Clock",
            Field::OwnClock => "  own clock",
            Field::Chess => "Chess",
            Field::Number => "  start number",
            Field::Size => "  board",
            Field::Rule(index) => RULES.get(index).copied().unwrap_or_default(),
            Field::EngineTime => "Engine's time",
            Field::Fen => "Start position",
        }
    }

    /// What a line says.
    pub fn value(&self, field: Field) -> String {
        match field {
            Field::Play => String::new(),
            Field::Seat(color) => match self.seat(color) {
                OWN_LEVEL => "Level, by its number".into(),
                seat => offered(&seat),
            },
            Field::OwnColor | Field::Sides if self.by_lot => "drawn by lot".into(),
            Field::OwnColor => self.only_person().unwrap_or(Color::White).to_string(),
            Field::Sides => "as above".into(),
            Field::Clock => match CLOCKS.get(self.clock) {
                Some(&"-") => "none".into(),
                Some(preset) => (*preset).into(),
                None => "own".into(),
            },
            Field::Chess => match self.chess {
                Chess::Orthodox => "Orthodox".into(),
                Chess::Chess960 => "Chess960".into(),
                Chess::Classroom => "Classroom: take the king to win".into(),
                Chess::House => "House rules".into(),
            },
            Field::Size => format!("{0} x {0}", self.size),
            Field::Rule(index) => self.rule(index).into(),
            Field::EngineTime => seconds(ENGINE_TIMES.get(self.engine_time).copied().unwrap_or(1000)),
            text => match (text, self.line(text).map_or("", Line::text)) {
                (Field::Number, "") => "random (0 to 959)".into(),
                (Field::Fen, "") if self.chess == Chess::Chess960 => "by its number (or a FEN)".into(),
                (Field::Fen, "") => "the usual one (or a FEN)".into(),
                (Field::OwnClock, "") => "minutes+seconds, such as 7+5".into(),
                (Field::Name(_), "") => "(type a name)".into(),
                (Field::Elo(_), "") => format!("{} to {}", RATINGS.start(), RATINGS.end()),
                (_, text) => text.into(),
            },
        }
    }

    /// What is written in a line, if it is one to be written in.
    pub fn line(&self, field: Field) -> Option<&Line> {
        match field {
            Field::Name(color) => Some(&self.names[color]),
            Field::Elo(color) => Some(&self.elos[color]),
            Field::OwnClock => Some(&self.own_clock),
            Field::Number => Some(&self.number),
            Field::Fen => Some(&self.fen),
            _ => None,
        }
    }

    /// The text of the chosen line, if it has any.
    pub fn text(&mut self) -> Option<&mut Line> {
        match self.field() {
            Field::Name(color) => Some(&mut self.names[color]),
            Field::Elo(color) => Some(&mut self.elos[color]),
            Field::OwnClock => Some(&mut self.own_clock),
            Field::Number => Some(&mut self.number),
            Field::Fen => Some(&mut self.fen),
            _ => None,
        }
    }

    /// Whether something is written in the chosen line, so that letters belong to it.
    pub fn is_text(&self) -> bool {
        self.line(self.field()).is_some()
    }

    /// Changes the chosen line to its next value, or the one before.
    pub fn change(&mut self, by: isize) {
        let field = self.field();
        self.change_field(field, by);
        // Lines may have come or gone above it.
        self.chosen = self.fields().iter().position(|&one| one == field).unwrap_or(self.chosen);
    }

    fn change_field(&mut self, field: Field, by: isize) {
        let turn = |index: usize, count: usize| (index + count).saturating_add_signed(by) % count;
        match field {
            Field::Seat(color) => {
                self.replaced[color] = None;
                // The engine knows no house rules, so it is not offered there.
                loop {
                    self.seats[color] = turn(self.seats[color], players().count());
                    if !self.is_house() || !matches!(self.seat(color), Seat::Engine(_)) {
                        break;
                    }
                }
            }
            Field::Sides => self.by_lot = !self.by_lot,
            Field::OwnColor => {
                let own = self.only_person().unwrap_or(Color::White);
                let now = if self.by_lot { 2 } else { usize::from(own == Color::Black) };
                let next = turn(now, 3);
                self.by_lot = next == 2;
                if Color::ALL.get(next).is_some_and(|&color| color != own) {
                    self.swap_sides();
                }
            }
            Field::Clock => self.clock = turn(self.clock, CLOCKS.len() + 1),
            Field::Chess => {
                let index = CHESS.iter().position(|&chess| chess == self.chess).unwrap_or(0);
                self.chess = CHESS[turn(index, CHESS.len())];
                self.replace_engines();
            }
            Field::Size => self.size = 3 + turn(self.size - 3, 6),
            Field::Rule(index) => self.change_rule(index),
            Field::EngineTime => self.engine_time = turn(self.engine_time, ENGINE_TIMES.len()),
            _ => {}
        }
    }

    /// The colour of the person who plays a computer.
    fn only_person(&self) -> Option<Color> {
        let is_person = |color: Color| self.seat(color).is_human();
        Color::ALL.into_iter().find(|&color| is_person(color) && !is_person(!color))
    }

    fn swap_sides(&mut self) {
        core::mem::swap(&mut self.seats.white, &mut self.seats.black);
        core::mem::swap(&mut self.replaced.white, &mut self.replaced.black);
        core::mem::swap(&mut self.names.white, &mut self.names.black);
        core::mem::swap(&mut self.elos.white, &mut self.elos.black);
    }

    fn is_house(&self) -> bool {
        matches!(self.chess, Chess::Classroom | Chess::House)
    }

    /// Where the engine does not know the rules, the strongest simple computer takes its place, and gives it back where it
    /// does.
    fn replace_engines(&mut self) {
        for color in Color::ALL {
            if self.is_house() && matches!(self.seat(color), Seat::Engine(_)) {
                let planner = Seat::Computer(SimpleComputer::Planner);
                self.replaced[color] = Some(self.seats[color]);
                self.seats[color] = players().position(|player| player == planner).unwrap_or(0);
            } else if !self.is_house()
                && let Some(engine) = self.replaced[color].take()
            {
                self.seats[color] = engine;
            }
        }
    }
}

/// A time in words.
pub fn seconds(milliseconds: u64) -> String {
    match milliseconds {
        1000 => "1 second a move".into(),
        whole if whole.is_multiple_of(1000) => format!("{} seconds a move", whole / 1000),
        part => {
            format!("{} seconds a move", format!("{}.{:03}", part / 1000, part % 1000).trim_end_matches('0'))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use regence_game::clock::TimeControl;
    use regence_game::{Game, Random};

    #[test]
    fn the_usual_form_is_a_game_of_chess() {
        let seats = ByColor { white: Seat::default(), black: Seat::Engine(Level::Full) };
        let form = Form::new("New game", &seats, &Settings::default());
        let agreed = form.agree(&mut Random::new(1)).expect("nothing is wrong with it");
        assert_eq!(agreed.game, Game::default());
        assert_eq!(agreed.seats, seats);
        assert_eq!(agreed.control, TimeControl::Unlimited);
    }

    #[test]
    fn the_engine_leaves_where_it_does_not_know_the_rules() {
        let seats = ByColor { white: Seat::default(), black: Seat::Engine(Level::Full) };
        let mut form = Form::new("New game", &seats, &Settings::default());
        form.chosen = form.fields().iter().position(|&field| field == Field::Chess).expect("a line");
        form.change(-1);
        assert_eq!(form.value(Field::Chess), "House rules");
        let agreed = form.agree(&mut Random::new(1)).expect("nothing is wrong with it");
        assert_eq!(agreed.seats.black, Seat::Computer(SimpleComputer::Planner));
    }

    #[test]
    fn whoever_had_to_leave_comes_back_where_the_rules_are_known() {
        let seats = ByColor { white: Seat::default(), black: Seat::Engine(Level::Elo(1600)) };
        let mut form = Form::new("New game", &seats, &Settings::default());
        for by in [1, 1, 1, 1, -1, -1, 1] {
            form.chosen = form.fields().iter().position(|&field| field == Field::Chess).expect("a line");
            form.change(by);
        }
        assert_eq!(form.value(Field::Chess), "House rules");
        form.change(1);
        let agreed = form.agree(&mut Random::new(1)).expect("nothing is wrong with it");
        assert_eq!(agreed.seats, seats);
    }
}
