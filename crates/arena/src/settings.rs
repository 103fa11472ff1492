//! Settings as one writes them on a command line: `cmd=/usr/games/toga2 name=Toga option.Hash=16 tc=8+0.08`.

use core::fmt;

/// A key and its value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Setting<'a> {
    /// What is before the equals sign.
    pub key: &'a str,
    /// What is after it, spaces included.
    pub value: &'a str,
}

/// Which keys there are.
#[derive(Clone, Copy, Debug)]
pub struct Keys {
    /// Keys by their full names.
    pub words: &'static [&'static str],
    /// Beginnings that anything may follow, such as `option.`.
    pub families: &'static [&'static str],
}

impl Keys {
    /// Cuts text into settings.
    ///
    /// A setting begins with a word that starts with one of the keys, and lasts until the next begins. So values and the
    /// names of options may have spaces in them, and nothing needs quotation marks.
    pub fn settings<'a>(&self, text: &'a str) -> Result<Vec<Setting<'a>>, SettingError> {
        let mut pieces: Vec<&'a str> = Vec::new();
        let mut begin = None;
        for (at, word) in words(text) {
            if self.begins(word) {
                pieces.extend(begin.map(|begin| text[begin..at].trim_end()));
                begin = Some(at);
            } else if begin.is_none_or(|begin| is_stray(&text[begin..at], word)) {
                return Err(SettingError::Unknown { word: word.to_owned(), keys: *self });
            }
        }
        pieces.extend(begin.map(|begin| text[begin..].trim_end()));
        pieces.into_iter().map(cut).collect()
    }

    fn begins(&self, word: &str) -> bool {
        let is_key = word.split_once('=').is_some_and(|(key, _)| self.words.contains(&key));
        is_key || self.families.iter().any(|family| word.starts_with(family))
    }
}

/// Whether a word with an equals sign, which is no key, stands where only a key could have one. Arguments of a program
/// may look like anything.
fn is_stray(setting: &str, word: &str) -> bool {
    word.contains('=') && setting.contains('=') && !setting.starts_with("args=")
}

fn cut(piece: &str) -> Result<Setting<'_>, SettingError> {
    let (key, value) =
        piece.split_once('=').ok_or_else(|| SettingError::NoValue { setting: piece.to_owned() })?;
    Ok(Setting { key, value })
}

/// What stands between white space, with its place.
fn words(text: &str) -> impl Iterator<Item = (usize, &str)> {
    text.split_whitespace().map(move |word| (word.as_ptr() as usize - text.as_ptr() as usize, word))
}

/// The text is no list of settings.
#[derive(Clone, Debug)]
pub enum SettingError {
    /// A word is no key, nor can it belong to one.
    Unknown {
        /// The word.
        word: String,
        /// What would have been understood.
        keys: Keys,
    },
    /// A setting has no equals sign.
    NoValue {
        /// The setting.
        setting: String,
    },
    /// A value is not what its key wants.
    BadValue {
        /// The key.
        key: String,
        /// The value.
        value: String,
        /// What would have been understood.
        expected: String,
    },
}

impl SettingError {
    /// A value is not what its key wants.
    pub fn bad(setting: Setting<'_>, expected: impl Into<String>) -> Self {
        let Setting { key, value } = setting;
        Self::BadValue { key: key.to_owned(), value: value.to_owned(), expected: expected.into() }
    }
}

impl fmt::Display for SettingError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unknown { word, keys } => {
                write!(f, "unknown setting '{}', expected", word.escape_debug())?;
                let words = keys.words.iter().map(|word| format!("{word}="));
                let families = keys.families.iter().map(|family| format!("{family}NAME="));
                let all: Vec<String> = words.chain(families).collect();
                write!(f, " {}", all.join(" "))
            }
            Self::NoValue { setting } => {
                write!(f, "'{0}' has no value, expected {0}=…", setting.escape_debug())
            }
            Self::BadValue { key, value, expected } => {
                write!(f, "{key}: expected {expected}, not '{}'", value.escape_debug())
            }
        }
    }
}

impl core::error::Error for SettingError {}

/// A positive number with decimals, such as a time in seconds.
pub(crate) fn decimal(setting: Setting<'_>, expected: &str) -> Result<f64, SettingError> {
    let is_plain =
        !setting.value.is_empty() && setting.value.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.');
    let number = setting.value.parse().ok().filter(|&number: &f64| is_plain && number.is_finite());
    number.ok_or_else(|| SettingError::bad(setting, expected))
}

/// A whole number from 1 on.
pub(crate) fn counting(setting: Setting<'_>) -> Result<u64, SettingError> {
    let is_plain = setting.value.bytes().all(|byte| byte.is_ascii_digit());
    let number = setting.value.parse().ok().filter(|&number| is_plain && number > 0);
    number.ok_or_else(|| SettingError::bad(setting, "a whole number from 1 on"))
}

#[cfg(test)]
mod tests {
    use super::*;

    const KEYS: Keys = Keys { words: &["cmd", "name", "tc", "args"], families: &["option.", "env."] };

    #[track_caller]
    fn check(text: &str, expected: &[(&str, &str)]) {
        let found = KEYS.settings(text).expect("they are settings");
        let found: Vec<_> = found.iter().map(|setting| (setting.key, setting.value)).collect();
        assert_eq!(found, expected, "{text}");
    }

    #[track_caller]
    fn check_refused(text: &str, expected: &str) {
        let error = KEYS.settings(text).expect_err("they are not");
        assert_eq!(error.to_string(), expected, "{text}");
    }

    #[test]
    fn settings_last_until_the_next_begins() {
        check("", &[]);
        check("cmd=a", &[("cmd", "a")]);
        check("  cmd=a  tc=8+0.08 ", &[("cmd", "a"), ("tc", "8+0.08")]);
        check("cmd=/my engines/x y name=The Best", &[("cmd", "/my engines/x y"), ("name", "The Best")]);
        check(
            "option.Move Overhead=10 option.Hash=16 name=A",
            &[("option.Move Overhead", "10"), ("option.Hash", "16"), ("name", "A")],
        );
        check("args=--net=x -v --level 3 name=A", &[("args", "--net=x -v --level 3"), ("name", "A")]);
        check("name= cmd=x", &[("name", ""), ("cmd", "x")]);
        check("env.PATH=a=b", &[("env.PATH", "a=b")]);
    }

    #[test]
    fn words_that_belong_nowhere_are_named() {
        let keys = "expected cmd= name= tc= args= option.NAME= env.NAME=";
        check_refused("nmae=x", &format!("unknown setting 'nmae=x', {keys}"));
        check_refused("cmd=x nodse=5", &format!("unknown setting 'nodse=5', {keys}"));
        check_refused("stockfish", &format!("unknown setting 'stockfish', {keys}"));
        check_refused("option.Hash 16", "'option.Hash 16' has no value, expected option.Hash 16=…");
    }
}
