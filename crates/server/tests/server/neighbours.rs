//! Games that other programs on the same machine keep in the same store.

use crate::world::{Line, World, moves};
use regence_game::{Game, Purpose};
use regence_rules::Position;
use regence_store::{
    Entry, Event, GameId, Lease, Leased, Moment, NewGame, NodeId, Played, SeatRow, Standing, Store,
    StoreError, TableRow,
};
use serde_json::{Value, json};
use std::path::Path;
use std::time::Duration;

const NOW: Moment = Moment(1_799_000_000_000);

/// Writes a game as the terminal does: a note, moves, one of them taken back; and perhaps another start.
async fn play(folder: &Path, again: Option<&str>) -> Result<GameId, StoreError> {
    let store = Store::open(folder).await?;
    let id = store.create(NewGame::at(NOW)).await?;
    let mut game = Game::default();
    let note = Event::Note { kind: "terminal".into(), body: json!({"did": "open"}) };
    let mut events = vec![(note, Standing::of(&game))];
    let play = |game: &mut Game, mv: &str| {
        let ply = game.play(mv.parse().expect("a move")).expect("a legal move");
        (Event::Play(Played::of(&ply, None).expect("a move was played")), Standing::of(game))
    };
    events.push(play(&mut game, "e2e4"));
    events.push(play(&mut game, "e7e5"));
    game.undo();
    events.push((Event::Undo { plies: 1 }, Standing::of(&game)));
    events.push(play(&mut game, "c7c5"));
    if let Some(start) = again {
        game = Game::new(Position::from_fen(start).expect("a position"), Purpose::Playing);
        let setup = Event::Setup { variant: game.variant(), start: start.into() };
        events.push((setup, Standing::of(&game)));
        events.push(play(&mut game, "e2e3"));
    }
    for (number, (event, standing)) in (1..).zip(events) {
        store.append(id, number, Entry { at: NOW, event }, standing).await?;
    }
    let seat = |code: &str| SeatRow { user: None, code: code.into() };
    let (white, black) = (seat("human:Ada"), seat("computer:taker"));
    store.arrange(id, TableRow { kind: "terminal".into(), owner: None, white, black }).await?;
    store.close().await?;
    Ok(id)
}

#[tokio::test]
async fn games_of_the_terminal_are_listed_and_shown_on_ones_own_machine() {
    let world = World::personal().await;
    let played = play(&world.folder, None).await.expect("it is kept");
    let moved_on = play(&world.folder, Some("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1")).await.expect("it is kept");
    let mut ann = world.person();
    let own = ann.open(json!({})).await;
    let listed = ann.get("/games").await.expect(200);
    let ids: Vec<&str> =
        listed["games"].as_array().into_iter().flatten().filter_map(|game| game["id"].as_str()).collect();
    assert_eq!(ids, [own.as_str(), &moved_on.to_string(), &played.to_string()]);
    assert_eq!(listed["games"][2]["seats"]["white"]["name"], "Ada");
    assert_eq!(moves(&ann.see(&played.to_string()).await), ["e4", "c5"], "what was taken back is gone");
    assert_eq!(moves(&ann.see(&moved_on.to_string()).await), ["e3"]);
    // Another browser on the same machine sees them, too, but not the first one's.
    let other = world.person().get("/games").await.expect(200);
    assert_eq!(other["games"].as_array().map(Vec::len), Some(2));
}

#[tokio::test]
async fn a_game_that_was_left_at_the_terminal_goes_on_here() {
    let world = World::personal().await;
    let left = play(&world.folder, None).await.expect("it is kept");
    let mut ann = world.person();
    let made = ann.post("/games", json!({"of": left.to_string()})).await.expect(201);
    assert_eq!(moves(&made), ["e4", "c5"]);
    assert_eq!(
        (&made["state"]["seats"]["white"]["name"], &made["you"]["role"]),
        (&json!("Ada"), &json!("white"))
    );
    let game = made["state"]["id"].as_str().expect("a name").to_owned();
    let mut line = ann.connect(&game, None).await;
    line.next_of("snapshot").await;
    assert_eq!(line.play("Nf3").await["type"], "reply");
    // The computer that sat there answers.
    while line.next_of("update").await["state"]["ply"] != 4 {}
    let on = moves(&ann.see(&game).await);
    assert_eq!((on.len(), &on[..3]), (4, &["e4", "c5", "Nf3"].map(String::from)[..]));
    assert_eq!(moves(&ann.see(&left.to_string()).await), ["e4", "c5"], "the terminal has what it had");
    ann.post("/games", json!({"of": game})).await.refused(403, "notYours");
    ann.post("/games", json!({"of": "123456789ABC"})).await.refused(404, "unknown");
}

/// A terminal that goes on with a game.
struct Terminal {
    store: Store,
    node: NodeId,
    lease: Lease,
    game: Game,
    id: GameId,
}

impl Terminal {
    async fn open(folder: &Path, id: GameId) -> Result<Self, StoreError> {
        let store = Store::open(folder).await?;
        let node = store.visit(NOW).await?;
        let Leased::Ours(lease) = store.lease(node, id).await? else { panic!("somebody else has it") };
        let game = store.load(id).await?.game;
        Ok(Self { store, node, lease, game, id })
    }

    async fn play(&mut self, mv: &str) -> Result<(), StoreError> {
        let ply = self.game.play(mv.parse().expect("a move")).expect("a legal move");
        let event = Event::Play(Played::of(&ply, None).expect("a move was played"));
        let next = self.store.log(self.id).await?.1.len() as u32 + 1;
        let standing = Standing::of(&self.game);
        self.store.append_leased(self.lease, self.id, next, Entry { at: NOW, event }, standing).await?;
        Ok(())
    }

    async fn close(self) -> Result<(), StoreError> {
        self.store.release(self.node, self.id, self.lease).await?;
        self.store.close().await
    }
}

/// The next snapshot, however much time must pass.
async fn later(world: &World, line: &mut Line) -> Value {
    loop {
        // Nobody knows when the keeper has begun to wait.
        world.time.advance(Duration::from_secs(1));
        let next = tokio::time::timeout(Duration::from_millis(20), line.next_of("snapshot")).await;
        if let Ok(seen) = next {
            return seen;
        }
    }
}

#[tokio::test]
async fn what_is_open_in_a_terminal_is_left_alone_and_followed() {
    const OPEN: &str = "this game is open in a terminal; close it there first";
    let world = World::personal().await;
    let id = play(&world.folder, None).await.expect("it is kept");
    let mut terminal = Terminal::open(&world.folder, id).await.expect("it opens");
    let mut ann = world.person();
    let name = id.to_string();
    let mut line = ann.connect(&name, None).await;
    assert_eq!(moves(&line.next_of("snapshot").await), ["e4", "c5"]);
    assert_eq!(ann.play(&name, "Nf3").await.refused(409, "notNow"), OPEN);
    assert_eq!(ann.post("/games", json!({"of": name})).await.refused(409, "notNow"), OPEN);
    // Whoever asks and whoever looks sees what the terminal does.
    terminal.play("g1f3").await.expect("it is kept");
    assert_eq!(moves(&ann.see(&name).await), ["e4", "c5", "Nf3"]);
    assert_eq!(moves(&line.next_of("snapshot").await), ["e4", "c5", "Nf3"]);
    terminal.play("d7d6").await.expect("it is kept");
    assert_eq!(moves(&later(&world, &mut line).await), ["e4", "c5", "Nf3", "d6"]);
    terminal.close().await.expect("it closes");
    ann.play(&name, "d4").await.refused(403, "notYours");
    assert_eq!(moves(&ann.post("/games", json!({"of": name})).await.expect(201)), ["e4", "c5", "Nf3", "d6"]);
    // A terminal may open it again although we have it at hand.
    let mut terminal = Terminal::open(&world.folder, id).await.expect("it opens");
    terminal.play("d2d4").await.expect("it is kept");
    assert_eq!(moves(&later(&world, &mut line).await).len(), 5);
    assert_eq!(ann.play(&name, "Nf6").await.refused(409, "notNow"), OPEN);
}

#[tokio::test]
async fn strangers_do_not_go_on_with_games_of_the_terminal() {
    let world = World::new().await;
    let left = play(&world.folder, None).await.expect("it is kept");
    world.person().post("/games", json!({"of": left.to_string()})).await.refused(403, "notYours");
}

#[tokio::test]
async fn nobodys_games_are_not_shown_to_strangers() {
    let world = World::new().await;
    play(&world.folder, None).await.expect("it is kept");
    let mut ann = world.person();
    assert_eq!(ann.get("/games").await.expect(200)["games"], json!([]));
    ann.open(json!({})).await;
    assert_eq!(ann.get("/games").await.expect(200)["games"].as_array().map(Vec::len), Some(1));
}
