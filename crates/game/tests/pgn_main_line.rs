//! Whoever follows the main line sees what the check sees, and knows where games begin.

use regence_game::pgn::{Follow, GameCheck, GameResult, LineEnd, MainLine, Reader};
use regence_rules::{Move, Position};
use std::fmt::Write;
use std::io::{self, Read};

/// Writes down what it is told.
#[derive(Default)]
struct Notes {
    text: String,
    last: Option<Position>,
}

impl Follow for Notes {
    fn begin(&mut self) {
        *self = Self::default();
    }

    fn tag(&mut self, name: &[u8], value: &[u8]) {
        let _ = write!(self.text, "{}={} ", name.escape_ascii(), value.escape_ascii());
    }

    fn start(&mut self, position: &Position) {
        assert!(self.last.is_none(), "the start comes once");
        self.last = Some(*position);
        self.text += "| ";
    }

    fn play(&mut self, before: &Position, mv: Option<Move>, after: &Position) {
        assert_eq!(Some(*before), self.last, "nothing is left out");
        if let Some(mv) = mv {
            assert_eq!(before.play(mv), *after);
        }
        self.text += &mv.map_or("-- ".to_owned(), |mv| format!("{mv} "));
        self.last = Some(*after);
    }
}

/// A reader that gives a few bytes at a time.
struct Drops<'a>(&'a [u8], usize);

impl Read for Drops<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let wanted = buffer.len().min(self.1);
        self.0.read(&mut buffer[..wanted])
    }
}

#[track_caller]
fn check(text: &str, notes: &str, expected: Result<(u64, GameResult), &str>) {
    let mut line = MainLine::new(Notes::default());
    assert!(Reader::new(text.as_bytes()).read_game(&mut line).expect("bytes can be read"), "{text}");
    let (found, end) = line.finish();
    assert_eq!(found.text.trim_end(), notes, "{text}");
    let end = end.map(|LineEnd { plies, result, .. }| (plies, result)).map_err(|error| error.to_string());
    assert_eq!(end, expected.map_err(str::to_owned), "{text}");
}

#[test]
fn tags_then_the_start_then_the_moves() {
    check(
        "[White \"A\\\"B\"] 1. e4 {x} e5 (1... c5 2. Nf3) 2. -- d7d5 1-0",
        "White=A\\\"B | e2e4 e7e5 -- d7d5",
        Ok((4, GameResult::WhiteWins)),
    );
    check(
        "1. e4 e5 2. e4 Nf6 *",
        "| e2e4 e7e5",
        Err("1:13: illegal move 'e4' of White at move 2: no pawn can go to e4"),
    );
}

#[test]
fn the_tag_tells_the_result_if_the_moves_do_not() {
    check("[Result \"0-1\"]\n\n1. e4", "Result=0-1 | e2e4", Ok((1, GameResult::BlackWins)));
    check("[Result \"0-1\"]\n\n1. e4 1-0", "Result=0-1 | e2e4", Ok((1, GameResult::WhiteWins)));
    check("[Result \"won\"]\n\n1. e4", "Result=won | e2e4", Ok((1, GameResult::Unknown)));
    check("[Event \"x\"]", "Event=x |", Ok((0, GameResult::Unknown)));
}

#[test]
fn the_check_and_the_line_agree() {
    for text in [include_str!("data/annotated.pgn"), include_str!("data/chess960.pgn")] {
        let (mut check, mut line) = (GameCheck::default(), MainLine::new(Notes::default()));
        let mut readers = [Reader::new(text.as_bytes()), Reader::new(text.as_bytes())];
        let mut games = 0;
        while readers[0].read_game(&mut check).expect("bytes can be read") {
            assert!(readers[1].read_game(&mut line).expect("bytes can be read"));
            games += 1;
            let expected = check.verdict().map(|summary| (summary.plies, summary.position));
            let found = line.finish().1.map(|end| (end.plies, end.position));
            assert_eq!(found.as_ref().copied(), expected, "game {games}");
        }
        assert!(games > 3 && !readers[1].read_game(&mut line).expect("bytes can be read"));
    }
}

#[test]
fn games_begin_where_the_reader_says() {
    let games = [
        "{first}\n[Event \"x\"]\n\n1. e4 *\n\n",
        "1. d4 * ",
        "1. c4 *\n {between}\n",
        "[A \"é\"]\r\n*\r\n\r\n",
        "{before} {this} 1. a4 *\n",
    ];
    let text = ["\u{feff} \n", &games.concat()].concat();
    for size in [1, 2, 7, 1000] {
        let mut reader = Reader::new(Drops(text.as_bytes(), size));
        let mut expected = text.len() - games.concat().len();
        for game in games {
            assert!(reader.read_game(&mut GameCheck::default()).expect("bytes can be read"));
            assert_eq!(reader.game_offset(), expected as u64, "{game}");
            expected += game.len();
        }
    }
}
