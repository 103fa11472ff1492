//! In which respect one position is worse than another, by the evaluation that can be explained.

use regence_engine::evaluation::{Breakdown, Line, Topic, WEIGHTS};
use regence_rules::{Color, Position};

/// How much worse it must be in one respect to be worth a word, in hundredths of a pawn.
const NOTABLE: i32 = 25;

/// In words, in which respect of its own a side is worst off in one position compared with another; none if in none that could be
/// named. Material is not such a respect: it was looked at before, along the lines.
pub fn worst(side: Color, here: &Position, there: &Position) -> Option<&'static str> {
    let worth = |position: &Position, topic: Topic| -> i32 {
        let lines = Breakdown::new(position, &WEIGHTS).lines;
        let own = |line: &Line| if side == Color::White { line.white } else { line.black };
        let lines = lines.iter().filter(|line| line.term.topic() == topic);
        lines.map(|line| own(line).tapered).sum::<f64>() as i32
    };
    let losses = Topic::ALL.into_iter().filter_map(|topic| {
        let words = words(topic)?;
        Some((worth(there, topic) - worth(here, topic), words))
    });
    losses.max_by_key(|(loss, _)| *loss).filter(|(loss, _)| *loss >= NOTABLE).map(|(_, words)| words)
}

const fn words(topic: Topic) -> Option<&'static str> {
    match topic {
        Topic::Placement => Some("Leaves pieces or pawns on worse squares"),
        Topic::Mobility => Some("Leaves the pieces less room to move"),
        Topic::Pawns => Some("Spoils the pawns"),
        Topic::PassedPawns => Some("Makes less of the passed pawns"),
        Topic::KingSafety => Some("Leaves the king less safe"),
        Topic::Space => Some("Gives up space"),
        // Threats come and go with every move of a line.
        Topic::Material | Topic::Pieces | Topic::Threats | Topic::Tempo | Topic::Mating => None,
    }
}
