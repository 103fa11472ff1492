//! Any bytes may come in: no reader panics, and what it accepts can be written and read again.
#![cfg(feature = "alloc")]

mod data_files;
mod random;

use data_files::{bytes, perft_positions, rows};
use random::Random;
use regence_rules::{ParseFenError, Position, San, SanError, Setup, UciMove};

/// Letters that FEN, UCI and SAN are made of, and some that they are not.
const LETTERS: &[u8] = b"PNBRQKpnbrqk12345678///// wb-KQkqabcdefgh0O=+#x!?()ep.\t\n\0\x1b\x7f\xff\xc3\xa9";

#[track_caller]
fn check_fen(bytes: &[u8], result: Result<Position, ParseFenError>) {
    match result {
        Ok(position) => {
            assert_eq!(Position::from_fen_chess960(&position.fen()), Ok(position));
            assert_eq!(Position::from_fen_chess960(&position.shredder_fen()), Ok(position));
            assert_eq!(Setup::from(position).build(), Ok(position));
            let moves = position.legal_moves();
            assert_eq!(moves.is_empty(), !position.has_legal_moves(), "{position}");
            // The next positions are legal ones too.
            for mv in moves {
                let next = position.play(mv);
                assert_eq!(Setup::from(next).build(), Ok(next), "{position} {mv}");
            }
        }
        Err(error) => {
            let message = error.to_string();
            assert!(error.at <= bytes.len(), "{} {error:?}", bytes.escape_ascii());
            assert!(!message.is_empty() && !message.chars().any(char::is_control), "{message:?}");
        }
    }
}

/// Reads bytes as everything there is.
#[track_caller]
fn check(bytes: &[u8]) {
    let orthodox = Position::from_fen_bytes(bytes);
    let chess960 = Position::from_fen_chess960_bytes(bytes);
    check_fen(bytes, orthodox);
    check_fen(bytes, chess960);
    if let Ok(position) = orthodox {
        assert_eq!(chess960, Ok(position), "what is orthodox is Chess960 too");
    }
    if let Ok(text) = str::from_utf8(bytes) {
        let lenient = Position::from_fen_lenient(text);
        check_fen(bytes, lenient);
        if let Ok(position) = chess960 {
            assert_eq!(lenient, Ok(position), "what is strictly right is right");
        }
    }
    match UciMove::from_bytes(bytes) {
        Ok(written) => {
            assert_eq!(written.to_string().as_bytes(), bytes);
            let _ = Position::START.resolve(written);
        }
        Err(error) => assert!(!error.to_string().is_empty()),
    }
    check_san(bytes, &Position::START);
}

#[track_caller]
fn check_san(bytes: &[u8], position: &Position) {
    match San::from_bytes(bytes) {
        Ok(san) => assert_eq!(san.to_string().parse(), Ok(san), "{}", bytes.escape_ascii()),
        Err(error) => assert!(error.at <= bytes.len(), "{} {error:?}", bytes.escape_ascii()),
    }
    let read = position.parse_san_bytes(bytes);
    let patiently =
        San::from_bytes(bytes).map_err(SanError::Syntax).and_then(|san| position.resolve_san(&san));
    assert_eq!(read, patiently, "both readers find the same: {position} {}", bytes.escape_ascii());
    match read {
        Ok(mv) => {
            assert!(position.legal_moves().contains(&mv), "{position} {}", bytes.escape_ascii());
            assert_eq!(position.parse_san(&position.san(mv).to_string()), Ok(mv), "{position}");
        }
        Err(error) => assert!(!error.to_string().chars().any(char::is_control)),
    }
}

/// One to three small accidents: a byte changed, left out, doubled or put in.
fn mutated(random: &mut Random, bytes: &[u8]) -> Vec<u8> {
    let mut bytes = bytes.to_vec();
    for _ in 0..=random.below(3) {
        let at = random.below(bytes.len() + 1);
        match (random.below(4), bytes.get(at).copied()) {
            (0, Some(_)) => drop(bytes.remove(at)),
            (1, Some(byte)) => bytes.insert(at, byte),
            (2, Some(_)) => bytes[at] = random.choose(LETTERS),
            _ => bytes.insert(at, random.choose(LETTERS)),
        }
    }
    bytes
}

#[test]
fn random_bytes_harm_nobody() {
    let mut random = Random::new(21);
    for round in 0..100_000 {
        let length = random.below(if round % 4 == 0 { 140 } else { 9 });
        let byte = |random: &mut Random| match round % 2 {
            0 => random.choose(LETTERS),
            _ => random.next() as u8,
        };
        let text: Vec<u8> = (0..length).map(|_| byte(&mut random)).collect();
        check(&text);
    }
}

#[test]
fn nearly_right_fens_harm_nobody() {
    let mut random = Random::new(22);
    let good = rows(include_str!("data/good-fen.tsv")).map(|row| bytes(row[0]));
    let chess960 = rows(include_str!("data/chess960-midgame.epd")).map(|row| bytes(row[0]));
    let bad = rows(include_str!("data/bad-fen.tsv")).map(|row| bytes(row[0])).filter(|fen| fen.len() < 200);
    let perft = perft_positions().map(|(fen, _)| fen.as_bytes().to_vec());
    for fen in good.chain(chess960).chain(bad).chain(perft) {
        check(&fen);
        for _ in 0..200 {
            check(&mutated(&mut random, &fen));
        }
    }
}

#[test]
fn nearly_right_moves_harm_nobody() {
    let mut random = Random::new(23);
    let exact = rows(include_str!("data/san.tsv")).map(|row| (row[0], bytes(row[2])));
    let liberal = rows(include_str!("data/san-liberal.tsv")).map(|row| (row[0], bytes(row[1])));
    for (fen, san) in exact.chain(liberal) {
        let position = Position::from_fen(fen).unwrap();
        check_san(&san, &position);
        for _ in 0..200 {
            let text = mutated(&mut random, &san[..san.len().min(40)]);
            check_san(&text, &position);
            check(&text);
        }
    }
}

/// Every text of four bytes from the letters of a move, and each with every fifth byte.
#[test]
fn a_uci_move_is_read_only_if_it_is_one() {
    let letters = b"`aehi019/8";
    for index in 0..letters.len().pow(4) {
        let text = [1, 10, 100, 1000].map(|place| letters[index / place % 10]);
        let square = |file: u8, rank: u8| (b'a'..=b'h').contains(&file) && (b'1'..=b'8').contains(&rank);
        let expected = square(text[0], text[1]) && square(text[2], text[3]);
        assert_eq!(UciMove::from_bytes(&text).is_ok(), expected, "{}", text.escape_ascii());
    }
    for byte in 0..=u8::MAX {
        let text = [b'e', b'7', b'e', b'8', byte];
        assert_eq!(UciMove::from_bytes(&text).is_ok(), b"pnbrqk".contains(&byte), "{}", text.escape_ascii());
    }
}
