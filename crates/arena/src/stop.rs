//! A word that ends everything early, said by the user or by a result that is clear.

use signal_hook::consts::{SIGINT, SIGTERM};
use signal_hook::flag;
use std::io::{self, Read};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

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

    /// A stream that ends when it was said.
    pub fn ending<R: Read>(&self, input: R) -> impl Read + use<R> {
        UntilStopped { input, stop: self.clone() }
    }

    /// Whether it was said.
    pub fn is_set(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

/// A stream that may end early.
struct UntilStopped<R> {
    input: R,
    stop: Stop,
}

impl<R: Read> Read for UntilStopped<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if self.stop.is_set() { Ok(0) } else { self.input.read(buffer) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_stream_without_end_ends_when_somebody_says_stop() {
        let stop = Stop::default();
        let mut input = stop.ending(io::repeat(0));
        assert_eq!(input.read(&mut [0; 9]).unwrap(), 9);
        stop.set();
        assert_eq!(input.read(&mut [0; 9]).unwrap(), 0);
    }
}
