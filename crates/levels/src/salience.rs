//! How easily a move is overlooked.
//!
//! People see what is forward, short, violent, or close to where something has just happened. They overlook moves that go
//! back, come from far along a diagonal, are quiet among captures, or use lines that only opened in their heads.

use crate::eye::worth;
use regence_engine::LastMove;
use regence_rules::attacks::between;
use regence_rules::{Bitboard, Color, Move, Position, Role, Square};

/// Where a move stands in somebody's thoughts.
#[derive(Clone, Copy)]
pub(crate) struct Scene {
    /// The move before it.
    pub(crate) last: Option<LastMove>,
    /// What was occupied when the thinking began: lines opened since are harder to see.
    pub(crate) occupied: Bitboard,
    /// Half-moves imagined so far.
    pub(crate) ply: usize,
    /// Whether it is the other side's move.
    pub(crate) is_theirs: bool,
    /// Whether the side to move is in check.
    pub(crate) is_check: bool,
    /// Whether captures are pending, among which a quiet move is easily forgotten.
    pub(crate) is_tense: bool,
}

/// Whether a move is hard to see: more than `most`, if 0 is seen by all and 1 is usual.
pub(crate) fn is_harder_than(position: &Position, mv: Move, scene: &Scene, most: f32) -> bool {
    let plain = without_lines(position, mv, scene);
    // Lines are costly to look at, and mostly change nothing.
    plain * HARDEST_LINES > most && plain * of_lines(position, mv, scene) > most
}

/// How hard a move is to see.
pub(crate) fn difficulty(position: &Position, mv: Move, scene: &Scene) -> f32 {
    without_lines(position, mv, scene) * of_lines(position, mv, scene)
}

fn without_lines(position: &Position, mv: Move, scene: &Scene) -> f32 {
    let taken = position.captured(mv).map(|piece| piece.role);
    let takes_back = scene.last.is_some_and(|last| last.mv.to() == mv.to());
    if taken.is_some() && takes_back && scene.last.is_some_and(|last| last.is_capture) {
        return 0.0;
    }
    let mut hard = match taken {
        Some(role) => 0.55 - 0.3 * worth(role) as f32 / 930.0,
        None if mv.castling().is_some() => 0.3,
        None if scene.is_tense => 1.3,
        None => 1.0,
    };
    if mv.promotion() == Some(Role::Queen) {
        hard *= 0.4;
    }
    if takes_back {
        hard *= 0.5;
    }
    if scene.is_check {
        hard *= 0.4;
    }
    if scene.is_theirs {
        hard *= 1.15;
    }
    hard * of_shape(mv, position.turn()) * of_attention(mv, scene) * (1.0 + 0.2 * scene.ply as f32)
}

/// What the way of the piece adds: back is harder than forward, far harder than near.
fn of_shape(mv: Move, color: Color) -> f32 {
    let (from, to) = (mv.from(), mv.to());
    let forward = to.rank().seen_by(color).index() as i32 - from.rank().seen_by(color).index() as i32;
    let direction = match forward {
        1.. => 1.0,
        0 => 1.15,
        _ => 1.6,
    };
    let is_long = from.distance(to) >= 4;
    let reach = match mv.role() {
        Role::Pawn => 0.8,
        Role::Knight => 1.2,
        Role::Bishop | Role::Queen if is_long && is_diagonal(from, to) => 1.6,
        _ if is_long => 1.25,
        _ => 1.0,
    };
    direction * reach
}

/// What the distance from the last move adds: eyes stay where something has happened.
fn of_attention(mv: Move, scene: &Scene) -> f32 {
    let Some(last) = scene.last else { return 1.0 };
    match mv.to().distance(last.mv.to()).min(mv.from().distance(last.mv.to())) {
        0..=2 => 0.75,
        3..=4 => 1.0,
        _ => 1.25,
    }
}

/// As much as lines can add.
const HARDEST_LINES: f32 = 1.8 * 1.5 * 1.5;

/// What lines add: checks are looked for, but not those that another piece uncovers; a line that opened in thought is
/// harder than one on the board; a guard that is pinned looks like a guard.
fn of_lines(position: &Position, mv: Move, scene: &Scene) -> f32 {
    let mut hard = 1.0;
    if position.gives_check(mv) {
        hard *= if attacks_king(position, mv) { 0.5 } else { 1.8 };
    }
    if scene.ply > 0 && between(mv.from(), mv.to()).meets(scene.occupied) {
        hard *= 1.5;
    }
    if position.is_capture(mv) {
        let guards = position.attackers_of(mv.to(), !position.turn());
        if guards.any() && guards.is_subset(position.pinned(!position.turn())) {
            hard *= 1.5;
        }
    }
    hard
}

/// Whether the piece that moves attacks the king itself from where it goes.
fn attacks_king(position: &Position, mv: Move) -> bool {
    let arriving = mv.promotion().unwrap_or(mv.role()).of(position.turn());
    let occupied = position.board().occupied().without(mv.from()).with(mv.to());
    mv.castling().is_some() || arriving.attacks(mv.to(), occupied).contains(position.king(!position.turn()))
}

fn is_diagonal(from: Square, to: Square) -> bool {
    from.file() != to.file() && from.rank() != to.rank()
}

#[cfg(test)]
mod tests {
    use super::*;
    use regence_engine::Situation;

    fn scene(position: &Position, last: Option<LastMove>) -> Scene {
        let occupied = position.board().occupied();
        let is_check = position.is_check();
        Scene { last, occupied, ply: 0, is_theirs: false, is_check, is_tense: false }
    }

    /// The moves are told from the easiest to the hardest to see.
    #[track_caller]
    fn check(fen: &str, before: Option<&str>, easy_to_hard: &[&str]) {
        let mut situation = Situation::new(Position::from_fen(fen).unwrap());
        if let Some(before) = before {
            let mv = situation.position().parse_san(before).unwrap();
            situation.play(mv);
        }
        let position = situation.position();
        let scene = scene(position, situation.last());
        let found: Vec<f32> = easy_to_hard
            .iter()
            .map(|san| difficulty(position, position.parse_san(san).unwrap(), &scene))
            .collect();
        assert!(found.windows(2).all(|pair| pair[0] < pair[1]), "{easy_to_hard:?}: {found:?}");
    }

    #[test]
    fn backward_and_long_moves_are_harder() {
        check("4k3/8/8/8/3B4/8/8/4K3 w - - 0 1", None, &["Be5", "Bc3"]);
        check("4k3/8/8/8/8/2B5/8/4K3 w - - 0 1", None, &["Bd4", "Bg7"]);
        check("4k3/8/8/8/8/8/P7/R3K3 w - - 0 1", None, &["a3", "Rb1"]);
    }

    #[test]
    fn captures_and_checks_are_easier() {
        check("4k3/8/8/3p4/4P3/8/8/R3K3 w - - 0 1", None, &["exd5", "e5"]);
        check("4k3/8/8/8/8/8/8/R3K3 w - - 0 1", None, &["Ra8+", "Ra7"]);
        check("3qk3/3p4/8/8/3Q4/8/8/3RK3 w - - 0 1", None, &["Qxd7+", "Qd5"]);
    }

    #[test]
    fn taking_back_is_never_overlooked() {
        let hard = |fen: &str, before: &str, san: &str| {
            let mut situation = Situation::new(Position::from_fen(fen).unwrap());
            let mv = situation.position().parse_san(before).unwrap();
            situation.play(mv);
            let position = situation.position();
            difficulty(position, position.parse_san(san).unwrap(), &scene(position, situation.last()))
        };
        assert!(hard("4k3/6b1/8/8/8/2N5/1P6/4K3 b - - 0 1", "Bxc3+", "bxc3") == 0.0);
        // Backwards, and from far along a diagonal.
        assert!(hard("4k2B/8/8/8/8/8/1P6/3n3K b - - 0 1", "Nxb2", "Bxb2") == 0.0);
        // What comes to a square without taking is not taken back.
        assert!(hard("4k3/8/5b2/8/8/8/1P6/4K3 b - - 0 1", "Bc3+", "bxc3") > 0.0);
    }

    #[test]
    fn a_check_by_a_piece_that_stood_still_is_harder() {
        check("4k3/8/8/8/4N3/8/8/4RK2 w - - 0 1", None, &["Nd6+", "Ng5+"]);
    }
}
