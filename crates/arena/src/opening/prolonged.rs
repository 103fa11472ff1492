//! Openings that come again, each time with other moves behind them.

use super::{Opening, end, shuffle};
use regence_engine::wins_at_least;
use regence_game::Random;
use regence_rules::{Move, Position};

/// An opening that comes for so many times again, with as few half-moves behind it as tell it from all the times before. Where there
/// are too few moves for that, it goes on as far as it can.
pub(super) fn prolonged(opening: &Opening, times: usize) -> Opening {
    let mut opening = opening.clone();
    let played = opening
        .moves
        .iter()
        .try_fold(opening.start, |position, &written| position.resolve(written).map(|mv| position.play(mv)));
    // Openings were played through when they were read.
    let Ok(mut position) = played else { return opening };
    // The number is written in digits that count from 1, each of which is a move: no two numbers are written alike.
    let mut number = times;
    while number > 0 {
        let moves = calm_moves(&position);
        let Some(&mv) = moves.get((number - 1) % moves.len().max(1)) else { break };
        number = (number - 1) / moves.len();
        opening.moves.push(mv.uci());
        position = position.play(mv);
    }
    opening
}

/// The moves that lose nothing on the spot and do not end the game, in an order of chance that is always the same. Castling is not
/// among them, as it is not written alike in every game.
fn calm_moves(position: &Position) -> Vec<Move> {
    let is_calm = |mv: &Move| {
        mv.castling().is_none() && wins_at_least(position, *mv, 0) && end(&position.play(*mv)).is_none()
    };
    let mut moves: Vec<Move> = position.legal_moves().into_iter().filter(is_calm).collect();
    shuffle(&mut moves, &mut Random::new(position.key().bits()));
    moves
}
