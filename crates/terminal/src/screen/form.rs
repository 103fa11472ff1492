//! The form in which a new game is agreed.

use super::line::Line;
use crate::keep::Settings;
use regence_game::clock::TimeControl;
use regence_game::computer::SimpleComputer;
use regence_game::person::Person;
use regence_game::session::{Level, Preset, RATINGS, Seat};
use regence_game::{AnyPosition, Game, Purpose, Random, Variant};
use regence_rules::house::{HouseRules, NoMoves, Rule, TwoStep};
use regence_rules::{ByColor, Color, chess960};

/// Clocks to choose from; the last choice is one's own.
const CLOCKS: [&str; 9] = ["-", "1+0", "3+2", "5+0", "5+3", "10+0", "15+10", "30+0", "90+30"];

/// How long the engine may think, in milliseconds.
pub const ENGINE_TIMES: [u64; 7] = [100, 250, 500, 1000, 2000, 5000, 10_000];

/// Where games on smaller boards begin, from 3x3 on.
const SMALL_STARTS: [&str; 5] = [
    "rkb/3/BKR w - - 0 1",
    "rqkr/pppp/PPPP/RQKR w - - 0 1",
    "rnbqk/ppppp/5/PPPPP/RNBQK w - - 0 1",
    "rnqknr/pppppp/6/6/PPPPPP/RNQKNR w - - 0 1",
    "rnbqkbn/ppppppp/7/7/7/PPPPPPP/RNBQKBN w - - 0 1",
];

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

const RULES: [&str; 8] = [
    "Castling",
    "En passant",
    "Promotion",
    "Check and mate",
    "Kings keep apart",
    "Pawns' two-step",
    "No move left",
    "Repetition draws",
];

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

/// What was agreed.
pub struct Agreement {
    /// The game.
    pub game: Game,
    /// Who plays.
    pub seats: ByColor<Seat>,
    /// With which clock.
    pub control: TimeControl,
    /// How long the engine thinks, in milliseconds.
    pub engine_time: u64,
}

/// The level whose number is written in a line of its own.
const OWN_LEVEL: Seat = Seat::Engine(Level::Elo(0));

/// Who can be asked to play: somebody at the screen, the engine at a level or at full strength, people with names, the
/// simple computers.
fn players() -> impl Iterator<Item = Seat> {
    let presets = Preset::ALL.into_iter().map(|preset| Seat::Engine(preset.level()));
    let people = Person::all().map(|person| Seat::Engine(Level::Person(person)));
    let computers = SimpleComputer::ALL.into_iter().rev().map(Seat::Computer);
    let levels = presets.chain([OWN_LEVEL]).chain(people);
    [Seat::default(), Seat::Engine(Level::Full)].into_iter().chain(levels).chain(computers)
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
        for color in Color::ALL {
            fields.push(Field::Seat(color));
            if self.seat(color).is_human() {
                fields.push(Field::Name(color));
            }
            if self.seat(color) == OWN_LEVEL {
                fields.push(Field::Elo(color));
            }
        }
        fields.extend([Field::Sides, Field::Clock]);
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
                Seat::Computer(computer) => format!("Computer ({computer}): {}", computer.description()),
                Seat::Engine(Level::Full) => "Engine, at full strength".into(),
                Seat::Engine(Level::Person(person)) => {
                    format!("{person}, level {}: {}", person.elo(), person.sentence())
                }
                OWN_LEVEL => "Level, by its number".into(),
                Seat::Engine(level) => {
                    let preset = Preset::ALL.into_iter().find(|preset| preset.level() == level);
                    format!("{}: level {level}", preset.map_or("Level", Preset::name))
                }
                Seat::Human(_) => "Human".into(),
            },
            Field::Sides if self.by_lot => "drawn by lot".into(),
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
                (Field::Fen, "") => "the usual one (or a FEN)".into(),
                (Field::OwnClock, "") => "minutes+seconds, such as 7+5".into(),
                (Field::Name(_), "") => "(type a name)".into(),
                (Field::Elo(_), "") => format!("{} to {}", RATINGS.start(), RATINGS.end()),
                (_, text) => text.into(),
            },
        }
    }

    fn line(&self, field: Field) -> Option<&Line> {
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

    fn rule(&self, index: usize) -> &'static str {
        let on = |rule: Rule| if rule.is_on() { "yes" } else { "no" };
        match index {
            0 => on(self.rules.castling),
            1 => on(self.rules.en_passant),
            2 => on(self.rules.promotion),
            3 => on(self.rules.check),
            4 => on(self.rules.kings_keep_apart),
            5 => match self.rules.two_step {
                TwoStep::SecondRank => "from the second rank",
                TwoStep::NeverMoved => "if never moved",
                TwoStep::Never => "never",
            },
            6 => match self.rules.no_moves {
                NoMoves::Draw => "draws",
                NoMoves::Loss => "loses",
            },
            _ => on(self.rules.repetition),
        }
    }

    fn change_rule(&mut self, index: usize) {
        let toggle = |rule: &mut Rule| *rule = if rule.is_on() { Rule::Off } else { Rule::On };
        match index {
            0 => toggle(&mut self.rules.castling),
            1 => toggle(&mut self.rules.en_passant),
            2 => toggle(&mut self.rules.promotion),
            3 => toggle(&mut self.rules.check),
            4 => toggle(&mut self.rules.kings_keep_apart),
            5 => {
                self.rules.two_step = match self.rules.two_step {
                    TwoStep::SecondRank => TwoStep::NeverMoved,
                    TwoStep::NeverMoved => TwoStep::Never,
                    TwoStep::Never => TwoStep::SecondRank,
                }
            }
            6 => {
                self.rules.no_moves = match self.rules.no_moves {
                    NoMoves::Draw => NoMoves::Loss,
                    NoMoves::Loss => NoMoves::Draw,
                }
            }
            _ => toggle(&mut self.rules.repetition),
        }
    }

    /// Changes the chosen line to its next value, or the one before.
    pub fn change(&mut self, by: isize) {
        let turn = |index: usize, count: usize| (index + count).saturating_add_signed(by) % count;
        match self.field() {
            Field::Seat(color) => {
                // The engine knows no house rules, so it is not offered there.
                loop {
                    self.seats[color] = turn(self.seats[color], players().count());
                    if !self.is_house() || !matches!(self.seat(color), Seat::Engine(_)) {
                        break;
                    }
                }
            }
            Field::Sides => self.by_lot = !self.by_lot,
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

    fn is_house(&self) -> bool {
        matches!(self.chess, Chess::Classroom | Chess::House)
    }

    /// Where the engine does not know the rules, the strongest simple computer takes its place.
    fn replace_engines(&mut self) {
        for color in Color::ALL {
            if self.is_house() && matches!(self.seat(color), Seat::Engine(_)) {
                let planner = Seat::Computer(SimpleComputer::Planner);
                self.seats[color] = players().position(|player| player == planner).unwrap_or(0);
            }
        }
    }

    /// What was agreed, or what is wrong with it.
    pub fn agree(&self, random: &mut Random) -> Result<Agreement, String> {
        let control = CLOCKS.get(self.clock).copied().unwrap_or(self.own_clock.text());
        let control: TimeControl = control.parse().map_err(|error| format!("{error}"))?;
        let game = self.game(random)?;
        let seat = |color: Color| match self.seat(color) {
            Seat::Human(_) => Ok(Seat::Human(self.names[color].text().trim().into())),
            OWN_LEVEL => self.elos[color].text().trim().parse().map(Seat::Engine),
            seat => Ok(seat),
        };
        let seat = |color: Color| seat(color).map_err(|error| error.to_string());
        let mut seats = ByColor { white: seat(Color::White)?, black: seat(Color::Black)? };
        if self.by_lot && random.below(2) == 1 {
            core::mem::swap(&mut seats.white, &mut seats.black);
        }
        let has_engine = Color::ALL.into_iter().any(|color| matches!(seats[color], Seat::Engine(_)));
        if has_engine && matches!(game.variant(), Variant::House(_)) {
            return Err("the engine plays chess and Chess960 only; choose a simple computer".into());
        }
        let engine_time = ENGINE_TIMES.get(self.engine_time).copied().unwrap_or(1000);
        Ok(Agreement { game, seats, control, engine_time })
    }

    fn game(&self, random: &mut Random) -> Result<Game, String> {
        let fen = self.fen.text().trim();
        let read = |variant: Variant, fen: &str| variant.read_fen(fen).map_err(|error| error.to_string());
        match self.chess {
            Chess::Orthodox if fen.is_empty() => Ok(Game::default()),
            Chess::Orthodox => Ok(Game::new(read(Variant::Orthodox, fen)?, Purpose::Playing)),
            Chess::Chess960 => {
                let start =
                    if fen.is_empty() { self.start_960(random)? } else { read(Variant::Chess960, fen)? };
                match start {
                    AnyPosition::Standard(start) => Ok(Game::chess960(start, Purpose::Playing)),
                    house @ AnyPosition::House(_) => Ok(Game::new(house, Purpose::Playing)),
                }
            }
            Chess::Classroom if fen.is_empty() => Ok(Game::new(Variant::CLASSROOM.start(), Purpose::Playing)),
            Chess::Classroom => Ok(Game::new(read(Variant::CLASSROOM, fen)?, Purpose::Playing)),
            Chess::House => {
                let variant = Variant::House(self.rules);
                let fen = if fen.is_empty() { SMALL_STARTS.get(self.size - 3).copied() } else { Some(fen) };
                let start = fen.map_or_else(|| Ok(variant.start()), |fen| read(variant, fen))?;
                Ok(Game::new(start, Purpose::Playing))
            }
        }
    }

    fn start_960(&self, random: &mut Random) -> Result<AnyPosition, String> {
        let text = self.number.text().trim();
        let number = match text {
            "" => random.below(usize::from(chess960::STARTS)) as u16,
            _ => text.parse().map_err(|_| format!("{text:?} is no number from 0 to 959"))?,
        };
        Variant::start_960(number).ok_or_else(|| format!("{number} is no start position, expected 0 to 959"))
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

    #[test]
    fn every_small_board_can_be_played_on() {
        for (index, fen) in SMALL_STARTS.iter().enumerate() {
            let position = Variant::House(HouseRules::ORTHODOX).read_fen(fen).expect(fen);
            assert_eq!(position.size().side(), index + 3, "{fen}");
            assert!(!position.is_check() && position.outcome().is_none(), "{fen}");
            assert!(position.legal_moves().len() > 1, "{fen}");
        }
    }

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
}
