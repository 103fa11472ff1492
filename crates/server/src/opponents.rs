//! The computers that one can play against.

use crate::view::{Opponent, Opponents, RuleSet};
use regence_game::Variant;
use regence_game::computer::SimpleComputer;
use regence_game::session::{Level, Seat};

/// Every computer that sits down here, weakest first.
fn all() -> impl Iterator<Item = Seat> {
    SimpleComputer::ALL.into_iter().map(Seat::Computer).chain([Seat::Engine(Level::Full)])
}

/// Whether a computer sits down here.
pub fn is_offered(seat: &Seat) -> bool {
    all().any(|offered| offered == *seat)
}

/// The list of them.
pub fn list() -> Opponents {
    let opponent = |seat: Seat| Opponent {
        code: seat.code(),
        name: seat.to_string(),
        description: match &seat {
            Seat::Computer(computer) => computer.description().to_owned(),
            _ => "as strong as it can".to_owned(),
        },
        rating: None,
        orthodox_only: matches!(seat, Seat::Engine(_)),
    };
    Opponents {
        opponents: all().map(opponent).collect(),
        suggested: Seat::Computer(SimpleComputer::Careful).code(),
    }
}

/// The sets of rules that have names. Any other house rules can be written out.
pub fn rule_sets() -> Vec<RuleSet> {
    let sets = [
        (Variant::Orthodox, "Chess", "The rules of the World Chess Federation."),
        (Variant::Chess960, "Chess960", "The pieces of the first rank stand in one of 960 orders."),
        (
            Variant::CLASSROOM,
            "Classroom",
            "For a first lesson: no check, castling, en passant or promotion; taking the last king wins.",
        ),
    ];
    let set = |(variant, name, description): (Variant, &str, &str)| RuleSet {
        code: variant.to_string(),
        name: name.into(),
        description: description.into(),
        start_fen: variant.start().fen(),
    };
    sets.into_iter().map(set).collect()
}
