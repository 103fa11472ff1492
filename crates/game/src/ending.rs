//! How a game ends: by its position, by its history, or because somebody said so.

use crate::{AnyPosition, Game, NodeId};
use core::fmt;
use regence_rules::{Color, Draw, Outcome, UciMove, Win};

impl Game {
    /// How the game has ended, as seen from where one stands: declared there, told by the position, or by its fifth
    /// repetition. Taking a move back takes the end back.
    pub fn outcome(&self) -> Option<Outcome> {
        self.outcome_at(self.cursor)
    }

    /// How the game has ended, as seen from a place in it.
    pub fn outcome_at(&self, id: NodeId) -> Option<Outcome> {
        if let Some((at, outcome)) = self.declared
            && at == id
        {
            return Some(outcome);
        }
        let position = self.tree.position(id);
        let is_fivefold = || position.counts_repetition() && self.occurrences(id, position) >= 5;
        let fivefold = || is_fivefold().then_some(Outcome::Draw(Draw::FivefoldRepetition));
        position.outcome().or_else(fivefold)
    }

    /// How often the position has stood on the board in the line one is in, this time included.
    pub fn repetitions(&self) -> usize {
        self.occurrences(self.cursor, self.position())
    }

    /// How often a position stands in the line up to a place. Beyond its last capture or pawn move it cannot.
    fn occurrences(&self, id: NodeId, position: &AnyPosition) -> usize {
        let key = position.key();
        let line = self.tree.ancestors(id).take(usize::from(position.halfmove_clock()) + 1);
        line.filter(|&id| self.tree.key(id) == key && self.tree.position(id).repeats(position)).count()
    }

    /// The draw that the side to move may claim now: the same position for the third time, or fifty moves without a
    /// capture or a pawn move.
    pub fn claimable(&self) -> Option<Draw> {
        if self.outcome().is_some() {
            return None;
        }
        claim_on(self.position(), self.repetitions())
    }

    /// The draw that the side to move may claim by writing down this move without playing it.
    pub fn claimable_with(&self, intended: UciMove) -> Option<Draw> {
        if self.outcome().is_some() {
            return None;
        }
        let mv = self.position().resolve(intended).ok()?;
        let next = self.position().play(mv);
        claim_on(&next, 1 + self.occurrences(self.cursor, &next))
    }

    /// Claims a draw, on the position as it is or with an intended move; the game ends if the claim is right.
    pub fn claim(&mut self, intended: Option<UciMove>) -> Result<Outcome, EndError> {
        let draw = self.claimable().or_else(|| self.claimable_with(intended?));
        self.declare(draw.map(Outcome::Draw).ok_or(EndError::NothingToClaim))
    }

    /// A side gives up.
    pub fn resign(&mut self, color: Color) -> Result<Outcome, EndError> {
        self.declare(Ok(Outcome::Win { winner: !color, by: Win::Resignation }))
    }

    /// A side has left for good.
    pub fn abandon(&mut self, color: Color) -> Result<Outcome, EndError> {
        self.declare(Ok(Outcome::Win { winner: !color, by: Win::Abandonment }))
    }

    /// A side's time has run out: the other side wins, if it has anything left to mate with.
    pub fn flag(&mut self, color: Color) -> Result<Outcome, EndError> {
        let outcome = if self.position().can_win(!color) {
            Outcome::Win { winner: !color, by: Win::Time }
        } else {
            Outcome::Draw(Draw::TimeWithoutMaterial { flagged: color })
        };
        self.declare(Ok(outcome))
    }

    /// A side offers a draw. The offer stands until the other side has answered or moved.
    pub fn offer_draw(&mut self, by: Color) -> Result<(), EndError> {
        self.running()?;
        self.offer = Some((self.cursor, by));
        Ok(())
    }

    /// Who has offered a draw that can still be accepted. An offer made before one's own move stands while the other
    /// side thinks; the answering move declines it.
    pub fn draw_offer(&self) -> Option<Color> {
        let (at, by) = self.offer?;
        let is_fresh = at == self.cursor;
        let is_answered_next = self.tree.parent(self.cursor) == Some(at) && self.position().turn() != by;
        (is_fresh || is_answered_next).then_some(by)
    }

    /// A side accepts the other side's offer.
    pub fn accept_draw(&mut self, by: Color) -> Result<Outcome, EndError> {
        let agreed = self.draw_offer() == Some(!by);
        self.declare(if agreed { Ok(Outcome::Draw(Draw::Agreement)) } else { Err(EndError::NoOffer) })
    }

    /// A side declines the other side's offer.
    pub fn decline_draw(&mut self, by: Color) -> Result<(), EndError> {
        self.running()?;
        if self.draw_offer() != Some(!by) {
            return Err(EndError::NoOffer);
        }
        self.offer = None;
        Ok(())
    }

    /// Whether somebody could have ended the game like this at a place in it.
    #[cfg(feature = "serde")]
    pub(crate) fn can_declare(&self, id: NodeId, outcome: Outcome) -> bool {
        let position = self.tree.position(id);
        let can_claim = |draw| {
            let repetitions = self.occurrences(id, position);
            claim_on(position, repetitions) == Some(draw)
                || position.legal_moves().into_iter().any(|mv| {
                    let next = position.play(mv);
                    claim_on(&next, 1 + self.occurrences(id, &next)) == Some(draw)
                })
        };
        let can_be = match outcome {
            Outcome::Win { by: Win::Resignation | Win::Abandonment, .. } | Outcome::Draw(Draw::Agreement) => {
                true
            }
            Outcome::Win { winner, by: Win::Time } => position.can_win(winner),
            Outcome::Draw(Draw::TimeWithoutMaterial { flagged }) => !position.can_win(!flagged),
            Outcome::Draw(draw @ (Draw::ThreefoldRepetition | Draw::FiftyMoves)) => can_claim(draw),
            Outcome::Win { .. } | Outcome::Draw(_) => false,
        };
        can_be && self.outcome_at(id).is_none()
    }

    fn running(&self) -> Result<(), EndError> {
        self.outcome().map_or(Ok(()), |outcome| Err(EndError::Over(outcome)))
    }

    fn declare(&mut self, outcome: Result<Outcome, EndError>) -> Result<Outcome, EndError> {
        self.running()?;
        let outcome = outcome?;
        self.declared = Some((self.cursor, outcome));
        self.offer = None;
        Ok(outcome)
    }
}

/// The draw that may be claimed on a position that has stood so often.
fn claim_on(position: &AnyPosition, repetitions: usize) -> Option<Draw> {
    /// Half-moves without a capture or a pawn move.
    const FIFTY_MOVES: u16 = 100;
    if !position.counts_repetition() {
        return None;
    }
    if repetitions >= 3 {
        return Some(Draw::ThreefoldRepetition);
    }
    (position.halfmove_clock() >= FIFTY_MOVES).then_some(Draw::FiftyMoves)
}

/// Why a game did not end.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum EndError {
    /// It had ended before.
    Over(Outcome),
    /// Nobody may claim a draw here.
    NothingToClaim,
    /// The other side has offered no draw.
    NoOffer,
}

impl fmt::Display for EndError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Over(outcome) => write!(f, "the game is over: {outcome}"),
            Self::NothingToClaim => f.write_str(
                "there is no draw to claim: the position must stand for the third time, or fifty moves pass without a \
                 capture or a pawn move",
            ),
            Self::NoOffer => f.write_str("no draw was offered"),
        }
    }
}

impl core::error::Error for EndError {}
