//! People who come by the network, and the tables at which they play.

use super::Tested;
use regence_game::{Game, Purpose, Variant};
use regence_rules::{ByColor, Color, Position};
use regence_store::{
    Entry, Event, GameFilter, GameId, Moment, NewGame, Played, PlayerKind, SeatRow, Standing, Status, Store,
    StoreError, TableRow, Token, UserId,
};

const NOW: Moment = Moment(1_700_000_000_000);

pub async fn accounts_have_names_of_their_own(store: Store) -> Tested {
    let (ann, bob) = (store.create_user(NOW).await?, store.create_user(NOW).await?);
    assert_ne!(ann, bob);
    let known = store.user(ann).await?.expect("she was made");
    assert_eq!((known.name, known.has_account), (None, false));
    store.rename_user(ann, "Ann").await?;
    store.rename_user(bob, "Ann").await?;
    store.make_account(ann, "Ann", "hash".into()).await?;
    assert_eq!(store.account("ANN").await?, Some((ann, "hash".into())));
    let taken =
        Err(StoreError::AccountTaken(store.user(ann).await?.and_then(|user| user.name).expect("a name")));
    assert_eq!(store.make_account(bob, "Ann", "other".into()).await, taken);
    assert_eq!(store.rename_user(bob, "Ann").await, taken);
    assert!(store.user(ann).await?.is_some_and(|user| user.has_account));
    assert!(store.user(bob).await?.is_some_and(|user| !user.has_account));
    assert_eq!(store.account("Bob").await?, None);
    assert_eq!(store.user(UserId::numbered(4711)).await?, None);
    Ok(store)
}

pub async fn names_that_look_alike_are_as_good_as_taken(store: Store) -> Tested {
    let (ann, eve) = (store.create_user(NOW).await?, store.create_user(NOW).await?);
    store.make_account(ann, "Ann Lee", "hash".into()).await?;
    // By width, by a letter of another script, by letters that look the same.
    for name in ["Ａｎｎ Lee", "\u{410}nn Lee", "Ann Iee", "ANN LEE"] {
        for refused in
            [store.rename_user(eve, name).await, store.make_account(eve, name, "hash".into()).await]
        {
            let is_taken =
                matches!(refused, Err(StoreError::AccountLikeness(_) | StoreError::AccountTaken(_)));
            assert!(is_taken, "{name}: {refused:?}");
        }
        assert_eq!(store.user(eve).await?.and_then(|user| user.name), None, "nothing has changed");
    }
    store.make_account(eve, "Änn Lee", "hash".into()).await?;
    assert_eq!(
        store.account("\u{410}nn Lee").await?,
        None,
        "nobody signs in by a name that only looks right"
    );
    assert_eq!(store.account("ÄNN LEE").await?.map(|(user, _)| user), Some(eve));
    Ok(store)
}

pub async fn tokens_lead_to_their_users(store: Store) -> Tested {
    let ann = store.create_user(NOW).await?;
    let token = store.create_token(ann, vec![1, 2, 3], NOW).await?;
    let other = store.create_token(ann, vec![4], NOW).await?;
    assert_eq!(store.token(token).await?, Some(Token { user: ann, hash: vec![1, 2, 3] }));
    store.delete_token(token).await?;
    assert_eq!(store.token(token).await?, None);
    assert!(store.token(other).await?.is_some());
    assert_eq!(store.tokens(&[token, other, 4711]).await?, [other]);
    assert!(store.tokens(&[]).await?.is_empty());
    Ok(store)
}

pub async fn the_number_of_a_token_is_never_given_again(store: Store) -> Tested {
    let ann = store.create_user(NOW).await?;
    let token = store.create_token(ann, vec![1], NOW).await?;
    store.delete_token(token).await?;
    assert_ne!(store.create_token(ann, vec![2], NOW).await?, token);
    Ok(store)
}

fn seat(user: Option<UserId>, code: &str) -> SeatRow {
    SeatRow { user, code: code.into() }
}

async fn table(store: &Store, owner: UserId, white: SeatRow, black: SeatRow) -> Result<GameId, StoreError> {
    let id = store.create(NewGame::at(NOW)).await?;
    store.arrange(id, TableRow { kind: "online".into(), owner: Some(owner), white, black }).await?;
    Ok(id)
}

pub async fn games_are_found_by_those_who_sat_there(store: Store) -> Tested {
    let (ann, bob) = (store.create_user(NOW).await?, store.create_user(NOW).await?);
    let one = table(&store, ann, seat(Some(ann), "human:Ann"), seat(None, "computer:taker")).await?;
    let two = table(&store, ann, seat(Some(ann), "human:Ann"), seat(Some(bob), "human:Bob")).await?;
    let found = |filter: GameFilter| {
        let store = &store;
        async move {
            let page = store.search(&filter, None, 10).await?;
            Ok::<_, StoreError>(page.games.iter().map(|game| game.id).collect::<Vec<_>>())
        }
    };
    let of = |user| GameFilter { user: Some(user), ..GameFilter::default() };
    assert_eq!(found(of(ann)).await?, [two, one]);
    assert_eq!(found(of(bob)).await?, [two]);
    assert_eq!(found(GameFilter { seated: Some("TAKER".into()), ..of(ann) }).await?, [one]);
    assert_eq!(found(GameFilter { seated: Some("human".into()), ..of(ann) }).await?, []);
    assert_eq!(found(GameFilter { kind: Some("local".into()), ..of(ann) }).await?, []);
    // By what people see, in any script; what programs write before it is no name.
    let three = table(&store, ann, seat(Some(ann), "human:ÉMILE Яков"), seat(None, "engine:1200")).await?;
    for (name, expected) in [
        ("émile", vec![three]),
        ("ЯКОВ", vec![three]),
        ("level 12", vec![three]),
        ("engine:", vec![]),
        ("human", vec![]),
        ("emile", vec![]),
    ] {
        assert_eq!(found(GameFilter { seated: Some(name.into()), ..of(ann) }).await?, expected, "{name}");
        assert_eq!(found(GameFilter { words: vec![name.into()], ..of(ann) }).await?, expected, "{name}");
    }
    assert_eq!(store.table(two).await?.map(|table| table.black), Some(seat(Some(bob), "human:Bob")));
    let stray = NewGame { time_control: Some("5+3".into()), ..NewGame::at(NOW) };
    let stray = store.create(stray).await?;
    // People write minutes, PGN seconds.
    assert_eq!(store.load(stray).await?.pgn().tags.get("TimeControl"), Some("300+3"));
    assert_eq!(store.table(stray).await?, None);
    assert_eq!(found(GameFilter { nobodys: true, ..GameFilter::default() }).await?, [stray]);
    assert_eq!(found(GameFilter { nobodys: true, ..of(bob) }).await?, [stray, two]);
    // Players are said later, and seats change; the old ones are forgotten.
    let cid = store.player("Cid", PlayerKind::Human, NOW).await?;
    store.seat(stray, ByColor { white: None, black: Some(cid.id) }).await?;
    assert_eq!(store.game(stray).await?.black.map(|player| player.id), Some(cid.id));
    let nowhere = GameId::random()?;
    let refused = store.seat(nowhere, ByColor { white: None, black: None }).await;
    assert_eq!(refused, Err(StoreError::NoSuchGame(nowhere)));
    let row = store.table(two).await?.expect("a table");
    store.arrange(two, TableRow { black: seat(None, "computer:random"), ..row }).await?;
    assert_eq!(found(of(bob)).await?, []);
    Ok(store)
}

pub async fn names_of_any_script_are_found_by_a_part(store: Store) -> Tested {
    let ann = store.create_user(NOW).await?;
    for (name, parts) in [
        ("José Raúl CAPABLANCA", ["JOSÉ", "raúl cap"]),
        ("Ботвинник", ["ботв", "ВИННИК"]),
        ("Στρατηγός", ["ΣΤΡΑΤ", "ηγόσ"]),
        ("Weiß", ["WEISS", "eiß"]),
        ("100%_x", ["0%_", "%_X"]),
    ] {
        let code = format!("human:{name}");
        let sat = table(&store, ann, seat(Some(ann), &code), seat(None, "computer:taker")).await?;
        let player = store.player(name, PlayerKind::Human, NOW).await?.id;
        let game = store.create(NewGame { black: Some(player), ..NewGame::at(NOW) }).await?;
        for part in parts {
            let filter = GameFilter { seated: Some(part.into()), ..GameFilter::default() };
            let found = store.search(&filter, None, 10).await?.games;
            let found: Vec<GameId> = found.iter().map(|game| game.id).collect();
            assert_eq!(found, [game, sat], "{name} by {part}");
        }
    }
    Ok(store)
}

pub async fn users_scores_are_counted(store: Store) -> Tested {
    let (ann, bob) = (store.create_user(NOW).await?, store.create_user(NOW).await?);
    let games = [
        (Some(ann), Some(bob), Some(Color::White)),
        (Some(bob), Some(ann), Some(Color::White)),
        (Some(ann), Some(ann), None),
    ];
    for (white, black, winner) in games {
        let id = table(&store, ann, seat(white, "human:W"), seat(black, "human:B")).await?;
        let note = Event::Note { kind: "adjudication".into(), body: serde_json::Value::Null };
        let standing = Standing { status: Status::result_only(winner), ..Standing::of(&Game::default()) };
        store.append(id, 1, Entry { at: NOW, event: note }, standing).await?;
    }
    table(&store, ann, seat(Some(ann), "human:W"), seat(Some(bob), "human:B")).await?;
    let mut rows: Vec<_> = store
        .user_scores(ann)
        .await?
        .into_iter()
        .map(|row| (row.opponent, row.color, row.winner, row.games))
        .collect();
    rows.sort_by_key(|row| row.0.clone());
    let expected = [
        (None, Color::White, None, 1),
        (Some("human:B".to_owned()), Color::White, Some(Color::White), 1),
        (Some("human:W".to_owned()), Color::Black, Some(Color::White), 1),
    ];
    assert_eq!(rows, expected);
    Ok(store)
}

pub async fn what_a_stranger_played_is_the_accounts_they_sign_in_to(store: Store) -> Tested {
    let mut users = Vec::new();
    for _ in 0..4 {
        users.push(store.create_user(NOW).await?);
    }
    let &[stranger, ann, bob, other] = users.as_slice() else { unreachable!("four were made") };
    store.make_account(ann, "Ann", "hash".into()).await?;
    store.make_account(bob, "Bob", "hash".into()).await?;
    let token = store.create_token(stranger, vec![1], NOW).await?;
    let owned = table(&store, stranger, seat(None, "computer:taker"), seat(None, "computer:taker")).await?;
    let played = table(&store, bob, seat(Some(bob), "human:B"), seat(Some(stranger), "human:S")).await?;
    let note = Event::Note { kind: "adjudication".into(), body: serde_json::Value::Null };
    let won = Standing { status: Status::result_only(Some(Color::Black)), ..Standing::of(&Game::default()) };
    store.append(played, 1, Entry { at: NOW, event: note }, won).await?;
    let games = |user: UserId| {
        let (store, filter) = (&store, GameFilter { user: Some(user), ..GameFilter::default() });
        async move {
            let page = store.search(&filter, None, 10).await?;
            Ok::<_, StoreError>(page.games.iter().map(|game| game.id).collect::<Vec<_>>())
        }
    };
    assert!(games(ann).await?.is_empty());

    // Nobody becomes somebody without an account, nor is anything taken from an account.
    for (from, to) in [(stranger, other), (bob, ann), (ann, ann), (UserId::numbered(4711), ann)] {
        assert!(!store.inherit(from, to).await?, "{from:?} {to:?}");
    }
    assert!(store.all_heirs().await?.is_empty());
    assert!(store.token(token).await?.is_some());

    assert!(store.inherit(stranger, ann).await?);
    assert!(!store.inherit(stranger, bob).await?, "it is somebody's already");
    assert_eq!(store.token(token).await?, None, "nobody is the stranger any more");
    assert_eq!(store.heirs_of(&[bob, stranger]).await?, [(stranger, ann)].into());
    assert!(store.heirs_of(&[ann]).await?.is_empty() && store.heirs_of(&[]).await?.is_empty());
    assert_eq!(store.all_heirs().await?, [(stranger, ann)].into());
    assert_eq!(games(ann).await?.len(), 2);
    assert!(games(ann).await?.contains(&owned));
    assert_eq!(games(bob).await?, [played]);
    let scores = store.user_scores(ann).await?;
    let scores: Vec<_> = scores.iter().map(|row| (row.opponent.as_deref(), row.color, row.winner)).collect();
    assert_eq!(scores, [(Some("human:B"), Color::Black, Some(Color::Black))]);
    Ok(store)
}

pub async fn a_new_start_leaves_the_old_moves_behind(store: Store) -> Tested {
    let id = super::short_game(&store).await?;
    let fen = "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1";
    let mut game = Game::new(Position::from_fen(fen).expect("a position"), Purpose::Playing);
    let setup = Event::Setup { variant: Variant::Orthodox, start: fen.into() };
    store.append(id, 5, Entry { at: NOW, event: setup }, Standing::of(&game)).await?;
    let summary = store.game(id).await?;
    assert_eq!((summary.plies, summary.start.as_str(), summary.status), (0, fen, Status::Running));
    let ply = game.play("e2e4".parse().expect("a move")).expect("a legal move");
    let played = Event::Play(Played::of(&ply, None).expect("a move was played"));
    store.append(id, 6, Entry { at: NOW, event: played }, Standing::of(&game)).await?;
    let kept = store.load(id).await?;
    assert_eq!((kept.game.position(), kept.game.start()), (game.position(), game.start()));
    assert_eq!(kept.pgn().game.plies().len(), 1);
    let bad = Event::Setup { variant: Variant::Orthodox, start: "nonsense".into() };
    let refused = store.append(id, 7, Entry { at: NOW, event: bad }, Standing::of(&game)).await;
    assert!(matches!(refused, Err(StoreError::BadStart { .. })), "{refused:?}");
    let position = GameFilter { position: Some(*game.start()), ..GameFilter::default() };
    assert_eq!(store.search(&position, None, 10).await?.games.len(), 1, "the new start is found");
    Ok(store)
}
