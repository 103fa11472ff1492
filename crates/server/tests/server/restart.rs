//! The server stops in the middle of everything, and goes on.

use crate::world::{Person, World, moves};
use serde_json::{Value, json};
use std::time::Duration;

/// A person of the world before, in the world after.
fn again(world: &World, before: &Person) -> Person {
    let mut person = world.person();
    person.cookie.clone_from(&before.cookie);
    person
}

#[tokio::test]
async fn a_game_goes_on_with_its_clocks() {
    let world = World::new().await;
    let (mut ann, mut bob) = (world.person(), world.person());
    let game = ann.open(json!({"players": {"white": "me", "black": "open"}, "clock": "5+0"})).await;
    bob.post(&format!("/games/{game}/join"), json!({})).await.expect(200);
    ann.play(&game, "e4").await.expect(200);
    world.time.advance(Duration::from_secs(20));
    bob.play(&game, "e5").await.expect(200);
    world.time.advance(Duration::from_secs(30));
    let before = ann.see(&game).await;
    let mut line = ann.connect(&game, None).await;
    line.next_of("snapshot").await;
    // An hour without a server costs nobody anything.
    let world = world.restart(Duration::from_hours(1)).await;
    line.next_of("bye").await;
    assert_eq!(line.next().await, None, "the socket is closed");
    let (mut ann, mut bob) = (again(&world, &ann), again(&world, &bob));
    let after = ann.see(&game).await;
    assert_eq!(moves(&after), ["e4", "e5"]);
    for side in ["white", "black"] {
        let left = |seen: &Value| seen["state"]["clocks"]["sides"][side]["leftMs"].clone();
        assert_eq!(left(&after), left(&before), "{side}");
    }
    assert_eq!(after["state"]["clocks"]["running"], "white");
    bob.play(&game, "d5").await.refused(403, "notYourTurn");
    ann.play(&game, "Nf3").await.expect(200);
    // And once more, so that what was bridged is bridged again.
    let world = world.restart(Duration::from_hours(2)).await;
    let mut ann = again(&world, &ann);
    let last = ann.see(&game).await;
    assert_eq!(last["state"]["clocks"]["sides"]["white"]["leftMs"], 270_000);
    assert_eq!(last["state"]["clocks"]["sides"]["black"]["leftMs"], 280_000);
    world.time.advance(Duration::from_secs(280));
    assert_eq!(ann.see(&game).await["state"]["sentence"], "White wins on time");
}

#[tokio::test]
async fn every_kind_of_table_is_there_again() {
    let world = World::new().await;
    let mut ann = world.person();
    let mut tables: Vec<(Value, Vec<Value>)> = vec![
        (json!({"variant": "classroom"}), vec![json!({"do": "play", "move": "e4"}), json!({"do": "undo"})]),
        (
            json!({}),
            vec![
                json!({"do": "play", "move": "e4"}),
                json!({"do": "play", "move": "e5"}),
                json!({"do": "undo"}),
                json!({"do": "redo"}),
                json!({"do": "offerDraw"}),
                json!({"do": "acceptDraw"}),
            ],
        ),
        (
            json!({"clock": "3+2"}),
            vec![
                json!({"do": "play", "move": "d4"}),
                json!({"do": "addTime", "color": "black", "seconds": 15}),
                json!({"do": "pause"}),
            ],
        ),
        (
            json!({"players": {"white": "computer:taker", "black": "computer:planner"}}),
            vec![json!({"do": "pause"}), json!({"do": "speed", "ms": 250})],
        ),
        (
            json!({"kind": "board"}),
            vec![
                json!({"do": "fill"}),
                json!({"do": "place", "square": "e1", "piece": "K"}),
                json!({"do": "place", "square": "a8", "piece": "black king"}),
                json!({"do": "place", "square": "b1", "piece": "q"}),
                json!({"do": "undo"}),
                json!({"do": "place", "square": "h2", "piece": "white pawn"}),
                json!({"do": "turn", "color": "black"}),
                json!({"do": "start"}),
                json!({"do": "play", "move": "Kb7"}),
                json!({"do": "stop"}),
                json!({"do": "shift", "from": "b7", "to": "h1"}),
            ],
        ),
        (
            json!({"kind": "analysis"}),
            vec![
                json!({"do": "play", "move": "e4"}),
                json!({"do": "play", "move": "e5"}),
                json!({"do": "go", "place": 1}),
                json!({"do": "play", "move": "c5"}),
                json!({"do": "promote", "place": 3}),
                json!({"do": "comment", "place": 3, "text": "Sicilian"}),
                json!({"do": "glyphs", "place": 1, "glyphs": [1]}),
            ],
        ),
        (
            json!({"players": {"white": "me", "black": "computer:planner"}}),
            vec![json!({"do": "load", "fen": "7k/8/8/8/8/8/8/KR6 w - - 0 1"}), json!({"do": "swap"})],
        ),
    ];
    let mut games = Vec::new();
    for (wish, commands) in tables.drain(..) {
        let game = ann.open(wish.clone()).await;
        for command in commands {
            let reply = ann.tell(&game, command.clone()).await;
            assert_eq!(reply.status, 200, "{wish} {command}: {}", reply.text);
        }
        games.push((game.clone(), ann.see(&game).await));
    }
    let world = world.restart(Duration::from_secs(10)).await;
    let mut ann = again(&world, &ann);
    for (game, mut before) in games {
        let mut after = ann.see(&game).await;
        for seen in [&mut before, &mut after] {
            // When it was looked at, and who was there, is another matter.
            seen["now"] = Value::Null;
            seen["state"]["clocks"]["at"] = Value::Null;
        }
        if before["state"]["kind"] == "computer" {
            // The computer may have moved between the two looks.
            before = json!(before["you"]["role"]);
            after = json!(after["you"]["role"]);
        }
        assert_eq!(after, before);
    }
}

/// Waits until a game is as it should be: cleaning up is nobody's business, and done beside everything else.
async fn until(person: &mut Person, game: &str, is_so: impl Fn(u16, &Value) -> bool) {
    let becomes_so = async {
        loop {
            let reply = person.get(&format!("/games/{game}")).await;
            if is_so(reply.status.as_u16(), &reply.json()) {
                return;
            }
            tokio::task::yield_now().await;
        }
    };
    tokio::time::timeout(Duration::from_mins(1), becomes_so).await.expect("it becomes so in good time");
}

/// Whether the computer, which has Black, has moved.
fn is_answered(_: u16, seen: &Value) -> bool {
    seen["state"]["turn"] == "white"
}

#[tokio::test]
async fn what_nobody_has_used_is_gone_after_a_day_and_what_nobody_comes_back_to_ends_after_a_year() {
    let world = World::new().await;
    let mut ann = world.person();
    let against = json!({"white": "me", "black": "computer:random"});
    let unused = [ann.open(json!({})).await, ann.open(json!({"players": against})).await];
    let analysis = ann.open(json!({"kind": "analysis"})).await;
    let board = ann.open(json!({"kind": "board"})).await;
    ann.tell(&board, json!({"do": "remove", "square": "d1"})).await.expect(200);
    let begun = ann.open(json!({"players": against})).await;
    ann.play(&begun, "e4").await.expect(200);
    until(&mut ann, &begun, is_answered).await;

    let world = world.restart(Duration::from_hours(25)).await;
    let mut ann = again(&world, &ann);
    for game in &unused {
        until(&mut ann, game, |status, _| status == 404).await;
    }
    for game in [&analysis, &board, &begun] {
        assert_eq!(ann.see(game).await["you"]["role"].as_str().map(str::is_empty), Some(false), "{game}");
    }
    ann.play(&begun, "d4").await.expect(200);
    until(&mut ann, &begun, is_answered).await;

    let world = world.restart(Duration::from_hours(366 * 24)).await;
    let mut ann = again(&world, &ann);
    until(&mut ann, &begun, |_, seen| seen["state"]["status"] == "abandoned").await;
    assert_eq!(ann.see(&analysis).await["you"]["role"], "owner", "notes stay");
}
