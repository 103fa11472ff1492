//! The computers that one can play against.

use crate::view::{self, Opponents, RuleSet};
use regence_game::Variant;
use regence_game::session::{Level, Preset, Seat};
use regence_levels::Opponent;

/// The levels that are listed by their number; every other one from 400 to 2800 can be asked for as well.
const LISTED: std::ops::RangeInclusive<u16> = 400..=2800;
const STEP: usize = 200;

/// Everybody on the list: presets, people, numbers, simple computers, and the engine at full strength.
fn all() -> impl Iterator<Item = Opponent> {
    let numbered = LISTED.step_by(STEP).map(|elo| Opponent::Level(Level::Elo(elo)));
    let is_new = |level: &Opponent| Opponent::all().all(|listed| listed != *level);
    let people = |opponent: &Opponent| matches!(opponent, Opponent::Level(_));
    let others = Opponent::all().filter(move |opponent| !people(opponent));
    Opponent::all().filter(people).chain(numbered.filter(is_new)).chain(others)
}

/// Whether a computer sits down here.
pub fn is_offered(seat: &Seat) -> bool {
    match seat {
        Seat::Engine(Level::Elo(elo)) => LISTED.contains(elo),
        Seat::Engine(_) | Seat::Computer(_) => true,
        Seat::Human(_) => false,
    }
}

/// The list of them.
pub fn list() -> Opponents {
    let opponent = |opponent: Opponent| view::Opponent {
        code: opponent.seat().code(),
        name: opponent.name(),
        description: opponent.sentence(),
        rating: measured(&opponent.seat()),
        orthodox_only: matches!(opponent, Opponent::Level(_)),
    };
    Opponents {
        opponents: all().map(opponent).collect(),
        suggested: Seat::Engine(Preset::Easy.level()).code(),
    }
}

/// The rating at which whoever sits on a side was measured.
pub fn measured(seat: &Seat) -> Option<u32> {
    match seat {
        Seat::Engine(Level::Elo(elo)) => Some((*elo).into()),
        Seat::Engine(Level::Person(person)) => Some(person.elo().into()),
        Seat::Engine(Level::Full) | Seat::Computer(_) | Seat::Human(_) => None,
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
