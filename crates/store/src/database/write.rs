//! All other changes: games that begin or go, and players.

use super::Database;
use super::append::{Append, PlyRow, insert_rows};
use super::row;
use super::sql::{Connection, Value, query};
use super::writer::Change;
use crate::{
    Appended, Entry, Event, GameId, Lease, Moment, NewGame, Player, PlayerId, PlayerKind, PlayerName,
    Standing, Status, StoreError,
};
use regence_rules::ByColor;
use std::collections::HashMap;

/// How many games one statement writes.
const GAMES_AT_ONCE: usize = 100;

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
        let (new, standing) = (&self.new, &self.standing);
        let row = GameRow { id: self.id, new, standing, opening: None, entries: 0, plies: 0 };
        for game in GameRow::insert_all(connection, &[row]).await? {
            insert_rows(connection, &[PlyRow::start(game, self.new.created.0, self.key)]).await?;
        }
        Ok(Ok(()))
    }
}

/// The row of a game that is new here.
pub struct GameRow<'a> {
    pub id: GameId,
    pub new: &'a NewGame,
    pub standing: &'a Standing,
    pub opening: Option<i64>,
    /// How many its log has.
    pub entries: usize,
    /// How many half-moves its main line has.
    pub plies: usize,
}

impl GameRow<'_> {
    /// Writes the rows of games, and says the number of each, in their order.
    pub async fn insert_all(connection: &mut Connection, rows: &[Self]) -> Result<Vec<i64>, sqlx::Error> {
        let mut numbers = HashMap::with_capacity(rows.len());
        for rows in rows.chunks(GAMES_AT_ONCE) {
            let mut insert = query(
                "INSERT INTO games (code, variant, start, white, black, control, tags, created, updated, state,
                     result, reason, entries, plies, fen, opening)
                 VALUES ",
            );
            for (index, row) in rows.iter().enumerate() {
                insert.push_row(index == 0, row.values()?);
            }
            insert.push(" RETURNING id, code");
            for made in insert.all(&mut *connection).await? {
                numbers.insert(made.get::<String>(1)?, made.get(0)?);
            }
        }
        let number = |row: &Self| numbers.get(row.id.as_str()).copied().ok_or(sqlx::Error::RowNotFound);
        rows.iter().map(number).collect()
    }

    fn values(&self) -> Result<[Value<'_>; 16], sqlx::Error> {
        let (new, status) = (self.new, &self.standing.status);
        let tags = serde_json::to_string(&new.tags).map_err(|error| sqlx::Error::Encode(error.into()))?;
        Ok([
            self.id.as_str().into(),
            new.variant.to_string().into(),
            (&new.start).into(),
            new.white.map(|player| player.0).into(),
            new.black.map(|player| player.0).into(),
            new.time_control.as_deref().into(),
            tags.into(),
            new.created.0.into(),
            new.created.0.into(),
            status.state().word().into(),
            status.result_word().into(),
            status.reason_word().into(),
            (self.entries as i64).into(),
            (self.plies as i64).into(),
            (&self.standing.fen).into(),
            self.opening.into(),
        ])
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
