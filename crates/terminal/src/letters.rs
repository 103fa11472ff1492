//! Letters without what is above, below or through them: for terminals that show no others, and for people who type none.

use unicode_normalization::UnicodeNormalization;
use unicode_normalization::char::is_combining_mark;

/// A text whose Latin letters have no accents. Case and everything else stay as they are.
pub fn without_accents(text: &str) -> impl Iterator<Item = char> {
    // An accent may be a sign of its own, after its letter.
    text.chars().filter(|&sign| !is_combining_mark(sign)).map(without_accent)
}

fn without_accent(letter: char) -> char {
    match letter {
        // What goes through a letter is no accent to Unicode.
        'Đ' | 'Ð' => 'D',
        'đ' | 'ð' => 'd',
        'Ħ' => 'H',
        'ħ' => 'h',
        'ı' => 'i',
        'Ł' => 'L',
        'ł' => 'l',
        'Ø' => 'O',
        'ø' => 'o',
        'ẞ' => 'S',
        'ß' => 's',
        'Ŧ' => 'T',
        'ŧ' => 't',
        // Letters of other scripts are others with their accents, or syllables.
        _ => Some(letter).into_iter().nfd().next().filter(char::is_ascii_alphabetic).unwrap_or(letter),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(text: &str, expected: &str) {
        assert_eq!(without_accents(text).collect::<String>(), expected);
    }

    #[test]
    fn latin_letters_lose_their_accents() {
        check("Grünfeld, Réti, Kádas", "Grunfeld, Reti, Kadas");
        check("Ľuboš Ftáčnik, İzmir, Nguyễn", "Lubos Ftacnik, Izmir, Nguyen");
        check("Øystein, Łódź, Đorđe, Weiß, Kısa", "Oystein, Lodz, Dorde, Weis, Kisa");
    }

    #[test]
    fn accents_that_stand_by_themselves_are_left_out() {
        check("Re\u{301}ti", "Reti");
    }

    #[test]
    fn everything_else_stays() {
        check("e4! 1–0 棋 한 й", "e4! 1–0 棋 한 й");
    }
}
