//! Looks for games. Every search walks an index in the order of time, or a few of them at once, and stops when the page
//! is full.

use super::Database;
use super::row::{self, SUMMARY, SUMMARY_JOINS};
use super::sql::{Dialect, Query, Value, query};
use crate::player::fold;
use crate::summary::search_key;
use crate::{Cursor, GameFilter, GameSummary, Moment, Page, PlayerId, StoreError, UserId};
use regence_game::pgn::GameResult;
use regence_rules::Color;
use std::fmt::Display;

/// A query for games in the making.
struct Sql<'q> {
    query: Query<'q>,
    dialect: Dialect,
}

impl<'q> Sql<'q> {
    fn push(&mut self, words: impl Display) -> &mut Self {
        self.query.push(words);
        self
    }

    fn push_bind(&mut self, value: impl Into<Value<'q>>) -> &mut Self {
        self.query.push_bind(value);
        self
    }

    /// Where a column contains a text.
    fn push_contains(&mut self, column: &str, text: String) -> &mut Self {
        let place_of = self.dialect.place_of();
        self.push(format_args!("{place_of}({column}, ")).push_bind(text).push(") > 0")
    }
}

impl Database {
    /// A page of the games that a filter lets through.
    pub async fn search(&self, filter: &GameFilter, from: Cursor, limit: u32) -> Result<Page, StoreError> {
        let mut page = self.find(filter, from, limit).await?;
        if filter.since.is_none() && filter.before.is_none() {
            return Ok(page);
        }
        // What a date in words means is for us to tell. Games without one are few, so that another look is rare.
        page.games.retain(GameSummary::is_dated);
        while let (Some(from), missing @ 1..) = (page.next, limit - page.games.len() as u32) {
            let more = self.find(filter, from, missing).await?;
            page.games.extend(more.games.into_iter().filter(GameSummary::is_dated));
            page.next = more.next;
        }
        Ok(page)
    }

    /// A page of the games that the database can tell by the filter.
    async fn find(&self, filter: &GameFilter, from: Cursor, limit: u32) -> Result<Page, StoreError> {
        // One more than asked for tells whether there is another page.
        let sql = page(self.readers.dialect(), filter, from, limit + 1);
        let mut rows = self.read(sql.all(&mut self.reader().await?).await)?;
        let is_last = rows.len() <= limit as usize;
        rows.truncate(limit as usize);
        let games: Vec<_> = self.read(rows.iter().map(row::summary).collect::<Result<_, _>>())?;
        let next = match (is_last, rows.last(), games.last()) {
            (false, Some(row), Some(game)) => {
                Some(Cursor { created: game.created.0, row: self.read(row.get(0))? })
            }
            _ => None,
        };
        Ok(Page { games, next })
    }
}

/// The query for a page.
pub fn page(dialect: Dialect, filter: &GameFilter, from: Cursor, limit: u32) -> Query<'_> {
    let mut sql = Sql { query: query("WITH page AS ("), dialect };
    let join = dialect.join_in_order();
    match (filter.player, filter.color) {
        (Some(player), Some(color)) => push_games_of(&mut sql, filter, from, player, color),
        (Some(player), None) => {
            // Two walks merged, each with an index of its own. A game against oneself is found by the first.
            push_games_of(&mut sql, filter, from, player, Color::White);
            sql.push(" UNION ALL ");
            push_games_of(&mut sql, filter, from, player, Color::Black);
            sql.push(" AND g.white IS DISTINCT FROM ").push_bind(player.0);
        }
        (None, _) => push_games_of_anybody(&mut sql, filter, from),
    }
    sql.push(" ORDER BY created DESC, id DESC LIMIT ").push_bind(limit);
    sql.push(") SELECT ").push(SUMMARY);
    sql.push(format_args!(" FROM page {join} games g ON g.id = page.id ")).push(SUMMARY_JOINS);
    sql.push(" ORDER BY page.created DESC, page.id DESC");
    sql.query
}

/// The games of whomever: with a position, or all.
fn push_games_of_anybody(sql: &mut Sql<'_>, filter: &GameFilter, from: Cursor) {
    if let Some(position) = &filter.position {
        sql.push("SELECT DISTINCT p.created AS created, p.game AS id FROM plies p");
        sql.push(" JOIN games g ON g.id = p.game WHERE p.key = ");
        sql.push_bind(search_key(position).map(u64::cast_signed));
        push_range(sql, filter, from, "p.created", "p.game");
        push_wishes(sql, filter, sql.dialect.unindexed());
    } else {
        sql.push("SELECT g.created AS created, g.id AS id FROM games g WHERE true");
        push_range(sql, filter, from, "g.created", "g.id");
        push_wishes(sql, filter, "");
    }
}

/// The games of a player with one colour.
fn push_games_of(sql: &mut Sql<'_>, filter: &GameFilter, from: Cursor, player: PlayerId, color: Color) {
    let (own, other) = match color {
        Color::White => ("g.white", "g.black"),
        Color::Black => ("g.black", "g.white"),
    };
    sql.push("SELECT g.created AS created, g.id AS id FROM games g WHERE ").push(own).push(" = ");
    sql.push_bind(player.0);
    push_range(sql, filter, from, "g.created", "g.id");
    if let Some(opponent) = filter.opponent {
        let unindexed = sql.dialect.unindexed();
        sql.push(format_args!(" AND {unindexed}{other} = ")).push_bind(opponent.0);
    }
    if let Some(position) = &filter.position {
        sql.push(" AND EXISTS (SELECT 1 FROM plies p WHERE p.key = ");
        sql.push_bind(search_key(position).map(u64::cast_signed));
        sql.push(" AND p.created = g.created AND p.game = g.id)");
    }
    push_wishes(sql, filter, sql.dialect.unindexed());
}

/// The wishes about time, and where the page begins.
fn push_range(sql: &mut Sql<'_>, filter: &GameFilter, from: Cursor, created: &str, id: &str) {
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
fn push_tables(sql: &mut Sql<'_>, filter: &GameFilter) {
    push_owners(sql, filter);
    if let Some(name) = &filter.seated {
        sql.push(" AND (");
        push_played_by(sql, &fold(name));
        sql.push(")");
    }
    for word in filter.words.iter().map(|word| fold(word)) {
        sql.push(" AND (");
        push_played_by(sql, &word);
        sql.push(" OR EXISTS (SELECT 1 FROM openings o WHERE o.id = g.opening AND ");
        sql.push_contains("o.folded", word.clone()).push(")");
        if let Some((since, before)) = year(&word) {
            sql.push(" OR (g.created >= ").push_bind(since.0);
            sql.push(" AND g.created < ").push_bind(before.0).push(")");
        }
        sql.push(")");
    }
    if let Some(kind) = &filter.kind {
        sql.push(" AND EXISTS (SELECT 1 FROM tables t WHERE t.game = g.id AND t.kind = ");
        sql.push_bind(kind.clone()).push(")");
    }
}

/// From the first moment of the year that a word may mean to the one after its last.
fn year(word: &str) -> Option<(Moment, Moment)> {
    let is_year = word.len() == 4 && word.bytes().all(|byte| byte.is_ascii_digit());
    let year: u32 = word.parse().ok().filter(|_| is_year)?;
    let begin = |year: u32| Moment::of_date(&format!("{year:04}-01-01"));
    Some((begin(year)?, begin(year + 1)?))
}

/// The wishes about whose it is.
fn push_owners(sql: &mut Sql<'_>, filter: &GameFilter) {
    const NOBODYS: &str = "NOT EXISTS (SELECT 1 FROM tables t WHERE t.game = g.id AND t.owner IS NOT NULL)";
    match (filter.user, filter.nobodys) {
        (None, false) => {}
        (None, true) => {
            sql.push(" AND ").push(NOBODYS);
        }
        (Some(user), nobodys) => {
            sql.push(" AND (g.id IN (SELECT t.game FROM tables t WHERE t.owner IN (");
            push_selves(sql, user);
            sql.push(") UNION SELECT s.game FROM seats s WHERE s.user IN (");
            push_selves(sql, user);
            sql.push("))");
            if nobodys {
                sql.push(" OR ").push(NOBODYS);
            }
            sql.push(")");
        }
    }
}

/// A user, and all strangers who have become that user.
fn push_selves(sql: &mut Sql<'_>, user: UserId) {
    sql.push("SELECT ").push_bind(user.0);
    sql.push(" UNION ALL SELECT h.user FROM heirs h WHERE h.account = ").push_bind(user.0);
}

/// Somebody played whose name contains a text, which is folded.
fn push_played_by(sql: &mut Sql<'_>, name: &str) {
    sql.push("EXISTS (SELECT 1 FROM seats s WHERE s.game = g.id AND ");
    sql.push_contains("s.folded", name.to_owned());
    sql.push(") OR EXISTS (SELECT 1 FROM players p WHERE p.id IN (g.white, g.black) AND ");
    sql.push_contains("p.folded", name.to_owned()).push(")");
}

/// The wishes about the game itself. The plus sign keeps SQLite from walking their indices where a better one is walked
/// already.
fn push_wishes(sql: &mut Sql<'_>, filter: &GameFilter, plus: &str) {
    let has_opening = filter.opening.is_some() || filter.eco.is_some();
    if has_opening {
        sql.push(format_args!(" AND {plus}g.opening IN (SELECT o.id FROM openings o WHERE true"));
        if let Some(name) = &filter.opening {
            sql.push(" AND ").push_contains("o.folded", fold(name));
        }
        if let Some(eco) = &filter.eco {
            let eco = eco.to_ascii_uppercase();
            sql.push(format_args!(" AND substr(o.eco, 1, {}) = ", eco.chars().count())).push_bind(eco);
        }
        sql.push(")");
    }
    let plus = if has_opening { sql.dialect.unindexed() } else { plus };
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
    let plus = if filter.result.is_some() { sql.dialect.unindexed() } else { plus };
    if let Some(state) = filter.state {
        sql.push(format_args!(" AND {plus}g.state = ")).push_bind(state.word());
    }
}
