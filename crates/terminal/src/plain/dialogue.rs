//! A conversation over any input and output, a line at a time.

use std::io::{self, BufRead, Read, Write};

/// Somebody to talk to.
pub trait Partner {
    /// What is said first.
    fn greet(&mut self) -> Vec<String>;

    /// What a line is answered.
    fn answer(&mut self, line: &str) -> Vec<String>;

    /// What happens by itself before another line is wanted, such as a computer's move; `None` when nothing does.
    fn go_on(&mut self) -> Option<Vec<String>>;

    /// What is asked next; `None` when there is nothing more to say.
    fn question(&self) -> Option<String>;

    /// What is said when nobody answers any more.
    fn farewell(&mut self) -> Vec<String>;
}

/// How questions are put.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Prompt {
    /// In front of the answer, for somebody who types it.
    Inline,
    /// On a line of their own.
    Line,
    /// Not at all.
    Silent,
}

/// No line that means anything is longer, in bytes.
const LONGEST_LINE: u64 = 16 << 10;

/// Talks until the partner or the input has no more to say.
pub fn converse(
    partner: &mut impl Partner,
    mut input: impl BufRead,
    mut output: impl Write,
    prompt: Prompt,
) -> io::Result<()> {
    say(&mut output, &partner.greet())?;
    loop {
        while let Some(lines) = partner.go_on() {
            say(&mut output, &lines)?;
        }
        let Some(question) = partner.question() else { break };
        match prompt {
            Prompt::Inline => write!(output, "{question} ")?,
            Prompt::Line => writeln!(output, "{question}")?,
            Prompt::Silent => {}
        }
        output.flush()?;
        let Some(line) = read_line(&mut input) else {
            if prompt == Prompt::Inline {
                writeln!(output)?;
            }
            say(&mut output, &partner.farewell())?;
            break;
        };
        say(&mut output, &partner.answer(&line))?;
    }
    output.flush()
}

/// Each answer is shown at once: what comes next may take time to think.
fn say(output: &mut impl Write, lines: &[String]) -> io::Result<()> {
    for line in lines {
        writeln!(output, "{line}")?;
    }
    output.flush()
}

/// The next line without its end; bytes that are no text are replaced, and the end of an endless line is dropped. Input
/// that cannot be read any more has ended.
fn read_line(input: &mut impl BufRead) -> Option<String> {
    let mut bytes = Vec::new();
    input.by_ref().take(LONGEST_LINE).read_until(b'\n', &mut bytes).ok()?;
    if bytes.is_empty() {
        return None;
    }
    if bytes.last() != Some(&b'\n') && bytes.len() as u64 == LONGEST_LINE {
        skip_line(input).ok()?;
    }
    let text = String::from_utf8_lossy(&bytes);
    Some(text.trim_end_matches(['\n', '\r']).to_owned())
}

fn skip_line(input: &mut impl BufRead) -> io::Result<()> {
    loop {
        let available = input.fill_buf()?;
        let end = available.iter().position(|&byte| byte == b'\n');
        let (used, is_over) =
            (end.map_or(available.len(), |at| at + 1), end.is_some() || available.is_empty());
        input.consume(used);
        if is_over {
            return Ok(());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Says everything back, until told to stop.
    #[derive(Default)]
    struct Echo {
        is_over: bool,
        pending: usize,
    }

    impl Partner for Echo {
        fn greet(&mut self) -> Vec<String> {
            vec!["hello".into()]
        }

        fn answer(&mut self, line: &str) -> Vec<String> {
            self.is_over = line == "stop";
            self.pending = line.matches('!').count();
            vec![format!("{} {}", line.len(), &line.chars().take(5).collect::<String>())]
        }

        fn go_on(&mut self) -> Option<Vec<String>> {
            self.pending = self.pending.checked_sub(1)?;
            Some(vec!["more".into()])
        }

        fn question(&self) -> Option<String> {
            (!self.is_over).then(|| "well?".into())
        }

        fn farewell(&mut self) -> Vec<String> {
            vec!["bye".into()]
        }
    }

    #[track_caller]
    fn check(input: &[u8], prompt: Prompt, expected: &str) {
        let mut output = Vec::new();
        converse(&mut Echo::default(), input, &mut output, prompt).unwrap();
        assert_eq!(String::from_utf8(output).unwrap(), expected);
    }

    #[test]
    fn questions_are_put_as_wanted() {
        check(b"hi\nstop\nno\n", Prompt::Silent, "hello\n2 hi\n4 stop\n");
        check(b"hi\nstop\n", Prompt::Line, "hello\nwell?\n2 hi\nwell?\n4 stop\n");
        check(b"hi\n", Prompt::Inline, "hello\nwell? 2 hi\nwell? \nbye\n");
    }

    #[test]
    fn what_happens_by_itself_comes_before_the_next_question() {
        check(b"a!!\n", Prompt::Line, "hello\nwell?\n3 a!!\nmore\nmore\nwell?\nbye\n");
    }

    #[test]
    fn the_end_of_input_ends_politely_even_within_a_line() {
        check(b"", Prompt::Silent, "hello\nbye\n");
        check(b"a", Prompt::Silent, "hello\n1 a\nbye\n");
    }

    #[test]
    fn bytes_that_are_no_text_and_any_line_ends_are_read() {
        check(b"a\xffb\r\n\n", Prompt::Silent, "hello\n5 a\u{fffd}b\n0 \nbye\n");
    }

    #[test]
    fn an_endless_line_is_cut() {
        let mut input = vec![b'x'; 100_000];
        input.extend(b"\nhi\n");
        check(&input, Prompt::Silent, "hello\n16384 xxxxx\n2 hi\nbye\n");
    }
}
