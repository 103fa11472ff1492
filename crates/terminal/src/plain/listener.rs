//! Hears lines on a thread of its own, so that something else can happen while nobody speaks.

use std::io::{self, BufRead, Read};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::thread;
use std::time::Duration;

/// No line that means anything is longer, in bytes.
const LONGEST_LINE: u64 = 16 << 10;

/// Listens to an input, a line at a time and only when a line is wanted.
pub struct Listener {
    wanted: Sender<()>,
    heard: Receiver<Option<String>>,
    /// Whether a line is wanted that has not come yet.
    is_waiting: bool,
}

/// What came of listening.
#[derive(PartialEq, Eq, Debug)]
pub enum Heard {
    /// A line without its end.
    Line(String),
    /// The input has ended, or cannot be read any more.
    End,
    /// Nothing for as long as was agreed.
    Silence,
}

impl Listener {
    /// Begins to listen.
    pub fn new(mut input: impl BufRead + Send + 'static) -> io::Result<Self> {
        let (wanted, wishes) = channel();
        let (sender, heard) = channel();
        let listen = move || {
            for () in wishes {
                let line = read_line(&mut input);
                let is_end = line.is_none();
                if sender.send(line).is_err() || is_end {
                    return;
                }
            }
        };
        // Nobody waits for this thread to end: it may hang on somebody who never says anything.
        thread::Builder::new().name("listener".into()).spawn(listen)?;
        Ok(Self { wanted, heard, is_waiting: false })
    }

    /// The next line, unless nobody says one for so long.
    pub fn listen(&mut self, patience: Option<Duration>) -> Heard {
        if !self.is_waiting {
            // Only a listener whose input has ended does not hear this.
            let _ = self.wanted.send(());
            self.is_waiting = true;
        }
        let heard = match patience {
            None => self.heard.recv().ok().flatten(),
            Some(patience) => match self.heard.recv_timeout(patience) {
                Err(RecvTimeoutError::Timeout) => return Heard::Silence,
                Err(RecvTimeoutError::Disconnected) => None,
                Ok(line) => line,
            },
        };
        self.is_waiting = false;
        heard.map_or(Heard::End, Heard::Line)
    }
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
