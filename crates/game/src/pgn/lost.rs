//! Guesses where a comment that nothing closes should have been closed.

use super::source::MARK;
use super::tag;

/// Where within a comment a game seems to begin, before this byte of it: after an empty line, with an `[Event "` or with
/// any tag that has a line for itself. `is_end` says that nothing follows the text, so that its last line is whole.
pub fn next_game(text: &[u8], before: usize, is_end: bool) -> Option<usize> {
    const EVENT: &[u8] = b"[Event \"";
    let start = |at: usize| {
        let (lines, game) = text.split_at(at);
        let lines = lines.strip_suffix(MARK).unwrap_or(lines);
        let is_start = [&b"\n\n"[..], b"\n\r\n", b"\r\r"].iter().any(|line| lines.ends_with(line))
            && (game.starts_with(EVENT) || tag::is_line(game, is_end));
        is_start.then_some(lines.len())
    };
    let brackets = text[..before].iter().enumerate().filter(|&(_, &byte)| byte == b'[');
    brackets.map(|(at, _)| at).find_map(start)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(text: &str, expected: Option<usize>) {
        assert_eq!(next_game(text.as_bytes(), text.len(), true), expected, "{text:?}");
    }

    #[test]
    fn a_game_begins_with_a_tag_behind_an_empty_line() {
        check("lost\n\n[Event \"x", Some(6));
        check("lost\r\n\r\n[White \"x\"]\r\n", Some(8));
        check("lost\r\r[White \"x\"]", Some(6));
        check("lost\n\n\u{feff}[White \"\\\"x\\\" ] y\"] \n", Some(6));
        check("[%clk 1]\n\n[x]\n\n[White \"x\"]\n", Some(15));
    }

    #[test]
    fn brackets_in_a_comment_begin_no_game() {
        for text in [
            "[Event \"x\"]\n",
            "a\n[Event \"x\"]\n",
            "a\n\n[White \"x\"] was here\n",
            "a\n\n[White \"x\n\"]",
            "a\n\n[White \"x\"\n]",
            "a\n\n[White\n\"x\"]\n",
            "a\n\n[%clk \"x\"]\n",
            "a\n\n[White x]\n",
            "a\n\n[ \"x\"]\n",
        ] {
            check(text, None);
        }
        assert_eq!(next_game(b"\n\n[White \"x\"]", 13, false), None, "the line may go on");
        assert_eq!(next_game(b"\n\n[White \"x\"]\n", 2, false), None, "too late");
    }
}
