//! What the server counts, for those who watch over it.

use std::fmt::Write;
use std::sync::atomic::{AtomicI64, Ordering};

/// A number that goes up, and perhaps down.
#[derive(Debug, Default)]
pub struct Count(AtomicI64);

impl Count {
    /// Adds to it.
    pub fn add(&self, by: i64) {
        self.0.fetch_add(by, Ordering::Relaxed);
    }

    /// Its value.
    pub fn value(&self) -> i64 {
        self.0.load(Ordering::Relaxed)
    }
}

/// Everything that is counted.
#[derive(Debug, Default)]
pub struct Metrics {
    /// Requests answered.
    pub requests: Count,
    /// Requests refused because there were too many.
    pub refused: Count,
    /// Answers that were our fault.
    pub faults: Count,
    /// Sockets open.
    pub sockets: Count,
    /// Messages that came over sockets.
    pub messages: Count,
    /// Tables at hand.
    pub tables: Count,
    /// Changes kept.
    pub changes: Count,
}

impl Metrics {
    /// As Prometheus reads it, with what the pool of thinkers says.
    pub fn text(&self, (waiting, asked): (usize, u64)) -> String {
        let rows = [
            ("requests_total", "counter", "Requests answered.", self.requests.value()),
            (
                "refused_total",
                "counter",
                "Requests refused because there were too many.",
                self.refused.value(),
            ),
            ("faults_total", "counter", "Answers that were the server's fault.", self.faults.value()),
            ("sockets", "gauge", "Sockets open.", self.sockets.value()),
            ("messages_total", "counter", "Messages received over sockets.", self.messages.value()),
            ("tables", "gauge", "Tables at hand.", self.tables.value()),
            ("changes_total", "counter", "Changes of games that were kept.", self.changes.value()),
            ("questions_waiting", "gauge", "Questions to the engine that wait.", waiting as i64),
            ("questions_total", "counter", "Questions to the engine.", asked as i64),
        ];
        let mut text = String::new();
        for (name, kind, help, value) in rows {
            // Writing to a string cannot fail.
            let _ = write!(
                text,
                "# HELP regence_{name} {help}\n# TYPE regence_{name} {kind}\nregence_{name} {value}\n"
            );
        }
        text
    }
}
