//! Computers' moves that workers think about, and what happens when they do not.

use crate::postgres::Postgres;
use crate::world::{Person, World, moves};
use regence_server::worker::{ENGINE, Gate, Reviewer, Worker, WorkerConfig};
use regence_store::{
    Claim, JobKind, JobState, NewJob, Notices, Place, Presence, Store, Topic, WORKER_EXPIRY, WorkerId,
};
use serde_json::{Value, json};
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::oneshot;

const HOUR: Duration = Duration::from_hours(1);

/// A worker whose hands are those of the test.
struct Hand {
    store: Store,
    worker: WorkerId,
    work: Notices,
}

impl Hand {
    /// Comes to stay.
    async fn new(url: &str) -> Self {
        let place: Place = url.parse().expect("a URL");
        let store = Store::open(&place).await.expect("the store opens");
        let worker = store.begin_work(1, ENGINE, HOUR).await.expect("it begins");
        let work = store.notices(&[Topic::Work]).expect("it is shared");
        Self { store, worker, work }
    }

    /// Waits for a move to think about.
    async fn claim(&mut self) -> Claim {
        self.claim_of(JobKind::Move).await
    }

    /// Waits for a job that is no less urgent than this.
    async fn claim_of(&mut self, least: JobKind) -> Claim {
        loop {
            let claims = self.store.claim(self.worker, least, 1).await.expect("it can be asked");
            if let Some(claim) = claims.into_iter().next() {
                return claim;
            }
            self.work.next().await;
        }
    }

    async fn answer(&self, claim: &Claim, mv: &str) -> bool {
        let answer = json!({"best": mv, "naturalMs": 0}).to_string();
        self.store.finish(claim, JobState::Done(answer)).await.expect("it is told")
    }
}

/// A game against the computer, in which White has moved; and what tells of the computer's move.
async fn against_computer(world: &World) -> (Person, String, crate::world::Line) {
    let mut ann = world.person();
    let game = ann.open(json!({"players": {"white": "me", "black": "engine:1200"}})).await;
    let mut socket = ann.connect(&game, None).await;
    socket.next_of("snapshot").await;
    assert_eq!(socket.play("e4").await["type"], "reply");
    (ann, game, socket)
}

/// The move with which the computer answers.
async fn reply(socket: &mut crate::world::Line) -> Value {
    loop {
        let update = socket.next_of("update").await;
        if update["moves"]["add"][0]["san"] != "e4" {
            return update["moves"]["add"][0]["san"].clone();
        }
    }
}

async fn counted(world: &World, name: &str) -> Option<String> {
    let text = crate::attacks::ask(world, "GET /metrics HTTP/1.1").await;
    let row = text.lines().find_map(|line| line.strip_prefix(&format!("regence_{name} ")));
    row.map(ToOwned::to_owned)
}

#[tokio::test]
async fn a_worker_thinks_for_the_server() {
    let Some(postgres) = Postgres::shared() else { return };
    let url = postgres.new_database();
    let mut hand = Hand::new(&url).await;
    let world = World::patient(&url, HOUR).await;
    let (mut ann, game, mut socket) = against_computer(&world).await;
    let claim = hand.claim().await;
    let question: Value = serde_json::from_str(&claim.body).expect("JSON");
    assert_eq!((&question["moves"], &question["variant"]), (&json!(["e2e4"]), &json!("orthodox")));
    assert!(question["from"].as_str().expect("a text").starts_with(&game), "{question}");
    assert_eq!(counted(&world, "jobs{kind=\"move\",state=\"claimed\"}").await.as_deref(), Some("1"));
    // No computer of that strength plays this: it is the worker's.
    assert!(hand.answer(&claim, "h7h6").await);
    assert_eq!(reply(&mut socket).await, "h6");
    assert!(!hand.answer(&claim, "g7g6").await, "an answer counts once");
    assert_eq!(counted(&world, "answers_of_workers_total").await.as_deref(), Some("1"));
    assert_eq!(moves(&ann.see(&game).await), ["e4", "h6"]);
}

#[tokio::test]
async fn what_nobody_takes_the_server_thinks_about_itself() {
    let Some(postgres) = Postgres::shared() else { return };
    let url = postgres.new_database();
    // It is there, but has other things to do.
    let hand = Hand::new(&url).await;
    let world = World::patient(&url, Duration::from_millis(250)).await;
    let (mut ann, game, mut socket) = against_computer(&world).await;
    reply(&mut socket).await;
    assert_eq!(moves(&ann.see(&game).await).len(), 2);
    assert_eq!(counted(&world, "taken_back_total").await.as_deref(), Some("1"));
    drop(hand);
}

#[tokio::test]
async fn what_a_worker_does_not_answer_the_server_takes_back() {
    let Some(postgres) = Postgres::shared() else { return };
    let url = postgres.new_database();
    let mut hand = Hand::new(&url).await;
    let world = World::patient(&url, Duration::from_secs(2)).await;
    let (mut ann, game, mut socket) = against_computer(&world).await;
    let claim = hand.claim().await;
    reply(&mut socket).await;
    let before = moves(&ann.see(&game).await);
    assert_eq!(before.len(), 2);
    assert!(!hand.answer(&claim, "h7h6").await, "it is too late");
    assert_eq!(moves(&ann.see(&game).await), before);
}

#[tokio::test]
async fn an_answer_that_makes_no_sense_is_not_played() {
    let Some(postgres) = Postgres::shared() else { return };
    let url = postgres.new_database();
    let mut hand = Hand::new(&url).await;
    let world = World::patient(&url, HOUR).await;
    let (mut ann, game, mut socket) = against_computer(&world).await;
    let claim = hand.claim().await;
    let state = JobState::Done("a fine move".into());
    assert!(hand.store.finish(&claim, state).await.expect("it is told"));
    reply(&mut socket).await;
    assert_eq!(moves(&ann.see(&game).await).len(), 2, "the server has thought itself");
}

/// An analysis of a short game, and where its review is asked for.
async fn analysis(world: &World) -> (Person, String) {
    let mut ann = world.person();
    let game = ann.open(json!({"kind": "analysis", "pgn": "1. e4 e5 *"})).await;
    (ann, format!("/games/{game}/review"))
}

#[tokio::test]
async fn a_worker_reviews_a_game_for_the_server() {
    let Some(postgres) = Postgres::shared() else { return };
    let url = postgres.new_database();
    let mut hand = Hand::new(&url).await;
    let world = World::patient(&url, HOUR).await;
    let (mut ann, path) = analysis(&world).await;
    let begun = ann.post(&path, json!({})).await.expect(200);
    assert_eq!((&begun["of"], &begun["places"], &begun["story"]), (&json!(3), &json!([]), &json!([])));
    let claim = hand.claim_of(JobKind::Review).await;
    assert_eq!(claim.kind, JobKind::Review);
    let job: Value = serde_json::from_str(&claim.body).expect("JSON");
    assert_eq!((&job["moves"], &job["nodes"]), (&json!(["e2e4", "e7e5"]), &json!(200)));
    let found = json!([
        [{"cp": 30, "moves": "e2e4"}],
        [{"cp": -10, "moves": "c7c5 g1f3"}],
        [{"mate": 7, "moves": "g1f3"}],
    ]);
    assert!(hand.store.finish(&claim, JobState::Done(found.to_string())).await.expect("it is told"));
    let review = ann.review(&path).await;
    let best: Vec<&Value> = review.iter().map(|place| &place["best"]).collect();
    assert_eq!(best, ["e4", "c5", "Nf3"]);
    assert_eq!(review[1]["score"], json!({"unit": "centipawns", "value": 10}), "as White sees it");
    assert_eq!(review[2]["score"], json!({"unit": "mate", "value": 7}));
    assert_eq!(counted(&world, "answers_of_workers_total").await.as_deref(), Some("1"));
}

#[tokio::test]
async fn a_review_that_nobody_takes_the_server_does_itself() {
    let Some(postgres) = Postgres::shared() else { return };
    let url = postgres.new_database();
    // It is there, but has other things to do.
    let hand = Hand::new(&url).await;
    let world = World::patient(&url, Duration::from_millis(250)).await;
    let (mut ann, path) = analysis(&world).await;
    let review = ann.review(&path).await;
    assert!(review.iter().all(|place| place["best"].is_string()), "{review:?}");
    assert_eq!(counted(&world, "taken_back_total").await.as_deref(), Some("1"));
    let left = hand.store.claim(hand.worker, JobKind::Bulk, 9).await.expect("it can be asked");
    assert_eq!(left, [], "nobody does it a second time");
}

/// Answers with what it is asked, once the gate lets it.
struct Echo;

impl Reviewer for Echo {
    fn review(&self, body: &str, gate: &Gate) -> Result<Option<String>, String> {
        match body {
            "nonsense" => Err("it is nonsense".to_owned()),
            "endless" => {
                while gate.pass() {
                    std::thread::yield_now();
                }
                Ok(None)
            }
            body => Ok(gate.pass().then(|| body.to_owned())),
        }
    }
}

/// Waits until a job is what it is to be.
async fn wait_for(store: &Store, job: regence_store::JobId, is_it: impl Fn(&JobState) -> bool) -> JobState {
    loop {
        let state = store.jobs(&[job]).await.expect("it can be asked").pop().expect("it is there").1;
        if is_it(&state) {
            return state;
        }
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
}

async fn a_worker_works(place: Place) {
    let store = Store::open(&place).await.expect("the store opens");
    let config = WorkerConfig { place, bus: None, threads: 2, memory: 1 };
    let worker = Worker::begin(config).await.expect("it begins");
    let (stop, stopped) = oneshot::channel::<()>();
    let task = tokio::spawn(worker.run(Arc::new(Echo), async { drop(stopped.await) }));
    let bulk = |body: &str| NewJob { kind: JobKind::Bulk, body: body.to_owned(), engine: String::new() };
    let ids = store.enqueue(vec![bulk("endless"), bulk("nonsense"), bulk("a")]).await.expect("queued");
    assert_eq!(
        wait_for(&store, ids[1], |state| matches!(state, JobState::Failed(_))).await,
        JobState::Failed("it is nonsense".into())
    );
    assert_eq!(
        wait_for(&store, ids[2], |state| matches!(state, JobState::Done(_))).await,
        JobState::Done("a".into())
    );
    assert_eq!(store.workers(ENGINE).await, Ok(1));
    drop(stop);
    task.await.expect("it ends").expect("in good order");
    let state = store.jobs(&ids[..1]).await.expect("it can be asked");
    assert_eq!(state, [(ids[0], JobState::Waiting)], "what it had in hand it gave back");
    assert_eq!(store.workers(ENGINE).await, Ok(0));
    let another = store.begin_work(1, ENGINE, WORKER_EXPIRY).await.expect("it begins");
    assert_eq!(store.claim(another, JobKind::Bulk, 9).await.expect("it can be asked").len(), 1);
}

#[tokio::test]
async fn a_worker_does_what_it_can_and_gives_the_rest_back() {
    let folder = std::env::temp_dir().join(format!("regence-worker-{}", std::process::id()));
    a_worker_works(Place::Folder(folder.clone())).await;
    let _ = std::fs::remove_dir_all(&folder);
    let Some(postgres) = Postgres::shared() else { return };
    a_worker_works(postgres.new_database().parse().expect("a URL")).await;
}

/// All workers miss the same beats while the database is away.
#[tokio::test]
async fn a_worker_that_was_not_heard_itself_takes_nobody_for_gone() {
    let Some(postgres) = Postgres::shared() else { return };
    let url = postgres.new_database();
    let hand = Hand::new(&url).await;
    let bulk =
        |body: &str| NewJob { kind: JobKind::Bulk, body: body.to_owned(), engine: "another".to_owned() };
    let [ours, lost] = hand.store.enqueue(vec![bulk("ours"), bulk("lost")]).await.expect("queued")[..] else {
        panic!("two jobs")
    };
    let (keeper, ghost) = (begin_another(&hand).await, begin_another(&hand).await);
    for worker in [keeper, ghost] {
        assert_eq!(hand.store.claim(worker, JobKind::Bulk, 1).await.expect("it can be asked").len(), 1);
    }
    let config = WorkerConfig { place: url.parse().expect("a URL"), bus: None, threads: 1, memory: 1 };
    let worker = Worker::begin(config).await.expect("it begins");
    // The database was away for a minute.
    postgres.psql(&url, "UPDATE workers SET expires = expires - 7200000").expect("it can be changed");
    let (stop, stopped) = oneshot::channel::<()>();
    let task = tokio::spawn(worker.run(Arc::new(Echo), async { drop(stopped.await) }));
    while hand.store.workers(ENGINE).await != Ok(1) {
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
    // The first is heard again, but later; the second never.
    tokio::time::sleep(Duration::from_millis(100)).await;
    assert_eq!(hand.store.keep_working(keeper, HOUR).await, Ok(Presence::Late));
    wait_for(&hand.store, lost, |state| *state == JobState::Waiting).await;
    assert_eq!(wait_for(&hand.store, ours, |_| true).await, JobState::Claimed, "it was not taken away");
    drop(stop);
    task.await.expect("it ends").expect("in good order");
}

/// A worker of another engine, whose jobs no other does.
async fn begin_another(hand: &Hand) -> WorkerId {
    hand.store.begin_work(1, "another", HOUR).await.expect("it begins")
}

#[tokio::test]
async fn workers_of_another_version_are_not_waited_for() {
    let Some(postgres) = Postgres::shared() else { return };
    let url = postgres.new_database();
    let hand = Hand::new(&url).await;
    begin_another(&hand).await;
    hand.store.end_work(hand.worker).await.expect("it ends");
    let world = World::patient(&url, HOUR).await;
    let (mut ann, game, mut socket) = against_computer(&world).await;
    reply(&mut socket).await;
    assert_eq!(moves(&ann.see(&game).await).len(), 2, "the server has thought itself");
    assert_eq!(counted(&world, "taken_back_total").await.as_deref(), Some("0"));
}

#[tokio::test]
async fn a_real_worker_plays() {
    let Some(postgres) = Postgres::shared() else { return };
    let url = postgres.new_database();
    let config = WorkerConfig { place: url.parse().expect("a URL"), bus: None, threads: 1, memory: 1 };
    let worker = Worker::begin(config).await.expect("it begins");
    let (stop, stopped) = oneshot::channel::<()>();
    let task = tokio::spawn(worker.run(Arc::new(Echo), async { drop(stopped.await) }));
    let world = World::patient(&url, HOUR).await;
    let (mut ann, game, mut socket) = against_computer(&world).await;
    reply(&mut socket).await;
    assert_eq!(moves(&ann.see(&game).await).len(), 2);
    assert_eq!(counted(&world, "answers_of_workers_total").await.as_deref(), Some("1"));
    assert_eq!(counted(&world, "workers").await.as_deref(), Some("1"));
    drop(stop);
    task.await.expect("it ends").expect("in good order");
}
