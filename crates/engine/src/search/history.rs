//! Which moves have been good lately: the search's memory for moves, whatever the position.

use super::setting::{STRUCTURES, Setting};
use super::tuned::tuned;
use crate::Numbers;
use regence_rules::{Color, Move, Piece, Position, Role, Square};

/// Where every number here stays within, to either side.
const LIMIT: i32 = 16_384;

/// A piece and where it went: what a move looks like to the moves after it. It indexes tables.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Step(u16);

/// How many steps there are.
const STEPS: usize = 12 * 64;

impl Step {
    pub(super) fn new(turn: Color, mv: Move) -> Self {
        Self((piece_index(mv.role().of(turn)) * 64 + mv.to().index()) as u16)
    }

    pub(super) fn index(self) -> usize {
        usize::from(self.0)
    }
}

fn piece_index(piece: Piece) -> usize {
    piece.color.index() * 6 + piece.role as usize - 1
}

tuned! {
    /// What a success counts: so much for each half-move of depth less the first, and at the most.
    bonus_a_ply = 170 => 186, 60..=350;
    bonus_less = 60 => 72, 0..=300;
    bonus_most = 1700 => 1767, 600..=3500;

    /// What a failure counts.
    malus_a_ply = 170 => 170, 60..=350;
    malus_less = 60 => 53, 0..=300;
    malus_most = 1700 => 1759, 600..=3500;

    /// How much a move's history under this pawn structure counts, in parts.
    structure_share = 64 => 62, 0..=128;
}

/// Shares are in so many parts of the whole.
const PARTS: i32 = 64;

/// What a remembered success of this depth counts.
pub(super) fn bonus(depth: i32, numbers: Numbers) -> i32 {
    (bonus_a_ply(numbers) * depth - bonus_less(numbers)).clamp(1, bonus_most(numbers))
}

/// What a remembered failure of this depth counts against a move.
pub(super) fn malus(depth: i32, numbers: Numbers) -> i32 {
    (malus_a_ply(numbers) * depth - malus_less(numbers)).clamp(1, malus_most(numbers))
}

/// How well moves have done, by several of their traits.
pub(super) struct History {
    numbers: Numbers,
    /// Quiet moves by side, threats, from and to.
    quiet: Vec<i16>,
    /// Captures by piece, target and what is taken.
    capture: Vec<i16>,
    /// Quiet moves as answers to an earlier step.
    continuation: Vec<i16>,
    /// Quiet moves by the pawn structure.
    structure: Vec<i16>,
}

impl History {
    pub(super) fn new(numbers: Numbers) -> Self {
        Self {
            numbers,
            quiet: vec![0; 2 * 4 * 64 * 64],
            capture: vec![0; STEPS * 8],
            continuation: vec![0; STEPS * STEPS],
            structure: vec![0; STRUCTURES * STEPS],
        }
    }

    /// Which numbers it counts by.
    pub(super) fn numbers(&self) -> Numbers {
        self.numbers
    }

    pub(super) fn clear(&mut self) {
        self.quiet.fill(0);
        self.capture.fill(0);
        self.continuation.fill(0);
        self.structure.fill(0);
    }

    /// How well a quiet move has done.
    pub(super) fn of_quiet(&self, turn: Color, mv: Move, setting: &Setting) -> i32 {
        let step = Step::new(turn, mv);
        let [one, two, four] =
            setting.before.map(|earlier| earlier.map_or(0, |earlier| self.after(earlier, step)));
        let structure = i32::from(self.structure[structure_index(setting, step)]);
        i32::from(self.quiet[quiet_index(turn, mv, setting)])
            + one
            + two
            + four / 2
            + structure * structure_share(self.numbers) / PARTS
    }

    /// How well a move has done as an answer to a step.
    fn after(&self, earlier: Step, step: Step) -> i32 {
        i32::from(self.continuation[continuation_index(earlier, step)])
    }

    /// How well a capture, or a promotion, has done.
    pub(super) fn of_capture(&self, position: &Position, mv: Move) -> i32 {
        i32::from(self.capture[capture_index(position, mv)])
    }

    /// Remembers that a quiet move did well, or badly if the change is below zero.
    pub(super) fn teach_quiet(&mut self, turn: Color, mv: Move, setting: &Setting, change: i32) {
        self.teach_anywhere(turn, mv, setting, change);
        shift(&mut self.structure[structure_index(setting, Step::new(turn, mv))], change);
        self.teach_answer(turn, mv, setting, change);
    }

    /// The same, whatever was played before and however the pawns stand.
    pub(super) fn teach_anywhere(&mut self, turn: Color, mv: Move, setting: &Setting, change: i32) {
        shift(&mut self.quiet[quiet_index(turn, mv, setting)], change);
    }

    /// The same, only for the move as an answer to earlier ones.
    pub(super) fn teach_answer(&mut self, turn: Color, mv: Move, setting: &Setting, change: i32) {
        let step = Step::new(turn, mv);
        for earlier in setting.before.iter().flatten() {
            shift(&mut self.continuation[continuation_index(*earlier, step)], change);
        }
    }

    /// Remembers that a capture did well, or badly if the change is below zero.
    pub(super) fn teach_capture(&mut self, position: &Position, mv: Move, change: i32) {
        shift(&mut self.capture[capture_index(position, mv)], change);
    }
}

fn quiet_index(turn: Color, mv: Move, setting: &Setting) -> usize {
    let (from, to) = (mv.from(), mv.to());
    let threats = setting.threat_index(from, to);
    ((turn.index() * 4 + threats) * 64 + from.index()) * 64 + to.index()
}

fn structure_index(setting: &Setting, step: Step) -> usize {
    usize::from(setting.structure) * STEPS + step.index()
}

fn capture_index(position: &Position, mv: Move) -> usize {
    let taken = position.captured(mv).map_or(0, |piece| piece.role as usize);
    Step::new(position.turn(), mv).index() * 8 + taken
}

fn continuation_index(earlier: Step, step: Step) -> usize {
    earlier.index() * STEPS + step.index()
}

/// Moves a number towards its limit: the nearer it is, the less it moves.
pub(super) fn shift(entry: &mut i16, change: i32) {
    let change = change.clamp(-LIMIT, LIMIT);
    let old = i32::from(*entry);
    *entry = (old + change - old * change.abs() / LIMIT) as i16;
}

/// The worth of what a capture takes and a pawn becomes, to try the best first.
pub(super) fn booty(position: &Position, mv: Move) -> i32 {
    let taken = position.captured(mv).map_or(0, |piece| crate::see::worth(piece.role));
    let promoted = match mv.promotion() {
        Some(Role::Queen) => 850,
        Some(_) => -500,
        None => 0,
    };
    taken + promoted
}

/// Whether a move changes the material at once: a capture, or a pawn that becomes a queen.
pub(super) fn is_loud(position: &Position, mv: Move) -> bool {
    position.is_capture(mv) || mv.promotion() == Some(Role::Queen)
}

/// Squares from which a pawn of this side promotes.
pub(super) fn before_last_rank(position: &Position) -> impl Iterator<Item = Square> {
    let turn = position.turn();
    let rank = regence_rules::Rank::Seventh.seen_by(turn).bitboard();
    (position.board().by_piece(Role::Pawn.of(turn)) & rank).into_iter()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_never_leave_their_limits() {
        let mut entry = 0i16;
        for _ in 0..1_000 {
            shift(&mut entry, 1_700);
            assert!(i32::from(entry) <= LIMIT);
        }
        assert!(i32::from(entry) > LIMIT * 9 / 10);
        for _ in 0..1_000 {
            shift(&mut entry, -99_999);
            assert!(i32::from(entry) >= -LIMIT);
        }
    }

    #[test]
    fn what_did_well_is_known_by_its_answers_too() {
        let mut history = History::new(Numbers::Tuned);
        let position = Position::START;
        let mv = position.resolve("g1f3".parse().unwrap()).unwrap();
        let after = Setting::new(&position, [Some(Step(7)), None, None]);
        let elsewhere = Setting { before: [None; 3], ..after };
        let structure = 500 * structure_share(Numbers::Tuned) / PARTS;
        history.teach_quiet(Color::White, mv, &after, 500);
        assert_eq!(history.of_quiet(Color::White, mv, &after), 1_000 + structure);
        assert_eq!(history.of_quiet(Color::White, mv, &elsewhere), 500 + structure);
        assert_eq!(history.of_quiet(Color::White, mv, &Setting { structure: 0, ..elsewhere }), 500);
        assert_eq!(history.of_quiet(Color::Black, mv, &elsewhere), 0);
        let threatened = Setting { threats: mv.to().bitboard(), structure: 0, ..elsewhere };
        assert_eq!(history.of_quiet(Color::White, mv, &threatened), 0);
    }
}
