//! `regence review`, as a shell sees it: what was wrong with bad moves in words, and games with notes.

mod piped;

use std::fs;
use std::process::Output;

const GAMES: &str = "\
[White \"Teacher\"]
[Black \"\u{1b}[31mPupil\"]
[Result \"1-0\"]

1. e4 e5 2. Qh5 Nc6 {a defender} 3. Bc4 Nf6 4. Qxf7# 1-0
";

fn run(words: &[&str], input: &str) -> Output {
    piped::run(&[&["review"], words].concat(), input.as_bytes())
}

#[test]
fn a_bad_move_is_explained_and_noted() {
    let file = std::env::temp_dir().join(format!("regence-review-{}.pgn", std::process::id()));
    let output = run(&["-", "--depth", "6", "-o", file.to_str().expect("UTF-8")], GAMES);
    let (text, errors) = (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    assert_eq!((errors.as_ref(), output.status.code()), ("", Some(0)));
    assert!(text.starts_with("game 1: Teacher - "), "{text}");
    assert!(text.lines().next().is_some_and(|line| line.ends_with("Pupil, 1-0")), "{text}");
    assert!(!text.contains('\u{1b}'), "{text}");
    assert!(text.contains("\nC20 King's Pawn Game: Wayward Queen Attack\n"), "{text}");
    assert!(text.contains("\nThe game turned with 3... Nf6. Allows mate: Qxf7#. Better was "), "{text}");
    assert!(text.lines().any(|line| line.starts_with("  3... Nf6??     Allows mate: Qxf7#.")), "{text}");
    let noted = fs::read_to_string(&file).expect("a file");
    fs::remove_file(&file).expect("it can be removed");
    let noted = noted.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(noted.contains("3... Nf6 $4 {[%eval #1] Allows mate: Qxf7#. Better was "), "{noted}");
    assert!(noted.contains(" a defender}"), "{noted}");
}

#[test]
fn bad_games_and_other_rules_are_named_and_the_others_reviewed() {
    let games = "1. e4 e5 2. Ke3 *\n\n[Variant \"From Position\"]\n\n1. d4 *\n";
    let output = run(&["-", "--depth", "3"], games);
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(errors.starts_with("regence: '-', game 1, "), "{errors}");
    assert_eq!(errors.lines().count(), 1, "{errors}");
    assert!(String::from_utf8_lossy(&output.stdout).starts_with("\ngame 2: ? - ?, *\n"));
    assert_eq!(output.status.code(), Some(1));
}

#[test]
fn wrong_wishes_are_refused() {
    for (words, reason) in [
        (&[][..], "`review` needs a file of games"),
        (&["a.pgn", "b.pgn"][..], "unexpected 'b.pgn' for `review`"),
        (&["--depth", "0", "-"][..], "--depth"),
        (&["no/such/file.pgn"][..], "no/such/file.pgn"),
    ] {
        let output = run(words, "");
        let errors = String::from_utf8_lossy(&output.stderr);
        assert!(errors.contains(reason), "{words:?}: {errors}");
        assert_eq!((errors.lines().count(), output.status.code()), (1, Some(2)), "{words:?}: {errors}");
        assert!(output.stdout.is_empty());
    }
}
