//! Three servers on one database, people who play, and everything that can go wrong: whatever was acknowledged is kept,
//! once and in order, and the games go on.
#![cfg(unix)]

#[path = "faults/cable.rs"]
mod cable;
#[path = "../../store/tests/data/mod.rs"]
mod data;
#[path = "faults/deadline.rs"]
mod deadline;
#[path = "faults/nats.rs"]
mod nats;
#[path = "faults/nodes.rs"]
mod nodes;
#[path = "faults/people.rs"]
mod people;
#[path = "../../store/tests/postgres/mod.rs"]
mod postgres;
#[path = "faults/workers.rs"]
mod workers;

use deadline::{wait_until, within};
use nats::Nats;
use nodes::Cluster;
use people::{Hasty, Match, Watcher};
use postgres::Postgres;
use regence_store::{EXPIRY, Entry, Event, GameId, Place, Store};
use tokio::sync::watch;
use workers::{Analysis, Worker};

const NODES: usize = 3;
const GAMES: usize = 4;
/// How many half-moves each game goes on before and after a fault.
const BETWEEN: usize = 8;

/// How far all games have come.
struct Progress(Vec<watch::Receiver<usize>>);

impl Progress {
    /// Waits until every game has gone on for a while.
    async fn all_go_on(&mut self) {
        for game in &mut self.0 {
            let before = *game.borrow();
            let later = game.wait_for(|now| *now >= before + BETWEEN);
            drop(within("every game has gone on", later).await.expect("the game goes on"));
        }
    }
}

/// Everything that takes part in a test.
struct Scene {
    cluster: Cluster,
    games: Vec<GameId>,
    progress: Progress,
}

/// Plays several games on a cluster, lets a fault happen in the midst of them, and looks at everything afterwards: all
/// that was acknowledged is there, in order and once, and whoever has watched has seen it so.
fn during_games(fault: impl AsyncFnOnce(&mut Scene)) {
    during_games_on(Cluster::start(NODES), fault);
}

fn during_games_on(cluster: Option<Cluster>, fault: impl AsyncFnOnce(&mut Scene)) {
    let Some(cluster) = cluster else { return };
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build().expect("a runtime");
    runtime.block_on(async {
        let mut matches = Vec::new();
        for number in 0..GAMES {
            matches.push(Match::start(number, cluster.addresses.clone()).await);
        }
        let games: Vec<GameId> = matches.iter().map(|one| one.id).collect();
        let watcher = Watcher::start(games[0], cluster.addresses.clone());
        let progress = Progress(matches.iter().map(Match::progress).collect());
        let mut scene = Scene { cluster, games, progress };
        scene.progress.all_go_on().await;
        fault(&mut scene).await;
        scene.progress.all_go_on().await;
        let mut ends = Vec::new();
        for one in matches {
            ends.push(one.stop().await);
        }
        watcher.stop(&ends[0].1).await;
        let store = scene.store().await;
        for (id, played) in &ends {
            let kept: Vec<String> = scene.log(&store, *id).await.iter().filter_map(played_in).collect();
            assert_eq!(&kept, played, "{id}: what was played is what is kept");
        }
        assert_eq!(store.check().await.expect("it can be checked"), Vec::<String>::new());
    });
}

/// The move that an entry tells of.
fn played_in(entry: &Entry) -> Option<String> {
    let Event::Play(played) = &entry.event else { return None };
    played.uci().map(|uci| uci.to_string())
}

/// How long nobody was there while the clock ran, if an entry says that.
fn gap(entry: &Entry) -> Option<i64> {
    let Event::Note { body, .. } = &entry.event else { return None };
    if body["did"] == "gap" { body["ms"].as_i64() } else { None }
}

/// When a move was made, and how much time it left to whoever made it.
fn clock(entry: &Entry) -> Option<(i64, i64)> {
    let Event::Play(played) = &entry.event else { return None };
    Some((entry.at.0, played.clock()?.as_millis() as i64))
}

/// The clock stood still while nobody was there, all of that time and no longer: whoever moved next has paid for what is
/// left of the time between the two moves.
fn check_clock_stood_still(log: &[Entry]) {
    let gaps: Vec<usize> = (0..log.len()).filter(|&at| gap(&log[at]).is_some()).collect();
    let [at] = gaps[..] else { panic!("the game changed hands once, not {} times", gaps.len()) };
    let missed = gap(&log[at]).expect("it is one");
    let (before, after) = (&log[..at], &log[at..]);
    let mut before = before.iter().rev().filter_map(clock);
    let (last, (_, left_before)) = before.next().zip(before.next()).expect("moves before");
    let (moved, left_after) = after.iter().find_map(clock).expect("a move after");
    let between = moved - last.0;
    let expiry = EXPIRY.as_millis() as i64;
    assert!((expiry / 5..=between).contains(&missed), "nobody was there for {missed} of {between} ms");
    let paid = left_before - left_after;
    assert!((paid - (between - missed)).abs() <= 10, "{paid} ms were paid for {between} - {missed} ms");
}

impl Scene {
    async fn store(&self) -> Store {
        let place: Place = self.cluster.url.parse().expect("a URL");
        Store::open(&place).await.expect("the store opens")
    }

    /// A server is well again, and has games of its own.
    async fn comes_back(&self, number: usize) {
        wait_until("it is well again", || self.cluster.health(number) == Some(200));
        let game = Match::open_at(number, &self.cluster.addresses).await;
        wait_until("it has a game", || self.cluster.owner(game) == number);
    }

    async fn log(&self, store: &Store, id: GameId) -> Vec<Entry> {
        store.log(id).await.expect("the game is there").1
    }
}

#[test]
fn a_server_that_is_killed_loses_its_games_to_the_others_and_nothing_else() {
    during_games(async |scene| {
        let game = scene.games[0];
        let owner = scene.cluster.owner(game);
        scene.cluster.kill(owner);
        scene.progress.all_go_on().await;
        assert_ne!(scene.cluster.owner(game), owner);
        let store = scene.store().await;
        check_clock_stood_still(&scene.log(&store, game).await);
        scene.cluster.replace(owner);
    });
}

#[test]
fn a_server_that_was_stopped_and_wakes_up_can_change_nothing() {
    during_games(async |scene| {
        let game = scene.games[0];
        let owner = scene.cluster.owner(game);
        scene.cluster.signal(owner, "STOP");
        scene.progress.all_go_on().await;
        // People who still turn to it have sent it their moves meanwhile, which it reads now.
        scene.cluster.signal(owner, "CONT");
        scene.progress.all_go_on().await;
        assert_ne!(scene.cluster.owner(game), owner);
        scene.comes_back(owner).await;
    });
}

#[test]
fn a_server_that_is_cut_off_from_the_database_loses_its_games_and_comes_back() {
    during_games(async |scene| {
        let game = scene.games[0];
        let owner = scene.cluster.owner(game);
        scene.cluster.cables[owner].cut(true);
        scene.progress.all_go_on().await;
        assert_ne!(scene.cluster.owner(game), owner);
        wait_until("it says that it is cut off", || scene.cluster.health(owner) == Some(503));
        // What it wanted to write comes through now.
        scene.cluster.cables[owner].cut(false);
        scene.comes_back(owner).await;
        scene.progress.all_go_on().await;
    });
}

/// Nobody can take a game over then, and nobody could have moved.
#[test]
fn a_database_that_is_away_for_everybody_costs_nobody_any_time() {
    during_games(async |scene| {
        let game = scene.games[0];
        let owner = scene.cluster.owner(game);
        // Whoever is to move would have lost on time long before the database is back.
        let hasty = Hasty::start(&scene.cluster.addresses).await;
        scene.cluster.cut_all(true);
        for number in 0..NODES {
            wait_until("it says that it is cut off", || scene.cluster.health(number) == Some(503));
        }
        hasty.wait_for_flag().await;
        scene.cluster.cut_all(false);
        hasty.plays_on().await;
        scene.progress.all_go_on().await;
        assert_eq!(scene.cluster.owner(game), owner, "it was nobody else's meanwhile");
        let store = scene.store().await;
        check_clock_stood_still(&scene.log(&store, game).await);
    });
}

#[test]
fn connections_that_die_without_a_word_are_replaced() {
    during_games(async |scene| {
        let owner = scene.cluster.owner(scene.games[0]);
        scene.cluster.cables[owner].lose();
        scene.progress.all_go_on().await;
        scene.comes_back(owner).await;
    });
}

#[test]
fn a_database_that_is_started_again_loses_nothing() {
    during_games(async |scene| {
        for _ in 0..3 {
            scene.cluster.postgres.restart();
            scene.progress.all_go_on().await;
        }
    });
}

#[test]
fn a_bus_that_goes_and_comes_back_loses_nothing() {
    during_games_on(Cluster::with_bus(NODES), async |scene| {
        for _ in 0..2 {
            scene.cluster.nats.as_mut().expect("there is one").stop();
            scene.progress.all_go_on().await;
            scene.cluster.nats.as_mut().expect("there is one").start_again();
            scene.progress.all_go_on().await;
        }
    });
}

#[test]
fn the_job_of_a_worker_that_is_killed_comes_back() {
    let Some(postgres) = Postgres::alone() else { return };
    let url = postgres.new_database();
    let first = Worker::start(&url);
    let analysis = Analysis::start(&url);
    let claimed = "SELECT count(*) FROM jobs WHERE state = 'claimed'";
    wait_until("the job is claimed", || postgres.psql(&url, claimed).as_deref() == Ok("1"));
    first.kill();
    let second = Worker::start(&url);
    assert_eq!(analysis.finish(), Analysis::here(), "nothing is missing, and all of it is in order");
    let tries = postgres.psql(&url, "SELECT max(tries), max(fence) FROM jobs");
    assert_eq!(tries.as_deref(), Ok("2|2"), "the job was tried twice");
    assert_eq!(postgres.psql(&url, "SELECT count(*) FROM jobs WHERE state <> 'done'").as_deref(), Ok("0"));
    second.stop();
}

#[test]
fn whoever_has_games_analysed_and_the_workers_wake_each_other_by_a_bus() {
    let (Some(postgres), Some(nats)) = (Postgres::alone(), Nats::start()) else { return };
    let (url, bus) = (postgres.new_database(), nats.url());
    let place = ["--database", &url, "--bus", &bus];
    let worker = Worker::start_at(&place);
    assert_eq!(Analysis::start_at(&place).finish(), Analysis::here());
    worker.stop();
}
