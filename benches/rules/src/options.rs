//! What the command line asks for.

use crate::perft::Mode;
use crate::table::Layout;

/// How the program is called.
pub const USAGE: &str = "usage: regence-bench-rules [--quick] [--markdown] [--mode bulk|leaf|list|ops|all]";

/// One of the tables.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Section {
    /// Counting the six trees in one mode.
    Perft(Mode),
    /// Single operations.
    Operations,
}

/// How long to measure.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Effort {
    /// Enough to see that everything works.
    Quick,
    /// Enough to believe the figures.
    Full,
}

impl Effort {
    /// How many rounds the best is taken of.
    pub const fn rounds(self) -> usize {
        match self {
            Self::Quick => 2,
            Self::Full => 5,
        }
    }

    /// The same for single operations, which are over so soon that one slow phase of the machine spoils five rounds.
    pub const fn rounds_of_operations(self) -> usize {
        match self {
            Self::Quick => 2,
            Self::Full => 25,
        }
    }
}

/// What the command line asks for.
pub struct Options {
    /// How long to measure.
    pub effort: Effort,
    /// How to print.
    pub layout: Layout,
    /// The only table wanted; all of them if there is none.
    only: Option<Section>,
}

impl Options {
    /// Reads the words after the program's name.
    pub fn from_words(words: impl Iterator<Item = String>) -> Result<Self, String> {
        let words: Vec<String> = words.collect();
        let mut rest: Vec<&str> = words.iter().map(String::as_str).collect();
        let mut options = Self { effort: Effort::Full, layout: Layout::Plain, only: None };
        while let Some((&word, after)) = rest.split_first() {
            let taken = match (word, after.first()) {
                ("--quick", _) => {
                    options.effort = Effort::Quick;
                    1
                }
                ("--markdown", _) => {
                    options.layout = Layout::Markdown;
                    1
                }
                ("--mode", Some(&name)) => {
                    options.only = section(name)?;
                    2
                }
                ("--mode", None) => return Err("--mode needs a name".into()),
                _ => return Err(format!("unknown argument {word:?}")),
            };
            rest.drain(..taken);
        }
        Ok(options)
    }

    /// Whether this table is to be made.
    pub fn wants(&self, section: Section) -> bool {
        self.only.is_none_or(|only| only == section)
    }
}

/// The table with this name; none for all of them.
fn section(name: &str) -> Result<Option<Section>, String> {
    match name {
        "bulk" => Ok(Some(Section::Perft(Mode::Bulk))),
        "leaf" => Ok(Some(Section::Perft(Mode::Leaf))),
        "list" => Ok(Some(Section::Perft(Mode::List))),
        "ops" => Ok(Some(Section::Operations)),
        "all" => Ok(None),
        _ => Err(format!("unknown mode {name:?}, expected bulk, leaf, list, ops or all")),
    }
}
