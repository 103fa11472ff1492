//! How many moves a second the store acknowledges: `cargo xtask bench store`.
//!
//! Random games are played; what is timed is from the first request to the last acknowledgement, each of them after its
//! sync to disk. The folder given, or else the system's one for temporary files, says which disk.

use regence_game::{Game, Variant};
use regence_store::{
    Entry, Event, GameFilter, GameId, Moment, NewGame, PastGame, Played, Standing, Status, Store,
};
use std::error::Error;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::{Duration, Instant};

type Outcome<T> = Result<T, Box<dyn Error + Send + Sync>>;

/// How many games at once, and how many half-moves in each.
const RUNS: [(usize, usize); 5] = [(1, 2000), (8, 1000), (64, 500), (512, 100), (2000, 40)];

fn main() -> Outcome<()> {
    let parent = std::env::args_os().nth(1).map_or_else(std::env::temp_dir, PathBuf::from);
    let folder = parent.join(format!("regence-store-bench-{}", std::process::id()));
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build()?;
    let done = runtime.block_on(measure(&folder));
    std::fs::remove_dir_all(&folder)?;
    done
}

async fn measure(folder: &std::path::Path) -> Outcome<()> {
    let store = Arc::new(Store::open(folder).await?);
    println!("games at once   moves     seconds   moves/s   median ms   p99 ms");
    for (games, plies) in RUNS {
        let started = Instant::now();
        let players: Vec<_> =
            (0..games).map(|seed| tokio::spawn(play(store.clone(), seed as u64 + 1, plies))).collect();
        let mut waits = Vec::new();
        for player in players {
            waits.extend(player.await??);
        }
        let seconds = started.elapsed().as_secs_f64();
        waits.sort_unstable();
        #[allow(clippy::cast_precision_loss)] // Few digits are shown.
        let rate = waits.len() as f64 / seconds;
        println!(
            "{games:13} {:7} {seconds:11.2} {rate:9.0} {:11.2} {:8.2}",
            waits.len(),
            millis(waits[waits.len() / 2]),
            millis(waits[waits.len() * 99 / 100]),
        );
    }
    import(&store).await?;
    #[allow(clippy::cast_precision_loss)] // Few digits are shown.
    let size = std::fs::metadata(folder.join(regence_store::DATABASE_FILE))?.len() as f64 / 1e6;
    println!("the database has {size:.1} MB");
    Ok(())
}

fn millis(duration: Duration) -> f64 {
    duration.as_secs_f64() * 1e3
}

/// Plays a random game, or several, and gives how long each acknowledgement took.
async fn play(store: Arc<Store>, mut seed: u64, plies: usize) -> Outcome<Vec<Duration>> {
    let mut waits = Vec::with_capacity(plies);
    while waits.len() < plies {
        let (id, mut game): (GameId, _) = (store.create(NewGame::at(Moment(0))).await?, Game::default());
        for number in 1.. {
            if game.outcome().is_some() || waits.len() == plies {
                break;
            }
            let ply = random_move(&mut game, &mut seed)?;
            let entry = Entry { at: Moment(0), event: Event::Play(ply) };
            let standing = Standing::of(&game);
            let asked = Instant::now();
            store.append(id, number, entry, standing).await?;
            waits.push(asked.elapsed());
        }
    }
    Ok(waits)
}

fn random_move(game: &mut Game, seed: &mut u64) -> Outcome<Played> {
    let moves = game.position().legal_moves();
    *seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
    let mv = moves[(*seed >> 33) as usize % moves.len()];
    let ply = game.play(mv.uci(Variant::Orthodox))?;
    Played::of(&ply, Some(Duration::from_mins(1))).ok_or_else(|| "nothing was played".into())
}

/// Takes in games from elsewhere, then looks for a position in them.
async fn import(store: &Arc<Store>) -> Outcome<()> {
    const GAMES: usize = 2000;
    let mut games = Vec::new();
    for seed in 0..GAMES {
        let (mut game, mut seed, mut moves) = (Game::default(), seed as u64 + 7, Vec::new());
        while moves.len() < 80 && game.outcome().is_none() {
            moves.push((random_move(&mut game, &mut seed)?.uci(), None));
        }
        games.push(PastGame {
            variant: Variant::Orthodox,
            start: *game.start(),
            moves,
            status: Status::result_only(None),
            white: None,
            black: None,
            time_control: None,
            played: Moment(seed.cast_signed()),
            opening: None,
            tags: std::collections::BTreeMap::new(),
            annotated: None,
        });
    }
    let started = Instant::now();
    for taken in store.import_all(games).await? {
        taken?;
    }
    #[allow(clippy::cast_precision_loss)] // Few digits are shown.
    let rate = GAMES as f64 / started.elapsed().as_secs_f64();
    println!("{GAMES} games from elsewhere, {rate:.0} games/s");
    let started = Instant::now();
    let filter = GameFilter { position: Some(Variant::Orthodox.start()), ..GameFilter::default() };
    let page = store.search(&filter, None, 50).await?;
    println!("the start position on a page of {} in {:.2} ms", page.games.len(), millis(started.elapsed()));
    Ok(())
}
