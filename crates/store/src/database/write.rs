//! All other changes: games that begin or go, and players.

use super::Database;
use super::append::{Append, PlyRow, insert_rows};
use super::row;
use super::sql::{Connection, query};
use super::writer::Change;
use crate::{
    Appended, Entry, Event, GameId, Lease, Moment, NewGame, Player, PlayerId, PlayerKind, PlayerName,
    Standing, Status, StoreError,
};
use regence_rules::ByColor;

impl Database {
    /// Adds an entry to a game's log.
    pub async fn append(
        &self,
        lease: Lease,
        game: GameId,
        expected: u32,
        entry: Entry,
        standing: Standing,
    ) -> Result<Appended, StoreError> {
        let body = self.body(&entry.event)?;
        let start_key = match &entry.event {
            Event::Setup { variant, start } => {
                variant.read_fen(start).ok().and_then(|start| crate::summary::search_key(&start))
            }
            _ => None,
        };
        self.writer.make(Append { game, lease, expected, entry, body, standing, start_key }).await
    }

    /// Begins a game.
    pub async fn create(&self, id: GameId, new: NewGame, key: Option<u64>) -> Result<(), StoreError> {
        let standing = Standing { fen: new.start.clone(), status: Status::Running, opening: None };
        self.writer.make(Create { id, new, key, standing }).await
    }

    /// Says who plays a game.
    pub async fn seat(&self, id: GameId, players: ByColor<Option<PlayerId>>) -> Result<(), StoreError> {
        self.writer.make(Seat { id, players }).await
    }

    /// Deletes a game.
    pub async fn delete(&self, id: GameId) -> Result<bool, StoreError> {
        self.writer.make(Delete { id, entries: None }).await
    }

    /// Deletes a game if its log still has just so many entries; says whether it did.
    pub async fn delete_unchanged(&self, id: GameId, entries: u32) -> Result<bool, StoreError> {
        self.writer.make(Delete { id, entries: Some(entries.into()) }).await
    }

    /// The player of a name, who is made if there is none yet.
    pub async fn enrol(&self, name: PlayerName, kind: PlayerKind, now: Moment) -> Result<Player, StoreError> {
        if let Some(player) = self.player_named(&name).await? {
            return Ok(player);
        }
        self.writer.make(Enrol { name, kind, now }).await
    }

    pub(super) fn body(&self, event: &Event) -> Result<String, StoreError> {
        event.body().map_err(|error| self.corrupt(format!("an entry that is no JSON: {error}")))
    }
}

/// A game that begins.
struct Create {
    id: GameId,
    new: NewGame,
    key: Option<u64>,
    standing: Standing,
}

impl Change for Create {
    type Answer = ();

    async fn perform(&mut self, connection: &mut Connection) -> Result<Result<(), StoreError>, sqlx::Error> {
        let row = GameRow { id: self.id, new: &self.new, standing: &self.standing, opening: None };
        let game = row.insert(connection, 0, 0).await?;
        insert_rows(connection, &[PlyRow::start(game, self.new.created.0, self.key)]).await?;
        Ok(Ok(()))
    }
}

/// The row of a game that is new here.
pub struct GameRow<'a> {
    pub id: GameId,
    pub new: &'a NewGame,
    pub standing: &'a Standing,
    pub opening: Option<i64>,
}

impl GameRow<'_> {
    /// Writes the row of a game with so many entries and half-moves, and says its number.
    pub async fn insert(
        &self,
        connection: &mut Connection,
        entries: usize,
        plies: usize,
    ) -> Result<i64, sqlx::Error> {
        let (new, status) = (self.new, &self.standing.status);
        let tags = serde_json::to_string(&new.tags).map_err(|error| sqlx::Error::Encode(error.into()))?;
        let made = query(
            "INSERT INTO games (code, variant, start, white, black, control, tags, created, updated, state, result,
                 reason, entries, plies, fen, opening)
             VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $8, $9, $10, $11, $12, $13, $14, $15)
             RETURNING id",
        )
        .bind(self.id.as_str())
        .bind(new.variant.to_string())
        .bind(&new.start)
        .bind(new.white.map(|player| player.0))
        .bind(new.black.map(|player| player.0))
        .bind(new.time_control.as_deref())
        .bind(tags)
        .bind(new.created.0)
        .bind(status.state().word())
        .bind(status.result_word())
        .bind(status.reason_word())
        .bind(entries as i64)
        .bind(plies as i64)
        .bind(&self.standing.fen)
        .bind(self.opening)
        .one(connection)
        .await?;
        made.get(0)
    }
}

/// The player of a name, who is made if there is none yet.
pub async fn enrol(
    connection: &mut Connection,
    name: &PlayerName,
    kind: PlayerKind,
    now: Moment,
) -> Result<Player, sqlx::Error> {
    let folded = name.folded();
    let known = query("SELECT id, name, kind, created FROM players WHERE folded = $1")
        .bind(&folded)
        .optional(&mut *connection)
        .await?;
    if let Some(known) = known {
        return row::player(&known, 0);
    }
    // Another program may have made it in between.
    let made = query(
        "INSERT INTO players (name, folded, kind, created) VALUES ($1, $2, $3, $4)
         ON CONFLICT (folded) DO UPDATE SET folded = excluded.folded
         RETURNING id, name, kind, created",
    )
    .bind(name.as_str())
    .bind(folded)
    .bind(kind.word())
    .bind(now.0)
    .one(connection)
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
        connection: &mut Connection,
    ) -> Result<Result<Player, StoreError>, sqlx::Error> {
        enrol(connection, &self.name, self.kind, self.now).await.map(Ok)
    }
}

struct Seat {
    id: GameId,
    players: ByColor<Option<PlayerId>>,
}

impl Change for Seat {
    type Answer = ();

    async fn perform(&mut self, connection: &mut Connection) -> Result<Result<(), StoreError>, sqlx::Error> {
        let number = |player: Option<PlayerId>| player.map(|player| player.0);
        let seat = query("UPDATE games SET white = $1, black = $2 WHERE code = $3")
            .bind(number(self.players.white))
            .bind(number(self.players.black))
            .bind(self.id.as_str());
        let is_there = seat.run(connection).await? > 0;
        Ok(if is_there { Ok(()) } else { Err(StoreError::NoSuchGame(self.id)) })
    }
}

struct Delete {
    id: GameId,
    /// How many entries its log must have, if that matters.
    entries: Option<i64>,
}

impl Change for Delete {
    type Answer = bool;

    async fn perform(
        &mut self,
        connection: &mut Connection,
    ) -> Result<Result<bool, StoreError>, sqlx::Error> {
        let delete = query("DELETE FROM games WHERE code = $1 AND entries = COALESCE($2, entries)");
        let delete = delete.bind(self.id.as_str()).bind(self.entries);
        Ok(Ok(delete.run(connection).await? > 0))
    }
}
