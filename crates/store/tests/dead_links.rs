//! Ways to PostgreSQL that die without a word while somebody waits for an answer: each costs a while, and no place.
#![cfg(unix)]

#[path = "../../regence/tests/faults/cable.rs"]
mod cable;
mod postgres;

use cable::Cable;
use postgres::Postgres;
use regence_store::{Place, Store, StoreError};
use sqlx::{Connection, PgConnection};
use std::sync::Arc;
use std::time::Duration;
use tokio::task::JoinSet;

/// As many as read at the same time.
const READERS: usize = 8;
/// How long anything may take, on a machine that has much else to do.
const DEADLINE: Duration = Duration::from_mins(2);

/// A store whose readers all wait for an answer that will never come.
struct Forlorn {
    store: Arc<Store>,
    reading: JoinSet<Result<Option<serde_json::Value>, StoreError>>,
}

/// Lets all readers of a store ask something, and loses their connections before they are answered.
async fn forlorn(postgres: &Postgres) -> Forlorn {
    let url = postgres.new_database();
    let cable = Cable::lay(&url);
    let place: Place = cable.url.parse().expect("a URL");
    let store = Arc::new(Store::open(&place).await.expect("it opens"));
    let mut holder = PgConnection::connect(&url).await.expect("a connection");
    let hold = "BEGIN; LOCK TABLE settings IN ACCESS EXCLUSIVE MODE";
    sqlx::raw_sql(hold).execute(&mut holder).await.expect("it is locked");
    let mut reading = JoinSet::new();
    for _ in 0..READERS {
        let store = Arc::clone(&store);
        reading.spawn(async move { store.setting("test", "key").await });
    }
    let waiting = "SELECT count(*) FROM pg_stat_activity
                   WHERE wait_event_type = 'Lock' AND datname = current_database()";
    while postgres.psql(&url, waiting).as_deref() != Ok("8") {
        tokio::task::yield_now().await;
    }
    cable.lose();
    sqlx::raw_sql("ROLLBACK").execute(&mut holder).await.expect("it is free again");
    Forlorn { store, reading }
}

/// Reads until there is an answer.
async fn read(store: &Store) {
    let answered = async {
        while let Err(error) = store.setting("test", "key").await {
            assert!(!error.is_uncertain(), "who only reads knows that nothing has changed: {error}");
        }
    };
    tokio::time::timeout(DEADLINE, answered).await.expect("the places of dead connections are free again");
}

fn on_postgres<F: Future<Output = ()>>(test: impl FnOnce(&'static Postgres) -> F) {
    let Some(postgres) = Postgres::shared() else { return };
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().expect("a runtime");
    runtime.block_on(test(postgres));
}

#[test]
fn readers_do_not_wait_for_ever() {
    on_postgres(|postgres| async move {
        let Forlorn { store, mut reading } = forlorn(postgres).await;
        let ends = async {
            while let Some(end) = reading.join_next().await {
                let error = end.expect("it ends").expect_err("nobody has answered");
                assert!(!error.is_uncertain(), "{error}");
            }
        };
        tokio::time::timeout(DEADLINE, ends).await.expect("they give up");
        read(&store).await;
    });
}

#[test]
fn readers_who_have_gone_leave_no_place_taken() {
    on_postgres(|postgres| async move {
        let Forlorn { store, mut reading } = forlorn(postgres).await;
        reading.shutdown().await;
        read(&store).await;
    });
}
