//! Files of EPD, line by line.

use regence_game::epd::{EpdFile, EpdFileError};
use std::io::{self, Read};

const KING: &str = "4k3/8/8/8/8/8/4P3/4K3 w - -";

/// What a file gives: each position's EPD, or the error.
fn read(text: &[u8]) -> Vec<String> {
    EpdFile::new(text).map(|epd| epd.map_or_else(|error| error.to_string(), |epd| epd.to_string())).collect()
}

#[track_caller]
fn check(text: &str, expected: &[&str]) {
    assert_eq!(read(text.as_bytes()), expected, "{text:?}");
}

#[test]
fn lines_are_read_one_after_another() {
    check("", &[]);
    check(KING, &[KING]);
    check(
        &format!("{KING} bm e4;\n{KING} id \"x\";\n"),
        &[&format!("{KING} bm e4;"), &format!("{KING} id \"x\";")],
    );
}

#[test]
fn what_is_around_lines_does_not_matter() {
    check(&format!("\u{feff}{KING}\r\n\r\n# {KING}\n \t\n  {KING} \r\n"), &[KING, KING]);
    assert_eq!(
        read(&[KING.as_bytes(), b" id \"Gr\xfcnfeld\";"].concat()),
        [format!("{KING} id \"Grünfeld\";")]
    );
}

#[test]
fn lines_end_as_they_do_on_any_system() {
    for end in ["\n", "\r\n", "\r"] {
        let text = format!("{KING}{end}{end}{KING} id \"x\";{end}8/8 w - -{end}");
        let kept = format!("{KING} id \"x\";");
        let expected = [KING, &kept, "4:4: 2 ranks, expected 8"];
        check(&text, &expected);
        // The two bytes of one line end may come apart.
        let drops = DropByDrop(text.as_bytes());
        let read =
            EpdFile::new(drops).map(|epd| epd.map_or_else(|error| error.to_string(), |epd| epd.to_string()));
        assert_eq!(read.collect::<Vec<_>>(), expected, "{text:?}");
    }
}

/// Gives a byte at a time.
struct DropByDrop<'a>(&'a [u8]);

impl Read for DropByDrop<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let most = buffer.len().min(1);
        self.0.read(&mut buffer[..most])
    }
}

#[test]
fn a_fen_is_a_position_too() {
    check(
        &format!("{KING} 0 1\n{KING} 5 12\n{KING} 5 12 id \"x\";\n{KING} 5\n"),
        &[
            KING,
            &format!("{KING} hmvc 5; fmvn 12;"),
            &format!("{KING} hmvc 5; fmvn 12; id \"x\";"),
            "4:30: 5 fields, expected 6 with single spaces between them",
        ],
    );
}

#[test]
fn an_error_has_its_place_and_the_next_line_is_read() {
    check(
        &format!("# é\n {KING} c0 \"é\"; bm e4\n{KING}\n8/8 w - -\n"),
        &["2:43: the operation does not end, expected ';'", KING, "4:4: 2 ranks, expected 8"],
    );
}

#[test]
fn a_line_too_long_is_refused_without_being_kept() {
    let long = format!("{KING} c0 \"{}\";", "x".repeat(100_000));
    let refusal = "1:4097: longer than the 4096 bytes that a line may have";
    check(&format!("{long}\n{KING}\n"), &[refusal, KING]);
    let just = format!("{KING} c0 \"{}\";", "x".repeat(4096 - KING.len() - 7));
    assert_eq!(just.len(), 4096);
    check(&format!("{just}\n{KING}\n"), &[&just, KING]);
    check(&format!("{just}\r\n{KING}\n"), &[&just, KING]);
    // Not even if what was left out would be missed by nobody.
    let blanks = " ".repeat(5000);
    check(&format!("{KING}{blanks}\n{blanks}{KING}\n{KING}"), &[refusal, &refusal.replace("1:", "2:"), KING]);
}

#[test]
fn chess960_has_its_own_castling() {
    let line = "1rk1r3/8/8/8/8/8/8/1RK1R3 w EBeb -";
    assert!(matches!(EpdFile::new(line.as_bytes()).next(), Some(Err(EpdFileError::Line { .. }))));
    assert!(matches!(EpdFile::chess960(line.as_bytes()).next(), Some(Ok(_))));
}

/// Fails once its text is over.
struct Broken<'a>(&'a [u8]);

impl Read for Broken<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if self.0.is_empty() { Err(io::Error::other("gone")) } else { self.0.read(buffer) }
    }
}

#[test]
fn an_error_of_the_input_is_the_last_word() {
    let text = format!("{KING}\n{KING}");
    let mut file = EpdFile::new(Broken(text.as_bytes()));
    assert!(file.next().is_some_and(|epd| epd.is_ok()));
    assert!(matches!(file.next(), Some(Err(EpdFileError::Input(_)))));
    assert!(file.next().is_none());
}
