//! Nobody waits for ever: what does not come in good time is a failure that says what it waited for.

use std::io::{BufRead, BufReader, Read};
use std::process::{Child, ExitStatus};
use std::sync::mpsc;
use std::thread::{self, sleep};
use std::time::{Duration, Instant};

/// How long anything may take, on a machine that has much else to do.
pub const DEADLINE: Duration = Duration::from_mins(2);
/// How often to look.
const STEP: Duration = Duration::from_millis(5);

/// What comes of something in good time.
pub async fn within<T>(what: &str, future: impl Future<Output = T>) -> T {
    let done = tokio::time::timeout(DEADLINE, future).await;
    done.unwrap_or_else(|_| panic!("waited {DEADLINE:?} until {what}"))
}

/// Looks again and again until something is so.
pub fn wait_until(what: &str, mut is_so: impl FnMut() -> bool) {
    let until = Instant::now() + DEADLINE;
    while !is_so() {
        assert!(Instant::now() < until, "waited {DEADLINE:?} until {what}");
        sleep(STEP);
    }
}

/// The first line that a program writes.
pub fn first_line(output: impl Read + Send + 'static) -> String {
    let (sender, line) = mpsc::channel();
    thread::spawn(move || {
        let mut line = String::new();
        // Whoever waits for it sees that it is empty.
        let _ = BufReader::new(output).read_line(&mut line);
        let _ = sender.send(line);
    });
    line.recv_timeout(DEADLINE).expect("the program says something in good time")
}

/// How a program ends.
pub fn end_of(child: &mut Child) -> ExitStatus {
    let mut end = None;
    wait_until("the program has ended", || {
        end = child.try_wait().expect("it can be asked");
        end.is_some()
    });
    end.expect("it has ended")
}
