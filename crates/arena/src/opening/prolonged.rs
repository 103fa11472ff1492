//! Openings that come again, each time with other moves behind them.

use super::{Opening, end, shuffle};
use regence_engine::wins_at_least;
use regence_game::Random;
use regence_rules::{IllegalMove, Key, Move, Position};
use std::collections::HashMap;

/// So many half-moves are put behind an opening that comes again, and more only where there are few moves: with just one, engines that
/// would have played it themselves would play the same game.
const HALF_MOVES: usize = 4;

/// How often openings lead to the position that one leads to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Visit {
    /// So many before it.
    pub(super) before: usize,
    /// It and all others.
    pub(super) in_all: usize,
}

/// Of each opening, how often others lead to the same position.
pub(super) fn visits(openings: &[Opening]) -> Vec<Visit> {
    let mut so_far: HashMap<Option<Key>, usize> = HashMap::new();
    let mut visit = |opening| {
        let end = positions(opening).ok().and_then(|way| way.last().map(Position::key));
        let seen = so_far.entry(end).or_default();
        *seen += 1;
        (end, *seen - 1)
    };
    let visits: Vec<_> = openings.iter().map(&mut visit).collect();
    visits.into_iter().map(|(end, before)| Visit { before, in_all: so_far[&end] }).collect()
}

/// An opening that comes for so many times again, with moves behind it that tell it from all the times before. Where there are too few
/// moves for that, it goes on as far as it can.
pub(super) fn prolonged(opening: &Opening, times: usize) -> Opening {
    let (way, mut opening) = (positions(opening), opening.clone());
    // Openings were played through when they were read.
    let Ok(mut way) = way else { return opening };
    // The number is written in digits, each of which is a move: no two numbers are written alike, unless on one of two ways to a
    // position a move leads back that does not on the other.
    let (mut number, mut least) = if times == 0 { (0, 0) } else { (times - 1, HALF_MOVES) };
    while number > 0 || least > 0 {
        let moves = calm_moves(&way);
        if moves.is_empty() {
            break;
        }
        let mv = moves[number % moves.len()];
        (number, least) = (number / moves.len(), least.saturating_sub(1));
        opening.moves.push(mv.uci());
        way.extend(way.last().map(|position| position.play(mv)));
    }
    opening
}

/// All positions of an opening, from its start to where it leads.
fn positions(opening: &Opening) -> Result<Vec<Position>, IllegalMove> {
    let mut way = vec![opening.start];
    let mut position = opening.start;
    for &written in &opening.moves {
        position = position.play(position.resolve(written)?);
        way.push(position);
    }
    Ok(way)
}

/// The moves at the end of a way that lose nothing on the spot, lead to no position again and do not end the game, in an order of chance
/// that is always the same. Castling is not among them, as it is not written alike in every game.
fn calm_moves(way: &[Position]) -> Vec<Move> {
    let Some(position) = way.last() else { return Vec::new() };
    let is_calm = |mv: &Move| {
        let after = position.play(*mv);
        mv.castling().is_none()
            && wins_at_least(position, *mv, 0)
            && end(&after).is_none()
            && way.iter().all(|before| before.key() != after.key())
    };
    let mut moves: Vec<Move> = position.legal_moves().into_iter().filter(is_calm).collect();
    shuffle(&mut moves, &mut Random::new(position.key().bits()));
    moves
}
