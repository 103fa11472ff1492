//! Searches, and games from elsewhere.

use super::Tested;
use regence_game::pgn::GameResult::{self, BlackWins, Draw, Unknown, WhiteWins};
use regence_game::pgn::{GameBuilder, PgnGame, Reader};
use regence_game::{AnyPosition, Variant};
use regence_rules::{Color, Outcome, Position};
use regence_store::{
    Cursor, Entry, Event, GameFilter, GameId, Moment, Opening, PastGame, Played, PlayerKind, PlayerName,
    Standing, State, Status, Store, StoreError,
};
use std::collections::BTreeMap;

/// A day in milliseconds.
const DAY: i64 = 86_400_000;

fn past(white: &str, black: &str, moves: &str, result: GameResult, played: i64) -> PastGame {
    let status = match result {
        WhiteWins => Status::result_only(Some(Color::White)),
        BlackWins => Status::result_only(Some(Color::Black)),
        Draw => Status::result_only(None),
        Unknown => Status::Running,
    };
    let name = |text| PlayerName::from_tag(text).map(|name| (name, PlayerKind::Human));
    PastGame {
        variant: Variant::Orthodox,
        start: Position::START.into(),
        moves: moves.split_whitespace().map(|uci| (Some(uci.parse().expect("a move")), None)).collect(),
        status,
        white: name(white),
        black: name(black),
        time_control: None,
        played: Moment(played),
        opening: None,
        tags: BTreeMap::new(),
        annotated: None,
    }
}

fn opened(eco: &str, name: &str, past: PastGame) -> PastGame {
    PastGame { opening: Some(Opening { eco: eco.into(), name: name.into() }), ..past }
}

/// Finds games, and names them by their day.
async fn days(store: &Store, filter: GameFilter) -> Result<Vec<i64>, StoreError> {
    let page = store.search(&filter, None, 100).await?;
    assert_eq!(page.next, None);
    Ok(page.games.iter().map(|game| game.created.0 / DAY).collect())
}

pub async fn games_are_found_by_every_wish(store: Store) -> Tested {
    const NAJDORF: &str = "e2e4 c7c5 g1f3 d7d6 d2d4 c5d4 f3d4 g8f6 b1c3 a7a6";
    let (white, black) = (Some(Color::White), Some(Color::Black));
    for game in [
        opened("B90", "Sicilian Defense: Najdorf", past("Ann", "Bob", NAJDORF, WhiteWins, DAY)),
        opened("B20", "Sicilian Defense", past("Bob", "Ann", "e2e4 c7c5", BlackWins, 2 * DAY)),
        opened("C00", "French Defense", past("Cid", "Ann", "e2e4 e7e6", Draw, 3 * DAY)),
        past("Cid", "Bob", "d2d4", Unknown, 4 * DAY),
        past("Ann", "ANN", "d2d4 d7d5", WhiteWins, 5 * DAY),
        past("?", "", "", Draw, -6 * DAY),
    ] {
        store.import(game).await?;
    }
    let ann = store.player_named("ann").await?.expect("she played").id;
    let bob = store.player_named("bob").await?.expect("he played").id;
    let all = GameFilter::default();
    let by_ann = GameFilter { player: Some(ann), ..all.clone() };
    let after_e4 = Position::from_fen("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 7 9");
    let after_e4 = Some(AnyPosition::from(after_e4.expect("a position")));
    for (filter, expected) in [
        (all.clone(), vec![5, 4, 3, 2, 1, -6]),
        (by_ann.clone(), vec![5, 3, 2, 1]),
        (GameFilter { color: white, ..by_ann.clone() }, vec![5, 1]),
        (GameFilter { color: black, ..by_ann.clone() }, vec![5, 3, 2]),
        (GameFilter { opponent: Some(bob), ..by_ann.clone() }, vec![2, 1]),
        (GameFilter { result: Some(WhiteWins), ..by_ann.clone() }, vec![5, 1]),
        (GameFilter { result: Some(Draw), ..all.clone() }, vec![3, -6]),
        (GameFilter { result: Some(Unknown), ..all.clone() }, vec![4]),
        (GameFilter { state: Some(State::Abandoned), ..all.clone() }, vec![4]),
        (GameFilter { state: Some(State::Running), ..all.clone() }, vec![]),
        (GameFilter { state: Some(State::Finished), player: Some(bob), ..all.clone() }, vec![2, 1]),
        (GameFilter { opening: Some("SICILIAN".into()), ..all.clone() }, vec![2, 1]),
        (GameFilter { opening: Some("najdorf".into()), ..all.clone() }, vec![1]),
        (GameFilter { opening: Some("%".into()), ..all.clone() }, vec![]),
        (GameFilter { eco: Some("b9".into()), ..all.clone() }, vec![1]),
        (GameFilter { eco: Some("B".into()), result: Some(BlackWins), ..all.clone() }, vec![2]),
        (
            GameFilter { since: Some(Moment(2 * DAY)), before: Some(Moment(4 * DAY)), ..all.clone() },
            vec![3, 2],
        ),
        (GameFilter { before: Some(Moment(0)), ..all.clone() }, vec![-6]),
        (GameFilter { words: vec!["ANN".into()], ..all.clone() }, vec![5, 3, 2, 1]),
        (GameFilter { words: vec!["ann".into(), "sicil".into(), "naj".into()], ..all.clone() }, vec![1]),
        (GameFilter { words: vec!["cid".into(), "sicil".into()], ..all.clone() }, vec![]),
        (GameFilter { words: vec!["1969".into()], ..all.clone() }, vec![-6]),
        (GameFilter { words: vec!["1970".into(), "ann".into()], ..all.clone() }, vec![5, 3, 2, 1]),
        (GameFilter { words: vec!["1971".into()], ..all.clone() }, vec![]),
        (GameFilter { position: after_e4, ..all.clone() }, vec![3, 2, 1]),
        (GameFilter { position: after_e4, color: white, ..by_ann.clone() }, vec![1]),
        (GameFilter { position: after_e4, result: Some(Draw), ..all.clone() }, vec![3]),
        (GameFilter { position: Some(Position::START.into()), ..all.clone() }, vec![5, 4, 3, 2, 1, -6]),
        (GameFilter { position: after_e4, since: Some(Moment(3 * DAY)), ..by_ann.clone() }, vec![3]),
    ] {
        assert_eq!(days(&store, filter.clone()).await?, expected, "{filter:?}");
    }
    Ok(store)
}

pub async fn pages_follow_each_other_without_gap_or_overlap(store: Store) -> Tested {
    // Many games of one moment, so that time alone does not tell where a page ends.
    for index in 0..25_i64 {
        let (white, black) = if index % 2 == 0 { ("Ann", "Bob") } else { ("Bob", "Ann") };
        store.import(past(white, black, "e2e4 e7e5", Draw, index / 7 * DAY)).await?;
    }
    let ann = store.player_named("Ann").await?.expect("she played").id;
    let position = Some(Position::START.into());
    for filter in [
        GameFilter::default(),
        GameFilter { player: Some(ann), ..GameFilter::default() },
        GameFilter { position, ..GameFilter::default() },
    ] {
        let all = store.search(&filter, None, 100).await?;
        assert_eq!((all.games.len(), all.next), (25, None));
        for size in [1, 4, 5, 24, 25] {
            let (mut found, mut from): (Vec<GameId>, Option<Cursor>) = (Vec::new(), None);
            loop {
                let page = store.search(&filter, from, size).await?;
                assert!(page.games.len() == size as usize || page.next.is_none());
                found.extend(page.games.iter().map(|game| game.id));
                // Through text, as a client would send it back.
                from = page.next.map(|next| next.to_string().parse().expect("a cursor"));
                if from.is_none() {
                    break;
                }
            }
            assert_eq!(found, all.games.iter().map(|game| game.id).collect::<Vec<_>>(), "{filter:?}, {size}");
        }
    }
    Ok(store)
}

pub async fn positions_are_found_however_they_were_reached(store: Store) -> Tested {
    store.import(past("A", "B", "g1f3 g8f6 d2d4", Draw, DAY)).await?;
    store.import(past("A", "B", "d2d4 g8f6 g1f3", Draw, 2 * DAY)).await?;
    // Three times in one game is one game.
    store.import(past("A", "B", "d2d4 g8f6 g1f3 f6g8 f3g1 g8f6 g1f3", Draw, 3 * DAY)).await?;
    // In passing: the square counts only if the capture is legal, and here it is.
    store.import(past("A", "B", "e2e4 g8f6 e4e5 d7d5", Draw, 4 * DAY)).await?;
    for (fen, expected) in [
        ("rnbqkb1r/pppppppp/5n2/8/3P4/5N2/PPP1PPPP/RNBQKB1R b KQkq - 2 2", vec![3, 2, 1]),
        ("rnbqkb1r/ppp1pppp/5n2/3pP3/8/8/PPPP1PPP/RNBQKBNR w KQkq d6 0 3", vec![4]),
        ("rnbqkb1r/ppp1pppp/5n2/3pP3/8/8/PPPP1PPP/RNBQKBNR w KQkq - 0 3", vec![]),
    ] {
        let position = Some(Position::from_fen(fen).expect("a position").into());
        assert_eq!(days(&store, GameFilter { position, ..GameFilter::default() }).await?, expected, "{fen}");
    }
    Ok(store)
}

pub async fn games_from_elsewhere_are_taken_in(store: Store) -> Tested {
    let tags = BTreeMap::from([("Event".to_owned(), "Café \"de la Régence\"".to_owned())]);
    let moves = "f2f3 e7e5 g2g4 d8h4";
    let game = PastGame { tags: tags.clone(), ..past("Légal", "Saint Brie", moves, BlackWins, -DAY) };
    let id = store.import(game).await?;
    let kept = store.load(id).await?;
    assert_eq!(kept.summary.tags, tags);
    assert_eq!((kept.summary.plies, kept.summary.entries, kept.summary.created), (4, 1, Moment(-DAY)));
    assert_eq!(kept.summary.white.expect("a name was given").name.as_str(), "Légal");
    assert_eq!(kept.game.outcome().map(Outcome::result), Some("0-1"));
    let sans: Vec<String> = store.plies(id).await?.into_iter().map(|ply| ply.san).collect();
    assert_eq!(sans, ["f3", "e5", "g4", "Qh4#"]);
    Ok(store)
}

/// The only game of a PGN text.
fn read_pgn(text: &str) -> PgnGame {
    let mut builder = GameBuilder::new();
    assert!(Reader::new(text.as_bytes()).read_game(&mut builder).expect("memory can be read"));
    let (game, errors) = builder.take();
    assert_eq!(errors, []);
    game
}

pub async fn games_in_pgn_are_taken_in_and_given_out(store: Store) -> Tested {
    let text = "[Event \"Paris\"]\n[Date \"1858.11.02\"]\n[White \"Morphy, Paul\"]\n[Black \"Deep Thought\"]\n\
        [BlackType \"program\"]\n[ECO \"C41\"]\n[Opening \"Philidor Defense\"]\n[TimeControl \"300+3\"]\n\n\
        1. e4 {[%clk 0:05:00]} e5 (1... c5 {other}) 2. Nf3 d6 1-0\n";
    let otherwise = Moment(7);
    let id = store.import(PastGame::from_pgn(&read_pgn(text), otherwise)).await?;
    let summary = store.game(id).await?;
    assert_eq!(summary.created, Moment(-40_602 * DAY));
    assert_eq!(summary.status, Status::result_only(Some(Color::White)));
    assert_eq!(summary.time_control.as_deref(), Some("5+3"));
    assert_eq!(summary.opening, Some(Opening { eco: "C41".into(), name: "Philidor Defense".into() }));
    assert_eq!(summary.black.as_ref().map(|player| player.kind), Some(PlayerKind::Computer));
    assert_eq!(store.plies(id).await?[0].clock, Some(std::time::Duration::from_mins(5)));

    let written = store.load(id).await?.pgn().to_string();
    let again = PastGame::from_pgn(&read_pgn(&written), otherwise);
    assert_eq!(again, PastGame::from_pgn(&read_pgn(text), otherwise), "{written}");

    assert_eq!(store.load(id).await?.pgn(), read_pgn(text));

    let undated = PastGame::from_pgn(&read_pgn("1. e4 *"), otherwise);
    assert_eq!((undated.played, undated.status), (otherwise, Status::Abandoned));
    Ok(store)
}

pub async fn games_in_pgn_lose_nothing(store: Store) -> Tested {
    let shuffle = "Nf3 Nf6 Ng1 Ng8 ".repeat(5);
    for text in [
        // What is written, in every place; a name in two spellings; tags that say nothing.
        "[Event \"?\"]\n[White \"MORPHY\"]\n[Black \"-\"]\n[Annotator \"?\"]\n\n{start} 1. e4 $1 {[%csl Ge4] [%x y] good} \
         ({before} 1. d4 d5 (1... Nf6 {deep}) 2. c4) 1... e5 {[%clk 0:1:0]} *\n",
        "[White \"Morphy\"]\n[Date \"????.??.??\"]\n\n1. d4 ; a brace } here\n 1-0",
        // Played on after the draw, and with a result that contradicts the board.
        &format!("{shuffle} e4 1-0"),
        "f3 e5 g4 Qh4 1-0",
        // Somebody passes, with and without a word about it.
        "1. e4 -- 2. d4 Z0 *",
        "1. e4 -- {a plan} (1... e5) 2. d4 {[%clk 0:01:00]} *",
        "[Variant \"Chess960\"]\n[FEN \"bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9\"]\n\n1. a4 {x} *",
        "[Variant \"classroom\"]\n\n1. e4 e5 2. Qh5 Ke7 3. Qxe5 {gone} *",
        "[Variant \"house:orthodox,castling=off\"]\n[FEN \"k3/4/4/K2R w - - 0 1\"]\n\n1. Rd4 (1. Rc1) *",
        "[Variant \"From Position\"]\n[FEN \"4k3/8/8/8/8/8/8/R3K3 w Q - 160 90\"]\n\n1. Ra2 Kd8 2. Ra3 1/2-1/2",
    ] {
        let pgn = read_pgn(text);
        let id = store.import(PastGame::from_pgn(&pgn, Moment(7))).await?;
        let kept = store.load(id).await?;
        assert_eq!(kept.pgn(), pgn, "{text}");
        assert_eq!(kept.game.plies().len(), kept.summary.plies as usize, "{text}");
    }
    Ok(store)
}

pub async fn a_game_that_goes_on_here_sheds_what_was_written_elsewhere(store: Store) -> Tested {
    let pgn = read_pgn("1. e4 {good} (1. d4) *");
    let id = store.import(PastGame::from_pgn(&pgn, Moment(7))).await?;
    let mut kept = store.load(id).await?;
    let played = Played::of(&kept.game.play_written("e5").expect("it is legal"), None).expect("a move");
    let entry = Entry { at: Moment(8), event: Event::Play(played) };
    store.append(id, kept.next_number(), entry, Standing::of(&kept.game)).await?;
    let written = store.load(id).await?.pgn().to_string();
    assert!(written.ends_with("\n1. e4 e5 *\n\n"), "{written}");
    Ok(store)
}

pub async fn many_games_are_taken_in_at_once_but_for_bad_ones(store: Store) -> Tested {
    let good = |white| past(white, "Bob", "e2e4 e7e5", Draw, DAY);
    let games = vec![good("Ann"), past("Ann", "Bob", "e2e5", Draw, DAY), good("ANN"), good("Cy")];
    let taken = store.import_all(games).await?;
    let is_taken: Vec<bool> = taken.iter().map(Result::is_ok).collect();
    assert_eq!(is_taken, [true, false, true, true]);
    assert_eq!(days(&store, GameFilter::default()).await?, [1; 3]);
    let names: Vec<String> = store.players().await?.iter().map(|player| player.name.to_string()).collect();
    assert_eq!(names, ["Ann", "Bob", "Cy"]);
    Ok(store)
}

pub async fn an_illegal_game_from_elsewhere_leaves_nothing(store: Store) -> Tested {
    let answer = store.import(past("Ann", "Bob", "e2e4 e7e5 e4e5", Unknown, DAY)).await;
    assert!(matches!(answer, Err(StoreError::IllegalMove { ply: 3, .. })), "{answer:?}");
    assert_eq!(store.players().await?, []);
    assert_eq!(days(&store, GameFilter::default()).await?, [0; 0]);
    Ok(store)
}
