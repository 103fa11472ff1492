//! Sentences, as people read them.

use crate::visible::Visible;
use regence_rules::Square;
use std::fmt::Display;

/// What was said as a sentence: with a capital letter, unless it begins with the name of a square, and with a full stop.
pub fn sentence(text: impl Display) -> String {
    let text = text.to_string();
    let begins_with_square =
        text.split([' ', ',', ':']).next().is_some_and(|word| word.parse::<Square>().is_ok());
    let mut letters = text.chars();
    let mut sentence: String = match letters.next() {
        Some(first) if !begins_with_square => first.to_uppercase().chain(letters).collect(),
        _ => text,
    };
    if !sentence.ends_with(['.', '?', '!']) {
        sentence.push('.');
    }
    sentence
}

/// "a", "a and b", "a, b and c".
pub fn list<T: Display>(items: impl IntoIterator<Item = T>) -> String {
    listed(items, "and")
}

/// "a", "a or b", "a, b or c".
pub fn choice<T: Display>(items: impl IntoIterator<Item = T>) -> String {
    listed(items, "or")
}

fn listed<T: Display>(items: impl IntoIterator<Item = T>, last: &str) -> String {
    let items: Vec<String> = items.into_iter().map(|item| item.to_string()).collect();
    match items.split_last() {
        Some((end, start)) if !start.is_empty() => format!("{} {last} {end}", start.join(", ")),
        Some((end, _)) => end.clone(),
        None => String::new(),
    }
}

/// So many of something: "1 half-move", "2 half-moves".
pub fn count(number: usize, thing: &str) -> String {
    format!("{number} {thing}{}", if number == 1 { "" } else { "s" })
}

/// Words from outside so that they can do nothing to a terminal and fill no screen.
pub fn shown(text: &str) -> String {
    Visible(text.trim().as_ref()).to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(text: &str, expected: &str) {
        assert_eq!(sentence(text), expected);
    }

    #[test]
    fn sentences_have_a_capital_and_a_full_stop() {
        check("no knight can go to f6", "No knight can go to f6.");
        check("White wins!", "White wins!");
        check("élan", "Élan.");
        check("", ".");
    }

    #[test]
    fn squares_stay_small() {
        check("e4 is empty", "e4 is empty.");
        check("e4: white pawn", "e4: white pawn.");
        check("e9 is no square", "E9 is no square.");
    }

    #[test]
    fn lists_end_in_and_or_or() {
        assert_eq!(list([""; 0]), "");
        assert_eq!(list(["a"]), "a");
        assert_eq!(list(["a", "b"]), "a and b");
        assert_eq!(choice(["a", "b", "c"]), "a, b or c");
    }
}
