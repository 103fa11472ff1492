//! Kills a program that plays, again and again at any moment, and looks whether all that it was told is kept.
//!
//! The test starts itself as the program: given a folder and a seed, it plays several games at once and says of each
//! entry, once the store has acknowledged it, `GAME NUMBER MOVE` on its standard output.

#[path = "data/mod.rs"]
mod data;
#[path = "folder/mod.rs"]
mod folder;

use data::{Random, random_entry};
use folder::Folder;
use regence_game::Game;
use regence_store::{Event, GameFilter, GameId, Moment, NewGame, State, Store, StoreError};
use std::collections::{HashMap, HashSet};
use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::Arc;

const ROUNDS: u64 = 30;
const GAMES_AT_ONCE: usize = 6;
/// At most so many acknowledgements are awaited before the program is killed.
const MOST_LINES: usize = 120;

/// The moves that were acknowledged, by game and number.
type Acknowledged = HashMap<GameId, Vec<String>>;

fn main() {
    let words: Vec<String> = std::env::args().skip(1).collect();
    match words.iter().map(String::as_str).collect::<Vec<_>>().as_slice() {
        ["--play", folder, seed] => {
            play(Path::new(folder), seed.parse().expect("a seed"))
                .expect("the store works until it is killed");
        }
        ["--list", ..] => println!("killed_programs_lose_nothing: test"),
        // Words that pick other tests mean that this one is not wanted.
        words
            if words
                .iter()
                .any(|word| !word.starts_with('-') && !"killed_programs_lose_nothing".contains(word)) => {}
        _ => killed_programs_lose_nothing(),
    }
}

/// Plays until it is killed.
fn play(folder: &Path, seed: u64) -> Result<(), StoreError> {
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build();
    runtime.expect("a runtime").block_on(async {
        let store = Arc::new(Store::open(folder).await?);
        let running = GameFilter { state: Some(State::Running), ..GameFilter::default() };
        let left = store.search(&running, None, GAMES_AT_ONCE as u32).await?;
        let mut ids = left.games.iter().map(|game| Some(game.id)).collect::<Vec<_>>();
        ids.resize(GAMES_AT_ONCE, None);
        let players: Vec<_> = (seed * 1000..)
            .zip(ids)
            .map(|(seed, id)| tokio::spawn(play_on(store.clone(), id, Random::new(seed))))
            .collect();
        for player in players {
            player.await.expect("no player panics")?;
        }
        Ok(())
    })
}

/// Goes on with a game, then plays others, for ever.
async fn play_on(store: Arc<Store>, mut id: Option<GameId>, mut random: Random) -> Result<(), StoreError> {
    loop {
        let id = match id.take() {
            Some(id) => id,
            None => store.create(NewGame::at(Moment(0))).await?,
        };
        let mut kept = store.load(id).await?;
        let mut number = kept.next_number();
        while let Some((entry, standing)) = random_entry(&mut kept.game, &mut random, i64::from(number)) {
            let Event::Play(played) = &entry.event else { unreachable!("a random entry is a move") };
            let uci = played.uci().expect("nobody passes");
            let appended = store.append(id, number, entry, standing).await?;
            // One write for each line, so that no line is torn but by death.
            let line = format!("{id} {} {uci}\n", appended.number);
            std::io::stdout().write_all(line.as_bytes()).expect("somebody listens");
            number += 1;
        }
    }
}

fn killed_programs_lose_nothing() {
    let (folder, mut random) = (Folder::new(), Random::new(2024));
    let (mut acknowledged, mut told, mut unheard) = (Acknowledged::new(), 0, 0);
    for round in 0..ROUNDS {
        // Some die before they have said anything: while they open the store, or make it.
        let lines = if round % 5 == 0 { 0 } else { random.below(MOST_LINES) };
        told += run_and_kill(folder.path(), round, lines, &mut acknowledged);
        unheard += check(folder.path(), round, &mut acknowledged);
    }
    assert!(acknowledged.len() >= GAMES_AT_ONCE, "there were games");
    println!(
        "killed_programs_lose_nothing: {ROUNDS} kills, {} games, {told} moves acknowledged, {unheard} kept unheard: ok",
        acknowledged.len()
    );
}

/// Lets the program play until it has said so many lines, kills it, and listens to what it had still said. Gives the
/// number of lines.
fn run_and_kill(folder: &Path, seed: u64, lines: usize, acknowledged: &mut Acknowledged) -> usize {
    let mut child = Command::new(std::env::current_exe().expect("this program"))
        .arg("--play")
        .arg(folder)
        .arg(seed.to_string())
        .stdout(Stdio::piped())
        .spawn()
        .expect("it starts");
    let mut output = BufReader::new(child.stdout.take().expect("it is piped"));
    let (mut heard, mut line) = (0, String::new());
    loop {
        if heard == lines {
            // SIGKILL; on other systems what comes nearest.
            child.kill().expect("it can be killed");
        }
        line.clear();
        output.read_line(&mut line).expect("what it says is text");
        let Some(said) = line.strip_suffix('\n') else { break };
        note(said, acknowledged);
        heard += 1;
    }
    let status = child.wait().expect("it has ended");
    assert!(!status.success() && heard >= lines, "it ended by itself: {status}");
    heard
}

/// Takes down what was said; the numbers of a game must come in order.
fn note(said: &str, acknowledged: &mut Acknowledged) {
    let [id, number, uci] = said.split(' ').collect::<Vec<_>>()[..] else { panic!("'{said}'") };
    let moves = acknowledged.entry(id.parse().expect("a game")).or_default();
    let number: usize = number.parse().expect("a number");
    assert_eq!(number, moves.len() + 1, "{said}");
    moves.push(uci.to_owned());
}

/// Looks whether everything acknowledged is kept, and how many moves are kept beyond that. These count as acknowledged
/// from now on, for we have seen them.
fn check(folder: &Path, round: u64, acknowledged: &mut Acknowledged) -> usize {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().expect("a runtime");
    runtime.block_on(async {
        let store = Store::open(folder).await.expect("the store opens after a kill");
        assert_eq!(store.check().await.expect("it can be checked"), Vec::<String>::new(), "round {round}");
        let page = store.search(&GameFilter::default(), None, Store::LARGEST_PAGE).await.expect("games");
        assert_eq!(page.next, None);
        let kept: HashSet<GameId> = page.games.iter().map(|game| game.id).collect();
        assert!(acknowledged.keys().all(|id| kept.contains(id)), "round {round}: a game is lost");
        let mut unheard = 0;
        for id in kept {
            let heard = acknowledged.entry(id).or_default();
            let moves = check_game(&store, id, heard).await;
            unheard += moves.len() - heard.len();
            *heard = moves;
        }
        store.close().await.expect("it closes");
        unheard
    })
}

/// The moves that are kept of a game.
async fn check_game(store: &Store, id: GameId, heard: &[String]) -> Vec<String> {
    let kept = store.load(id).await.expect("the log can be played again");
    let moves: Vec<String> = kept
        .entries
        .iter()
        .map(|entry| match &entry.event {
            Event::Play(played) => played.uci().expect("nobody passes").to_string(),
            other => panic!("nobody wrote {other:?}"),
        })
        .collect();
    assert!(moves.starts_with(heard), "game {id}: {heard:?} was acknowledged, {moves:?} is kept");
    assert!(moves.len() <= heard.len() + 1, "game {id}: more than one move that nobody heard of");
    // What is derived from the log stands where the log does.
    let line: Vec<String> = store.plies(id).await.expect("a line").into_iter().map(|ply| ply.uci).collect();
    assert_eq!(line, moves);
    assert_eq!(kept.summary.entries as usize, moves.len());
    assert_eq!(kept.summary.plies as usize, moves.len());
    assert_eq!(kept.summary.fen, Game::position(&kept.game).fen());
    moves
}
