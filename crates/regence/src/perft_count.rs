//! Counts positions with several threads.

use crate::perft_table::PerftTable;
use crate::progress::Progress;
use regence_rules::{Key, Move, Position};
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;

/// How many positions lie behind each root move, in the generator's order. A count of [`u64::MAX`] is "at least".
pub type RootCounts = Vec<(Move, u64)>;

/// A part of the tree that one thread counts on its own.
struct Job {
    /// The root move it lies behind.
    root: usize,
    position: Position,
    key: Key,
    count: AtomicU64,
}

/// How the tree is counted.
pub struct Counting<'a> {
    /// How many threads work.
    pub threads: u32,
    /// Where counts are remembered, if they are.
    pub table: Option<&'a PerftTable>,
    /// Who is told how far it is.
    pub progress: &'a Progress,
}

impl Counting<'_> {
    /// Counts the positions `depth` half-moves, at least one, below each move of `position`.
    pub fn count(&self, position: &Position, depth: u8) -> RootCounts {
        let roots = position.legal_moves();
        // Two half-moves make hundreds of jobs, enough to keep every thread busy to the end.
        let plies = if depth > 3 { 2 } else { 1 };
        let jobs = split(position, plies);
        self.work_off(&jobs, depth.saturating_sub(plies));
        let mut counts: RootCounts = roots.iter().map(|&mv| (mv, 0)).collect();
        for job in &jobs {
            if let Some((_, count)) = counts.get_mut(job.root) {
                *count = count.saturating_add(job.count.load(Ordering::Relaxed));
            }
        }
        counts
    }

    /// Lets the threads take one job after another while this one reports how far they are.
    fn work_off(&self, jobs: &[Job], depth: u8) {
        let next = AtomicUsize::new(0);
        let work = || {
            while let Some(job) = jobs.get(next.fetch_add(1, Ordering::Relaxed)) {
                job.count.store(count_below(&job.position, job.key, depth, self.table), Ordering::Relaxed);
            }
        };
        let done =
            || jobs.iter().fold(0u64, |sum, job| sum.saturating_add(job.count.load(Ordering::Relaxed)));
        thread::scope(|scope| {
            // Nothing is ever sent: the channel closes when the last worker drops its end.
            let (working, finished) = mpsc::channel::<()>();
            for _ in 0..self.threads.min(jobs.len() as u32) {
                let working = working.clone();
                let worker = move || {
                    work();
                    drop(working);
                };
                if thread::Builder::new().spawn_scoped(scope, worker).is_err() {
                    // The system gives no more threads: those there are do the work, and this one helps.
                    work();
                    break;
                }
            }
            drop(working);
            while finished.recv_timeout(Progress::INTERVAL) == Err(RecvTimeoutError::Timeout) {
                self.progress.show(done());
            }
            self.progress.finish(done());
        });
    }
}

/// The positions one or two half-moves on, each with the root move it lies behind.
fn split(position: &Position, plies: u8) -> Vec<Job> {
    let mut jobs = Vec::new();
    let key = position.key();
    for (root, &mv) in position.legal_moves().iter().enumerate() {
        let (position, key) = position.play_keyed(mv, key);
        if plies == 1 {
            jobs.push(Job { root, position, key, count: AtomicU64::new(0) });
        } else {
            position.for_each_legal(|reply| {
                let (position, key) = position.play_keyed(reply, key);
                jobs.push(Job { root, position, key, count: AtomicU64::new(0) });
            });
        }
    }
    jobs
}

fn count_below(position: &Position, key: Key, depth: u8, table: Option<&PerftTable>) -> u64 {
    match table {
        Some(table) => count_remembering(position, key, depth, table),
        None => position.perft(depth),
    }
}

/// Counts with a table. Below two half-moves counting is quicker than remembering.
fn count_remembering(position: &Position, key: Key, depth: u8, table: &PerftTable) -> u64 {
    if depth < 2 {
        return position.perft(depth);
    }
    if let Some(count) = table.count(key, depth) {
        return count;
    }
    let mut count = 0u64;
    if depth == 2 {
        count = position.perft(depth);
    } else {
        position.for_each_legal(|mv| {
            let (next, key) = position.play_keyed(mv, key);
            count = count.saturating_add(count_remembering(&next, key, depth - 1, table));
        });
    }
    table.remember(key, depth, count);
    count
}
