//! A word that ends everything early, said by the user or by a result that is clear.

use signal_hook::consts::{SIGINT, SIGTERM};
use signal_hook::flag;
use std::io::{self, Cursor, Read};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::thread;
use std::time::Duration;

/// Whether to stop, shared by all who should.
#[derive(Clone, Default, Debug)]
pub struct Stop(Arc<AtomicBool>);

impl Stop {
    /// Is set by Ctrl-C and by a request to terminate. The second of them no longer asks: it ends the program.
    pub fn on_signals() -> io::Result<Self> {
        /// What shells say of a program that a signal ended, beyond the number of the signal.
        const BY_SIGNAL: i32 = 128;
        let stop = Self::default();
        for signal in [SIGINT, SIGTERM] {
            // In this order: the first signal finds the flag still down.
            flag::register_conditional_shutdown(signal, BY_SIGNAL + signal, stop.0.clone())?;
            flag::register(signal, stop.0.clone())?;
        }
        Ok(stop)
    }

    /// Says it.
    pub fn set(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    /// A stream that ends when it was said, also while nothing comes, or nobody opens the other end of a pipe.
    pub fn ending<R: Read>(
        &self,
        open: impl FnOnce() -> io::Result<R> + Send + 'static,
    ) -> io::Result<UntilStopped> {
        UntilStopped::open(open, self.clone())
    }

    /// Whether it was said.
    pub fn is_set(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

/// A stream that may end early. It is read on a thread of its own, which stays behind if it waits at the end: the system goes on with
/// a call that a signal has interrupted, so whoever waits in one hears nobody.
#[derive(Debug)]
pub struct UntilStopped {
    pieces: Receiver<io::Result<Vec<u8>>>,
    /// What has come last.
    piece: Cursor<Vec<u8>>,
    stop: Stop,
}

impl UntilStopped {
    fn open<R: Read>(open: impl FnOnce() -> io::Result<R> + Send + 'static, stop: Stop) -> io::Result<Self> {
        /// So many pieces may wait, so that whoever reads and whoever works need not wait for each other.
        const WAITING_PIECES: usize = 1;
        let (sender, pieces) = sync_channel(WAITING_PIECES);
        thread::Builder::new().spawn(move || {
            // The first piece is empty, and says that the stream is open.
            match open() {
                Ok(input) if sender.send(Ok(Vec::new())).is_ok() => pass_on(input, &sender),
                Ok(_) => {}
                Err(error) => drop(sender.send(Err(error))),
            }
        })?;
        let mut stream = Self { pieces, piece: Cursor::default(), stop };
        stream.advance()?;
        Ok(stream)
    }

    /// Waits for the next piece; whether there is one.
    fn advance(&mut self) -> io::Result<bool> {
        /// How often to ask whether to stop.
        const MOMENT: Duration = Duration::from_millis(50);
        while !self.stop.is_set() {
            match self.pieces.recv_timeout(MOMENT) {
                Ok(piece) => {
                    self.piece = Cursor::new(piece?);
                    return Ok(true);
                }
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => break,
            }
        }
        Ok(false)
    }

    fn is_used_up(&self) -> bool {
        self.piece.position() == self.piece.get_ref().len() as u64
    }
}

impl Read for UntilStopped {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        while self.is_used_up() && self.advance()? {}
        if self.stop.is_set() { Ok(0) } else { self.piece.read(buffer) }
    }
}

/// Reads a stream to its end, or until nobody wants to know. After an error nothing comes any more.
fn pass_on(mut input: impl Read, pieces: &SyncSender<io::Result<Vec<u8>>>) {
    const LONGEST_PIECE: usize = 1 << 16;
    loop {
        let mut piece = vec![0; LONGEST_PIECE];
        let read = input.read(&mut piece);
        let is_last = match &read {
            Ok(length) => {
                piece.truncate(*length);
                piece.is_empty()
            }
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            Err(_) => true,
        };
        if pieces.send(read.map(|_| piece)).is_err() || is_last {
            return;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::mpsc::{Sender, channel};

    /// Says nothing until it is told to fail.
    struct Quiet(Receiver<io::Error>);

    impl Read for Quiet {
        fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
            Err(self.0.recv().unwrap_or_else(|_| io::Error::other("nobody is there")))
        }
    }

    fn quiet() -> (Sender<io::Error>, Quiet) {
        let (sender, errors) = channel();
        (sender, Quiet(errors))
    }

    #[test]
    fn a_stream_without_end_ends_when_somebody_says_stop() {
        let stop = Stop::default();
        let mut input = stop.ending(|| Ok(io::repeat(0))).unwrap();
        assert_eq!(input.read(&mut [0; 9]).unwrap(), 9);
        stop.set();
        assert_eq!(input.read(&mut [0; 9]).unwrap(), 0);
    }

    #[test]
    fn a_stream_from_which_nothing_comes_ends_when_somebody_says_stop() {
        let stop = Stop::default();
        let (_sender, quiet) = quiet();
        let mut input = stop.ending(|| Ok(quiet)).unwrap();
        let other = stop.clone();
        thread::spawn(move || other.set());
        assert_eq!(input.read(&mut [0; 9]).unwrap(), 0);
    }

    #[test]
    fn a_stream_that_cannot_be_opened_ends_when_somebody_says_stop() {
        let stop = Stop::default();
        let (_sender, quiet) = quiet();
        let other = stop.clone();
        thread::spawn(move || other.set());
        let open = move || quiet.0.recv().map(|_| io::empty()).map_err(io::Error::other);
        assert_eq!(stop.ending(open).unwrap().read(&mut [0; 9]).unwrap(), 0);
    }

    #[test]
    fn nothing_is_lost() {
        let text: Vec<u8> = (0..300_000_u32).flat_map(u32::to_le_bytes).collect();
        let whole = text.clone();
        let mut input = Stop::default().ending(|| Ok(Cursor::new(whole))).unwrap();
        let (mut read, mut buffer) = (Vec::<u8>::new(), [0; 1_000]);
        for length in (0..=1_000).cycle() {
            let count = input.read(&mut buffer[..length]).unwrap();
            read.extend(&buffer[..count]);
            if count == 0 && length > 0 {
                break;
            }
        }
        assert!(read == text, "{} of {}", read.len(), text.len());
    }

    #[test]
    fn errors_are_told_when_what_came_before_is_read() {
        let (sender, quiet) = quiet();
        for kind in [io::ErrorKind::Interrupted, io::ErrorKind::PermissionDenied] {
            sender.send(kind.into()).unwrap();
        }
        let mut input = Stop::default().ending(|| Ok(b"x".chain(quiet))).unwrap();
        assert_eq!(input.read(&mut [0; 9]).unwrap(), 1);
        assert_eq!(input.read(&mut [0; 9]).unwrap_err().kind(), io::ErrorKind::PermissionDenied);
        assert_eq!(input.read(&mut [0; 9]).unwrap(), 0);
        let unopened = Stop::default().ending(|| Err::<io::Empty, _>(io::ErrorKind::NotFound.into()));
        assert_eq!(unopened.unwrap_err().kind(), io::ErrorKind::NotFound);
    }
}
