//! What the program says about itself.

use crate::program::{check, commands, flags, stdout};

#[test]
fn help_is_given_to_whoever_asks() {
    let help = stdout(&["help"]);
    assert!(help.starts_with("Regence: "), "{help}");
    for words in [&["--help"][..], &["-h"], &["help", "help"], &["help", "--help"], &["-h", "-h"]] {
        check(words, &help);
    }
}

#[test]
fn every_command_has_its_own_help() {
    assert!(commands().len() > 5);
    for command in commands().iter().map(String::as_str).filter(|&command| command != "help") {
        let help = stdout(&["help", command]);
        assert!(help.contains(&format!("Usage: regence {command}")), "{help}");
        check(&[command, "--help"], &help);
        check(&[command, "-h"], &help);
        check(&["--help", command], &help);
        check(&[command, "--no-such-flag", "--help"], &help);
    }
    check(&["help", "pgn", "check"], &stdout(&["help", "pgn"]));
    check(&["help", "games", "import"], &stdout(&["help", "games"]));
}

#[test]
fn help_fits_the_width_of_a_wide_terminal_and_is_ascii() {
    for topic in commands() {
        let words = &["help", topic.as_str()];
        let help = stdout(words);
        assert!(help.is_ascii(), "{words:?}");
        assert!(help.lines().all(|line| line.len() <= 120), "{words:?}");
    }
}

#[test]
fn the_manual_page_says_what_help_says() {
    let page = stdout(&["man"]);
    assert!(page.starts_with(".TH REGENCE 1 "), "{page}");
    let plain = page.replace("\\-", "-");
    for command in commands() {
        assert!(plain.contains(&format!("\\fB{command}\\fR")), "{command}");
        for flag in flags(&command) {
            assert!(plain.contains(&flag), "{command} {flag}");
        }
    }
    // Whatever begins with a dot is a request that roff knows.
    let known = [".TH", ".SH", ".TP", ".PP", ".nf", ".fi", ".B", ".RI"];
    for line in page.lines().filter(|line| line.starts_with(['.', '\''])) {
        assert!(known.contains(&line.split(' ').next().unwrap_or_default()), "{line}");
    }
}

#[test]
fn the_version_is_said_in_one_line() {
    let expected = format!("regence {}\n", env!("CARGO_PKG_VERSION"));
    check(&["--version"], &expected);
    check(&["-V"], &expected);
}
