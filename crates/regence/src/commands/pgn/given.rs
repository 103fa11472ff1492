//! The arguments of `pgn`, whose flags depend on the task among its words.

use super::Task;
use crate::arguments::{Argument, Arguments, Flag, number};
use crate::commands::Command;
use crate::error::Error;
use std::ffi::OsString;
use std::ops::RangeInclusive;

/// What was given: a task, files, and flags that the task takes.
pub struct Given {
    /// What is to be done.
    pub task: Task,
    /// With which files.
    pub files: Vec<OsString>,
    /// Each flag at most once, with its value or nothing.
    flags: Vec<(Flag, OsString)>,
}

impl Given {
    /// Reads all arguments, in any order.
    pub fn read(arguments: &mut Arguments) -> Result<Self, Error> {
        let (mut flags, mut words) = (Vec::new(), Vec::new());
        while let Some(argument) = arguments.next()? {
            match argument {
                Argument::Flag(flag) if flag.takes_value() => flags.push((flag, arguments.value(flag)?)),
                Argument::Flag(flag) => flags.push((flag, OsString::new())),
                Argument::Word(word) => words.push(word),
            }
        }
        let mut words = words.into_iter();
        let what = "a task: check, stats, filter, openings, convert or book";
        let task = words.next().ok_or(Error::Missing { what, command: Command::Pgn })?;
        let task = Task::from_word(task)?;
        let is_strange = |flag: &Flag| *flag != Flag::Threads && !task.flags().contains(flag);
        if let Some(flag) = flags.iter().map(|&(flag, _)| flag).find(is_strange) {
            return Err(Error::NotOfTask { flag, task });
        }
        Ok(Self { task, files: words.collect(), flags })
    }

    /// The value of a flag, if it was given.
    pub fn value(&mut self, flag: Flag) -> Option<OsString> {
        let index = self.flags.iter().position(|&(given, _)| given == flag)?;
        Some(self.flags.swap_remove(index).1)
    }

    /// The value of a flag that is a number.
    pub fn number(&mut self, flag: Flag, range: RangeInclusive<u32>) -> Result<Option<u32>, Error> {
        let Some(text) = self.value(flag) else { return Ok(None) };
        match number(&text, &range) {
            Some(number) => Ok(Some(number)),
            None => Err(Error::BadNumber { name: flag.text(), text, range, command: Command::Pgn }),
        }
    }

    /// The value of a flag, read; what was expected is told if it cannot be.
    pub fn read_as<T>(
        &mut self,
        flag: Flag,
        expected: &'static str,
        read: impl FnOnce(&str) -> Option<T>,
    ) -> Result<Option<T>, Error> {
        let Some(text) = self.value(flag) else { return Ok(None) };
        match text.to_str().and_then(read) {
            Some(value) => Ok(Some(value)),
            None => Err(Error::BadValue { flag, text, expected, command: Command::Pgn }),
        }
    }
}
