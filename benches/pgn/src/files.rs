//! The files that are read: made once, the same everywhere, kept beside the build.

use crate::dice::Dice;
use crate::player;
use regence_rules::{Color, Outcome, Position};
use std::fmt::Write as _;
use std::fs;
use std::path::Path;

/// How large a file is, roughly.
const SIZE: usize = 50_000_000;

/// What a file is like.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Style {
    /// Seven tags and moves, in lines of 80 columns.
    Bare,
    /// Many tags, and behind each move what it is worth and what the clock says, all in one line.
    Lichess,
    /// Variations within variations, long comments, marks and numbers.
    Annotated,
}

impl Style {
    /// All of them, in the order of the tables.
    pub const ALL: [Self; 3] = [Self::Bare, Self::Lichess, Self::Annotated];

    /// What it is called.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Bare => "bare",
            Self::Lichess => "lichess",
            Self::Annotated => "annotated",
        }
    }

    /// The text of its file, which is written if it is not there yet.
    pub fn text(self, folder: &Path) -> Result<Vec<u8>, String> {
        let path = folder.join(format!("{}.pgn", self.name()));
        if let Ok(text) = fs::read(&path)
            && text.len() >= SIZE
        {
            return Ok(text);
        }
        let text = self.write();
        let kept = fs::create_dir_all(folder).and_then(|()| fs::write(&path, &text));
        kept.map_err(|error| format!("{}: {error}", path.display()))?;
        Ok(text.into_bytes())
    }

    fn write(self) -> String {
        let dice = Dice(0x00C0_FFEE + self as u64);
        let mut writer = Writer { style: self, dice, text: String::new(), column: 0, is_glued: true };
        let mut game = 0;
        while writer.text.len() < SIZE {
            game += 1;
            writer.game(game);
        }
        writer.text
    }
}

/// A game that has been played.
struct Played {
    /// Each position with the notation of the move played in it.
    plies: Vec<(Position, String)>,
    result: &'static str,
}

impl Played {
    fn new(dice: &mut Dice) -> Self {
        let (mut position, mut plies) = (Position::START, Vec::new());
        let length = 60 + dice.below(61);
        while plies.len() < length && position.outcome().is_none() {
            let Some(mv) = player::choose(&position, dice) else { break };
            plies.push((position, position.san(mv).to_string()));
            position = position.play(mv);
        }
        let result = match position.outcome() {
            Some(Outcome::Win { winner: Color::White, .. }) => "1-0",
            Some(Outcome::Win { winner: Color::Black, .. }) => "0-1",
            Some(Outcome::Draw(_)) => "1/2-1/2",
            None => *dice.choose(&["1-0", "1-0", "0-1", "0-1", "1/2-1/2"]),
        };
        Self { plies, result }
    }
}

/// A file being written.
struct Writer {
    style: Style,
    dice: Dice,
    text: String,
    column: usize,
    /// Whether the next word follows without a space.
    is_glued: bool,
}

const NAMES: [&str; 12] = [
    "Ackermann, Lena",
    "Baptiste, Hugo",
    "Castellanos, Inés",
    "Dvořák, Tomáš",
    "Eriksen, Maja",
    "Fontaine, Guy",
    "Grünwald, Otto",
    "Haddad, Samir",
    "Ivanova, Darya",
    "Jansen, Pieter",
    "Kowalska, Zofia",
    "Lindqvist, Nils",
];

const WORDS: [&str; 24] = [
    "White",
    "Black",
    "the",
    "centre",
    "is",
    "better",
    "here",
    "because",
    "of",
    "weak",
    "squares",
    "around",
    "king",
    "and",
    "bishops",
    "are",
    "strong;",
    "however,",
    "this",
    "(as",
    "played",
    "before)",
    "gives",
    "counterplay",
];

const GLYPHS: [&str; 12] =
    ["!", "?", "!!", "??", "!?", "?!", " $10", " $14", " $16", " $146", " $1 $18", " $2"];

impl Writer {
    fn game(&mut self, number: usize) {
        let played = Played::new(&mut self.dice);
        self.tags(number, played.result);
        self.text.push('\n');
        (self.column, self.is_glued) = (0, true);
        match self.style {
            Style::Bare => self.bare(&played),
            Style::Lichess => self.lichess(&played),
            Style::Annotated => self.line(&played.plies, 0),
        }
        self.word(played.result);
        self.text.push_str("\n\n");
    }

    fn tag(&mut self, name: &str, value: &str) {
        let _ = writeln!(self.text, "[{name} \"{value}\"]");
    }

    fn tags(&mut self, number: usize, result: &str) {
        let date = format!(
            "2{:03}.{:02}.{:02}",
            self.dice.below(25),
            1 + self.dice.below(12),
            1 + self.dice.below(28)
        );
        if self.style != Style::Lichess {
            let round = format!("{}.{}", 1 + number % 9, 1 + self.dice.below(40));
            self.tag("Event", "Open of the Three Rivers");
            self.tag("Site", "Koblenz GER");
            self.tag("Date", &date);
            self.tag("Round", &round);
            self.players(result);
            return;
        }
        let letters: String =
            (0..8).map(|_| *self.dice.choose(&['k', 'Q', 'x', '7', 'v', 'B', 'm', '3'])).collect();
        self.tag("Event", "Rated Blitz game");
        self.tag("Site", &format!("https://games.example/{letters}"));
        self.tag("Date", &date);
        self.tag("Round", "-");
        self.players(result);
        self.tag("UTCDate", &date);
        let time =
            format!("{:02}:{:02}:{:02}", self.dice.below(24), self.dice.below(60), self.dice.below(60));
        self.tag("UTCTime", &time);
        for (name, from, range) in [
            ("WhiteElo", 1200, 1400),
            ("BlackElo", 1200, 1400),
            ("WhiteRatingDiff", 0, 12),
            ("BlackRatingDiff", 0, 12),
        ] {
            let value = from + self.dice.below(range);
            self.tag(name, &value.to_string());
        }
        let eco = format!("{}{:02}", self.dice.choose(&["A", "B", "C", "D", "E"]), self.dice.below(100));
        self.tag("ECO", &eco);
        self.tag("Opening", "Sicilian Defense: Najdorf Variation, English Attack");
        self.tag("TimeControl", "180+2");
        self.tag("Termination", "Normal");
    }

    fn players(&mut self, result: &str) {
        for color in ["White", "Black"] {
            let name = *self.dice.choose(&NAMES);
            self.tag(color, name);
        }
        self.tag("Result", result);
    }

    /// A word, on the next line if it does not fit on this one.
    fn word(&mut self, word: &str) {
        if !std::mem::take(&mut self.is_glued) {
            let is_full = self.style != Style::Lichess && self.column + 1 + word.len() > 79;
            self.text.push(if is_full { '\n' } else { ' ' });
            self.column = if is_full { 0 } else { self.column + 1 };
        }
        self.text.push_str(word);
        self.column += word.len();
    }

    fn bare(&mut self, played: &Played) {
        for (position, san) in &played.plies {
            if position.turn() == Color::White {
                self.word(&format!("{}.", position.fullmove_number()));
            }
            self.word(san);
        }
    }

    fn lichess(&mut self, played: &Played) {
        for (position, san) in &played.plies {
            let dots = if position.turn() == Color::White { "." } else { "..." };
            self.word(&format!("{}{dots}", position.fullmove_number()));
            self.word(san);
            let (whole, rest) = (self.dice.below(7), self.dice.below(100));
            let sign = if self.dice.once_in(2) { "-" } else { "" };
            let clock = 180_u32.saturating_sub(position.fullmove_number() * 3);
            let (minutes, seconds) = (clock / 60, clock % 60);
            self.word(&format!("{{ [%eval {sign}{whole}.{rest:02}] [%clk 0:{minutes:02}:{seconds:02}] }}"));
        }
    }

    /// A line of play with all that is said about it, and the lines that it holds.
    fn line(&mut self, plies: &[(Position, String)], depth: usize) {
        let mut needs_number = true;
        for (index, (position, san)) in plies.iter().enumerate() {
            let is_white = position.turn() == Color::White;
            if is_white || needs_number {
                self.word(&format!("{}{}", position.fullmove_number(), if is_white { "." } else { "..." }));
            }
            needs_number = false;
            let glyph = if self.dice.once_in(5) { *self.dice.choose(&GLYPHS) } else { "" };
            self.word(&format!("{san}{glyph}"));
            if self.dice.once_in(6) {
                self.comment();
                needs_number = true;
            }
            if depth < 4 && index > 0 && self.dice.once_in(6 + 4 * depth) {
                self.variation(*position, depth);
                needs_number = true;
            }
        }
    }

    fn comment(&mut self) {
        if self.dice.once_in(8) {
            return self.word("{[%csl Gd4,Re5][%cal Ge2e4,Bg1f3]}");
        }
        let length = 3 + self.dice.below(5) * self.dice.below(12);
        for index in 0..length {
            let word = *self.dice.choose(&WORDS);
            let (open, close) =
                (if index == 0 { "{" } else { "" }, if index + 1 == length { "}" } else { "" });
            self.word(&format!("{open}{word}{close}"));
        }
    }

    fn variation(&mut self, mut position: Position, depth: usize) {
        let mut plies = Vec::new();
        for _ in 0..2 + self.dice.below(8) {
            let Some(mv) = player::choose(&position, &mut self.dice) else { break };
            plies.push((position, position.san(mv).to_string()));
            position = position.play(mv);
        }
        self.word("(");
        self.is_glued = true;
        self.line(&plies, depth + 1);
        self.text.push(')');
    }
}
