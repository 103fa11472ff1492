//! Whom games belong to when several servers share a database.
#![cfg(unix)]

#[path = "../../regence/tests/faults/cable.rs"]
mod cable;
mod data;
mod folder;
mod postgres;

use cable::Cable;
use data::{Random, random_entry};
use postgres::Postgres;
use regence_game::Game;
use regence_store::{
    Appended, GameId, Lease, Leased, Moment, NewGame, NodeId, Notice, Place, Renewed, SeatRow, Store,
    StoreError, TableRow, Topic,
};
use std::time::Duration;
use tokio::time::{sleep, timeout};

const NOW: Moment = Moment(1_700_000_000_000);

/// Two servers on one database.
struct Pair {
    postgres: &'static Postgres,
    url: String,
    one: Store,
    two: Store,
}

/// Runs a test with two servers, if PostgreSQL is here.
fn with_two<F: Future<Output = Result<(), StoreError>>>(test: impl FnOnce(Pair) -> F) {
    let Some(postgres) = Postgres::shared() else { return };
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().expect("a runtime");
    runtime.block_on(async {
        let url = postgres.new_database();
        let place: Place = url.parse().expect("a URL");
        let (one, two) = tokio::join!(Store::open(&place), Store::open(&place));
        let (one, two) = (one.expect("it opens"), two.expect("it opens"));
        test(Pair { postgres, url, one, two }).await.expect("no part fails");
    });
}

impl Pair {
    /// Lets a node's time run out, as if it had been silent.
    fn expire(&self, node: &str) {
        let sql = format!("UPDATE nodes SET expires = now() - interval '1 second' WHERE address = '{node}'");
        assert_eq!(self.postgres.psql(&self.url, &sql).as_deref(), Ok("UPDATE 1"));
    }
}

fn ours(leased: Leased) -> Lease {
    match leased {
        Leased::Ours(lease) => lease,
        Leased::Theirs { address } => panic!("it belongs to {address}"),
        Leased::Visited => panic!("it is open somewhere"),
    }
}

/// Since when a node that says that it is there could be taken for gone.
fn silent_since(renewed: Option<Renewed>) -> Option<Moment> {
    let renewed = renewed.expect("it is known");
    assert!(renewed.clock.is_some(), "it hears what time it is");
    renewed.silent_since
}

/// Appends the next random entry.
async fn append(
    store: &Store,
    lease: Lease,
    id: GameId,
    number: u32,
    game: &mut Game,
) -> Result<Appended, StoreError> {
    let (entry, standing) =
        random_entry(game, &mut Random::new(u64::from(number)), NOW.0).expect("it goes on");
    store.append_leased(lease, id, number, entry, standing).await
}

async fn nodes(pair: &Pair) -> Result<(NodeId, NodeId, GameId), StoreError> {
    let one = pair.one.join("one", NOW).await?;
    let two = pair.two.join("two", Moment(NOW.0 + 1)).await?;
    Ok((one, two, pair.one.create(NewGame::at(NOW)).await?))
}

#[test]
fn a_game_belongs_to_whoever_asks_first() {
    with_two(|pair| async move {
        let (first, second, id) = nodes(&pair).await?;
        let lease = ours(pair.one.lease(first, id).await?);
        assert_eq!(lease.alone_since, None);
        assert_eq!(ours(pair.one.lease(first, id).await?), lease, "asking again changes nothing");
        assert_eq!(pair.two.lease(second, id).await?, Leased::Theirs { address: "one".into() });
        pair.one.release(first, id, lease).await?;
        let next = ours(pair.two.lease(second, id).await?);
        assert_ne!(next, lease);
        assert_eq!(next.alone_since, None, "it was given, not taken");
        // What is given back twice stays where it is.
        pair.one.release(first, id, lease).await?;
        assert_eq!(pair.one.lease(first, id).await?, Leased::Theirs { address: "two".into() });
        Ok(())
    });
}

#[test]
fn who_is_silent_loses_its_games_and_can_change_nothing() {
    with_two(|pair| async move {
        let (first, second, id) = nodes(&pair).await?;
        let (mut game, old) = (Game::default(), ours(pair.one.lease(first, id).await?));
        append(&pair.one, old, id, 1, &mut game).await?;
        assert_eq!(silent_since(pair.one.renew(first, Moment(NOW.0 + 500)).await?), None);
        assert_eq!(pair.two.nodes().await?, ["one", "two"]);
        pair.expire("one");
        assert_eq!(pair.two.nodes().await?, ["two"]);

        let new = ours(pair.two.lease(second, id).await?);
        assert_eq!(new.alone_since, Some(Moment(NOW.0 + 500)), "when it was last seen");
        // The old owner wakes up, before anything was written and after.
        let before = pair.one.load(id).await?;
        for number in [2, 3] {
            let refused = append(&pair.one, old, id, number, &mut game.clone()).await;
            assert_eq!(refused, Err(StoreError::Fenced(id)));
        }
        assert_eq!(pair.two.load(id).await?.entries, before.entries);
        append(&pair.two, new, id, 2, &mut game).await?;
        for lease in [old, Lease::NONE] {
            assert_eq!(append(&pair.one, lease, id, 3, &mut game.clone()).await, Err(StoreError::Fenced(id)));
            let seat = || SeatRow { user: None, code: "human:".into() };
            let table = TableRow { kind: "local".into(), owner: None, white: seat(), black: seat() };
            assert_eq!(pair.one.arrange_leased(lease, id, table).await, Err(StoreError::Fenced(id)));
        }
        // It is there again, but what was taken stays taken.
        assert_eq!(silent_since(pair.one.renew(first, NOW).await?), Some(Moment(NOW.0 + 500)));
        assert_eq!(pair.one.lease(first, id).await?, Leased::Theirs { address: "two".into() });
        assert_eq!((pair.one.held(first).await?, pair.one.held(second).await?), (vec![], vec![id]));
        append(&pair.two, new, id, 3, &mut game).await?;
        assert_eq!(pair.one.load(id).await?.game.position(), game.position());
        Ok(())
    });
}

#[test]
fn what_nobody_has_taken_stays_whose_it_was() {
    with_two(|pair| async move {
        let (first, _, id) = nodes(&pair).await?;
        let (mut game, lease) = (Game::default(), ours(pair.one.lease(first, id).await?));
        pair.expire("one");
        append(&pair.one, lease, id, 1, &mut game).await?;
        assert_eq!(ours(pair.one.lease(first, id).await?), lease);
        Ok(())
    });
}

#[test]
fn since_when_a_game_is_alone_outlives_whoever_takes_it() {
    with_two(|pair| async move {
        let (first, second, id) = nodes(&pair).await?;
        ours(pair.one.lease(first, id).await?);
        pair.expire("one");
        let taken = ours(pair.two.lease(second, id).await?);
        assert_eq!(taken.alone_since, Some(NOW));
        assert_eq!(ours(pair.two.lease(second, id).await?), taken, "until it is made up for");
        // The second one dies as well, before it has read the game.
        pair.two.renew(second, Moment(NOW.0 + 9000)).await?;
        pair.expire("two");
        let third = pair.one.join("three", Moment(NOW.0 + 20_000)).await?;
        let taken = ours(pair.one.lease(third, id).await?);
        assert_eq!(taken.alone_since, Some(NOW), "nobody has been there since");
        pair.one.make_up(id, taken).await?;
        assert_eq!(ours(pair.one.lease(third, id).await?).alone_since, None);
        // Whoever dies later was there until then.
        pair.one.leave(third, Moment(NOW.0 + 30_000)).await?;
        let fourth = pair.one.join("four", Moment(NOW.0 + 40_000)).await?;
        assert_eq!(ours(pair.one.lease(fourth, id).await?).alone_since, Some(Moment(NOW.0 + 30_000)));
        Ok(())
    });
}

#[test]
fn what_nobody_has_taken_from_who_was_silent_was_alone() {
    with_two(|pair| async move {
        let (first, _, id) = nodes(&pair).await?;
        let lease = ours(pair.one.lease(first, id).await?);
        pair.expire("one");
        assert_eq!(silent_since(pair.one.renew(first, Moment(NOW.0 + 60_000)).await?), Some(NOW));
        let mut alone = lease;
        alone.alone_since = Some(NOW);
        assert_eq!(ours(pair.one.lease(first, id).await?), alone, "the same lease");
        // Even if it dies now, or is silent again.
        pair.expire("one");
        pair.one.renew(first, Moment(NOW.0 + 90_000)).await?;
        assert_eq!(ours(pair.one.lease(first, id).await?), alone);
        pair.one.make_up(id, alone).await?;
        assert_eq!(ours(pair.one.lease(first, id).await?), lease);
        Ok(())
    });
}

#[test]
fn who_was_silent_takes_nothing_before_it_is_heard_again() {
    with_two(|pair| async move {
        let (first, _, id) = nodes(&pair).await?;
        ours(pair.one.lease(first, id).await?);
        let next = pair.one.create(NewGame::at(NOW)).await?;
        pair.expire("one");
        assert_eq!(pair.one.lease(first, next).await, Err(StoreError::NodeSilent));
        assert_eq!(pair.two.nodes().await?, ["two"], "asking does not make up for it");
        assert_eq!(silent_since(pair.one.renew(first, Moment(NOW.0 + 60_000)).await?), Some(NOW));
        assert_eq!(ours(pair.one.lease(first, id).await?).alone_since, Some(NOW));
        assert_eq!(ours(pair.one.lease(first, next).await?).alone_since, None);
        Ok(())
    });
}

#[test]
fn a_visitor_takes_games_after_any_time() {
    with_two(|pair| async move {
        let visitor = pair.two.visit(NOW).await?;
        let id = pair.two.create(NewGame::at(NOW)).await?;
        let sql = "UPDATE nodes SET expires = now() - interval '1 hour'";
        assert_eq!(pair.postgres.psql(&pair.url, sql).as_deref(), Ok("UPDATE 1"));
        ours(pair.two.lease(visitor, id).await?);
        assert_eq!(pair.one.is_elsewhere(None, id).await, Ok(true), "it is there again");
        Ok(())
    });
}

#[test]
fn who_leaves_after_a_silence_was_there_until_that_began() {
    with_two(|pair| async move {
        let (first, second, id) = nodes(&pair).await?;
        ours(pair.one.lease(first, id).await?);
        pair.expire("one");
        pair.one.leave(first, Moment(NOW.0 + 60_000)).await?;
        assert_eq!(ours(pair.two.lease(second, id).await?).alone_since, Some(NOW));
        Ok(())
    });
}

#[test]
fn who_leaves_leaves_everything_to_the_others() {
    with_two(|pair| async move {
        let (first, second, id) = nodes(&pair).await?;
        let timed = pair.one.create(NewGame { time_control: Some("5+0".into()), ..NewGame::at(NOW) }).await?;
        for game in [id, timed] {
            ours(pair.one.lease(first, game).await?);
        }
        assert_eq!(pair.two.orphans(10).await?, []);
        pair.one.leave(first, Moment(NOW.0 + 7)).await?;
        assert_eq!(pair.two.orphans(10).await?, [timed], "the one with a clock goes on by itself");
        for game in [id, timed] {
            assert_eq!(ours(pair.two.lease(second, game).await?).alone_since, Some(Moment(NOW.0 + 7)));
        }
        assert_eq!(pair.two.orphans(10).await?, []);
        Ok(())
    });
}

#[test]
fn a_server_that_starts_again_at_its_address_has_its_games() {
    with_two(|pair| async move {
        let (first, _, id) = nodes(&pair).await?;
        ours(pair.one.lease(first, id).await?);
        let again = pair.two.join("one", NOW).await?;
        assert_eq!(ours(pair.two.lease(again, id).await?).alone_since, Some(NOW));
        assert_eq!(pair.two.nodes().await?, ["two", "one"]);
        Ok(())
    });
}

#[test]
fn others_hear_of_every_entry_once_it_is_there() {
    with_two(|pair| async move {
        let (first, _, id) = nodes(&pair).await?;
        let mut notices = pair.two.notices(&[Topic::Games]).expect("it is shared");
        assert_eq!(notices.next().await, Notice::Deaf);
        let (mut game, lease) = (Game::default(), ours(pair.one.lease(first, id).await?));
        for number in 1..=3 {
            append(&pair.one, lease, id, number, &mut game).await?;
            assert_eq!(notices.next().await, Notice::Grown { game: id, entries: number });
        }
        // Whoever ends its connection makes it listen anew.
        let end = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity
                   WHERE application_name = 'regence listens' AND datname = current_database()";
        assert_eq!(pair.postgres.psql(&pair.url, end).as_deref(), Ok("t"));
        assert_eq!(notices.next().await, Notice::Deaf);
        append(&pair.one, lease, id, 4, &mut game).await?;
        assert_eq!(notices.next().await, Notice::Grown { game: id, entries: 4 });
        Ok(())
    });
}

#[test]
fn whoever_is_cut_off_without_a_word_listens_anew() {
    with_two(|pair| async move {
        let (first, _, id) = nodes(&pair).await?;
        let cable = Cable::lay(&pair.url);
        let far = Store::open(&cable.url.parse::<Place>().expect("a URL")).await?;
        let mut notices = far.notices(&[Topic::Games]).expect("it is shared");
        assert_eq!(notices.next().await, Notice::Deaf);
        cable.lose();
        let (mut game, lease) = (Game::default(), ours(pair.one.lease(first, id).await?));
        append(&pair.one, lease, id, 1, &mut game).await?;
        assert_eq!(notices.next().await, Notice::Deaf, "what was missed is to be read");
        append(&pair.one, lease, id, 2, &mut game).await?;
        assert_eq!(notices.next().await, Notice::Grown { game: id, entries: 2 });
        // Who reads and writes finds another way as well.
        assert_eq!(far.load(id).await?.entries.len(), 2);
        assert!(far.join("far", NOW).await.is_ok());
        Ok(())
    });
}

#[test]
fn whoever_finds_no_way_back_for_a_while_is_told() {
    with_two(|pair| async move {
        let cable = Cable::lay(&pair.url);
        let far = Store::open(&cable.url.parse::<Place>().expect("a URL")).await?;
        let mut notices = far.notices(&[Topic::Games]).expect("it is shared");
        assert_eq!(notices.next().await, Notice::Deaf);
        let end = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity
                   WHERE application_name = 'regence listens' AND datname = current_database()";
        assert_eq!(pair.postgres.psql(&pair.url, end).as_deref(), Ok("t"));
        // The end is known at once, but a new connection takes longer than anybody waits for a word.
        sleep(Duration::from_millis(500)).await;
        cable.cut(true);
        let mend = async {
            sleep(Duration::from_millis(2500)).await;
            cable.cut(false);
        };
        let (heard, ()) = tokio::join!(timeout(Duration::from_secs(15), notices.next()), mend);
        assert_eq!(heard, Ok(Notice::Deaf), "what was missed is to be read");
        Ok(())
    });
}

/// As somebody does who has something else to do meanwhile.
#[test]
fn whoever_never_waits_hears_all_the_same() {
    with_two(|pair| async move {
        let mut notices = pair.two.notices(&[Topic::Games]).expect("it is shared");
        let mut next = async || loop {
            if let Ok(notice) = timeout(Duration::ZERO, notices.next()).await {
                return notice;
            }
            tokio::task::yield_now().await;
        };
        let minute = Duration::from_mins(1);
        assert_eq!(timeout(minute, next()).await, Ok(Notice::Deaf));
        let (first, _, id) = nodes(&pair).await?;
        let lease = ours(pair.one.lease(first, id).await?);
        append(&pair.one, lease, id, 1, &mut Game::default()).await?;
        assert_eq!(timeout(minute, next()).await, Ok(Notice::Grown { game: id, entries: 1 }));
        Ok(())
    });
}

#[test]
fn nodes_share_a_secret_and_a_clock() {
    with_two(|pair| async move {
        let (one, two) = tokio::join!(pair.one.secret(), pair.two.secret());
        let (one, two) = (one?, two?);
        assert_eq!((one.len(), &one), (64, &two));
        assert_eq!(pair.two.secret().await?, one, "it is made once");
        let name = pair.one.name().await?;
        assert_eq!((name.len(), &name), (16, &pair.two.name().await?));
        assert!(!one.contains(&name), "the name does not tell the secret");
        let times = (pair.one.clock().await?, pair.two.clock().await?);
        assert!(times.0.is_some() && times.0 <= times.1);
        Ok(())
    });
}

#[test]
fn a_game_that_many_want_at_once_goes_to_one() {
    with_two(|pair| async move {
        let (first, second, _) = nodes(&pair).await?;
        for _ in 0..30 {
            let id = pair.one.create(NewGame::at(NOW)).await?;
            let (a, b) = tokio::join!(pair.one.lease(first, id), pair.two.lease(second, id));
            let is_ours = |leased: &Leased| matches!(leased, Leased::Ours(_));
            assert!(is_ours(&a?) != is_ours(&b?));
        }
        Ok(())
    });
}

#[test]
fn what_a_visitor_has_open_is_left_alone() {
    with_two(|pair| async move {
        let server = pair.one.join("one", NOW).await?;
        let timed = NewGame { time_control: Some("5+0".into()), ..NewGame::at(NOW) };
        let (id, mut game) = (pair.two.create(timed).await?, Game::default());
        let visitor = pair.two.visit(NOW).await?;
        let lease = ours(pair.two.lease(visitor, id).await?);
        append(&pair.two, lease, id, 1, &mut game).await?;
        assert_eq!(pair.one.lease(server, id).await?, Leased::Visited);
        assert_eq!(
            (pair.one.is_elsewhere(None, id).await, pair.two.is_elsewhere(Some(visitor), id).await),
            (Ok(true), Ok(false))
        );
        assert_eq!(pair.one.nodes().await?, ["one"], "nobody reaches a visitor");
        // One that is killed is gone after a while, and its clock stands still.
        let sql = "UPDATE nodes SET expires = now() - interval '1 second' WHERE address LIKE 'visitor %'";
        assert_eq!(pair.postgres.psql(&pair.url, sql).as_deref(), Ok("UPDATE 1"));
        assert_eq!(pair.one.orphans(10).await?, []);
        assert_eq!(pair.one.is_elsewhere(None, id).await, Ok(false));
        ours(pair.one.lease(server, id).await?);
        assert_eq!(append(&pair.two, lease, id, 2, &mut game.clone()).await, Err(StoreError::Fenced(id)));
        assert_eq!(pair.two.lease(visitor, id).await?, Leased::Theirs { address: "one".into() });
        Ok(())
    });
}

#[test]
fn in_a_folder_a_game_is_open_in_one_program_at_a_time() {
    let folder = folder::Folder::new();
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().expect("a runtime");
    let done: Result<(), StoreError> = runtime.block_on(async {
        let (store, other) = (Store::open(folder.path()).await?, Store::open(folder.path()).await?);
        let (node, visitor) = (store.visit(NOW).await?, other.visit(NOW).await?);
        let (id, next) = (store.create(NewGame::at(NOW)).await?, store.create(NewGame::at(NOW)).await?);
        let lease = ours(store.lease(node, id).await?);
        assert_eq!(ours(store.lease(node, id).await?), lease, "asking again changes nothing");
        assert_eq!(other.lease(visitor, id).await?, Leased::Visited);
        assert_eq!(
            (other.is_elsewhere(None, id).await, other.is_elsewhere(None, next).await),
            (Ok(true), Ok(false))
        );
        assert_eq!(store.is_elsewhere(Some(node), id).await, Ok(false));
        ours(other.lease(visitor, next).await?);
        store.release(node, id, lease).await?;
        ours(other.lease(visitor, id).await?);
        // Whoever ends without a word has nothing any more.
        drop(other);
        assert_eq!(store.is_elsewhere(Some(node), id).await, Ok(false));
        ours(store.lease(node, next).await?);
        store.close().await
    });
    done.expect("no part fails");
}

#[test]
fn in_a_folder_the_server_leaves_alone_what_a_visitor_has_open() {
    let folder = folder::Folder::new();
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().expect("a runtime");
    let done: Result<(), StoreError> = runtime.block_on(async {
        let (store, other) = (Store::open(folder.path()).await?, Store::open(folder.path()).await?);
        let (server, visitor) = (store.join("here", NOW).await?, other.visit(NOW).await?);
        let (id, next) = (store.create(NewGame::at(NOW)).await?, store.create(NewGame::at(NOW)).await?);
        let lease = ours(other.lease(visitor, id).await?);
        assert_eq!(store.lease(server, id).await?, Leased::Visited);
        ours(store.lease(server, next).await?);
        other.release(visitor, id, lease).await?;
        ours(store.lease(server, id).await?);
        // One that is killed has nothing open.
        ours(other.lease(visitor, next).await?);
        drop(other);
        ours(store.lease(server, next).await?);
        store.close().await
    });
    done.expect("no part fails");
}

#[test]
fn in_a_folder_everything_belongs_to_its_one_server() {
    let folder = folder::Folder::new();
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().expect("a runtime");
    let done: Result<(), StoreError> = runtime.block_on(async {
        let (store, other) = (Store::open(folder.path()).await?, Store::open(folder.path()).await?);
        let node = store.join("here", NOW).await?;
        let (id, mut game) = (store.create(NewGame::at(NOW)).await?, Game::default());
        let lease = ours(store.lease(node, id).await?);
        append(&store, lease, id, 1, &mut game).await?;
        assert_eq!(store.renew(node, NOW).await, Ok(Some(Renewed { clock: None, silent_since: None })));
        assert!(!store.is_shared() && store.notices(&[Topic::Games]).is_none());
        // Others may read and write, but not serve.
        assert_eq!(other.load(id).await?.entries.len(), 1);
        let refused = other.join("there", NOW).await.expect_err("there is one");
        let expected = format!(
            "a server has {} already; stop that one, or choose another folder with --data",
            folder.path().display()
        );
        assert_eq!(refused.to_string(), expected);
        store.release(node, id, lease).await?;
        store.leave(node, NOW).await?;
        let node = other.join("there", NOW).await?;
        append(&other, ours(other.lease(node, id).await?), id, 2, &mut game).await?;
        other.close().await?;
        store.close().await
    });
    done.expect("no part fails");
}
