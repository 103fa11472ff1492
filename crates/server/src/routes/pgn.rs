//! Games as text, in and out.

use super::account::address;
use super::filter::GameWishes;
use super::list::item;
use crate::extract::{Game, Text, Wishes};
use crate::guard::note_effort;
use crate::identity::Visitor;
use crate::refusal::Refusal;
use crate::shared::Shared;
use crate::table::{LARGEST_TREE, Table, too_large};
use crate::view::{ErrorView, ImportFailure, Imported};
use axum::extract::{ConnectInfo, DefaultBodyLimit, State};
use axum::http::header;
use axum::response::{IntoResponse, Response};
use axum::{Extension, Json};
use regence_game::pgn::{GameBuilder, GameResult, PgnGame, Reader};
use regence_game::session::Seat;
use regence_rules::{ByColor, Color};
use regence_store::{GameId, PastGame, SeatRow, TableRow, UserId};
use std::net::SocketAddr;
use std::sync::Arc;

/// The largest text that is taken in, in bytes.
pub const LARGEST: usize = 1024 * 1024;
/// The most games that are taken in or given out at once.
const MOST: usize = 1000;
/// So many half-moves are kept together.
const PORTION: usize = 10_000;

fn text(pgn: String) -> Response {
    ([(header::CONTENT_TYPE, "application/x-chess-pgn; charset=utf-8")], pgn).into_response()
}

/// A game in PGN.
#[utoipa::path(get, path = "/games/{id}/pgn", params(("id" = String, Path)),
    responses((status = 200, content_type = "application/x-chess-pgn", body = String),
        (status = "4XX", body = ErrorView)))]
pub async fn one(State(shared): State<Arc<Shared>>, Game(id): Game) -> Result<Response, Refusal> {
    write(&shared, id).await.map(text)
}

async fn write(shared: &Arc<Shared>, id: GameId) -> Result<String, Refusal> {
    let summary = shared.store.game(id).await?;
    let pgn = shared.look(id, pgn).await?;
    let mut pgn = pgn.ok_or_else(|| Refusal::not_now("there is no game on the free board"))?;
    pgn.tags.set("Date", summary.created.date());
    // What was said of a game from elsewhere stays.
    for (name, value) in &summary.tags {
        pgn.tags.set(name, value.as_str());
    }
    for (name, player) in [("White", &summary.white), ("Black", &summary.black)] {
        if let Some(player) = player {
            pgn.tags.set(name, player.name.as_str());
        }
    }
    // Of a game that is reviewed the table knows the result: to the store an analysis has none.
    match GameResult::from_word(summary.status.result().as_bytes()) {
        None | Some(GameResult::Unknown) => {}
        Some(result) => pgn.result = result,
    }
    Ok(pgn.to_string())
}

/// The game on a table: what was played, or in an analysis all of it.
fn pgn(table: &Table) -> Option<PgnGame> {
    let mut pgn = PgnGame::new(table.copy()?);
    set_players(&mut pgn, table.seats());
    let reviewed = table.reviewed.as_ref();
    pgn.result = reviewed
        .and_then(|outcome| GameResult::from_word(outcome.result.as_bytes()))
        .unwrap_or(GameResult::Unknown);
    let Some(session) = table.session() else { return Some(pgn) };
    let control = session.clock().control(Color::White);
    if *control != regence_game::clock::TimeControl::Unlimited {
        pgn.tags.set("TimeControl", control.pgn());
    }
    if let Some(opening) = session.game().and_then(regence_game::Game::opening) {
        pgn.tags.set("ECO", opening.eco.to_string());
        pgn.tags.set("Opening", opening.name);
    }
    Some(pgn)
}

fn set_players(pgn: &mut PgnGame, seats: &ByColor<Seat>) {
    for (color, tag) in [(Color::White, "White"), (Color::Black, "Black")] {
        match &seats[color] {
            Seat::Human(name) if name.is_empty() => {}
            Seat::Human(name) => pgn.tags.set(tag, name.as_str()),
            computer => {
                pgn.tags.set(tag, computer.to_string());
                pgn.tags.set(&format!("{tag}Type"), "program");
            }
        }
    }
}

/// Takes games in, and keeps them among one's own.
#[utoipa::path(post, path = "/pgn", request_body(content = String, content_type = "application/x-chess-pgn"),
    responses((status = 200, body = Imported), (status = "4XX", body = ErrorView)))]
pub async fn import(
    State(shared): State<Arc<Shared>>,
    Extension(visitor): Extension<Visitor>,
    from: Option<Extension<ConnectInfo<SocketAddr>>>,
    Text(text): Text,
) -> Result<Json<Imported>, Refusal> {
    note_effort(&shared, address(from))?;
    let user = visitor.known(&shared).await?;
    let now = shared.config.time.now();
    let (source, games, bad) = tokio::task::spawn_blocking(move || read(text, now))
        .await
        .map_err(|error| Refusal::new(crate::refusal::Code::Broken, error))??;
    if games.is_empty() && bad.is_empty() {
        return Err(Refusal::invalid("there is no game in this text, expected PGN"));
    }
    let failures = bad.into_iter().map(|(number, why)| source.failure(number, why)).collect();
    let mut imported = Imported { games: Vec::with_capacity(games.len()), failures };
    let mut games = games.into_iter().peekable();
    while games.peek().is_some() {
        let portion = portion(&mut games);
        let numbers: Vec<u32> = portion.iter().map(|(number, _)| *number).collect();
        let Err(refusal) = take_in(&shared, user, &source, portion, &mut imported).await else { continue };
        if imported.games.is_empty() {
            return Err(refusal);
        }
        // Whoever knows what is kept already need not bring that in again.
        let rest = numbers.into_iter().chain(games.map(|(number, _)| number));
        imported.failures.extend(rest.map(|number| source.failure(number, refusal.to_string())));
        break;
    }
    imported.failures.sort_by_key(|failure| failure.number);
    Ok(Json(imported))
}

/// A game and its number in the text.
type Numbered = (u32, PastGame);
/// The number of a game that was not understood, and why.
type Bad = (u32, String);

/// The text that games came in, and where in it each of them begins.
struct Source {
    text: String,
    starts: Vec<usize>,
}

impl Source {
    /// What is said of a game that is not taken in. It is given back, so that only it need be sent again.
    fn failure(&self, number: u32, message: String) -> ImportFailure {
        let index = number as usize;
        let start = self.starts.get(index - 1).copied().unwrap_or_default();
        let end = self.starts.get(index).copied().unwrap_or(self.text.len());
        let text = self.text.get(start..end).unwrap_or_default().trim().to_owned();
        ImportFailure { number, message, text }
    }
}

/// The next games that are kept together. Whoever plays meanwhile waits for them, so they must not be many.
fn portion(games: &mut impl Iterator<Item = Numbered>) -> Vec<Numbered> {
    let (mut portion, mut plies) = (Vec::new(), 0);
    for game in games {
        plies += game.1.moves.len();
        portion.push(game);
        if plies >= PORTION {
            break;
        }
    }
    portion
}

/// Keeps some games, and says what became of each.
async fn take_in(
    shared: &Shared,
    user: UserId,
    source: &Source,
    games: Vec<Numbered>,
    imported: &mut Imported,
) -> Result<(), Refusal> {
    let seat = || SeatRow { user: None, code: Seat::default().code() };
    let table = TableRow { kind: "imported".into(), owner: Some(user), white: seat(), black: seat() };
    let (numbers, past): (Vec<u32>, Vec<PastGame>) = games.into_iter().unzip();
    let taken = shared.store.import_at(past, Some(table.clone())).await?;
    let mut kept = Vec::with_capacity(taken.len());
    for (number, taken) in numbers.into_iter().zip(taken) {
        match taken {
            Ok(id) => kept.push(item(&shared.store.game(id).await?, Some(&table))),
            Err(error) => imported.failures.push(source.failure(number, error.to_string())),
        }
    }
    imported.games.extend(kept);
    Ok(())
}

fn read(text: String, now: regence_store::Moment) -> Result<(Source, Vec<Numbered>, Vec<Bad>), Refusal> {
    let mut reader = Reader::new(text.as_bytes());
    let mut builder = GameBuilder::new();
    let (mut starts, mut games, mut bad) = (Vec::new(), Vec::new(), Vec::new());
    for number in 1.. {
        if !reader.read_game(&mut builder).map_err(Refusal::invalid)? {
            break;
        }
        if number as usize > MOST {
            return Err(Refusal::new(
                crate::refusal::Code::Large,
                format_args!("there are more than {MOST} games in this text"),
            ));
        }
        starts.push(reader.game_offset() as usize);
        let (game, errors) = builder.take();
        let past = match errors.first() {
            Some(error) => Err(error.to_string()),
            None if game.game.places() > LARGEST_TREE => Err(too_large(game.game.places())),
            None => Ok(PastGame::from_pgn(&game, now)),
        };
        match past {
            Ok(past) => games.push((number, past)),
            Err(why) => bad.push((number, why)),
        }
    }
    drop(reader);
    Ok((Source { text, starts }, games, bad))
}

/// One's own games in PGN.
#[utoipa::path(get, path = "/pgn", params(GameWishes),
    responses((status = 200, content_type = "application/x-chess-pgn", body = String),
        (status = "4XX", body = ErrorView)))]
pub async fn export(
    State(shared): State<Arc<Shared>>,
    Extension(visitor): Extension<Visitor>,
    Wishes(wishes): Wishes<GameWishes>,
) -> Result<Response, Refusal> {
    let from = wishes.from()?;
    let Some(user) = visitor.user else { return Ok(text(String::new())) };
    let page = shared
        .store
        .search(
            &wishes.filter(Some(user), shared.config.is_personal)?,
            from,
            wishes.limit(MOST as u32, MOST as u32),
        )
        .await?;
    let mut all = String::new();
    for summary in page.games {
        match write(&shared, summary.id).await {
            Ok(pgn) => all.push_str(&pgn),
            // A free board has no game to write.
            Err(refusal) if refusal.code == crate::refusal::Code::NotNow => {}
            Err(refusal) => return Err(refusal),
        }
    }
    Ok(text(all))
}

/// Files of games may be larger than other bodies.
pub fn limit() -> DefaultBodyLimit {
    DefaultBodyLimit::max(LARGEST)
}
