//! Whole stores on their way from one place to another.

mod data;
mod folder;
#[cfg(unix)]
mod postgres;

use data::{Random, random_entry};
use folder::Folder;
use regence_game::Game;
use regence_store::{
    Copied, Event, GameFilter, GameId, Moment, NewGame, Place, PlayerKind, SeatRow, Store, StoreError,
    TableRow, UserId, copy,
};

fn run<T>(test: impl Future<Output = T>) -> T {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().expect("a runtime");
    runtime.block_on(test)
}

/// Plays some half-moves in a new game.
async fn play(store: &Store, seed: u64, plies: u32) -> Result<GameId, StoreError> {
    let ann = store.player("Ann", PlayerKind::Human, Moment(0)).await?;
    let new = NewGame { white: Some(ann.id), ..NewGame::at(Moment(seed as i64)) };
    let id = store.create(new).await?;
    let (mut game, mut random) = (Game::default(), Random::new(seed));
    for number in 1..=plies {
        let Some((entry, standing)) = random_entry(&mut game, &mut random, 5) else { break };
        store.append(id, number, entry, standing).await?;
    }
    Ok(id)
}

/// Fills a store with something of everything: as many games as asked for.
async fn fill(place: &Place, games: u64) -> Result<(), StoreError> {
    let store = Store::open(place).await?;
    let user = store.create_user(Moment(1)).await?;
    store.make_account(user, "Ann", "hash".into()).await?;
    store.create_token(user, vec![0, 1, 255], Moment(2)).await?;
    let stranger = store.create_user(Moment(1)).await?;
    store.inherit(stranger, user).await?;
    store.set("user", "theme", Some("dark".into())).await?;
    for seed in 1..=games {
        let id = play(&store, seed, 12).await?;
        let seat = |user| SeatRow { user, code: "human".into() };
        let table =
            TableRow { kind: "online".into(), owner: Some(user), white: seat(Some(user)), black: seat(None) };
        store.arrange(id, table).await?;
    }
    store.close().await
}

/// All that a store tells, in one text.
async fn told(place: &Place) -> Result<String, StoreError> {
    let store = Store::open(place).await?;
    let mut all = Vec::new();
    let mut from = None;
    loop {
        let page = store.search(&GameFilter::default(), from, 100).await?;
        for game in page.games {
            let (entries, plies) = (store.entries(game.id, 1, 1000).await?, store.plies(game.id).await?);
            all.push(format!("{game:?}\n{entries:?}\n{plies:?}\n{:?}", store.table(game.id).await?));
        }
        from = page.next;
        if from.is_none() {
            break;
        }
    }
    let user = UserId::numbered(1);
    all.push(format!("{:?} {:?}", store.players().await?, store.user(user).await?));
    all.push(format!("{:?} {:?}", store.account("ANN").await?, store.token(1).await?));
    all.push(format!("{:?}", store.all_heirs().await?));
    all.push(format!("{:?} {:?}", store.settings("user").await?, store.user_scores(user).await?));
    store.close().await?;
    Ok(all.join("\n"))
}

/// Copies there and on, and looks whether the copy of the copy is what there was.
async fn check(first: &Place, second: &Place, third: &Place) {
    fill(first, 230).await.expect("it can be filled");
    let mut seen = Vec::new();
    let copied = copy(first, second, |copied| seen.push(copied)).await;
    assert_eq!(copied, Ok(Copied { games: 230, of: 230 }));
    assert_eq!(seen, [100, 200, 230].map(|games| Copied { games, of: 230 }));
    copy(second, third, drop).await.expect("it can be copied on");
    let before = told(first).await.expect("it can be read");
    assert_eq!(told(second).await.expect("it can be read"), before);
    assert_eq!(told(third).await.expect("it can be read"), before);
    // The copy goes on with numbers of its own, and is no place for another.
    let store = Store::open(second).await.expect("it opens");
    play(&store, 1000, 3).await.expect("a new game");
    let user = store.create_user(Moment(3)).await.expect("a new user");
    assert_eq!(user.number(), 3);
    let refused = store.make_account(user, "Ａｎｎ", "hash".into()).await;
    assert!(matches!(refused, Err(StoreError::AccountLikeness(_))), "{refused:?}");
    let seated = GameFilter { seated: Some("human".into()), ..GameFilter::default() };
    assert_eq!(store.search(&seated, None, 1).await.map(|page| page.games.len()), Ok(1));
    store.close().await.expect("it closes");
    assert!(matches!(copy(first, second, drop).await, Err(StoreError::NotEmpty { .. })));
}

#[test]
fn a_store_goes_from_folder_to_folder() {
    let folders = [Folder::new(), Folder::new(), Folder::new()];
    let [first, second, third] = folders.each_ref().map(|folder| Place::from(folder.path()));
    run(check(&first, &second, &third));
}

#[cfg(unix)]
#[test]
fn a_store_goes_to_postgres_and_back() {
    let Some(postgres) = postgres::Postgres::shared() else { return };
    let folders = [Folder::new(), Folder::new()];
    let [first, third] = folders.each_ref().map(|folder| Place::from(folder.path()));
    run(check(&first, &postgres.new_database().parse().expect("a URL"), &third));
}

/// Breaks a copy off after a hundred games, lets the store change, and copies on.
async fn resumed(first: &Place, second: &Place, third: &Place) {
    fill(first, 150).await.expect("it can be filled");
    let broken = {
        let (first, second) = (first.clone(), second.clone());
        async move { copy(&first, &second, |_| panic!("the power is gone")).await.map(drop) }
    };
    let alone = tokio::task::LocalSet::new();
    let broken = alone.run_until(async { tokio::task::spawn_local(broken).await }).await;
    assert!(broken.is_err());
    // What is half there is not used, nor mixed with another store.
    assert!(matches!(Store::open(second).await, Err(StoreError::Unfinished { .. })));
    assert!(matches!(copy(third, second, drop).await, Err(StoreError::Unfinished { .. })));

    let store = Store::open(first).await.expect("it opens");
    let games = store.search(&GameFilter::default(), None, 1000).await.expect("a page").games;
    let [newest, .., second_oldest, oldest] = games.as_slice() else { panic!("there are many") };
    let next = oldest.entries + 1;
    let kept = store.load(oldest.id).await.expect("it is there");
    let mut game = kept.game;
    assert!(game.undo());
    let entry = regence_store::Entry { at: Moment(9), event: Event::Undo { plies: 1 } };
    let standing = regence_store::Standing::of(&game);
    store.append(oldest.id, next, entry, standing).await.expect("it goes on");
    for gone in [newest, second_oldest] {
        assert_eq!(store.delete(gone.id).await, Ok(true));
    }
    store.delete_token(1).await.expect("a token goes");
    store.close().await.expect("it closes");

    let copied = copy(first, second, drop).await;
    assert_eq!(copied, Ok(Copied { games: 148, of: 148 }));
    let (before, after) = (told(first).await.expect("read"), told(second).await.expect("read"));
    assert_eq!(before, after);
}

#[test]
fn a_copy_that_was_broken_off_goes_on() {
    let folders = [Folder::new(), Folder::new(), Folder::new()];
    let [first, second, third] = folders.each_ref().map(|folder| Place::from(folder.path()));
    run(resumed(&first, &second, &third));
}

#[cfg(unix)]
#[test]
fn a_copy_to_postgres_that_was_broken_off_goes_on() {
    let Some(postgres) = postgres::Postgres::shared() else { return };
    let folders = [Folder::new(), Folder::new()];
    let [first, third] = folders.each_ref().map(|folder| Place::from(folder.path()));
    run(resumed(&first, &postgres.new_database().parse().expect("a URL"), &third));
}

#[test]
fn a_move_that_is_played_after_its_game_was_copied_is_noticed() {
    let folders = [Folder::new(), Folder::new()];
    let [from, to] = folders.each_ref().map(|folder| Place::from(folder.path()));
    run(fill(&from, 150)).expect("it can be filled");
    let play_on = || {
        run(async {
            let store = Store::open(&from).await?;
            let games = store.search(&GameFilter::default(), None, 1000).await?.games;
            let oldest = games.last().expect("there are many").id;
            let (mut game, entries) = (store.load(oldest).await?.game, games[149].entries);
            game.undo();
            let entry = regence_store::Entry { at: Moment(9), event: Event::Undo { plies: 1 } };
            store.append(oldest, entries + 1, entry, regence_store::Standing::of(&game)).await?;
            store.close().await
        })
        .expect("it goes on");
    };
    let copied = run(copy(&from, &to, |copied| {
        if copied.games == 100 {
            // Another program does, as far as the copy can tell.
            std::thread::scope(|scope| scope.spawn(play_on).join()).expect("no panic");
        }
    }));
    assert!(matches!(copied, Err(StoreError::Changed { .. })), "{copied:?}");
    run(copy(&from, &to, drop)).expect("once more brings it over");
    assert_eq!(run(told(&to)).expect("it can be read"), run(told(&from)).expect("it can be read"));
}
