//! Reads single games, their logs and lines, and players.

use super::Sqlite;
use super::row::{self, SUMMARY, SUMMARY_JOINS};
use crate::{Entry, GameId, GameSummary, KeptPly, Player, PlayerName, StoreError};
use sqlx::{AssertSqlSafe, Connection, SqliteConnection};

impl Sqlite {
    /// What is known of a game.
    pub async fn game(&self, id: GameId) -> Result<Option<GameSummary>, StoreError> {
        let mut connection = self.read(self.readers.acquire().await)?;
        self.read(game(&mut connection, id).await)
    }

    /// A part of a game's log.
    pub async fn entries(&self, id: GameId, from: u32, limit: u32) -> Result<Vec<Entry>, StoreError> {
        let mut connection = self.read(self.readers.acquire().await)?;
        self.read(entries(&mut connection, id, from, limit).await)
    }

    /// A game and its whole log, as they were at one moment.
    pub async fn log(&self, id: GameId) -> Result<Option<(GameSummary, Vec<Entry>)>, StoreError> {
        let mut connection = self.read(self.readers.acquire().await)?;
        let mut snapshot = self.read(connection.begin().await)?;
        let Some(summary) = self.read(game(&mut snapshot, id).await)? else { return Ok(None) };
        let entries = self.read(entries(&mut snapshot, id, 1, u32::MAX).await)?;
        Ok(Some((summary, entries)))
    }

    /// A game's main line.
    pub async fn plies(&self, id: GameId) -> Result<Option<Vec<KeptPly>>, StoreError> {
        let rows = sqlx::query(
            "SELECT p.ply, p.uci, p.san, p.clock FROM games g JOIN plies p ON p.game = g.id
             WHERE g.code = ?1 ORDER BY p.ply",
        );
        let rows = self.read(rows.bind(id.as_str()).fetch_all(&self.readers).await)?;
        // The first row is the start, which every game has and which is no half-move.
        let Some((_start, played)) = rows.split_first() else { return Ok(None) };
        self.read(played.iter().map(row::ply).collect::<Result<_, _>>()).map(Some)
    }

    /// The player of a name.
    pub async fn player_named(&self, name: &PlayerName) -> Result<Option<Player>, StoreError> {
        let found = sqlx::query("SELECT id, name, kind, created FROM players WHERE folded = ?1")
            .bind(name.folded())
            .fetch_optional(&self.readers)
            .await;
        self.read(self.read(found)?.map(|found| row::player(&found, 0)).transpose())
    }

    /// All players.
    pub async fn players(&self) -> Result<Vec<Player>, StoreError> {
        let rows = sqlx::query("SELECT id, name, kind, created FROM players ORDER BY folded");
        let rows = self.read(rows.fetch_all(&self.readers).await)?;
        self.read(rows.iter().map(|found| row::player(found, 0)).collect::<Result<_, _>>())
    }
}

async fn game(connection: &mut SqliteConnection, id: GameId) -> Result<Option<GameSummary>, sqlx::Error> {
    let sql = format!("SELECT {SUMMARY} FROM games g {SUMMARY_JOINS} WHERE g.code = ?1");
    let found = sqlx::query(AssertSqlSafe(sql)).bind(id.as_str()).fetch_optional(connection).await?;
    found.map(|found| row::summary(&found)).transpose()
}

async fn entries(
    connection: &mut SqliteConnection,
    id: GameId,
    from: u32,
    limit: u32,
) -> Result<Vec<Entry>, sqlx::Error> {
    let rows = sqlx::query(
        "SELECT e.at, e.kind, e.body FROM games g JOIN entries e ON e.game = g.id
         WHERE g.code = ?1 AND e.number >= ?2 ORDER BY e.number LIMIT ?3",
    )
    .bind(id.as_str())
    .bind(from)
    .bind(limit)
    .fetch_all(connection)
    .await?;
    rows.iter().map(row::entry).collect()
}
