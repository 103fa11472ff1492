//! What a client can set: names, ranges and how values are read.

use std::fmt;
use std::num::IntErrorKind;

/// The largest table, in megabytes.
const MOST_HASH: u32 = 1 << 20;

/// One thing that can be set, or done.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Setting {
    Hash(u32),
    Threads(u32),
    MultiPv(u32),
    Overhead(u32),
    Ponder(bool),
    Chess960(bool),
    ShowWdl(bool),
    Analyse(bool),
    OwnBook(bool),
    BookFile(String),
    SyzygyPath(String),
    EvalFile(String),
    ClearHash,
}

/// How an option's value is written.
#[derive(Clone, Copy)]
enum Kind {
    Number { usual: u32, least: u32, most: u32, set: fn(u32) -> Setting },
    Switch { usual: bool, set: fn(bool) -> Setting },
    Text { usual: &'static str, set: fn(String) -> Setting },
    Button(fn() -> Setting),
}

/// A name and what it stands for.
struct Choice {
    name: &'static str,
    kind: Kind,
}

/// All there is to set.
const CHOICES: [Choice; 13] = [
    Choice {
        name: "Hash",
        kind: Kind::Number { usual: USUAL_HASH, least: 1, most: MOST_HASH, set: Setting::Hash },
    },
    Choice { name: "Threads", kind: Kind::Number { usual: 1, least: 1, most: 256, set: Setting::Threads } },
    Choice { name: "MultiPV", kind: Kind::Number { usual: 1, least: 1, most: 256, set: Setting::MultiPv } },
    Choice {
        name: "Move Overhead",
        kind: Kind::Number { usual: 10, least: 0, most: 5_000, set: Setting::Overhead },
    },
    Choice { name: "Ponder", kind: Kind::Switch { usual: false, set: Setting::Ponder } },
    Choice { name: "UCI_Chess960", kind: Kind::Switch { usual: false, set: Setting::Chess960 } },
    Choice { name: "UCI_ShowWDL", kind: Kind::Switch { usual: false, set: Setting::ShowWdl } },
    Choice { name: "UCI_AnalyseMode", kind: Kind::Switch { usual: false, set: Setting::Analyse } },
    Choice { name: "OwnBook", kind: Kind::Switch { usual: false, set: Setting::OwnBook } },
    Choice { name: "BookFile", kind: Kind::Text { usual: EMPTY, set: Setting::BookFile } },
    Choice { name: "SyzygyPath", kind: Kind::Text { usual: EMPTY, set: Setting::SyzygyPath } },
    Choice { name: "EvalFile", kind: Kind::Text { usual: BUILT_IN, set: Setting::EvalFile } },
    Choice { name: "Clear Hash", kind: Kind::Button(|| Setting::ClearHash) },
];

/// The size of the table, in megabytes, until somebody wishes for another.
pub(super) const USUAL_HASH: u32 = 64;

/// How an empty text is written.
const EMPTY: &str = "<empty>";

/// The name of the network in the program, as if it were a file.
pub(super) const BUILT_IN: &str = "<built-in>";

/// The name of the evaluation that needs no network.
pub(super) const WRITTEN: &str = "<hce>";

/// Why an option stays as it was, or is not set quite as wished.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Objection {
    Unknown { name: String },
    NotANumber { name: &'static str, value: String, least: u32, most: u32 },
    NotASwitch { name: &'static str, value: String },
}

impl fmt::Display for Objection {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unknown { name } => write!(f, "there is no option '{name}'"),
            Self::NotANumber { name, value, least, most } => {
                write!(f, "{name} is a number from {least} to {most}, not '{value}'")
            }
            Self::NotASwitch { name, value } => write!(f, "{name} is true or false, not '{value}'"),
        }
    }
}

/// A number that was out of range, and what it was cut to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Cut {
    name: &'static str,
    to: u32,
    least: u32,
    most: u32,
}

impl fmt::Display for Cut {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "{} is a number from {} to {}; the nearest is {}",
            self.name, self.least, self.most, self.to
        )
    }
}

/// All options as the engine announces them.
pub(super) fn announcements() -> impl Iterator<Item = String> {
    CHOICES.iter().map(|Choice { name, kind }| match kind {
        Kind::Number { usual, least, most, .. } => {
            format!("option name {name} type spin default {usual} min {least} max {most}")
        }
        Kind::Switch { usual, .. } => format!("option name {name} type check default {usual}"),
        Kind::Text { usual, .. } => format!("option name {name} type string default {usual}"),
        Kind::Button(_) => format!("option name {name} type button"),
    })
}

/// What a client wishes to set; with what had to be cut.
pub(super) fn read(name: &str, value: &str) -> Result<(Setting, Option<Cut>), Objection> {
    let Some(Choice { name, kind }) = CHOICES.iter().find(|choice| choice.name.eq_ignore_ascii_case(name))
    else {
        return Err(Objection::Unknown { name: name.to_owned() });
    };
    match *kind {
        Kind::Button(set) => Ok((set(), None)),
        Kind::Text { set, .. } if value == EMPTY => Ok((set(String::new()), None)),
        Kind::Text { set, .. } => Ok((set(value.to_owned()), None)),
        Kind::Switch { set, .. } if value.eq_ignore_ascii_case("true") => Ok((set(true), None)),
        Kind::Switch { set, .. } if value.eq_ignore_ascii_case("false") => Ok((set(false), None)),
        Kind::Switch { .. } => Err(Objection::NotASwitch { name, value: value.to_owned() }),
        Kind::Number { least, most, set, .. } => match whole_number(value) {
            Some(wished) => {
                let to = wished.clamp(i128::from(least), i128::from(most));
                let cut = (to != wished).then_some(Cut { name, to: to as u32, least, most });
                Ok((set(to as u32), cut))
            }
            None => Err(Objection::NotANumber { name, value: value.to_owned(), least, most }),
        },
    }
}

/// A whole number; one that is huge is cut, so that it is still told from what is none.
pub(super) fn whole_number(text: &str) -> Option<i128> {
    match text.parse() {
        Ok(number) => Some(number),
        Err(error) if *error.kind() == IntErrorKind::PosOverflow => Some(i128::MAX),
        Err(error) if *error.kind() == IntErrorKind::NegOverflow => Some(i128::MIN),
        Err(_) => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(name: &str, value: &str, expected: Setting) {
        assert_eq!(read(name, value), Ok((expected, None)));
    }

    #[test]
    fn names_are_known_in_any_case() {
        check("hash", "32", Setting::Hash(32));
        check("MULTIPV", "3", Setting::MultiPv(3));
        check("move overhead", "250", Setting::Overhead(250));
        check("UCI_chess960", "TRUE", Setting::Chess960(true));
        check("Clear Hash", "", Setting::ClearHash);
    }

    #[test]
    fn numbers_out_of_range_are_cut() {
        for (value, to) in [("0", 1), ("-7", 1), ("99999999999", 1_048_576)] {
            let (setting, cut) = read("Hash", value).unwrap();
            assert_eq!(setting, Setting::Hash(to));
            let expected = format!("Hash is a number from 1 to 1048576; the nearest is {to}");
            assert_eq!(cut.map(|cut| cut.to_string()), Some(expected));
        }
    }

    #[test]
    fn what_is_no_value_is_refused() {
        let refusal = |name, value| read(name, value).unwrap_err().to_string();
        assert_eq!(refusal("Threads", "abc"), "Threads is a number from 1 to 256, not 'abc'");
        assert_eq!(refusal("Ponder", "maybe"), "Ponder is true or false, not 'maybe'");
        assert_eq!(refusal("Skill", "3"), "there is no option 'Skill'");
    }
}
