//! `regence classroom`: chess for a first lesson.

use super::play::{any_seed, seed};
use crate::arguments::{Argument, Arguments, Flag};
use crate::error::Error;
use regence_game::computer::SimpleComputer;
use regence_rules::house::HouseRules;
use regence_terminal::plain::{self, Prompt, converse};
use regence_terminal::visible::Visible;
use std::io::{self, IsTerminal, Write};

/// A wish for a lesson.
pub struct Classroom {
    rules: HouseRules,
    computer: SimpleComputer,
    seed: u64,
}

impl Classroom {
    /// Reads the arguments.
    pub fn read(arguments: &mut Arguments) -> Result<Self, Error> {
        let mut classroom =
            Self { rules: HouseRules::CLASSROOM, computer: SimpleComputer::Taker, seed: any_seed() };
        let mut rules = String::from("classroom");
        while let Some(argument) = arguments.next()? {
            match argument {
                Argument::Flag(Flag::Rule) => {
                    let rule = arguments.value(Flag::Rule)?;
                    rules = format!("{rules},{}", rule.to_string_lossy());
                    classroom.rules = rules.parse().map_err(|_| Error::Unreadable {
                        flag: Flag::Rule,
                        why: format!("'{}' is no rule, expected one like castling=on", Visible(&rule)),
                        command: arguments.command(),
                    })?;
                }
                Argument::Flag(Flag::Computer) => classroom.computer = arguments.parsed(Flag::Computer)?,
                Argument::Flag(_) => classroom.seed = seed(arguments)?,
                Argument::Word(word) => {
                    return Err(Error::StrayWord { word, command: arguments.command() });
                }
            }
        }
        Ok(classroom)
    }

    /// Plays until nobody wants another game.
    pub fn run(&self, out: &mut impl Write) -> Result<(), Error> {
        let mut classroom = plain::Classroom::new(self.rules, self.computer, self.seed);
        let prompt = if io::stdin().is_terminal() { Prompt::Inline } else { Prompt::Line };
        Ok(converse(&mut classroom, io::BufReader::new(io::stdin()), out, prompt)?)
    }
}
