//! Plays games that look like games: pieces come out, captures pay, kings castle. Nobody thinks ahead.

use crate::dice::Dice;
use regence_rules::{Move, Position, Rank, Role};

/// A move to play, or none if the game is over.
pub fn choose(position: &Position, dice: &mut Dice) -> Option<Move> {
    let moves = position.legal_moves();
    let weights: Vec<usize> = moves.iter().map(|&mv| weight(position, mv)).collect();
    let total: usize = weights.iter().sum();
    if total == 0 {
        return None;
    }
    let mut left = dice.below(total);
    let chosen = weights.iter().position(|&weight| {
        let is_chosen = left < weight;
        left = left.saturating_sub(weight);
        is_chosen
    });
    chosen.and_then(|index| moves.get(index).copied())
}

/// How likely a move is, at least 1.
fn weight(position: &Position, mv: Move) -> usize {
    let (us, role, to) = (position.turn(), mv.role(), mv.to());
    if mv.castling().is_some() {
        return 150;
    }
    if mv.promotion() == Some(Role::Queen) {
        return 300;
    }
    let is_defended = position.is_attacked(to, !us);
    let gain = position.captured(mv).map_or(0, |piece| worth(piece.role));
    if gain > 0 {
        return match gain - if is_defended { worth(role) } else { 0 } {
            ..-1 => 2,
            -1..=0 => 40,
            profit => 60 + 60 * profit.unsigned_abs() as usize,
        };
    }
    // What is put where it can be taken is mostly lost.
    if is_defended && role != Role::Pawn {
        return 2;
    }
    quiet_weight(position, mv)
}

/// How likely a move is that takes nothing and loses nothing.
fn quiet_weight(position: &Position, mv: Move) -> usize {
    let (us, role, from, to) = (position.turn(), mv.role(), mv.from(), mv.to());
    let is_opening = position.fullmove_number() <= 12;
    let is_at_home = from.rank() == Rank::First.seen_by(us);
    let is_central = (2..6).contains(&to.file().index());
    match role {
        Role::Knight | Role::Bishop if is_opening && is_at_home => 60 + 40 * usize::from(is_central),
        Role::Pawn if is_opening => 10 + 40 * usize::from(is_central && mv.is_double_push()),
        Role::King | Role::Queen | Role::Rook if is_opening => 3,
        // Whatever is attacked had better leave.
        Role::Queen | Role::Rook if position.is_attacked(from, !us) => 60,
        Role::King => 4,
        _ => 12,
    }
}

fn worth(role: Role) -> i32 {
    match role {
        Role::Pawn => 1,
        Role::Knight | Role::Bishop => 3,
        Role::Rook => 5,
        Role::Queen => 9,
        Role::King => 20,
    }
}
