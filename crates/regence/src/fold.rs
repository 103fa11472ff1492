//! Compares names as people type them: without regard to case and accents.

/// A name in lower case and without the accents of Latin letters.
pub fn fold(name: &str) -> String {
    name.chars().flat_map(char::to_lowercase).map(without_accent).collect()
}

fn without_accent(letter: char) -> char {
    match letter {
        'à'..='å' | 'ā' | 'ă' | 'ą' => 'a',
        'ç' | 'ć' | 'č' => 'c',
        'ď' | 'đ' => 'd',
        'è'..='ë' | 'ē' | 'ė' | 'ę' | 'ě' => 'e',
        'ğ' | 'ģ' => 'g',
        'ì'..='ï' | 'ī' | 'į' | 'ı' => 'i',
        'ķ' => 'k',
        'ļ' | 'ľ' | 'ł' => 'l',
        'ñ' | 'ń' | 'ņ' | 'ň' => 'n',
        'ò'..='ö' | 'ø' | 'ō' | 'ő' => 'o',
        'ŕ' | 'ř' => 'r',
        'ś' | 'ş' | 'š' | 'ș' => 's',
        'ţ' | 'ť' | 'ț' => 't',
        'ù'..='ü' | 'ū' | 'ů' | 'ű' | 'ų' => 'u',
        'ý' | 'ÿ' => 'y',
        'ź' | 'ż' | 'ž' => 'z',
        other => other,
    }
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
        check("İ 棋", "i\u{307} 棋");
    }
}
