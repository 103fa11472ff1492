//! How bad a move was.

use regence_game::pgn::Nag;
use std::fmt;

/// How bad a move was, by the chances it threw away.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Judgement {
    /// There was something better.
    Inaccuracy,
    /// Something was lost.
    Mistake,
    /// The game was lost, or a won one was not won.
    Blunder,
}

impl Judgement {
    /// All judgements, the mildest first.
    pub const ALL: [Self; 3] = [Self::Inaccuracy, Self::Mistake, Self::Blunder];

    /// Judges what a move has lost of chances that go from -1 to 1.
    pub fn of_loss(lost: f64) -> Option<Self> {
        match lost {
            0.3.. => Some(Self::Blunder),
            0.2.. => Some(Self::Mistake),
            0.1.. => Some(Self::Inaccuracy),
            _ => None,
        }
    }

    /// As people write it behind a move.
    pub const fn mark(self) -> &'static str {
        match self {
            Self::Inaccuracy => "?!",
            Self::Mistake => "?",
            Self::Blunder => "??",
        }
    }

    /// As PGN writes it.
    pub const fn nag(self) -> Nag {
        Nag(match self {
            Self::Inaccuracy => 6,
            Self::Mistake => 2,
            Self::Blunder => 4,
        })
    }

    /// The word for it.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Inaccuracy => "inaccuracy",
            Self::Mistake => "mistake",
            Self::Blunder => "blunder",
        }
    }

    /// The word for several.
    pub const fn plural(self) -> &'static str {
        match self {
            Self::Inaccuracy => "inaccuracies",
            Self::Mistake => "mistakes",
            Self::Blunder => "blunders",
        }
    }
}

impl fmt::Display for Judgement {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}
