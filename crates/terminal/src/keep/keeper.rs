//! What the thread that owns the store does there.

use super::hand::{Hand, NotOurs, RENEWAL};
use super::log::KIND;
use super::{
    Changes, Found, LeftGame, Listed, Log, Opened, Origin, Remembered, Request, Settings, Told, Wish,
    old_files,
};
use regence_game::json::GameJson;
use regence_game::session::Seat;
use regence_rules::{ByColor, Color};
use regence_store::{
    Entry, GameFilter, GameId, GameSummary, Moment, NewGame, Place, Player, PlayerKind, SeatRow, Standing,
    State, Store, StoreError, TableRow, Tally,
};
use std::collections::{HashMap, VecDeque};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

/// How many games are read at once.
const PAGE: u32 = 50;
/// Among how many games that run the last one that can go on is looked for. Games are found by when they began, and an old
/// one may have been played on today.
const RECENT: u32 = 200;
/// The kind of a table in the browser at which nobody plays.
const ANALYSIS: &str = "analysis";
/// The settings' key.
const SETTINGS: &str = "settings";

/// Whoever has the store in hand.
pub struct Keeper {
    store: Result<Store, String>,
    games: HashMap<u64, Kept>,
    hand: Hand,
}

/// A game that is being kept.
struct Kept {
    /// Where the store has it, and the number of its next entry.
    origin: Origin,
    /// Who was last said to play.
    seats: Option<ByColor<Seat>>,
    /// What has not been written yet, because it could not be.
    waiting: VecDeque<(Entry, Standing)>,
    /// Whether another program has gone on with it.
    is_lost: bool,
}

impl Keeper {
    /// Opens the store, takes over what earlier versions have left, and says what is remembered.
    pub async fn open(place: Option<&Place>) -> (Self, Remembered) {
        let Some(place) = place else {
            let why = "there is no folder for it; --data names one";
            let problem = Some(why.into());
            return (Self::closed(why.into()), Remembered { problem, ..Remembered::default() });
        };
        let store = match Store::open(place).await {
            Ok(store) => store,
            Err(error) => {
                let problem = Some(error.to_string());
                return (Self::closed(error.to_string()), Remembered { problem, ..Remembered::default() });
            }
        };
        let mut keeper = Self { store: Ok(store), ..Self::closed(String::new()) };
        if let Place::Folder(folder) = place {
            old_files::take_over(&mut keeper, folder).await;
            // Nobody has opened what was taken over.
            if let Ok(store) = &keeper.store {
                let _ = keeper.hand.put_down(store).await;
            }
        }
        // What cannot be read is as good as forgotten, and whoever writes will hear why.
        let remembered = keeper.remembered().await.unwrap_or_default();
        (keeper, remembered)
    }

    /// Without a store, for this reason.
    pub fn closed(why: String) -> Self {
        Self { store: Err(why), games: HashMap::new(), hand: Hand::default() }
    }

    pub(super) fn store(&self) -> Result<&Store, String> {
        self.store.as_ref().map_err(String::clone)
    }

    /// Finishes.
    pub async fn close(self) {
        if let Ok(store) = self.store {
            self.hand.leave(&store).await;
            // All that was acknowledged is on disk already.
            let _ = store.close().await;
        }
    }

    /// How long one may wait for the next request; for ever, if nothing is said.
    pub fn patience(&self) -> Option<Duration> {
        let is_needed = self.store.as_ref().is_ok_and(|store| self.hand.needs_renewal(store));
        is_needed.then_some(RENEWAL)
    }

    /// Nothing has been asked for a while.
    pub async fn renew(&mut self) {
        if let Ok(store) = &self.store {
            self.hand.renew(store).await;
        }
    }

    async fn remembered(&self) -> Result<Remembered, String> {
        let store = self.store()?;
        let settings = store.setting(KIND, SETTINGS).await.map_err(told)?;
        let running =
            GameFilter { kind: Some(KIND.into()), state: Some(State::Running), ..GameFilter::default() };
        let settings = settings.and_then(|value| serde_json::from_value(value).ok());
        let mut remembered = Remembered { settings, ..Remembered::default() };
        let mut games = store.search(&running, None, RECENT).await.map_err(told)?.games;
        // The one that was played last, whenever it began.
        games.sort_by_key(|game| core::cmp::Reverse(game.updated));
        for game in games {
            // What somebody plays just now was not left.
            if self.hand.misses(store, game.id).await.unwrap_or(false) {
                continue;
            }
            // One that cannot be read must not hide the others, nor the settings.
            let Ok(left) = left_game(store, game.id).await else { continue };
            if Log::restore(&left, 0).is_some() {
                remembered.left = Some(left);
                break;
            }
        }
        Ok(remembered)
    }

    /// Does what is asked for.
    pub async fn answer(&mut self, request: Request) -> Told {
        if self.store.is_err() {
            return self.refuse(&request);
        }
        match request {
            Request::Keep(changes) => Told::Kept(self.keep(*changes).await),
            Request::Settings(settings) => Told::Set(self.keep_settings(&settings).await),
            Request::Find(wish) => Told::Found(wish.ticket, self.find(*wish).await.map(Box::new)),
            Request::Open(id) => Told::Opened(self.read(id).await),
            Request::Score(names) => {
                // Whoever cannot be counted has not scored.
                let tally = self.count(&names).await.unwrap_or_default();
                Told::Score(names, tally)
            }
        }
    }

    /// The answer without a store.
    pub fn refuse(&self, request: &Request) -> Told {
        let why = self.store.as_ref().err().cloned().unwrap_or_default();
        match request {
            Request::Keep(_) => Told::Kept(Err(why)),
            Request::Settings(_) => Told::Set(Err(why)),
            Request::Find(wish) => Told::Found(wish.ticket, Err(format!("no games are kept: {why}"))),
            Request::Open(_) => Told::Opened(Err(why)),
            Request::Score(names) => Told::Score(names.clone(), Tally::default()),
        }
    }

    pub(super) async fn keep_settings(&self, settings: &Settings) -> Result<(), String> {
        let value = serde_json::to_value(settings).map_err(|error| error.to_string())?;
        self.store()?.set(KIND, SETTINGS, Some(value)).await.map_err(told)
    }

    /// Writes down what has happened in a game, after whatever could not be written before.
    pub(super) async fn keep(&mut self, changes: Changes) -> Result<(), String> {
        let store = self.store.as_ref().map_err(String::clone)?;
        let Changes { number, origin, seats, entries } = changes;
        let new = || Kept { origin, seats: None, waiting: VecDeque::new(), is_lost: false };
        let kept = self.games.entry(number).or_insert_with(new);
        if kept.is_lost {
            return Err("another program has gone on with this game".into());
        }
        kept.waiting.extend(entries);
        let hand = &mut self.hand;
        let done = match kept.write(store, hand).await {
            Ok(()) => kept.sit(store, hand, &seats).await,
            refused => refused,
        };
        done.map_err(|why| match why {
            // What waits is not lost: it is written as soon as that is possible.
            NotOurs::Visited | NotOurs::Served { .. } => {
                format!("{why}; close it there, or `:save` what was played here")
            }
            NotOurs::Store(error) => told(error),
        })
    }

    async fn find(&self, wish: Wish) -> Result<Found, String> {
        let store = self.store()?;
        let page = store.search(&wish.filter, wish.from, PAGE).await.map_err(told)?;
        let mut games = Vec::with_capacity(page.games.len());
        // Where nothing was played there is nothing to see.
        for summary in page.games.into_iter().filter(|game| game.plies > 0) {
            let names = names(store, &summary).await?;
            games.push(Listed { summary, names });
        }
        let mut found = Found { games, next: page.next, score: Vec::new() };
        if let Some(name) = wish.whose {
            found.score = score(store, &name).await?;
        }
        Ok(found)
    }

    /// How whoever has White stands against whoever has Black, whatever colours they had; if they have the same name, how
    /// White stands against Black.
    async fn count(&self, names: &ByColor<String>) -> Result<Tally, String> {
        let store = self.store()?;
        let white = store.player_named(&names.white).await.map_err(told)?;
        let black = store.player_named(&names.black).await.map_err(told)?;
        let (Some(white), Some(black)) = (white, black) else { return Ok(Tally::default()) };
        let against = store.scores(white.id).await.map_err(told)?.against;
        let found = against.into_iter().find(|(opponent, _)| opponent.as_ref() == Some(&black));
        let together = found.map(|(_, score)| score).unwrap_or_default();
        // Two people of one name cannot be told apart, but the colours can.
        Ok(if white == black { together.with.white } else { together.total() })
    }

    /// A game of ours that runs can go on; others can be looked through.
    async fn read(&mut self, id: GameId) -> Result<Opened, String> {
        let store = self.store.as_ref().map_err(String::clone)?;
        let table = store.table(id).await.map_err(told)?;
        let kept = store.load(id).await.map_err(told)?;
        let kind = table.map(|table| table.kind);
        let mut elsewhere = None;
        let is_running = kept.summary.status.state() == State::Running;
        if is_running && kind.as_deref().is_some_and(|kind| kind != KIND && kind != ANALYSIS) {
            // Whether a server is there just now or not: it knows who may move.
            elsewhere = Some("this game is played in the browser".to_owned());
        }
        if is_running && kind.as_deref() == Some(KIND) {
            match self.hand.take(store, id).await {
                // Read anew: until now somebody else may have gone on with it.
                Ok(_) => return left_game(store, id).await.map(Opened::Left),
                Err(NotOurs::Store(error)) => return Err(told(error)),
                Err(why) => elsewhere = Some(why.to_string()),
            }
        }
        let mut pgn = kept.pgn();
        let names = names(store, &kept.summary).await?;
        for (tag, name) in [("White", names.white), ("Black", names.black)] {
            if pgn.tags.get(tag).is_none_or(|known| known == "?") {
                pgn.tags.set(tag, name);
            }
        }
        // Written and read again, it keeps variations where a game being played would replace them.
        let pgn = GameJson::from(&pgn).read().unwrap_or(pgn);
        Ok(Opened::Past(Box::new(pgn), elsewhere))
    }
}

impl Kept {
    /// Says who plays, so that the game can be found by them.
    async fn sit(&mut self, store: &Store, hand: &mut Hand, seats: &ByColor<Seat>) -> Result<(), NotOurs> {
        if self.seats.as_ref() == Some(seats) {
            return Ok(());
        }
        let mut players = ByColor { white: None, black: None };
        for color in Color::ALL {
            let seat = &seats[color];
            let kind = if seat.is_human() { PlayerKind::Human } else { PlayerKind::Computer };
            players[color] = match store.player(&seat.to_string(), kind, now()).await {
                Ok(player) => Some(player.id),
                // A name that cannot be shown, or is a computer's, is nobody's.
                Err(StoreError::BadName(_) | StoreError::NameTaken { .. }) => None,
                Err(error) => return Err(error.into()),
            };
        }
        let (id, _) = self.place(store).await?;
        let row = |seat: &Seat| SeatRow { user: None, code: seat.code() };
        let (white, black) = (row(&seats.white), row(&seats.black));
        let lease = hand.take(store, id).await?;
        store.arrange_leased(lease, id, TableRow { kind: KIND.into(), owner: None, white, black }).await?;
        store.seat(id, players).await?;
        self.seats = Some(seats.clone());
        Ok(())
    }

    /// Where the store has the game, which begins there if it is new, and the number of its next entry.
    async fn place(&mut self, store: &Store) -> Result<(GameId, u32), StoreError> {
        match &self.origin {
            Origin::Kept { id, next } => Ok((*id, *next)),
            Origin::New(new) => {
                let id = store.create(NewGame::clone(new)).await?;
                self.origin = Origin::Kept { id, next: 1 };
                Ok((id, 1))
            }
        }
    }

    /// Writes what waits. What cannot be written now goes on waiting.
    async fn write(&mut self, store: &Store, hand: &mut Hand) -> Result<(), NotOurs> {
        while let Some((entry, standing)) = self.waiting.front().cloned() {
            let (id, next) = self.place(store).await?;
            let lease = hand.take(store, id).await?;
            let mut appended = store.append_leased(lease, id, next, entry.clone(), standing.clone()).await;
            if matches!(appended, Err(StoreError::Fenced(_))) {
                // It was taken from us while nobody heard of us; perhaps it is free again.
                hand.lose();
                let lease = hand.take(store, id).await?;
                appended = store.append_leased(lease, id, next, entry.clone(), standing).await;
            }
            match appended {
                Ok(_) => {}
                // An entry of which nobody knew whether it was written may be there.
                Err(StoreError::Conflict { .. }) if is_written(store, id, next, &entry).await? => {}
                Err(error) => {
                    if matches!(error, StoreError::Conflict { .. } | StoreError::NoSuchGame(_)) {
                        self.is_lost = true;
                        self.waiting.clear();
                    }
                    return Err(error.into());
                }
            }
            self.origin = Origin::Kept { id, next: next + 1 };
            self.waiting.pop_front();
        }
        Ok(())
    }
}

async fn is_written(store: &Store, id: GameId, number: u32, entry: &Entry) -> Result<bool, StoreError> {
    let there = store.entries(id, number, 1).await?;
    let is_same = |other: &Entry| other.at == entry.at && other.event.kind() == entry.event.kind();
    Ok(there.first().is_some_and(is_same))
}

async fn left_game(store: &Store, id: GameId) -> Result<LeftGame, String> {
    let (_, entries) = store.log(id).await.map_err(told)?;
    Ok(LeftGame { id, entries })
}

/// Who plays a game: its players, or whoever sits at its table.
async fn names(store: &Store, summary: &GameSummary) -> Result<ByColor<String>, String> {
    let player = |player: &Option<Player>| player.as_ref().map(|player| player.name.as_str().to_owned());
    let (mut white, mut black) = (player(&summary.white), player(&summary.black));
    if (white.is_none() || black.is_none())
        && let Some(table) = store.table(summary.id).await.map_err(told)?
    {
        let seat = |row: &SeatRow| row.code.parse::<Seat>().ok().map(|seat| seat.to_string());
        white = white.or_else(|| seat(&table.white));
        black = black.or_else(|| seat(&table.black));
    }
    let known = |name: Option<String>| name.unwrap_or_else(|| "?".into());
    Ok(ByColor { white: known(white), black: known(black) })
}

/// What somebody has scored in all, and against whom.
async fn score(store: &Store, name: &str) -> Result<Vec<(String, Tally)>, String> {
    let Some(player) = store.player_named(name).await.map_err(told)? else { return Ok(Vec::new()) };
    let scores = store.scores(player.id).await.map_err(told)?;
    if scores.against.is_empty() {
        return Ok(Vec::new());
    }
    let all = (player.name.as_str().to_owned(), scores.total().total());
    let each = scores.against.into_iter().map(|(opponent, score)| {
        let name = opponent.map_or_else(|| "?".into(), |opponent| opponent.name.as_str().to_owned());
        (format!("  against {name}"), score.total())
    });
    Ok([all].into_iter().chain(each).collect())
}

#[expect(clippy::needless_pass_by_value, reason = "it is what becomes of an error")]
fn told(error: StoreError) -> String {
    error.to_string()
}

/// What time it is.
pub(super) fn now() -> Moment {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    Moment(since.as_millis() as i64)
}
