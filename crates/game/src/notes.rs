//! What people and programs write about a move: text, signs, clock times, evaluations, arrows.

mod command;
mod mark;

pub use command::Command;
pub use mark::{Arrow, Circle, Evaluation, Ink};

use crate::pgn::Nag;
use std::fmt;
use std::time::Duration;

/// All that is written about a move, or about the start position.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Notes {
    /// What stands before the move: only the first move of a variation has such a place of its own.
    pub before: Comment,
    /// What stands after it.
    pub after: Comment,
    /// Signs by their numbers: 1 is `!`, 2 is `?`, 3 is `!!`, …
    pub glyphs: Vec<Nag>,
}

impl Notes {
    /// Nothing.
    pub const EMPTY: Self = Self { before: Comment::EMPTY, after: Comment::EMPTY, glyphs: Vec::new() };

    /// Whether nothing is written.
    pub fn is_empty(&self) -> bool {
        *self == Self::EMPTY
    }
}

/// A comment: text for people, and commands for programs such as `[%clk 0:03:00]`.
///
/// ```
/// use regence_game::notes::Comment;
/// use std::time::Duration;
/// let comment = Comment::read("[%clk 0:03:00] the main line [%foo 1,2]");
/// assert_eq!(comment.text, "the main line");
/// assert_eq!(comment.clock(), Some(Duration::from_secs(180)));
/// assert_eq!(comment.to_string(), "[%clk 0:03:00] [%foo 1,2] the main line");
/// ```
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Comment {
    /// What is meant for people, on one line.
    pub text: String,
    /// What is meant for programs, in the order in which it was written. Those that nobody here knows are kept too.
    pub commands: Vec<Command>,
}

impl Comment {
    /// Nothing.
    pub const EMPTY: Self = Self { text: String::new(), commands: Vec::new() };

    /// Whether nothing is written.
    pub fn is_empty(&self) -> bool {
        self.text.is_empty() && self.commands.is_empty()
    }

    /// Reads what stands between braces. Line ends count as spaces.
    pub fn read(written: &str) -> Self {
        let mut comment = Self::default();
        comment.add(written);
        comment
    }

    /// Adds what stands between further braces, after a space.
    pub fn add(&mut self, written: &str) {
        let mut rest = written;
        while let Some((before, command, after)) = command::split(rest) {
            self.add_text(before);
            self.commands.push(command);
            rest = after;
        }
        self.add_text(rest);
    }

    fn add_text(&mut self, text: &str) {
        for line in text.split(['\n', '\r']).map(str::trim).filter(|line| !line.is_empty()) {
            self.add_line(line);
        }
    }

    /// Adds text that holds no command. What was begun in earlier text and ends in this one would be read as a command
    /// once both are written side by side, so it is taken for one at once.
    fn add_line(&mut self, line: &str) {
        let mut rest = line;
        while let Some((argument, after)) = rest.split_once(']')
            && let Some(start) = command::begun(&self.text)
        {
            self.commands.push(Command::read(&format!("{} {argument}", &self.text[start + 2..])));
            self.text.truncate(self.text[..start].trim_end().len());
            rest = after.trim_start();
        }
        if !self.text.is_empty() && !rest.is_empty() {
            self.text.push(' ');
        }
        self.text.push_str(rest);
    }

    /// The argument of the first command of a name.
    pub fn command(&self, name: &str) -> Option<&str> {
        self.commands.iter().find(|command| command.name == name).map(|command| command.argument.as_str())
    }

    /// Puts a command in place of all others of its name; without an argument it only takes those away.
    pub fn set_command(&mut self, name: &str, argument: Option<String>) {
        let at = self.commands.iter().position(|command| command.name == name);
        self.commands.retain(|command| command.name != name);
        if let Some(argument) = argument {
            let command = Command { name: name.into(), argument };
            self.commands.insert(at.unwrap_or(self.commands.len()).min(self.commands.len()), command);
        }
    }

    /// The time left on the mover's clock: `[%clk 1:05:23]`.
    pub fn clock(&self) -> Option<Duration> {
        mark::read_time(self.command("clk")?)
    }

    /// Notes the time left on the mover's clock.
    pub fn set_clock(&mut self, left: Option<Duration>) {
        self.set_command("clk", left.map(mark::write_time));
    }

    /// The time the move took: `[%emt 0:00:07]`.
    pub fn elapsed(&self) -> Option<Duration> {
        mark::read_time(self.command("emt")?)
    }

    /// Notes the time the move took.
    pub fn set_elapsed(&mut self, time: Option<Duration>) {
        self.set_command("emt", time.map(mark::write_time));
    }

    /// The worth of the position after the move: `[%eval 0.25]`, `[%eval #-3]`.
    pub fn evaluation(&self) -> Option<Evaluation> {
        self.command("eval")?.parse().ok()
    }

    /// Notes the worth of the position.
    pub fn set_evaluation(&mut self, evaluation: Option<Evaluation>) {
        self.set_command("eval", evaluation.map(|evaluation| evaluation.to_string()));
    }

    /// The arrows drawn: `[%cal Ge2e4,Rd8h4]`.
    pub fn arrows(&self) -> Vec<Arrow> {
        mark::read_all(self.command("cal").unwrap_or_default())
    }

    /// Draws these arrows in place of all others.
    pub fn set_arrows(&mut self, arrows: &[Arrow]) {
        self.set_command("cal", mark::write_all(arrows));
    }

    /// The circles drawn: `[%csl Ge4]`.
    pub fn circles(&self) -> Vec<Circle> {
        mark::read_all(self.command("csl").unwrap_or_default())
    }

    /// Draws these circles in place of all others.
    pub fn set_circles(&mut self, circles: &[Circle]) {
        self.set_command("csl", mark::write_all(circles));
    }
}

/// As it stands between braces: the commands, then the text.
impl fmt::Display for Comment {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, command) in self.commands.iter().enumerate() {
            write!(f, "{}{command}", if index == 0 { "" } else { " " })?;
        }
        if !self.commands.is_empty() && !self.text.is_empty() {
            f.write_str(" ")?;
        }
        f.write_str(&self.text)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use regence_rules::Square;

    #[track_caller]
    fn check(written: &str, text: &str, commands: &[(&str, &str)], canonical: &str) {
        let comment = Comment::read(written);
        assert_eq!(comment.text, text, "{written:?}");
        let found: Vec<_> = comment
            .commands
            .iter()
            .map(|command| (command.name.as_str(), command.argument.as_str()))
            .collect();
        assert_eq!(found, commands, "{written:?}");
        assert_eq!(comment.to_string(), canonical, "{written:?}");
        assert_eq!(Comment::read(canonical), comment, "{written:?}");
    }

    #[test]
    fn text_and_commands_are_told_apart_and_nothing_is_lost() {
        check("", "", &[], "");
        check("  a  b \r\n c\n\n", "a  b c", &[], "a  b c");
        check("[%clk 0:01]", "", &[("clk", "0:01")], "[%clk 0:01]");
        check("x[%a]y", "x y", &[("a", "")], "[%a] x y");
        check(
            " [%eval +0.3,12] [%x-y  1 2 ] z",
            "z",
            &[("eval", "+0.3,12"), ("x-y", "1 2")],
            "[%eval +0.3,12] [%x-y 1 2] z",
        );
        // What only looks like one is text.
        for text in ["[%", "[%]", "[%clk 1", "[% clk 1]", "[clk 1]", "a [%b"] {
            check(text, text, &[], text);
        }
        check("[%a [b] c]", "c]", &[("a", "[b")], "[%a [b] c]");
    }

    #[test]
    fn what_is_begun_in_one_text_and_ended_in_another_is_a_command() {
        let check = |written: &[&str], canonical: &str| {
            let mut comment = Comment::EMPTY;
            for text in written {
                comment.add(text);
            }
            assert_eq!(comment.to_string(), canonical, "{written:?}");
            assert_eq!(Comment::read(canonical), comment, "{written:?}");
        };
        check(&["a [%b", "c] d"], "[%b c] a d");
        check(&["[%b", "]"], "[%b]");
        check(&["[%b", "x [%c] y]"], "[%c] [%b x y]");
        check(&["[%b [%c", "x] y]"], "[%c x] [%b y]");
        check(&["[%b[%c]d]"], "[%c] [%b d]");
        check(&["[%a[%b[%c]d]e]f]"], "[%c] [%b d] [%a e] f]");
        // Here nothing is begun.
        check(&["a]", "[%", "b]"], "a] [% b]");
        check(&["[%b!", "c]"], "[%b! c]");
        check(&["[", "%b]"], "[ %b]");
        check(&["[%b]", "c]"], "[%b] c]");
        check(&["[%[%b]]"], "[%b] [% ]");
    }

    #[test]
    fn what_never_ends_takes_no_longer_than_its_length() {
        let pieces = 100_000;
        let mut comment = Comment::read(&"[%a ".repeat(pieces));
        assert_eq!(comment.commands, []);
        for _ in 0..pieces {
            comment.add("b]");
        }
        assert_eq!((comment.text.as_str(), comment.commands.len()), ("", pieces));
        let nested = format!("{}[%b]{}", "[%a".repeat(pieces), "]".repeat(pieces));
        let comment = Comment::read(&nested);
        assert_eq!((comment.text.as_str(), comment.commands.len()), ("", pieces + 1));
    }

    #[test]
    fn marks_are_read_and_written() {
        let mut comment = Comment::read("[%cal Ge2e4,Rd8h4,xx,Bb1] [%csl Yd5] [%emt 0:00:01.5] [%eval #-3]");
        assert_eq!(
            comment.arrows(),
            [
                Arrow { ink: Ink::Green, from: Square::E2, to: Square::E4 },
                Arrow { ink: Ink::Red, from: Square::D8, to: Square::H4 }
            ]
        );
        assert_eq!(comment.circles(), [Circle { ink: Ink::Yellow, square: Square::D5 }]);
        assert_eq!(comment.elapsed(), Some(Duration::from_millis(1500)));
        assert_eq!(comment.evaluation(), Some(Evaluation::Mate(-3)));
        comment.set_evaluation(Some(Evaluation::Centipawns(-5)));
        comment.set_clock(Some(Duration::from_millis(3_723_040)));
        comment.set_arrows(&[]);
        assert_eq!(comment.to_string(), "[%csl Yd5] [%emt 0:00:01.5] [%eval -0.05] [%clk 1:02:03.04]");
        assert_eq!(comment.clock(), Some(Duration::from_millis(3_723_040)));
    }
}
