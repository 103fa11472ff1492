//! The line in which moves and commands are written.

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

    /// Writes a character at the cursor. What would act on the terminal is left out.
    pub fn insert(&mut self, letter: char) {
        if !letter.is_control() {
            self.text.insert(self.byte(self.at), letter);
            self.at += 1;
        }
    }

    /// Writes text at the cursor.
    pub fn insert_text(&mut self, text: &str) {
        text.chars().for_each(|letter| self.insert(letter));
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
}
