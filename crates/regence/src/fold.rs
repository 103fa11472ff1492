//! Compares names as people type them: without regard to case and accents.

use regence_terminal::letters::without_accents;

/// A name in lower case and without the accents of Latin letters.
pub fn fold(name: &str) -> String {
    without_accents(name).flat_map(char::to_lowercase).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(name: &str, folded: &str) {
        assert_eq!(fold(name), folded);
    }

    #[test]
    fn case_and_accents_do_not_matter() {
        check("Réti Opening", "reti opening");
        check("GRÜNFELD", "grunfeld");
        check("Kádas", "kadas");
        check("Ľuboš Ftáčnik", "lubos ftacnik");
        check("İ 棋", "i 棋");
        check("Re\u{301}ti", "reti");
    }
}
