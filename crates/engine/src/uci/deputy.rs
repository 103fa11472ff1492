//! Others who play in the engine's place, for clients that want a weaker or more human opponent.

use super::options::whole_number;
use crate::{Control, Score, Situation};
use regence_rules::Move;
use std::ops::RangeInclusive;
use std::sync::Arc;
use std::time::Duration;

/// Those who can be asked to play instead of the engine. The engine knows nothing of them but this.
pub trait Deputies: Sync {
    /// The ratings that can be asked for.
    fn ratings(&self) -> RangeInclusive<u32>;

    /// The names of those who can be asked for by name.
    fn names(&self) -> Vec<String>;

    /// What somebody plays, and what they believe it to be worth; none if there is no move. Told to stop, or after the
    /// longest time they may take, they play what they have.
    fn choose(&self, whom: Deputy, asked: &Asked<'_>) -> Option<(Move, Option<Score>)>;
}

/// What somebody is asked who plays in the engine's place.
#[derive(Clone, Copy, Debug)]
pub struct Asked<'a> {
    /// Where to move.
    pub situation: &'a Situation,
    /// The moves to choose among, each of them legal, once, and in the position's own order; any if there are none.
    pub among: &'a [Move],
    /// The seed of the game.
    pub seed: u64,
    /// By whom they are told to stop.
    pub control: &'a Arc<Control>,
    /// The longest time they may take.
    pub longest: Option<Duration>,
}

/// Somebody who plays in the engine's place.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Deputy {
    /// Anybody of this rating.
    Rated(u32),
    /// The one at this place among the names.
    Named(usize),
}

/// The name under which the engine plays for itself.
const ITSELF: &str = "Regence";

/// The rating until somebody wishes for another.
const USUAL: u32 = 1500;

/// What the client wants to play against.
pub(super) struct Strength<'a> {
    deputies: Option<&'a dyn Deputies>,
    is_limited: bool,
    elo: u32,
    named: Option<usize>,
    seed: u64,
    /// The seed unless one is wished for.
    chance: u64,
    /// Games so far, each of which is another.
    games: u64,
}

impl<'a> Strength<'a> {
    /// The engine itself, until the client wants one of these; the seed is that of its games.
    pub(super) fn new(deputies: Option<&'a dyn Deputies>, seed: u64) -> Self {
        Self { deputies, is_limited: false, elo: USUAL, named: None, seed, chance: seed, games: 0 }
    }

    /// The options as they are announced.
    pub(super) fn announcements(&self) -> Vec<String> {
        let Some(deputies) = self.deputies else { return Vec::new() };
        let (least, most) = deputies.ratings().into_inner();
        let names: Vec<String> = deputies.names().iter().map(|name| format!(" var {name}")).collect();
        vec![
            "option name UCI_LimitStrength type check default false".into(),
            format!("option name UCI_Elo type spin default {USUAL} min {least} max {most}"),
            format!("option name Opponent type combo default {ITSELF} var {ITSELF}{}", names.concat()),
            format!("option name Seed type spin default 0 min 0 max {}", u32::MAX),
        ]
    }

    /// Sets one of these options: none if there is no such, or what is to be said about it.
    pub(super) fn set(&mut self, name: &str, value: &str) -> Option<Result<(), String>> {
        let deputies = self.deputies?;
        let (least, most) = deputies.ratings().into_inner();
        Some(match name.to_ascii_lowercase().as_str() {
            "uci_limitstrength" => match value.to_ascii_lowercase().as_str() {
                "true" => {
                    self.is_limited = true;
                    Ok(())
                }
                "false" => {
                    self.is_limited = false;
                    Ok(())
                }
                _ => Err(format!("UCI_LimitStrength is true or false, not '{value}'")),
            },
            "uci_elo" => match whole_number(value) {
                Some(wished) => {
                    self.elo = wished.clamp(least.into(), most.into()) as u32;
                    if i128::from(self.elo) == wished {
                        Ok(())
                    } else {
                        Err(format!("UCI_Elo is a number from {least} to {most}; it is {} now", self.elo))
                    }
                }
                None => Err(format!("UCI_Elo is a number from {least} to {most}, not '{value}'")),
            },
            "opponent" => self.ask_for(value, &deputies.names()),
            "seed" => match whole_number(value) {
                Some(wished) => {
                    let seed = wished.clamp(0, u32::MAX.into()) as u64;
                    // Nothing wished for: it is as chance had it.
                    self.seed = if seed == 0 { self.chance } else { seed };
                    self.games = 0;
                    if i128::from(seed) == wished {
                        Ok(())
                    } else {
                        Err(format!("Seed is a number from 0 to {}; it is {seed} now", u32::MAX))
                    }
                }
                None => Err(format!("Seed is a number from 0 to {}, not '{value}'", u32::MAX)),
            },
            _ => return None,
        })
    }

    fn ask_for(&mut self, name: &str, names: &[String]) -> Result<(), String> {
        if [ITSELF, "Full strength", "full"].iter().any(|own| name.eq_ignore_ascii_case(own)) {
            self.named = None;
            return Ok(());
        }
        let place = names.iter().position(|known| known.eq_ignore_ascii_case(name));
        self.named = Some(place.ok_or_else(|| {
            let known = names.join(", ");
            format!("'{name}' is no opponent, expected {ITSELF} or one of {known}")
        })?);
        Ok(())
    }

    /// The next search belongs to another game.
    pub(super) fn new_game(&mut self) {
        self.games += 1;
    }

    /// Who is to play instead of the engine, and the seed of the game. Who has a name comes before who has a rating.
    pub(super) fn deputy(&self) -> Option<(Deputy, u64)> {
        let rated = self.is_limited.then_some(Deputy::Rated(self.elo));
        let whom = self.named.map(Deputy::Named).or(rated).filter(|_| self.deputies.is_some())?;
        Some((whom, self.seed.wrapping_add(self.games.wrapping_mul(0x9e37_79b9_7f4a_7c15))))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    struct Two;

    impl Deputies for Two {
        fn ratings(&self) -> RangeInclusive<u32> {
            400..=2800
        }

        fn names(&self) -> Vec<String> {
            vec!["Ada".into(), "Very hard".into()]
        }

        fn choose(&self, _: Deputy, asked: &Asked<'_>) -> Option<(Move, Option<Score>)> {
            Some((*asked.situation.position().legal_moves().first()?, None))
        }
    }

    #[track_caller]
    fn check(settings: &[(&str, &str)], expected: Option<Deputy>) {
        let mut strength = Strength::new(Some(&Two), 1);
        for (name, value) in settings {
            assert_eq!(strength.set(name, value), Some(Ok(())), "{name} {value}");
        }
        assert_eq!(strength.deputy().map(|(whom, _)| whom), expected, "{settings:?}");
    }

    #[test]
    fn the_client_chooses_who_plays() {
        check(&[], None);
        check(&[("UCI_Elo", "900")], None);
        check(&[("uci_elo", "900"), ("uci_limitstrength", "True")], Some(Deputy::Rated(900)));
        check(&[("Opponent", "very hard"), ("UCI_LimitStrength", "true")], Some(Deputy::Named(1)));
        check(&[("Opponent", "Ada"), ("Opponent", "Regence")], None);
    }

    #[test]
    fn what_cannot_be_is_said() {
        let mut strength = Strength::new(Some(&Two), 1);
        let mut said = |name, value| strength.set(name, value).and_then(Result::err);
        let text = |text: &str| Some(text.to_owned());
        assert_eq!(said("UCI_Elo", "99"), text("UCI_Elo is a number from 400 to 2800; it is 400 now"));
        let huge = "9".repeat(50);
        assert_eq!(said("UCI_Elo", &huge), text("UCI_Elo is a number from 400 to 2800; it is 2800 now"));
        assert_eq!(said("UCI_Elo", "much"), text("UCI_Elo is a number from 400 to 2800, not 'much'"));
        let nobody = "'Bo' is no opponent, expected Regence or one of Ada, Very hard";
        assert_eq!(said("Opponent", "Bo"), text(nobody));
        assert_eq!(strength.set("Hash", "1"), None);
        assert_eq!(Strength::new(None, 1).set("UCI_Elo", "900"), None);
    }

    #[test]
    fn games_differ_and_a_seed_repeats_them() {
        let mut strength = Strength::new(Some(&Two), 1);
        strength.set("Opponent", "Ada");
        let mut seeds = Vec::new();
        for _ in 0..2 {
            strength.set("Seed", "7");
            seeds.push(strength.deputy());
            strength.new_game();
            seeds.push(strength.deputy());
        }
        assert_ne!(seeds[0], seeds[1]);
        assert_eq!(seeds[..2], seeds[2..]);
        strength.set("Seed", "0");
        let by_chance = strength.deputy();
        strength.set("Seed", "1");
        assert_eq!(by_chance, strength.deputy());
        let said = strength.set("Seed", "99999999999");
        assert_eq!(said, Some(Err("Seed is a number from 0 to 4294967295; it is 4294967295 now".into())));
    }
}
