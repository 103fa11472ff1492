//! Completions for zsh.

use super::values::{self, Values};
use crate::arguments::Flag;
use crate::commands::{Command, help_items};

/// A function that zsh finds by its first line.
pub fn script() -> String {
    let names = Command::ALL.map(|command| {
        let entry = format!("{}:{}", command.name(), command.purpose());
        format!("        {}\n", quoted(&entry))
    });
    let (names, cases) = (names.concat(), Command::ALL.map(case).concat());
    format!(
        r"#compdef regence
# What zsh completes for regence; made by `regence completions zsh`.
_regence() {{
    local -a commands
    commands=(
{names}    )
    if (( CURRENT == 2 )); then
        _describe command commands
        _arguments '(- *)'{{-h,--help}}'[explain]' '(- *)'{{-V,--version}}'[say the version]'
        return
    fi
    local command=$words[2]
    shift words
    (( CURRENT-- ))
    case $command in
{cases}    esac
}}
_regence
"
    )
}

fn case(command: Command) -> String {
    let mut specs: Vec<String> = command.flags().iter().map(|&flag| spec(command, flag)).collect();
    specs.push("'(- *)'{-h,--help}'[explain]'".into());
    let words = command.words();
    if words.is_empty() {
        specs.push("'*:file:_files'".into());
    } else {
        specs.push(format!("'1:task:({})'", words.join(" ")));
        specs.push("'*:file:_files'".into());
    }
    format!(
        "        {})\n            _arguments \\\n                {} ;;\n",
        command.name(),
        specs.join(" \\\n                ")
    )
}

/// How `_arguments` wants a flag: its name, what it is for in brackets, and what follows.
fn spec(command: Command, flag: Flag) -> String {
    let (value, text) = help_items::flag(command, flag);
    let text = text.replace('\\', "\\\\").replace('[', "\\[").replace(']', "\\]");
    let again = if flag.is_repeatable() { "*" } else { "" };
    let spec = if flag.takes_value() {
        let action = match values::of(command, flag) {
            Values::Words(words) => {
                format!("({})", words.iter().map(|word| literal(word)).collect::<Vec<_>>().join(" "))
            }
            Values::File => "_files".into(),
            Values::Folder => "_files -/".into(),
            Values::Anything => String::new(),
        };
        let value = if value.is_empty() { "value".to_owned() } else { value.replace(':', "\\:") };
        format!("{again}{}=[{text}]:{value}:{action}", flag.text())
    } else {
        format!("{again}{}[{text}]", flag.text())
    };
    quoted(&spec)
}

/// A word that means itself where zsh would look for files, and does not end what it stands in.
fn literal(word: &str) -> String {
    word.replace('*', "\\*").replace(':', "\\:")
}

/// Text between single quotes, as zsh reads it.
fn quoted(text: &str) -> String {
    format!("'{}'", text.replace('\'', "'\\''"))
}
