//! The store: what can be asked of it, whatever database lies beneath.

use crate::database::{Database, Tuning};
use crate::import::Arrival;
use crate::place::Place;
use crate::replay::KeptGame;
use crate::summary::search_key;
use crate::{
    Cursor, Entry, Event, GameFilter, GameId, GameSummary, Heirs, KeptPly, Lease, Moment, NewGame, Page,
    PastGame, Player, PlayerId, PlayerKind, PlayerName, Scores, Standing, StoreError, TableRow, Token, User,
    UserId, UserScore,
};
use regence_rules::ByColor;

/// Games, players, scores and settings, kept in a folder or in PostgreSQL.
///
/// It can be shared by reference among any number of tasks. Changes are queued and committed together with whatever else
/// waits, so that many games cost few syncs of the disk. Once asked for, a change is made even if nobody waits for the
/// answer any more.
pub struct Store {
    pub(crate) database: Database,
}

/// An entry that is on disk.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Appended {
    /// Its number.
    pub number: u32,
    /// How many half-moves the main line has now.
    pub plies: u32,
}

impl Store {
    /// The most games on a page.
    pub const LARGEST_PAGE: u32 = 1000;

    /// Opens the store in a folder, which is made if it is not there, or in a PostgreSQL database; and brings its schema
    /// up to date.
    pub async fn open(place: impl Into<Place>) -> Result<Self, StoreError> {
        Self::open_finished(place.into(), Tuning::default()).await
    }

    /// The same, but the database tells nobody of what is written: programs tell each other in another way.
    pub async fn open_quietly(place: impl Into<Place>) -> Result<Self, StoreError> {
        Self::open_finished(place.into(), Tuning { is_quiet: true, ..Tuning::default() }).await
    }

    async fn open_finished(place: Place, tuning: Tuning) -> Result<Self, StoreError> {
        let store = Self::open_tuned(&place, tuning).await?;
        match store.copy_of().await? {
            Some(from) => Err(StoreError::Unfinished { place: place.to_string(), from }),
            None => Ok(store),
        }
    }

    /// Opens a store that may be a copy in the making.
    pub(crate) async fn open_unfinished(place: &Place) -> Result<Self, StoreError> {
        Self::open_tuned(place, Tuning::default()).await
    }

    pub(crate) async fn open_tuned(place: &Place, tuning: Tuning) -> Result<Self, StoreError> {
        Ok(Self { database: Database::open(place, tuning).await? })
    }

    /// Finishes what is queued and closes the database. Without this, nothing acknowledged is lost either.
    pub async fn close(self) -> Result<(), StoreError> {
        self.database.close().await
    }

    /// Everything that the database finds wrong with itself; nothing if it is sound. Reads all of it.
    pub async fn check(&self) -> Result<Vec<String>, StoreError> {
        self.database.check().await
    }

    /// Begins a game, and gives it a name.
    pub async fn create(&self, new: NewGame) -> Result<GameId, StoreError> {
        let bad = |why: String| StoreError::BadStart { fen: new.start.clone(), why };
        let start = new.variant.read_fen(&new.start).map_err(|error| bad(error.to_string()))?;
        require_text(new.time_control.as_deref())?;
        let id = GameId::random()?;
        self.database.create(id, new, search_key(&start)).await?;
        Ok(id)
    }

    /// Adds an entry to the log of a game that belongs to nobody, and never has; see
    /// [`append_leased`](Self::append_leased).
    pub async fn append(
        &self,
        game: GameId,
        expected: u32,
        entry: Entry,
        standing: Standing,
    ) -> Result<Appended, StoreError> {
        self.append_leased(Lease::NONE, game, expected, entry, standing).await
    }

    /// Adds an entry to a game's log, if the lease is the newest; otherwise it is [refused](StoreError::Fenced).
    /// `expected` is the number that the entry will get, 1 for the first one; if that number is taken, this is a
    /// [conflict](StoreError::Conflict) and nothing changes. `standing` is how the game stands after it. When this
    /// returns, all of it is on disk.
    pub async fn append_leased(
        &self,
        lease: Lease,
        game: GameId,
        expected: u32,
        entry: Entry,
        standing: Standing,
    ) -> Result<Appended, StoreError> {
        if let Event::Note { kind, .. } = &entry.event
            && !Event::is_kind_of_note(kind)
        {
            return Err(StoreError::BadNote(kind.clone()));
        }
        if let Event::Setup { variant, start } = &entry.event {
            let bad = |error: regence_game::FenError| StoreError::BadStart {
                fen: start.clone(),
                why: error.to_string(),
            };
            variant.read_fen(start).map_err(bad)?;
        }
        self.database.append(lease, game, expected, entry, standing).await
    }

    /// Says who plays a game from now on, if that is known.
    pub async fn seat(&self, game: GameId, players: ByColor<Option<PlayerId>>) -> Result<(), StoreError> {
        self.database.seat(game, players).await
    }

    /// Takes in a game that was played elsewhere, its players included.
    pub async fn import(&self, past: PastGame) -> Result<GameId, StoreError> {
        let mut taken = self.import_all(vec![past]).await?;
        taken.pop().unwrap_or(Err(StoreError::Closed))
    }

    /// Takes in many games at once, all those that have no fault of their own or none. Says of each by which name it is
    /// kept, or what is wrong with it.
    pub async fn import_all(
        &self,
        past: Vec<PastGame>,
    ) -> Result<Vec<Result<GameId, StoreError>>, StoreError> {
        self.import_at(past, None).await
    }

    /// The same; each of them is found like a game that was played at this table.
    pub async fn import_at(
        &self,
        past: Vec<PastGame>,
        table: Option<TableRow>,
    ) -> Result<Vec<Result<GameId, StoreError>>, StoreError> {
        let mut arrivals = Vec::with_capacity(past.len());
        let answers = past.into_iter().map(|past| {
            let arrival = Arrival::new(past)?;
            let id = arrival.id;
            arrivals.push(arrival);
            Ok(id)
        });
        let answers = answers.collect();
        self.database.import(arrivals, table).await?;
        Ok(answers)
    }

    /// Deletes a game with all that belongs to it; `false` if there is none.
    pub async fn delete(&self, id: GameId) -> Result<bool, StoreError> {
        self.database.delete(id).await
    }

    /// Forgets a game if its log still has just so many entries; says whether it did.
    pub async fn delete_unchanged(&self, id: GameId, entries: u32) -> Result<bool, StoreError> {
        self.database.delete_unchanged(id, entries).await
    }

    /// What is known of a game without reading its moves.
    pub async fn game(&self, id: GameId) -> Result<GameSummary, StoreError> {
        self.database.game(id).await?.ok_or(StoreError::NoSuchGame(id))
    }

    /// A game's log from a number on, at most so many entries of it.
    pub async fn entries(&self, id: GameId, from: u32, limit: u32) -> Result<Vec<Entry>, StoreError> {
        let entries = self.database.entries(id, from, limit).await?;
        if entries.is_empty() {
            // An empty log and no game look the same.
            self.game(id).await?;
        }
        Ok(entries)
    }

    /// A game's main line as it stands.
    pub async fn plies(&self, id: GameId) -> Result<Vec<KeptPly>, StoreError> {
        self.database.plies(id).await?.ok_or(StoreError::NoSuchGame(id))
    }

    /// A game as it was, ready to go on: its log, played again.
    pub async fn load(&self, id: GameId) -> Result<KeptGame, StoreError> {
        let kept = self.database.log(id).await?;
        let (summary, entries) = kept.ok_or(StoreError::NoSuchGame(id))?;
        KeptGame::replay(summary, entries)
    }

    /// Looks for games, the newest first, from a cursor on. At most [`LARGEST_PAGE`](Self::LARGEST_PAGE) of them.
    pub async fn search(
        &self,
        filter: &GameFilter,
        from: Option<Cursor>,
        limit: u32,
    ) -> Result<Page, StoreError> {
        if filter.texts().any(has_nul) {
            // Nothing like that is kept.
            return Ok(Page { games: Vec::new(), next: None });
        }
        let limit = limit.clamp(1, Self::LARGEST_PAGE);
        self.database.search(filter, from.unwrap_or(Cursor::START), limit).await
    }

    /// The player of a name, who is made if there is none yet. A name has one owner, whatever its case: if it belongs
    /// to a player of the other kind, it is [taken](StoreError::NameTaken).
    pub async fn player(&self, name: &str, kind: PlayerKind, now: Moment) -> Result<Player, StoreError> {
        let player = self.database.enrol(PlayerName::new(name)?, kind, now).await?;
        if player.kind == kind {
            return Ok(player);
        }
        Err(StoreError::NameTaken { name: player.name, by: player.kind })
    }

    /// The player of a name, if there is one.
    pub async fn player_named(&self, name: &str) -> Result<Option<Player>, StoreError> {
        // What cannot be a name is nobody's.
        let Ok(name) = PlayerName::new(name) else { return Ok(None) };
        self.database.player_named(&name).await
    }

    /// All players, by name.
    pub async fn players(&self) -> Result<Vec<Player>, StoreError> {
        self.database.players().await
    }

    /// A new user.
    pub async fn create_user(&self, now: Moment) -> Result<UserId, StoreError> {
        self.database.create_user(now).await
    }

    /// A user, if there is one of this number.
    pub async fn user(&self, id: UserId) -> Result<Option<User>, StoreError> {
        self.database.user(id).await
    }

    /// Calls a user by a name; if that is somebody's account, it is [taken](StoreError::AccountTaken), and if it
    /// only looks so, [as good as taken](StoreError::AccountLikeness).
    pub async fn rename_user(&self, id: UserId, name: &str) -> Result<(), StoreError> {
        self.database.name_user(id, PlayerName::new(name)?, None).await
    }

    /// Whether a user may be called so: not if it is, or looks like, the name of somebody else's account.
    pub async fn require_free_name(&self, id: UserId, name: &str) -> Result<(), StoreError> {
        self.database.require_free(id, &PlayerName::new(name)?).await
    }

    /// Gives a user an account: a name that is nobody else's, and the hash of a password.
    pub async fn make_account(&self, id: UserId, name: &str, password: String) -> Result<(), StoreError> {
        self.database.name_user(id, PlayerName::new(name)?, Some(password)).await
    }

    /// The user of an account, and the hash of the password.
    pub async fn account(&self, name: &str) -> Result<Option<(UserId, String)>, StoreError> {
        let Ok(name) = PlayerName::new(name) else { return Ok(None) };
        self.database.account(&name).await
    }

    /// Makes all that is somebody's without an account an account's, from now on, and takes their tokens away; says
    /// whether it did. What is an account's stays its own.
    pub async fn inherit(&self, from: UserId, to: UserId) -> Result<bool, StoreError> {
        self.database.inherit(from, to).await
    }

    /// Whose is by now what logs say is some users', for those of them of whom that is another.
    pub async fn heirs_of(&self, users: &[UserId]) -> Result<Heirs, StoreError> {
        self.database.heirs_of(users).await
    }

    /// The same for everybody.
    pub async fn all_heirs(&self) -> Result<Heirs, StoreError> {
        self.database.all_heirs().await
    }

    /// A new token by which a user is known again: its number. The hash is of a secret that is not kept.
    pub async fn create_token(&self, user: UserId, hash: Vec<u8>, now: Moment) -> Result<i64, StoreError> {
        self.database.create_token(user, hash, now).await
    }

    /// Which of these tokens have not been taken away.
    pub async fn tokens(&self, ids: &[i64]) -> Result<Vec<i64>, StoreError> {
        self.database.tokens(ids).await
    }

    /// A token by its number.
    pub async fn token(&self, id: i64) -> Result<Option<Token>, StoreError> {
        self.database.token(id).await
    }

    /// Takes a token away.
    pub async fn delete_token(&self, id: i64) -> Result<(), StoreError> {
        self.database.delete_token(id).await
    }

    /// Says at what table a game is played that belongs to nobody; see [`arrange_leased`](Self::arrange_leased).
    pub async fn arrange(&self, game: GameId, table: TableRow) -> Result<(), StoreError> {
        self.arrange_leased(Lease::NONE, game, table).await
    }

    /// Says at what table a game is played, and who sits there, so that it can be found by them; if the lease is the
    /// newest.
    pub async fn arrange_leased(
        &self,
        lease: Lease,
        game: GameId,
        table: TableRow,
    ) -> Result<(), StoreError> {
        require_text([&table.kind, &table.white.code, &table.black.code])?;
        self.database.arrange(lease, game, table).await
    }

    /// At what table a game is played; none if it was imported.
    pub async fn table(&self, game: GameId) -> Result<Option<TableRow>, StoreError> {
        self.database.table(game).await
    }

    /// What a user has scored at tables, counted from the finished games.
    pub async fn user_scores(&self, user: UserId) -> Result<Vec<UserScore>, StoreError> {
        self.database.user_scores(user).await
    }

    /// A game's log and what is known of it, without playing it again.
    pub async fn log(&self, id: GameId) -> Result<(GameSummary, Vec<Entry>), StoreError> {
        self.database.log(id).await?.ok_or(StoreError::NoSuchGame(id))
    }

    /// What a player has scored against each opponent, counted from the finished games.
    pub async fn scores(&self, player: PlayerId) -> Result<Scores, StoreError> {
        self.database.scores(player).await
    }

    /// A setting, if it was made. The scope says whose it is: a player's, a device's, everybody's.
    pub async fn setting(&self, scope: &str, key: &str) -> Result<Option<serde_json::Value>, StoreError> {
        if has_nul(scope) || has_nul(key) {
            return Ok(None);
        }
        self.database.setting(scope, key).await
    }

    /// All settings of a scope, by key.
    pub async fn settings(&self, scope: &str) -> Result<Vec<(String, serde_json::Value)>, StoreError> {
        if has_nul(scope) {
            return Ok(Vec::new());
        }
        self.database.settings(scope).await
    }

    /// Makes a setting, or forgets it if there is no value.
    pub async fn set(
        &self,
        scope: &str,
        key: &str,
        value: Option<serde_json::Value>,
    ) -> Result<(), StoreError> {
        require_text([scope, key])?;
        self.database.set(scope, key, value).await
    }
}

/// Whether a text has a character in it that PostgreSQL cannot keep, so that no store does.
fn has_nul(text: &str) -> bool {
    text.contains('\0')
}

/// Refuses texts that not every database can keep.
pub(crate) fn require_text<'a, T>(texts: impl IntoIterator<Item = &'a T>) -> Result<(), StoreError>
where
    T: AsRef<str> + ?Sized + 'a,
{
    match texts.into_iter().find(|text| has_nul(text.as_ref())) {
        Some(text) => Err(StoreError::BadText(text.as_ref().to_owned())),
        None => Ok(()),
    }
}
