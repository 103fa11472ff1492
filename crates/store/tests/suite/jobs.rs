//! Work for engines: who has it, and what comes of it.

use super::Tested;
use regence_store::{
    Claim, JobId, JobKind, JobState, Load, MOST_TRIES, NewJob, Presence, Store, StoreError, WORKER_EXPIRY,
    WorkerId,
};
use std::time::Duration;

/// The engine of our workers.
const ENGINE: &str = "1";

fn job(kind: JobKind, body: &str) -> NewJob {
    NewJob { kind, body: body.to_owned(), engine: String::new() }
}

fn bulk(body: &str) -> NewJob {
    job(JobKind::Bulk, body)
}

/// A worker who stays.
async fn worker(store: &Store) -> Result<WorkerId, StoreError> {
    store.begin_work(2, ENGINE, WORKER_EXPIRY).await
}

/// A worker who is gone as soon as it has come.
async fn ghost(store: &Store) -> Result<WorkerId, StoreError> {
    store.begin_work(2, ENGINE, Duration::ZERO).await
}

async fn claim(store: &Store, worker: WorkerId) -> Result<Claim, StoreError> {
    let mut claims = store.claim(worker, JobKind::Bulk, 1).await?;
    Ok(claims.pop().expect("a job waits"))
}

async fn state(store: &Store, job: JobId) -> Result<Option<JobState>, StoreError> {
    Ok(store.jobs(&[job]).await?.pop().map(|(_, state)| state))
}

fn done(answer: &str) -> JobState {
    JobState::Done(answer.to_owned())
}

pub async fn jobs_are_claimed_by_urgency_and_then_by_age(store: Store) -> Tested {
    let wishes = [bulk("a"), job(JobKind::Review, "b"), bulk("c"), job(JobKind::Move, "d")];
    store.enqueue(wishes.to_vec()).await?;
    let worker = worker(&store).await?;
    assert_eq!(store.claim(worker, JobKind::Move, 9).await?.len(), 1, "nothing less urgent than asked for");
    let rest = store.claim(worker, JobKind::Bulk, 2).await?;
    assert_eq!(rest.iter().map(|claim| claim.body.as_str()).collect::<Vec<_>>(), ["b", "a"]);
    assert_eq!(claim(&store, worker).await?.body, "c");
    assert_eq!(store.claim(worker, JobKind::Bulk, 9).await?, [], "each job is claimed once");
    Ok(store)
}

pub async fn the_same_work_is_one_job(store: Store) -> Tested {
    let first = store.enqueue(vec![bulk("a"), bulk("b"), bulk("a")]).await?;
    assert_eq!(first[0], first[2]);
    let other = store.enqueue(vec![job(JobKind::Review, "a")]).await?;
    assert!(!first.contains(&other[0]), "another kind is other work");
    let newer = store.enqueue(vec![NewJob { engine: ENGINE.to_owned(), ..bulk("a") }]).await?;
    assert!(!first.contains(&newer[0]), "what another engine finds is another answer");
    let worker = worker(&store).await?;
    let claimed = store.claim(worker, JobKind::Bulk, 9).await?;
    let claimed = claimed.iter().find(|claim| claim.job == first[0]).expect("it is claimed");
    assert!(store.finish(claimed, done("yes")).await?);
    assert_eq!(store.enqueue(vec![bulk("a")]).await?, [first[0]]);
    assert_eq!(state(&store, first[0]).await?, Some(done("yes")), "it need not be done again");
    assert_eq!(state(&store, first[1]).await?, Some(JobState::Claimed));
    Ok(store)
}

pub async fn the_job_of_a_worker_who_died_comes_back(store: Store) -> Tested {
    let id = store.enqueue(vec![bulk("a")]).await?[0];
    let dead = ghost(&store).await?;
    let late = claim(&store, dead).await?;
    assert_eq!(store.recover_jobs().await?, 1);
    assert_eq!(state(&store, id).await?, Some(JobState::Waiting));
    assert!(!store.finish(&late, done("too late")).await?, "nobody waits for the dead");
    let alive = worker(&store).await?;
    let again = claim(&store, alive).await?;
    assert!(!store.finish(&late, done("too late")).await?, "the claim is not the newest");
    assert_eq!(store.recover_jobs().await?, 0, "this one is alive");
    assert!(store.finish(&again, done("in time")).await?);
    assert!(!store.finish(&again, done("twice")).await?, "an answer counts once");
    assert_eq!(state(&store, id).await?, Some(done("in time")));
    Ok(store)
}

pub async fn a_worker_keeps_its_jobs_as_long_as_it_says_that_it_is_there(store: Store) -> Tested {
    store.enqueue(vec![bulk("a")]).await?;
    let worker = ghost(&store).await?;
    let claimed = claim(&store, worker).await?;
    assert_eq!(store.workers(ENGINE).await?, 0);
    assert_eq!(store.keep_working(worker, WORKER_EXPIRY).await?, Presence::Late);
    assert_eq!(store.keep_working(worker, WORKER_EXPIRY).await?, Presence::InTime);
    assert_eq!((store.workers(ENGINE).await?, store.recover_jobs().await?), (1, 0));
    assert!(store.finish(&claimed, done("yes")).await?);
    store.end_work(worker).await?;
    let gone = store.keep_working(worker, WORKER_EXPIRY).await?;
    assert_eq!(gone, Presence::Forgotten, "who has gone must begin anew");
    assert_eq!(store.claim(worker, JobKind::Bulk, 1).await, Err(StoreError::WorkerForgotten));
    Ok(store)
}

pub async fn jobs_for_another_engine_are_left_to_others(store: Store) -> Tested {
    let of = |body: &str, engine: &str| NewJob { engine: engine.to_owned(), ..bulk(body) };
    let ids = store.enqueue(vec![of("a", "2"), of("b", ""), of("c", ENGINE), of("d", "2")]).await?;
    let worker = worker(&store).await?;
    let claimed = store.claim(worker, JobKind::Bulk, 9).await?;
    assert_eq!(claimed.iter().map(|claim| claim.body.as_str()).collect::<Vec<_>>(), ["b", "c"]);
    assert_eq!(state(&store, ids[0]).await?, Some(JobState::Waiting));
    assert_eq!((store.workers(ENGINE).await?, store.workers("2").await?), (1, 0));
    let other = store.begin_work(1, "2", WORKER_EXPIRY).await?;
    assert_eq!((store.workers(ENGINE).await?, store.workers("2").await?), (1, 1));
    assert_eq!(store.claim(other, JobKind::Bulk, 9).await?.len(), 2);
    Ok(store)
}

pub async fn a_job_that_kills_its_workers_is_given_up(store: Store) -> Tested {
    let id = store.enqueue(vec![bulk("poison")]).await?[0];
    for _ in 0..MOST_TRIES {
        assert_eq!(state(&store, id).await?, Some(JobState::Waiting));
        let dead = ghost(&store).await?;
        claim(&store, dead).await?;
        assert_eq!(store.recover_jobs().await?, 1);
    }
    let reason = "3 workers died over it".to_owned();
    assert_eq!(state(&store, id).await?, Some(JobState::Failed(reason)));
    assert_eq!(store.enqueue(vec![bulk("poison")]).await?, [id]);
    assert_eq!(state(&store, id).await?, Some(JobState::Waiting), "whoever insists may try again");
    Ok(store)
}

pub async fn what_is_given_back_is_nobodys_fault(store: Store) -> Tested {
    let id = store.enqueue(vec![bulk("a")]).await?[0];
    for _ in 0..2 * MOST_TRIES {
        let worker = worker(&store).await?;
        let given = claim(&store, worker).await?;
        assert!(store.finish(&given, JobState::Waiting).await?);
        claim(&store, worker).await?;
        store.end_work(worker).await?;
        assert_eq!(state(&store, id).await?, Some(JobState::Waiting));
    }
    let dead = ghost(&store).await?;
    claim(&store, dead).await?;
    store.recover_jobs().await?;
    assert_eq!(state(&store, id).await?, Some(JobState::Waiting));
    Ok(store)
}

pub async fn a_job_can_fail_for_a_reason_of_its_own(store: Store) -> Tested {
    let id = store.enqueue(vec![bulk("nonsense")]).await?[0];
    let worker = worker(&store).await?;
    let claimed = claim(&store, worker).await?;
    let failed = JobState::Failed("cannot be read".into());
    assert!(store.finish(&claimed, failed.clone()).await?);
    assert_eq!(state(&store, id).await?, Some(failed));
    assert_eq!(store.finish(&claimed, done("a\0b")).await, Err(StoreError::BadText("a\0b".into())));
    Ok(store)
}

pub async fn jobs_that_nobody_wants_are_forgotten(store: Store) -> Tested {
    let ids = store.enqueue(vec![bulk("a"), job(JobKind::Move, "b")]).await?;
    let worker = worker(&store).await?;
    let claimed = store.claim(worker, JobKind::Move, 1).await?.pop().expect("it waits");
    store.forget_job(ids[1]).await?;
    assert!(!store.finish(&claimed, done("e2e4")).await?, "nobody wants to know");
    assert_eq!(store.forget_old_jobs(JobKind::Bulk, Duration::from_hours(1)).await?, 0);
    assert_eq!(store.jobs(&ids).await?, [(ids[0], JobState::Waiting)]);
    Ok(store)
}

pub async fn an_answer_is_never_taken_for_that_of_a_later_job(store: Store) -> Tested {
    let late = worker(&store).await?;
    let old = store.enqueue(vec![bulk("a")]).await?[0];
    let forgotten = claim(&store, late).await?;
    store.forget_job(old).await?;
    store.end_work(late).await?;
    let new = store.enqueue(vec![bulk("b")]).await?[0];
    let next = worker(&store).await?;
    assert_ne!((new, next), (old, late));
    claim(&store, next).await?;
    assert!(!store.finish(&forgotten, done("of a")).await?);
    assert_eq!(state(&store, new).await?, Some(JobState::Claimed));
    Ok(store)
}

pub async fn the_queue_says_how_much_there_is_to_do(store: Store) -> Tested {
    assert_eq!(store.queue().await?.kinds, []);
    let wishes = ["a", "b", "c", "d"].map(bulk).into_iter().chain([job(JobKind::Move, "e")]);
    store.enqueue(wishes.collect()).await?;
    let worker = worker(&store).await?;
    ghost(&store).await?;
    let claims = store.claim(worker, JobKind::Bulk, 4).await?;
    store.finish(&claims[1], done("yes")).await?;
    store.finish(&claims[2], JobState::Failed("no".into())).await?;
    let queue = store.queue().await?;
    let moves = Load { kind: JobKind::Move, waiting: 0, claimed: 1, done: 0, failed: 0 };
    let bulk = Load { kind: JobKind::Bulk, waiting: 1, claimed: 1, done: 1, failed: 1 };
    assert_eq!(queue.kinds, [moves, bulk]);
    assert_eq!((queue.workers, queue.threads, queue.in_hand()), (1, 2, (1, 2)));
    Ok(store)
}

pub async fn workers_at_the_same_time_share_all_work(store: Store) -> Tested {
    let wishes = (0..200).map(|number| bulk(&number.to_string()));
    store.enqueue(wishes.collect()).await?;
    let store = std::sync::Arc::new(store);
    let mut tasks = Vec::new();
    for _ in 0..8 {
        let store = std::sync::Arc::clone(&store);
        tasks.push(tokio::spawn(async move {
            let (worker, mut taken) = (worker(&store).await?, Vec::new());
            while let Some(claim) = store.claim(worker, JobKind::Bulk, 1).await?.pop() {
                assert!(store.finish(&claim, done("yes")).await?);
                taken.push(claim.body);
            }
            Ok::<_, StoreError>(taken)
        }));
    }
    let mut all = Vec::new();
    for task in tasks {
        all.extend(task.await.expect("no worker panics")?);
    }
    assert_eq!(all.len(), 200, "each job is done once");
    let store = std::sync::Arc::into_inner(store).expect("all workers have gone");
    assert_eq!(store.queue().await?.kinds[0].done, 200);
    Ok(store)
}
