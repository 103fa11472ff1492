//! What a name looks like, so that nobody can be taken for somebody else.

use crate::player::fold;
use std::collections::BTreeSet;
use unicode_normalization::UnicodeNormalization;

/// How a name looks: as it is written, in small letters and in capitals, each with one letter for all those that look alike
/// (the skeletons of Unicode Technical Standard 39), without regard to case. Two names that have one of these in common can
/// be taken for each other: `Bill` and `BiIl`, `BOB` and `ВОВ` in Cyrillic, `Ann` and `Ａｎｎ`.
pub fn likenesses(name: &str) -> BTreeSet<String> {
    let name: String = name.nfkc().collect();
    let forms = [fold(&name), name.to_uppercase(), name];
    forms.iter().map(|form| fold(&unicode_security::skeleton(form).collect::<String>())).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(one: &str, other: &str, are_alike: bool) {
        assert_eq!(!likenesses(one).is_disjoint(&likenesses(other)), are_alike, "{one} and {other}");
    }

    #[test]
    fn names_that_differ_by_case_width_or_script_alone_are_alike() {
        check("Ann", "aNN", true);
        check("Ann", "Ａｎｎ", true);
        check("Ann", "\u{410}nn", true);
        check("BOB", "\u{412}\u{41e}\u{412}", true);
        check("soso", "\u{455}\u{43e}\u{455}\u{43e}", true);
        check("Bill", "BiIl", true);
        check("Bill", "biIl", true);
        check("Paul", "PauI", true);
        check("Lee", "Iee", true);
        check("Zoe\u{301}", "Zo\u{e9}", true);
        check("modern", "modem", true);
        check("Straße", "STRASSE", true);
        check("Otto", "0tt0", true);
        check("ﬁsher", "Fisher", true);
    }

    #[test]
    fn other_names_are_not() {
        check("Ann", "Anna", false);
        check("Zoe", "Zo\u{e9}", false);
        check("Ann", "An n", false);
        check("Сергей", "Sergei", false);
        check("丁立人", "丁立八", false);
        check("Bob7", "Bob8", false);
    }
}
