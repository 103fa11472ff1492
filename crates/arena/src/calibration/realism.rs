//! Whether opponents err as people do: what they overlook, how soon they castle, how much each phase costs them.

use regence_engine::{Control, Engine, Evaluation, Limits, NoMemory, Score, Situation, wins_at_least};
use regence_rules::{CastlingSide, Color, Move, Position, Role, UciMove};
use std::sync::Arc;

/// How many positions the examiner looks at to judge a move.
const NODES: u64 = 1_500;

/// How many it looks at before it says that a recapture was missed, if it seems so at first: more than any level does, for a move
/// that is not understood at once may be better than taking back.
const NODES_TO_ACCUSE: u64 = 400_000;

/// What a side has to lose to have overlooked something, in hundredths of a pawn.
const MUCH: i32 = 150;

/// A piece, in hundredths of a pawn: more than two pawns, less than any officer.
const PIECE: i32 = 250;

/// No move loses more than this for the average, and no position is worth more.
const MOST: i32 = 1_000;

/// Which part of a game a move belongs to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Phase {
    Opening,
    Middlegame,
    Endgame,
}

/// What was counted in somebody's games.
#[derive(Clone, Copy, PartialEq, Default, Debug)]
pub struct Realism {
    /// Games looked at.
    pub games: u32,
    /// Games in which they had castled by their twelfth move.
    pub castled: u32,
    /// Moves looked at.
    pub moves: u32,
    /// Moves with which a piece that had just been taken could have been won back without loss.
    pub recaptures: u32,
    /// Those of them that were missed, at a cost.
    pub missed: u32,
    /// Moves that left a piece to be taken at once, at a cost.
    pub hangs: u32,
    /// Moves by phase, and what they lost in all, in hundredths of a pawn.
    pub losses: [(u32, i64); 3],
}

/// What is seen in a single move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Seen {
    /// What it loses against the best move, in hundredths of a pawn.
    pub loss: i32,
    /// Whether it had the chance to win back a piece.
    pub is_recapture: bool,
    /// Whether it missed that.
    pub misses: bool,
    /// Whether it left a piece to be taken at once.
    pub hangs: bool,
}

impl Realism {
    /// The average loss of a move in the opening, the middlegame and the endgame, in hundredths of a pawn.
    #[allow(clippy::cast_precision_loss, reason = "nobody loses 2^53 hundredths of a pawn")]
    pub fn average_losses(&self) -> [Option<f64>; 3] {
        self.losses.map(|(moves, loss)| (moves > 0).then(|| loss as f64 / f64::from(moves)))
    }

    fn add(&mut self, phase: Phase, seen: Seen) {
        self.moves += 1;
        self.recaptures += u32::from(seen.is_recapture);
        self.missed += u32::from(seen.misses);
        self.hangs += u32::from(seen.hangs);
        let (moves, loss) = &mut self.losses[phase as usize];
        *moves += 1;
        *loss += i64::from(seen.loss);
    }
}

/// Judges moves with the engine, by a number of positions.
pub struct Examiner {
    engine: Engine<Evaluation>,
}

impl Examiner {
    /// An examiner with a small memory of its own.
    pub fn new() -> Result<Self, NoMemory> {
        Ok(Self { engine: Engine::new(Evaluation::default(), 1)? })
    }

    /// Looks at a game of the side of this colour, and adds what it finds.
    pub fn examine(&mut self, moves: &[Move], color: Color, realism: &mut Realism) {
        let mut situation = Situation::new(Position::START);
        let mut has_castled = false;
        for &mv in moves {
            let position = *situation.position();
            if position.turn() == color {
                let seen = self.judge(&situation, mv);
                realism.add(phase(&position), seen);
                let castles = matches!(mv.castling(), Some(CastlingSide::King | CastlingSide::Queen));
                has_castled |= castles && position.fullmove_number() <= 12;
            }
            situation.play(mv);
        }
        realism.games += 1;
        realism.castled += u32::from(has_castled);
    }

    /// What there is to see in a move.
    pub fn judge(&mut self, situation: &Situation, mv: Move) -> Seen {
        let position = situation.position();
        let best = self.worth(situation, Vec::new(), NODES);
        let own = self.worth(situation, vec![mv.uci()], NODES);
        let loss = (best - own).clamp(0, MOST);
        let missed = self.misses_recapture(situation, mv);
        let hangs = loss >= MUCH && can_take_piece(&position.play(mv));
        Seen { loss, is_recapture: missed.is_some(), misses: missed == Some(true), hangs }
    }

    /// Whether a move misses, at a cost, to win back a piece that has just been taken; none if there is nothing to win back.
    pub fn misses_recapture(&mut self, situation: &Situation, mv: Move) -> Option<bool> {
        let backs = recaptures(situation);
        if backs.is_empty() {
            return None;
        }
        if backs.contains(&mv) {
            return Some(false);
        }
        let backs: Vec<UciMove> = backs.iter().map(|mv| mv.uci()).collect();
        let is_costly = |nodes| {
            let back = self.worth(situation, backs.clone(), nodes);
            back - self.worth(situation, vec![mv.uci()], nodes) >= MUCH
        };
        Some([NODES, NODES_TO_ACCUSE].into_iter().all(is_costly))
    }

    /// What the best of these moves is worth, of all if none is named, to somebody who looks at so many positions.
    fn worth(&mut self, situation: &Situation, moves: Vec<UciMove>, nodes: u64) -> i32 {
        self.engine.forget();
        let limits = Limits { nodes: Some(nodes), moves, ..Limits::default() };
        let answer = self.engine.search(situation, &limits, &Arc::<Control>::default(), &mut |_| {});
        match answer.score {
            Some(Score::Centipawns(worth)) => worth.clamp(-MOST, MOST),
            Some(Score::Mate(moves)) if moves > 0 => MOST,
            Some(Score::Mate(_)) => -MOST,
            None => 0,
        }
    }
}

/// The moves that take back an officer's taker without loss.
fn recaptures(situation: &Situation) -> Vec<Move> {
    let Some(last) = situation.last().filter(|last| last.is_capture) else { return Vec::new() };
    let position = situation.position();
    let is_back = |mv: &Move| mv.to() == last.mv.to() && wins_at_least(position, *mv, PIECE);
    position.captures().into_iter().filter(is_back).collect()
}

/// Whether the side to move can win a piece by taking it.
fn can_take_piece(position: &Position) -> bool {
    let is_officer = |mv: &Move| position.captured(*mv).is_some_and(|piece| piece.role != Role::Pawn);
    position.captures().into_iter().any(|mv| is_officer(&mv) && wins_at_least(position, mv, PIECE))
}

fn phase(position: &Position) -> Phase {
    let board = position.board();
    let pawns_and_kings = board.by_role(Role::Pawn) | board.by_role(Role::King);
    let officers = (board.occupied() - pawns_and_kings).len();
    match position.fullmove_number() {
        _ if officers <= 6 => Phase::Endgame,
        ..=12 => Phase::Opening,
        _ => Phase::Middlegame,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn examined(moves: &str, color: Color) -> Realism {
        let mut position = Position::START;
        let mut played = Vec::new();
        for word in moves.split(' ') {
            let mv = position.parse_san(word).expect("a move");
            position = position.play(mv);
            played.push(mv);
        }
        let mut realism = Realism::default();
        Examiner::new().expect("memory").examine(&played, color, &mut realism);
        realism
    }

    #[test]
    fn a_missed_recapture_is_noticed() {
        let found = examined("e4 e5 Nf3 Nc6 Bb5 a6 Bxc6 h6", Color::Black);
        assert_eq!((found.recaptures, found.missed), (1, 1));
        let found = examined("e4 e5 Nf3 Nc6 Bb5 a6 Bxc6 dxc6", Color::Black);
        assert_eq!((found.recaptures, found.missed), (1, 0));
    }

    #[test]
    fn a_piece_left_to_be_taken_is_noticed() {
        let found = examined("e4 d5 Qg4 Bxg4", Color::White);
        assert_eq!((found.hangs, found.moves), (1, 2));
        let [Some(opening), None, None] = found.average_losses() else { panic!("{found:?}") };
        assert!(opening > 300.0, "{opening}");
    }

    #[test]
    fn castling_is_noticed() {
        let found = examined("e4 e5 Nf3 Nc6 Bc4 Bc5 O-O Nf6", Color::White);
        assert_eq!((found.games, found.castled, found.hangs), (1, 1, 0));
    }
}
