//! Who meets whom, and when.

/// How engines are matched.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum Format {
    /// Each plays each other.
    #[default]
    RoundRobin,
    /// The first plays all others.
    Gauntlet,
}

/// Two games with the same opening and colours reversed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Encounter {
    /// Its place in the schedule, from 0.
    pub index: usize,
    /// Its round, from 0. All encounters of a round share an opening, as far as it goes.
    pub round: usize,
    /// Who has White in the first game.
    pub first: usize,
    /// Who has White in the second.
    pub second: usize,
}

/// All encounters of a match, in the order in which they begin.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Schedule {
    pairings: Vec<(usize, usize)>,
    rounds: usize,
}

impl Schedule {
    /// So many rounds, in each of which all who are to meet meet once.
    pub fn new(engines: usize, format: Format, rounds: usize) -> Self {
        let seeds = match format {
            Format::RoundRobin => engines,
            Format::Gauntlet => engines.min(1),
        };
        let pairings = (0..seeds).flat_map(|first| (first + 1..engines).map(move |second| (first, second)));
        Self { pairings: pairings.collect(), rounds }
    }

    /// Who meets whom.
    pub fn pairings(&self) -> &[(usize, usize)] {
        &self.pairings
    }

    /// How many rounds there are.
    pub fn rounds(&self) -> usize {
        self.rounds
    }

    /// How many games there are.
    pub fn games(&self) -> usize {
        self.pairings.len().saturating_mul(self.rounds).saturating_mul(2)
    }

    /// The encounter at a place; none behind the last.
    pub fn encounter(&self, index: usize) -> Option<Encounter> {
        let (first, second) = *self.pairings.get(index.checked_rem(self.pairings.len())?)?;
        let round = index / self.pairings.len();
        (round < self.rounds).then_some(Encounter { index, round, first, second })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(engines: usize, format: Format, rounds: usize, expected: &[(usize, usize, usize)]) {
        let schedule = Schedule::new(engines, format, rounds);
        let all = (0..).map_while(|index| schedule.encounter(index));
        let found: Vec<_> = all.map(|met| (met.round, met.first, met.second)).collect();
        assert_eq!(found, expected, "{engines} {format:?}");
        assert_eq!(schedule.games(), 2 * expected.len());
    }

    #[test]
    fn all_who_are_to_meet_meet_once_a_round() {
        check(2, Format::RoundRobin, 2, &[(0, 0, 1), (1, 0, 1)]);
        check(3, Format::RoundRobin, 2, &[(0, 0, 1), (0, 0, 2), (0, 1, 2), (1, 0, 1), (1, 0, 2), (1, 1, 2)]);
        check(4, Format::Gauntlet, 1, &[(0, 0, 1), (0, 0, 2), (0, 0, 3)]);
        check(1, Format::RoundRobin, 5, &[]);
        check(0, Format::Gauntlet, 5, &[]);
        check(2, Format::Gauntlet, 0, &[]);
    }
}
