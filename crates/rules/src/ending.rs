//! Whether a position ends the game, and whether a side could still win it.

use crate::attacks;
use crate::{Bitboard, Board, Color, Draw, Outcome, Position, Role, Win};

/// Half-moves after which the game is drawn whether or not somebody asks.
pub(crate) const AUTOMATIC_DRAW: u16 = 150;

/// Half-moves after which either player may claim a draw.
const CLAIMABLE_DRAW: u16 = 100;

impl Position {
    /// How the game has ended, if this position ends it: by checkmate, stalemate, insufficient material or the
    /// seventy-five-move rule. Repetition is a matter of a game's history, not of one position.
    ///
    /// ```
    /// use regence_rules::{Color, Outcome, Position, Win};
    /// let mate = Position::from_fen("rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3")?;
    /// assert_eq!(mate.outcome(), Some(Outcome::Win { winner: Color::Black, by: Win::Checkmate }));
    /// assert_eq!(Position::START.outcome(), None);
    /// # Ok::<(), regence_rules::ParseFenError>(())
    /// ```
    #[inline]
    pub fn outcome(&self) -> Option<Outcome> {
        // A pawn that can push ends all questions but one: there is a move, and there is material.
        if !self.has_an_obvious_push() {
            if !self.has_king_step() && !self.has_legal_moves() {
                return Some(self.outcome_without_moves());
            }
            if self.is_insufficient_material() {
                return Some(Outcome::Draw(Draw::InsufficientMaterial));
            }
        }
        (self.halfmoves >= AUTOMATIC_DRAW).then_some(Outcome::Draw(Draw::SeventyFiveMoves))
    }

    #[cold]
    fn outcome_without_moves(&self) -> Outcome {
        if self.is_check() {
            Outcome::Win { winner: !self.turn, by: Win::Checkmate }
        } else {
            Outcome::Draw(Draw::Stalemate)
        }
    }

    /// Whether the side to move is in check and has no move.
    ///
    /// ```
    /// use regence_rules::Position;
    /// let mate = Position::from_fen("R5k1/5ppp/8/8/8/8/8/6K1 b - - 0 1")?;
    /// assert!(mate.is_checkmate() && !mate.is_stalemate());
    /// let stalemate = Position::from_fen("k7/2Q5/8/8/8/8/8/6K1 b - - 0 1")?;
    /// assert!(stalemate.is_stalemate() && !stalemate.is_checkmate());
    /// # Ok::<(), regence_rules::ParseFenError>(())
    /// ```
    #[inline]
    pub fn is_checkmate(&self) -> bool {
        self.is_check() && !self.has_legal_moves()
    }

    /// Whether the side to move is not in check and has no move.
    #[inline]
    pub fn is_stalemate(&self) -> bool {
        !self.has_legal_moves() && !self.is_check()
    }

    /// Whether the player to move may claim a draw by the fifty-move rule: fifty moves of each side, a hundred
    /// half-moves, without a capture or a pawn move.
    #[inline]
    pub fn can_claim_fifty(&self) -> bool {
        self.halfmoves >= CLAIMABLE_DRAW && self.has_legal_moves()
    }

    /// Whether neither side can ever mate, whatever both play: two kings with at most one knight, or with any number
    /// of bishops that all stand on squares of one colour.
    #[inline]
    pub fn is_insufficient_material(&self) -> bool {
        self.board.is_insufficient_material()
    }

    /// Whether a side has the material to mate if the other side helps; asked when the other side's time runs out.
    ///
    /// Only the material counts, as arbiters' usage has it: a lone knight or bishop needs an enemy piece that can get
    /// in the way of its own king.
    pub fn can_win(&self, color: Color) -> bool {
        self.board.can_win(color)
    }

    /// Whether the king has a step: nearly as often there, also out of check and with few pieces left.
    #[inline]
    fn has_king_step(&self) -> bool {
        let (board, turn) = (&self.board, self.turn);
        let king = self.king(turn);
        let occupied = board.occupied().without(king);
        let mut steps = (attacks::king(king) - board.by_color(turn)).into_iter();
        steps.any(|to| !board.is_attacked_through(to, !turn, occupied, to.bitboard()))
    }

    /// Looks for a move that is nearly always there: the push of a pawn that no slider can have pinned, when there is no
    /// check to answer.
    #[inline]
    fn has_an_obvious_push(&self) -> bool {
        let (board, turn) = (&self.board, self.turn);
        let king = self.king(turn);
        let own = board.by_role(Role::Pawn) & board.by_color(turn);
        let Some(lines) = board.lines_without_check(king, !turn) else { return false };
        ((own - lines).pawns_forward(turn) - board.occupied()).any()
    }
}

/// What the pieces alone decide, where each side has one king; house rules ask it too.
impl Board {
    /// As [`Position::is_insufficient_material`].
    #[inline]
    pub(crate) fn is_insufficient_material(&self) -> bool {
        let pawns_or_orthogonal = self.by_role(Role::Pawn) | self.orthogonal_sliders();
        if pawns_or_orthogonal.any() {
            return false;
        }
        let knights = self.by_role(Role::Knight);
        let bishops = self.by_role(Role::Bishop);
        if knights.any() {
            return !knights.is_many() && bishops.is_empty();
        }
        !(bishops.meets(Bitboard::LIGHT) && bishops.meets(Bitboard::DARK))
    }

    /// As [`Position::can_win`].
    pub(crate) fn can_win(&self, color: Color) -> bool {
        let (ours, theirs) = (self.by_color(color), self.by_color(!color));
        let (knights, bishops) = (self.by_role(Role::Knight), self.by_role(Role::Bishop));
        let pawns = self.by_role(Role::Pawn);
        if ours.meets(pawns | self.orthogonal_sliders()) {
            return true;
        }
        if ours.meets(knights) {
            // Two pieces always suffice with help; a lone knight wants company other than a queen.
            let in_the_way = theirs - (self.by_role(Role::King) | self.by_role(Role::Queen));
            return ours.len() > 2 || in_the_way.any();
        }
        if ours.meets(bishops) {
            let both_colors = bishops.meets(Bitboard::LIGHT) && bishops.meets(Bitboard::DARK);
            return both_colors || (pawns | knights).any();
        }
        false
    }
}
