//! What is asked and said at the desk.

use regence_rules::{Color, Role, Square};

/// A pawn move that waits for what the pawn is to become.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Promoting {
    /// Where from.
    pub from: Square,
    /// Where to.
    pub to: Square,
    /// What it may become.
    pub roles: Vec<Role>,
}

/// Something that is asked for a yes or no.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Asking {
    /// Whether this side gives up.
    Resign(Color),
    /// Whether the game begins again.
    Reset,
    /// Whether one leaves a running game.
    Leave,
    /// Whether one ends the running game to edit its position.
    Stop,
    /// Whether a position that chess does not know, for this reason, is to be played by house rules.
    StartAnyway(String),
    /// Whether this side accepts the other's offer.
    AcceptDraw(Color),
}

impl Asking {
    /// Whether a yes by mistake does no harm.
    pub fn can_be_mended(&self) -> bool {
        matches!(self, Self::Leave | Self::Stop)
    }

    /// The question, where games are kept or not.
    pub fn text(&self, is_kept: bool) -> String {
        match self {
            Self::Resign(color) => format!("Resign as {color}?"),
            Self::Reset => "Begin again from the start?".into(),
            Self::Leave if is_kept => "Leave the game? It is kept for you.".into(),
            Self::Leave => "Leave the game? It is kept only until you quit.".into(),
            Self::Stop => "Stop this game to edit its position? Taking back returns to it.".into(),
            Self::StartAnyway(why) => format!("{}: no game of chess. Play by house rules?", sentence(why)),
            Self::AcceptDraw(color) => format!("{} offers a draw. Does {color} accept?", !*color),
        }
    }
}

/// What there is to say.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Notice {
    /// In a sentence.
    pub text: String,
    /// Whether something went wrong.
    pub is_error: bool,
}

/// Text that begins with a capital.
pub fn sentence(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}
