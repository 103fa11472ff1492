//! What is kept out.

use crate::world::World;
use axum::body::Body;
use axum::http::{Method, header};
use regence_server::Limits;
use serde_json::json;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;

#[tokio::test]
async fn other_pages_cannot_speak_for_somebody() {
    let world = World::new().await;
    let mut ann = world.person();
    let game = ann.open(json!({})).await;
    for (name, value, is_let_in) in [
        ("origin", "http://chess.example", true),
        ("origin", "http://evil.example", false),
        ("origin", "null", false),
        ("sec-fetch-site", "cross-site", false),
    ] {
        let request = ann
            .request(Method::POST, &format!("/api/v1/games/{game}/commands"))
            .header(header::CONTENT_TYPE, "application/json")
            .header(name, value)
            .body(Body::from(r#"{"do":"select","square":"e2"}"#))
            .expect("a request");
        let reply = ann.send(request).await;
        if is_let_in {
            drop(reply.expect(200));
        } else {
            drop(reply.refused(403, "foreign"));
        }
        // Nor by a socket.
        let host = world.address.to_string();
        let origin = value.replace("chess.example", &host);
        let mut request =
            format!("ws://{host}/api/v1/games/{game}/socket").into_client_request().expect("a request");
        request.headers_mut().insert(name, origin.parse().expect("a header"));
        assert_eq!(tokio_tungstenite::connect_async(request).await.is_ok(), is_let_in, "{name}: {value}");
    }
    // A form of another page cannot send JSON, so only JSON is taken.
    let request = ann
        .request(Method::POST, "/api/v1/games")
        .header(header::CONTENT_TYPE, "text/plain")
        .body(Body::from("{}"))
        .expect("a request");
    ann.send(request).await.refused(415, "form");
}

#[tokio::test]
async fn too_much_is_refused_for_a_while() {
    let world = World::limited(Limits { requests: 2, ..Limits::USUAL }).await;
    let mut ann = world.person();
    let mut answered = 0;
    let refused = loop {
        let reply = ann.get("/me").await;
        if reply.status != 200 {
            break reply;
        }
        answered += 1;
    };
    assert_eq!(answered, 10);
    assert_eq!(refused.headers[header::RETRY_AFTER], "1");
    refused.refused(429, "busy");
    world.time.advance(std::time::Duration::from_secs(1));
    ann.get("/me").await.expect(200);
}

#[tokio::test]
async fn a_command_too_many_is_refused_by_its_number() {
    let world = World::limited(Limits { messages: 1, ..Limits::USUAL }).await;
    let mut ann = world.person();
    let game = ann.open(json!({})).await;
    let mut line = ann.connect(&game, None).await;
    line.next_of("snapshot").await;
    for id in 1..=6 {
        line.say(&json!({"type": "command", "id": id, "command": {"do": "offerDraw"}}).to_string()).await;
    }
    // Five seconds' worth were heard, whatever came of them.
    let refused = loop {
        let error = line.next_of("error").await;
        if error["error"]["code"] == "busy" {
            break error;
        }
    };
    assert_eq!(refused["id"], 6);
}

#[tokio::test]
async fn settings_have_names_of_a_sensible_length() {
    let world = World::new().await;
    let mut ann = world.person();
    ann.ask("PATCH", "/settings", Some(json!({"x".repeat(101): 1}))).await.refused(413, "large");
    ann.ask("PATCH", "/settings", Some(json!({"x".repeat(100): 1}))).await.expect(200);
}

#[tokio::test]
async fn large_bodies_and_strange_ways_are_refused() {
    let world = World::new().await;
    let mut ann = world.person();
    ann.post("/games", json!({"pgn": "x".repeat(70_000)})).await.refused(413, "large");
    let game = ann.open(json!({})).await;
    let mut line = ann.connect(&game, None).await;
    line.next_of("snapshot").await;
    line.say(&" ".repeat(17_000)).await;
    assert!(loop {
        match line.next().await {
            None => break true,
            Some(message) if message["type"] == "error" => break false,
            Some(_) => {}
        }
    });
    for path in ["/../../etc/passwd.txt", "/assets/../../x.js", "/%2e%2e/x.css", "/nothing.js"] {
        let request = ann.request(Method::GET, path).body(Body::empty()).expect("a request");
        assert_eq!(ann.send(request).await.status, 404, "{path}");
    }
}

#[tokio::test]
async fn every_answer_says_what_browsers_may_do() {
    let world = World::new().await;
    let mut ann = world.person();
    for path in ["/", "/g/123456789abc", "/api/v1/me", "/api/v1/nothing", "/healthz", "/metrics"] {
        let request = ann.request(Method::GET, path).body(Body::empty()).expect("a request");
        let headers = ann.send(request).await.headers;
        let policy = headers["content-security-policy"].to_str().expect("text");
        assert!(policy.contains("default-src 'self'") && !policy.contains("unsafe"), "{path}");
        assert_eq!(headers["x-content-type-options"], "nosniff", "{path}");
    }
    let made = ann.post("/games", json!({})).await;
    let cookie = made.headers[header::SET_COOKIE].to_str().expect("text");
    assert!(cookie.contains("HttpOnly") && cookie.contains("SameSite=Lax"), "{cookie}");
}
