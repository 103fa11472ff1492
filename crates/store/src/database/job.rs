//! Jobs and workers: who has what, for how long, and what came of it.
//!
//! PostgreSQL lets many programs claim at the same time, because whoever claims passes over what others are just claiming
//! (`SKIP LOCKED`). SQLite has one writer at a time as it is. Time is the database's own.

use super::Database;
use super::notice::{Topic, tell};
use super::sql::{Connection, Dialect, Query, Row, nonsense, query};
use super::writer::Change;
use crate::{
    Claim, JobId, JobKind, JobState, Load, MOST_TRIES, NewJob, Presence, Queue, StoreError, WorkerId,
};
use sha2::{Digest, Sha256};
use std::fmt::Write;
use std::time::Duration;

/// How many jobs are asked for at once.
const JOBS_AT_ONCE: usize = 500;
/// How long a worker's row stays after it has gone, in milliseconds.
const MEMORY: i64 = 60_000;

impl Database {
    /// Queues jobs.
    pub async fn enqueue(&self, jobs: Vec<NewJob>) -> Result<Vec<JobId>, StoreError> {
        let keyed = jobs.into_iter().map(|job| (key(&job), job)).collect();
        self.writer.make(Enqueue(keyed)).await
    }

    /// How jobs stand.
    pub async fn jobs(&self, ids: &[JobId]) -> Result<Vec<(JobId, JobState)>, StoreError> {
        let mut found = Vec::with_capacity(ids.len());
        for ids in ids.chunks(JOBS_AT_ONCE) {
            let mut asked = query("SELECT id, state, answer FROM jobs WHERE id IN (");
            for (number, id) in ids.iter().enumerate() {
                asked.push(if number == 0 { "" } else { ", " }).push_bind(id.0);
            }
            asked.push(") ORDER BY id");
            for row in self.read(asked.all(&mut self.reader().await?).await)? {
                found.push(self.read(state(&row))?);
            }
        }
        Ok(found)
    }

    /// Forgets a job.
    pub async fn forget_job(&self, id: JobId) -> Result<(), StoreError> {
        self.writer.make(Simply(vec![query("DELETE FROM jobs WHERE id = $1").bind(id.0)])).await.map(drop)
    }

    /// Forgets old jobs of a kind.
    pub async fn forget_old_jobs(&self, kind: JobKind, age: Duration) -> Result<u64, StoreError> {
        let clock = self.readers.dialect().clock();
        let forget = query(format!("DELETE FROM jobs WHERE kind = $1 AND changed < {clock} - $2"));
        self.writer.make(Simply(vec![forget.bind(kind.word()).bind(age.as_millis() as i64)])).await
    }

    /// A worker comes.
    pub async fn begin_work(
        &self,
        threads: u32,
        engine: String,
        expiry: Duration,
    ) -> Result<WorkerId, StoreError> {
        self.writer.make(Begin { threads, engine, expiry }).await
    }

    /// A worker is still there.
    pub async fn keep_working(&self, worker: WorkerId, expiry: Duration) -> Result<Presence, StoreError> {
        if self.readers.dialect() == Dialect::Sqlite {
            return self.writer.make(Keep { worker, expiry }).await;
        }
        // Not by the writer, who may have to wait for others.
        let clock = Dialect::Postgres.clock();
        let keep = query(format!(
            "WITH before AS
                 (SELECT id, expires <= {clock} AS is_late FROM workers WHERE id = $1 FOR UPDATE)
             UPDATE workers w SET expires = {clock} + $2, lasts = $2 FROM before WHERE w.id = before.id
             RETURNING before.is_late"
        ));
        let keep = keep.bind(worker.0).bind(expiry.as_millis() as i64);
        let Some(row) = self.read(keep.optional(&mut self.reader().await?).await)? else {
            return Ok(Presence::Forgotten);
        };
        Ok(if self.read(row.get(0))? { Presence::Late } else { Presence::InTime })
    }

    /// A worker goes.
    pub async fn end_work(&self, worker: WorkerId) -> Result<(), StoreError> {
        let clock = self.readers.dialect().clock();
        let give_back = query(format!(
            "UPDATE jobs SET state = 'waiting', worker = NULL, tries = tries - 1, changed = {clock}
             WHERE worker = $1 AND state = 'claimed'"
        ));
        let leave = query("DELETE FROM workers WHERE id = $1").bind(worker.0);
        self.writer.make(Simply(vec![give_back.bind(worker.0), leave])).await?;
        self.writer.make(Wake).await
    }

    /// The next jobs for a worker.
    pub async fn claim(&self, worker: WorkerId, least: JobKind, most: u32) -> Result<Vec<Claim>, StoreError> {
        self.writer.make(Take { worker, least, most }).await
    }

    /// What came of a job.
    pub async fn finish(&self, claim: Claim, state: JobState) -> Result<bool, StoreError> {
        self.writer.make(Finish { claim, state }).await
    }

    /// Takes jobs from workers who are gone.
    pub async fn recover_jobs(&self) -> Result<u32, StoreError> {
        let clock = self.readers.dialect().clock();
        // Mostly there are none, and to look needs no writing.
        let lost = query(format!("SELECT count(*) FROM jobs j WHERE {}", lost(clock)));
        let lost = self.read(lost.one(&mut self.reader().await?).await)?;
        if self.read(lost.count(0))? == 0 { Ok(0) } else { self.writer.make(Recover).await }
    }

    /// How many workers are there whose engine has this name, if one is told, and how much they do at once.
    pub async fn workers(&self, engine: Option<&str>) -> Result<(u32, u32), StoreError> {
        let clock = self.readers.dialect().clock();
        let mut there = query(format!(
            "SELECT count(*), CAST(coalesce(sum(threads), 0) AS BIGINT) FROM workers WHERE expires > {clock}"
        ));
        if let Some(engine) = engine {
            there.push(" AND engine = ").push_bind(engine);
        }
        let there = self.read(there.one(&mut self.reader().await?).await)?;
        Ok((self.read(there.count(0))?, self.read(there.count(1))?))
    }

    /// How much there is to do.
    pub async fn queue(&self) -> Result<Queue, StoreError> {
        let counts = query("SELECT kind, state, count(*) FROM jobs GROUP BY kind, state");
        let counts = self.read(counts.all(&mut self.reader().await?).await)?;
        let mut kinds: Vec<Load> = Vec::new();
        for row in &counts {
            let kind = self.read(kind_of(row, 0))?;
            if !kinds.iter().any(|load| load.kind == kind) {
                kinds.push(Load::none(kind));
            }
            let (state, count) = (self.read(row.get::<&str>(1))?, self.read(row.count(2))?);
            let Some(load) = kinds.iter_mut().find(|load| load.kind == kind) else { continue };
            match state {
                "waiting" => load.waiting = count,
                "claimed" => load.claimed = count,
                "done" => load.done = count,
                _ => load.failed = count,
            }
        }
        kinds.sort_by_key(|load| load.kind);
        let (workers, threads) = self.workers(None).await?;
        Ok(Queue { kinds, workers, threads })
    }
}

/// What a job is told apart by.
fn key(job: &NewJob) -> String {
    let mut digest = Sha256::new();
    // Nothing has a zero in it, so nothing that differs can come to the same.
    for part in [job.kind.word(), &job.engine, &job.body] {
        digest.update(part);
        digest.update([0]);
    }
    let digest = digest.finalize();
    digest.iter().fold(String::with_capacity(64), |mut text, byte| {
        // Writing to a string cannot fail.
        let _ = write!(text, "{byte:02x}");
        text
    })
}

/// Which jobs, as `j`, are somebody's who is gone.
fn lost(clock: &str) -> String {
    format!(
        "j.state = 'claimed'
         AND NOT EXISTS (SELECT 1 FROM workers w WHERE w.id = j.worker AND w.expires > {clock})"
    )
}

fn kind_of(row: &Row, at: usize) -> Result<JobKind, sqlx::Error> {
    let word: &str = row.get(at)?;
    JobKind::from_word(word).ok_or_else(|| nonsense(at, format!("'{word}' is no kind of job")))
}

fn state(row: &Row) -> Result<(JobId, JobState), sqlx::Error> {
    let (id, word, answer) = (row.get(0)?, row.get::<&str>(1)?, row.get::<Option<String>>(2)?);
    let state = match (word, answer) {
        ("waiting", _) => JobState::Waiting,
        ("claimed", _) => JobState::Claimed,
        ("done", Some(answer)) => JobState::Done(answer),
        ("failed", Some(reason)) => JobState::Failed(reason),
        _ => return Err(nonsense(1, format!("a job that is '{word}' without saying how"))),
    };
    Ok((JobId(id), state))
}

struct Enqueue(Vec<(String, NewJob)>);

impl Change for Enqueue {
    type Answer = Vec<JobId>;

    async fn perform(
        &mut self,
        connection: &mut Connection,
    ) -> Result<Result<Vec<JobId>, StoreError>, sqlx::Error> {
        let clock = connection.dialect().clock();
        let mut ids = Vec::with_capacity(self.0.len());
        for (key, job) in &self.0 {
            // What is there stays, but has to be touched to be told of; and is young again.
            let made = query(format!(
                "INSERT INTO jobs (key, kind, rank, state, body, engine, changed)
                 VALUES ($1, $2, $3, 'waiting', $4, $5, {clock})
                 ON CONFLICT (key) DO UPDATE SET changed = excluded.changed,
                     state = CASE jobs.state WHEN 'failed' THEN 'waiting' ELSE jobs.state END,
                     answer = CASE jobs.state WHEN 'failed' THEN NULL ELSE jobs.answer END,
                     tries = CASE jobs.state WHEN 'failed' THEN 0 ELSE jobs.tries END
                 RETURNING id"
            ));
            let made = made.bind(key).bind(job.kind.word()).bind(job.kind.rank()).bind(&job.body);
            let made = made.bind(&job.engine);
            ids.push(JobId(made.one(&mut *connection).await?.get(0)?));
        }
        tell(connection, Topic::Work, "").await?;
        Ok(Ok(ids))
    }
}

/// Orders of which only matters how many rows the last of them has changed.
struct Simply(Vec<Query<'static>>);

impl Change for Simply {
    type Answer = u64;

    async fn perform(&mut self, connection: &mut Connection) -> Result<Result<u64, StoreError>, sqlx::Error> {
        let mut changed = 0;
        for order in &self.0 {
            changed = order.again().run(&mut *connection).await?;
        }
        Ok(Ok(changed))
    }
}

/// Says that there is work.
struct Wake;

impl Change for Wake {
    type Answer = ();

    async fn perform(&mut self, connection: &mut Connection) -> Result<Result<(), StoreError>, sqlx::Error> {
        tell(connection, Topic::Work, "").await.map(Ok)
    }
}

struct Begin {
    threads: u32,
    engine: String,
    expiry: Duration,
}

impl Change for Begin {
    type Answer = WorkerId;

    async fn perform(
        &mut self,
        connection: &mut Connection,
    ) -> Result<Result<WorkerId, StoreError>, sqlx::Error> {
        let clock = connection.dialect().clock();
        let forget = query(format!(
            "DELETE FROM workers WHERE expires < {clock} - $1
             AND NOT EXISTS (SELECT 1 FROM jobs j WHERE j.worker = workers.id AND j.state = 'claimed')"
        ));
        forget.bind(MEMORY).run(&mut *connection).await?;
        let made = query(format!(
            "INSERT INTO workers (threads, engine, lasts, expires) VALUES ($1, $2, $3, {clock} + $3) RETURNING id"
        ));
        let made = made.bind(self.threads).bind(&self.engine).bind(self.expiry.as_millis() as i64);
        Ok(Ok(WorkerId(made.one(connection).await?.get(0)?)))
    }
}

struct Keep {
    worker: WorkerId,
    expiry: Duration,
}

impl Change for Keep {
    type Answer = Presence;

    async fn perform(
        &mut self,
        connection: &mut Connection,
    ) -> Result<Result<Presence, StoreError>, sqlx::Error> {
        let clock = connection.dialect().clock();
        let before =
            query(format!("SELECT expires - {clock} FROM workers WHERE id = $1")).bind(self.worker.0);
        let Some(before) = before.optional(&mut *connection).await? else {
            return Ok(Ok(Presence::Forgotten));
        };
        let keep = query(format!("UPDATE workers SET expires = {clock} + $2, lasts = $2 WHERE id = $1"));
        keep.bind(self.worker.0).bind(self.expiry.as_millis() as i64).run(connection).await?;
        Ok(Ok(if before.get::<i64>(0)? > 0 { Presence::InTime } else { Presence::Late }))
    }
}

struct Take {
    worker: WorkerId,
    least: JobKind,
    most: u32,
}

impl Change for Take {
    type Answer = Vec<Claim>;

    async fn perform(
        &mut self,
        connection: &mut Connection,
    ) -> Result<Result<Vec<Claim>, StoreError>, sqlx::Error> {
        let there = query("SELECT 1 FROM workers WHERE id = $1").bind(self.worker.0);
        if there.optional(&mut *connection).await?.is_none() {
            return Ok(Err(StoreError::WorkerForgotten));
        }
        let dialect = connection.dialect();
        let (pass_over, clock) = (dialect.pass_over_locked(), dialect.clock());
        let taken = query(format!(
            "WITH next AS MATERIALIZED
                 (SELECT id FROM jobs WHERE state = 'waiting' AND rank <= $2
                     AND engine IN ('', (SELECT w.engine FROM workers w WHERE w.id = $1))
                  ORDER BY rank, id LIMIT $3{pass_over})
             UPDATE jobs SET state = 'claimed', worker = $1, fence = fence + 1, tries = tries + 1,
                 changed = {clock}
             WHERE id IN (SELECT id FROM next)
             RETURNING id, fence, kind, body"
        ));
        let taken = taken.bind(self.worker.0).bind(self.least.rank()).bind(self.most);
        let mut claims = Vec::new();
        for row in taken.all(&mut *connection).await? {
            let (job, fence) = (JobId(row.get(0)?), row.get(1)?);
            claims.push(Claim { job, fence, kind: kind_of(&row, 2)?, body: row.get(3)? });
        }
        if !claims.is_empty() {
            // Who claims is there. Otherwise the next one who looks would take the jobs from it again.
            let there = query(format!("UPDATE workers SET expires = {clock} + lasts WHERE id = $1"));
            there.bind(self.worker.0).run(connection).await?;
        }
        claims.sort_by_key(|claim| (claim.kind, claim.job));
        Ok(Ok(claims))
    }
}

struct Finish {
    claim: Claim,
    state: JobState,
}

impl Change for Finish {
    type Answer = bool;

    async fn perform(
        &mut self,
        connection: &mut Connection,
    ) -> Result<Result<bool, StoreError>, sqlx::Error> {
        let (word, answer) = match &self.state {
            // It is given back, and nobody is to blame.
            JobState::Waiting => ("waiting", None),
            // It stays what it is.
            JobState::Claimed => ("claimed", None),
            JobState::Done(answer) => ("done", Some(answer.as_str())),
            JobState::Failed(reason) => ("failed", Some(reason.as_str())),
        };
        let finished = query(format!(
            "UPDATE jobs SET state = $3, answer = $4, changed = {},
                 worker = CASE $3 WHEN 'claimed' THEN worker END,
                 tries = CASE $3 WHEN 'waiting' THEN tries - 1 ELSE tries END
             WHERE id = $1 AND fence = $2 AND state = 'claimed'",
            connection.dialect().clock()
        ));
        let finished = finished.bind(self.claim.job.0).bind(self.claim.fence).bind(word).bind(answer);
        if finished.run(&mut *connection).await? == 0 {
            return Ok(Ok(false));
        }
        match self.state {
            JobState::Waiting => tell(connection, Topic::Work, "").await?,
            JobState::Claimed => {}
            _ => tell(connection, Topic::Answers, &self.claim.job.to_string()).await?,
        }
        Ok(Ok(true))
    }
}

struct Recover;

impl Change for Recover {
    type Answer = u32;

    async fn perform(&mut self, connection: &mut Connection) -> Result<Result<u32, StoreError>, sqlx::Error> {
        let dialect = connection.dialect();
        let (pass_over, clock) = (dialect.pass_over_locked(), dialect.clock());
        let recovered = query(format!(
            "WITH lost AS MATERIALIZED (SELECT j.id FROM jobs j WHERE {}{pass_over})
             UPDATE jobs SET state = CASE WHEN tries >= $1 THEN 'failed' ELSE 'waiting' END,
                 answer = CASE WHEN tries >= $1 THEN $2 END, worker = NULL, changed = {clock}
             WHERE id IN (SELECT id FROM lost)
             RETURNING id, state",
            lost(clock)
        ));
        let reason = format!("{MOST_TRIES} workers died over it");
        let recovered = recovered.bind(MOST_TRIES).bind(reason).all(&mut *connection).await?;
        for row in &recovered {
            if row.get::<&str>(1)? == "failed" {
                let id: i64 = row.get(0)?;
                tell(connection, Topic::Answers, &id.to_string()).await?;
            }
        }
        if !recovered.is_empty() {
            tell(connection, Topic::Work, "").await?;
        }
        Ok(Ok(recovered.len() as u32))
    }
}
