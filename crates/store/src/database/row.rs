//! From rows to what they mean. A row that means nothing was not written by us, or is damaged.

use super::sql::{Row, nonsense};
use crate::{
    Entry, Event, GameSummary, KeptPly, Moment, Opening, Player, PlayerId, PlayerKind, PlayerName, Status,
};
use std::time::Duration;

/// What [`summary`] reads, in its order.
pub const SUMMARY: &str = "
    g.id, g.code, g.variant, g.start, g.control, g.tags, g.created, g.updated, g.state, g.result, g.reason, g.entries,
    g.plies, g.fen, o.eco, o.name, w.id, w.name, w.kind, w.created, b.id, b.name, b.kind, b.created";

/// The tables that [`SUMMARY`] refers to besides `games g`.
pub const SUMMARY_JOINS: &str = "
    LEFT JOIN openings o ON o.id = g.opening
    LEFT JOIN players w ON w.id = g.white
    LEFT JOIN players b ON b.id = g.black";

/// A game.
pub fn summary(row: &Row) -> Result<GameSummary, sqlx::Error> {
    let (state, result, reason): (&str, Option<&str>, Option<&str>) =
        (row.get(8)?, row.get(9)?, row.get(10)?);
    let status = Status::from_words(state, result, reason);
    let opening = match (row.get(14)?, row.get(15)?) {
        (Some(eco), Some(name)) => Some(Opening { eco, name }),
        _ => None,
    };
    Ok(GameSummary {
        id: text(row, 1)?.parse().map_err(|error| nonsense(1, error))?,
        variant: text(row, 2)?.parse().map_err(|error| nonsense(2, error))?,
        start: row.get(3)?,
        time_control: row.get(4)?,
        tags: serde_json::from_str(text(row, 5)?).map_err(|error| nonsense(5, error))?,
        created: Moment(row.get(6)?),
        updated: Moment(row.get(7)?),
        status: status
            .ok_or_else(|| nonsense(8, format!("a game that is {state} with result {result:?}")))?,
        entries: row.count(11)?,
        plies: row.count(12)?,
        fen: row.get(13)?,
        opening,
        white: optional_player(row, 16)?,
        black: optional_player(row, 20)?,
    })
}

fn optional_player(row: &Row, at: usize) -> Result<Option<Player>, sqlx::Error> {
    match row.get::<Option<i64>>(at)? {
        Some(_) => player(row, at).map(Some),
        None => Ok(None),
    }
}

/// A player: number, name, kind and time, from a column on.
pub fn player(row: &Row, at: usize) -> Result<Player, sqlx::Error> {
    let kind = text(row, at + 2)?;
    Ok(Player {
        id: PlayerId(row.get(at)?),
        name: PlayerName::kept(row.get(at + 1)?),
        kind: PlayerKind::from_word(kind)
            .ok_or_else(|| nonsense(at + 2, format!("a player that is {kind}")))?,
        created: Moment(row.get(at + 3)?),
    })
}

/// An entry: time, kind, body.
pub fn entry(row: &Row) -> Result<Entry, sqlx::Error> {
    let event = Event::read(text(row, 1)?, text(row, 2)?).map_err(|error| nonsense(2, error))?;
    Ok(Entry { at: Moment(row.get(0)?), event })
}

/// A half-move of the main line: number, move in both notations, clock.
pub fn ply(row: &Row) -> Result<KeptPly, sqlx::Error> {
    let clock: Option<i64> = row.get(3)?;
    Ok(KeptPly {
        ply: row.count(0)?,
        uci: row.get(1)?,
        san: row.get(2)?,
        clock: clock.map(|ms| Duration::from_millis(ms.max(0).cast_unsigned())),
    })
}

fn text(row: &Row, at: usize) -> Result<&str, sqlx::Error> {
    row.get(at)
}
