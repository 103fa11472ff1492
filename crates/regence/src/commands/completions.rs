//! `regence completions`: lets a shell complete commands, flags and what follows them, as the tables that
//! read them have it.

mod bash;
mod fish;
mod values;
mod zsh;

use crate::arguments::{Argument, Arguments};
use crate::error::Error;
use std::ffi::OsString;
use std::io::Write;

/// A shell that completes what is typed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Shell {
    /// The Bourne-again shell.
    Bash,
    /// The Z shell.
    Zsh,
    /// The friendly interactive shell.
    Fish,
}

impl Shell {
    /// All of them.
    pub const ALL: [Self; 3] = [Self::Bash, Self::Zsh, Self::Fish];

    /// The word that names it.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Bash => "bash",
            Self::Zsh => "zsh",
            Self::Fish => "fish",
        }
    }
}

/// A wish to have a shell complete.
pub struct Completions {
    shell: Shell,
}

impl Completions {
    /// Reads the arguments.
    pub fn read(arguments: &mut Arguments) -> Result<Self, Error> {
        let command = arguments.command();
        let mut words: Vec<OsString> = Vec::new();
        while let Some(Argument::Word(word)) = arguments.next()? {
            words.push(word);
        }
        let mut words = words.into_iter();
        let word = words.next().ok_or(Error::Missing { what: "a shell: bash, zsh or fish", command })?;
        if let Some(word) = words.next() {
            return Err(Error::StrayWord { word, command });
        }
        let shell = Shell::ALL.into_iter().find(|shell| word == shell.name());
        shell.map(|shell| Self { shell }).ok_or(Error::UnknownShell(word))
    }

    /// Writes what the shell needs.
    pub fn run(&self, out: &mut impl Write) -> Result<(), Error> {
        let script = match self.shell {
            Shell::Bash => bash::script(),
            Shell::Zsh => zsh::script(),
            Shell::Fish => fish::script(),
        };
        Ok(out.write_all(script.as_bytes())?)
    }
}
