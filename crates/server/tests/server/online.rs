//! Two people, and those who watch them, over real sockets.

use crate::world::{Line, Person, World, may, moves};
use serde_json::{Value, json};
use std::time::Duration;

/// A game between two people: Ann has White.
async fn pair(world: &World, wish: Value) -> (Person, Person, String) {
    let (mut ann, mut bob) = (world.person(), world.person());
    let mut whole = json!({"players": {"white": "me:Ann", "black": "open"}});
    whole.as_object_mut().expect("an object").extend(wish.as_object().expect("an object").clone());
    let game = ann.open(whole).await;
    ann.play(&game, "e4").await.refused(409, "notNow");
    bob.ask("PUT", "/me", Some(json!({"name": "Bob"}))).await.expect(200);
    let joined = bob.post(&format!("/games/{game}/join"), json!({})).await.expect(200);
    assert_eq!(
        (&joined["you"]["role"], &joined["state"]["seats"]["black"]["name"]),
        (&json!("black"), &json!("Bob"))
    );
    (ann, bob, game)
}

#[tokio::test]
async fn two_players_and_a_spectator_see_the_same_game() {
    let world = World::new().await;
    let (ann, bob, game) = pair(&world, json!({})).await;
    let mut eve = world.person();
    let (mut white, mut black, mut watcher) =
        (ann.connect(&game, None).await, bob.connect(&game, None).await, eve.connect(&game, None).await);
    let roles = [&mut white, &mut black, &mut watcher];
    for (line, role) in roles.into_iter().zip(["white", "black", "watcher"]) {
        assert_eq!(line.next_of("snapshot").await["you"]["role"], role);
    }
    assert_eq!(white.play("e4").await["type"], "reply");
    assert_eq!(black.play("e5").await["type"], "reply");
    let mut seen = Vec::new();
    for number in 3..=4 {
        let update = watcher.next_of("update").await;
        assert_eq!(update["number"], number);
        assert!(!may(&update, "play"));
        seen.push(update["moves"]["add"][0]["san"].as_str().expect("a move").to_owned());
    }
    assert_eq!(seen, ["e4", "e5"]);
    // Nobody moves for another, out of turn, or from the side.
    let cases: [(&mut Line, &str, &str); 3] = [
        (&mut black, "d7d5", "notYourTurn"),
        (&mut watcher, "d2d4", "notYours"),
        (&mut white, "d7d5", "invalid"),
    ];
    for (line, mv, code) in cases {
        let answer = line.play(mv).await;
        assert_eq!((&answer["type"], &answer["error"]["code"]), (&json!("error"), &json!(code)), "{mv}");
    }
    eve.post(&format!("/games/{game}/join"), json!({})).await.refused(409, "taken");
    // No help from the engine while it goes on.
    for command in [json!({"do": "hint"}), json!({"do": "lines", "count": 1})] {
        assert_eq!(white.tell(command).await["error"]["code"], "notNow");
    }
    let copy = json!({"kind": "analysis", "of": game});
    eve.post("/games", copy).await.refused(409, "notNow");
}

#[tokio::test]
async fn a_flag_falls_by_itself_and_not_before() {
    let world = World::new().await;
    let (mut ann, mut bob, game) = pair(&world, json!({"clock": "1+0"})).await;
    ann.play(&game, "e4").await.expect(200);
    bob.play(&game, "e5").await.expect(200);
    let mut eve = world.person().connect(&game, None).await;
    let left = eve.next_of("snapshot").await["state"]["clocks"]["sides"]["white"]["leftMs"].clone();
    world.time.advance(Duration::from_millis(left.as_u64().expect("a number") - 1));
    // On the last moment it still stands, however hard one looks.
    assert_eq!(ann.see(&game).await["state"]["outcome"], Value::Null);
    world.time.advance(Duration::from_millis(2));
    let fallen = eve.next_of("update").await;
    assert_eq!(fallen["happened"][0]["what"], "ended");
    assert_eq!(fallen["state"]["outcome"]["winner"], "black", "{}", fallen["state"]["outcome"]);
    assert_eq!(fallen["state"]["clocks"]["sides"]["white"]["leftMs"], 0);
    ann.play(&game, "Nf3").await.refused(409, "over");
}

#[tokio::test]
async fn whoever_comes_back_gets_what_was_missed() {
    let world = World::new().await;
    let (ann, mut bob, game) = pair(&world, json!({})).await;
    let mut white = ann.connect(&game, None).await;
    let number = white.next_of("snapshot").await["number"].as_u64().expect("a number") as u32;
    white.play("e4").await;
    white.close().await;
    bob.play(&game, "e5").await.expect(200);
    let mut white = ann.connect(&game, Some(number)).await;
    let missed = white.next().await.expect("a message");
    assert_eq!(missed["type"], "update");
    assert_eq!((&missed["number"], &missed["moves"]["keep"]), (&json!(number + 2), &json!(0)));
    let missed_moves: Vec<&Value> =
        missed["moves"]["add"].as_array().expect("moves").iter().map(|mv| &mv["san"]).collect();
    assert_eq!(missed_moves, ["e4", "e5"]);
    assert!(may(&missed, "play"));
    assert_eq!(white.next().await.expect("a message")["type"], "now");
    // Who has seen everything, or says nonsense, is served as well.
    for (after, kind) in [(number + 2, "update"), (number + 99, "snapshot")] {
        let mut again = ann.connect(&game, Some(after)).await;
        assert_eq!(again.next().await.expect("a message")["type"], kind);
    }
}

#[tokio::test]
async fn stale_messages_are_refused_and_nonsense_is_survived() {
    let world = World::new().await;
    let (ann, bob, game) = pair(&world, json!({})).await;
    let (mut white, mut black) = (ann.connect(&game, None).await, bob.connect(&game, None).await);
    let number = white.next_of("snapshot").await["number"].as_u64().map(|number| number as u32);
    white.play("e4").await;
    black.play("e5").await;
    let late = white.tell_at(json!({"do": "play", "move": "d4"}), number).await;
    assert_eq!(late["error"]["code"], "stale");
    for nonsense in ["", "{", "[]", "null", r#"{"type":"command"}"#, r#"{"type":"shout","id":1}"#] {
        white.say(nonsense).await;
        assert_eq!(white.next_of("error").await["error"]["code"], "invalid", "{nonsense}");
    }
}

#[tokio::test]
async fn how_far_away_a_player_is_the_server_finds_out_itself() {
    let world = World::new().await;
    let (ann, bob, game) = pair(&world, json!({})).await;
    let (mut white, mut black) = (ann.connect(&game, None).await, bob.connect(&game, None).await);
    // What somebody says about themselves is not believed; what they answer is, and browsers answer unasked.
    for id in [7, 8] {
        white.say(&json!({"type": "ping", "id": id, "lagMs": 4_100_000}).to_string()).await;
        assert_eq!(white.next_of("pong").await["id"], id);
    }
    loop {
        let now = black.next_of("now").await;
        if let Some(lag) = now["now"]["players"]["white"]["lagMs"].as_u64() {
            assert!(lag < 4_100_000, "{lag}");
            break;
        }
    }
}

#[tokio::test]
async fn what_takes_both_is_proposed() {
    let world = World::new().await;
    let (mut ann, mut bob, game) = pair(&world, json!({})).await;
    ann.play(&game, "e4").await.expect(200);
    for (answer, plies) in [("decline", 1), ("accept", 0)] {
        let proposed = ann.tell(&game, json!({"do": "undo"})).await.expect(200);
        assert_eq!(proposed["proposed"], true);
        let seen = bob.see(&game).await;
        assert_eq!(seen["now"]["proposal"], json!({"by": "white", "what": "undo"}));
        assert!(may(&seen, "accept") && !may(&ann.see(&game).await, "accept"));
        ann.tell(&game, json!({"do": "accept"})).await.refused(409, "notNow");
        bob.tell(&game, json!({"do": answer})).await.expect(200);
        let after = ann.see(&game).await;
        assert_eq!((moves(&after).len(), &after["now"]["proposal"]), (plies, &Value::Null), "{answer}");
    }
    // Clocks and seats are nobody's alone.
    let cases = [json!({"do": "stop"}), json!({"do": "seat", "color": "black", "player": "computer:taker"})];
    for command in cases {
        ann.tell(&game, command).await.refused(403, "notYours");
    }
    ann.tell(&game, json!({"do": "resign"})).await.expect(200);
    ann.tell(&game, json!({"do": "rematch"})).await.expect(200);
    let next = bob.tell(&game, json!({"do": "rematch"})).await.expect(200)["next"].clone();
    let next = next.as_str().expect("a name");
    assert_eq!(ann.see(&game).await["state"]["next"], next);
    assert_eq!(
        (&ann.see(next).await["you"]["role"], &bob.see(next).await["you"]["role"]),
        (&json!("black"), &json!("white"))
    );
}

#[tokio::test]
async fn only_what_was_seen_is_accepted() {
    let world = World::new().await;
    let (mut ann, mut bob, game) = pair(&world, json!({})).await;
    ann.play(&game, "e4").await.expect(200);
    for what in ["pause", "undo"] {
        ann.tell(&game, json!({"do": what})).await.expect(200);
    }
    bob.tell(&game, json!({"do": "accept", "what": "pause"})).await.refused(409, "stale");
    bob.tell(&game, json!({"do": "accept", "what": "dance"})).await.refused(400, "invalid");
    let after = ann.see(&game).await;
    assert_eq!((moves(&after).len(), &after["state"]["paused"]), (1, &json!(false)));
    bob.tell(&game, json!({"do": "accept", "what": "undo"})).await.expect(200);
    assert_eq!(moves(&ann.see(&game).await).len(), 0);
}

#[tokio::test]
async fn draws_are_offered_and_accepted() {
    let world = World::new().await;
    let (mut ann, mut bob, game) = pair(&world, json!({})).await;
    ann.tell(&game, json!({"do": "offerDraw"})).await.expect(200);
    assert!(!may(&ann.see(&game).await, "acceptDraw") && may(&bob.see(&game).await, "acceptDraw"));
    ann.tell(&game, json!({"do": "acceptDraw"})).await.refused(409, "notNow");
    bob.tell(&game, json!({"do": "declineDraw"})).await.expect(200);
    bob.tell(&game, json!({"do": "offerDraw"})).await.expect(200);
    ann.tell(&game, json!({"do": "acceptDraw"})).await.expect(200);
    assert_eq!(bob.see(&game).await["state"]["outcome"]["reason"], "agreement");
}

#[tokio::test]
async fn what_is_not_listed_is_refused() {
    let world = World::new().await;
    let mut host = world.person();
    let waiting = host.open(json!({"players": {"white": "me", "black": "open"}})).await;
    let (mut ann, _, game) = pair(&world, json!({})).await;
    let offer = json!({"do": "offerDraw"});
    let cases = [
        (host, &waiting, "offerDraw", offer.clone()),
        (ann.clone(), &game, "speed", json!({"do": "speed", "ms": 10})),
        (ann.clone(), &game, "claimDraw", json!({"do": "claimDraw"})),
    ];
    for (mut person, table, action, command) in cases {
        let before = person.see(table).await;
        assert!(!may(&before, action), "{action}");
        person.tell(table, command).await.refused(409, "notNow");
        assert_eq!(person.see(table).await["number"], before["number"], "{action} leaves no trace");
    }
    ann.tell(&game, offer).await.expect(200);
}

#[tokio::test]
async fn who_leaves_for_long_can_be_beaten() {
    let world = World::new().await;
    let (mut ann, bob, game) = pair(&world, json!({})).await;
    let black = bob.connect(&game, None).await;
    let mut white = ann.connect(&game, None).await;
    white.play("e4").await;
    ann.tell(&game, json!({"do": "claimWin"})).await.refused(409, "notNow");
    black.close().await;
    loop {
        let now = white.next_of("now").await;
        if now["now"]["players"]["black"]["here"] == false {
            break;
        }
    }
    world.time.advance(Duration::from_secs(59));
    ann.tell(&game, json!({"do": "claimWin"})).await.refused(409, "notNow");
    world.time.advance(Duration::from_secs(1));
    assert!(may(&ann.see(&game).await, "claimWin"));
    ann.tell(&game, json!({"do": "claimWin"})).await.expect(200);
    assert_eq!(ann.see(&game).await["state"]["outcome"]["reason"], "abandonment");
}

#[tokio::test]
async fn who_plays_without_a_socket_is_not_away() {
    let world = World::new().await;
    let (mut ann, mut bob, game) = pair(&world, json!({})).await;
    for (white, black) in [("e4", "e5"), ("Nf3", "Nc6"), ("Bb5", "a6")] {
        ann.play(&game, white).await.expect(200);
        world.time.advance(Duration::from_secs(50));
        bob.play(&game, black).await.expect(200);
        ann.tell(&game, json!({"do": "claimWin"})).await.refused(409, "notNow");
    }
    world.time.advance(Duration::from_mins(1));
    ann.tell(&game, json!({"do": "claimWin"})).await.expect(200);
}

#[tokio::test]
async fn everybody_who_asks_for_a_hint_at_once_gets_it() {
    let world = World::new().await;
    let mut ann = world.person();
    let game = ann.open(json!({"players": {"white": "me", "black": "engine:1200"}})).await;
    let mut line = ann.connect(&game, None).await;
    line.next_of("snapshot").await;
    for id in 1..=20 {
        line.say(&json!({"type": "command", "id": id, "command": {"do": "hint"}}).to_string()).await;
    }
    for _ in 1..=20 {
        let reply = line.next_of("reply").await;
        assert!(reply["reply"]["hint"]["uci"].is_string(), "{reply}");
    }
}

#[tokio::test]
async fn nobody_looks_on_at_their_own_table() {
    let world = World::new().await;
    let mut ann = world.person();
    let computers = json!({"white": "computer:random", "black": "computer:random"});
    for wish in [json!({"players": computers}), json!({"kind": "analysis"}), json!({})] {
        let table = ann.open(wish).await;
        let mut own = ann.connect(&table, None).await;
        assert_eq!(own.next_of("now").await["now"]["watchers"], 0);
        let mut other = world.person().connect(&table, None).await;
        assert_eq!(other.next_of("now").await["now"]["watchers"], 1);
    }
}
