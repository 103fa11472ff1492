//! The parts of a help text, so that manual pages and completions say what help says.

use super::{Command, help};
use crate::arguments::Flag;

/// A part of a help text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Part {
    /// Text that flows.
    Paragraph(String),
    /// Something with its explanation: a flag with its value, a word.
    Item {
        /// What is explained, such as `--fen FEN`.
        name: String,
        /// The explanation.
        text: String,
    },
    /// A line that stays as it is: usage, examples, tables.
    Verbatim(String),
}

/// The parts of a text, in order.
pub fn parts(text: &str) -> Vec<Part> {
    let mut parts: Vec<Part> = Vec::new();
    // A paragraph, or a block of usage lines, lasts until an empty line.
    let mut flows = false;
    let mut is_usage = false;
    for line in text.lines() {
        let indent = line.len() - line.trim_start().len();
        if line.is_empty() {
            (flows, is_usage) = (false, false);
        } else if is_usage || line.starts_with("Usage:") {
            is_usage = true;
            parts.push(Part::Verbatim(line.trim_end().to_owned()));
        } else if indent == 0 {
            match parts.last_mut() {
                Some(Part::Paragraph(text)) if flows => *text = format!("{text} {line}"),
                _ => parts.push(Part::Paragraph(line.to_owned())),
            }
            flows = true;
        } else {
            flows = false;
            indented(&mut parts, indent, line);
        }
    }
    parts
}

/// A line that is an item, goes on with one, or stays as it is.
fn indented(parts: &mut Vec<Part>, indent: usize, line: &str) {
    let line = line.trim();
    if indent > 2
        && let Some(Part::Item { text, .. }) = parts.last_mut()
    {
        let gap = if text.is_empty() { "" } else { " " };
        *text = format!("{text}{gap}{line}");
        return;
    }
    let columns: Vec<&str> = line.split("  ").map(str::trim).filter(|column| !column.is_empty()).collect();
    parts.push(match columns.as_slice() {
        [name, text] => Part::Item { name: (*name).to_owned(), text: (*text).to_owned() },
        [name] if name.starts_with('-') => Part::Item { name: (*name).to_owned(), text: String::new() },
        _ => Part::Verbatim(format!("  {line}")),
    });
}

/// What a command's help says of a flag: the name of its value, if it has any, and what it is for.
pub fn flag(command: Command, flag: Flag) -> (String, String) {
    let text = help::text(Some(command));
    let found = parts(&text).into_iter().find_map(|part| {
        let Part::Item { name, text } = part else { return None };
        let written = name.strip_prefix("-o, ").unwrap_or(&name);
        let (word, value) = written.split_once(' ').unwrap_or((written, ""));
        (word == flag.text()).then(|| (value.to_owned(), text))
    });
    found.unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_falls_into_its_parts() {
        let text = "Does it,\nwell.\n\nUsage: it [--flag N]\n       it\n\n  --flag N  so many\n            times\n  A  B  C\n";
        let item = Part::Item { name: "--flag N".into(), text: "so many times".into() };
        let expected = [
            Part::Paragraph("Does it, well.".into()),
            Part::Verbatim("Usage: it [--flag N]".into()),
            Part::Verbatim("       it".into()),
            item,
            Part::Verbatim("  A  B  C".into()),
        ];
        assert_eq!(parts(text), expected);
    }

    #[test]
    fn help_says_of_nearly_every_flag_what_it_is_for() {
        // `pgn filter` says in a sentence that --chess960 is as elsewhere.
        let elsewhere = [(Command::Pgn, Flag::Chess960)];
        for command in Command::ALL {
            for &flag in command.flags() {
                let (value, text) = super::flag(command, flag);
                let is_said = !text.is_empty() && value.is_empty() != flag.takes_value();
                assert!(
                    is_said || elsewhere.contains(&(command, flag)),
                    "{} {}",
                    command.name(),
                    flag.text()
                );
            }
        }
    }
}
