//! What the command line asks for.

use crate::table::Layout;
use std::path::PathBuf;

/// How the program is called.
pub const USAGE: &str = "usage: regence-bench-pgn [--quick] [--markdown] [--file bare|lichess|annotated] --files FOLDER --program REGENCE";

/// What the command line asks for.
pub struct Options {
    /// How many rounds the best is taken of.
    pub rounds: usize,
    /// How to print.
    pub layout: Layout,
    /// The only file wanted; all of them if there is none.
    pub file: Option<String>,
    /// Where the files are kept.
    pub files: PathBuf,
    /// The built program; without it only the libraries are measured.
    pub program: Option<PathBuf>,
}

impl Options {
    /// Reads the words after the program's name.
    pub fn from_words(mut words: impl Iterator<Item = String>) -> Result<Self, String> {
        let files = std::env::temp_dir().join("regence-bench-pgn");
        let mut options = Self { rounds: 15, layout: Layout::Plain, file: None, files, program: None };
        while let Some(word) = words.next() {
            let mut value = || words.next().ok_or(format!("{word} needs a value"));
            match word.as_str() {
                "--quick" => options.rounds = 2,
                "--markdown" => options.layout = Layout::Markdown,
                "--file" => options.file = Some(value()?),
                "--files" => options.files = value()?.into(),
                "--program" => options.program = Some(value()?.into()),
                _ => return Err(format!("unknown argument {word:?}")),
            }
        }
        Ok(options)
    }
}
