//! Why a position cannot be played by the rules of chess, in a few words for whoever has set it up.

use regence_game::FenError;
use regence_rules::{FenProblem, ParseFenError, SetupError};

/// What is wrong with a position, without what only concerns its FEN.
pub fn no_chess(why: &FenError) -> String {
    let FenError::Standard(ParseFenError { problem: FenProblem::Illegal(error), .. }) = why else {
        return why.to_string();
    };
    match error {
        SetupError::Kings { color, count: 0 } => format!("{color} has no king"),
        SetupError::Kings { color, count } => format!("{color} has {count} kings"),
        SetupError::PawnsOnBackRank(squares) => {
            let squares: Vec<String> = squares.into_iter().map(|square| square.to_string()).collect();
            format!("no pawn can stand on {}", squares.join(" or "))
        }
        SetupError::OpponentInCheck { king, by } => format!("{by} could take the king on {king} at once"),
        other => other.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use regence_game::Variant;

    #[track_caller]
    fn check(fen: &str, expected: &str) {
        let error = Variant::Orthodox.read_fen(fen).expect_err("no chess");
        assert_eq!(no_chess(&error), expected);
    }

    #[test]
    fn what_is_wrong_is_said_in_a_few_words() {
        check("4k3/8/8/8/8/8/8/8 w - - 0 1", "White has no king");
        check("4k3/8/8/8/8/8/8/K1K1K3 w - - 0 1", "White has 3 kings");
        check("4k2P/8/8/8/8/8/8/p3K3 w - - 0 1", "no pawn can stand on a1 or h8");
        check("4k3/8/8/8/8/8/4R3/4K3 w - - 0 1", "e2 could take the king on e8 at once");
        check("4k3/8/8/8 w - - 0 1", "FEN, column 10: 4 ranks, expected 8");
    }
}
