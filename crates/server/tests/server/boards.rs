//! The free board, analyses, positions and pictures.

use crate::world::{World, may, moves};
use serde_json::{Value, json};

#[tokio::test]
async fn a_free_board_is_edited_and_played_from() {
    let world = World::new().await;
    let mut ann = world.person();
    let game = ann.open(json!({"kind": "board", "fen": "8/8/8/8/8/8/8/8 w - - 0 1"})).await;
    let seen = ann.see(&game).await;
    assert_eq!((&seen["state"]["stage"], &seen["state"]["status"]), (&json!("free"), &json!("idle")));
    assert!(may(&seen, "edit") && may(&seen, "start") && !may(&seen, "resign"));
    let edits = [
        (json!({"do": "place", "square": "e1", "piece": "K"}), "8/8/8/8/8/8/8/4K3"),
        (json!({"do": "place", "square": "e8", "piece": "black king"}), "4k3/8/8/8/8/8/8/4K3"),
        (json!({"do": "place", "square": "a1", "piece": "R"}), "4k3/8/8/8/8/8/8/R3K3"),
        (json!({"do": "play", "move": "a1a7"}), "4k3/R7/8/8/8/8/8/4K3"),
        (json!({"do": "shift", "from": "a7", "to": "a1"}), "4k3/8/8/8/8/8/8/R3K3"),
        (json!({"do": "undo"}), "4k3/R7/8/8/8/8/8/4K3"),
        (json!({"do": "redo"}), "4k3/8/8/8/8/8/8/R3K3"),
        (json!({"do": "remove", "square": "e8"}), "8/8/8/8/8/8/8/R3K3"),
        (json!({"do": "undo"}), "4k3/8/8/8/8/8/8/R3K3"),
        (json!({"do": "castling", "rights": "Q"}), "4k3/8/8/8/8/8/8/R3K3"),
    ];
    for (edit, board) in edits {
        ann.tell(&game, edit.clone()).await.expect(200);
        let fen = ann.get(&format!("/games/{game}/fen")).await.expect(200);
        assert_eq!(fen["board"], board, "{edit}");
    }
    for (edit, word) in [
        (json!({"do": "place", "square": "e9", "piece": "K"}), "square"),
        (json!({"do": "place", "square": "e4", "piece": "dragon"}), "dragon"),
        (json!({"do": "castling", "rights": "xyz"}), "KQkq"),
    ] {
        let message = ann.tell(&game, edit).await.refused(400, "invalid");
        assert!(message.contains(word), "{message}");
    }
    ann.tell(&game, json!({"do": "start"})).await.expect(200);
    ann.play(&game, "O-O-O").await.expect(200);
    assert_eq!(moves(&ann.see(&game).await), ["O-O-O"]);
    ann.tell(&game, json!({"do": "place", "square": "e4", "piece": "Q"})).await.refused(409, "notNow");
}

#[tokio::test]
async fn a_free_board_says_where_a_game_would_begin() {
    let world = World::new().await;
    let mut ann = world.person();
    let game = ann.open(json!({"kind": "board"})).await;
    for edit in [
        json!({"do": "fill"}),
        json!({"do": "place", "square": "e1", "piece": "K"}),
        json!({"do": "place", "square": "h1", "piece": "R"}),
        json!({"do": "place", "square": "c8", "piece": "k"}),
    ] {
        ann.tell(&game, edit).await.expect(200);
    }
    let state = ann.see(&game).await["state"].clone();
    // The board keeps what was there; a game leaves out what cannot be.
    assert_eq!(state["fen"], "2k5/8/8/8/8/8/8/4K2R w KQkq - 0 1");
    assert_eq!(state["startFen"], "2k5/8/8/8/8/8/8/4K2R w K - 0 1");
    ann.open(json!({"kind": "analysis", "fen": state["startFen"]})).await;
    ann.open(json!({"players": {"white": "me", "black": "engine:800"}, "fen": state["startFen"]})).await;
}

#[tokio::test]
async fn castling_shows_that_a_position_is_of_chess960() {
    let world = World::new().await;
    let mut ann = world.person();
    let start = "bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/BBQNNRKR w HFhf - 0 1";
    let board = ann.open(json!({"kind": "board", "fen": start})).await;
    let is_chess960 = |seen: &Value| {
        let fen = seen["state"]["fen"].as_str().unwrap_or_default();
        assert!(fen.contains(" KQkq ") && seen["state"]["variant"] == "chess960", "{seen}");
    };
    is_chess960(&ann.see(&board).await);
    ann.tell(&board, json!({"do": "load", "fen": "8/8/8/8/8/8/8/8"})).await.expect(200);
    ann.tell(&board, json!({"do": "load", "fen": start, "variant": "orthodox"})).await.expect(200);
    ann.tell(&board, json!({"do": "start"})).await.expect(200);
    is_chess960(&ann.see(&board).await);
    for kind in ["game", "analysis"] {
        let game = ann.open(json!({"kind": kind, "fen": start})).await;
        is_chess960(&ann.see(&game).await);
    }
    let game = ann.open(json!({})).await;
    ann.tell(&game, json!({"do": "load", "fen": start})).await.expect(200);
    is_chess960(&ann.see(&game).await);
}

#[tokio::test]
async fn a_selected_square_is_seen_by_all_and_is_no_history() {
    let world = World::new().await;
    let mut ann = world.person();
    let game = ann.open(json!({})).await;
    let mut other = ann.connect(&game, None).await;
    let number = other.next_of("snapshot").await["number"].clone();
    ann.tell(&game, json!({"do": "select", "square": "e2"})).await.expect(200);
    loop {
        if other.next_of("now").await["now"]["selected"] == "e2" {
            break;
        }
    }
    assert_eq!(ann.see(&game).await["number"], number);
    ann.tell(&game, json!({"do": "select"})).await.expect(200);
    assert_eq!(ann.see(&game).await["now"]["selected"], Value::Null);
}

#[tokio::test]
async fn an_analysis_keeps_all_lines() {
    let world = World::new().await;
    let mut ann = world.person();
    let pgn = "1. e4 (1. d4 {solid} d5) e5 2. Nf3 $1 *";
    let game = ann.open(json!({"kind": "analysis", "pgn": pgn})).await;
    let seen = ann.see(&game).await;
    assert_eq!(moves(&seen), ["e4", "e5", "Nf3", "d4", "d5"]);
    let afters: Vec<u64> = seen["moves"]
        .as_array()
        .expect("moves")
        .iter()
        .map(|mv| mv["after"].as_u64().expect("a place"))
        .collect();
    assert_eq!(afters.iter().filter(|after| **after == 0).count(), 2, "two first moves");
    let last = seen["moves"][2]["id"].clone();
    ann.tell(&game, json!({"do": "go", "place": last})).await.expect(200);
    ann.play(&game, "Nc6").await.expect(200);
    let written = ann.get(&format!("/games/{game}/pgn")).await;
    assert!(
        written.text.contains("1. e4 (1. d4 {solid} 1... d5) 1... e5 2. Nf3 $1 Nc6 *"),
        "{}",
        written.text
    );
    ann.tell(&game, json!({"do": "go", "place": 4711})).await.refused(404, "unknown");
    ann.tell(&game, json!({"do": "resign"})).await.refused(409, "notNow");
    let mut eve = world.person();
    eve.tell(&game, json!({"do": "go", "place": 0})).await.refused(403, "notYours");
}

#[tokio::test]
async fn the_engine_shows_its_lines() {
    let world = World::new().await;
    let mut ann = world.person();
    let fen = "r1bqkb1r/pppp1ppp/2n2n2/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR w KQkq - 4 4";
    let game = ann.open(json!({"kind": "analysis", "fen": fen})).await;
    let mut line = ann.connect(&game, None).await;
    line.tell(json!({"do": "lines", "count": 2})).await;
    let best = loop {
        let engine = line.next_of("engine").await;
        if engine["lines"].as_array().is_some_and(|lines| lines.len() == 2) {
            break engine["lines"][0].clone();
        }
    };
    assert_eq!((&best["san"][0], &best["score"]), (&json!("Qxf7#"), &json!({"unit": "mate", "value": 1})));
    line.tell(json!({"do": "lines", "count": 0})).await;
}

#[tokio::test]
async fn positions_are_normalised_and_judged() {
    let world = World::new().await;
    let mut ann = world.person();
    let cases = [
        ("fen=8/8/8/8/8/5k2/8/5K1r%20w%20-%20-%200%201", 0, json!("checkmate")),
        ("fen=7k/5Q2/6K1/8/8/8/8/8%20b%20-%20-%200%201", 0, json!("stalemate")),
        ("variant=classroom", 20, Value::Null),
        ("", 20, Value::Null),
    ];
    for (query, count, reason) in cases {
        let seen = ann.get(&format!("/position?{query}")).await.expect(200);
        assert_eq!(seen["legal"].as_array().map(Vec::len), Some(count), "{query}");
        assert_eq!(seen["outcome"]["reason"], reason, "{query}");
    }
    ann.get("/position?fen=x").await.refused(400, "invalid");
    let picture = ann.get("/picture.svg?fen=8/8/8/3k4/8/8/8/8%20w%20-%20-%200%201&last=e2e4&flip=true").await;
    assert_eq!(picture.headers["content-type"], "image/svg+xml");
    assert!(picture.text.starts_with("<svg ") && picture.text.contains("8/8/8/3k4/8/8/8/8"));
}

#[tokio::test]
async fn a_line_is_reviewed_position_by_position() {
    let world = World::new().await;
    let mut ann = world.person();
    let mated = json!({"kind": "analysis", "pgn": "1. f3 e5 2. g4 (2. e4 Nc6) 2... Qh4# 0-1"});
    let game = ann.open(mated).await;
    let path = format!("/games/{game}/review");
    let review = ann.review(&path).await;
    assert_eq!(review.len(), 5);
    assert_eq!(review[3]["best"], "Qh4#");
    assert_eq!(review[3]["score"], json!({"unit": "mate", "value": -1}));
    assert_eq!(review[4]["score"], Value::Null, "the game is over");
    assert_eq!((&review[0]["place"], &review[4]["expected"]), (&json!(0), &json!(0)));
    // What was wrong, and how it all went. (Whether 1. f3 deserves a remark, networks may disagree about.)
    assert_eq!((&review[3]["judgement"], &review[2]["remark"]), (&json!("blunder"), &Value::Null));
    let remark = review[3]["remark"].as_str().unwrap_or_default();
    assert!(remark.starts_with("Allows mate: Qh4#. Better was "), "{remark}");
    let whole = ann.post(&path, json!({})).await.expect(200);
    assert_eq!(whole["accounts"]["white"]["blunders"], 1);
    assert_eq!(whole["accounts"]["black"]["accuracy"], 100);
    let story = whole["story"].as_array().expect("a story");
    let last = story.last().and_then(Value::as_str).unwrap_or_default();
    assert!(last.starts_with("The game turned with 2. g4. Allows mate: Qh4#."), "{last}");
    // Another line through another place.
    let variation = ann.see(&game).await["moves"]
        .as_array()
        .and_then(|moves| moves.iter().find(|mv| mv["san"] == "Nc6").map(|mv| mv["id"].clone()))
        .expect("the variation is there");
    let other = ann.review(&format!("{path}?place={variation}")).await;
    assert_eq!((other.len(), &other[4]["place"]), (5, &variation));
    ann.post(&format!("{path}?place=77"), json!({})).await.refused(404, "unknown");
    world.person().post(&path, json!({})).await.refused(403, "notYours");
    let house = ann.open(json!({"kind": "analysis", "variant": "classroom"})).await;
    ann.post(&format!("/games/{house}/review"), json!({})).await.refused(409, "notNow");
    let why = ann.tell(&house, json!({"do": "lines", "count": 1})).await.refused(409, "notNow");
    assert!(why.contains("house rules"), "{why}");
    let online = ann.open(json!({"players": {"white": "me", "black": "open"}})).await;
    world.person().post(&format!("/games/{online}/join"), json!({})).await.expect(200);
    ann.post(&format!("/games/{online}/review"), json!({})).await.refused(409, "notNow");
}

#[tokio::test]
async fn an_evaluation_adds_up_and_says_why() {
    let world = World::new().await;
    let mut ann = world.person();
    // White has two bishops more.
    let fen = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR%20w%20KQkq%20-%200%201"
        .replacen("rnbqkbnr", "rn1qk1nr", 1);
    let found = ann.get(&format!("/evaluation?fen={fen}")).await.expect(200);
    let adds = |of: &Value| of["adds"].as_i64().expect("a number");
    let topics = found["topics"].as_array().expect("topics");
    let mut sum = found["drawishness"].as_i64().expect("a number");
    for topic in topics {
        let terms = topic["terms"].as_array().expect("terms");
        assert_eq!(terms.iter().map(adds).sum::<i64>(), adds(topic), "{topic}");
        sum += adds(topic);
    }
    assert_eq!(found["total"], sum);
    let material = topics.iter().find(|topic| topic["name"] == "material").expect("there is material");
    let pair = material["terms"].as_array().expect("terms").iter().find(|term| term["name"] == "bishop pair");
    let pair = pair.expect("a bishop pair");
    assert!(adds(material) > 400 && pair["sides"]["white"].as_i64() > Some(0), "{material}");
    assert_eq!(pair["sides"]["black"], 0);
    ann.get("/evaluation?variant=classroom").await.refused(409, "notNow");
    ann.get("/evaluation?fen=x").await.refused(400, "invalid");
}
