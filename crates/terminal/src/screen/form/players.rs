//! Who can be asked to play.

use regence_game::computer::SimpleComputer;
use regence_game::person::Person;
use regence_game::session::{Level, Preset, Seat};

/// The level whose number is written in a line of its own.
pub(super) const OWN_LEVEL: Seat = Seat::Engine(Level::Elo(0));

/// Who can be asked to play: somebody at the screen, the engine at a level or at full strength, people with names, the
/// simple computers.
pub(super) fn players() -> impl Iterator<Item = Seat> {
    let presets = Preset::ALL.into_iter().map(|preset| Seat::Engine(preset.level()));
    let people = Person::all().map(|person| Seat::Engine(Level::Person(person)));
    let computers = SimpleComputer::ALL.into_iter().rev().map(Seat::Computer);
    let levels = presets.chain([OWN_LEVEL]).chain(people);
    [Seat::default(), Seat::Engine(Level::Full)].into_iter().chain(levels).chain(computers)
}

/// The computers among them whose level is no line of its own.
pub fn opponents() -> impl Iterator<Item = Seat> {
    players().filter(|player| !player.is_human() && *player != OWN_LEVEL)
}
