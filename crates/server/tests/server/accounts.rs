//! Who somebody is, accounts and settings.

use crate::world::World;
use serde_json::json;

#[tokio::test]
async fn an_account_is_made_left_and_entered_again() {
    let world = World::new().await;
    let mut ann = world.person();
    let game = ann.open(json!({})).await;
    let credentials = json!({"name": "Ann", "password": "correct horse"});
    let short = json!({"name": "Ann", "password": "short"});
    ann.post("/account", short).await.refused(400, "invalid");
    let mut thief = ann.clone();
    assert_eq!(ann.post("/account", credentials.clone()).await.expect(200)["account"], true);
    assert_eq!(ann.see(&game).await["you"]["role"], "owner");
    assert_eq!(thief.see(&game).await["you"]["role"], "watcher", "the cookie from before is worth nothing");
    ann.ask("DELETE", "/session", None).await.expect(204);
    assert_eq!(ann.get("/me").await.expect(200)["account"], false);
    assert_eq!(ann.see(&game).await["you"]["role"], "watcher");
    let wrong = [
        json!({"name": "Ann", "password": "wrong horse"}),
        json!({"name": "Eve", "password": "correct horse"}),
    ];
    for attempt in wrong {
        ann.post("/session", attempt).await.refused(401, "password");
    }
    assert_eq!(ann.post("/session", credentials).await.expect(200)["name"], "Ann");
    assert_eq!(ann.see(&game).await["you"]["role"], "owner");
    let mut eve = world.person();
    eve.post("/account", json!({"name": "ANN", "password": "another horse"})).await.refused(409, "taken");
    eve.ask("PUT", "/me", Some(json!({"name": "aNN"}))).await.refused(409, "taken");
    eve.ask("PUT", "/me", Some(json!({"name": "\u{202e}"}))).await.refused(400, "invalid");
}

#[tokio::test]
async fn a_name_that_looks_like_an_accounts_is_nobody_elses() {
    let world = World::new().await;
    let mut ann = world.person();
    ann.post("/account", json!({"name": "Ann", "password": "correct horse"})).await.expect(200);
    let mut eve = world.person();
    for name in ["\u{410}nn", "Ａｎｎ", "aNN"] {
        let wish = json!({"name": name, "password": "another horse"});
        let why = eve.post("/account", wish).await.refused(409, "taken");
        assert!(why.contains(name) && why.contains("choose another"), "{why}");
        eve.ask("PUT", "/me", Some(json!({"name": name}))).await.refused(409, "taken");
        // Nor does anybody sit down under such a name where others could see it.
        let online = json!({"players": {"white": format!("me:{name}"), "black": "open"}});
        eve.post("/games", online).await.refused(409, "taken");
    }
    // At one screen people call each other what they like.
    eve.open(json!({"players": {"white": "me:Ann", "black": "me:Eve"}})).await;
    ann.open(json!({"players": {"white": "me:Ann", "black": "open"}})).await;
}

#[tokio::test]
async fn whoever_signs_out_is_nobody_at_open_sockets() {
    let world = World::new().await;
    let mut ann = world.person();
    let game = ann.open(json!({})).await;
    let mut guest = ann.connect(&game, None).await;
    assert_eq!(guest.next_of("snapshot").await["you"]["role"], "owner");
    // An account comes with another cookie: the old one is worth nothing, wherever it was shown.
    ann.post("/account", json!({"name": "Ann", "password": "correct horse"})).await.expect(200);
    guest.closed().await;
    let (mut one, mut other) = (ann.connect(&game, None).await, ann.connect(&game, None).await);
    let mut eve = world.person().connect(&game, None).await;
    for line in [&mut one, &mut other] {
        assert_eq!(line.next_of("snapshot").await["you"]["role"], "owner");
    }
    eve.next_of("snapshot").await;
    let stolen = ann.clone();
    ann.ask("DELETE", "/session", None).await.expect(204);
    one.closed().await;
    other.closed().await;
    let mut again = stolen.connect(&game, None).await;
    assert_eq!(again.next_of("snapshot").await["you"]["role"], "watcher");
    assert_eq!(again.play("e4").await["error"]["code"], "notYours");
    // Whoever has signed in nowhere stays.
    eve.say(&json!({"type": "ping", "id": 5}).to_string()).await;
    assert_eq!(eve.next_of("pong").await["id"], 5);
}

#[tokio::test]
async fn whoever_signs_in_brings_along_what_they_have_played() {
    let world = World::new().await;
    let credentials = json!({"name": "Ann", "password": "correct horse"});
    let mut home = world.person();
    home.post("/account", credentials.clone()).await.expect(200);
    let own = home.open(json!({})).await;

    // On another device she plays first and thinks of her account later.
    let (mut ann, mut bob) = (world.person(), world.person());
    let online = ann.open(json!({"players": {"white": "me", "black": "open"}})).await;
    bob.post(&format!("/games/{online}/join"), json!({})).await.expect(200);
    let analysis = ann.open(json!({"kind": "analysis"})).await;
    ann.play(&online, "e4").await.expect(200);
    let mut before = ann.connect(&online, None).await;
    assert_eq!(before.next_of("snapshot").await["you"]["role"], "white");
    let mut watching = bob.connect(&online, None).await;
    let mut stranger = ann.clone();
    ann.post("/session", credentials.clone()).await.expect(200);
    before.closed().await;
    bob.play(&online, "e5").await.expect(200);
    ann.play(&online, "Nf3").await.expect(200);
    assert_eq!(ann.see(&online).await["you"]["role"], "white");
    assert_eq!(ann.see(&analysis).await["you"]["role"], "owner");
    assert_eq!(ann.see(&own).await["you"]["role"], "owner");
    assert_eq!(watching.next_of("snapshot").await["you"]["role"], "black");
    let listed = ann.get("/games").await.expect(200)["games"].as_array().expect("games").len();
    assert_eq!(listed, 3);
    assert_eq!(stranger.play(&online, "Nf3").await.status, 403, "nobody is the stranger any more");

    // Nothing of that is lost with what the server has at hand; and she can say so on every device.
    let world = world.restart(std::time::Duration::from_hours(1)).await;
    let (mut home, cookie) = (world.person(), bob.cookie);
    home.post("/session", credentials).await.expect(200);
    bob = world.person();
    bob.cookie = cookie;
    bob.play(&online, "Nc6").await.expect(200);
    home.play(&online, "Bb5").await.expect(200);
    home.tell(&analysis, json!({"do": "play", "move": "d4"})).await.expect(200);
}

/// The newest cookie goes when its owner signs in, and the next one must not be taken for it.
#[tokio::test]
async fn whoever_came_last_can_sign_in() {
    let world = World::new().await;
    let credentials = json!({"name": "Ann", "password": "correct horse"});
    world.person().post("/account", credentials.clone()).await.expect(200);
    let mut ann = world.person();
    let game = ann.open(json!({})).await;
    ann.post("/session", credentials).await.expect(200);
    assert_eq!(ann.get("/me").await.expect(200)["name"], "Ann");
    assert_eq!(ann.see(&game).await["you"]["role"], "owner");
}

#[tokio::test]
async fn one_account_does_not_become_another() {
    let world = World::new().await;
    let (mut ann, mut bob) = (world.person(), world.person());
    ann.post("/account", json!({"name": "Ann", "password": "correct horse"})).await.expect(200);
    bob.post("/account", json!({"name": "Bob", "password": "battery staple"})).await.expect(200);
    let game = ann.open(json!({})).await;
    ann.post("/session", json!({"name": "Bob", "password": "battery staple"})).await.expect(200);
    assert_eq!(ann.see(&game).await["you"]["role"], "watcher");
    ann.post("/session", json!({"name": "Ann", "password": "correct horse"})).await.expect(200);
    assert_eq!(ann.see(&game).await["you"]["role"], "owner");
}

#[tokio::test]
async fn a_false_cookie_is_nobodys() {
    let world = World::new().await;
    let mut ann = world.person();
    let game = ann.open(json!({})).await;
    let good = ann.cookie.clone().expect("a cookie");
    let (start, end) = good.split_at(good.len() - 1);
    let other = if end == "0" { "1" } else { "0" };
    for cookie in [format!("{start}{other}"), "regence=1.00".into(), "regence=".into(), "regence=x.y".into()]
    {
        ann.cookie = Some(cookie.clone());
        assert_eq!(ann.see(&game).await["you"]["role"], "watcher", "{cookie}");
    }
    ann.cookie = Some(format!("other=1; {good}"));
    assert_eq!(ann.see(&game).await["you"]["role"], "owner");
}

#[tokio::test]
async fn settings_last() {
    let world = World::new().await;
    let mut ann = world.person();
    assert_eq!(ann.get("/settings").await.expect(200), json!({}));
    assert_eq!(ann.cookie, None, "looking makes nobody a user");
    ann.ask("PATCH", "/settings", Some(json!({"theme": "dark", "sound": {"on": true}}))).await.expect(200);
    let changed = ann.ask("PATCH", "/settings", Some(json!({"theme": null, "board": 3}))).await.expect(200);
    assert_eq!(changed, json!({"sound": {"on": true}, "board": 3}));
    assert_eq!(ann.get("/settings").await.expect(200), changed);
    let large = json!({"all": "x".repeat(17_000)});
    ann.ask("PATCH", "/settings", Some(large)).await.refused(413, "large");
    assert_eq!(world.person().get("/settings").await.expect(200), json!({}));
}
