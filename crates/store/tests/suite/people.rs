//! Players, scores and settings.

use super::Tested;
use regence_game::Game;
use regence_rules::{ByColor, Color};
use regence_store::{
    BadName, Entry, Event, Moment, NewGame, Player, PlayerKind, Standing, Status, Store, StoreError, Tally,
};
use serde_json::json;

const NOW: Moment = Moment(1_700_000_000_000);

pub async fn names_are_unique_without_regard_to_case(store: Store) -> Tested {
    let ann = store.player(" Ann ", PlayerKind::Human, NOW).await?;
    assert_eq!(ann.name.as_str(), "Ann");
    assert_eq!(store.player("ANN", PlayerKind::Human, Moment(0)).await?, ann);
    assert_eq!(store.player_named("ann").await?, Some(ann.clone()));
    assert_eq!(store.player_named("Bob").await?, None);
    assert_eq!(store.player_named("").await?, None);
    let taken = StoreError::NameTaken { name: ann.name.clone(), by: PlayerKind::Human };
    assert_eq!(store.player("ann", PlayerKind::Computer, NOW).await, Err(taken));
    assert_eq!(store.player("\0", PlayerKind::Human, NOW).await, Err(BadName::Hidden('\0').into()));

    let mut names = vec![ann];
    for name in ["Ñandú", "Сергей Карякин", "丁立人", "Robert'); DROP TABLE players;--", "%", "_", "🐴"]
    {
        let player = store.player(name, PlayerKind::Human, NOW).await?;
        assert_eq!(player.name.as_str(), name);
        assert_eq!(store.player_named(&name.to_uppercase()).await?.as_ref(), Some(&player));
        names.push(player);
    }
    let mut all = store.players().await?;
    all.sort_by_key(|player| player.id);
    assert_eq!(all, names);
    Ok(store)
}

/// A finished game between two.
async fn finished(
    store: &Store,
    white: &Player,
    black: Option<&Player>,
    winner: Option<Color>,
) -> Result<(), StoreError> {
    let new = NewGame { white: Some(white.id), black: black.map(|player| player.id), ..NewGame::at(NOW) };
    let id = store.create(new).await?;
    let note = Event::Note { kind: "adjudication".into(), body: json!(null) };
    let standing = Standing { status: Status::result_only(winner), ..Standing::of(&Game::default()) };
    store.append(id, 1, Entry { at: NOW, event: note }, standing).await.map(|_| ())
}

fn tally(won: u64, drawn: u64, lost: u64) -> Tally {
    Tally { won, drawn, lost }
}

pub async fn scores_are_counted_from_finished_games(store: Store) -> Tested {
    let ann = store.player("Ann", PlayerKind::Human, NOW).await?;
    let bob = store.player("Bob", PlayerKind::Human, NOW).await?;
    let robot = store.player("Regence, level 3", PlayerKind::Computer, NOW).await?;
    let (white, black) = (Some(Color::White), Some(Color::Black));
    for (one, other, winner) in [
        (&ann, Some(&bob), white),
        (&ann, Some(&bob), black),
        (&bob, Some(&ann), None),
        (&bob, Some(&ann), white),
        (&robot, Some(&ann), black),
        (&ann, None, None),
    ] {
        finished(&store, one, other, winner).await?;
    }
    // Neither a running game nor an abandoned one counts.
    store.create(NewGame { white: Some(ann.id), black: Some(bob.id), ..NewGame::at(NOW) }).await?;

    let scores = store.scores(ann.id).await?;
    let against: Vec<Option<&str>> =
        scores.against.iter().map(|(player, _)| player.as_ref().map(|player| player.name.as_str())).collect();
    assert_eq!(against[0], Some("Bob"), "the most frequent comes first");
    assert_eq!(against.len(), 3);
    assert_eq!(scores.against[0].1.with, ByColor { white: tally(1, 0, 1), black: tally(0, 1, 1) });
    assert_eq!(scores.total().with, ByColor { white: tally(1, 1, 1), black: tally(1, 1, 1) });
    assert_eq!(scores.total().total().games(), 6);
    assert_eq!(store.scores(robot.id).await?.total().total(), tally(0, 0, 1));
    let nobody = store.player("Nobody", PlayerKind::Human, NOW).await?;
    assert_eq!(store.scores(nobody.id).await?.against, []);
    Ok(store)
}

pub async fn settings_are_made_changed_and_forgotten(store: Store) -> Tested {
    assert_eq!(store.setting("", "theme").await?, None);
    store.set("", "theme", Some(json!("dark"))).await?;
    store.set("player 1", "theme", Some(json!({"board": "wood", "sounds": false}))).await?;
    store.set("player 1", "Ü", Some(json!(null))).await?;
    assert_eq!(store.setting("", "theme").await?, Some(json!("dark")));
    store.set("", "theme", Some(json!(["light", 2]))).await?;
    assert_eq!(store.setting("", "theme").await?, Some(json!(["light", 2])));
    let mine = store.settings("player 1").await?;
    assert_eq!(
        mine,
        [("theme".into(), json!({"board": "wood", "sounds": false})), ("Ü".into(), json!(null))]
    );
    store.set("", "theme", None).await?;
    store.set("", "never", None).await?;
    assert_eq!(store.settings("").await?, []);
    assert_eq!(store.settings("player 1").await?.len(), 2);
    Ok(store)
}
