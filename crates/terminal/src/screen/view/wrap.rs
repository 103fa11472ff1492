//! Text that is longer than a row: cut into rows between its words.

use ratatui::text::Span;

/// How many columns a text takes: some letters take two.
pub fn columns(text: &str) -> usize {
    Span::raw(text).width()
}

/// How many columns a letter takes.
pub fn letter_columns(letter: char) -> usize {
    columns(letter.encode_utf8(&mut [0; 4]))
}

/// The beginning of a text that is too long for so many columns, with a sign that there is more.
pub fn cut(text: &str, width: usize) -> String {
    let mut length = 0;
    let fits = |letter: &char| {
        length += letter_columns(*letter);
        length < width
    };
    text.chars().take_while(fits).chain(['…']).collect()
}

/// The rows of a text that is at most so many columns wide. A word that is longer than a row is cut.
pub fn wrap(text: &str, width: usize) -> Vec<String> {
    let width = width.max(1);
    let mut rows: Vec<String> = Vec::new();
    let mut row = String::new();
    let mut length = 0;
    for word in text.split(' ') {
        if length > 0 && length + 1 + columns(word) > width {
            rows.push(core::mem::take(&mut row));
            length = 0;
        } else if length > 0 {
            row.push(' ');
            length += 1;
        }
        for letter in word.chars() {
            let wide = letter_columns(letter);
            if length > 0 && length + wide > width {
                rows.push(core::mem::take(&mut row));
                length = 0;
            }
            row.push(letter);
            length += wide;
        }
    }
    rows.push(row);
    rows
}

/// The first so many rows of a text; if there are more, the last of them goes on, so that it is seen to be cut.
pub fn wrap_into(text: &str, width: usize, rows: usize) -> Vec<String> {
    let mut all = wrap(text, width);
    if all.len() > rows.max(1) {
        let rest = all.split_off(rows.max(1) - 1).join(" ");
        all.push(rest);
    }
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(text: &str, width: usize, expected: &[&str]) {
        assert_eq!(wrap(text, width), expected, "{text:?}");
    }

    #[test]
    fn rows_end_between_words() {
        check("", 5, &[""]);
        check("one two", 7, &["one two"]);
        check("one two", 6, &["one", "two"]);
        check("a longish word", 4, &["a", "long", "ish", "word"]);
        check("ä ö ü", 3, &["ä ö", "ü"]);
        check("x", 0, &["x"]);
    }

    #[test]
    fn long_names_are_cut_to_a_width() {
        assert_eq!(cut("Anna Karenina", 6), "Anna …");
        assert_eq!(cut("王王王", 4), "王…");
    }

    #[test]
    fn what_does_not_fit_stays_in_the_last_row_to_be_cut_there() {
        assert_eq!(wrap_into("one two three", 5, 2), ["one", "two three"]);
        assert_eq!(wrap_into("one two", 5, 2), ["one", "two"]);
    }
}
