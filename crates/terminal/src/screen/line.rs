//! The line in which moves and commands are written.

/// No line gets longer, in characters: no position and no path does, and what was pasted by mistake holds nobody up.
const LONGEST: usize = 4096;

/// A line of text being written, with a cursor.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Line {
    text: String,
    /// How many characters stand before the cursor.
    at: usize,
}

impl Line {
    /// A line that holds this already.
    pub fn new(text: impl Into<String>) -> Self {
        let text = text.into();
        let at = text.chars().count();
        Self { text, at }
    }

    /// What stands in it.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// How many characters stand before the cursor.
    pub fn cursor(&self) -> usize {
        self.at
    }

    fn byte(&self, at: usize) -> usize {
        self.text.char_indices().nth(at).map_or(self.text.len(), |(byte, _)| byte)
    }

    /// Writes a character at the cursor.
    pub fn insert(&mut self, letter: char) {
        self.insert_text(letter.encode_utf8(&mut [0; 4]));
    }

    /// Writes text at the cursor, as much of it as there is room for. What would act on the terminal is left out.
    pub fn insert_text(&mut self, text: &str) {
        let room = LONGEST.saturating_sub(self.text.chars().count());
        let letters: Vec<char> = text.chars().filter(|letter| !letter.is_control()).take(room).collect();
        self.text.insert_str(self.byte(self.at), &letters.iter().collect::<String>());
        self.at += letters.len();
    }

    /// Takes away the character before the cursor; `false` if there is none.
    pub fn backspace(&mut self) -> bool {
        let Some(before) = self.at.checked_sub(1) else { return false };
        self.text.remove(self.byte(before));
        self.at = before;
        true
    }

    /// Takes away the character behind the cursor.
    pub fn delete(&mut self) {
        if self.byte(self.at) < self.text.len() {
            self.text.remove(self.byte(self.at));
        }
    }

    /// Moves the cursor by so many characters.
    pub fn step(&mut self, by: isize) {
        self.at = self.at.saturating_add_signed(by).min(self.text.chars().count());
    }

    /// Moves the cursor to the beginning or the end.
    pub fn go_to_edge(&mut self, end: bool) {
        self.at = if end { self.text.chars().count() } else { 0 };
    }

    /// Takes everything away.
    pub fn clear(&mut self) {
        *self = Self::default();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_are_written_and_taken_away_where_the_cursor_is() {
        let mut line = Line::new("Nä3");
        line.step(-1);
        assert!(line.backspace());
        line.insert('f');
        assert_eq!((line.text(), line.cursor()), ("Nf3", 2));
        line.go_to_edge(false);
        assert!(!line.backspace());
        line.delete();
        line.insert_text("B\u{1b}");
        assert_eq!(line.text(), "Bf3");
        line.step(99);
        line.delete();
        assert_eq!(line.cursor(), 3);
    }

    #[test]
    fn nothing_makes_a_line_endless() {
        let mut line = Line::new("ab");
        line.step(-1);
        line.insert_text(&"ä".repeat(1_000_000));
        assert_eq!((line.text().chars().count(), line.cursor()), (LONGEST, LONGEST - 1));
        assert!(line.text().ends_with("äb"));
        line.insert('c');
        assert_eq!(line.cursor(), LONGEST - 1);
    }
}
