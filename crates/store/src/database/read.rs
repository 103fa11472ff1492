//! Reads single games, their logs and lines, and players.

use super::Database;
use super::row::{self, SUMMARY, SUMMARY_JOINS};
use super::sql::{Reader, query};
use crate::{Entry, GameId, GameSummary, KeptPly, Player, PlayerName, StoreError};

impl Database {
    /// What is known of a game.
    pub async fn game(&self, id: GameId) -> Result<Option<GameSummary>, StoreError> {
        self.read(game(&mut self.reader().await?, id).await)
    }

    /// A part of a game's log.
    pub async fn entries(&self, id: GameId, from: u32, limit: u32) -> Result<Vec<Entry>, StoreError> {
        self.read(entries(&mut self.reader().await?, id, from, limit).await)
    }

    /// A game and its whole log, as they were at one moment.
    pub async fn log(&self, id: GameId) -> Result<Option<(GameSummary, Vec<Entry>)>, StoreError> {
        let mut reader = self.reader().await?;
        let Some(summary) = self.read(game(&mut reader, id).await)? else { return Ok(None) };
        // Entries never change, so that those which the game had are still the same, unless it was deleted.
        let entries = self.read(entries(&mut reader, id, 1, summary.entries).await)?;
        if entries.len() == summary.entries as usize {
            return Ok(Some((summary, entries)));
        }
        match self.read(game(&mut reader, id).await)? {
            None => Ok(None),
            Some(_) => {
                Err(self.corrupt(format!("{} of {} entries of game {id}", entries.len(), summary.entries)))
            }
        }
    }

    /// A game's main line.
    pub async fn plies(&self, id: GameId) -> Result<Option<Vec<KeptPly>>, StoreError> {
        let rows = query(
            "SELECT p.ply, p.uci, p.san, p.clock FROM games g JOIN plies p ON p.game = g.id
             WHERE g.code = $1 ORDER BY p.ply",
        );
        let rows = self.read(rows.bind(id.as_str()).all(&mut self.reader().await?).await)?;
        // The first row is the start, which every game has and which is no half-move.
        let Some((_start, played)) = rows.split_first() else { return Ok(None) };
        self.read(played.iter().map(row::ply).collect::<Result<_, _>>()).map(Some)
    }

    /// The player of a name.
    pub async fn player_named(&self, name: &PlayerName) -> Result<Option<Player>, StoreError> {
        let found =
            query("SELECT id, name, kind, created FROM players WHERE folded = $1").bind(name.folded());
        let found = found.optional(&mut self.reader().await?).await;
        self.read(self.read(found)?.map(|found| row::player(&found, 0)).transpose())
    }

    /// All players.
    pub async fn players(&self) -> Result<Vec<Player>, StoreError> {
        let rows = query("SELECT id, name, kind, created FROM players ORDER BY folded");
        let rows = self.read(rows.all(&mut self.reader().await?).await)?;
        self.read(rows.iter().map(|found| row::player(found, 0)).collect::<Result<_, _>>())
    }
}

async fn game(reader: &mut Reader, id: GameId) -> Result<Option<GameSummary>, sqlx::Error> {
    let sql = format!("SELECT {SUMMARY} FROM games g {SUMMARY_JOINS} WHERE g.code = $1");
    let found = query(sql).bind(id.as_str()).optional(reader).await?;
    found.map(|found| row::summary(&found)).transpose()
}

async fn entries(reader: &mut Reader, id: GameId, from: u32, limit: u32) -> Result<Vec<Entry>, sqlx::Error> {
    let rows = query(
        "SELECT e.at, e.kind, e.body FROM games g JOIN entries e ON e.game = g.id
         WHERE g.code = $1 AND e.number >= $2 ORDER BY e.number LIMIT $3",
    )
    .bind(id.as_str())
    .bind(from)
    .bind(limit)
    .all(reader)
    .await?;
    rows.iter().map(row::entry).collect()
}
