//! What a worker has in hand: moves on threads of their own, everything else beside them.

use super::{Gate, Reviewer};
use crate::thinking::{Asked, News, Pool, Question};
use regence_store::{Claim, JobId, JobKind, JobState};
use std::collections::HashMap;
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::mpsc;

/// How long a move may take whatever it says: a search without limits must end.
const LONGEST: Duration = Duration::from_mins(1);

/// What a worker has in hand.
pub struct Hands {
    pool: Pool,
    reviewer: Arc<dyn Reviewer>,
    gate: Arc<Gate>,
    threads: usize,
    moves: HashMap<JobId, Asked>,
    reviews: usize,
    results: mpsc::UnboundedReceiver<(Claim, JobState)>,
    to_results: mpsc::UnboundedSender<(Claim, JobState)>,
}

impl Hands {
    /// Nothing yet.
    pub fn new(threads: usize, memory: usize, reviewer: Arc<dyn Reviewer>) -> Self {
        let (to_results, results) = mpsc::unbounded_channel();
        let (moves, gate) = (HashMap::new(), Arc::default());
        let pool = Pool::new(threads, memory);
        Self { pool, reviewer, gate, threads, moves, reviews: 0, results, to_results }
    }

    /// How many more jobs there is room for, none less urgent than this; nothing if both hands are full. What is no move
    /// is not begun while somebody waits for one.
    pub fn free(&self) -> Option<(JobKind, u32)> {
        let moves = self.threads.saturating_sub(self.moves.len());
        let others = if self.moves.is_empty() { self.threads.saturating_sub(self.reviews) } else { 0 };
        match (moves, others) {
            (0, _) => None,
            (moves, 0) => Some((JobKind::Move, moves as u32)),
            (_, others) => Some((JobKind::Bulk, others as u32)),
        }
    }

    /// Begins a job.
    pub fn take(&mut self, claim: Claim) {
        match claim.kind {
            JobKind::Move => self.think(claim),
            JobKind::Review | JobKind::Bulk => self.review(claim),
        }
    }

    fn think(&mut self, claim: Claim) {
        let results = self.to_results.clone();
        let question = match Question::read(&claim.body) {
            Ok(question) => question,
            // We hold the other end.
            Err(why) => return drop(results.send((claim, JobState::Failed(why)))),
        };
        let job = claim.job;
        let asked = self.pool.ask(question, LONGEST, move |news| {
            if let News::Answer(answer) = news {
                let _ = results.send((claim.clone(), JobState::Done(answer.written())));
            }
        });
        self.moves.insert(job, asked);
        self.gate.set_moves(self.moves.len());
    }

    fn review(&mut self, claim: Claim) {
        self.reviews += 1;
        let (reviewer, gate) = (Arc::clone(&self.reviewer), Arc::clone(&self.gate));
        let results = self.to_results.clone();
        tokio::spawn(async move {
            let body = claim.body.clone();
            let done = tokio::task::spawn_blocking(move || reviewer.review(&body, &gate)).await;
            let state = match done {
                Ok(Ok(Some(answer))) => JobState::Done(answer),
                Ok(Ok(None)) => JobState::Waiting,
                Ok(Err(why)) => JobState::Failed(why),
                Err(panic) => JobState::Failed(panic.to_string()),
            };
            // Whoever stops does not want to know.
            let _ = results.send((claim, state));
        });
    }

    /// The next job that is through, and what came of it.
    pub async fn done(&mut self) -> (Claim, JobState) {
        let Some((claim, state)) = self.results.recv().await else { return std::future::pending().await };
        if claim.kind == JobKind::Move {
            self.moves.remove(&claim.job);
            self.gate.set_moves(self.moves.len());
        } else {
            self.reviews -= 1;
        }
        (claim, state)
    }

    /// Lets everything go.
    pub fn close(&mut self) {
        self.gate.close();
        self.moves.clear();
    }
}
