//! What is PostgreSQL's alone: what can be wrong with a database, and that it comes and goes.
#![cfg(unix)]

mod data;
mod postgres;

use data::{Random, random_entry};
use postgres::Postgres;
use regence_game::Game;
use regence_store::{
    Entry, Event, GameFilter, Moment, NewGame, Place, SeatRow, Standing, Store, StoreError, TableRow,
    Trouble, TroubleKind,
};

/// Runs a test on a server and a new database, if PostgreSQL is here.
fn on_postgres<F: Future<Output = ()>>(test: impl FnOnce(&'static Postgres, String) -> F) {
    let Some(postgres) = Postgres::shared() else { return };
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().expect("a runtime");
    runtime.block_on(test(postgres, postgres.new_database()));
}

fn place(url: &str) -> Place {
    url.parse().expect("a URL")
}

#[track_caller]
fn trouble<T>(answer: Result<T, StoreError>) -> Trouble {
    match answer {
        Err(StoreError::Trouble(trouble)) => trouble,
        Err(other) => panic!("{other:?}"),
        Ok(_) => panic!("there is no trouble"),
    }
}

#[test]
fn many_programs_may_open_a_new_database_at_once() {
    on_postgres(|_, url| async move {
        let place = place(&url);
        let opened =
            tokio::join!(Store::open(&place), Store::open(&place), Store::open(&place), Store::open(&place),);
        for store in [opened.0, opened.1, opened.2, opened.3] {
            store.expect("it opens").close().await.expect("it closes");
        }
    });
}

#[test]
fn another_programs_database_is_left_alone() {
    on_postgres(|postgres, url| async move {
        postgres.psql(&url, "CREATE TABLE recipes (name TEXT)").expect("a table");
        assert_eq!(trouble(Store::open(&place(&url)).await).kind, TroubleKind::Foreign);
        let tables = postgres.psql(&url, "SELECT tablename FROM pg_tables WHERE schemaname = 'public'");
        assert_eq!(tables.as_deref(), Ok("recipes"));
    });
}

#[test]
fn a_newer_schema_is_left_alone() {
    on_postgres(|postgres, url| async move {
        Store::open(&place(&url)).await.expect("it opens").close().await.expect("it closes");
        let future = "INSERT INTO _sqlx_migrations (version, description, success, checksum, execution_time)
                      VALUES (700, 'future', true, '', 0)";
        postgres.psql(&url, future).expect("it can be written");
        let trouble = trouble(Store::open(&place(&url)).await);
        assert!(matches!(trouble.kind, TroubleKind::Newer { found: 700, .. }), "{trouble}");
    });
}

#[test]
fn what_is_not_there_is_named_without_the_password() {
    on_postgres(|_, url| async move {
        let missing = url.replace("/test", "/missing").replace("regence@", "regence:secret@");
        let trouble = trouble(Store::open(&place(&missing)).await);
        assert!(matches!(&trouble.kind, TroubleKind::Refused(why) if why.contains("missing")), "{trouble}");
        assert!(!format!("{trouble} {trouble:?}").contains("secret"));
        let nowhere = place("postgres://regence:secret@127.0.0.1:1/nothing");
        assert!(!format!("{nowhere} {nowhere:?}").contains("secret"));
        let trouble = self::trouble(Store::open(&nowhere).await);
        assert!(matches!(trouble.kind, TroubleKind::Unreachable(_)), "{trouble}");
        assert_eq!(trouble.place, "postgres://regence@127.0.0.1:1/nothing");
    });
}

#[test]
fn commits_wait_for_the_disk_even_if_the_database_would_not() {
    on_postgres(|postgres, url| async move {
        let name = url.split(['/', '?']).nth(3).expect("a database");
        postgres
            .psql(&url, &format!("ALTER DATABASE {name} SET synchronous_commit = off"))
            .expect("it can be set");
        let store = Store::open(&place(&url)).await.expect("it opens");
        // The connection that writes says so itself: nobody else can ask it.
        postgres
            .psql(
                &url,
                "CREATE TABLE seen (value TEXT);
                 CREATE FUNCTION see() RETURNS trigger LANGUAGE plpgsql AS
                 $$ BEGIN INSERT INTO seen VALUES (current_setting('synchronous_commit')); RETURN NEW; END $$;
                 CREATE TRIGGER see BEFORE INSERT ON games FOR EACH ROW EXECUTE FUNCTION see()",
            )
            .expect("a trigger");
        store.create(NewGame::at(Moment(0))).await.expect("a game");
        assert_eq!(postgres.psql(&url, "SELECT value FROM seen").as_deref(), Ok("on"));
        store.close().await.expect("it closes");
    });
}

#[test]
fn entries_cannot_be_changed_even_by_hand() {
    on_postgres(|postgres, url| async move {
        let store = Store::open(&place(&url)).await.expect("it opens");
        let id = store.create(NewGame::at(Moment(0))).await.expect("a game");
        let note = Event::Note { kind: "chat".into(), body: "x".into() };
        let entry = Entry { at: Moment(0), event: note };
        store.append(id, 1, entry, Standing::of(&Game::default())).await.expect("an entry");
        let changed = postgres.psql(&url, "UPDATE entries SET body = '1'");
        assert!(changed.is_err_and(|error| error.contains("entries never change")));
        store.close().await.expect("it closes");
    });
}

/// Its own server, because others would be disturbed.
#[test]
fn a_database_that_is_started_again_goes_on_and_loses_nothing() {
    on_postgres(|_, _| async move {
        let postgres = Postgres::alone().expect("PostgreSQL is here");
        let store = Store::open(&place(&postgres.new_database())).await.expect("it opens");
        let id = store.create(NewGame::at(Moment(0))).await.expect("a game");
        let (mut game, mut random, mut kept) = (Game::default(), Random::new(7), 0);
        for round in 0..6 {
            if round % 2 == 1 {
                postgres.restart();
            }
            for _ in 0..5 {
                let (entry, standing) = random_entry(&mut game, &mut random, 0).expect("the game goes on");
                store.append(id, kept + 1, entry, standing).await.expect("it goes on");
                kept += 1;
            }
        }
        let found = store.load(id).await.expect("it is there");
        assert_eq!((found.entries.len() as u32, found.game.position()), (kept, game.position()));
        assert_eq!(store.search(&GameFilter::default(), None, 10).await.expect("a page").games.len(), 1);
        store.close().await.expect("it closes");
    });
}

#[test]
fn what_takes_too_long_is_told_as_such() {
    on_postgres(|postgres, url| async move {
        let store = Store::open(&place(&url)).await.expect("it opens");
        let slow = "ALTER TABLE settings RENAME TO kept;
                    CREATE VIEW settings AS SELECT kept.* FROM pg_sleep(60), kept";
        postgres.psql(&url, slow).expect("it can be made slow");
        assert_eq!(trouble(store.setting("test", "key").await).kind, TroubleKind::Slow);
        // The connection is as good as before.
        assert!(store.search(&GameFilter::default(), None, 10).await.expect("a page").games.is_empty());
        store.close().await.expect("it closes");
    });
}

#[test]
fn an_older_database_learns_how_its_names_look() {
    on_postgres(|postgres, url| async move {
        let store = Store::open(&place(&url)).await.expect("it opens");
        let (ann, eve) = (store.create_user(Moment(1)).await, store.create_user(Moment(2)).await);
        store.make_account(ann.expect("a user"), "Ann", "hash".into()).await.expect("an account");
        store.make_account(eve.expect("a user"), "Eve", "hash".into()).await.expect("an account");
        let id = store.create(NewGame::at(Moment(0))).await.expect("a game");
        let seat = |code: &str| SeatRow { user: None, code: code.into() };
        let (white, black) = (seat("human:ÉMILE"), seat("computer:taker"));
        let row = TableRow { kind: "online".into(), owner: None, white, black };
        store.arrange(id, row).await.expect("a table");
        store.close().await.expect("it closes");
        let older = "UPDATE users SET name = '\u{410}nn', account = '\u{430}nn' WHERE id = 2;
                    DROP TABLE heirs;
                    DROP TABLE likenesses;
                    ALTER TABLE seats DROP COLUMN folded;
                    ALTER TABLE games DROP COLUMN alone_since;
                    ALTER TABLE workers DROP COLUMN engine, DROP COLUMN lasts;
                    ALTER TABLE jobs DROP COLUMN engine;
                    DELETE FROM _sqlx_migrations WHERE version >= 4";
        postgres.psql(&url, older).expect("it can be made older");

        let store = Store::open(&place(&url)).await.expect("it is brought up to date");
        let seated = GameFilter { seated: Some("émile".into()), ..GameFilter::default() };
        let found = store.search(&seated, None, 10).await.expect("a search");
        assert_eq!(found.games.iter().map(|game| game.id).collect::<Vec<_>>(), [id]);
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
