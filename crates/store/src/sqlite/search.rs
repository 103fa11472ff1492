//! Looks for games. Every search walks an index in the order of time, or a few of them at once, and stops when the page
//! is full.

use super::Sqlite;
use super::row::{self, SUMMARY, SUMMARY_JOINS};
use crate::player::fold;
use crate::summary::search_key;
use crate::{Cursor, GameFilter, Page, PlayerId, StoreError};
use regence_game::pgn::GameResult;
use regence_rules::Color;
use sqlx::{QueryBuilder, Row};

type Sql = QueryBuilder<sqlx::Sqlite>;

impl Sqlite {
    /// A page of the games that a filter lets through.
    pub async fn search(&self, filter: &GameFilter, from: Cursor, limit: u32) -> Result<Page, StoreError> {
        // One more than asked for tells whether there is another page.
        let mut sql = page(filter, from, limit + 1);
        let mut rows = self.read(sql.build().persistent(false).fetch_all(&self.readers).await)?;
        let is_last = rows.len() <= limit as usize;
        rows.truncate(limit as usize);
        let games: Vec<_> = self.read(rows.iter().map(row::summary).collect::<Result<_, _>>())?;
        let next = match (is_last, rows.last(), games.last()) {
            (false, Some(row), Some(game)) => {
                Some(Cursor { created: game.created.0, row: self.read(row.try_get(0))? })
            }
            _ => None,
        };
        Ok(Page { games, next })
    }
}

/// The query for a page.
pub fn page(filter: &GameFilter, from: Cursor, limit: u32) -> Sql {
    let mut sql = Sql::new("WITH page AS (");
    match (filter.player, filter.color) {
        (Some(player), Some(color)) => push_games_of(&mut sql, filter, from, player, color),
        (Some(player), None) => {
            // Two walks merged, each with an index of its own. A game against oneself is found by the first.
            push_games_of(&mut sql, filter, from, player, Color::White);
            sql.push(" UNION ALL ");
            push_games_of(&mut sql, filter, from, player, Color::Black);
            sql.push(" AND g.white IS NOT ").push_bind(player.0);
        }
        (None, _) => push_games_of_anybody(&mut sql, filter, from),
    }
    sql.push(" ORDER BY created DESC, id DESC LIMIT ").push_bind(limit);
    sql.push(") SELECT ").push(SUMMARY);
    sql.push(" FROM page CROSS JOIN games g ON g.id = page.id ").push(SUMMARY_JOINS);
    sql.push(" ORDER BY page.created DESC, page.id DESC");
    sql
}

/// The games of whomever: with a position, or all.
fn push_games_of_anybody(sql: &mut Sql, filter: &GameFilter, from: Cursor) {
    if let Some(position) = &filter.position {
        sql.push("SELECT DISTINCT p.created AS created, p.game AS id FROM plies p");
        sql.push(" JOIN games g ON g.id = p.game WHERE p.key = ");
        sql.push_bind(search_key(position).map(u64::cast_signed));
        push_range(sql, filter, from, "p.created", "p.game");
        push_wishes(sql, filter, "+");
    } else {
        sql.push("SELECT g.created AS created, g.id AS id FROM games g WHERE true");
        push_range(sql, filter, from, "g.created", "g.id");
        push_wishes(sql, filter, "");
    }
}

/// The games of a player with one colour.
fn push_games_of(sql: &mut Sql, filter: &GameFilter, from: Cursor, player: PlayerId, color: Color) {
    let (own, other) = match color {
        Color::White => ("g.white", "g.black"),
        Color::Black => ("g.black", "g.white"),
    };
    sql.push("SELECT g.created AS created, g.id AS id FROM games g WHERE ").push(own).push(" = ");
    sql.push_bind(player.0);
    push_range(sql, filter, from, "g.created", "g.id");
    if let Some(opponent) = filter.opponent {
        sql.push(" AND +").push(other).push(" = ").push_bind(opponent.0);
    }
    if let Some(position) = &filter.position {
        sql.push(" AND EXISTS (SELECT 1 FROM plies p WHERE p.key = ");
        sql.push_bind(search_key(position).map(u64::cast_signed));
        sql.push(" AND p.created = g.created AND p.game = g.id)");
    }
    push_wishes(sql, filter, "+");
}

/// The wishes about time, and where the page begins.
fn push_range(sql: &mut Sql, filter: &GameFilter, from: Cursor, created: &str, id: &str) {
    sql.push(format_args!(" AND ({created}, {id}) < (")).push_bind(from.created);
    sql.push(", ").push_bind(from.row).push(")");
    if let Some(since) = filter.since {
        sql.push(format_args!(" AND {created} >= ")).push_bind(since.0);
    }
    if let Some(before) = filter.before {
        sql.push(format_args!(" AND {created} < ")).push_bind(before.0);
    }
}

/// The wishes about the table.
fn push_tables(sql: &mut Sql, filter: &GameFilter) {
    if let Some(user) = filter.user {
        sql.push(" AND g.id IN (SELECT t.game FROM tables t WHERE t.owner = ").push_bind(user.0);
        sql.push(" UNION SELECT s.game FROM seats s WHERE s.user = ").push_bind(user.0).push(")");
    }
    if let Some(name) = &filter.seated {
        let name = fold(name);
        sql.push(" AND (EXISTS (SELECT 1 FROM seats s WHERE s.game = g.id AND instr(lower(s.code), ");
        sql.push_bind(name.clone())
            .push(") > 0) OR EXISTS (SELECT 1 FROM players p WHERE p.id IN (g.white, g.black)");
        sql.push(" AND instr(p.folded, ").push_bind(name).push(") > 0))");
    }
    if let Some(kind) = &filter.kind {
        sql.push(" AND EXISTS (SELECT 1 FROM tables t WHERE t.game = g.id AND t.kind = ");
        sql.push_bind(kind.clone()).push(")");
    }
}

/// The wishes about the game itself. The plus sign keeps SQLite from walking their indices where a better one is walked
/// already.
fn push_wishes(sql: &mut Sql, filter: &GameFilter, plus: &str) {
    let has_opening = filter.opening.is_some() || filter.eco.is_some();
    if has_opening {
        sql.push(format_args!(" AND {plus}g.opening IN (SELECT o.id FROM openings o WHERE true"));
        if let Some(name) = &filter.opening {
            sql.push(" AND instr(o.folded, ").push_bind(fold(name)).push(") > 0");
        }
        if let Some(eco) = &filter.eco {
            let eco = eco.to_ascii_uppercase();
            sql.push(" AND substr(o.eco, 1, ").push_bind(eco.chars().count() as i64);
            sql.push(") = ").push_bind(eco);
        }
        sql.push(")");
    }
    let plus = if has_opening { "+" } else { plus };
    match filter.result {
        Some(GameResult::Unknown) => {
            sql.push(format_args!(" AND {plus}g.result IS NULL"));
        }
        Some(result) => {
            sql.push(format_args!(" AND {plus}g.result = ")).push_bind(result.to_string());
        }
        None => {}
    }
    push_tables(sql, filter);
    let plus = if filter.result.is_some() { "+" } else { plus };
    if let Some(state) = filter.state {
        sql.push(format_args!(" AND {plus}g.state = ")).push_bind(state.word());
    }
}
