//! What an engine lets one set, and whether a wish fits it.

use core::fmt;

/// An option that an engine has told of.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct EngineOption {
    /// Its name, spaces included. Case does not matter.
    pub name: String,
    /// What can be set.
    pub kind: OptionKind,
}

/// What values an option takes.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum OptionKind {
    /// `true` or `false`.
    Check,
    /// A whole number; an end that the engine did not name is open.
    Spin {
        /// The smallest.
        min: i64,
        /// The largest.
        max: i64,
    },
    /// One of some words.
    Combo(Vec<String>),
    /// Nothing: setting it does something.
    Button,
    /// Any text, and every kind that we do not know.
    Text,
}

impl EngineOption {
    /// Reads the words after `option`; none if they name nothing.
    ///
    /// ```
    /// use regence_arena::uci::{EngineOption, OptionKind};
    /// let option = EngineOption::read("name Move Overhead type spin default 10 min 0 max 5000").unwrap();
    /// assert_eq!((option.name.as_str(), option.kind), ("Move Overhead", OptionKind::Spin { min: 0, max: 5000 }));
    /// ```
    pub fn read(words: &str) -> Option<Self> {
        let mut name = Vec::new();
        let mut words = words.split_ascii_whitespace();
        if words.next()? != "name" {
            return None;
        }
        name.extend(words.by_ref().take_while(|&word| word != "type"));
        let kind = match words.next() {
            Some("check") => OptionKind::Check,
            Some("spin") => spin(words),
            Some("combo") => OptionKind::Combo(choices(words)),
            Some("button") => OptionKind::Button,
            _ => OptionKind::Text,
        };
        (!name.is_empty()).then(|| Self { name: name.join(" "), kind })
    }

    /// Whether this is its name.
    pub fn is_named(&self, name: &str) -> bool {
        self.name.eq_ignore_ascii_case(name)
    }

    /// The command that sets it, or why the engine would not take the value.
    pub fn command(&self, value: &str) -> Result<String, OptionProblem> {
        let expected =
            |expected: String| OptionProblem { name: self.name.clone(), value: value.to_owned(), expected };
        let refusal = match &self.kind {
            OptionKind::Check if !["true", "false"].contains(&value) => Some("true or false".to_owned()),
            OptionKind::Spin { min, max } => {
                let fits = value.parse().is_ok_and(|number: i64| (*min..=*max).contains(&number));
                (!fits).then(|| format!("a number from {min} to {max}"))
            }
            OptionKind::Combo(choices)
                if !choices.iter().any(|choice| choice.eq_ignore_ascii_case(value)) =>
            {
                Some(format!("one of {}", choices.join(", ")))
            }
            OptionKind::Button if !value.is_empty() => Some("nothing, as it is a button".to_owned()),
            _ if value.contains(['\n', '\r']) => Some("a single line".to_owned()),
            _ => None,
        };
        match (refusal, &self.kind) {
            (Some(words), _) => Err(expected(words)),
            (None, OptionKind::Button) => Ok(format!("setoption name {}", self.name)),
            (None, _) => Ok(format!("setoption name {} value {value}", self.name)),
        }
    }
}

fn spin<'a>(mut words: impl Iterator<Item = &'a str>) -> OptionKind {
    let (mut min, mut max) = (i64::MIN, i64::MAX);
    while let Some(word) = words.next() {
        let bound = match word {
            "min" => &mut min,
            "max" => &mut max,
            _ => continue,
        };
        *bound = words.next().and_then(|number| number.parse().ok()).unwrap_or(*bound);
    }
    OptionKind::Spin { min, max }
}

/// The words after each `var`, which may be several for one choice.
fn choices<'a>(words: impl Iterator<Item = &'a str>) -> Vec<String> {
    let mut choices: Vec<String> = Vec::new();
    let mut is_choice = false;
    for word in words {
        match (word, choices.last_mut()) {
            ("var", _) => {
                is_choice = true;
                choices.push(String::new());
            }
            ("default", _) => is_choice = false,
            (word, Some(choice)) if is_choice => {
                if !choice.is_empty() {
                    choice.push(' ');
                }
                choice.push_str(word);
            }
            _ => {}
        }
    }
    choices
}

/// An engine would not take a value for one of its options.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct OptionProblem {
    /// The option.
    pub name: String,
    /// The value.
    pub value: String,
    /// What it takes.
    pub expected: String,
}

impl fmt::Display for OptionProblem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "option {} is '{}', expected {}", self.name, self.value, self.expected)
    }
}

impl core::error::Error for OptionProblem {}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(declared: &str, value: &str, expected: Result<&str, &str>) {
        let option = EngineOption::read(declared).expect("it has a name");
        let found = option.command(value).map_err(|problem| problem.to_string());
        assert_eq!(found.as_deref().map_err(String::as_str), expected, "{declared} = {value}");
    }

    #[test]
    fn values_that_fit_become_commands() {
        check("name Hash type spin default 16 min 1 max 1024", "64", Ok("setoption name Hash value 64"));
        check("name Ponder type check default false", "true", Ok("setoption name Ponder value true"));
        check("name Clear Hash type button", "", Ok("setoption name Clear Hash"));
        check(
            "name Style type combo default Solid var Solid var Very Risky",
            "very risky",
            Ok("setoption name Style value very risky"),
        );
        check("name Book type string default <empty>", "/a b.bin", Ok("setoption name Book value /a b.bin"));
        check("name Odd type frobnicate", "x", Ok("setoption name Odd value x"));
        check("name Open type spin default 0", "-5", Ok("setoption name Open value -5"));
    }

    #[test]
    fn values_that_do_not_fit_are_refused_with_what_would() {
        let hash = "name Hash type spin default 16 min 1 max 1024";
        check(hash, "0", Err("option Hash is '0', expected a number from 1 to 1024"));
        check(hash, "abc", Err("option Hash is 'abc', expected a number from 1 to 1024"));
        check(
            "name Ponder type check default false",
            "yes",
            Err("option Ponder is 'yes', expected true or false"),
        );
        check(
            "name S type combo default A var A var B C",
            "D",
            Err("option S is 'D', expected one of A, B C"),
        );
        check(
            "name Clear type button",
            "now",
            Err("option Clear is 'now', expected nothing, as it is a button"),
        );
    }

    #[test]
    fn lines_without_a_name_are_no_options() {
        for words in ["", "name", "name type spin", "type check", "Hash type spin"] {
            assert_eq!(EngineOption::read(words), None, "{words}");
        }
    }
}
