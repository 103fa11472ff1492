//! What a player has chosen for good.

use serde::{Deserialize, Serialize};

/// The settings of the terminal.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(default)]
pub struct Settings {
    /// How the board is painted.
    pub board: Board,
    /// What the terminal's own background is like.
    pub shade: Shade,
    /// How pieces are drawn.
    pub figures: Figures,
    /// Whether the targets of a picked piece are shown.
    pub targets: bool,
    /// Whether the board turns to the side to move when two people play.
    pub turns: bool,
    /// When the evaluation is drawn beside the board.
    pub bar: Bar,
    /// How long the engine thinks about a move, in milliseconds.
    pub engine_time: u64,
    /// How long a move stays before the next one when computers play each other, in milliseconds.
    pub watch_time: u64,
    /// Whether opponents of a level take their time over a move, as people do.
    pub patient: bool,
    /// The player's name.
    pub name: String,
    /// Whom one played last, as [`Seat::code`](regence_game::session::Seat::code) writes it.
    pub opponent: String,
    /// The clock one played with last, as time controls are written.
    pub clock: String,
}

/// Whom somebody meets who sits down for the first time: a level at which most people have a chance.
const FIRST_OPPONENT: &str = "engine:1200";

impl Default for Settings {
    fn default() -> Self {
        Self {
            board: Board::default(),
            shade: Shade::default(),
            figures: Figures::default(),
            targets: true,
            turns: false,
            bar: Bar::default(),
            engine_time: 1000,
            watch_time: 1000,
            patient: true,
            name: String::new(),
            opponent: FIRST_OPPONENT.into(),
            clock: "-".into(),
        }
    }
}

/// How the board is painted.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Board {
    /// Warm wood.
    #[default]
    Wood,
    /// Cool blue.
    Blue,
    /// Green baize.
    Green,
}

impl Board {
    /// All of them.
    pub const ALL: [Self; 3] = [Self::Wood, Self::Blue, Self::Green];

    /// Its name.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Wood => "wood",
            Self::Blue => "blue",
            Self::Green => "green",
        }
    }
}

/// When the evaluation is drawn beside the board.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Bar {
    /// Where nobody plays who could be helped by it: in reviews, and when watching.
    #[default]
    Aside,
    /// While playing as well.
    Always,
    /// Nowhere.
    Never,
}

impl Bar {
    /// All of them.
    pub const ALL: [Self; 3] = [Self::Aside, Self::Always, Self::Never];

    /// Its name.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Aside => "except while playing",
            Self::Always => "always",
            Self::Never => "never",
        }
    }
}

/// What the terminal's background is like.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Shade {
    /// As far as the terminal tells; dark if it does not.
    #[default]
    Automatic,
    /// Light.
    Light,
    /// Dark.
    Dark,
}

impl Shade {
    /// All of them.
    pub const ALL: [Self; 3] = [Self::Automatic, Self::Light, Self::Dark];

    /// Its name.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Automatic => "automatic",
            Self::Light => "light",
            Self::Dark => "dark",
        }
    }
}

/// How pieces are drawn.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Figures {
    /// As well as the terminal's size and colours allow.
    #[default]
    Automatic,
    /// Upper case for White, lower case for Black.
    Letters,
    /// Chess symbols.
    Symbols,
    /// Small pictures where a square is large enough, symbols where not.
    Pictures,
}

impl Figures {
    /// All of them.
    pub const ALL: [Self; 4] = [Self::Automatic, Self::Letters, Self::Symbols, Self::Pictures];

    /// Its name.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Automatic => "automatic",
            Self::Letters => "letters",
            Self::Symbols => "symbols",
            Self::Pictures => "pictures",
        }
    }
}
