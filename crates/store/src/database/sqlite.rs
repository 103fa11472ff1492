//! Opens a SQLite file: makes it, looks whether it is ours, and brings its schema up to date.

use super::Database;
use super::derived;
use super::door::Door;
use super::failure::{Failure, migration};
use super::hold::Holds;
use super::sql::{Asked, Connection as Held, Pool};
use super::writer::Writer;
use crate::place::{DATABASE_FILE, make};
use crate::{StoreError, Trouble, TroubleKind};
use sqlx::migrate::{Migration, MigrationType, Migrator};
use sqlx::sqlite::{SqliteConnectOptions, SqlitePoolOptions, SqliteSynchronous};
use sqlx::{ConnectOptions, Connection, SqlSafeStr, SqliteConnection};
use std::fs::OpenOptions;
use std::path::Path;
use std::time::Duration;

/// Marks a file as ours; "Regc" in ASCII. The first migration writes it.
const APPLICATION_ID: i64 = 0x5265_6763;

/// How many readers there may be at once. They only ever wait for the disk.
const READERS: u32 = 4;

/// Every schema there has been. Written out rather than collected by a macro, which would build SQLite a second time,
/// for itself.
const MIGRATIONS: [(i64, &str, &str); 7] = [
    (1, "games", include_str!("../../migrations/sqlite/0001_games.sql")),
    (2, "tables", include_str!("../../migrations/sqlite/0002_tables.sql")),
    (3, "jobs", include_str!("../../migrations/sqlite/0003_jobs.sql")),
    (4, "names", include_str!("../../migrations/sqlite/0004_names.sql")),
    (5, "engines", include_str!("../../migrations/sqlite/0005_engines.sql")),
    (6, "heirs", include_str!("../../migrations/sqlite/0006_heirs.sql")),
    (7, "numbers", include_str!("../../migrations/sqlite/0007_numbers.sql")),
];

/// What is mostly as it is here.
#[derive(Clone, Copy, Debug)]
pub struct Tuning {
    /// How long to wait for another program that holds the database. One that imports holds it most of the time.
    pub patience: Duration,
    /// How many pages the file may have; beyond, the disk counts as full.
    pub most_pages: Option<u32>,
    /// Whether programs tell each other of changes in another way than by the database.
    pub is_quiet: bool,
}

impl Default for Tuning {
    fn default() -> Self {
        Self { patience: Duration::from_secs(30), most_pages: None, is_quiet: false }
    }
}

/// Opens the store in a folder.
pub async fn open(folder: &Path, tuning: Tuning) -> Result<Database, StoreError> {
    make(folder)?;
    let file = folder.join(DATABASE_FILE);
    make_private(&file)?;
    let options = SqliteConnectOptions::new()
        .filename(&file)
        .busy_timeout(tuning.patience)
        .foreign_keys(true)
        .synchronous(SqliteSynchronous::Full)
        .disable_statement_logging();
    let place = file.display().to_string();
    let told = |error: sqlx::Error| Failure::from(error).told(&place);
    let mut connection = options.connect().await.map_err(told)?;
    prepare(&mut connection, &place, tuning).await?;
    let readers = SqlitePoolOptions::new()
        .max_connections(READERS)
        .acquire_timeout(tuning.patience.max(Duration::from_secs(1)))
        .connect_lazy_with(options.pragma("query_only", "ON"));
    let writer = Writer::start(Held::Sqlite(connection), None, place.clone());
    let (door, holds) = (Some(Door::new(folder)), Some(Holds::new(folder)));
    Ok(Database { place, readers: Pool::Sqlite(readers), writer, door, holds, again: None })
}

/// Makes the file, for its user alone, if it is not there. SQLite's own files beside it get the same rights.
fn make_private(file: &Path) -> Result<(), StoreError> {
    let mut options = OpenOptions::new();
    options.append(true).create(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    let made = options.open(file);
    made.map_err(|error| {
        Trouble::new(&file.display().to_string(), TroubleKind::NotWritable(error.to_string()))
    })?;
    Ok(())
}

async fn prepare(connection: &mut SqliteConnection, place: &str, tuning: Tuning) -> Result<(), StoreError> {
    let told = |error: sqlx::Error| Failure::from(error).told(place);
    // Before anything is changed about it.
    if is_foreign(connection).await.map_err(told)? {
        return Err(Trouble::new(place, TroubleKind::Foreign).into());
    }
    if let Some(pages) = tuning.most_pages {
        let limit = sqlx::AssertSqlSafe(format!("PRAGMA max_page_count = {pages}"));
        sqlx::query(limit).execute(&mut *connection).await.map_err(told)?;
    }
    // The positions of imported games go all over their index. With less memory, and with the log copied back more often,
    // its pages would be written again and again.
    for pragma in ["PRAGMA cache_size = -65536", "PRAGMA wal_autocheckpoint = 8192"] {
        sqlx::query(pragma).execute(&mut *connection).await.map_err(told)?;
    }
    use_write_ahead_log(connection, tuning.patience).await.map_err(|failure| failure.told(place))?;
    bring_up_to_date(connection, place).await
}

/// Whether the file is another program's. Both questions are asked within one transaction: between them, a program that
/// starts with us may bring its schema in.
async fn is_foreign(connection: &mut SqliteConnection) -> Result<bool, sqlx::Error> {
    let mut transaction = connection.begin().await?;
    let id: i64 = sqlx::query_scalar("PRAGMA application_id").fetch_one(&mut *transaction).await?;
    let tables: i64 =
        sqlx::query_scalar("SELECT count(*) FROM sqlite_schema").fetch_one(&mut *transaction).await?;
    transaction.commit().await?;
    Ok(id != APPLICATION_ID && (id != 0 || tables > 0))
}

/// Turns the write-ahead log on. For a new file this needs the file for itself, for which SQLite does not wait by
/// itself, so that two programs that start together must take turns here.
async fn use_write_ahead_log(connection: &mut SqliteConnection, patience: Duration) -> Result<(), Failure> {
    const STEP: Duration = Duration::from_millis(10);
    let mut waited = Duration::ZERO;
    loop {
        let answer = sqlx::query("PRAGMA journal_mode = WAL").execute(&mut *connection).await;
        match answer.map_err(Failure::from) {
            Err(failure) if failure.is_busy() && waited < patience => {
                tokio::time::sleep(STEP).await;
                waited += STEP;
            }
            answer => return answer.map(|_| ()),
        }
    }
}

/// Runs the migrations that are missing, all of them or none, one program at a time. Whoever misses none need not wait
/// for a program that writes.
async fn bring_up_to_date(connection: &mut SqliteConnection, place: &str) -> Result<(), StoreError> {
    let known = MIGRATIONS.iter().map(|(version, ..)| *version).max().unwrap_or(0);
    let migrations = MIGRATIONS.iter().map(|&(version, name, sql)| {
        Migration::new(version, name.into(), MigrationType::Simple, sql.into_sql_str(), false)
    });
    let migrator = Migrator::with_migrations(migrations.collect());
    let told = |error: sqlx::Error| Failure::from(error).told(place);
    if is_up_to_date(connection, &migrator).await.map_err(told)? {
        return Ok(());
    }
    let mut transaction = connection.begin_with("BEGIN IMMEDIATE").await.map_err(told)?;
    let before = version(&mut transaction).await.map_err(told)?;
    migrator.run(&mut *transaction).await.map_err(|error| migration(error, place, known))?;
    if before < derived::SINCE {
        derived::fill(&mut Asked::Sqlite(&mut transaction)).await.map_err(told)?;
    }
    transaction.commit().await.map_err(told)
}

/// Whether any schema was brought in.
async fn has_schema(connection: &mut SqliteConnection) -> Result<bool, sqlx::Error> {
    let table = "SELECT count(*) FROM sqlite_schema WHERE name = '_sqlx_migrations'";
    Ok(sqlx::query_scalar::<_, i64>(table).fetch_one(connection).await? > 0)
}

/// The number of the schema; 0 if there is none.
async fn version(connection: &mut SqliteConnection) -> Result<i64, sqlx::Error> {
    if !has_schema(connection).await? {
        return Ok(0);
    }
    let last = "SELECT coalesce(max(version), 0) FROM _sqlx_migrations WHERE success";
    sqlx::query_scalar(last).fetch_one(connection).await
}

/// Whether the schema is exactly what the migrations make.
async fn is_up_to_date(connection: &mut SqliteConnection, migrator: &Migrator) -> Result<bool, sqlx::Error> {
    if !has_schema(connection).await? {
        return Ok(false);
    }
    let done = "SELECT version, checksum FROM _sqlx_migrations WHERE success ORDER BY version";
    let done: Vec<(i64, Vec<u8>)> = sqlx::query_as(done).fetch_all(connection).await?;
    let wanted = migrator.iter().map(|migration| (migration.version, migration.checksum.as_ref()));
    Ok(wanted.eq(done.iter().map(|(version, checksum)| (*version, checksum.as_slice()))))
}
