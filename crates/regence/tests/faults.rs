//! Three servers on one database, people who play, and everything that can go wrong: whatever was acknowledged is kept,
//! once and in order, and the games go on.
#![cfg(unix)]

#[path = "faults/cable.rs"]
mod cable;
#[path = "../../store/tests/data/mod.rs"]
mod data;
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

use nodes::Cluster;
use people::{Match, Watcher};
use postgres::Postgres;
use regence_store::{Entry, Event, GameId, Place, Store};
use tokio::sync::watch;
use workers::{Analysis, Worker, wait_until};

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
            game.wait_for(|now| *now >= before + BETWEEN).await.expect("the game goes on");
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
/// that was acknowledged is there, in order and once, and whoever has watched has seen it so. Left out where PostgreSQL
/// is not installed.
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

/// Whether an entry says that nobody was there while the clock ran.
fn is_gap(entry: &Entry) -> bool {
    matches!(&entry.event, Event::Note { body, .. } if body["did"] == "gap")
}

impl Scene {
    async fn store(&self) -> Store {
        let place: Place = self.cluster.url.parse().expect("a URL");
        Store::open(&place).await.expect("the store opens")
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
        assert!(scene.log(&store, game).await.iter().any(is_gap), "its clock stood still meanwhile");
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
        // What it wanted to write comes through now.
        scene.cluster.cables[owner].cut(false);
        scene.progress.all_go_on().await;
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
    wait_until(|| postgres.psql(&url, claimed).as_deref() == Ok("1"));
    first.kill();
    let second = Worker::start(&url);
    assert_eq!(analysis.finish(), Analysis::here(), "nothing is missing, and all of it is in order");
    let tries = postgres.psql(&url, "SELECT max(tries), max(fence) FROM jobs");
    assert_eq!(tries.as_deref(), Ok("2|2"), "the job was tried twice");
    assert_eq!(postgres.psql(&url, "SELECT count(*) FROM jobs WHERE state <> 'done'").as_deref(), Ok("0"));
    second.stop();
}
