//! Asks the terminal how light its background is, and picks the answer out of what is typed.
//!
//! The answer comes as if somebody had typed it, at once or, over a slow line, after a while, or never. So nobody waits
//! for it: whatever is read goes through an [`Ear`], which knows the answer by its letters and keeps it from being taken
//! for keys.

use super::look::Shade;
use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers};

/// The question. It ends with a bell, so that the answer does, too: one byte cannot be torn apart on its way.
pub const QUESTION: &str = "\x1b]11;?\x07";

/// What the answer begins with, after the signs that introduce it.
const BEGINNING: &str = "11;rgb";

/// No answer is longer.
const LONGEST: usize = 40;

/// Whether a terminal of this name can be asked: some know no questions, and would show them.
pub fn can_be_asked(term: &str) -> bool {
    cfg!(unix) && !matches!(term, "" | "dumb" | "linux" | "cons25" | "emacs")
}

/// Hears keys, and the answer among them.
#[derive(Default)]
pub struct Ear {
    /// What may yet become the answer.
    held: Vec<KeyEvent>,
}

/// What was heard.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Heard {
    /// Keys, or nothing yet.
    Keys(Vec<KeyEvent>),
    /// The answer.
    Background(Shade),
}

impl Ear {
    /// Hears a key.
    pub fn hear(&mut self, key: KeyEvent) -> Heard {
        let is_alt = key.modifiers.contains(KeyModifiers::ALT);
        let is_control = key.modifiers.contains(KeyModifiers::CONTROL);
        if self.held.is_empty() {
            // An escape sign makes an Alt of what follows.
            let is_beginning = is_alt && key.code == KeyCode::Char(']');
            if !is_beginning {
                return Heard::Keys(vec![key]);
            }
            self.held.push(key);
            return Heard::Keys(Vec::new());
        }
        self.held.push(key);
        let is_end = match key.code {
            KeyCode::Char('g') => is_control,
            KeyCode::Char('\\') => is_alt,
            _ => false,
        };
        let text = self.text();
        if is_end && let Some(shade) = read(text.trim_end_matches(['g', '\\'])) {
            self.held.clear();
            return Heard::Background(shade);
        }
        if is_end || !may_become_answer(&text) {
            return Heard::Keys(core::mem::take(&mut self.held));
        }
        Heard::Keys(Vec::new())
    }

    /// What has been held back, but for the first sign.
    fn text(&self) -> String {
        let letter = |key: &KeyEvent| match key.code {
            KeyCode::Char(letter) => letter,
            _ => '\0',
        };
        self.held.iter().skip(1).map(letter).collect()
    }
}

/// Whether a text is how an answer begins.
fn may_become_answer(text: &str) -> bool {
    let is_color = |rest: &str| {
        let rest = rest.strip_prefix('a').unwrap_or(rest);
        let rest = rest.strip_prefix(':').unwrap_or(rest);
        rest.chars().all(|letter| letter.is_ascii_hexdigit() || letter == '/')
    };
    text.len() <= LONGEST
        && (BEGINNING.starts_with(text) || text.strip_prefix(BEGINNING).is_some_and(is_color))
}

/// Reads an answer such as `11;rgb:ffff/ffff/dddd`: one to four digits for each of red, green and blue.
fn read(text: &str) -> Option<Shade> {
    let (kind, color) = text.strip_prefix(BEGINNING)?.split_once(':')?;
    if !matches!(kind, "" | "a") {
        return None;
    }
    let part = |digits: &str| {
        let most = match digits.len() {
            1..=4 => 16_f64.powi(digits.len() as i32) - 1.0,
            _ => return None,
        };
        u32::from_str_radix(digits, 16).ok().map(|value| f64::from(value) / most)
    };
    let parts = color.split('/').map(part).collect::<Option<Vec<f64>>>()?;
    let [red, green, blue, ..] = parts[..] else { return None };
    // As bright as it looks: the eye sees green best and blue least.
    let brightness = 0.299 * red + 0.587 * green + 0.114 * blue;
    Some(if brightness > 0.5 { Shade::Light } else { Shade::Dark })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn key(letter: char, modifiers: KeyModifiers) -> KeyEvent {
        KeyEvent::new(KeyCode::Char(letter), modifiers)
    }

    /// Keys as they come for a text: `~` begins an answer, `^` is a bell, `\` the end of a string.
    fn keys(text: &str) -> Vec<KeyEvent> {
        let modifiers = |letter: char| match letter {
            '~' | '\\' => KeyModifiers::ALT,
            '^' => KeyModifiers::CONTROL,
            'A'..='Z' => KeyModifiers::SHIFT,
            _ => KeyModifiers::NONE,
        };
        let letter = |sign: char| match sign {
            '~' => ']',
            '^' => 'g',
            other => other,
        };
        text.chars().map(|sign| key(letter(sign), modifiers(sign))).collect()
    }

    #[track_caller]
    fn check(typed: &str, rest: &str, answer: Option<Shade>) {
        let (mut ear, mut left, mut heard) = (Ear::default(), Vec::new(), None);
        for key in keys(typed) {
            match ear.hear(key) {
                Heard::Keys(keys) => left.extend(keys),
                Heard::Background(shade) => heard = Some(shade),
            }
        }
        assert_eq!((left, heard), (keys(rest), answer), "{typed}");
    }

    #[test]
    fn answers_are_picked_out_of_what_is_typed() {
        check("~11;rgb:ffff/ffff/dddd^", "", Some(Shade::Light));
        check("~11;rgb:FDFD/F6F6/E3E3\\", "", Some(Shade::Light));
        check("e~11;rgb:0000/2b2b/3636^4", "e4", Some(Shade::Dark));
        check("~11;rgb:f/f/f^", "", Some(Shade::Light));
        check("~11;rgba:00/00/ff/ff^", "", Some(Shade::Dark));
    }

    #[test]
    fn whatever_else_is_typed_stays() {
        check("Nf3]g\\", "Nf3]g\\", None);
        check("~e4", "~e4", None);
        check("~11;rgb:white^e", "~11;rgb:white^e", None);
        check("~11;rgb:12345/0/0^", "~11;rgb:12345/0/0^", None);
        check("~11;rgb:ff/ff^", "~11;rgb:ff/ff^", None);
        let endless = format!("~11;rgb:{}", "f".repeat(60));
        check(&endless, &endless, None);
    }
}
