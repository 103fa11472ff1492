//! Adds entries to logs, and keeps what follows from them in step.

use super::sql::{Connection, Query, Row, query};
use super::writer::Change;
use crate::event::millis;
use crate::player::fold;
use crate::{Appended, Entry, Event, GameId, Lease, Opening, Played, Standing, StoreError};
use std::sync::LazyLock;

/// An entry on its way into a log.
pub struct Append {
    pub game: GameId,
    /// By which whoever writes proves that the game is theirs.
    pub lease: Lease,
    pub expected: u32,
    pub entry: Entry,
    pub body: String,
    pub standing: Standing,
    /// By what to find the position that was set up.
    pub start_key: Option<u64>,
}

/// The row of a game that was just changed.
pub struct Changed {
    pub id: i64,
    pub created: i64,
    pub plies: u32,
}

impl Change for Append {
    type Answer = Appended;

    fn append(&self) -> Option<&Append> {
        Some(self)
    }

    fn settled(appended: Appended) -> Option<Appended> {
        Some(appended)
    }

    async fn perform(
        &mut self,
        connection: &mut Connection,
    ) -> Result<Result<Appended, StoreError>, sqlx::Error> {
        if let Event::Setup { variant, start } = &self.entry.event {
            return self.set_up(connection, &variant.to_string(), start).await;
        }
        let changed = match self.advance(connection).await? {
            Some(changed) => changed,
            None => match self.advance_otherwise(connection).await? {
                Ok(changed) => changed,
                Err(refusal) => return Ok(Err(refusal)),
            },
        };
        insert_entry(connection, changed.id, self.expected, &self.entry, &self.body).await?;
        if self.entry.event.undone() > 0 {
            forget_plies(connection, changed.id, changed.plies).await?;
        }
        let rows: Vec<PlyRow<'_>> = self.rows(&changed).collect();
        insert_rows(connection, &rows).await?;
        Ok(Ok(Appended { number: self.expected, plies: changed.plies }))
    }
}

impl Append {
    /// Whether it does nothing but add: what is set up anew or taken back needs more.
    pub fn is_usual(&self) -> bool {
        !matches!(self.entry.event, Event::Setup { .. }) && self.entry.event.undone() == 0
    }

    /// The half-moves that it adds to the main line of a game that was moved on.
    pub fn rows(&self, changed: &Changed) -> impl Iterator<Item = PlyRow<'_>> + use<'_> {
        let played = self.entry.event.played();
        let first = changed.plies + 1 - played.len() as u32;
        PlyRow::line(changed.id, changed.created, first, played)
    }

    /// The values by which a game's row moves on together with others.
    pub fn bind_advance<'q>(&'q self, statement: Query<'q>) -> Query<'q> {
        let Standing { fen, status, opening } = &self.standing;
        statement
            .bind(self.expected)
            .bind(steps(&self.entry.event))
            .bind(fen)
            .bind(self.entry.at.0)
            .bind(self.game.as_str())
            .bind(status.state().word())
            .bind(status.result_word())
            .bind(status.reason_word())
            .bind(opening.as_ref().map(|opening| opening.eco.as_str()))
            .bind(opening.as_ref().map(|opening| opening.name.as_str()))
            .bind(self.lease.fence)
    }

    /// Moves the game's row on, if this is the entry it waits for and neither its end nor its opening changes. That is
    /// nearly every time, and leaves the indices over them alone.
    async fn advance(&self, connection: &mut Connection) -> Result<Option<Changed>, sqlx::Error> {
        let opening = match &self.standing.opening {
            Some(opening) => match known_opening(connection, opening).await? {
                None => return Ok(None),
                known => known,
            },
            None if self.entry.event.undone() > 0 => return Ok(None),
            None => None,
        };
        let status = &self.standing.status;
        let dialect = connection.dialect();
        let row = query(format!(
            "UPDATE games SET entries = $1, plies = plies + $2, fen = $3, updated = $4
             WHERE code = $5 AND entries = $1 - 1 AND plies >= $6
               AND state = $7 AND result IS NOT DISTINCT FROM $8
               AND reason IS NOT DISTINCT FROM $9 AND ($10 IS NULL OR opening IS NOT DISTINCT FROM $10)
               AND {} = $11
             RETURNING id, created, plies{}",
            dialect.fence(),
            dialect.tell_others()
        ))
        .bind(self.expected)
        .bind(steps(&self.entry.event))
        .bind(&self.standing.fen)
        .bind(self.entry.at.0)
        .bind(self.game.as_str())
        .bind(self.entry.event.undone())
        .bind(status.state().word())
        .bind(status.result_word())
        .bind(status.reason_word())
        .bind(opening)
        .bind(self.lease.fence)
        .optional(connection)
        .await?;
        row.map(|row| changed(&row)).transpose()
    }

    /// Moves the game's row on with all that has changed, or says why not.
    async fn advance_otherwise(
        &self,
        connection: &mut Connection,
    ) -> Result<Result<Changed, StoreError>, sqlx::Error> {
        let game = self.game;
        let dialect = connection.dialect();
        let (lock, fence) = (dialect.lock_rows(), dialect.fence());
        let found = query(format!("SELECT id, entries, plies, {fence} FROM games WHERE code = $1{lock}"));
        let found = found.bind(game.as_str()).optional(&mut *connection).await?;
        let Some(found) = found else { return Ok(Err(StoreError::NoSuchGame(game))) };
        let (id, entries, plies) = (found.get::<i64>(0)?, found.count(1)?, found.count(2)?);
        if found.get::<i64>(3)? != self.lease.fence {
            return Ok(Err(StoreError::Fenced(game)));
        }
        if entries.checked_add(1) != Some(self.expected) {
            let next = entries.saturating_add(1);
            return Ok(Err(StoreError::Conflict { game, expected: self.expected, next }));
        }
        let undone = self.entry.event.undone();
        if undone > plies {
            return Ok(Err(StoreError::NothingToUndo { game, plies, undone }));
        }
        let opening = match &self.standing.opening {
            Some(opening) => Some(opening_id(connection, opening).await?),
            None => None,
        };
        // The name that is there may have come with what is taken back.
        let renamed = if undone > 0 { "$8" } else { "coalesce($8, opening)" };
        let status = &self.standing.status;
        let row = query(format!(
            "UPDATE games SET entries = $1, plies = plies + $2, fen = $3, updated = $4,
                 state = $5, result = $6, reason = $7, opening = {renamed}
             WHERE id = $9
             RETURNING id, created, plies{}",
            dialect.tell_others()
        ))
        .bind(self.expected)
        .bind(steps(&self.entry.event))
        .bind(&self.standing.fen)
        .bind(self.entry.at.0)
        .bind(status.state().word())
        .bind(status.result_word())
        .bind(status.reason_word())
        .bind(opening)
        .bind(id)
        .one(connection)
        .await?;
        changed(&row).map(Ok)
    }
}

impl Append {
    /// Begins the game anew from another start.
    async fn set_up(
        &self,
        connection: &mut Connection,
        variant: &str,
        start: &str,
    ) -> Result<Result<Appended, StoreError>, sqlx::Error> {
        let changed = match self.advance_otherwise(connection).await? {
            Ok(changed) => changed,
            Err(refusal) => return Ok(Err(refusal)),
        };
        query("UPDATE games SET variant = $1, start = $2, plies = 0, opening = NULL WHERE id = $3")
            .bind(variant)
            .bind(start)
            .bind(changed.id)
            .run(&mut *connection)
            .await?;
        forget_plies(connection, changed.id, 0).await?;
        query("UPDATE plies SET key = $1 WHERE game = $2 AND ply = 0")
            .bind(self.start_key.map(u64::cast_signed))
            .bind(changed.id)
            .run(&mut *connection)
            .await?;
        insert_entry(connection, changed.id, self.expected, &self.entry, &self.body).await?;
        Ok(Ok(Appended { number: self.expected, plies: 0 }))
    }
}

/// By how much the main line grows.
fn steps(event: &Event) -> i64 {
    event.played().len() as i64 - i64::from(event.undone())
}

fn changed(row: &Row) -> Result<Changed, sqlx::Error> {
    Ok(Changed { id: row.get(0)?, created: row.get(1)?, plies: row.count(2)? })
}

/// Writes an entry down.
pub async fn insert_entry(
    connection: &mut Connection,
    game: i64,
    number: u32,
    entry: &Entry,
    body: &str,
) -> Result<(), sqlx::Error> {
    query("INSERT INTO entries (game, number, at, kind, body) VALUES ($1, $2, $3, $4, $5)")
        .bind(game)
        .bind(number)
        .bind(entry.at.0)
        .bind(entry.event.kind())
        .bind(body)
        .run(connection)
        .await?;
    Ok(())
}

/// A row of the main line: a position, and the move that led to it.
pub struct PlyRow<'a> {
    game: i64,
    created: i64,
    ply: u32,
    key: Option<u64>,
    /// None for the start.
    played: Option<&'a Played>,
}

impl<'a> PlyRow<'a> {
    /// The row of a start position with this key.
    pub fn start(game: i64, created: i64, key: Option<u64>) -> Self {
        Self { game, created, ply: 0, key, played: None }
    }

    /// The rows of half-moves, the first of them with this number.
    pub fn line(
        game: i64,
        created: i64,
        first: u32,
        played: impl IntoIterator<Item = &'a Played>,
    ) -> impl Iterator<Item = Self> {
        let numbered = (first..).zip(played);
        numbered.map(move |(ply, played)| Self { game, created, ply, key: played.key, played: Some(played) })
    }
}

/// How many rows go at once where there are many: a statement each would spend most of its time on the way.
const AT_ONCE: usize = 100;

/// Writes a row.
const INSERT_ONE: &str = "INSERT INTO plies (game, ply, created, key, uci, san, clock)
     VALUES ($1, $2, $3, $4, $5, $6, $7)";

/// Writes as many rows as go at once.
static INSERT_MANY: LazyLock<String> = LazyLock::new(|| {
    let row = |row: usize| {
        let values: Vec<String> = (1..=7).map(|column| format!("${}", 7 * row + column)).collect();
        format!("({})", values.join(", "))
    };
    let rows: Vec<String> = (0..AT_ONCE).map(row).collect();
    format!("INSERT INTO plies (game, ply, created, key, uci, san, clock) VALUES {}", rows.join(", "))
});

/// Writes rows of the main lines of games.
pub async fn insert_rows(connection: &mut Connection, rows: &[PlyRow<'_>]) -> Result<(), sqlx::Error> {
    let mut many = rows.chunks_exact(AT_ONCE);
    for some in many.by_ref() {
        some.iter().fold(query(INSERT_MANY.as_str()), bind_row).run(&mut *connection).await?;
    }
    for row in many.remainder() {
        bind_row(query(INSERT_ONE), row).run(&mut *connection).await?;
    }
    Ok(())
}

/// The values of a row.
pub fn bind_row<'q>(insert: Query<'q>, row: &PlyRow<'q>) -> Query<'q> {
    let clock = row.played.and_then(|played| played.clock).map(|clock| millis(clock).cast_signed());
    insert
        .bind(row.game)
        .bind(row.ply)
        .bind(row.created)
        .bind(row.key.map(u64::cast_signed))
        .bind(row.played.map(Played::word))
        .bind(row.played.map(|played| played.san.as_str()))
        .bind(clock)
}

/// Takes half-moves out of the main line: all after this one.
async fn forget_plies(connection: &mut Connection, game: i64, last: u32) -> Result<(), sqlx::Error> {
    let forget = query("DELETE FROM plies WHERE game = $1 AND ply > $2").bind(game).bind(last);
    forget.run(connection).await?;
    Ok(())
}

/// The number of an opening, which is written down if it is new.
pub async fn opening_id(connection: &mut Connection, opening: &Opening) -> Result<i64, sqlx::Error> {
    if let Some(id) = known_opening(connection, opening).await? {
        return Ok(id);
    }
    // Another program may have written it down in between.
    let made = query(
        "INSERT INTO openings (eco, name, folded) VALUES ($1, $2, $3)
         ON CONFLICT (eco, name) DO UPDATE SET folded = excluded.folded RETURNING id",
    );
    let made = made.bind(&opening.eco).bind(&opening.name).bind(fold(&opening.name));
    made.one(connection).await?.get(0)
}

async fn known_opening(connection: &mut Connection, opening: &Opening) -> Result<Option<i64>, sqlx::Error> {
    let known = query("SELECT id FROM openings WHERE eco = $1 AND name = $2");
    let known = known.bind(&opening.eco).bind(&opening.name).optional(connection).await?;
    known.map(|row| row.get(0)).transpose()
}
