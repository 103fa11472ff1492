//! Completions for fish.

use super::values::{self, Values};
use crate::commands::{Command, help_items};

const BEFORE: &str = "\
# What fish completes for regence; made by `regence completions fish`.
function __regence_at
    set -l words (commandline -opc)
    test \"$words[2]\" = \"$argv[1]\"
end
complete -c regence -s h -l help -d 'explain'
complete -c regence -n __fish_use_subcommand -s V -l version -d 'say the version'
";

/// One line for each command and each flag.
pub fn script() -> String {
    let names = Command::ALL.map(|command| {
        let (name, purpose) = (command.name(), quoted(command.purpose()));
        format!("complete -c regence -n __fish_use_subcommand -f -a {name} -d {purpose}\n")
    });
    let flags = Command::ALL.map(|command| of(command).concat());
    [BEFORE.to_owned(), names.concat(), flags.concat()].concat()
}

/// The words and flags that may follow a command.
fn of(command: Command) -> Vec<String> {
    let at = format!("complete -c regence -n '__regence_at {}'", command.name());
    let words = command.words();
    let words = (!words.is_empty()).then(|| format!("{at} -a '{}'\n", words.join(" ")));
    let flags = command.flags().iter().map(|&flag| {
        let name = flag.text().trim_start_matches('-');
        let value = if flag.takes_value() { value(&values::of(command, flag)) } else { String::new() };
        format!("{at} -l {name}{value} -d {}\n", quoted(&help_items::flag(command, flag).1))
    });
    words.into_iter().chain(flags).collect()
}

/// What follows a flag, as `complete` wants it.
fn value(values: &Values) -> String {
    match values {
        Values::Words(words) => format!(" -x -a {}", quoted(&words.join(" ").replace('*', "\\*"))),
        Values::File => " -r -F".into(),
        Values::Folder => " -x -a '(__fish_complete_directories)'".into(),
        Values::Anything => " -x".into(),
    }
}

/// Text between single quotes, as fish reads it.
fn quoted(text: &str) -> String {
    format!("'{}'", text.replace('\\', "\\\\").replace('\'', "\\'"))
}
