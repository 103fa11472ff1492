//! Work for engines when several programs share a database.
#![cfg(unix)]

mod postgres;

use postgres::Postgres;
use regence_store::{JobKind, JobState, NewJob, Notice, Place, Store, StoreError, Topic, WORKER_EXPIRY};

/// Runs a test with two programs, if PostgreSQL is here; the second tells nobody of what it does.
fn with_two<F: Future<Output = Result<(), StoreError>>>(test: impl FnOnce(Store, Store) -> F) {
    let Some(postgres) = Postgres::shared() else { return };
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().expect("a runtime");
    runtime.block_on(async {
        let place: Place = postgres.new_database().parse().expect("a URL");
        let one = Store::open(&place).await.expect("it opens");
        let two = Store::open_quietly(&place).await.expect("it opens");
        test(one, two).await.expect("no part fails");
    });
}

fn bulk(number: u32) -> NewJob {
    NewJob { kind: JobKind::Bulk, body: number.to_string(), engine: String::new() }
}

#[test]
fn programs_at_the_same_time_claim_different_jobs() {
    with_two(|one, two| async move {
        one.enqueue((0..300).map(bulk).collect()).await?;
        let drain = async |store: &Store| {
            let (worker, mut taken) = (store.begin_work(1, "1", WORKER_EXPIRY).await?, Vec::new());
            while let Some(claim) = store.claim(worker, JobKind::Bulk, 1).await?.pop() {
                assert!(store.finish(&claim, JobState::Done("yes".into())).await?);
                taken.push(claim.job);
            }
            Ok::<_, StoreError>(taken)
        };
        let (first, second) = tokio::join!(drain(&one), drain(&two));
        let (first, second) = (first?, second?);
        assert!(!first.is_empty() && !second.is_empty(), "both do something");
        let mut all = [first, second].concat();
        all.sort_unstable();
        all.dedup();
        assert_eq!(all.len(), 300);
        Ok(())
    });
}

#[test]
fn others_hear_of_work_and_of_answers() {
    with_two(|one, two| async move {
        let mut work = two.notices(&[Topic::Work]).expect("it is shared");
        let mut answers = two.notices(&[Topic::Answers, Topic::Games]).expect("it is shared");
        assert_eq!((work.next().await, answers.next().await), (Notice::Deaf, Notice::Deaf));
        let id = one.enqueue(vec![bulk(1)]).await?[0];
        assert_eq!(work.next().await, Notice::Work);
        let worker = one.begin_work(1, "1", WORKER_EXPIRY).await?;
        let claim = one.claim(worker, JobKind::Bulk, 1).await?.pop().expect("it waits");
        assert!(one.finish(&claim, JobState::Waiting).await?);
        assert_eq!(work.next().await, Notice::Work, "what is given back is work again");
        let claim = one.claim(worker, JobKind::Bulk, 1).await?.pop().expect("it waits");
        assert!(one.finish(&claim, JobState::Done("yes".into())).await?);
        assert_eq!(answers.next().await, Notice::Answered(id));
        Ok(())
    });
}

#[test]
fn who_works_quietly_is_not_heard() {
    with_two(|one, two| async move {
        let mut work = one.notices(&[Topic::Work, Topic::Answers]).expect("it is shared");
        assert_eq!(work.next().await, Notice::Deaf);
        two.enqueue(vec![bulk(1)]).await?;
        let worker = two.begin_work(1, "1", WORKER_EXPIRY).await?;
        let claim = two.claim(worker, JobKind::Bulk, 1).await?.pop().expect("it waits");
        assert!(two.finish(&claim, JobState::Done("yes".into())).await?);
        one.enqueue(vec![bulk(2)]).await?;
        assert_eq!(work.next().await, Notice::Work, "the first that is heard is the last that was said");
        Ok(())
    });
}

#[test]
fn who_claims_is_there() {
    let Some(postgres) = Postgres::shared() else { return };
    let url = postgres.new_database();
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().expect("a runtime");
    let done: Result<(), StoreError> = runtime.block_on(async {
        let store = Store::open(&url.parse::<Place>().expect("a URL")).await?;
        let worker = store.begin_work(1, "1", WORKER_EXPIRY).await?;
        store.enqueue(vec![bulk(1)]).await?;
        // It was stopped for a while, and its first thought is work.
        assert_eq!(postgres.psql(&url, "UPDATE workers SET expires = 0").as_deref(), Ok("UPDATE 1"));
        assert_eq!(store.claim(worker, JobKind::Bulk, 1).await?.len(), 1);
        assert_eq!((store.workers("1").await?, store.recover_jobs().await?), (1, 0));
        store.close().await
    });
    done.expect("no part fails");
}
