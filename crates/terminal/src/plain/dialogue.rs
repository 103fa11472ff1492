//! A conversation over any input and output, a line at a time.

use super::listener::{Heard, Listener};
use std::io::{self, BufRead, Write};
use std::time::Duration;

/// Somebody to talk to.
pub trait Partner {
    /// What is said first.
    fn greet(&mut self) -> Vec<String>;

    /// What a line is answered.
    fn answer(&mut self, line: &str) -> Vec<String>;

    /// What happens by itself before another line is wanted, such as a computer's move; `None` when nothing does.
    fn go_on(&mut self) -> Option<Vec<String>>;

    /// Lets time pass while nobody says anything: what has happened meanwhile, and how long it may take until something
    /// happens again; `None` if nothing will by itself.
    fn pass_time(&mut self) -> (Vec<String>, Option<Duration>) {
        (Vec::new(), None)
    }

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

/// Talks until the partner or the input has no more to say.
pub fn converse(
    partner: &mut impl Partner,
    input: impl BufRead + Send + 'static,
    mut output: impl Write,
    prompt: Prompt,
) -> io::Result<()> {
    let mut listener = Listener::new(input)?;
    say(&mut output, &partner.greet())?;
    loop {
        while let Some(lines) = partner.go_on() {
            say(&mut output, &lines)?;
        }
        let Some(question) = partner.question() else { break };
        ask(&mut output, &question, prompt)?;
        let heard = loop {
            let (lines, patience) = partner.pass_time();
            if !lines.is_empty() {
                end_line(&mut output, prompt)?;
                say(&mut output, &lines)?;
                let Some(question) = partner.question() else { return output.flush() };
                ask(&mut output, &question, prompt)?;
            }
            match listener.listen(patience) {
                Heard::Silence => {}
                heard => break heard,
            }
        };
        let Heard::Line(line) = heard else {
            end_line(&mut output, prompt)?;
            say(&mut output, &partner.farewell())?;
            break;
        };
        say(&mut output, &partner.answer(&line))?;
    }
    output.flush()
}

fn ask(output: &mut impl Write, question: &str, prompt: Prompt) -> io::Result<()> {
    match prompt {
        Prompt::Inline => write!(output, "{question} ")?,
        Prompt::Line => writeln!(output, "{question}")?,
        Prompt::Silent => {}
    }
    output.flush()
}

/// Leaves the line in which an answer was expected.
fn end_line(output: &mut impl Write, prompt: Prompt) -> io::Result<()> {
    if prompt == Prompt::Inline { writeln!(output) } else { Ok(()) }
}

/// Each answer is shown at once: what comes next may take time to think.
fn say(output: &mut impl Write, lines: &[String]) -> io::Result<()> {
    for line in lines {
        writeln!(output, "{line}")?;
    }
    output.flush()
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::{Cursor, Read};
    use std::sync::mpsc::{Receiver, Sender, channel};

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
        converse(&mut Echo::default(), Cursor::new(input.to_vec()), &mut output, prompt).unwrap();
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

    /// Loses patience once; then somebody speaks at last.
    struct Restless {
        speak: Option<Sender<u8>>,
        is_over: bool,
    }

    impl Partner for Restless {
        fn greet(&mut self) -> Vec<String> {
            Vec::new()
        }

        fn answer(&mut self, line: &str) -> Vec<String> {
            self.is_over = true;
            vec![format!("heard {line}")]
        }

        fn go_on(&mut self) -> Option<Vec<String>> {
            None
        }

        fn pass_time(&mut self) -> (Vec<String>, Option<Duration>) {
            let Some(speak) = self.speak.take() else { return (Vec::new(), None) };
            for byte in *b"x\n" {
                speak.send(byte).unwrap();
            }
            (vec!["time is up".into()], Some(Duration::ZERO))
        }

        fn question(&self) -> Option<String> {
            (!self.is_over).then(|| "well?".into())
        }

        fn farewell(&mut self) -> Vec<String> {
            vec!["bye".into()]
        }
    }

    /// Input that comes when it is sent.
    struct Slow(Receiver<u8>);

    impl Read for Slow {
        fn read(&mut self, bytes: &mut [u8]) -> io::Result<usize> {
            match (self.0.recv(), bytes.first_mut()) {
                (Ok(byte), Some(first)) => {
                    *first = byte;
                    Ok(1)
                }
                _ => Ok(0),
            }
        }
    }

    #[test]
    fn something_happens_while_nobody_speaks() {
        let (speak, heard) = channel();
        let mut partner = Restless { speak: Some(speak), is_over: false };
        let mut output = Vec::new();
        converse(&mut partner, io::BufReader::new(Slow(heard)), &mut output, Prompt::Line).unwrap();
        assert_eq!(String::from_utf8(output).unwrap(), "well?\ntime is up\nwell?\nheard x\n");
    }
}
