//! Says in a sentence or two what was wrong with a move.

use crate::course::{Course, SOMETHING};
use crate::judgement::Judgement;
use crate::material::{Trade, value};
use crate::motif::Motif;
use crate::topic;
use crate::worth::{ENOUGH, Seen, Worth};
use regence_engine::wins_at_least;
use regence_rules::{Bitboard, Color, Draw, Move, Outcome, Position, Rank, Role, Square};

/// From here on a game is as good as won, of chances that go from -1 to 1.
const WON: f64 = 0.5;
/// Up to here it is in the balance.
const EVEN: f64 = 0.15;
/// What changes hands later than so many half-moves ahead is not what a move is about.
const SOON: usize = 8;

/// A move that was not the best, and what was seen before and after it.
pub struct Case<'a> {
    pub before: &'a Position,
    pub mv: Move,
    pub after: &'a Position,
    pub seen: &'a Seen,
    pub next: &'a Seen,
}

/// What was wrong, without a full stop, and whether that says already what was better.
struct Reason {
    text: String,
    names_better: bool,
}

fn wrong(text: impl Into<String>) -> Reason {
    Reason { text: text.into(), names_better: false }
}

fn missed(text: impl Into<String>) -> Reason {
    Reason { text: text.into(), names_better: true }
}

impl Case<'_> {
    /// What was wrong with the move, and what was better.
    pub fn explain(&self) -> String {
        let reason = self
            .draw()
            .or_else(|| self.mate())
            .or_else(|| self.material())
            .or_else(|| self.result())
            .or_else(|| self.respect());
        match (reason, self.better()) {
            (Some(Reason { text, names_better: false }), Some(better)) => {
                format!("{text}. Better was {better}.")
            }
            (Some(Reason { text, .. }), _) => format!("{text}."),
            (None, Some(better)) => format!("Better was {better}."),
            (None, None) => "There was something better.".into(),
        }
    }

    fn side(&self) -> Color {
        self.before.turn()
    }

    /// The best move, as people write it.
    fn better(&self) -> Option<String> {
        self.seen.line.first().map(|&mv| self.before.san(mv).to_string())
    }

    /// The opponent's best answer, as people write it.
    fn answer(&self) -> Option<String> {
        self.next.line.first().map(|&mv| self.after.san(mv).to_string())
    }

    /// A mate that is allowed or missed.
    fn mate(&self) -> Option<Reason> {
        let side = self.side();
        if let Some(moves) = self.next.worth.mate_by(!side) {
            let answer = self.answer()?;
            let kind = MateKind::find(self.after, &self.next.line).map_or("", MateKind::words);
            return Some(wrong(match moves {
                1 => format!("Allows mate{kind}: {answer}"),
                _ => format!("Allows mate in {moves}{kind}, beginning with {answer}"),
            }));
        }
        let moves = self.seen.worth.mate_by(side)?;
        if self.next.worth.mate_by(side).is_some() {
            return None;
        }
        let better = self.better()?;
        let kind = MateKind::find(self.before, &self.seen.line).map_or("", MateKind::words);
        Some(missed(match moves {
            1 => format!("Misses mate{kind}: {better}"),
            _ => format!("Misses mate in {moves}{kind}, beginning with {better}"),
        }))
    }

    /// A move that ends the game as a draw.
    fn draw(&self) -> Option<Reason> {
        if self.next.worth != Worth::Over(None) {
            return None;
        }
        Some(wrong(match self.after.outcome() {
            Some(Outcome::Draw(Draw::Stalemate)) => "Leaves the opponent without a move: stalemate, a draw",
            _ => "Ends the game as a draw",
        }))
    }

    /// Something that is lost, or could have been won.
    fn material(&self) -> Option<Reason> {
        let side = self.side();
        let line: Vec<Move> = std::iter::once(self.mv).chain(self.next.line.iter().copied()).collect();
        let played = Course::new(self.before, &line, side);
        let best = Course::new(self.before, &self.seen.line, side);
        let (lost, won) = (-played.trade.worth(), best.trade.worth());
        let felt = self.seen.worth.centipawns(side) - self.next.worth.centipawns(side);
        let all = lost + won;
        // What the engine hardly minds was given up for something; if it minds far more, something else is wrong.
        if all < SOMETHING || 4 * felt < 3 * all.min(ENOUGH) || felt > 3 * all {
            return None;
        }
        let later = Course::new(self.after, &self.next.line, side);
        let is_late = lost < SOMETHING && (-later.trade.worth() - all).abs() <= 2 * SOMETHING;
        if is_late && self.before.captured(self.mv).is_some() {
            // The move has won as much as the best one, and then something is lost.
            return (later.plies < SOON).then(|| self.loss(&later))?;
        }
        if lost >= SOMETHING && lost >= won {
            (played.plies <= SOON).then(|| self.loss(&played))?
        } else {
            (best.plies <= SOON).then(|| self.missed_gain(&best))?
        }
    }

    fn missed_gain(&self, course: &Course) -> Option<Reason> {
        let (better, gain) = (self.better()?, course.trade.gain()?);
        Some(missed(match Motif::find(self.before, &self.seen.line) {
            Some(motif) => format!("Misses {better}, {motif}, which {gain}"),
            None => format!("Misses {better}, which {gain}"),
        }))
    }

    fn loss(&self, course: &Course) -> Option<Reason> {
        let gain = course.trade.reversed().gain()?;
        let (&reply, answer) = self.next.line.first().zip(self.answer())?;
        let motif = Motif::find(self.after, &self.next.line);
        let taken = taken_on(self.after, reply).filter(|_| wins_at_least(self.after, reply, SOMETHING));
        let worth = -course.trade.worth();
        // What is taken by the way is not what a trick is about.
        let is_it = |(role, _): &(Role, Square)| {
            (worth - value(*role)).abs() <= 2 * SOMETHING && gain.contains(role.name())
        };
        let taken = taken.filter(is_it);
        Some(wrong(match (taken, motif) {
            (Some((role, square)), _) => {
                format!("{}: {answer} {gain}", self.left(role, square, reply.from()))
            }
            (None, Some(motif)) => format!("Allows {answer}, {motif}, which {gain}"),
            (None, None) => format!("Allows {answer}, which {gain}"),
        }))
    }

    /// Why something could be taken.
    fn left(&self, role: Role, square: Square, taker: Square) -> String {
        let (side, board) = (self.side(), self.before.board());
        let protects = board.attackers_of(square, side).contains(self.mv.from())
            && !self.after.board().attackers_of(square, side).contains(self.mv.to());
        let was_attacked = board.attackers_of(square, !side).contains(taker);
        if square == self.mv.to() {
            format!("Puts the {role} on {square}, where it can be taken")
        } else if protects && square != self.mv.from() {
            format!("Takes the protection from the {role} on {square}")
        } else if was_attacked {
            format!("Leaves the {role} on {square} to be taken")
        } else {
            format!("Exposes the {role} on {square}")
        }
    }

    /// A result that is given away.
    fn result(&self) -> Option<Reason> {
        let chances = |seen: &Seen| seen.worth.chances(self.side());
        let (before, after) = (chances(self.seen), chances(self.next));
        if before > WON && after.abs() < EVEN {
            Some(wrong("Lets the win go"))
        } else if before.abs() < EVEN && after < -WON {
            Some(wrong("Loses what could be held"))
        } else {
            None
        }
    }

    /// In which respect the side is worse off than it could be. A blunder has another reason, even if nobody sees it here.
    fn respect(&self) -> Option<Reason> {
        let side = self.side();
        let lost = self.seen.worth.chances(side) - self.next.worth.chances(side);
        let played = Course::new(self.after, &self.next.line, side).end;
        let best = Course::new(self.before, &self.seen.line, side).end;
        let trade = Trade::between(played.board(), best.board(), side);
        if Judgement::of_loss(lost) == Some(Judgement::Blunder) || trade.worth().abs() >= SOMETHING {
            return None;
        }
        topic::worst(side, &played, &best).map(wrong)
    }
}

/// What a move takes, and where that stands.
fn taken_on(position: &Position, mv: Move) -> Option<(Role, Square)> {
    let taken = position.captured(mv)?;
    let square = if mv.is_en_passant() { Square::new(mv.to().file(), mv.from().rank()) } else { mv.to() };
    Some((taken.role, square))
}

/// Mates that have a name.
#[derive(Clone, Copy)]
enum MateKind {
    BackRank,
    Smothered,
}

impl MateKind {
    /// What mate a line ends with.
    fn find(position: &Position, line: &[Move]) -> Option<Self> {
        let end = line.iter().fold(*position, |at, &mv| at.play(mv));
        if !end.is_check() || end.has_legal_moves() {
            return None;
        }
        let (mated, king, board) = (end.turn(), end.king(end.turn()), end.board());
        let around = regence_rules::attacks::king(king);
        let checker = end.checkers().first().filter(|_| end.checkers().len() == 1)?;
        let role = board.role_at(checker)?;
        let home = if mated == Color::White { Rank::First } else { Rank::Eighth };
        if role == Role::Knight && around.is_subset(board.by_color(mated)) {
            return Some(Self::Smothered);
        }
        // Its own pawns keep the king where it is.
        let ahead: Bitboard = around.into_iter().filter(|square| square.rank() != home).collect();
        let is_back_rank = king.rank() == home
            && checker.rank() == home
            && matches!(role, Role::Rook | Role::Queen)
            && ahead.is_subset(board.by_color(mated));
        is_back_rank.then_some(Self::BackRank)
    }

    const fn words(self) -> &'static str {
        match self {
            Self::BackRank => " on the back rank",
            Self::Smothered => ", a smothered one",
        }
    }
}
