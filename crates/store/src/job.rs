//! Work for engines that any number of workers share, and how it stands.
//!
//! A job is claimed by one worker at a time, and stays its job as long as the worker says that it is there. What becomes of
//! a job names the claim; if that is not the newest, nothing changes. So a job is done at least once, and its answer counts
//! once.

use core::fmt;
use core::str::FromStr;
use std::time::Duration;

/// How long a worker may be silent before others may have its jobs.
pub const WORKER_EXPIRY: Duration = Duration::from_secs(3);
/// How many workers may die over a job before it is given up.
pub const MOST_TRIES: u32 = 3;

/// The number of a job.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct JobId(pub(crate) i64);

impl fmt::Display for JobId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// Jobs are told of by their number.
impl FromStr for JobId {
    type Err = core::num::ParseIntError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        text.parse().map(Self)
    }
}

/// The number of a worker.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct WorkerId(pub(crate) i64);

/// What a job is for, the most urgent first.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum JobKind {
    /// A computer's move, for which somebody waits at a board.
    Move,
    /// The review of a game that somebody has just played.
    Review,
    /// One of many games that are looked at.
    Bulk,
}

impl JobKind {
    /// All of them, the most urgent first.
    pub const ALL: [Self; 3] = [Self::Move, Self::Review, Self::Bulk];

    /// The word for it.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Move => "move",
            Self::Review => "review",
            Self::Bulk => "bulk",
        }
    }

    pub(crate) fn from_word(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.word() == word)
    }

    pub(crate) const fn rank(self) -> u32 {
        self as u32
    }
}

/// Something to be done.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NewJob {
    /// What it is for.
    pub kind: JobKind,
    /// What is to be done, in words that whoever does it understands. The same words of the same kind for the same engine are
    /// the same job.
    pub body: String,
    /// By which engine it is to be done; empty if by any.
    pub engine: String,
}

/// What a worker hears when it says that it is there.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Presence {
    /// It still has its jobs.
    InTime,
    /// It has been silent for so long that others could have them.
    Late,
    /// It has been silent for so long that it has to begin anew.
    Forgotten,
}

/// A job that a worker has for now.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Claim {
    /// Which one.
    pub job: JobId,
    /// By which its answer proves that the worker still has it.
    pub(crate) fence: i64,
    /// What it is for.
    pub kind: JobKind,
    /// What is to be done.
    pub body: String,
}

/// How a job stands.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum JobState {
    /// Nobody has it.
    Waiting,
    /// A worker has it.
    Claimed,
    /// It is done, and this came of it.
    Done(String),
    /// It cannot be done, for this reason.
    Failed(String),
}

/// How much there is to do, and who does it.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Queue {
    /// How many jobs there are, of each kind that has any.
    pub kinds: Vec<Load>,
    /// How many workers are there.
    pub workers: u32,
    /// How much they do at once.
    pub threads: u32,
}

/// How many jobs of a kind there are.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Load {
    /// Of which kind.
    pub kind: JobKind,
    /// Nobody has them yet.
    pub waiting: u32,
    /// A worker has them.
    pub claimed: u32,
    /// They are done, and their answers kept.
    pub done: u32,
    /// They cannot be done.
    pub failed: u32,
}

impl Load {
    pub(crate) const fn none(kind: JobKind) -> Self {
        Self { kind, waiting: 0, claimed: 0, done: 0, failed: 0 }
    }
}

impl Queue {
    /// The jobs of all kinds that wait, and those that workers have.
    pub fn in_hand(&self) -> (u32, u32) {
        let sum = |count: fn(&Load) -> u32| self.kinds.iter().map(count).sum();
        (sum(|load| load.waiting), sum(|load| load.claimed))
    }
}
