//! What the server counts, for those who watch over it.

use regence_store::{JobKind, Load, Queue};
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
    /// Questions that workers have answered.
    pub answers: Count,
    /// Questions that were taken back from workers.
    pub taken_back: Count,
}

impl Metrics {
    /// As Prometheus reads it, with what the pool of thinkers says and how much work there is for workers, where that is
    /// known.
    pub fn text(&self, (waiting, asked): (usize, u64), queue: Option<&Queue>) -> String {
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
            ("answers_of_workers_total", "counter", "Questions that workers answered.", self.answers.value()),
            (
                "taken_back_total",
                "counter",
                "Questions taken back from workers, who took too long.",
                self.taken_back.value(),
            ),
        ];
        let mut text = String::new();
        for (name, kind, help, value) in rows {
            write_row(&mut text, name, kind, help, value);
        }
        if let Some(queue) = queue {
            write_row(&mut text, "workers", "gauge", "Workers that are there.", queue.workers.into());
            write_row(&mut text, "worker_threads", "gauge", "Jobs they do at once.", queue.threads.into());
            write_jobs(&mut text, &queue.kinds);
        }
        text
    }
}

fn write_row(text: &mut String, name: &str, kind: &str, help: &str, value: i64) {
    // Writing to a string cannot fail.
    let _ =
        write!(text, "# HELP regence_{name} {help}\n# TYPE regence_{name} {kind}\nregence_{name} {value}\n");
}

/// Jobs of every kind and state, those of which there are none included: an empty queue is something to see.
fn write_jobs(text: &mut String, kinds: &[Load]) {
    text.push_str("# HELP regence_jobs Jobs for workers.\n# TYPE regence_jobs gauge\n");
    for kind in JobKind::ALL {
        let load = kinds.iter().find(|load| load.kind == kind);
        let counts = load.map_or([0; 4], |load| [load.waiting, load.claimed, load.done, load.failed]);
        for (state, count) in ["waiting", "claimed", "done", "failed"].iter().zip(counts) {
            // Writing to a string cannot fail.
            let _ = writeln!(text, "regence_jobs{{kind=\"{}\",state=\"{state}\"}} {count}", kind.word());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn work_that_waits_can_be_seen() {
        let load = Load { kind: JobKind::Bulk, waiting: 7, claimed: 2, done: 40, failed: 1 };
        let queue = Queue { kinds: vec![load], workers: 1, threads: 2 };
        let text = Metrics::default().text((0, 0), Some(&queue));
        for row in [
            "regence_workers 1",
            "regence_worker_threads 2",
            "regence_jobs{kind=\"bulk\",state=\"waiting\"} 7",
            "regence_jobs{kind=\"bulk\",state=\"failed\"} 1",
            "regence_jobs{kind=\"move\",state=\"waiting\"} 0",
        ] {
            assert!(text.lines().any(|line| line == row), "{row} in {text}");
        }
        assert!(!Metrics::default().text((0, 0), None).contains("regence_workers"));
    }
}
