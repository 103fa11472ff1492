//! In which ways a final position ends a game, or would let a player end it.

use crate::AnyPosition;
use regence_rules::{Draw, Outcome, Position, Win};
use std::fmt;

/// Half-moves without a capture or a pawn move that end the game.
const SEVENTY_FIVE_MOVES: u16 = 150;

/// Half-moves without a capture or a pawn move after which a draw may be claimed.
const FIFTY_MOVES: u16 = 100;

/// One way.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ending {
    /// The king is attacked and there is no way out.
    Checkmate,
    /// There is no legal move and no check.
    Stalemate,
    /// Neither side can ever mate with what is left.
    InsufficientMaterial,
    /// Nobody can mate any more, though there would be material.
    DeadPosition,
    /// Seventy-five moves of each side without a capture or a pawn move.
    SeventyFiveMoves,
    /// The position has come up for the fifth time at least.
    Fivefold,
    /// Fifty moves of each side without a capture or a pawn move.
    ClaimFifty,
    /// The position has come up for the third time at least.
    ClaimThreefold,
    /// A side has no king left, under house rules without check.
    KingTaken,
    /// The side to move has no move, under house rules without check.
    NoMoves,
}

impl Ending {
    /// All of them, in the order in which they are written.
    pub const ALL: [Self; 10] = [
        Self::Checkmate,
        Self::Stalemate,
        Self::InsufficientMaterial,
        Self::DeadPosition,
        Self::SeventyFiveMoves,
        Self::Fivefold,
        Self::ClaimFifty,
        Self::ClaimThreefold,
        Self::KingTaken,
        Self::NoMoves,
    ];

    /// The word for it.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Checkmate => "checkmate",
            Self::Stalemate => "stalemate",
            Self::InsufficientMaterial => "insufficient_material",
            Self::DeadPosition => "dead_position",
            Self::SeventyFiveMoves => "seventyfive_moves",
            Self::Fivefold => "fivefold",
            Self::ClaimFifty => "claim_fifty",
            Self::ClaimThreefold => "claim_threefold",
            Self::KingTaken => "king_taken",
            Self::NoMoves => "no_moves",
        }
    }
}

/// Every [`Ending`] that holds of a final position, given its history.
#[derive(Clone, Copy, PartialEq, Eq, Default)]
pub struct Termination(u16);

impl Termination {
    /// What holds of a position that has come up so many times, this time included.
    pub fn of(position: &AnyPosition, occurrences: usize) -> Self {
        match position {
            AnyPosition::Standard(standard) => Self::standard(standard, occurrences),
            AnyPosition::House(_) => Self::house(position, occurrences),
        }
    }

    fn standard(position: &Position, occurrences: usize) -> Self {
        let can_move = position.has_legal_moves();
        let is_insufficient = position.is_insufficient_material();
        Self::all(|ending| match ending {
            Ending::Checkmate => !can_move && position.is_check(),
            Ending::Stalemate => !can_move && !position.is_check(),
            Ending::InsufficientMaterial => is_insufficient,
            Ending::DeadPosition => can_move && !is_insufficient && position.is_dead(),
            Ending::SeventyFiveMoves => can_move && position.halfmove_clock() >= SEVENTY_FIVE_MOVES,
            Ending::Fivefold => occurrences >= 5,
            Ending::ClaimFifty => position.can_claim_fifty(),
            Ending::ClaimThreefold => occurrences >= 3,
            Ending::KingTaken | Ending::NoMoves => false,
        })
    }

    fn house(position: &AnyPosition, occurrences: usize) -> Self {
        let outcome = position.outcome();
        let is_win = |by| matches!(outcome, Some(Outcome::Win { by: how, .. }) if how == by);
        let is_draw = |draw| outcome == Some(Outcome::Draw(draw));
        let counts = position.counts_repetition();
        let is_idle =
            |plies| counts && position.halfmove_clock() >= plies && !position.legal_moves().is_empty();
        Self::all(|ending| match ending {
            Ending::Checkmate => is_win(Win::Checkmate),
            Ending::Stalemate => is_win(Win::Stalemate) || is_draw(Draw::Stalemate),
            Ending::InsufficientMaterial => is_draw(Draw::InsufficientMaterial),
            Ending::DeadPosition => false,
            Ending::SeventyFiveMoves => is_idle(SEVENTY_FIVE_MOVES),
            Ending::Fivefold => counts && occurrences >= 5,
            Ending::ClaimFifty => is_idle(FIFTY_MOVES),
            Ending::ClaimThreefold => counts && occurrences >= 3,
            Ending::KingTaken => is_win(Win::LastKingTaken),
            Ending::NoMoves => is_win(Win::NoMoves) || is_draw(Draw::NoMoves),
        })
    }

    fn all(holds: impl Fn(Ending) -> bool) -> Self {
        let bits = Ending::ALL.into_iter().filter(|&ending| holds(ending)).map(|ending| 1 << ending as u16);
        Self(bits.sum())
    }

    /// Whether this is among them.
    pub fn contains(self, ending: Ending) -> bool {
        self.0 & 1 << ending as u16 != 0
    }

    /// Whether nothing ends the game.
    pub fn is_empty(self) -> bool {
        self.0 == 0
    }
}

/// Their words with commas between them, or `-`.
impl fmt::Display for Termination {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.is_empty() {
            return f.write_str("-");
        }
        for (index, ending) in Ending::ALL.into_iter().filter(|&ending| self.contains(ending)).enumerate() {
            write!(f, "{}{}", if index == 0 { "" } else { "," }, ending.word())?;
        }
        Ok(())
    }
}

impl fmt::Debug for Termination {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}
