//! Keys of Polyglot opening books.

mod data_files;

use data_files::rows;
use regence_rules::Position;

#[track_caller]
fn check(fen: &str, key: &str) {
    assert_eq!(format!("{:016x}", Position::from_fen(fen).unwrap().polyglot_key()), key, "{fen}");
}

#[test]
fn positions_have_their_polyglot_keys() {
    for row in rows(include_str!("data/polyglot.tsv")) {
        check(row[0], row[1]);
    }
}

/// The key is of the position, however it came about.
#[test]
fn playing_leads_to_the_same_key_as_reading() {
    let mut position = Position::START;
    for uci in ["a2a4", "b7b5", "h2h4", "b5b4", "c2c4"] {
        position = position.play(position.resolve(uci.parse().unwrap()).unwrap());
    }
    assert_eq!(position.polyglot_key(), 0x3c81_23ea_7b06_7637);
    for uci in ["b4c3", "a1a3"] {
        position = position.play(position.resolve(uci.parse().unwrap()).unwrap());
    }
    assert_eq!(position.polyglot_key(), 0x5c3f_9b82_9b27_9560);
}
