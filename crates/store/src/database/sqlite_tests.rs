//! What is SQLite's alone: how the file is opened, what can be wrong with it, and which indices searches walk.

use super::search::page;
use super::sql::{Connection as Held, Dialect, Reader, query};
use super::together::words_for_four;
use super::{Database, Tuning};
use crate::{
    Cursor, DATABASE_FILE, Entry, Event, GameFilter, GameId, Moment, NewGame, PlayerId, SeatRow, Standing,
    State, Store, StoreError, TableRow, Trouble, TroubleKind,
};
use regence_game::Game;
use regence_game::pgn::GameResult;
use regence_rules::{Color, Position};
use sqlx::sqlite::SqliteConnectOptions;
use sqlx::{ConnectOptions, Connection, SqliteConnection};
use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// A folder that is removed when this is dropped.
struct Folder(PathBuf);

impl Folder {
    fn new() -> Self {
        let name = format!("regence-sqlite-test-{}", GameId::random().expect("randomness"));
        Self(std::env::temp_dir().join(name))
    }

    fn place(&self) -> crate::Place {
        (&self.0).into()
    }

    fn file(&self) -> PathBuf {
        self.0.join(DATABASE_FILE)
    }

    async fn raw(&self) -> SqliteConnection {
        let options = SqliteConnectOptions::new().filename(self.file()).create_if_missing(true);
        options.connect().await.expect("SQLite opens it")
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

fn run<T>(test: impl Future<Output = T>) -> T {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().expect("a runtime");
    runtime.block_on(test)
}

fn impatient() -> Tuning {
    Tuning { patience: Duration::from_millis(20), ..Tuning::default() }
}

fn note(text: &str) -> Entry {
    Entry { at: Moment(0), event: Event::Note { kind: "chat".into(), body: text.into() } }
}

#[track_caller]
fn trouble<T>(answer: Result<T, StoreError>) -> Trouble {
    match answer {
        Err(StoreError::Trouble(trouble)) => trouble,
        Err(other) => panic!("{other:?}"),
        Ok(_) => panic!("there is no trouble"),
    }
}

async fn open_trouble(folder: &Path) -> Trouble {
    trouble(Store::open_tuned(&folder.into(), impatient()).await)
}

#[test]
fn commits_are_synced_and_references_checked() {
    run(async {
        let folder = Folder::new();
        let sqlite = Database::open(&folder.place(), Tuning::default()).await.expect("it opens");
        let mut reader = sqlite.reader().await.expect("a connection");
        for (pragma, expected) in
            [("journal_mode", "wal"), ("synchronous", "2"), ("foreign_keys", "1"), ("query_only", "1")]
        {
            let found = query(format!("SELECT CAST({pragma} AS TEXT) FROM pragma_{pragma}"));
            let found: String = found.one(&mut reader).await.and_then(|row| row.get(0)).expect("a pragma");
            assert_eq!(found, expected, "{pragma}");
        }
        let (synchronous, foreign_keys) = sqlite.writer.make(Pragmas).await.expect("the writer answers");
        assert_eq!((synchronous, foreign_keys), (2, 1));
        drop(reader);
        sqlite.close().await.expect("it closes");
    });
}

/// How the writer's own connection is set.
struct Pragmas;

impl super::writer::Change for Pragmas {
    type Answer = (i64, i64);

    async fn perform(
        &mut self,
        connection: &mut Held,
    ) -> Result<Result<(i64, i64), StoreError>, sqlx::Error> {
        let synchronous = query("PRAGMA synchronous").one(&mut *connection).await?;
        let foreign_keys = query("PRAGMA foreign_keys").one(connection).await?;
        Ok(Ok((synchronous.get(0)?, foreign_keys.get(0)?)))
    }
}

#[cfg(unix)]
#[test]
fn nobody_else_may_look() {
    use std::os::unix::fs::PermissionsExt;
    run(async {
        let folder = Folder::new();
        let store = Store::open(&folder.0).await.expect("it opens");
        store.set("", "k", Some(1.into())).await.expect("it writes");
        for (path, expected) in [(folder.0.clone(), 0o700), (folder.file(), 0o600)] {
            let mode = fs::metadata(&path).expect("it is there").permissions().mode();
            assert_eq!(mode & 0o777, expected, "{}", path.display());
        }
        for file in fs::read_dir(&folder.0).expect("the folder is there") {
            let mode = file.and_then(|file| file.metadata()).expect("a file").permissions().mode();
            assert_eq!(mode & 0o077, 0);
        }
        store.close().await.expect("it closes");
    });
}

#[test]
fn a_newer_schema_is_left_alone() {
    run(async {
        let folder = Folder::new();
        Store::open(&folder.0).await.expect("it opens").close().await.expect("it closes");
        let mut raw = folder.raw().await;
        sqlx::query(
            "INSERT INTO _sqlx_migrations (version, description, success, checksum, execution_time)
             VALUES (8, 'future', true, x'00', 0)",
        )
        .execute(&mut raw)
        .await
        .expect("it can be written");
        raw.close().await.expect("it closes");
        let trouble = open_trouble(&folder.0).await;
        assert_eq!(trouble.kind, TroubleKind::Newer { found: 8, known: 7 });
        assert!(trouble.to_string().contains("update Regence"), "{trouble}");
    });
}

#[test]
fn what_is_no_database_is_left_alone() {
    run(async {
        let folder = Folder::new();
        fs::create_dir(&folder.0).expect("a folder");
        let text = "This is a letter, and no database at all. ".repeat(100);
        fs::write(folder.file(), &text).expect("a file");
        assert!(matches!(open_trouble(&folder.0).await.kind, TroubleKind::Corrupt(_)));
        assert_eq!(fs::read_to_string(folder.file()).expect("it is still there"), text);
    });
}

#[test]
fn another_programs_database_is_left_alone() {
    run(async {
        let folder = Folder::new();
        fs::create_dir(&folder.0).expect("a folder");
        let mut raw = folder.raw().await;
        sqlx::query("CREATE TABLE recipes (name TEXT)").execute(&mut raw).await.expect("a table");
        raw.close().await.expect("it closes");
        let before = fs::read(folder.file()).expect("a file");
        assert_eq!(open_trouble(&folder.0).await.kind, TroubleKind::Foreign);
        assert_eq!(fs::read(folder.file()).expect("a file"), before);
    });
}

#[test]
fn damage_is_told_when_it_is_met() {
    run(async {
        let folder = Folder::new();
        let store = Store::open(&folder.0).await.expect("it opens");
        let id = store.create(NewGame::at(Moment(0))).await.expect("a game");
        let long = note(&"x".repeat(100_000));
        store.append(id, 1, long, Standing::of(&Game::default())).await.expect("an entry");
        store.close().await.expect("it closes");
        // All pages but the first are wiped.
        let mut bytes = fs::read(folder.file()).expect("a file");
        bytes[4096..].fill(0xa5);
        fs::write(folder.file(), bytes).expect("it can be written");
        let answer = match Store::open(&folder.0).await {
            Ok(store) => store.load(id).await.map(|_| ()),
            Err(error) => Err(error),
        };
        assert!(matches!(trouble(answer).kind, TroubleKind::Corrupt(_)));
    });
}

#[test]
fn places_that_cannot_be_used_are_named() {
    run(async {
        let folder = Folder::new();
        fs::create_dir(&folder.0).expect("a folder");
        fs::write(folder.0.join("file"), "").expect("a file");
        let below_a_file = open_trouble(&folder.0.join("file/data")).await;
        assert!(matches!(below_a_file.kind, TroubleKind::Folder(_)), "{below_a_file}");
        fs::create_dir(folder.file()).expect("a folder where the file should be");
        assert!(matches!(open_trouble(&folder.0).await.kind, TroubleKind::NotWritable(_)));
    });
}

#[test]
fn writing_where_one_may_only_read_is_told_as_that() {
    run(async {
        let folder = Folder::new();
        Store::open(&folder.0).await.expect("it opens").close().await.expect("it closes");
        let options = SqliteConnectOptions::new().filename(folder.file()).read_only(true);
        let mut raw = options.connect().await.expect("it opens for reading");
        let refused = sqlx::query("DELETE FROM games").execute(&mut raw).await.expect_err("it is read only");
        let told = super::failure::Failure::from(refused).told(&folder.file().display().to_string());
        assert!(matches!(trouble::<()>(Err(told)).kind, TroubleKind::NotWritable(_)));
    });
}

#[test]
fn a_locked_database_is_told_and_then_used_again() {
    run(async {
        let folder = Folder::new();
        let store = Store::open_tuned(&folder.place(), impatient()).await.expect("it opens");
        let mut raw = folder.raw().await;
        sqlx::query("BEGIN IMMEDIATE").execute(&mut raw).await.expect("a lock");
        let locked = trouble(store.create(NewGame::at(Moment(0))).await);
        assert_eq!(locked, Trouble { place: folder.file().display().to_string(), kind: TroubleKind::Locked });
        store.players().await.expect("one may read all the same");
        let other = Store::open_tuned(&folder.place(), impatient()).await.expect("so may whoever comes now");
        other.close().await.expect("it closes");
        sqlx::query("ROLLBACK").execute(&mut raw).await.expect("no lock");
        store.create(NewGame::at(Moment(0))).await.expect("now it can be written");
        store.close().await.expect("it closes");
    });
}

#[test]
fn programs_that_start_together_share_a_new_store() {
    for _ in 0..25 {
        let folder = Folder::new();
        let together = std::sync::Barrier::new(6);
        let start = &|number: i64| {
            together.wait();
            run(async {
                let store = Store::open(&folder.0).await.expect("it opens");
                store.set("", &number.to_string(), Some(number.into())).await.expect("it writes");
                store.close().await.expect("it closes");
            });
        };
        std::thread::scope(|scope| (0..6).for_each(|number| drop(scope.spawn(move || start(number)))));
        run(async {
            let store = Store::open(&folder.0).await.expect("it opens");
            assert_eq!(store.settings("").await.expect("it reads").len(), 6);
            store.close().await.expect("it closes");
        });
    }
}

#[test]
fn a_full_disk_keeps_what_was_acknowledged() {
    run(async {
        let folder = Folder::new();
        let tuning = Tuning { most_pages: Some(100), ..Tuning::default() };
        let store = Store::open_tuned(&folder.place(), tuning).await.expect("it opens");
        let id = store.create(NewGame::at(Moment(0))).await.expect("a game");
        let (large, mut kept) = (note(&"x".repeat(50_000)), 0);
        let full = loop {
            match store.append(id, kept + 1, large.clone(), Standing::of(&Game::default())).await {
                Ok(_) => kept += 1,
                Err(error) => break trouble::<()>(Err(error)),
            }
        };
        assert_eq!(full.kind, TroubleKind::DiskFull);
        assert!(kept > 0);
        assert_eq!(store.load(id).await.expect("it can be read").entries.len(), kept as usize);
        // What still fits is taken.
        store.append(id, kept + 1, note("x"), Standing::of(&Game::default())).await.expect("a small entry");
        assert_eq!(store.check().await, Ok(Vec::new()));
        store.close().await.expect("it closes");
    });
}

#[test]
fn one_bad_change_does_not_spoil_the_batch() {
    run(async {
        let folder = Folder::new();
        let store = Store::open(&folder.0).await.expect("it opens");
        let nobody = NewGame { white: Some(PlayerId(99)), ..NewGame::at(Moment(0)) };
        let (good, bad, also_good) = tokio::join!(
            store.create(NewGame::at(Moment(1))),
            store.create(nobody),
            store.create(NewGame::at(Moment(2))),
        );
        assert_eq!(bad, Err(StoreError::NoSuchPlayer));
        for id in [good, also_good] {
            store.game(id.expect("it was made")).await.expect("it is there");
        }
        assert_eq!(store.search(&GameFilter::default(), None, 10).await.expect("a page").games.len(), 2);
        store.close().await.expect("it closes");
    });
}

#[test]
fn entries_cannot_be_changed_even_by_hand() {
    run(async {
        let folder = Folder::new();
        let store = Store::open(&folder.0).await.expect("it opens");
        let id = store.create(NewGame::at(Moment(0))).await.expect("a game");
        store.append(id, 1, note("x"), Standing::of(&Game::default())).await.expect("an entry");
        let mut raw = folder.raw().await;
        let changed = sqlx::query("UPDATE entries SET body = '1'").execute(&mut raw).await;
        assert!(changed.is_err_and(|error| error.to_string().contains("entries never change")));
        store.close().await.expect("it closes");
    });
}

/// How SQLite says it would find a page.
async fn plan(reader: &mut Reader, filter: &GameFilter) -> Vec<String> {
    let words = page(Dialect::Sqlite, filter, Cursor::START, 20).into_words();
    let rows = query(format!("EXPLAIN QUERY PLAN {words}")).all(reader).await.expect("a plan");
    rows.iter().map(|row| row.get::<String>(3).expect("a step")).collect()
}

#[test]
fn games_that_move_on_together_are_found_by_their_names() {
    run(async {
        let folder = Folder::new();
        let sqlite = Database::open(&folder.place(), Tuning::default()).await.expect("it opens");
        let mut reader = sqlite.reader().await.expect("a connection");
        for words in words_for_four() {
            let steps = query(format!("EXPLAIN QUERY PLAN {words}")).all(&mut reader).await.expect("a plan");
            let steps: Vec<String> = steps.iter().map(|step| step.get(3).expect("a step")).collect();
            assert!(steps.iter().any(|step| step.starts_with("SEARCH games USING INDEX")), "{steps:#?}");
            assert!(!steps.iter().any(|step| step.starts_with("SCAN games")), "{steps:#?}");
        }
        drop(reader);
        sqlite.close().await.expect("it closes");
    });
}

#[test]
fn searches_walk_indices_in_the_order_of_time() {
    let (player, position) = (Some(PlayerId(1)), Some(Position::START.into()));
    let all = GameFilter::default();
    let opening = || Some("sicilian".to_owned());
    let cases = [
        (all.clone(), vec!["games_by_time"]),
        (GameFilter { words: vec!["ann".into()], nobodys: true, ..all.clone() }, vec!["games_by_time"]),
        (
            GameFilter { since: Some(Moment(1)), before: Some(Moment(2)), ..all.clone() },
            vec!["games_by_time"],
        ),
        (GameFilter { player, ..all.clone() }, vec!["games_by_white", "games_by_black"]),
        (GameFilter { player, color: Some(Color::White), ..all.clone() }, vec!["games_by_white"]),
        (
            GameFilter {
                player,
                opponent: Some(PlayerId(2)),
                result: Some(GameResult::Draw),
                state: Some(State::Finished),
                ..all.clone()
            },
            vec!["games_by_white", "games_by_black"],
        ),
        (
            GameFilter { player, position, ..all.clone() },
            vec!["games_by_white", "games_by_black", "plies_by_key"],
        ),
        (GameFilter { position, ..all.clone() }, vec!["plies_by_key"]),
        (
            GameFilter { position, result: Some(GameResult::Draw), opening: opening(), ..all.clone() },
            vec!["plies_by_key"],
        ),
        (GameFilter { state: Some(State::Running), ..all.clone() }, vec!["games_by_state"]),
        (GameFilter { result: Some(GameResult::Draw), ..all.clone() }, vec!["games_by_result"]),
        (GameFilter { opening: opening(), ..all.clone() }, vec!["games_by_opening"]),
        (
            GameFilter { eco: Some("B9".into()), result: Some(GameResult::Draw), ..all.clone() },
            vec!["games_by_opening"],
        ),
    ];
    run(async {
        let folder = Folder::new();
        let sqlite = Database::open(&folder.place(), Tuning::default()).await.expect("it opens");
        let mut reader = sqlite.reader().await.expect("a connection");
        for (filter, indices) in cases {
            let plan = plan(&mut reader, &filter).await;
            // The list of openings is short, and a page is a page.
            let is_short = |step: &str| step == "SCAN page" || step.starts_with("SCAN o");
            let scans: Vec<&String> =
                plan.iter().filter(|step| step.starts_with("SCAN") && !is_short(step)).collect();
            assert!(scans.is_empty(), "{filter:?}\n{plan:#?}");
            for index in indices {
                assert!(plan.iter().any(|step| step.contains(index)), "{index}: {filter:?}\n{plan:#?}");
            }
        }
        drop(reader);
        sqlite.close().await.expect("it closes");
    });
}

/// A store of the schema before names were kept as they look: one game, and accounts that looked alike already.
async fn make_older(folder: &Folder) -> GameId {
    let store = Store::open(&folder.place()).await.expect("it opens");
    let (ann, eve) = (store.create_user(Moment(1)).await, store.create_user(Moment(2)).await);
    let (ann, eve) = (ann.expect("a user"), eve.expect("another"));
    store.make_account(ann, "Ann", "hash".into()).await.expect("an account");
    let id = store.create(NewGame::at(Moment(0))).await.expect("a game");
    let seat = |code: &str| SeatRow { user: None, code: code.into() };
    let (white, black) = (seat("human:ÉMILE"), seat("computer:taker"));
    let row = TableRow { kind: "online".into(), owner: Some(eve), white, black };
    store.arrange(id, row).await.expect("a table");
    store.close().await.expect("it closes");
    let mut raw = folder.raw().await;
    for order in [
        "UPDATE users SET name = '\u{410}nn', account = '\u{430}nn', password = 'hash' WHERE id = 2",
        "DROP TABLE heirs",
        "DROP TABLE likenesses",
        "ALTER TABLE seats DROP COLUMN folded",
        "ALTER TABLE workers DROP COLUMN engine",
        "ALTER TABLE workers DROP COLUMN lasts",
        "ALTER TABLE jobs DROP COLUMN engine",
        "DELETE FROM _sqlx_migrations WHERE version >= 4",
    ] {
        sqlx::query(order).execute(&mut raw).await.expect(order);
    }
    raw.close().await.expect("it closes");
    id
}

#[test]
fn an_older_store_learns_how_its_names_look() {
    run(async {
        let folder = Folder::new();
        let id = make_older(&folder).await;
        let store = Store::open(&folder.place()).await.expect("it is brought up to date");
        let seated = GameFilter { seated: Some("émile".into()), ..GameFilter::default() };
        let found = store.search(&seated, None, 10).await.expect("a search");
        assert_eq!(found.games.iter().map(|game| game.id).collect::<Vec<_>>(), [id]);
        // Those who looked alike before keep their accounts; nobody else joins them.
        for (name, user) in [("Ann", 1), ("\u{410}nn", 2)] {
            let known = store.account(name).await.expect("a search").map(|(user, _)| user.number());
            assert_eq!(known, Some(user), "{name}");
        }
        let third = store.create_user(Moment(3)).await.expect("a user");
        let refused = store.make_account(third, "Ａnn", "hash".into()).await;
        assert!(matches!(refused, Err(StoreError::AccountLikeness(_))), "{refused:?}");
        store.close().await.expect("it closes");
    });
}
