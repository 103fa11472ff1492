//! What a client can say: the grammar of UCI.

use crate::{Clock, Limits};
use regence_rules::{Color, UciMove};
use std::time::Duration;

/// One thing that a client says.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Command<'a> {
    /// Who are you?
    Uci,
    /// Are you there?
    IsReady,
    /// The next search belongs to another game.
    NewGame,
    /// An option's name in words, and its value in words.
    SetOption { name: &'a [&'a str], value: &'a [&'a str] },
    /// What to search next.
    Position { fen: Option<&'a [&'a str]>, moves: &'a [&'a str] },
    /// The same, but in words that name no position; those that are not understood.
    Nowhere { stray: &'a [&'a str] },
    /// Search.
    Go(Limits),
    /// Stop searching.
    Stop,
    /// The move pondered on was played.
    PonderHit,
    /// Good-bye.
    Quit,
}

impl<'a> Command<'a> {
    /// What some words mean; unknown words before a command are passed over, as the protocol wants. A `position` that names none is
    /// remembered while a command is looked for behind it.
    pub(super) fn read(mut words: &'a [&'a str]) -> Option<Self> {
        let mut nowhere = None;
        // No recursion: a line may have more words than a stack has room for.
        while let [word, rest @ ..] = words {
            if let Some(command) = Self::read_first(words) {
                return Some(command);
            }
            if *word == "position" {
                nowhere.get_or_insert(Self::Nowhere { stray: rest });
            }
            words = rest;
        }
        nowhere
    }

    /// The command that begins with the first word, if one does.
    fn read_first(words: &'a [&'a str]) -> Option<Self> {
        Some(match words {
            ["uci", ..] => Self::Uci,
            ["isready", ..] => Self::IsReady,
            ["ucinewgame", ..] => Self::NewGame,
            ["setoption", "name", option @ ..] => {
                let (name, value) = split_at_word(option, "value");
                Self::SetOption { name, value }
            }
            ["position", "startpos"] => Self::Position { fen: None, moves: &[] },
            ["position", "startpos", "moves", moves @ ..] => Self::Position { fen: None, moves },
            ["position", stray @ ..] if stray.first() == Some(&"startpos") => Self::Nowhere { stray },
            ["position", "fen", rest @ ..] => {
                let (fen, moves) = split_at_word(rest, "moves");
                Self::Position { fen: Some(fen), moves }
            }
            ["go", limits @ ..] => Self::Go(read_limits(limits)),
            ["stop", ..] => Self::Stop,
            ["ponderhit", ..] => Self::PonderHit,
            ["quit", ..] => Self::Quit,
            _ => return None,
        })
    }
}

/// The words before and after a word; nothing after if it is not there.
fn split_at_word<'a>(words: &'a [&'a str], word: &str) -> (&'a [&'a str], &'a [&'a str]) {
    match words.iter().position(|&other| other == word) {
        Some(at) => (&words[..at], &words[at + 1..]),
        None => (words, &[]),
    }
}

/// Reads limits in any order. What is not understood is passed over.
fn read_limits(mut words: &[&str]) -> Limits {
    let mut limits = Limits::default();
    while let [word, rest @ ..] = words {
        words = match (*word, rest) {
            ("infinite", _) => {
                limits.infinite = true;
                rest
            }
            ("ponder", _) => {
                limits.ponder = true;
                rest
            }
            ("searchmoves", _) => {
                let moves = rest.iter().map_while(|word| word.parse::<UciMove>().ok());
                let before = limits.moves.len();
                limits.moves.extend(moves);
                &rest[limits.moves.len() - before..]
            }
            (name, [number, after @ ..]) => match read_number(number) {
                Some(number) if set_limit(&mut limits, name, number) => after,
                _ => rest,
            },
            (_, []) => rest,
        };
    }
    let is_endless = Limits { moves: Vec::new(), ponder: false, ..limits.clone() } == Limits::default();
    limits.infinite |= is_endless && !limits.ponder;
    limits
}

/// Sets the limit of this name; whether there is one.
fn set_limit(limits: &mut Limits, name: &str, number: u64) -> bool {
    let count = u32::try_from(number).unwrap_or(u32::MAX);
    match name {
        "depth" => limits.depth = Some(count.max(1)),
        "nodes" => limits.nodes = Some(number.max(1)),
        "mate" => limits.mate = Some(count.max(1)),
        "movetime" => limits.time = Some(Duration::from_millis(number)),
        "movestogo" => clock(limits).moves_to_go = Some(count).filter(|&moves| moves > 0),
        "wtime" => clock(limits).left[Color::White] = Some(Duration::from_millis(number)),
        "btime" => clock(limits).left[Color::Black] = Some(Duration::from_millis(number)),
        "winc" => clock(limits).increment[Color::White] = Duration::from_millis(number),
        "binc" => clock(limits).increment[Color::Black] = Duration::from_millis(number),
        _ => return false,
    }
    true
}

fn clock(limits: &mut Limits) -> &mut Clock {
    limits.clock.get_or_insert_default()
}

/// The largest number that is understood: more than a year in milliseconds.
const LARGEST: u64 = 1 << 40;

/// A whole number, also one that is negative or huge: what goes too far is cut.
fn read_number(text: &str) -> Option<u64> {
    let (is_negative, digits) = match text.as_bytes() {
        [b'-', digits @ ..] => (true, digits),
        [b'+', digits @ ..] | digits => (false, digits),
    };
    if digits.is_empty() || !digits.iter().all(u8::is_ascii_digit) {
        return None;
    }
    let add = |sum: u64, digit: &u8| (sum * 10 + u64::from(digit - b'0')).min(LARGEST);
    Some(if is_negative { 0 } else { digits.iter().fold(0, add) })
}

#[cfg(test)]
mod tests {
    use super::*;
    use regence_rules::ByColor;

    #[track_caller]
    fn check(text: &str, expected: Limits) {
        let words: Vec<&str> = text.split_whitespace().collect();
        assert_eq!(Command::read(&words), Some(Command::Go(expected)), "{text}");
    }

    fn clock(white: Option<u64>, black: Option<u64>) -> Clock {
        let left =
            ByColor { white: white.map(Duration::from_millis), black: black.map(Duration::from_millis) };
        Clock { left, ..Clock::default() }
    }

    #[test]
    fn limits_come_in_any_number_and_order() {
        let none = Limits::default;
        check("go", Limits { infinite: true, ..none() });
        check("go infinite", Limits { infinite: true, ..none() });
        check("go ponder", Limits { ponder: true, ..none() });
        check("go wtime 100", Limits { clock: Some(clock(Some(100), None)), ..none() });
        check(
            "go btime 7 depth 3 wtime 9",
            Limits { clock: Some(clock(Some(9), Some(7))), depth: Some(3), ..none() },
        );
        check(
            "go movetime 50 nodes 7",
            Limits { time: Some(Duration::from_millis(50)), nodes: Some(7), ..none() },
        );
        check("go mate 3", Limits { mate: Some(3), ..none() });
    }

    #[test]
    fn odd_numbers_do_no_harm() {
        let none = Limits::default;
        check("go wtime -100", Limits { clock: Some(clock(Some(0), None)), ..none() });
        check("go depth 0", Limits { depth: Some(1), ..none() });
        check("go nodes 99999999999999999999999999", Limits { nodes: Some(LARGEST), ..none() });
        check("go depth 99999999999999999999", Limits { depth: Some(u32::MAX), ..none() });
        check("go depth x nodes 5", Limits { nodes: Some(5), ..none() });
        check("go depth depth 5", Limits { depth: Some(5), ..none() });
        check("go depth", Limits { infinite: true, ..none() });
    }

    #[test]
    fn moves_to_search_end_where_other_words_begin() {
        let moves = vec!["e2e4".parse().unwrap(), "a7a8q".parse().unwrap()];
        check("go searchmoves e2e4 a7a8q depth 2", Limits { moves, depth: Some(2), ..Limits::default() });
        let moves = vec!["e1h1".parse().unwrap()];
        check("go nodes 4 searchmoves e1h1", Limits { moves, nodes: Some(4), ..Limits::default() });
    }

    #[test]
    fn unknown_words_are_passed_over() {
        assert_eq!(Command::read(&["well", "then", "isready", "please"]), Some(Command::IsReady));
        assert_eq!(Command::read(&["xyzzy"]), None);
        assert_eq!(Command::read(&["setoption"]), None);
    }

    #[test]
    fn what_names_no_position_is_told_from_what_does() {
        let start = Command::Position { fen: None, moves: &["e2e4"] };
        assert_eq!(Command::read(&["position", "startpos", "moves", "e2e4"]), Some(start));
        assert_eq!(
            Command::read(&["position", "startpos", "e2e4"]),
            Some(Command::Nowhere { stray: &["startpos", "e2e4"] })
        );
        assert_eq!(Command::read(&["position", "here"]), Some(Command::Nowhere { stray: &["here"] }));
        assert_eq!(Command::read(&["position"]), Some(Command::Nowhere { stray: &[] }));
        assert_eq!(Command::read(&["position", "isready"]), Some(Command::IsReady));
        assert_eq!(
            Command::read(&["position", "here", "position"]),
            Some(Command::Nowhere { stray: &["here", "position"] })
        );
    }

    #[test]
    fn names_and_values_of_options_may_have_several_words() {
        assert_eq!(
            Command::read(&["setoption", "name", "Move", "Overhead", "value", "a", "b"]),
            Some(Command::SetOption { name: &["Move", "Overhead"], value: &["a", "b"] })
        );
    }
}
