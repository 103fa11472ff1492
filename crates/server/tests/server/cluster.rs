//! Several servers on one database, as people see them: as one.

use crate::postgres::Postgres;
use crate::world::{Person, World, moves};
use regence_server::{Config, Time};
use serde_json::{Value, json};
use std::time::Duration;

/// Runs a test on two servers that share a database, if PostgreSQL is here.
async fn on_two<F: Future<Output = ()>>(test: impl FnOnce(World, World) -> F) {
    let Some(postgres) = Postgres::shared() else { return };
    let (url, time) = (postgres.new_database(), Time::told(1_800_000_000_000));
    let (one, two) = (World::node(&url, &time).await, World::node(&url, &time).await);
    test(one, two).await;
}

/// A person who is known at one server, at another.
fn at(world: &World, known: &Person) -> Person {
    let mut person = world.person();
    person.cookie.clone_from(&known.cookie);
    person
}

/// A game with a clock between two people, the first of whom is at the first server, the second at the second.
async fn meet(one: &World, two: &World) -> (Person, Person, String) {
    let (mut ann, mut bob) = (one.person(), two.person());
    let game = ann.open(json!({"players": {"white": "me", "black": "open"}, "clock": "5+0"})).await;
    bob.post(&format!("/games/{game}/join"), json!({})).await.expect(200);
    (ann, bob, game)
}

#[tokio::test]
async fn whoever_is_asked_everybody_sees_the_same_game() {
    on_two(|one, two| async move {
        let (mut ann, mut bob, game) = meet(&one, &two).await;
        bob.play(&game, "e5").await.refused(403, "notYourTurn");
        ann.play(&game, "e4").await.expect(200);
        bob.play(&game, "e5").await.expect(200);
        at(&two, &ann).play(&game, "Nf3").await.expect(200);
        for (world, person) in [(&one, &ann), (&two, &ann), (&one, &bob), (&two, &bob)] {
            let seen = at(world, person).see(&game).await;
            assert_eq!(moves(&seen), ["e4", "e5", "Nf3"]);
            let role = if person.cookie == ann.cookie { "white" } else { "black" };
            assert_eq!(seen["you"]["role"], role);
        }
        let fen = bob.get(&format!("/games/{game}/fen")).await.expect(200);
        assert_eq!(fen["fen"], ann.get(&format!("/games/{game}/fen")).await.expect(200)["fen"]);
        bob.get("/games/123456789ABC").await.refused(404, "unknown");
        bob.tell(&game, json!({"do": "resign"})).await.expect(200);
        // What was played there can be looked at here.
        bob.post("/games", json!({"kind": "analysis", "of": game})).await.expect(201);
        bob.ask("DELETE", &format!("/games/{game}"), None).await.expect(204);
        ann.get(&format!("/games/{game}")).await.refused(404, "unknown");
    })
    .await;
}

#[tokio::test]
async fn sockets_at_different_servers_hear_the_same() {
    on_two(|one, two| async move {
        let (ann, bob, game) = meet(&one, &two).await;
        let mut white = ann.connect(&game, None).await;
        white.next_of("snapshot").await;
        let mut black = bob.connect(&game, None).await;
        black.next_of("snapshot").await;
        while white.next_of("now").await["now"]["players"]["black"]["here"] != true {}
        assert_eq!(white.play("e4").await["type"], "reply");
        assert_eq!(black.next_of("update").await["happened"][0]["what"], "played");
        assert_eq!(black.play("e4").await["error"]["code"], "illegal");
        assert_eq!(black.play("e5").await["type"], "reply");
        let heard = white.next_of("update").await;
        assert_eq!(heard["moves"]["add"][0]["san"], "e5");
        black.say(&json!({"type": "ping", "id": 5}).to_string()).await;
        assert_eq!(black.next_of("pong").await["id"], 5);
        // Whoever goes is seen to go.
        black.close().await;
        while white.next_of("now").await["now"]["players"]["black"]["here"] != false {}
    })
    .await;
}

#[tokio::test]
async fn whoever_signs_out_at_one_server_is_nobody_at_the_others() {
    on_two(|one, two| async move {
        let mut ann = one.person();
        ann.post("/account", json!({"name": "Ann", "password": "correct horse"})).await.expect(200);
        let game = ann.open(json!({})).await;
        // One socket where the game is, one that is passed on to there.
        let (mut near, mut far) = (ann.connect(&game, None).await, at(&two, &ann).connect(&game, None).await);
        for line in [&mut near, &mut far] {
            assert_eq!(line.next_of("snapshot").await["you"]["role"], "owner");
        }
        at(&two, &ann).ask("DELETE", "/session", None).await.expect(204);
        near.closed().await;
        far.closed().await;
        let mut again = at(&two, &ann).connect(&game, None).await;
        assert_eq!(again.next_of("snapshot").await["you"]["role"], "watcher");
    })
    .await;
}

#[tokio::test]
async fn a_spectator_elsewhere_sees_a_move_without_asking() {
    on_two(|one, two| async move {
        let (mut ann, mut bob, game) = meet(&one, &two).await;
        let mut eves = Vec::new();
        for world in [&one, &two, &two] {
            let mut eve = world.person().connect(&game, None).await;
            assert_eq!(eve.next_of("snapshot").await["you"]["role"], "watcher");
            eves.push(eve);
        }
        for (ply, mv) in ["e4", "e5", "Nf3", "Nc6"].into_iter().enumerate() {
            let player = if ply % 2 == 0 { &mut ann } else { &mut bob };
            player.play(&game, mv).await.expect(200);
            for eve in &mut eves {
                assert_eq!(eve.next_of("update").await["moves"]["add"][0]["san"], mv);
            }
        }
    })
    .await;
}

#[tokio::test]
async fn a_server_that_stops_leaves_its_games_to_the_others() {
    on_two(|mut one, two| async move {
        let (mut ann, bob, game) = meet(&one, &two).await;
        ann.play(&game, "e4").await.expect(200);
        let mut black = bob.connect(&game, None).await;
        black.next_of("snapshot").await;
        one.time.advance(Duration::from_secs(20));
        let mut white = ann.connect(&game, None).await;
        white.next_of("snapshot").await;
        one.halt().await;
        white.next_of("bye").await;
        // Their socket stays open: it hears how things stand from the next server.
        assert_eq!(left(&black.next_of("update").await), 280_000);
        assert_eq!(black.play("e5").await["type"], "reply");
        let mut ann = at(&two, &ann);
        ann.play(&game, "Nf3").await.expect(200);
        assert_eq!(moves(&ann.see(&game).await), ["e4", "e5", "Nf3"]);
    })
    .await;
}

/// Flags must fall even if nobody does more than look.
#[tokio::test]
async fn a_game_that_is_taken_over_goes_on_by_itself() {
    on_two(|mut one, two| async move {
        let (mut ann, _, game) = meet(&one, &two).await;
        ann.play(&game, "e4").await.expect(200);
        one.halt().await;
        let mut ann = at(&two, &ann);
        ann.get(&format!("/games/{game}/fen")).await.expect(200);
        let counted = crate::attacks::ask(&two, "GET /metrics HTTP/1.1").await;
        assert!(counted.contains("\nregence_tables 1\n"), "{counted}");
    })
    .await;
}

/// Looks again and again until something is so, in good time.
async fn eventually(is_so: impl AsyncFnMut() -> bool) {
    let mut is_so = is_so;
    let seen = async {
        while !is_so().await {
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    };
    tokio::time::timeout(Duration::from_mins(1), seen).await.expect("in good time");
}

/// The time that Black has left.
fn left(seen: &Value) -> Value {
    seen["state"]["clocks"]["sides"]["black"]["leftMs"].clone()
}

#[tokio::test]
async fn clocks_stand_still_while_no_server_is_there() {
    let Some(postgres) = Postgres::shared() else { return };
    let (url, time) = (postgres.new_database(), Time::told(1_800_000_000_000));
    let (mut one, mut two) = (World::node(&url, &time).await, World::node(&url, &time).await);
    let (mut ann, _, game) = meet(&one, &two).await;
    ann.play(&game, "e4").await.expect(200);
    time.advance(Duration::from_secs(20));
    one.halt().await;
    two.halt().await;
    time.advance(Duration::from_hours(1));
    let (three, four) = (World::node(&url, &time).await, World::node(&url, &time).await);
    time.advance(Duration::from_secs(5));
    for world in [&four, &three] {
        assert_eq!(left(&at(world, &ann).see(&game).await), 275_000);
    }
}

/// A database that is away is away for all servers: nobody takes the games of others, and nobody can move.
#[tokio::test]
async fn clocks_stand_still_while_a_server_is_not_heard() {
    let Some(postgres) = Postgres::shared() else { return };
    let morning = 1_800_000_000_000;
    let (url, time) = (postgres.new_database(), Time::told(morning));
    let one = World::node(&url, &time).await;
    let (mut ann, mut bob, game) = meet(&one, &one).await;
    ann.play(&game, "e4").await.expect(200);
    time.advance(Duration::from_mins(1));
    assert_eq!(left(&ann.see(&game).await), 240_000);
    // Twenty seconds ago it was last heard, and nothing has happened since.
    let silence = format!("UPDATE nodes SET seen = {}, expires = now() - interval '1 s'", morning + 40_000);
    assert_eq!(postgres.psql(&url, &silence).as_deref(), Ok("UPDATE 1"));
    eventually(async || left(&ann.see(&game).await) == 260_000).await;
    bob.play(&game, "e5").await.expect(200);
    time.advance(Duration::from_secs(7));
    let seen = ann.see(&game).await;
    assert_eq!(seen["state"]["clocks"]["sides"]["white"]["leftMs"], 293_000);
    // Whoever reads it anew finds the same.
    let two = World::node(&url, &time).await;
    assert_eq!(left(&at(&two, &bob).see(&game).await), 260_000);
}

/// A machine that sleeps does not count the time. If what the database said about that was lost, it does not say so again.
#[tokio::test]
async fn no_flag_falls_because_a_server_has_slept() {
    let Some(postgres) = Postgres::shared() else { return };
    let url = postgres.new_database();
    let name = url.split(['/', '?']).nth(3).expect("a database");
    // All clocks of the database go an hour ahead when they are told to, which is what it looks like to who has slept.
    let prepare = format!(
        "CREATE SCHEMA ahead;
         CREATE TABLE ahead.by (time INTERVAL NOT NULL);
         INSERT INTO ahead.by VALUES ('0');
         CREATE FUNCTION ahead.clock_timestamp() RETURNS TIMESTAMPTZ LANGUAGE SQL
             AS 'SELECT pg_catalog.clock_timestamp() + time FROM ahead.by';
         ALTER DATABASE {name} SET search_path = public, ahead, pg_catalog"
    );
    postgres.psql(&url, &prepare).expect("it can be prepared");
    let one = World::node(&url, &Time::system()).await;
    let (mut ann, mut bob, game) = meet(&one, &one).await;
    ann.play(&game, "e4").await.expect(200);
    let sleep = "UPDATE ahead.by SET time = '1 hour'; UPDATE nodes SET expires = expires + interval '1 hour'";
    postgres.psql(&url, sleep).expect("it can be changed");
    let awake = "SELECT count(*) FROM nodes
                 WHERE seen > extract(epoch FROM clock_timestamp() - interval '1 minute') * 1000";
    eventually(async || postgres.psql(&url, awake).as_deref() == Ok("1")).await;
    let left = left(&ann.see(&game).await).as_i64().expect("a number");
    assert!((200_000..=300_000).contains(&left), "{left}");
    bob.play(&game, "e5").await.expect(200);
}

/// Lets the connection that writes be lost when it should say that an entry is kept: the first from now on, or a later one.
fn lose_entry(postgres: &Postgres, url: &str, number: u32) {
    let lose = format!(
        "CREATE SEQUENCE entries_to_lose;
         CREATE FUNCTION lose() RETURNS TRIGGER LANGUAGE plpgsql AS
         $$ BEGIN
             IF nextval('entries_to_lose') = {number} THEN PERFORM pg_terminate_backend(pg_backend_pid()); END IF;
             RETURN NULL;
         END $$;
         CREATE CONSTRAINT TRIGGER lose AFTER INSERT ON entries DEFERRABLE INITIALLY DEFERRED
             FOR EACH ROW EXECUTE FUNCTION lose()"
    );
    postgres.psql(url, &lose).expect("it can be prepared");
}

/// Nobody knows then whether it was kept, so that the game has to be read again, and nobody asks for it.
#[tokio::test]
async fn a_flag_falls_even_if_the_database_was_lost_over_it() {
    let Some(postgres) = Postgres::shared() else { return };
    let (url, time) = (postgres.new_database(), Time::told(1_800_000_000_000));
    let one = World::node(&url, &time).await;
    let (mut ann, _, game) = meet(&one, &one).await;
    ann.play(&game, "e4").await.expect(200);
    lose_entry(postgres, &url, 1);
    time.advance(Duration::from_mins(6));
    eventually(async || postgres.psql(&url, "SELECT state FROM games").as_deref() == Ok("finished")).await;
}

#[tokio::test]
async fn a_computer_moves_even_if_the_database_was_lost_over_it() {
    let Some(postgres) = Postgres::shared() else { return };
    let (url, time) = (postgres.new_database(), Time::told(1_800_000_000_000));
    let one = World::node(&url, &time).await;
    let mut ann = one.person();
    let game = ann.open(json!({"players": {"white": "me", "black": "computer:taker"}})).await;
    // Hers is kept.
    lose_entry(postgres, &url, 2);
    ann.play(&game, "e4").await.expect(200);
    eventually(async || postgres.psql(&url, "SELECT plies FROM games").as_deref() == Ok("2")).await;
}

#[tokio::test]
async fn whoever_signs_in_at_one_server_is_known_at_tables_of_the_others() {
    on_two(|one, two| async move {
        let credentials = json!({"name": "Ann", "password": "correct horse"});
        two.person().post("/account", credentials.clone()).await.expect(200);
        let (mut stranger, mut bob, game) = meet(&one, &two).await;
        let analysis = stranger.open(json!({"kind": "analysis"})).await;
        stranger.play(&game, "e4").await.expect(200);
        // One socket where the game is, one that is passed on to there.
        let (mut near, mut far) =
            (stranger.connect(&game, None).await, at(&two, &stranger).connect(&game, None).await);
        for line in [&mut near, &mut far] {
            assert_eq!(line.next_of("snapshot").await["you"]["role"], "white");
        }
        let mut black = bob.connect(&game, None).await;
        black.next_of("snapshot").await;

        let mut ann = at(&two, &stranger);
        ann.post("/session", credentials).await.expect(200);
        near.closed().await;
        far.closed().await;
        bob.play(&game, "e5").await.expect(200);
        ann.play(&game, "Nf3").await.expect(200);
        while black.next_of("now").await["now"]["players"]["white"]["here"] != false {}
        for world in [&one, &two] {
            let mut here = at(world, &ann);
            assert_eq!(here.see(&game).await["you"]["role"], "white");
            assert_eq!(here.see(&analysis).await["you"]["role"], "owner");
            assert_eq!(here.get("/games").await.expect(200)["games"].as_array().map(Vec::len), Some(2));
            let mut again = here.connect(&game, None).await;
            assert_eq!(again.next_of("snapshot").await["you"]["role"], "white");
            while black.next_of("now").await["now"]["players"]["white"]["here"] != true {}
            again.close().await;
            while black.next_of("now").await["now"]["players"]["white"]["here"] != false {}
        }
        assert_eq!(
            at(&one, &stranger).play(&game, "Nf3").await.status,
            403,
            "nobody is the stranger any more"
        );
    })
    .await;
}

/// What one server tells may come late, or never.
#[tokio::test]
async fn whoever_signs_in_may_play_on_before_others_have_heard_of_it() {
    let Some(postgres) = Postgres::shared() else { return };
    let (url, time) = (postgres.new_database(), Time::told(1_800_000_000_000));
    // Nobody is there to pass anything on.
    let deaf = |config: &mut Config| config.bus = Some("nats://127.0.0.1:1".parse().expect("a URL"));
    let (one, two) = (World::node_with(&url, &time, deaf).await, World::node_with(&url, &time, deaf).await);
    let credentials = json!({"name": "Ann", "password": "correct horse"});
    two.person().post("/account", credentials.clone()).await.expect(200);
    for round in 0..5 {
        let (stranger, _, game) = meet(&one, &two).await;
        let mut ann = at(&two, &stranger);
        ann.post("/session", credentials.clone()).await.expect(200);
        let role = if round % 2 == 0 {
            ann.play(&game, "e4").await.expect(200);
            ann.see(&game).await["you"]["role"].clone()
        } else {
            ann.connect(&game, None).await.next_of("snapshot").await["you"]["role"].clone()
        };
        assert_eq!(role, "white");
    }
}

/// People pay for themselves wherever they come in.
#[tokio::test]
async fn limits_go_by_the_address_at_which_people_came_in() {
    let Some(postgres) = Postgres::shared() else { return };
    let (url, time) = (postgres.new_database(), Time::told(1_800_000_000_000));
    // Five at once.
    let one = World::node_with(&url, &time, |config| config.limits.efforts = 1).await;
    let two = World::node_with(&url, &time, |_| {}).await;
    let mut ann = one.person();
    let mut reviews = Vec::new();
    for (number, mv) in ["e4", "d4", "c4", "f4", "b4", "g4"].into_iter().enumerate() {
        let wish = json!({"kind": "analysis", "pgn": format!("1. {mv} *")});
        let made = ann.post_from(&format!("10.0.1.{number}"), "/games", wish).await.expect(201);
        reviews.push(format!("/games/{}/review", made["state"]["id"].as_str().expect("a name")));
    }
    let mut ann = at(&two, &ann);
    for path in &reviews[..5] {
        ann.post_from("10.0.0.1", path, json!({})).await.expect(200);
    }
    ann.post_from("10.0.0.1", &reviews[5], json!({})).await.refused(429, "busy");
    ann.post_from("10.0.0.2", &reviews[5], json!({})).await.expect(200);
}

/// A port that is kept for a minute after each request would soon be missed.
#[cfg(target_os = "linux")]
#[tokio::test]
async fn what_is_passed_on_leaves_no_ports_taken() {
    on_two(|one, two| async move {
        let mut ann = one.person();
        let game = ann.open(json!({})).await;
        let mut ann = at(&two, &ann);
        for _ in 0..10 {
            ann.get(&format!("/games/{game}/fen")).await.expect(200);
        }
        let port = format!(":{:04X}", one.address.port());
        let known = std::fs::read_to_string("/proc/net/tcp").expect("Linux tells");
        let waits = |line: &&str| {
            let mut words = line.split_whitespace().skip(2);
            words.next().is_some_and(|there| there.ends_with(&port)) && words.next() == Some("06")
        };
        assert_eq!(known.lines().filter(waits).collect::<Vec<_>>(), Vec::<&str>::new());
    })
    .await;
}

/// A server that is there, but does not answer this one.
#[tokio::test]
async fn nobody_waits_for_ever_for_another_server() {
    let Some(postgres) = Postgres::shared() else { return };
    let (url, time) = (postgres.new_database(), Time::told(1_800_000_000_000));
    let patience = Duration::from_millis(100);
    let mut one = World::node_with(&url, &time, |config| config.patience_with_nodes = patience).await;
    let mut ann = one.person();
    let game = ann.open(json!({})).await;
    let mute = tokio::net::TcpListener::bind("127.0.0.1:0").await.expect("a port");
    let address = mute.local_addr().expect("an address");
    one.halt().await;
    let one = World::node_with(&url, &time, |config| config.patience_with_nodes = patience).await;
    let there = format!(
        "INSERT INTO nodes (address, seen, expires) VALUES ('{address}', 0, now() + interval '1 hour');
         UPDATE games SET node = (SELECT max(id) FROM nodes)"
    );
    postgres.psql(&url, &there).expect("it has the game");
    at(&one, &ann).play(&game, "e4").await.refused(500, "broken");
}

#[tokio::test]
async fn nobody_from_outside_passes_for_a_server() {
    on_two(|one, _two| async move {
        let mut ann = one.person();
        let game = ann.open(json!({})).await;
        for secret in ["", "0", &"0".repeat(64)] {
            let request = ann
                .request("DELETE".parse().expect("a method"), &format!("/api/v1/games/{game}"))
                .header("x-regence-node", secret)
                .header("origin", "http://evil.example")
                .body(axum::body::Body::empty());
            ann.send(request.expect("a request")).await.refused(403, "foreign");
        }
    })
    .await;
}
