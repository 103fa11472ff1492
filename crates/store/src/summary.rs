//! What is known of a game without reading its moves.

use crate::{GameId, Moment, Player, PlayerId, ending, pgn_date};
use regence_game::{AnyPosition, Game, Variant, openings};
use regence_rules::{Color, Outcome, Setup};
use std::collections::BTreeMap;
use std::time::Duration;

/// What else is said of a game, as tags in PGN: the event, the site, the round.
pub type Tags = BTreeMap<String, String>;

/// A game about to begin.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NewGame {
    /// Which chess is played.
    pub variant: Variant,
    /// Where it begins, as FEN.
    pub start: String,
    /// Who has White, if that is known.
    pub white: Option<PlayerId>,
    /// Who has Black, if that is known.
    pub black: Option<PlayerId>,
    /// The time control as people write it.
    pub time_control: Option<String>,
    /// When it begins.
    pub created: Moment,
    /// What else is said of it.
    pub tags: Tags,
}

impl NewGame {
    /// A game of chess between nobody yet that begins at this time.
    pub fn at(created: Moment) -> Self {
        Self {
            variant: Variant::Orthodox,
            start: Variant::Orthodox.start().fen(),
            white: None,
            black: None,
            time_control: None,
            created,
            tags: Tags::new(),
        }
    }
}

/// How a game stands: what its row says after an entry.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Standing {
    /// The position, as FEN.
    pub fen: String,
    /// Whether and how it has ended.
    pub status: Status,
    /// The opening, if it has a name by now; without one, what was known before stays, unless moves are taken back.
    pub opening: Option<Opening>,
}

impl Standing {
    /// How a game stands where its cursor is.
    pub fn of(game: &Game) -> Self {
        let status = game.outcome().map_or(Status::Running, Status::ended);
        Self { fen: game.position().fen(), status, opening: game.opening().map(Opening::from) }
    }
}

/// Whether and how a game has ended.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Status {
    /// It goes on.
    Running,
    /// It has a result.
    Finished {
        /// Who won; nobody if it is drawn.
        winner: Option<Color>,
        /// Why, in a word: `checkmate`, `time`, `unknown`.
        reason: String,
    },
    /// It ended without a result.
    Abandoned,
}

/// A [`Status`] without its details.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum State {
    /// It goes on.
    Running,
    /// It has a result.
    Finished,
    /// It ended without a result.
    Abandoned,
}

impl State {
    pub(crate) const fn word(self) -> &'static str {
        match self {
            Self::Running => "running",
            Self::Finished => "finished",
            Self::Abandoned => "abandoned",
        }
    }
}

impl Status {
    /// Ended like this.
    pub fn ended(outcome: Outcome) -> Self {
        Self::Finished { winner: outcome.winner(), reason: ending::word(outcome).to_owned() }
    }

    /// Ended with a result of which the reason is not known.
    pub fn result_only(winner: Option<Color>) -> Self {
        Self::Finished { winner, reason: ending::UNKNOWN.to_owned() }
    }

    /// How it ended, if that is known with its reason.
    pub fn outcome(&self) -> Option<Outcome> {
        match self {
            Self::Finished { winner, reason } => ending::outcome(*winner, reason),
            _ => None,
        }
    }

    /// The result as PGN writes it; `*` without one.
    pub fn result(&self) -> &'static str {
        self.result_word().unwrap_or("*")
    }

    /// The status without its details.
    pub fn state(&self) -> State {
        match self {
            Self::Running => State::Running,
            Self::Finished { .. } => State::Finished,
            Self::Abandoned => State::Abandoned,
        }
    }

    pub(crate) fn result_word(&self) -> Option<&'static str> {
        match self {
            Self::Finished { winner, .. } => Some(ending::result(*winner)),
            _ => None,
        }
    }

    pub(crate) fn reason_word(&self) -> Option<&str> {
        match self {
            Self::Finished { reason, .. } => Some(reason),
            _ => None,
        }
    }

    /// The status that the words of a row mean.
    pub(crate) fn from_words(state: &str, result: Option<&str>, reason: Option<&str>) -> Option<Self> {
        match (state, result) {
            ("running", None) => Some(Self::Running),
            ("abandoned", None) => Some(Self::Abandoned),
            ("finished", Some(result)) => {
                let reason = reason.unwrap_or(ending::UNKNOWN).to_owned();
                Some(Self::Finished { winner: ending::winner(result).ok()?, reason })
            }
            _ => None,
        }
    }
}

/// The name of an opening.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Opening {
    /// Its code in the Encyclopaedia of Chess Openings, `B90`; empty if unknown.
    pub eco: String,
    /// Its name; empty if unknown.
    pub name: String,
}

impl From<openings::Opening> for Opening {
    fn from(named: openings::Opening) -> Self {
        Self { eco: named.eco.to_string(), name: named.name.to_owned() }
    }
}

/// What is known of a game without reading its moves.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GameSummary {
    /// Its name.
    pub id: GameId,
    /// Which chess is played.
    pub variant: Variant,
    /// Where it began, as FEN.
    pub start: String,
    /// Who has White.
    pub white: Option<Player>,
    /// Who has Black.
    pub black: Option<Player>,
    /// The time control as people write it.
    pub time_control: Option<String>,
    /// What else is said of it.
    pub tags: Tags,
    /// When it began.
    pub created: Moment,
    /// When its last entry was made.
    pub updated: Moment,
    /// Whether and how it has ended.
    pub status: Status,
    /// How many entries its log has; the next one gets the number after this.
    pub entries: u32,
    /// How many half-moves its main line has.
    pub plies: u32,
    /// The position after them, as FEN.
    pub fen: String,
    /// Its opening.
    pub opening: Option<Opening>,
}

impl GameSummary {
    /// When it was played: what its tags say, be that incomplete or no day of any calendar, or else the day on which it
    /// began.
    pub fn date(&self) -> String {
        let [date, utc] = ["Date", "UTCDate"].map(|name| self.tags.get(name));
        let has_year = |date: &&String| pgn_date::day(date).is_some();
        let told = date.filter(has_year).or(utc.filter(has_year)).or(date);
        told.cloned().unwrap_or_else(|| self.created.date())
    }

    /// Whether it is known when it was played. A game from elsewhere of which not even the year is told has begun when it
    /// came, as far as the order of games goes; but it was not played then.
    pub(crate) fn is_dated(&self) -> bool {
        let mut told = ["Date", "UTCDate"].into_iter().filter_map(|name| self.tags.get(name)).peekable();
        told.peek().is_none() || told.any(|date| pgn_date::day(date).is_some())
    }
}

/// A half-move of a game's main line, as it is kept.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct KeptPly {
    /// Which one, counted from 1.
    pub ply: u32,
    /// The move as UCI writes it.
    pub uci: String,
    /// The move as people write it.
    pub san: String,
    /// The time left to whoever moved.
    pub clock: Option<Duration>,
}

/// The number by which a position is found: Polyglot's key of its normal form. Under house rules there is none.
///
/// A position that was played to may hold an en passant square that nobody can use, which its FEN does not show; in
/// Polyglot's key it counts. Without taking the normal form, such a position would not be found by its own FEN.
pub fn search_key(position: &AnyPosition) -> Option<u64> {
    let AnyPosition::Standard(position) = position else { return None };
    Some(Setup::from(*position).build().unwrap_or(*position).polyglot_key())
}

#[cfg(test)]
mod tests {
    use super::*;
    use regence_rules::Position;

    #[test]
    fn a_position_is_found_by_its_own_fen() {
        // The pawn on e4 is pinned to its king, so d2-d4 allows no capture in passing.
        let before = Position::from_fen("4r3/8/8/8/4p3/8/3P4/4RK1k w - - 0 1").expect("a legal position");
        let pinned = Position::from_fen("4k3/8/8/8/4p3/8/3P4/4RK2 w - - 0 1").expect("a legal position");
        for start in [before, pinned] {
            let played = start.play(start.resolve("d2d4".parse().expect("a move")).expect("it is legal"));
            let read = Position::from_fen(&played.fen()).expect("a FEN of ours");
            assert_eq!(search_key(&played.into()), search_key(&read.into()), "{}", played.fen());
        }
    }
}
