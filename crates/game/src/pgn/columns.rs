//! Words set in lines that are not too long.

/// No line has more characters, unless a single word does.
const WIDTH: usize = 79;

/// Lines of text that fill up with words.
#[derive(Default)]
pub struct Columns {
    text: String,
    /// How many characters the last line has.
    used: usize,
    /// The last word, not yet set: something may still be attached to it.
    pending: String,
    /// Whether the next word is attached to the last one.
    is_open: bool,
}

impl Columns {
    /// Adds a word, after a space or on a new line.
    pub fn word(&mut self, word: &str) {
        if !core::mem::take(&mut self.is_open) {
            self.set();
        }
        self.pending.push_str(word);
    }

    /// Adds what the next word is attached to.
    pub fn open(&mut self, bracket: &str) {
        self.word(bracket);
        self.is_open = true;
    }

    /// Attaches something to the last word.
    pub fn close(&mut self, bracket: &str) {
        self.pending.push_str(bracket);
        self.is_open = false;
    }

    /// Adds the words of a text, which may be parted.
    pub fn words(&mut self, text: &str) {
        for part in parts(text) {
            self.word(part);
        }
    }

    /// Adds a text that goes to the end of its line, behind a semicolon; what does not fit goes on behind another.
    pub fn line_comment(&mut self, text: &str) {
        // A bracket may stand before it.
        const ROOM: usize = WIDTH - 1;
        let mut line = String::from(";");
        for part in parts(text) {
            if line.len() > 1 && line.chars().count() + 1 + part.chars().count() > ROOM {
                self.word(&line);
                self.end_line();
                line.truncate(1);
            }
            line.push(' ');
            line.push_str(part);
        }
        self.word(&line);
        self.end_line();
    }

    /// Ends the line, if there is anything in it.
    pub fn end_line(&mut self) {
        self.set();
        if self.used > 0 {
            self.text.push('\n');
            self.used = 0;
        }
    }

    /// Sets the last word: after a space or, if it no longer fits, on a new line.
    fn set(&mut self) {
        if self.pending.is_empty() {
            return;
        }
        let length = self.pending.chars().count();
        if self.used > 0 && self.used + 1 + length > WIDTH {
            self.text.push('\n');
            self.used = 0;
        }
        if self.used > 0 {
            self.text.push(' ');
            self.used += 1;
        }
        self.text.push_str(&self.pending);
        self.used += length;
        self.pending.clear();
    }

    /// All lines, each with its end.
    pub fn finish(mut self) -> String {
        self.end_line();
        self.text
    }
}

/// The parts of a text. It may be parted wherever there is a single space between words, but not before a percent sign: at
/// the start of a line it would hide that line. A command such as `[%clk 0:03:00]` stays on one line, as programs look for it
/// there.
fn parts(text: &str) -> Vec<&str> {
    // Any other space beside it would be lost at the end of a line.
    let may_part = |at: usize| {
        let (ahead, behind) = (&text[..at], &text[at + 1..]);
        !ahead.ends_with(char::is_whitespace)
            && !behind.starts_with(|next: char| next == '%' || next.is_whitespace())
            && !ahead.is_empty()
            && !behind.is_empty()
    };
    let (mut parts, mut start) = (Vec::new(), 0);
    let mut kept = end_of_command(text);
    for (at, _) in text.match_indices(' ').filter(|&(at, _)| may_part(at)) {
        if at > kept {
            parts.push(&text[start..at]);
            start = at + 1;
            kept = start + end_of_command(&text[start..]);
        }
    }
    parts.push(&text[start..]);
    parts
}

/// Where the command ends with which a text begins, if there is one and it fits into a line with brackets around it.
fn end_of_command(text: &str) -> usize {
    const LONGEST: usize = WIDTH - 9;
    let mut letters = text.char_indices().take(if text.starts_with("[%") { LONGEST } else { 0 });
    letters.find(|&(_, letter)| letter == ']').map_or(0, |(end, _)| end)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(texts: &[&str], expected: &str) {
        let mut columns = Columns::default();
        for text in texts {
            columns.words(text);
        }
        assert_eq!(columns.finish(), expected);
    }

    #[test]
    fn lines_break_at_single_spaces_only() {
        let long = "x".repeat(70);
        check(&[], "");
        check(&["a b", "c"], "a b c\n");
        check(&[&long, "12345678"], &format!("{long} 12345678\n"));
        check(&[&long, "123456789"], &format!("{long}\n123456789\n"));
        check(&[&long, "1234  56789 a"], &format!("{long}\n1234  56789 a\n"));
        check(&[&long, "1234 \t56789\u{a0} a"], &format!("{long}\n1234 \t56789\u{a0} a\n"));
        check(&[&long, "1 %23456789"], &format!("{long}\n1 %23456789\n"));
        let clock = "[%clk 1:30:00]";
        check(&[&long, &format!("{clock} {clock} a")], &format!("{long}\n{clock} {clock} a\n"));
        check(&[&format!("{long} a {clock}")], &format!("{long} a\n{clock}\n"));
        let endless = "x".repeat(75);
        check(&[&format!("a [%x {endless}]")], &format!("a [%x\n{endless}]\n"));
        let longer = "é".repeat(100);
        check(&["a", &longer, "b"], &format!("a\n{longer}\nb\n"));
    }

    #[test]
    fn comments_to_the_end_of_the_line_go_on_behind_another_semicolon() {
        let mut columns = Columns::default();
        columns.word("e4");
        columns.line_comment("a } b");
        columns.open("(");
        columns.line_comment(&format!("{} 123456 }} 7", "x".repeat(69)));
        columns.word("d4");
        let expected = format!("e4 ; a }} b\n(; {} 123456\n; }} 7\nd4\n", "x".repeat(69));
        assert_eq!(columns.finish(), expected);
    }

    #[test]
    fn brackets_hug_their_words() {
        let mut columns = Columns::default();
        columns.word("a");
        columns.open("(");
        columns.open("{");
        columns.words("b c");
        columns.close("}");
        columns.word("d");
        columns.close(")");
        columns.end_line();
        columns.close(")");
        columns.word("e");
        assert_eq!(columns.finish(), "a ({b c} d)\n) e\n");
    }
}
