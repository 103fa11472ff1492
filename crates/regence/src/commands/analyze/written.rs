//! Lines as people and programs read them.

use super::look::Line;
use regence_engine::Score;
use regence_rules::{Color, Move, Position, UciMove};
use std::fmt::Write as _;

/// How castling is written for programs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Style {
    Orthodox,
    Chess960,
}

impl Style {
    pub fn write(self, mv: Move) -> UciMove {
        match self {
            Self::Orthodox => mv.uci(),
            Self::Chess960 => mv.uci_chess960(),
        }
    }
}

/// Depth, score, effort and moves in columns, with the rank of the line if there are several.
pub fn text(position: &Position, line: &Line, is_one_of_several: bool) -> String {
    let rank = if is_one_of_several { format!("{:>3}. ", line.rank) } else { String::new() };
    format!(
        "{rank}depth {:>2}  {:>7}  {:>11} nodes  {:>8.3} s  {}",
        line.depth,
        score(line.score, position.turn()),
        line.nodes,
        line.time.as_secs_f64(),
        moves(position, &line.moves)
    )
}

/// How a game has ended in a position without moves.
pub fn end(position: &Position) -> String {
    position.outcome().map_or_else(String::new, |outcome| outcome.to_string())
}

/// A score as White sees it: pawns with a sign, or moves to mate, `#-3` if White is mated. The side to move only matters
/// for whom a mate on the board has hit.
pub fn score(score: Score, turn: Color) -> String {
    match score {
        Score::Centipawns(worth) => {
            let sign = if worth < 0 { '-' } else { '+' };
            format!("{sign}{}.{:02}", worth.abs() / 100, worth.abs() % 100)
        }
        Score::Mate(0) if turn == Color::White => "#-0".to_owned(),
        Score::Mate(moves) => format!("#{moves}"),
    }
}

/// Moves in SAN with their numbers: `3... Nf6 4. Qxf7#`.
pub fn moves(position: &Position, moves: &[Move]) -> String {
    let (mut position, mut text) = (*position, String::new());
    for (index, &mv) in moves.iter().enumerate() {
        let number = position.fullmove_number();
        // Writing to a string cannot fail.
        let _ = match (position.turn(), index) {
            (Color::White, 0) => write!(text, "{number}. "),
            (Color::White, _) => write!(text, " {number}. "),
            (Color::Black, 0) => write!(text, "{number}... "),
            (Color::Black, _) => write!(text, " "),
        };
        let _ = write!(text, "{}", position.san(mv));
        position = position.play(mv);
    }
    text
}

/// An object with everything that is known of a line.
pub fn json(position: &Position, line: &Line, style: Style) -> String {
    let score = match line.score {
        Score::Centipawns(worth) => format!("{{\"cp\":{worth}}}"),
        Score::Mate(moves) => format!("{{\"mate\":{moves}}}"),
    };
    let speed = u128::from(line.nodes) * 1_000_000 / line.time.as_micros().max(1);
    let (mut at, mut uci, mut san) = (*position, Vec::new(), Vec::new());
    for &mv in &line.moves {
        uci.push(format!("\"{}\"", style.write(mv)));
        san.push(format!("\"{}\"", at.san(mv)));
        at = at.play(mv);
    }
    format!(
        "{{\"depth\":{},\"seldepth\":{},\"multipv\":{},\"score\":{score},\"nodes\":{},\"nps\":{speed},\
         \"milliseconds\":{},\"hashfull\":{},\"pv\":[{}],\"san\":[{}]}}",
        line.depth,
        line.deepest,
        line.rank,
        line.nodes,
        line.time.as_millis(),
        line.fullness,
        uci.join(","),
        san.join(",")
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(worth: Score, expected: &str) {
        assert_eq!(score(worth, Color::White), expected);
    }

    #[test]
    fn scores_have_signs() {
        check(Score::Centipawns(0), "+0.00");
        check(Score::Centipawns(-7), "-0.07");
        check(Score::Centipawns(1234), "+12.34");
        check(Score::Mate(3), "#3");
        check(Score::Mate(-3), "#-3");
        check(Score::Mate(0), "#-0");
        assert_eq!(score(Score::Mate(0), Color::Black), "#0");
    }

    #[test]
    fn moves_have_numbers() {
        let position =
            Position::from_fen("r1bqkbnr/pppp1ppp/2n5/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR b KQkq - 3 3").unwrap();
        let (mut at, mut line) = (position, Vec::new());
        for san in ["Nf6", "Qxf7#"] {
            let mv = at.parse_san(san).unwrap();
            line.push(mv);
            at = at.play(mv);
        }
        assert_eq!(moves(&position, &line), "3... Nf6 4. Qxf7#");
        assert_eq!(moves(&position, &[]), "");
    }
}
