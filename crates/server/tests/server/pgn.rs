//! Games as text.

use crate::world::{World, moves};
use axum::body::Body;
use axum::http::Method;
use serde_json::json;

#[tokio::test]
async fn games_come_in_and_go_out() {
    let world = World::new().await;
    let mut ann = world.person();
    let text = "[White \"Anderssen\"]\n[Black \"Kieseritzky\"]\n[Date \"1851.06.21\"]\n\n1. e4 e5 2. f4 exf4 1-0\n\n\
                1. e4 e4 *\n\n1. d4 d5 1/2-1/2\n";
    let request = ann.request(Method::POST, "/api/v1/pgn").body(Body::from(text)).expect("a request");
    let imported = ann.send(request).await.expect(200);
    assert_eq!(imported["games"].as_array().map(Vec::len), Some(2));
    let failure = &imported["failures"][0];
    assert_eq!(failure["number"], 2);
    assert!(failure["message"].as_str().is_some_and(|message| message.contains("e4")), "{failure}");
    assert_eq!(failure["text"], "1. e4 e4 *");
    let first = &imported["games"][0];
    assert_eq!(
        (&first["seats"]["white"]["name"], &first["outcome"]["result"]),
        (&json!("Anderssen"), &json!("1-0"))
    );
    let id = first["id"].as_str().expect("a name");
    let seen = ann.see(id).await;
    assert_eq!(moves(&seen), ["e4", "e5", "f4", "exf4"]);
    let written = ann.get(&format!("/games/{id}/pgn")).await.text;
    for part in ["[White \"Anderssen\"]", "[Date \"1851.06.21\"]", "1. e4 e5 2. f4 exf4 1-0"] {
        assert!(written.contains(part), "{written}");
    }
    // Whoever looks at it, or reviews it, sees who played and who won.
    let review = ann.open(json!({"kind": "analysis", "of": id})).await;
    let again = ann.open(json!({"kind": "analysis", "of": review})).await;
    let pasted = ann.open(json!({"kind": "analysis", "pgn": written})).await;
    for table in [id, review.as_str(), again.as_str(), pasted.as_str()] {
        let state = ann.see(table).await["state"].clone();
        assert_eq!(state["reviewed"]["sentence"], "White wins", "{table}");
        let seats = &state["seats"];
        assert_eq!(
            (&seats["white"]["name"], &seats["black"]["name"]),
            (&json!("Anderssen"), &json!("Kieseritzky"))
        );
        let pgn = ann.get(&format!("/games/{table}/pgn")).await.text;
        for part in ["[White \"Anderssen\"]", "[Result \"1-0\"]", "exf4 1-0"] {
            assert!(pgn.contains(part), "{table}: {pgn}");
        }
    }
    let list = ann.get("/games?kind=analysis").await.expect(200);
    for listed in list["games"].as_array().expect("games") {
        assert_eq!(listed["seats"]["white"]["name"], "Anderssen");
    }
    let all = ann.get("/pgn?opponent=anders&kind=imported").await.text;
    assert_eq!(all, written);
    for nonsense in ["", "   \n"] {
        let request = ann.request(Method::POST, "/api/v1/pgn").body(Body::from(nonsense)).expect("a request");
        ann.send(request).await.refused(400, "invalid");
    }
    let large = "1. e4 e5 *\n".repeat(100_000);
    let request = ann.request(Method::POST, "/api/v1/pgn").body(Body::from(large)).expect("a request");
    let message = ann.send(request).await.refused(413, "large");
    assert!(message.contains("in parts"), "{message}");
}

#[tokio::test]
async fn many_games_come_in_with_one_text() {
    let world = World::new().await;
    let mut ann = world.person();
    // More half-moves than are kept together, and one bad game among them.
    let line =
        "1. Nf3 Nf6 2. Ng1 Ng8 3. Nf3 Nf6 4. Ng1 Ng8 5. Nc3 Nc6 6. Nb1 Nb8 7. Nc3 Nc6 8. Nb1 Nb8 1/2-1/2\n\n";
    let mut text = line.repeat(700);
    text.push_str("1. e4 e4 *\n\n");
    text.push_str(&line.repeat(50));
    let request = ann.request(Method::POST, "/api/v1/pgn").body(Body::from(text)).expect("a request");
    let imported = ann.send(request).await.expect(200);
    let games = imported["games"].as_array().expect("games");
    assert_eq!(games.len(), 750);
    assert_eq!(imported["failures"].as_array().map(Vec::len), Some(1));
    assert_eq!(imported["failures"][0]["number"], 701);
    let listed = ann.get("/games?limit=100").await.expect(200);
    assert_eq!(listed["games"].as_array().map(Vec::len), Some(100));
    let last = games.last().and_then(|game| game["id"].as_str()).expect("a name");
    assert_eq!(moves(&ann.see(last).await).len(), 16);
    assert_eq!(world.person().get("/games").await.expect(200)["games"], json!([]), "they are hers");
}

#[tokio::test]
async fn what_was_written_about_a_game_comes_in_with_it() {
    let world = World::new().await;
    let mut ann = world.person();
    let text = "[White \"A\"]\n[Black \"B\"]\n\n1. e4 {[%clk 0:05:00] best by test} (1. d4 d5 $1) 1... e5 2. Nf3 1-0\n";
    let request = ann.request(Method::POST, "/api/v1/pgn").body(Body::from(text)).expect("a request");
    let imported = ann.send(request).await.expect(200);
    let id = imported["games"][0]["id"].as_str().expect("a name").to_owned();
    assert_eq!(moves(&ann.see(&id).await), ["e4", "e5", "Nf3", "d4", "d5"]);
    let written = ann.get(&format!("/games/{id}/pgn")).await.text;
    for part in ["best by test", "[%clk 0:05:00]", "(1. d4 d5 $1)"] {
        assert!(written.contains(part), "{part} in {written}");
    }
}

#[tokio::test]
async fn times_stand_at_the_moves_of_whoever_had_a_clock() {
    let world = World::new().await;
    let mut ann = world.person();
    let game = ann.open(json!({"clocks": {"white": "5+0", "black": "-"}})).await;
    for mv in ["e4", "e5", "Nf3", "Nc6"] {
        ann.play(&game, mv).await.expect(200);
    }
    let analysis = ann.open(json!({"kind": "analysis", "of": game})).await;
    for id in [&game, &analysis] {
        let written = ann.get(&format!("/games/{id}/pgn")).await.text;
        let timed = ["e4", "e5", "Nf3", "Nc6"].map(|mv| written.contains(&format!("{mv} {{[%clk")));
        assert_eq!(timed, [true, false, true, false], "{written}");
    }
}
