//! What must hold of any bytes that are read as PGN: nothing panics, and the answers do not depend on how they come in.
//!
//! The fuzz target throws bytes of libFuzzer's at this; a test of the reader throws the saved ones.

use regence_game::pgn::{
    At, GameBuilder, GameCheck, GameError, GameResult, Movetext, Nag, PgnGame, Reader, Visitor,
};
use std::io::{self, Read};

/// However the bytes come in, a visitor is told the same, and the games come to the same.
pub fn pgn(bytes: &[u8]) {
    rewritten(bytes);
    let verdicts = verdicts(Reader::new(bytes));
    assert_eq!(self::verdicts(Reader::of_text(bytes.to_vec())), verdicts, "{}", bytes.escape_ascii());
    let told = told(bytes, Movetext::Read);
    let told_of_main_line = self::told(bytes, Movetext::Skip);
    check_main_line(&told, &told_of_main_line, bytes);
    // One byte at a time shows every edge; the others meet some of them in other states.
    for most in [1, 2, 7, 16] {
        let trickle = || Trickle { text: bytes, most };
        assert_eq!(self::verdicts(Reader::new(trickle())), verdicts, "{}", bytes.escape_ascii());
        assert_eq!(self::told(trickle(), Movetext::Read), told, "{}", bytes.escape_ascii());
        assert_eq!(self::told(trickle(), Movetext::Skip), told_of_main_line, "{}", bytes.escape_ascii());
    }
}

/// Whatever is read as a game is written as one that is read as the same, without errors.
pub fn rewritten(bytes: &[u8]) {
    for (game, errors) in games(bytes) {
        let again = read_again(&game);
        // What is wrong with a game is not written, so only what is left of it must stay.
        let (expected, found) =
            if errors.is_empty() { (game, again) } else { (again.clone(), read_again(&again)) };
        assert_eq!(found, expected, "{expected}");
    }
}

fn read_again(game: &PgnGame) -> PgnGame {
    let text = game.to_string();
    let mut again = games(text.as_bytes());
    assert_eq!(again.len(), 1, "{text}");
    let (again, errors) = again.remove(0);
    assert!(errors.is_empty(), "{errors:?} in {text}");
    again
}

fn games(bytes: &[u8]) -> Vec<(PgnGame, Vec<GameError>)> {
    let (mut reader, mut builder, mut games) = (Reader::new(bytes), GameBuilder::new(), Vec::new());
    while reader.read_game(&mut builder).expect("bytes can be read") {
        games.push(builder.take());
    }
    games
}

/// Gives no more than a few bytes at a time, as a slow pipe does.
pub struct Trickle<'a> {
    /// What it gives.
    pub text: &'a [u8],
    /// How much at a time.
    pub most: usize,
}

impl Read for Trickle<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let most = self.most.min(buffer.len());
        self.text.read(&mut buffer[..most])
    }
}

/// A line for each game, as `regence pgn check` writes it, and where and how reading ended.
pub fn verdicts<R: Read>(mut reader: Reader<R>) -> Vec<String> {
    let (mut game, mut lines) = (GameCheck::default(), Vec::new());
    while reader.read_game(&mut game).expect("bytes can be read") {
        let line = match game.verdict() {
            Ok(game) => {
                format!("{} {} {} {}", game.plies, game.position.fen(), game.result, game.termination)
            }
            Err(error) => error.to_string(),
        };
        assert!(!line.contains(char::is_control), "{line:?}");
        lines.push(line);
    }
    lines.push(format!("{} {:?}", reader.place(), reader.end_of_text()));
    lines
}

/// Everything that a visitor is told who reads variations or passes over them.
fn told(input: impl Read, variations: Movetext) -> Vec<String> {
    let (mut reader, mut listener) = (Reader::new(input), Listener { heard: Vec::new(), variations });
    while reader.read_game(&mut listener).expect("bytes can be read") {}
    listener.heard
}

/// Whoever passes over variations is told the same as whoever reads them, but for what is in them.
fn check_main_line(told: &[String], of_main_line: &[String], bytes: &[u8]) {
    let (mut depth, mut expected) = (0, Vec::new());
    for line in told {
        match line.as_str() {
            "begin" | "end" => depth = 0,
            "(" => depth += 1,
            _ => {}
        }
        // The opening one is told to both, and what nothing closes is an error wherever it stands.
        let is_opening = depth == 1 && line == "(";
        if depth == 0 || is_opening || line.starts_with("unterminated") {
            expected.push(line);
        }
        if line == ")" {
            depth -= 1;
        }
    }
    assert!(expected.iter().copied().eq(of_main_line), "{}", bytes.escape_ascii());
}

/// Writes down what it is told.
struct Listener {
    heard: Vec<String>,
    variations: Movetext,
}

impl Listener {
    fn hear(&mut self, what: &str, text: &[u8], at: At<'_>) {
        self.heard.push(format!("{what} {} {}", at.place(), text.escape_ascii()));
    }
}

impl Visitor for Listener {
    fn begin_game(&mut self, _: At<'_>) {
        self.heard.push("begin".to_owned());
    }

    fn tag(&mut self, name: &[u8], value: &[u8], at: At<'_>) {
        self.hear("tag", &[name, b"=", value].concat(), at);
    }

    fn begin_movetext(&mut self) -> Movetext {
        self.heard.push("movetext".to_owned());
        Movetext::Read
    }

    fn san(&mut self, word: &[u8], at: At<'_>) {
        self.hear("word", word, at);
    }

    fn nag(&mut self, nag: Nag, at: At<'_>) {
        self.hear("nag", nag.0.to_string().as_bytes(), at);
    }

    fn comment(&mut self, text: &[u8], at: At<'_>) {
        self.hear("comment", text, at);
    }

    fn begin_variation(&mut self) -> Movetext {
        self.heard.push("(".to_owned());
        self.variations
    }

    fn end_variation(&mut self) {
        self.heard.push(")".to_owned());
    }

    fn result(&mut self, result: GameResult, at: At<'_>) {
        self.hear("result", result.to_string().as_bytes(), at);
    }

    fn unterminated(&mut self, at: At<'_>) {
        self.hear("unterminated", b"", at);
    }

    fn end_game(&mut self) {
        self.heard.push("end".to_owned());
    }
}
