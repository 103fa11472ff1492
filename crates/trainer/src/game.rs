//! One quick game: from a random opening to its end, or to where its end is clear.

use crate::random::Random;
use crate::record::GameResult;
use regence_engine::{Score, Situation};
use regence_rules::{Color, Key, Move, Outcome, Position};

/// From this score on, in hundredths of a pawn, a game counts as won once it has stood so for [`CLEAR_PLIES`].
const CLEAR_WIN: i32 = 1500;
const CLEAR_PLIES: u32 = 4;
/// After so many half-moves, a game counts as drawn once neither side has been better by more than this for so many more.
const LONG_GAME: u16 = 100;
const LEVEL: i32 = 8;
const LEVEL_PLIES: u32 = 12;
/// No game goes on longer than this.
const LONGEST_GAME: u16 = 400;

/// A score that stands for a mate, whoever mates.
pub const MATE_SCORE: i32 = 30_000;

/// A position to play from, after so many random half-moves; none if the game ended on the way.
pub fn opening(random: &mut Random, plies: usize) -> Option<Position> {
    let mut position = Position::START;
    for _ in 0..plies {
        let moves = position.legal_moves();
        if moves.is_empty() {
            return None;
        }
        position = position.play(moves[random.below(moves.len())]);
    }
    (position.outcome().is_none()).then_some(position)
}

/// What a player does: a move, and what he thinks of the position, seen by himself.
pub struct Choice {
    /// The move.
    pub mv: Move,
    /// What it leads to.
    pub score: i32,
}

/// A score as one number.
pub fn number(score: Score) -> i32 {
    match score {
        Score::Centipawns(worth) => worth,
        Score::Mate(moves) if moves > 0 => MATE_SCORE,
        Score::Mate(_) => -MATE_SCORE,
    }
}

/// Plays a game to its end. `choose` is asked for each move; it may give up, and then there is no result.
pub fn play(
    start: Position,
    mut choose: impl FnMut(&Situation, u16) -> Option<Choice>,
) -> Option<GameResult> {
    let mut situation = Situation::new(start);
    let mut keys = vec![start.key()];
    // For how many half-moves in a row a side has been winning by both sides' judgement, and the game has been level.
    let (mut clear, mut level, mut ahead) = (0, 0, Color::White);
    for ply in 0..LONGEST_GAME {
        if let Some(result) = end(situation.position(), &keys) {
            return Some(result);
        }
        let Choice { mv, score } = choose(&situation, ply)?;
        let turn = situation.position().turn();
        let leader = if score > 0 { turn } else { !turn };
        if leader != ahead {
            (ahead, clear) = (leader, 0);
        }
        clear = if score.abs() >= CLEAR_WIN { clear + 1 } else { 0 };
        level = if score.abs() <= LEVEL && ply >= LONG_GAME { level + 1 } else { 0 };
        if clear >= CLEAR_PLIES {
            return Some(GameResult::won_by(ahead));
        }
        if level >= LEVEL_PLIES {
            return Some(GameResult::Draw);
        }
        situation.play(mv);
        keys.push(situation.position().key());
    }
    Some(GameResult::Draw)
}

/// How the game has ended by the rules, if it has.
fn end(position: &Position, keys: &[Key]) -> Option<GameResult> {
    match position.outcome() {
        Some(Outcome::Win { winner, .. }) => return Some(GameResult::won_by(winner)),
        Some(Outcome::Draw(_)) => return Some(GameResult::Draw),
        None => {}
    }
    let reversible = usize::from(position.halfmove_clock());
    let since = &keys[keys.len().saturating_sub(reversible + 1)..];
    let repeated = since.iter().filter(|key| Some(*key) == keys.last()).count() >= 3;
    (repeated || position.can_claim_fifty()).then_some(GameResult::Draw)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Plays the first legal moves of a list of UCI moves over and over.
    #[track_caller]
    fn check(fen: &str, moves: &[&str], expected: Option<GameResult>) {
        let mut moves = moves.iter().cycle();
        let start = Position::from_fen(fen).unwrap();
        let result = play(start, |situation, _| {
            let written = moves.next()?.parse().ok()?;
            Some(Choice { mv: situation.position().resolve(written).ok()?, score: 30 })
        });
        assert_eq!(result, expected, "{fen}");
    }

    #[test]
    fn games_end_by_the_rules() {
        let start = Position::START.fen();
        check(&start, &["f2f3", "e7e5", "g2g4", "d8h4"], Some(GameResult::BlackWins));
        check(&start, &["g1f3", "g8f6", "f3g1", "f6g8"], Some(GameResult::Draw));
        check("8/8/8/8/8/5k2/7p/6K1 w - - 0 1", &["g1h2"], Some(GameResult::Draw));
        check("8/8/8/8/8/5k2/7p/6K1 w - - 0 1", &["g1g2"], None);
    }

    /// A game without moves that change anything, in which each side says the same of every position; its result, and its half-moves.
    fn judged(for_white: i32, for_black: i32) -> (Option<GameResult>, u32) {
        let mut moves = ["g1f3", "g8f6", "f3g1", "f6g8"].iter().cycle();
        let mut plies = 0;
        let result = play(Position::START, |situation, _| {
            plies += 1;
            let position = situation.position();
            let score = if position.turn() == Color::White { for_white } else { for_black };
            Some(Choice { mv: position.resolve(moves.next()?.parse().ok()?).ok()?, score })
        });
        (result, plies)
    }

    #[test]
    fn a_game_is_won_when_both_sides_have_said_so_for_long_enough() {
        let sure = CLEAR_WIN + 100;
        assert_eq!(judged(sure, -sure), (Some(GameResult::WhiteWins), CLEAR_PLIES));
        assert_eq!(judged(-sure, sure), (Some(GameResult::BlackWins), CLEAR_PLIES));
        // Each believes in itself alone, or one is not sure: the game goes on to its third repetition.
        let played_out = (Some(GameResult::Draw), 8);
        for (for_white, for_black) in [(sure, sure), (-sure, -sure), (sure, -CLEAR_WIN + 1), (sure, 30)] {
            assert_eq!(judged(for_white, for_black), played_out, "{for_white}, {for_black}");
        }
    }
}
