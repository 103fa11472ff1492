//! Six simple computers, weakest first: each minds one thing more than the one before it.
//!
//! They play every kind of chess, look at most three half-moves ahead, and have no memory: position and seed decide.

use crate::{AnyMove, AnyPosition, Random};
use core::fmt;
use core::str::FromStr;
use regence_rules::{Color, Outcome, Role, Square};

/// Something that chooses moves.
pub trait Computer {
    /// A legal move; `None` if there is none. The same position and the same random numbers give the same move.
    fn choose(&self, position: &AnyPosition, random: &mut Random) -> Option<AnyMove>;
}

/// A computer with a few simple concerns.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum SimpleComputer {
    /// Plays anything.
    Random,
    /// Wins if it can do so at once: mates, or takes the last king.
    Finisher,
    /// Also takes what it can, the most valuable piece first.
    Taker,
    /// Also rescues threatened pieces, the most valuable first: moves them away, guards them or takes the attacker.
    Rescuer,
    /// Also keeps away from squares where the piece would be lost.
    Careful,
    /// Also looks for a win in two moves, and lets nobody win at once.
    Planner,
}

impl SimpleComputer {
    /// All of them, weakest first.
    pub const ALL: [Self; 6] =
        [Self::Random, Self::Finisher, Self::Taker, Self::Rescuer, Self::Careful, Self::Planner];

    /// Its name, in one word.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Random => "random",
            Self::Finisher => "finisher",
            Self::Taker => "taker",
            Self::Rescuer => "rescuer",
            Self::Careful => "careful",
            Self::Planner => "planner",
        }
    }

    /// What it minds, in a sentence.
    pub const fn description(self) -> &'static str {
        match self {
            Self::Random => "plays any move",
            Self::Finisher => "wins if it can do so at once",
            Self::Taker => "takes the most valuable piece it can",
            Self::Rescuer => "rescues its threatened pieces",
            Self::Careful => "keeps to safe squares",
            Self::Planner => "looks for a win in two moves",
        }
    }

    /// What a move is worth to it, in pawns.
    fn worth(self, position: &AnyPosition, mv: AnyMove) -> i32 {
        let next = position.play(mv);
        let mut worth = 0;
        if self >= Self::Finisher && wins(&next, position.turn()) {
            worth += WIN;
        }
        if self >= Self::Taker {
            worth += position.captured(mv).map_or(0, |piece| value(piece.role));
            worth += mv.promotion().map_or(0, value);
        }
        if self >= Self::Rescuer {
            worth -= self.greatest_danger(&next, mv.to());
        }
        if self == Self::Planner && worth < WIN {
            worth += plan(&next, position.turn());
        }
        worth
    }

    /// The most that the other side is likely to take after a move to this square. Only from the careful one on does the
    /// piece that has just moved count.
    fn greatest_danger(self, next: &AnyPosition, moved_to: Square) -> i32 {
        let is_minded = |square: Square| self >= Self::Careful || square != moved_to;
        let own = next.pieces().filter(|&(square, piece)| piece.color != next.turn() && is_minded(square));
        own.map(|(square, _)| danger(next, square)).max().unwrap_or(0)
    }
}

impl Computer for SimpleComputer {
    fn choose(&self, position: &AnyPosition, random: &mut Random) -> Option<AnyMove> {
        self.choose_among(position, position.legal_moves(), random)
    }
}

impl SimpleComputer {
    /// The same among some of the legal moves only; `None` if there are none.
    pub fn choose_among(
        self,
        position: &AnyPosition,
        moves: Vec<AnyMove>,
        random: &mut Random,
    ) -> Option<AnyMove> {
        let worths: Vec<i32> = moves.iter().map(|&mv| self.worth(position, mv)).collect();
        let best = *worths.iter().max()?;
        let good: Vec<AnyMove> =
            moves.into_iter().zip(worths).filter(|&(_, worth)| worth == best).map(|(mv, _)| mv).collect();
        random.choose(&good).copied()
    }
}

/// More than all pieces together.
const WIN: i32 = 1000;

/// What people say a piece is worth.
const fn value(role: Role) -> i32 {
    match role {
        Role::Pawn => 1,
        Role::Knight | Role::Bishop => 3,
        Role::Rook => 5,
        Role::Queen => 9,
        Role::King => 100,
    }
}

/// Whether a side has won.
fn wins(position: &AnyPosition, color: Color) -> bool {
    position.outcome().and_then(Outcome::winner) == Some(color)
}

/// What is likely to be lost on a square: all that stands there if it is attacked and not guarded, and what it is worth
/// more than its cheapest attacker if it is guarded.
fn danger(position: &AnyPosition, square: Square) -> i32 {
    let Some(piece) = position.piece_at(square) else { return 0 };
    let attackers = position.attackers_of(square, !piece.color);
    let values = attackers.into_iter().filter_map(|from| Some(value(position.piece_at(from)?.role)));
    match values.min() {
        None => 0,
        Some(_) if position.attackers_of(square, piece.color).is_empty() => value(piece.role),
        Some(cheapest) => (value(piece.role) - cheapest).max(0),
    }
}

/// What the other side's replies promise: that they can all be answered by a win, or that one of them wins.
fn plan(position: &AnyPosition, color: Color) -> i32 {
    let replies = position.legal_moves();
    let mut is_forced = !replies.is_empty();
    for reply in replies {
        let next = position.play(reply);
        if wins(&next, !color) {
            return -WIN;
        }
        let answer = |mv: AnyMove| wins(&next.play(mv), color);
        is_forced = is_forced && next.legal_moves().into_iter().any(answer);
    }
    if is_forced { WIN / 2 } else { 0 }
}

/// Its name.
impl fmt::Display for SimpleComputer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// By its name.
impl FromStr for SimpleComputer {
    type Err = ParseComputerError;

    fn from_str(text: &str) -> Result<Self, ParseComputerError> {
        let known = Self::ALL.into_iter().find(|computer| computer.name() == text);
        known.ok_or_else(|| ParseComputerError(text.into()))
    }
}

/// The text names no simple computer.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ParseComputerError(pub String);

impl fmt::Display for ParseComputerError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names = SimpleComputer::ALL.map(SimpleComputer::name).join(", ");
        write!(f, "{:?} is no simple computer, expected one of {names}", self.0)
    }
}

impl core::error::Error for ParseComputerError {}
