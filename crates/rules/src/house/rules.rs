//! Which rules hold: the switches, and the two sets of them that have a name.

/// Whether a rule holds.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Rule {
    /// It holds.
    On,
    /// It does not.
    Off,
}

impl Rule {
    /// Whether the rule holds.
    pub const fn is_on(self) -> bool {
        matches!(self, Self::On)
    }
}

/// Which pawns may go two squares at once.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum TwoStep {
    /// Those on the second rank, counted from their own side.
    SecondRank,
    /// Those that have never moved, wherever they stand.
    NeverMoved,
    /// None.
    Never,
}

/// What it means that the side to move has no move (and is not checkmated).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum NoMoves {
    /// Nobody wins.
    Draw,
    /// That side loses.
    Loss,
}

/// A set of rules.
///
/// ```
/// use regence_rules::house::{HouseRules, NoMoves};
/// let old_english = HouseRules { no_moves: NoMoves::Loss, ..HouseRules::ORTHODOX };
/// assert!(old_english.castling.is_on());
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct HouseRules {
    /// The king may castle, from e1 or e8 of an 8x8 board.
    pub castling: Rule,
    /// A pawn may take a pawn that has just passed it by a two-step.
    pub en_passant: Rule,
    /// A pawn on the last rank becomes a queen, rook, bishop or knight. Otherwise it stays there, a pawn without moves.
    pub promotion: Rule,
    /// A move may leave no own king attacked, and checkmate wins. Otherwise taking the last king wins.
    pub check: Rule,
    /// A king may not step next to a king of the other colour, and so can never take it. Check implies this; without
    /// check it is a rule of its own.
    pub kings_keep_apart: Rule,
    /// Which pawns may go two squares at once.
    pub two_step: TwoStep,
    /// What it means to have no move.
    pub no_moves: NoMoves,
    /// Repetition and moves without progress draw, as in chess. A position alone cannot see it: games ask for this.
    pub repetition: Rule,
}

impl HouseRules {
    /// Chess.
    pub const ORTHODOX: Self = Self {
        castling: Rule::On,
        en_passant: Rule::On,
        promotion: Rule::On,
        check: Rule::On,
        kings_keep_apart: Rule::On,
        two_step: TwoStep::SecondRank,
        no_moves: NoMoves::Draw,
        repetition: Rule::On,
    };

    /// Chess for a first lesson: pieces move and take, and whoever takes the last king wins. Kings may be left in
    /// danger but keep apart; a pawn that has never moved may go two squares; a side without a move draws.
    pub const CLASSROOM: Self = Self {
        castling: Rule::Off,
        en_passant: Rule::Off,
        promotion: Rule::Off,
        check: Rule::Off,
        kings_keep_apart: Rule::On,
        two_step: TwoStep::NeverMoved,
        no_moves: NoMoves::Draw,
        repetition: Rule::Off,
    };
}

impl Default for HouseRules {
    fn default() -> Self {
        Self::ORTHODOX
    }
}
