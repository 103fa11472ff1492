//! Says how strong a player is, always with the word that this was measured and not guessed.

use regence_game::session::{Level, Preset, Seat};

/// Somebody at the table: `Level 1200 (measured)`, `Wren (1350, measured)`, `Ada`.
pub fn seated(seat: &Seat) -> String {
    match seat {
        Seat::Engine(Level::Elo(_)) => format!("{seat} (measured)"),
        Seat::Engine(Level::Person(person)) => format!("{person} ({}, measured)", person.elo()),
        _ => seat.to_string(),
    }
}

/// Somebody who can be asked to play: `Medium (1200, measured)`, `Computer (taker): takes the most valuable piece`.
pub fn offered(seat: &Seat) -> String {
    let preset = Preset::ALL.into_iter().find(|preset| Seat::Engine(preset.level()) == *seat);
    match (seat, preset) {
        (Seat::Engine(Level::Elo(elo)), Some(preset)) => format!("{preset} ({elo}, measured)"),
        (Seat::Engine(Level::Full), _) => "Engine, at full strength".into(),
        (Seat::Computer(computer), _) => format!("Computer ({computer}): {}", computer.description()),
        _ => seated(seat),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(seat: &str, at_the_table: &str, to_be_asked: &str) {
        let seat: Seat = seat.parse().expect(seat);
        assert_eq!((seated(&seat).as_str(), offered(&seat).as_str()), (at_the_table, to_be_asked));
    }

    #[test]
    fn strength_is_always_said_to_be_measured() {
        check("engine:medium", "Level 1200 (measured)", "Medium (1200, measured)");
        check("engine:1350", "Level 1350 (measured)", "Level 1350 (measured)");
        check("engine:wren", "Wren (1350, measured)", "Wren (1350, measured)");
    }

    #[test]
    fn others_are_called_by_what_they_are() {
        check("human:Ada", "Ada", "Ada");
        check("engine:full", "Engine", "Engine, at full strength");
        check("computer:random", "Computer (random)", "Computer (random): plays any move");
    }
}
