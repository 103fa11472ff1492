//! `regence eval`, as a shell sees it: whatever the weights are, the table adds up and the two forms agree.

use std::process::Command;

const MIDDLEGAME: &str = "r2q1rk1/pp1nbppp/2p1pn2/3p1b2/3P1B2/2NBPN2/PPPQ1PPP/R3K2R w KQ - 4 9";
const OPPOSITE_BISHOPS: &str = "8/8/4k3/4b3/4PP2/3BK3/8/8 w - - 0 1";
const DRAWN: &str = "8/8/8/3k4/8/8/8/NN2K3 w - - 0 1";
const WON: &str = "8/8/8/3k4/8/8/8/R3K3 b - - 0 1";

fn eval(words: &[&str]) -> String {
    let output = Command::new(env!("CARGO_BIN_EXE_regence")).arg("eval").args(words).output().unwrap();
    assert_eq!(String::from_utf8_lossy(&output.stderr), "", "{words:?}");
    String::from_utf8(output.stdout).unwrap()
}

/// The last number of a line of the table, in hundredths.
fn last_number(line: &str) -> Option<i32> {
    let number: f64 = line.split_whitespace().last()?.parse().ok()?;
    Some((number * 100.0).round() as i32)
}

/// The number after a name in a JSON text, the last time it stands there.
fn number_in(json: &str, name: &str) -> i32 {
    let (_, rest) = json.rsplit_once(&format!("\"{name}\":")).unwrap();
    let digits: String = rest.chars().take_while(|letter| "-0123456789".contains(*letter)).collect();
    digits.parse().unwrap()
}

/// Topics and what the ending takes away add up to the total; so do the terms of each topic; JSON says the same.
#[track_caller]
fn check(fen: &str) -> i32 {
    let table = eval(&["--fen", fen]);
    let (mut topics, mut terms, mut total) = (0, 0, None);
    for line in table.lines().skip(4) {
        let Some(number) = last_number(line) else { continue };
        if line.starts_with("total") {
            total = Some(number);
        } else if line.starts_with("  ") {
            terms += number;
        } else {
            topics += number;
            // These have no terms below them, or are terms themselves.
            terms += if ["space", "tempo", "drawish"].iter().any(|name| line.starts_with(name)) {
                number
            } else {
                0
            };
        }
    }
    assert_eq!(Some(topics), total, "{table}");
    assert_eq!(Some(terms), total, "{table}");
    let json = eval(&["--json", "--fen", fen]);
    assert_eq!(Some(number_in(&json, "total")), total, "{json}");
    let adds: i32 =
        json.split("\"adds\":").skip(1).map(|rest| number_in(&format!("\"x\":{rest}"), "x")).sum();
    assert_eq!(Some(adds + number_in(&json, "drawishness")), total, "{json}");
    topics
}

#[test]
fn the_table_adds_up_and_json_agrees() {
    check(MIDDLEGAME);
    check(OPPOSITE_BISHOPS);
    assert_eq!(check(DRAWN), 0);
    assert!(check(WON) > 500);
}

#[test]
fn a_drawish_ending_is_told() {
    assert!(eval(&["--fen", OPPOSITE_BISHOPS]).contains("drawish ending, 28/64 count"));
    assert!(!eval(&["--fen", MIDDLEGAME]).contains("drawish"));
}

#[test]
fn the_start_is_worth_the_right_to_move() {
    let table = eval(&[]);
    let tempo = table.lines().find(|line| line.starts_with("tempo")).and_then(last_number);
    let total = table.lines().find(|line| line.starts_with("total")).and_then(last_number);
    assert_eq!(tempo, total, "{table}");
    assert!(tempo > Some(0), "{table}");
}

#[test]
fn chess960_castling_is_read() {
    let json = eval(&["--json", "--chess960", "--fen", "rk2r3/8/8/8/8/8/8/RK2R3 w EAea - 3 9"]);
    assert!(json.contains("\"MayCastle\""), "{json}");
}
