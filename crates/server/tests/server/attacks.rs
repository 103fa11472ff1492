//! What somebody might try who means no good.

use crate::world::{Person, World};
use axum::body::Body;
use axum::http::Method;
use regence_server::Limits;
use serde_json::{Value, json};
use std::io::ErrorKind;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

/// Sends a request over a connection of its own, and reads the answer.
pub async fn ask(world: &World, head: &str) -> String {
    let mut stream = TcpStream::connect(world.address).await.expect("a connection");
    let text = format!("{head}\r\nhost: {}\r\nconnection: close\r\n\r\n", world.address);
    stream.write_all(text.as_bytes()).await.expect("it is sent");
    let mut answer = String::new();
    stream.read_to_string(&mut answer).await.expect("an answer");
    answer
}

#[tokio::test]
async fn how_much_is_played_is_told_on_the_machine_itself_only() {
    let world = World::new().await;
    let told = ask(&world, "GET /metrics HTTP/1.1").await;
    assert!(told.starts_with("HTTP/1.1 200") && told.contains("\nregence_tables 0\n"), "{told}");
    for header in ["x-forwarded-for: 127.0.0.1", "forwarded: for=127.0.0.1", "via: 1.1 proxy"] {
        let told = ask(&world, &format!("GET /metrics HTTP/1.1\r\n{header}")).await;
        assert!(told.starts_with("HTTP/1.1 403") && !told.contains("regence_tables"), "{told}");
    }
    // Whose address is not known is not from here.
    let mut eve = world.person();
    let request = eve.request(Method::GET, "/metrics").body(Body::empty()).expect("a request");
    eve.send(request).await.refused(403, "notYours");
}

/// Every command there is, in a form that somebody might send.
fn commands() -> Vec<Value> {
    let mut commands: Vec<Value> = [
        "undo",
        "redo",
        "resign",
        "offerDraw",
        "acceptDraw",
        "declineDraw",
        "claimDraw",
        "claimWin",
        "accept",
        "decline",
        "hint",
        "threat",
        "reset",
        "rematch",
        "pause",
        "resume",
        "step",
        "swap",
        "select",
        "start",
        "stop",
        "fill",
    ]
    .into_iter()
    .map(|name| json!({"do": name}))
    .collect();
    commands.extend([
        json!({"do": "play", "move": "e2e4"}),
        json!({"do": "speed", "ms": 1}),
        json!({"do": "addTime", "color": "white", "seconds": 60}),
        json!({"do": "seat", "color": "white", "player": "me"}),
        json!({"do": "clock", "controls": {"white": "1", "black": "1"}}),
        json!({"do": "load", "fen": "4k3/8/8/8/8/8/8/4K2Q w - - 0 1"}),
        json!({"do": "place", "square": "e4", "piece": "Q"}),
        json!({"do": "remove", "square": "e2"}),
        json!({"do": "shift", "from": "e2", "to": "e7"}),
        json!({"do": "turn", "color": "black"}),
        json!({"do": "castling", "rights": "-"}),
        json!({"do": "go", "place": 0}),
        json!({"do": "promote", "place": 1}),
        json!({"do": "cut", "place": 1}),
        json!({"do": "comment", "place": 0, "text": "x"}),
        json!({"do": "glyphs", "place": 1, "glyphs": [1]}),
        json!({"do": "lines", "count": 1}),
        json!({"do": "lines", "count": 0}),
    ]);
    commands
}

#[tokio::test]
async fn whoever_looks_on_can_do_nothing() {
    let world = World::new().await;
    let (mut ann, mut eve) = (world.person(), world.person());
    for wish in [
        json!({"players": {"white": "me", "black": "open"}}),
        json!({"players": {"white": "me", "black": "computer:random"}}),
        json!({"players": {"white": "computer:random", "black": "computer:random"}}),
        json!({}),
        json!({"kind": "analysis"}),
        json!({"kind": "board"}),
    ] {
        let game = ann.open(wish.clone()).await;
        let before = ann.see(&game).await;
        for command in commands() {
            let reply = eve.tell(&game, command.clone()).await;
            assert_eq!(reply.status, 403, "{command} in {wish}: {}", reply.text);
        }
        eve.ask("DELETE", &format!("/games/{game}"), None).await.refused(403, "notYours");
        let after = ann.see(&game).await;
        assert_eq!((&before["number"], &before["state"]["fen"]), (&after["number"], &after["state"]["fen"]));
        if wish["players"]["black"] != "open" {
            let reply = eve.post(&format!("/games/{game}/join"), json!({})).await;
            assert_eq!(reply.status, 403, "{wish}: {}", reply.text);
        }
    }
}

#[tokio::test]
async fn a_seat_is_given_once_however_many_want_it() {
    let world = World::new().await;
    let mut ann = world.person();
    for _ in 0..5 {
        let game = ann.open(json!({"players": {"white": "me", "black": "open"}})).await;
        let path = format!("/games/{game}/join");
        let join = |mut person: Person| {
            let path = path.clone();
            async move { person.post(&path, json!({})).await.status.as_u16() }
        };
        let (one, two, three) =
            tokio::join!(join(world.person()), join(world.person()), join(world.person()));
        let mut all = [one, two, three];
        all.sort_unstable();
        assert_eq!(all, [200, 409, 409]);
        // Nor does one take both sides.
        assert_eq!(ann.post(&path, json!({})).await.expect(200)["you"]["role"], "white");
    }
}

#[tokio::test]
async fn the_same_move_sent_twice_is_played_once() {
    let world = World::new().await;
    let mut ann = world.person();
    let game = ann.open(json!({})).await;
    let path = format!("/games/{game}/commands?number=1");
    let send = |mut person: Person| {
        let path = path.clone();
        async move { person.post(&path, json!({"do": "play", "move": "g1f3"})).await.status.as_u16() }
    };
    let (one, two) = tokio::join!(send(ann.clone()), send(ann.clone()));
    assert_eq!((one.min(two), one.max(two)), (200, 409));
    assert_eq!(ann.see(&game).await["state"]["ply"], 1);
}

#[tokio::test]
async fn the_engine_is_asked_once_however_often_somebody_asks() {
    let world = World::new().await;
    let mut ann = world.person();
    let game = ann.open(json!({"kind": "analysis"})).await;
    ann.tell(&game, json!({"do": "hint"})).await.refused(409, "notNow");
    let game = ann.open(json!({})).await;
    let ask = |mut person: Person| {
        let game = game.clone();
        async move { person.tell(&game, json!({"do": "hint"})).await.expect(200)["hint"]["uci"].clone() }
    };
    let all = futures_util::future::join_all((0..20).map(|_| ask(ann.clone()))).await;
    assert!(all.iter().all(|hint| hint.is_string() && *hint == all[0]), "{all:?}");
}

#[tokio::test]
async fn what_is_too_large_or_cannot_be_seen_is_refused() {
    let world = World::new().await;
    let mut eve = world.person();
    for name in ["\u{3164}", "\u{2800}", "a\u{e0101}", "\u{34f}x", "", " ", "\u{1b}[2J"] {
        eve.ask("PUT", "/me", Some(json!({"name": name}))).await.refused(400, "invalid");
        let players = json!({"white": format!("me:{name}"), "black": "open"});
        if !name.trim().is_empty() {
            eve.post("/games", json!({"players": players})).await.refused(400, "invalid");
        }
    }
    let clock = "40/90:".repeat(5000) + "30";
    eve.post("/games", json!({"clock": clock})).await.refused(400, "invalid");
    let game = eve.open(json!({})).await;
    let controls = json!({"white": clock, "black": "5"});
    eve.tell(&game, json!({"do": "clock", "controls": controls})).await.refused(400, "invalid");
    // A game of more moves than can be shown.
    let long = "1. Nf3 Nf6 2. Ng1 Ng8 ".repeat(5100);
    let request = eve.request(Method::POST, "/api/v1/pgn").body(Body::from(long)).expect("a request");
    let imported = eve.send(request).await.expect(200);
    assert_eq!(imported["games"], json!([]));
    assert!(
        imported["failures"][0]["message"].as_str().is_some_and(|why| why.contains("20400")),
        "{imported}"
    );
}

#[tokio::test]
async fn names_are_shown_as_text_wherever_they_come_from() {
    let world = World::new().await;
    let mut eve = world.person();
    let name = "<script>alert(1)</script>\"'&";
    let game = eve.open(json!({"players": {"white": format!("me:{name}"), "black": "open"}})).await;
    let seen = eve.get(&format!("/games/{game}")).await;
    assert_eq!(seen.headers["content-type"], "application/json");
    assert_eq!(seen.json()["state"]["seats"]["white"]["name"], name);
    let pgn = eve.get(&format!("/games/{game}/pgn")).await;
    assert!(pgn.text.contains(r#"[White "<script>alert(1)</script>\"'&"]"#), "{}", pgn.text);
    assert_eq!(pgn.headers["x-content-type-options"], "nosniff");
    let picture = eve.get(&format!("/games/{game}/picture.svg")).await;
    assert!(!picture.text.contains("script"), "{}", picture.text);
}

/// Whether the server takes a connection: it answers, or it closes at once.
async fn is_let_in(stream: &mut TcpStream, world: &World) -> bool {
    let request = format!("GET /healthz HTTP/1.1\r\nhost: {}\r\n\r\n", world.address);
    let mut first = [0; 1];
    let sent = stream.write_all(request.as_bytes()).await;
    match sent.and(stream.read(&mut first).await) {
        Ok(read) => read > 0,
        Err(error) if [ErrorKind::ConnectionReset, ErrorKind::BrokenPipe].contains(&error.kind()) => false,
        Err(error) => panic!("{error}"),
    }
}

#[tokio::test]
async fn nobody_holds_more_connections_than_their_share() {
    let world = World::limited(Limits { connections: 3, ..Limits::NONE }).await;
    let mut held = Vec::new();
    for number in 0..5 {
        let mut stream = TcpStream::connect(world.address).await.expect("a connection");
        assert_eq!(is_let_in(&mut stream, &world).await, number < 3, "{number}");
        held.push(stream);
    }
    drop(held);
    // As soon as the server has noticed that they are gone.
    for attempt in 0.. {
        let mut stream = TcpStream::connect(world.address).await.expect("a connection");
        if is_let_in(&mut stream, &world).await {
            break;
        }
        assert!(attempt < 10_000, "places are not given back");
    }
}

#[tokio::test]
async fn sockets_that_never_came_to_be_are_given_back() {
    let world = World::limited(Limits { sockets: 2, ..Limits::NONE }).await;
    let mut ann = world.person();
    let game = ann.open(json!({})).await;
    let head = format!(
        "GET /api/v1/games/{game}/socket HTTP/1.1\r\nhost: {}\r\nupgrade: websocket\r\nconnection: upgrade\r\n\
         sec-websocket-version: 13\r\nsec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n",
        world.address
    );
    let upgrade = async |is_kept: bool| {
        let mut stream = TcpStream::connect(world.address).await.expect("a connection");
        stream.write_all(head.as_bytes()).await.expect("it is sent");
        let mut answer = vec![0; 12];
        if is_kept {
            stream.read_exact(&mut answer).await.expect("an answer");
        }
        (String::from_utf8(answer).expect("text"), stream)
    };
    for _ in 0..10 {
        drop(upgrade(false).await);
    }
    let mut kept = Vec::new();
    for attempt in 0.. {
        let (answer, stream) = upgrade(true).await;
        if answer == "HTTP/1.1 101" {
            kept.push(stream);
        }
        if kept.len() == 2 {
            break;
        }
        assert!(attempt < 10_000, "places are not given back");
    }
    assert_eq!(upgrade(true).await.0, "HTTP/1.1 429");
}
