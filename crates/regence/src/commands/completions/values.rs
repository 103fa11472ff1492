//! What can follow a flag, as far as that can be listed.

use crate::arguments::Flag;
use crate::commands::{Command, help_items};
use regence_game::computer::SimpleComputer;
use regence_game::pgn::GameResult;
use regence_game::session::Preset;
use regence_levels::Opponent;

/// What can follow a flag.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Values {
    /// One of these words.
    Words(Vec<String>),
    /// A file.
    File,
    /// A folder.
    Folder,
    /// Something that cannot be listed: a number, a name, a position.
    Anything,
}

/// What can follow a flag of a command.
pub fn of(command: Command, flag: Flag) -> Values {
    let words = listed(command, flag);
    if !words.is_empty() {
        return Values::Words(words);
    }
    match help_items::flag(command, flag).0.as_str() {
        "FILE" => Values::File,
        "DIR" => Values::Folder,
        _ => Values::Anything,
    }
}

/// The words that can follow a flag; none if there is no list of them.
fn listed(command: Command, flag: Flag) -> Vec<String> {
    let words = |words: &[&str]| words.iter().map(ToString::to_string).collect();
    match (flag, command) {
        (Flag::Level, _) => opponents(),
        (Flag::White | Flag::Black, Command::Play) => players(),
        (Flag::Computer, _) => SimpleComputer::ALL.iter().map(ToString::to_string).collect(),
        (Flag::Variant, _) => words(&["orthodox", "chess960", "classroom", "house:orthodox"]),
        (Flag::Rule, _) => rules(),
        (Flag::Result, _) => {
            [GameResult::WhiteWins, GameResult::BlackWins, GameResult::Draw, GameResult::Unknown]
                .iter()
                .map(ToString::to_string)
                .collect()
        }
        (Flag::State, _) => words(&["running", "finished", "abandoned"]),
        (Flag::To, _) => words(&["pgn", "uci", "json"]),
        (Flag::Weights, _) => words(&["result", "games"]),
        (Flag::Format, _) => words(&["roundrobin", "gauntlet"]),
        (Flag::Order, _) => words(&["random", "sequential"]),
        _ => Vec::new(),
    }
}

/// Everybody to play against, as programs write it: the presets by their names, for everybody can remember those.
fn opponents() -> Vec<String> {
    let presets = Preset::ALL.map(|preset| (preset.level().to_string(), preset.code().to_owned()));
    let name = |written: String| match presets.iter().find(|(level, _)| *level == written) {
        Some((_, code)) => code.clone(),
        None => written,
    };
    Opponent::all().map(|opponent| name(opponent.to_string())).collect()
}

/// Who can sit on a side.
fn players() -> Vec<String> {
    let simple = SimpleComputer::ALL.map(|computer| computer.to_string());
    let seat = |name: String| {
        if simple.contains(&name) { format!("computer:{name}") } else { format!("engine:{name}") }
    };
    ["human".to_owned()].into_iter().chain(opponents().into_iter().map(seat)).collect()
}

fn rules() -> Vec<String> {
    let switches = ["castling", "en-passant", "promotion", "check", "kings-apart", "repetition"];
    let switches = switches.iter().flat_map(|rule| ["on", "off"].map(|value| format!("{rule}={value}")));
    let others = ["never-moved", "second-rank", "never"].map(|value| format!("two-step={value}"));
    let ends = ["draw", "loss"].map(|value| format!("no-moves={value}"));
    switches.chain(others).chain(ends).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use regence_game::Variant;
    use regence_game::session::Seat;
    use regence_rules::house::HouseRules;

    #[test]
    fn whoever_is_listed_can_be_asked_to_play() {
        let opponents = opponents();
        for expected in ["easy", "very-hard", "Wren", "taker", "full"] {
            assert!(opponents.iter().any(|word| word == expected), "{expected}: {opponents:?}");
        }
        for word in opponents {
            assert!(word.parse::<Opponent>().is_ok(), "{word}");
        }
        for word in players() {
            assert!(word.parse::<Seat>().is_ok(), "{word}");
        }
    }

    #[test]
    fn listed_rules_are_read() {
        for rule in rules() {
            assert!(format!("classroom,{rule}").parse::<HouseRules>().is_ok(), "{rule}");
        }
        for variant in listed(Command::Play, Flag::Variant) {
            assert!(variant.parse::<Variant>().is_ok(), "{variant}");
        }
    }

    #[test]
    fn help_names_what_is_listed() {
        // Of what has many values help gives examples only.
        let many = [Flag::Level, Flag::White, Flag::Black, Flag::Rule, Flag::Variant];
        for command in Command::ALL {
            let help = crate::commands::help::text(Some(command));
            for &flag in command.flags().iter().filter(|flag| !many.contains(flag)) {
                for word in listed(command, flag) {
                    assert!(help.contains(&word), "{command:?}: {word}");
                }
            }
        }
    }

    #[test]
    fn files_and_folders_are_told_apart() {
        assert_eq!(of(Command::Games, Flag::Data), Values::Folder);
        assert_eq!(of(Command::Match, Flag::Openings), Values::File);
        assert_eq!(of(Command::Play, Flag::Seed), Values::Anything);
        assert_eq!(of(Command::Pgn, Flag::White), Values::Anything);
    }
}
