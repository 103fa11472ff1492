//! Opens a PostgreSQL database: connects, looks whether it is ours, and brings its schema up to date.

use super::Database;
use super::derived;
use super::failure::{Failure, migration};
use super::lent::LONGEST_READ;
use super::sql::{Asked, Connection as Held, Pool, QUIET, answers};
use super::writer::Writer;
use crate::{StoreError, Trouble, TroubleKind};
use sqlx::migrate::{Migration, MigrationType, Migrator};
use sqlx::postgres::{PgConnectOptions, PgPoolOptions};
use sqlx::{ConnectOptions, Connection, PgConnection, SqlSafeStr};
use std::time::Duration;

/// How many readers there may be at once.
const READERS: u32 = 8;
/// For how long a connection is trusted after it was used.
pub const FRESH: Duration = Duration::from_millis(500);
/// How long to wait for a connection.
const PATIENCE: Duration = Duration::from_secs(5);
/// How long to wait before the next try to connect.
const STEP: Duration = Duration::from_millis(100);

/// Whoever changes the schema holds the lock of this number, so that programs that start together take turns.
const SCHEMA_LOCK: i64 = 0x5265_6763;

/// Every schema there has been.
const MIGRATIONS: [(i64, &str, &str); 7] = [
    (1, "store", include_str!("../../migrations/postgres/0001_store.sql")),
    (2, "nodes", include_str!("../../migrations/postgres/0002_nodes.sql")),
    (3, "jobs", include_str!("../../migrations/postgres/0003_jobs.sql")),
    (4, "names", include_str!("../../migrations/postgres/0004_names.sql")),
    (5, "absence", include_str!("../../migrations/postgres/0005_absence.sql")),
    (6, "engines", include_str!("../../migrations/postgres/0006_engines.sql")),
    (7, "heirs", include_str!("../../migrations/postgres/0007_heirs.sql")),
];

/// What is set for each session. A program that is stopped within a transaction must not hold its rows for ever.
const SETTINGS: [(&str, &str); 3] =
    [("idle_in_transaction_session_timeout", "5s"), ("lock_timeout", "10s"), ("timezone", "UTC")];

/// Opens the store in a database.
pub async fn open(options: &PgConnectOptions, place: &str, is_quiet: bool) -> Result<Database, StoreError> {
    let options = options.clone().application_name("regence").options(SETTINGS).disable_statement_logging();
    let options = if is_quiet { options.options([(QUIET, "on")]) } else { options };
    let told = |error: sqlx::Error| Failure::from(error).told(place);
    let mut connection = options.connect().await.map_err(told)?;
    if is_foreign(&mut connection).await.map_err(told)? {
        return Err(Trouble::new(place, TroubleKind::Foreign).into());
    }
    bring_up_to_date(&mut connection, place).await?;
    be_durable(&mut connection).await.map_err(told)?;
    let readers = PgPoolOptions::new()
        .max_connections(READERS)
        .acquire_timeout(PATIENCE)
        // Our own test has an end: one that nobody answers any more, and that nobody has closed, is left behind.
        .test_before_acquire(false)
        .before_acquire(|connection, about| {
            Box::pin(async move { Ok(about.idle_for < FRESH || answers(connection).await) })
        })
        .connect_lazy_with(options.clone().options([("statement_timeout", LONGEST_READ)]));
    let writer = Writer::start(Held::Postgres(Box::new(connection)), Some(options.clone()), place.to_owned());
    let readers = Pool::Postgres(readers);
    let (place, again) = (place.to_owned(), Some(options));
    Ok(Database { place, readers, writer, door: None, holds: None, again })
}

/// A connection to write by. A database that is just being started again is waited for.
pub async fn connect(options: &PgConnectOptions) -> Result<Held, Failure> {
    let mut waited = Duration::ZERO;
    loop {
        let connected = tokio::time::timeout(PATIENCE, connect_durably(options)).await;
        let failure = match connected {
            Ok(Ok(connection)) => return Ok(Held::Postgres(Box::new(connection))),
            Ok(Err(error)) => Failure::from(error),
            Err(_) => return Err(Failure::unreached()),
        };
        if waited >= PATIENCE || !failure.is_of_the_connection() {
            return Err(failure);
        }
        tokio::time::sleep(STEP).await;
        waited += STEP;
    }
}

async fn connect_durably(options: &PgConnectOptions) -> Result<PgConnection, sqlx::Error> {
    let mut connection = options.connect().await?;
    be_durable(&mut connection).await?;
    Ok(connection)
}

/// Lets commits be answered only when they are on disk, whatever is usual for this database. Whoever asks for more, as
/// copies elsewhere, gets more.
async fn be_durable(connection: &mut PgConnection) -> Result<(), sqlx::Error> {
    let durable = "SELECT set_config('synchronous_commit', 'on', false)
                   WHERE current_setting('synchronous_commit') = 'off'";
    sqlx::query(durable).execute(connection).await?;
    Ok(())
}

/// Whether there are tables in it, and none of them ours.
async fn is_foreign(connection: &mut PgConnection) -> Result<bool, sqlx::Error> {
    sqlx::query_scalar(
        "SELECT EXISTS (SELECT 1 FROM pg_tables WHERE schemaname = current_schema())
            AND NOT EXISTS (SELECT 1 FROM pg_tables WHERE schemaname = current_schema() AND tablename = 'plies')",
    )
    .fetch_one(connection)
    .await
}

/// Runs the migrations that are missing, all of them or none, one program at a time.
async fn bring_up_to_date(connection: &mut PgConnection, place: &str) -> Result<(), StoreError> {
    let known = MIGRATIONS.iter().map(|(version, ..)| *version).max().unwrap_or(0);
    let migrations = MIGRATIONS.iter().map(|&(version, name, sql)| {
        Migration::new(version, name.into(), MigrationType::Simple, sql.into_sql_str(), false)
    });
    let told = |error: sqlx::Error| Failure::from(error).told(place);
    let mut transaction = connection.begin().await.map_err(told)?;
    sqlx::query("SELECT pg_advisory_xact_lock($1)")
        .bind(SCHEMA_LOCK)
        .execute(&mut *transaction)
        .await
        .map_err(told)?;
    let mut migrator = Migrator::with_migrations(migrations.collect());
    // The lock of its own is given back too early, before the transaction ends.
    migrator.set_locking(false);
    let before = version(&mut transaction).await.map_err(told)?;
    migrator.run(&mut *transaction).await.map_err(|error| migration(error, place, known))?;
    if before < derived::SINCE {
        derived::fill(&mut Asked::Postgres(&mut transaction)).await.map_err(told)?;
    }
    transaction.commit().await.map_err(told)
}

/// The number of the schema; 0 if there is none.
async fn version(connection: &mut PgConnection) -> Result<i64, sqlx::Error> {
    let is_there = sqlx::query_scalar("SELECT to_regclass('_sqlx_migrations') IS NOT NULL");
    if !is_there.fetch_one(&mut *connection).await? {
        return Ok(0);
    }
    let last = "SELECT coalesce(max(version), 0) FROM _sqlx_migrations WHERE success";
    sqlx::query_scalar(last).fetch_one(connection).await
}
