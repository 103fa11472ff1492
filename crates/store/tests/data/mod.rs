//! Games to keep: random ones from a seed, and one that is very long.
#![allow(dead_code, reason = "not every suite needs every kind of game")]

use regence_game::{Game, Variant};
use regence_rules::{Move, Position, Role, UciMove};
use regence_store::{Entry, Event, Moment, Played, Standing};
use std::collections::HashMap;

/// A small random generator (xorshift64*), so that each run sees the same games.
pub struct Random(u64);

impl Random {
    pub fn new(seed: u64) -> Self {
        Self(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1)
    }

    pub fn below(&mut self, bound: usize) -> usize {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        ((self.0.wrapping_mul(0x2545_f491_4f6c_dd1d) >> 32) as usize) % bound
    }
}

/// Plays a random move, and gives what is to be kept of it; none if the game is over.
pub fn random_entry(game: &mut Game, random: &mut Random, at: i64) -> Option<(Entry, Standing)> {
    if game.outcome().is_some() {
        return None;
    }
    let moves = game.position().legal_moves();
    let mv = moves[random.below(moves.len())];
    Some(entry(game, mv.uci(Variant::Orthodox), at))
}

/// Plays a move, and gives what is to be kept of it.
pub fn entry(game: &mut Game, uci: UciMove, at: i64) -> (Entry, Standing) {
    let ply = game.play(uci).expect("the move is legal");
    let event = Event::Play(Played::of(&ply, None).expect("a move was played"));
    (Entry { at: Moment(at), event }, Standing::of(game))
}

/// A legal game of so many half-moves that no rule ends: pieces wander without repeating a position, and just before the
/// seventy-five moves are up a pawn steps, or at last something is taken.
pub fn long_game(plies: usize) -> Vec<UciMove> {
    const PATIENCE: u16 = 146;
    let mut random = Random::new(7);
    let (mut position, mut line) = (Position::START, Vec::new());
    let mut seen: HashMap<_, u32> = HashMap::new();
    while line.len() < plies {
        let goes_on = |mv: &Move| is_open(&position.play(*mv), &seen);
        let moves: Vec<Move> = position.legal_moves().iter().copied().filter(goes_on).collect();
        let is_quiet = |mv: &Move| !position.is_capture(*mv) && role(&position, *mv) != Some(Role::Pawn);
        let (quiet, rest): (Vec<Move>, Vec<Move>) = moves.into_iter().partition(is_quiet);
        let steps: Vec<Move> = rest.iter().copied().filter(|mv| is_single_step(&position, *mv)).collect();
        let is_patient = position.halfmove_clock() < PATIENCE;
        let wanted = if is_patient { [&quiet, &steps, &rest] } else { [&steps, &rest, &quiet] };
        let from = wanted.into_iter().find(|moves| !moves.is_empty()).expect("a move after which it goes on");
        let mv = from[random.below(from.len())];
        line.push(mv.uci());
        position = position.play(mv);
        if position.halfmove_clock() == 0 {
            seen.clear();
        }
        *seen.entry(position.key()).or_default() += 1;
    }
    line
}

fn role(position: &Position, mv: Move) -> Option<Role> {
    position.piece_at(mv.from()).map(|piece| piece.role)
}

/// Whether the game goes on after a position, and it has not stood too often.
fn is_open(position: &Position, seen: &HashMap<regence_rules::Key, u32>) -> bool {
    position.outcome().is_none() && seen.get(&position.key()).is_none_or(|&times| times < 3)
}

fn is_single_step(position: &Position, mv: Move) -> bool {
    role(position, mv) == Some(Role::Pawn)
        && !position.is_capture(mv)
        && mv.from().rank().index().abs_diff(mv.to().rank().index()) == 1
}
