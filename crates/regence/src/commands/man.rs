//! `regence man`: the manual page, made of what help says.

use super::help_items::{Part, parts};
use super::{Command, help};
use crate::arguments::{Argument, Arguments};
use crate::error::Error;
use std::io::Write;

/// A wish for the manual page.
pub struct Man;

impl Man {
    /// Reads the arguments, of which there are none.
    pub fn read(arguments: &mut Arguments) -> Result<Self, Error> {
        match arguments.next()? {
            Some(Argument::Word(word)) => Err(Error::StrayWord { word, command: arguments.command() }),
            _ => Ok(Self),
        }
    }

    /// Writes it.
    #[allow(clippy::unused_self)] // As all commands have it.
    pub fn run(&self, out: &mut impl Write) -> Result<(), Error> {
        Ok(out.write_all(page().as_bytes())?)
    }
}

/// The page in roff.
fn page() -> String {
    let named = Command::ALL.map(|command| item(command.name(), command.purpose()));
    let flags = parts(&help::text(None)).into_iter().filter_map(|part| match part {
        Part::Item { name, text } if name.starts_with('-') => Some(item(&name, &text)),
        _ => None,
    });
    let flags: String = flags.collect();
    let sections = Command::ALL.into_iter().filter(|&command| command != Command::Help).map(|command| {
        let title = format!(".SH {}\n", command.name().to_uppercase());
        title + &section(&help::text(Some(command)))
    });
    let sections: String = sections.collect();
    let codes = [
        ("0", "Done."),
        ("1", "Done, but the answer is no: a game of a file has an error, a line of a script was refused."),
        ("2", "The request was wrong; the reason is on standard error, in one line."),
    ];
    let codes = codes.map(|(code, meaning)| item(code, meaning));
    format!(
        ".TH REGENCE 1 \"\" \"Regence {}\" \"User Commands\"\n\
         .SH NAME\nregence \\- chess: play it, work on games, let engines meet\n\
         .SH SYNOPSIS\n.B regence\n.RI [ COMMAND ]\n.RI [ ARGUMENTS ]\n\
         .SH DESCRIPTION\nWithout a command, Regence plays on the whole screen of the terminal.\n\
         .SH COMMANDS\n{}.SH FLAGS\n{flags}{sections}.SH EXIT STATUS\n{}",
        env!("CARGO_PKG_VERSION"),
        named.concat(),
        codes.concat()
    )
}

/// What help says of a command.
fn section(text: &str) -> String {
    let mut lines: Vec<String> = Vec::new();
    let mut is_verbatim = false;
    for part in parts(text) {
        if is_verbatim != matches!(part, Part::Verbatim(_)) {
            lines.push(if is_verbatim { ".fi\n".into() } else { ".PP\n.nf\n".into() });
            is_verbatim = !is_verbatim;
        }
        lines.push(match part {
            Part::Item { name, text } => item(&name, &text),
            Part::Paragraph(text) => format!(".PP\n{}\n", escaped(&text)),
            Part::Verbatim(line) => format!("{}\n", escaped(&line)),
        });
    }
    if is_verbatim {
        lines.push(".fi\n".into());
    }
    lines.concat()
}

fn item(name: &str, text: &str) -> String {
    format!(".TP\n\\fB{}\\fR\n{}\n", escaped(name), escaped(text))
}

/// Text that roff takes as it is: with its hyphens and backslashes, and no line that looks like a request.
fn escaped(text: &str) -> String {
    let text = text.replace('\\', "\\e").replace('-', "\\-");
    if text.starts_with(['.', '\'']) { format!("\\&{text}") } else { text }
}
