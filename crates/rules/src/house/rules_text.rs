//! Sets of house rules in words: `classroom`, `orthodox,castling=off,two-step=never`.

use super::{HouseRules, NoMoves, Rule, TwoStep};
use alloc::string::String;
use core::fmt;
use core::str::FromStr;

/// The named sets, with which a text begins.
const PRESETS: [(&str, HouseRules); 2] =
    [("orthodox", HouseRules::ORTHODOX), ("classroom", HouseRules::CLASSROOM)];

/// The switches that are on or off, by name.
const SWITCHES: [&str; 6] = ["castling", "en-passant", "promotion", "check", "kings-apart", "repetition"];

const TWO_STEPS: [(&str, TwoStep); 3] =
    [("second-rank", TwoStep::SecondRank), ("never-moved", TwoStep::NeverMoved), ("never", TwoStep::Never)];

const NO_MOVES: [(&str, NoMoves); 2] = [("draw", NoMoves::Draw), ("loss", NoMoves::Loss)];

impl HouseRules {
    fn switch(&mut self, name: &str) -> Option<&mut Rule> {
        match name {
            "castling" => Some(&mut self.castling),
            "en-passant" => Some(&mut self.en_passant),
            "promotion" => Some(&mut self.promotion),
            "check" => Some(&mut self.check),
            "kings-apart" => Some(&mut self.kings_keep_apart),
            "repetition" => Some(&mut self.repetition),
            _ => None,
        }
    }

    fn change(&mut self, word: &str) -> Option<()> {
        let (name, value) = word.split_once('=')?;
        if let Some(rule) = self.switch(name) {
            *rule = match value {
                "on" => Rule::On,
                "off" => Rule::Off,
                _ => return None,
            };
            return Some(());
        }
        match name {
            "two-step" => self.two_step = named(&TWO_STEPS, value)?,
            "no-moves" => self.no_moves = named(&NO_MOVES, value)?,
            _ => return None,
        }
        Some(())
    }
}

fn named<T: Copy>(names: &[(&str, T)], wanted: &str) -> Option<T> {
    names.iter().find(|&&(name, _)| name == wanted).map(|&(_, value)| value)
}

fn name_of<'a, T: PartialEq>(names: &[(&'a str, T)], wanted: &T) -> &'a str {
    names.iter().find(|(_, value)| value == wanted).map_or("", |&(name, _)| name)
}

/// A named set, and what differs from it: `orthodox,castling=off`.
///
/// ```
/// use regence_rules::house::{HouseRules, Rule};
/// let rules: HouseRules = "classroom,promotion=on".parse()?;
/// assert_eq!(rules, HouseRules { promotion: Rule::On, ..HouseRules::CLASSROOM });
/// assert_eq!(rules.to_string(), "classroom,promotion=on");
/// # Ok::<(), regence_rules::house::ParseHouseRulesError>(())
/// ```
impl FromStr for HouseRules {
    type Err = ParseHouseRulesError;

    fn from_str(text: &str) -> Result<Self, ParseHouseRulesError> {
        let mut words = text.split(',').map(str::trim);
        let preset = words.next().unwrap_or_default();
        let mut rules = named(&PRESETS, preset).ok_or_else(|| ParseHouseRulesError(preset.into()))?;
        for word in words {
            rules.change(word).ok_or_else(|| ParseHouseRulesError(word.into()))?;
        }
        Ok(rules)
    }
}

/// As it is read; with as few words as can be.
impl fmt::Display for HouseRules {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let near = if self.check.is_on() { PRESETS[0] } else { PRESETS[1] };
        let (name, mut preset) = near;
        let mut rules = *self;
        f.write_str(name)?;
        for name in SWITCHES {
            if let (Some(rule), Some(usual)) = (rules.switch(name), preset.switch(name))
                && rule != usual
            {
                write!(f, ",{name}={}", if rule.is_on() { "on" } else { "off" })?;
            }
        }
        if self.two_step != preset.two_step {
            write!(f, ",two-step={}", name_of(&TWO_STEPS, &self.two_step))?;
        }
        if self.no_moves != preset.no_moves {
            write!(f, ",no-moves={}", name_of(&NO_MOVES, &self.no_moves))?;
        }
        Ok(())
    }
}

/// A word that says nothing about house rules.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ParseHouseRulesError(pub String);

impl fmt::Display for ParseHouseRulesError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "{:?} is no house rule: expected orthodox or classroom first, then changes like castling=off, en-passant, \
             promotion, check, kings-apart or repetition=on, two-step=second-rank, never-moved or never, no-moves=draw or \
             loss",
            self.0
        )
    }
}

impl core::error::Error for ParseHouseRulesError {}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::string::ToString;

    #[test]
    fn every_set_of_rules_is_read_as_it_is_written() {
        for bits in 0..64_u8 {
            for (_, two_step) in TWO_STEPS {
                for (_, no_moves) in NO_MOVES {
                    let mut rules = HouseRules { two_step, no_moves, ..HouseRules::ORTHODOX };
                    for (index, name) in SWITCHES.into_iter().enumerate() {
                        if let Some(rule) = rules.switch(name) {
                            *rule = if bits & 1 << index == 0 { Rule::Off } else { Rule::On };
                        }
                    }
                    assert_eq!(rules.to_string().parse(), Ok(rules), "{rules}");
                }
            }
        }
        assert_eq!(HouseRules::CLASSROOM.to_string(), "classroom");
        assert_eq!(
            " orthodox , check=off".parse(),
            Ok(HouseRules { check: Rule::Off, ..HouseRules::ORTHODOX })
        );
    }

    #[test]
    fn the_first_bad_word_is_named() {
        for (text, word) in [
            ("", ""),
            ("chess", "chess"),
            ("castling=off", "castling=off"),
            ("orthodox,castling", "castling"),
            ("orthodox,check=no,x", "check=no"),
            ("orthodox,two-step=on", "two-step=on"),
            ("orthodox,", ""),
        ] {
            assert_eq!(text.parse::<HouseRules>(), Err(ParseHouseRulesError(word.into())), "{text:?}");
        }
    }
}
