//! In which ways a final position ends a game, or would let a player end it.

use regence_rules::Position;
use std::fmt;

/// One way.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ending {
    /// The king is attacked and there is no way out.
    Checkmate,
    /// There is no legal move and no check.
    Stalemate,
    /// Neither side can ever mate with what is left.
    InsufficientMaterial,
    /// Seventy-five moves of each side without a capture or a pawn move.
    SeventyFiveMoves,
    /// The position has come up for the fifth time at least.
    Fivefold,
    /// Fifty moves of each side without a capture or a pawn move.
    ClaimFifty,
    /// The position has come up for the third time at least.
    ClaimThreefold,
}

impl Ending {
    /// All of them, in the order in which they are written.
    pub const ALL: [Self; 7] = [
        Self::Checkmate,
        Self::Stalemate,
        Self::InsufficientMaterial,
        Self::SeventyFiveMoves,
        Self::Fivefold,
        Self::ClaimFifty,
        Self::ClaimThreefold,
    ];

    /// The word for it.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Checkmate => "checkmate",
            Self::Stalemate => "stalemate",
            Self::InsufficientMaterial => "insufficient_material",
            Self::SeventyFiveMoves => "seventyfive_moves",
            Self::Fivefold => "fivefold",
            Self::ClaimFifty => "claim_fifty",
            Self::ClaimThreefold => "claim_threefold",
        }
    }
}

/// Every [`Ending`] that holds of a final position, given its history.
#[derive(Clone, Copy, PartialEq, Eq, Default)]
pub struct Termination(u8);

impl Termination {
    /// What holds of a position that has come up so many times, this time included.
    pub fn of(position: &Position, occurrences: usize) -> Self {
        /// Half-moves without a capture or a pawn move that end the game.
        const SEVENTY_FIVE_MOVES: u16 = 150;
        let can_move = position.has_legal_moves();
        let holds = |ending| match ending {
            Ending::Checkmate => !can_move && position.is_check(),
            Ending::Stalemate => !can_move && !position.is_check(),
            Ending::InsufficientMaterial => position.is_insufficient_material(),
            Ending::SeventyFiveMoves => can_move && position.halfmove_clock() >= SEVENTY_FIVE_MOVES,
            Ending::Fivefold => occurrences >= 5,
            Ending::ClaimFifty => position.can_claim_fifty(),
            Ending::ClaimThreefold => occurrences >= 3,
        };
        let bits = Ending::ALL.into_iter().filter(|&ending| holds(ending)).map(|ending| 1 << ending as u8);
        Self(bits.sum())
    }

    /// Whether this is among them.
    pub fn contains(self, ending: Ending) -> bool {
        self.0 & 1 << ending as u8 != 0
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
