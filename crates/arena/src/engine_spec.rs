//! An engine as a user describes it: which program, under which name, with what limits.

use crate::limits::Limits;
use crate::settings::{Keys, Setting, SettingError};
use core::fmt;
use regence_game::session::Level;
use regence_levels::Opponent;
use std::path::PathBuf;

/// What can be said of an engine.
pub const ENGINE_KEYS: Keys = Keys {
    words: &["cmd", "level", "name", "args", "arg", "dir", "tc", "st", "nodes", "depth", "margin"],
    families: &["option.", "env."],
};

/// The word that means our own engine, whatever program we are.
pub const OWN: &str = "regence";

/// Which program an engine is.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Program {
    /// The program that runs now, asked to speak UCI.
    Own,
    /// Another one, by its path or by a name that the system finds.
    Path(PathBuf),
    /// None: one of our own opponents, who needs none.
    Level(Opponent),
}

/// Everything needed to start an engine and let it play.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct EngineSpec {
    /// What tables and games call it.
    pub name: String,
    /// What is run.
    pub program: Program,
    /// What it is told on its command line.
    pub arguments: Vec<String>,
    /// Where it runs; without it, where we do.
    pub folder: Option<PathBuf>,
    /// Variables added to its environment.
    pub environment: Vec<(String, String)>,
    /// Options it is set to.
    pub options: Vec<(String, String)>,
    /// How long it may think.
    pub limits: Limits,
}

/// What was said of an engine, which may not be enough yet.
#[derive(Clone, Default, Debug)]
pub struct EngineSettings {
    program: Option<String>,
    opponent: Option<Opponent>,
    name: Option<String>,
    arguments: Vec<String>,
    folder: Option<PathBuf>,
    environment: Vec<(String, String)>,
    options: Vec<(String, String)>,
    limits: Limits,
}

impl EngineSettings {
    /// Takes in more. What was said before of the same thing is replaced; arguments add up.
    pub fn read(&mut self, text: &str) -> Result<(), SettingError> {
        let settings = ENGINE_KEYS.settings(text)?;
        for &setting in &settings {
            self.take(setting)?;
        }
        // What is said of all engines may be for the others; what is said of a level by name is for it.
        let level = settings.iter().find(|setting| setting.key == "level" && !self.is_full());
        match (level, settings.iter().find(|setting| is_for_programs(setting.key))) {
            (Some(level), Some(&useless)) => Err(SettingError::bad(
                useless,
                format!("none beside level={}, which takes name=, tc=, st= and margin= alone", level.value),
            )),
            _ => Ok(()),
        }
    }

    /// Whether it is our own engine at full strength, which is a program like others.
    fn is_full(&self) -> bool {
        self.opponent == Some(Opponent::Level(Level::Full))
    }

    fn take(&mut self, setting: Setting<'_>) -> Result<(), SettingError> {
        let Setting { key, value } = setting;
        let named = |family: &str| {
            let name = key.strip_prefix(family).unwrap_or(key).trim();
            if name.is_empty() { Err(SettingError::bad(setting, "a name after the dot")) } else { Ok(name) }
        };
        match key {
            "cmd" if value.is_empty() => return Err(SettingError::bad(setting, "a program")),
            "name" if value.is_empty() => return Err(SettingError::bad(setting, "a name")),
            "cmd" => self.program = Some(value.to_owned()),
            "level" => {
                let expected = "a rating from 400 to 2800, easy, medium, hard, very-hard, full, or the name of a person or \
                                a simple computer";
                let opponent = value.parse().map_err(|_| SettingError::bad(setting, expected))?;
                self.opponent = Some(opponent);
            }
            "name" => self.name = Some(value.to_owned()),
            "dir" => self.folder = Some(value.into()),
            "arg" => self.arguments.push(value.to_owned()),
            "args" => self.arguments.extend(value.split_whitespace().map(str::to_owned)),
            _ if key.starts_with("option.") => {
                let name = named("option.")?;
                self.options.retain(|(known, _)| !known.eq_ignore_ascii_case(name));
                self.options.push((name.to_owned(), value.to_owned()));
            }
            _ if key.starts_with("env.") => {
                let name = named("env.")?;
                self.environment.retain(|(known, _)| known != name);
                self.environment.push((name.to_owned(), value.to_owned()));
            }
            _ => {
                self.limits.set(setting)?;
            }
        }
        Ok(())
    }
}

/// Whether only a program can do something with a setting.
fn is_for_programs(key: &str) -> bool {
    ["args", "arg", "dir", "nodes", "depth"].contains(&key)
        || ENGINE_KEYS.families.iter().any(|family| key.starts_with(family))
}

/// Makes engines of what was said of each; two without names of their own are told apart by a number.
///
/// ```
/// use regence_arena::{EngineSettings, engines};
/// let mut one = EngineSettings::default();
/// one.read("cmd=/usr/games/toga2 nodes=1000")?;
/// let specs = engines(vec![one.clone(), one])?;
/// assert_eq!([&specs[0].name, &specs[1].name], ["toga2", "toga2 2"]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn engines(settings: Vec<EngineSettings>) -> Result<Vec<EngineSpec>, EngineError> {
    let mut specs: Vec<EngineSpec> = Vec::new();
    for (index, settings) in settings.into_iter().enumerate() {
        let program = match (settings.program, settings.opponent) {
            (None, None) => return Err(EngineError::NoProgram { number: index + 1 }),
            (Some(_), Some(opponent)) => {
                return Err(EngineError::ProgramAndLevel { number: index + 1, opponent });
            }
            (Some(program), None) if program == OWN => Program::Own,
            (Some(program), None) => Program::Path(program.into()),
            // At full strength it is the engine itself, with the limits that it is given.
            (None, Some(Opponent::Level(Level::Full))) => Program::Own,
            (None, Some(opponent)) => Program::Level(opponent),
        };
        let stem = || match &program {
            Program::Own => OWN.to_owned(),
            Program::Path(path) => {
                path.file_stem().unwrap_or(path.as_os_str()).to_string_lossy().into_owned()
            }
            Program::Level(opponent) => opponent.name(),
        };
        let is_taken = |name: &str| specs.iter().any(|spec| spec.name == name);
        let name = match settings.name {
            Some(name) if is_taken(&name) => return Err(EngineError::SameName { name }),
            Some(name) => name,
            None => {
                let plain = stem();
                let numbered = (2..).map(|number| format!("{plain} {number}"));
                [plain.clone()].into_iter().chain(numbered).find(|name| !is_taken(name)).unwrap_or(plain)
            }
        };
        // Our own never think for long.
        if !settings.limits.any() && !matches!(program, Program::Level(_)) {
            return Err(EngineError::NoLimit { name });
        }
        specs.push(EngineSpec {
            name,
            program,
            arguments: settings.arguments,
            folder: settings.folder,
            environment: settings.environment,
            options: settings.options,
            limits: settings.limits,
        });
    }
    Ok(specs)
}

/// What was said of the engines is not enough to play.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum EngineError {
    /// An engine has no program.
    NoProgram {
        /// Which one, from 1.
        number: usize,
    },
    /// An engine has a program and is to be one of our own opponents.
    ProgramAndLevel {
        /// Which one, from 1.
        number: usize,
        /// The opponent.
        opponent: Opponent,
    },
    /// An engine could think forever.
    NoLimit {
        /// Its name.
        name: String,
    },
    /// Two engines want the same name.
    SameName {
        /// Which.
        name: String,
    },
}

impl fmt::Display for EngineError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoProgram { number } => {
                write!(f, "engine {number} has no program, expected cmd=PROGRAM or level=LEVEL")
            }
            Self::ProgramAndLevel { number, opponent } => {
                write!(f, "engine {number} has a program and the level {opponent}, expected one of them")
            }
            Self::NoLimit { name } => {
                write!(f, "{} could think forever, expected tc=, st=, nodes= or depth=", name.escape_debug())
            }
            Self::SameName { name } => {
                write!(f, "two engines are called '{}', expected different names", name.escape_debug())
            }
        }
    }
}

impl core::error::Error for EngineError {}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(each: &str, own: &[&str]) -> Result<Vec<EngineSpec>, String> {
        let mut shared = EngineSettings::default();
        shared.read(each).map_err(|error| error.to_string())?;
        let mut all = Vec::new();
        for own in own {
            let mut settings = shared.clone();
            settings.read(own).map_err(|error| error.to_string())?;
            all.push(settings);
        }
        engines(all).map_err(|error| error.to_string())
    }

    #[test]
    fn own_settings_come_after_shared_ones() {
        let specs = read(
            "tc=8+0.08 option.Hash=16 option.Threads=1 env.A=1",
            &[
                "cmd=/x/one.exe option.hash=64 args=-a -b",
                "cmd=regence name=Us nodes=100 tc=inf arg=--x y dir=/tmp",
            ],
        )
        .expect("they are engines");
        let [one, us] = specs.as_slice() else { panic!("two engines") };
        assert_eq!((one.name.as_str(), &one.program), ("one", &Program::Path("/x/one.exe".into())));
        let pair = |a: &str, b: &str| (a.to_owned(), b.to_owned());
        assert_eq!(one.options, [pair("Threads", "1"), pair("hash", "64")]);
        assert_eq!(one.arguments, ["-a", "-b"]);
        assert_eq!(one.environment, [pair("A", "1")]);
        assert_eq!((us.name.as_str(), &us.program), ("Us", &Program::Own));
        assert_eq!(us.arguments, ["--x y"]);
        assert_eq!((us.limits.pgn().as_str(), us.limits.nodes), ("-", Some(100)));
        assert_eq!(us.folder, Some("/tmp".into()));
    }

    #[test]
    fn our_own_opponents_need_neither_program_nor_limit() {
        let specs = read("", &["level=1200", "level=wren", "level=taker", "level=easy name=Beginner"]);
        let specs = specs.expect("they are players");
        let names: Vec<_> = specs.iter().map(|spec| spec.name.as_str()).collect();
        assert_eq!(names, ["Medium", "Wren", "taker", "Beginner"]);
        assert!(matches!(specs[1].program, Program::Level(_)));
    }

    #[test]
    fn what_is_said_of_all_engines_need_not_be_for_levels() {
        let specs = read("nodes=100 option.Hash=16", &["level=1200", "cmd=regence", "level=full depth=3"]);
        assert_eq!(specs.map(|specs| specs.len()), Ok(3));
    }

    #[track_caller]
    fn check_refused(own: &[&str], expected: &str) {
        assert_eq!(read("", own).expect_err("they are none"), expected, "{own:?}");
    }

    #[test]
    fn engines_that_cannot_play_are_refused() {
        check_refused(&["name=A nodes=1"], "engine 1 has no program, expected cmd=PROGRAM or level=LEVEL");
        check_refused(
            &["cmd=a nodes=1", "cmd=b level=Wren"],
            "engine 2 has a program and the level Wren, expected one of them",
        );
        check_refused(
            &["cmd=a nodes=1", "cmd=b"],
            "b could think forever, expected tc=, st=, nodes= or depth=",
        );
        check_refused(
            &["cmd=a nodes=1 name=X", "cmd=b nodes=1 name=X"],
            "two engines are called 'X', expected different names",
        );
        let useless =
            "depth: expected none beside level=1200, which takes name=, tc=, st= and margin= alone, not '3'";
        check_refused(&["level=1200 tc=8+1 depth=3"], useless);
        let useless = "option.Hash: expected none beside level=wren, which takes name=, tc=, st= and margin= alone, not '4'";
        check_refused(&["option.Hash=4 level=wren"], useless);
        check_refused(&["cmd="], "cmd: expected a program, not ''");
        check_refused(&["cmd=a option.=3"], "option.: expected a name after the dot, not '3'");
    }
}
