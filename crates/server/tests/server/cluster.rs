//! Several servers on one database, as people see them: as one.

use crate::postgres::Postgres;
use crate::world::{Person, World, moves};
use regence_server::Time;
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
