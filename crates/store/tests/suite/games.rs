//! Games and their logs.

use super::Tested;
use crate::data::{Random, entry, long_game, random_entry};
use regence_game::{Game, Purpose, Variant};
use regence_rules::house::{HousePosition, HouseRules, NoMoves};
use regence_rules::{Color, Draw, Outcome, Position, Win};
use regence_store::{
    Entry, Event, GameFilter, GameId, KeptPly, Moment, NewGame, PastGame, Played, Standing, Status, Store,
    StoreError,
};
use std::sync::Arc;
use std::time::Duration;

const NOW: i64 = 1_700_000_000_000;

async fn new_game(store: &Store) -> Result<GameId, StoreError> {
    store.create(NewGame::at(Moment(NOW))).await
}

/// Plays moves and appends each.
async fn play(store: &Store, id: GameId, game: &mut Game, moves: &str) -> Result<(), StoreError> {
    for written in moves.split_whitespace() {
        let next = store.game(id).await?.entries + 1;
        let (entry, standing) = entry(game, written.parse().expect("a move"), NOW + i64::from(next));
        store.append(id, next, entry, standing).await?;
    }
    Ok(())
}

/// A game of four half-moves that ends in mate.
pub async fn short_game(store: &Store) -> Result<GameId, StoreError> {
    let id = new_game(store).await?;
    play(store, id, &mut Game::default(), "f2f3 e7e5 g2g4 d8h4").await?;
    Ok(id)
}

fn sans(plies: &[KeptPly]) -> String {
    plies.iter().map(|ply| ply.san.as_str()).collect::<Vec<_>>().join(" ")
}

pub async fn a_game_is_kept_as_it_was_played(store: Store) -> Tested {
    let id = short_game(&store).await?;
    let kept = store.load(id).await?;
    assert_eq!(kept.game.outcome(), Some(Outcome::Win { winner: Color::Black, by: Win::Checkmate }));
    assert_eq!(kept.next_number(), 5);
    let summary = store.game(id).await?;
    assert_eq!(kept.summary, summary);
    assert_eq!((summary.plies, summary.entries), (4, 4));
    assert_eq!((summary.created, summary.updated), (Moment(NOW), Moment(NOW + 4)));
    assert_eq!(summary.status, Status::Finished { winner: Some(Color::Black), reason: "checkmate".into() });
    assert_eq!(summary.status.outcome(), kept.game.outcome());
    assert_eq!(summary.fen, kept.game.position().fen());
    assert_eq!(sans(&store.plies(id).await?), "f3 e5 g4 Qh4#");
    Ok(store)
}

pub async fn entries_are_numbered_without_gaps(store: Store) -> Tested {
    let id = short_game(&store).await?;
    let all = store.entries(id, 1, 100).await?;
    let at: Vec<i64> = all.iter().map(|entry| entry.at.0 - NOW).collect();
    assert_eq!(at, [1, 2, 3, 4]);
    assert_eq!(store.entries(id, 2, 2).await?, all[1..3]);
    assert_eq!(store.entries(id, 5, 100).await?, []);
    Ok(store)
}

pub async fn the_wrong_number_is_a_conflict_and_changes_nothing(store: Store) -> Tested {
    let (id, mut game) = (new_game(&store).await?, Game::default());
    play(&store, id, &mut game, "e2e4 e7e5").await?;
    let before = store.load(id).await?;
    for expected in [0, 1, 2, 4, u32::MAX] {
        let (entry, standing) = entry(&mut game.clone(), "g1f3".parse().expect("a move"), NOW);
        let answer = store.append(id, expected, entry, standing).await;
        assert_eq!(answer, Err(StoreError::Conflict { game: id, expected, next: 3 }));
    }
    let after = store.load(id).await?;
    assert_eq!((before.summary, before.entries), (after.summary, after.entries));
    assert_eq!(sans(&store.plies(id).await?), "e4 e5");
    play(&store, id, &mut game, "g1f3").await?;
    Ok(store)
}

/// Takes half-moves back, in the game and in the store.
async fn undo(store: &Store, id: GameId, game: &mut Game, plies: u32) -> Result<(), StoreError> {
    (0..plies).for_each(|_| assert!(game.undo()));
    let next = store.game(id).await?.entries + 1;
    let entry = Entry { at: Moment(NOW), event: Event::Undo { plies } };
    store.append(id, next, entry, Standing::of(game)).await.map(|_| ())
}

pub async fn undo_leaves_the_line_but_not_the_log(store: Store) -> Tested {
    let (id, mut game) = (new_game(&store).await?, Game::default());
    play(&store, id, &mut game, "e2e4 e7e5 g1f3").await?;
    let position = *game.position();
    undo(&store, id, &mut game, 2).await?;
    assert_eq!(sans(&store.plies(id).await?), "e4");
    let by_position = GameFilter { position: Some(position), ..GameFilter::default() };
    assert_eq!(store.search(&by_position, None, 10).await?.games, []);
    let mut kept = store.load(id).await?;
    assert_eq!((kept.summary.plies, kept.summary.entries), (1, 4));
    assert_eq!(kept.game.position(), game.position());
    assert!(kept.game.redo() && kept.game.redo(), "what was taken back can be played again");
    assert_eq!(*kept.game.position(), position);

    play(&store, id, &mut game, "c7c5").await?;
    assert_eq!(sans(&store.plies(id).await?), "e4 c5");
    assert_eq!(store.load(id).await?.game.position(), game.position());
    let kinds: Vec<String> =
        store.entries(id, 1, 10).await?.iter().map(|entry| entry.event.kind().to_owned()).collect();
    assert_eq!(kinds, ["play", "play", "play", "undo", "play"]);

    let too_much = Entry { at: Moment(NOW), event: Event::Undo { plies: 3 } };
    let answer = store.append(id, 6, too_much, Standing::of(&game)).await;
    assert_eq!(answer, Err(StoreError::NothingToUndo { game: id, plies: 2, undone: 3 }));
    Ok(store)
}

pub async fn an_opening_is_taken_back_with_its_moves(store: Store) -> Tested {
    let (id, mut game) = (new_game(&store).await?, Game::default());
    let opening = async || -> Result<Option<String>, StoreError> {
        Ok(store.game(id).await?.opening.map(|opening| opening.name))
    };
    play(&store, id, &mut game, "e2e4 c7c5").await?;
    assert_eq!(opening().await?.as_deref(), Some("Sicilian Defense"));
    play(&store, id, &mut game, "a2a4 h7h5 a1a3 h5h4").await?;
    undo(&store, id, &mut game, 1).await?;
    assert_eq!(opening().await?.as_deref(), game.opening().map(|opening| opening.name));
    let plies = u32::try_from(game.plies().len()).expect("a few");
    undo(&store, id, &mut game, plies - 1).await?;
    assert_eq!(opening().await?.as_deref(), Some("King's Pawn Game"));
    undo(&store, id, &mut game, 1).await?;
    assert_eq!(opening().await?, None);
    Ok(store)
}

pub async fn every_declared_end_is_kept(store: Store) -> Tested {
    type End = fn(&mut Game) -> Outcome;
    const SHUFFLE: &str = "g1f3 g8f6 f3g1 f6g8 g1f3 g8f6 f3g1 f6g8";
    let ends: [(&str, End, &str); 5] = [
        ("e2e4", |game| game.resign(Color::Black).expect("it runs"), "resignation"),
        ("e2e4", |game| game.abandon(Color::White).expect("it runs"), "abandonment"),
        ("", |game| game.flag(Color::White).expect("it runs"), "time"),
        (
            "",
            |game| {
                game.offer_draw(Color::Black).expect("it runs");
                game.accept_draw(Color::White).expect("it was offered")
            },
            "agreement",
        ),
        (SHUFFLE, |game| game.claim(None).expect("it stands for the third time"), "threefold-repetition"),
    ];
    for (moves, end, reason) in ends {
        let (id, mut game) = (new_game(&store).await?, Game::default());
        play(&store, id, &mut game, moves).await?;
        let outcome = end(&mut game);
        let next = store.game(id).await?.entries + 1;
        let entry = Entry { at: Moment(NOW), event: Event::End { outcome, intended: None } };
        store.append(id, next, entry, Standing::of(&game)).await?;
        let kept = store.load(id).await?;
        assert_eq!(kept.game.outcome(), Some(outcome));
        assert_eq!(kept.summary.status, Status::Finished { winner: outcome.winner(), reason: reason.into() });
    }
    Ok(store)
}

pub async fn an_end_is_taken_back_with_its_move(store: Store) -> Tested {
    let (id, mut game) = (new_game(&store).await?, Game::default());
    play(&store, id, &mut game, "f2f3 e7e5 g2g4 d8h4").await?;
    undo(&store, id, &mut game, 1).await?;
    assert_eq!(store.game(id).await?.status, Status::Running);
    play(&store, id, &mut game, "b8c6").await?;
    assert_eq!(store.load(id).await?.game.outcome(), None);
    Ok(store)
}

pub async fn chess960_is_kept_with_its_castling(store: Store) -> Tested {
    let start = Position::from_fen_chess960("bqnbrkrn/pppppppp/8/8/8/8/PPPPPPPP/BQNBRKRN w KQkq - 0 1");
    let start = start.expect("a start position");
    let new = NewGame { variant: Variant::Chess960, start: start.fen(), ..NewGame::at(Moment(NOW)) };
    let (id, mut game) = (store.create(new).await?, Game::chess960(start, Purpose::Playing));
    for (index, written) in ["f1g1", "f8g8"].into_iter().enumerate() {
        let ply = game.play(written.parse().expect("a move")).expect("castling is legal at once");
        let event = Event::Play(Played::of(&ply, Some(Duration::from_millis(1234))).expect("a move"));
        store.append(id, index as u32 + 1, Entry { at: Moment(NOW), event }, Standing::of(&game)).await?;
    }
    let plies = store.plies(id).await?;
    assert_eq!((plies[1].uci.as_str(), plies[1].san.as_str()), ("f8g8", "O-O"));
    assert_eq!(plies[1].clock, Some(Duration::from_millis(1234)));
    assert_eq!(store.load(id).await?.game.position(), game.position());
    Ok(store)
}

pub async fn house_rules_are_kept_and_replayed(store: Store) -> Tested {
    let old_english = HouseRules { no_moves: NoMoves::Loss, ..HouseRules::ORTHODOX };
    let small = HousePosition::from_fen(old_english, "1kqr/pp//RK w - - 0 1").expect("a 4x4 board");
    let classroom = HousePosition::start(HouseRules::CLASSROOM);
    for (start, written) in [(small, "a1a3"), (classroom, "e2e4")] {
        let mut game = Game::new(start, Purpose::Playing);
        let new = NewGame { variant: game.variant(), start: start.fen(), ..NewGame::at(Moment(NOW)) };
        let id = store.create(new).await?;
        play(&store, id, &mut game, written).await?;
        let kept = store.load(id).await?;
        assert_eq!(kept.summary.variant, game.variant());
        assert_eq!(kept.game.position(), game.position());
        let search = GameFilter { position: Some(*game.position()), ..GameFilter::default() };
        assert_eq!(store.search(&search, None, 10).await?.games, [], "such positions have no key");
    }
    Ok(store)
}

pub async fn notes_are_kept_as_they_are(store: Store) -> Tested {
    let (id, game) = (new_game(&store).await?, Game::default());
    let body = serde_json::json!({"by": "Wéiqí 围棋 \"'; DROP TABLE games; --", "n": [1, 2.5, null]});
    let note = Entry { at: Moment(NOW), event: Event::Note { kind: "draw-offer".into(), body } };
    store.append(id, 1, note.clone(), Standing::of(&game)).await?;
    assert_eq!(store.entries(id, 1, 10).await?, [note]);
    assert_eq!(store.load(id).await?.summary.plies, 0);
    Ok(store)
}

pub async fn bad_requests_are_refused(store: Store) -> Tested {
    let id = new_game(&store).await?;
    for kind in ["play", "", "Chat", "a b"] {
        let event = Event::Note { kind: kind.into(), body: serde_json::Value::Null };
        let answer =
            store.append(id, 1, Entry { at: Moment(NOW), event }, Standing::of(&Game::default())).await;
        assert_eq!(answer, Err(StoreError::BadNote(kind.into())));
    }
    let bad = NewGame { start: "8/8/8/8/8/8/8/8 w - - 0 1".into(), ..NewGame::at(Moment(NOW)) };
    assert!(matches!(store.create(bad).await, Err(StoreError::BadStart { .. })));
    Ok(store)
}

pub async fn unknown_games_are_named(store: Store) -> Tested {
    let id: GameId = "123456789ABC".parse().expect("a name");
    let unknown = Err(StoreError::NoSuchGame(id));
    assert_eq!(store.game(id).await.map(|_| ()), unknown);
    assert_eq!(store.load(id).await.map(|_| ()), unknown);
    assert_eq!(store.plies(id).await.map(|_| ()), unknown);
    assert_eq!(store.entries(id, 1, 10).await.map(|_| ()), unknown);
    let (entry, standing) = entry(&mut Game::default(), "e2e4".parse().expect("a move"), NOW);
    assert_eq!(store.append(id, 1, entry, standing).await.map(|_| ()), unknown);
    assert_eq!(store.delete(id).await, Ok(false));
    Ok(store)
}

pub async fn deleting_leaves_nothing(store: Store) -> Tested {
    let (gone, stays) = (short_game(&store).await?, short_game(&store).await?);
    let position = *store.load(gone).await?.game.position();
    assert_eq!(store.delete(gone).await, Ok(true));
    assert_eq!(store.load(gone).await.map(|_| ()), Err(StoreError::NoSuchGame(gone)));
    let found =
        store.search(&GameFilter { position: Some(position), ..GameFilter::default() }, None, 10).await?;
    assert_eq!(found.games.iter().map(|game| game.id).collect::<Vec<_>>(), [stays]);
    let entries = store.load(stays).await?.summary.entries;
    assert_eq!(store.delete_unchanged(stays, entries - 1).await, Ok(false), "somebody has played");
    assert_eq!(store.load(stays).await?.summary.plies, 4);
    assert_eq!(store.delete_unchanged(stays, entries).await, Ok(true));
    Ok(store)
}

pub async fn ten_thousand_half_moves_are_no_trouble(store: Store) -> Tested {
    const PLIES: u32 = 10_000;
    let line = long_game(PLIES as usize);
    let past = PastGame {
        variant: Variant::Orthodox,
        start: Position::START.into(),
        moves: line.iter().map(|&uci| (Some(uci), None)).collect(),
        status: Status::ended(Outcome::Draw(Draw::Agreement)),
        white: None,
        black: None,
        time_control: None,
        played: Moment(NOW),
        opening: None,
        tags: std::collections::BTreeMap::new(),
        annotated: None,
    };
    let at_once = store.import(past).await?;
    let (one_by_one, mut game) = (new_game(&store).await?, Game::default());
    let store = Arc::new(store);
    // All of them wait in the queue at once, in order, so that they share the syncs of the disk.
    let mut appends = Vec::new();
    for (number, &uci) in (1..).zip(&line) {
        let (store, (entry, standing)) = (store.clone(), entry(&mut game, uci, NOW));
        appends.push(tokio::spawn(async move { store.append(one_by_one, number, entry, standing).await }));
    }
    for append in appends {
        append.await.expect("no append panics")?;
    }
    for id in [at_once, one_by_one] {
        let kept = store.load(id).await?;
        assert_eq!(kept.summary.plies, PLIES);
        assert_eq!(kept.game.position(), game.position());
        assert_eq!(store.plies(id).await?.len(), PLIES as usize);
    }
    Ok(Arc::into_inner(store).expect("all appends are done"))
}

pub async fn concurrent_appends_to_one_game_have_one_winner_each(store: Store) -> Tested {
    const RIVALS: usize = 8;
    let (id, mut game) = (new_game(&store).await?, Game::default());
    let (store, mut random) = (Arc::new(store), Random::new(5));
    for number in 1..=20 {
        let (entry, standing) = random_entry(&mut game, &mut random, NOW).expect("the game goes on");
        let rivals: Vec<_> = (0..RIVALS)
            .map(|_| {
                let (store, entry, standing) = (store.clone(), entry.clone(), standing.clone());
                tokio::spawn(async move { store.append(id, number, entry, standing).await })
            })
            .collect();
        let mut won = 0;
        for rival in rivals {
            match rival.await.expect("no rival panics") {
                Ok(appended) => won += usize::from(appended.number == number),
                Err(error) => {
                    assert_eq!(error, StoreError::Conflict { game: id, expected: number, next: number + 1 });
                }
            }
        }
        assert_eq!(won, 1);
    }
    assert_eq!(store.load(id).await?.game.position(), game.position());
    Ok(Arc::into_inner(store).expect("all rivals are done"))
}

pub async fn many_games_at_once_do_not_mix(store: Store) -> Tested {
    let store = Arc::new(store);
    let players: Vec<_> = (0..50)
        .map(|seed| {
            let store = store.clone();
            tokio::spawn(async move {
                let (id, mut game, mut random) =
                    (new_game(&store).await?, Game::default(), Random::new(seed));
                for number in 1..=30 {
                    let Some((entry, standing)) = random_entry(&mut game, &mut random, NOW) else { break };
                    store.append(id, number, entry, standing).await?;
                }
                Ok::<_, StoreError>((id, game.position().fen()))
            })
        })
        .collect();
    for player in players {
        let (id, fen) = player.await.expect("no player panics")?;
        let kept = store.load(id).await?;
        assert_eq!((kept.game.position().fen(), &kept.summary.fen), (fen.clone(), &fen));
    }
    Ok(Arc::into_inner(store).expect("all players are done"))
}

/// What many games add at the same moment is written together, and one that is refused among them does no harm.
pub async fn what_is_written_together_is_what_each_has_played(store: Store) -> Tested {
    const GAMES: usize = 90;
    let store = Arc::new(store);
    let mut games = Vec::new();
    for seed in 0..GAMES {
        games.push((new_game(&store).await?, Game::default(), Random::new(seed as u64)));
    }
    for number in 1..=12_u32 {
        let mut all = Vec::new();
        for (index, (id, game, random)) in games.iter_mut().enumerate() {
            let (entry, standing) = random_entry(game, random, NOW).expect("the game goes on");
            // Somebody tries the same entry once more, and somebody else is a move behind.
            let behind = if index % 7 == 0 { vec![number, number.saturating_sub(1)] } else { Vec::new() };
            for expected in std::iter::once(number).chain(behind) {
                let (store, id, entry, standing) = (store.clone(), *id, entry.clone(), standing.clone());
                all.push(tokio::spawn(async move { store.append(id, expected, entry, standing).await }));
            }
        }
        let mut added = 0;
        for one in all {
            match one.await.expect("nobody panics") {
                Ok(appended) => {
                    assert_eq!((appended.number, appended.plies), (number, number));
                    added += 1;
                }
                Err(error) => assert!(matches!(error, StoreError::Conflict { .. }), "{error}"),
            }
        }
        assert_eq!(added, GAMES);
    }
    for (id, game, _) in &games {
        let kept = store.load(*id).await?;
        assert_eq!(kept.game.position(), game.position());
        assert_eq!((kept.summary.entries, kept.summary.plies), (12, 12));
        let played: Vec<String> = game.plies().into_iter().map(ToString::to_string).collect();
        assert_eq!(sans(&store.plies(*id).await?), played.join(" "));
    }
    Ok(Arc::into_inner(store).expect("all appends are done"))
}

/// Two stores append to one game: each number goes to one of them, and both see all of it.
pub async fn two_stores_on_one_database(one: Store, two: Store) -> Result<(Store, Store), StoreError> {
    let id = new_game(&one).await?;
    let (mut game, mut random, mut wins) = (Game::default(), Random::new(11), [0, 0]);
    for number in 1..=40 {
        let (entry, standing) = random_entry(&mut game, &mut random, NOW).expect("the game goes on");
        let (first, second) = tokio::join!(
            one.append(id, number, entry.clone(), standing.clone()),
            two.append(id, number, entry, standing),
        );
        let conflict = Err(StoreError::Conflict { game: id, expected: number, next: number + 1 });
        match (first.is_ok(), second.is_ok()) {
            (true, false) => assert_eq!(second, conflict),
            (false, true) => assert_eq!(first, conflict),
            _ => panic!("{first:?}, {second:?}"),
        }
        wins[usize::from(second.is_ok())] += 1;
    }
    assert_eq!(wins[0] + wins[1], 40);
    for store in [&one, &two] {
        assert_eq!(store.load(id).await?.game.position(), game.position());
    }
    Ok((one, two))
}
