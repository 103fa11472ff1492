//! All other changes: games that begin, come from elsewhere or go, and players.

use super::Sqlite;
use super::append::{Append, insert_entry, insert_plies, opening_id};
use super::row;
use super::writer::Change;
use crate::{
    Appended, Entry, Event, GameId, Moment, NewGame, PastGame, Player, PlayerId, PlayerKind, PlayerName,
    Standing, Status, StoreError,
};
use sqlx::SqliteConnection;

impl Sqlite {
    /// Adds an entry to a game's log.
    pub async fn append(
        &self,
        game: GameId,
        expected: u32,
        entry: Entry,
        standing: Standing,
    ) -> Result<Appended, StoreError> {
        let body = self.body(&entry.event)?;
        self.writer.make(Append { game, expected, entry, body, standing }).await
    }

    /// Begins a game.
    pub async fn create(&self, id: GameId, new: NewGame, key: Option<u64>) -> Result<(), StoreError> {
        let standing = Standing { fen: new.start.clone(), status: Status::Running, opening: None };
        self.writer.make(Create { id, new, key, standing, past: None }).await
    }

    /// Takes in a game that was played elsewhere.
    pub async fn import(
        &self,
        id: GameId,
        past: PastGame,
        event: Event,
        standing: Standing,
    ) -> Result<(), StoreError> {
        let body = self.body(&event)?;
        let key = crate::summary::search_key(&past.start);
        let new = NewGame {
            variant: past.variant,
            start: past.start.fen(),
            white: None,
            black: None,
            time_control: past.time_control,
            created: past.played,
            tags: past.tags,
        };
        let entry = Entry { at: past.played, event };
        let past = Past { white: past.white, black: past.black, entry, body };
        self.writer.make(Create { id, new, key, standing, past: Some(past) }).await
    }

    /// Deletes a game.
    pub async fn delete(&self, id: GameId) -> Result<bool, StoreError> {
        self.writer.make(Delete(id)).await
    }

    /// The player of a name, who is made if there is none yet.
    pub async fn enrol(&self, name: PlayerName, kind: PlayerKind, now: Moment) -> Result<Player, StoreError> {
        if let Some(player) = self.player_named(&name).await? {
            return Ok(player);
        }
        self.writer.make(Enrol { name, kind, now }).await
    }

    fn body(&self, event: &Event) -> Result<String, StoreError> {
        event.body().map_err(|error| self.corrupt(format!("an entry that is no JSON: {error}")))
    }
}

/// A game that begins, and if it was played elsewhere, all of it.
struct Create {
    id: GameId,
    new: NewGame,
    key: Option<u64>,
    standing: Standing,
    past: Option<Past>,
}

/// What is known of a game from elsewhere.
struct Past {
    white: Option<(PlayerName, PlayerKind)>,
    black: Option<(PlayerName, PlayerKind)>,
    entry: Entry,
    body: String,
}

impl Change for Create {
    type Answer = ();

    async fn perform(
        &mut self,
        connection: &mut SqliteConnection,
    ) -> Result<Result<(), StoreError>, sqlx::Error> {
        let now = self.new.created;
        if let Some(past) = &self.past {
            self.new.white = named(connection, past.white.as_ref(), now).await?;
            self.new.black = named(connection, past.black.as_ref(), now).await?;
        }
        let opening = match &self.standing.opening {
            Some(opening) => Some(opening_id(connection, opening).await?),
            None => None,
        };
        let game = self.insert_game(connection, opening).await?;
        sqlx::query("INSERT INTO plies (game, ply, created, key) VALUES (?1, 0, ?2, ?3)")
            .bind(game)
            .bind(now.0)
            .bind(self.key.map(u64::cast_signed))
            .execute(&mut *connection)
            .await?;
        if let Some(past) = &self.past {
            insert_entry(connection, game, 1, &past.entry, &past.body).await?;
            insert_plies(connection, game, now.0, 1, past.entry.event.played()).await?;
        }
        Ok(Ok(()))
    }
}

impl Create {
    async fn insert_game(
        &self,
        connection: &mut SqliteConnection,
        opening: Option<i64>,
    ) -> Result<i64, sqlx::Error> {
        let (new, status) = (&self.new, &self.standing.status);
        let plies = self.past.as_ref().map_or(0, |past| past.entry.event.played().len());
        let tags = serde_json::to_string(&new.tags).map_err(|error| sqlx::Error::Encode(error.into()))?;
        sqlx::query_scalar(
            "INSERT INTO games (code, variant, start, white, black, control, tags, created, updated, state, result,
                 reason, entries, plies, fen, opening)
             VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15)
             RETURNING id",
        )
        .bind(self.id.as_str())
        .bind(new.variant.to_string())
        .bind(&new.start)
        .bind(new.white.map(|player| player.0))
        .bind(new.black.map(|player| player.0))
        .bind(&new.time_control)
        .bind(tags)
        .bind(new.created.0)
        .bind(status.state().word())
        .bind(status.result_word())
        .bind(status.reason_word())
        .bind(u32::from(self.past.is_some()))
        .bind(plies as i64)
        .bind(&self.standing.fen)
        .bind(opening)
        .fetch_one(connection)
        .await
    }
}

/// The player of a name in a game from elsewhere.
async fn named(
    connection: &mut SqliteConnection,
    player: Option<&(PlayerName, PlayerKind)>,
    now: Moment,
) -> Result<Option<PlayerId>, sqlx::Error> {
    let Some((name, kind)) = player else { return Ok(None) };
    Ok(Some(enrol(connection, name, *kind, now).await?.id))
}

async fn enrol(
    connection: &mut SqliteConnection,
    name: &PlayerName,
    kind: PlayerKind,
    now: Moment,
) -> Result<Player, sqlx::Error> {
    let folded = name.folded();
    let known = sqlx::query("SELECT id, name, kind, created FROM players WHERE folded = ?1")
        .bind(&folded)
        .fetch_optional(&mut *connection)
        .await?;
    if let Some(known) = known {
        return row::player(&known, 0);
    }
    let made = sqlx::query(
        "INSERT INTO players (name, folded, kind, created) VALUES (?1, ?2, ?3, ?4)
         RETURNING id, name, kind, created",
    )
    .bind(name.as_str())
    .bind(folded)
    .bind(kind.word())
    .bind(now.0)
    .fetch_one(connection)
    .await?;
    row::player(&made, 0)
}

struct Enrol {
    name: PlayerName,
    kind: PlayerKind,
    now: Moment,
}

impl Change for Enrol {
    type Answer = Player;

    async fn perform(
        &mut self,
        connection: &mut SqliteConnection,
    ) -> Result<Result<Player, StoreError>, sqlx::Error> {
        enrol(connection, &self.name, self.kind, self.now).await.map(Ok)
    }
}

struct Delete(GameId);

impl Change for Delete {
    type Answer = bool;

    async fn perform(
        &mut self,
        connection: &mut SqliteConnection,
    ) -> Result<Result<bool, StoreError>, sqlx::Error> {
        let delete = sqlx::query("DELETE FROM games WHERE code = ?1").bind(self.0.as_str());
        Ok(Ok(delete.execute(connection).await?.rows_affected() > 0))
    }
}
