//! Copies a whole store into another, row by row and with all numbers as they are: logs and cookies refer to them.
//!
//! A copy that was broken off goes on where it stopped, because every step looks what is there already: rows of the short
//! tables are written over, games that are the same on both sides are passed over, and others are written anew as a whole.

use super::Database;
use super::derived::liken;
use super::sql::{Connection, Dialect, Row, Value, query};
use super::writer::Change;
use crate::StoreError;
use std::collections::HashMap;

/// How many games go in one transaction.
const GAMES_AT_ONCE: i64 = 100;
/// How many rows of a short table go in one transaction.
const ROWS_AT_ONCE: i64 = 1000;
/// How many rows one statement writes.
const ROWS_OF_A_STATEMENT: usize = 100;

/// What a column holds.
#[derive(Clone, Copy)]
enum Holds {
    Number,
    Text,
    Bytes,
}

use Holds::{Bytes, Number, Text};

/// A table with its columns, the first of which is its number or that of its game.
struct Table {
    name: &'static str,
    columns: &'static [(&'static str, Holds)],
}

/// What games refer to, and what refers to that, in an order in which it can be written.
const SHORT: [Table; 5] = [
    Table {
        name: "players",
        columns: &[("id", Number), ("name", Text), ("folded", Text), ("kind", Text), ("created", Number)],
    },
    Table { name: "openings", columns: &[("id", Number), ("eco", Text), ("name", Text), ("folded", Text)] },
    Table {
        name: "users",
        columns: &[
            ("id", Number),
            ("name", Text),
            ("account", Text),
            ("password", Text),
            ("created", Number),
        ],
    },
    Table {
        name: "tokens",
        columns: &[("id", Number), ("\"user\"", Number), ("hash", Bytes), ("created", Number)],
    },
    Table { name: "heirs", columns: &[("\"user\"", Number), ("account", Number)] },
];

const GAMES: Table = Table {
    name: "games",
    columns: &[
        ("id", Number),
        ("entries", Number),
        ("updated", Number),
        ("code", Text),
        ("variant", Text),
        ("start", Text),
        ("white", Number),
        ("black", Number),
        ("control", Text),
        ("tags", Text),
        ("created", Number),
        ("state", Text),
        ("result", Text),
        ("reason", Text),
        ("plies", Number),
        ("fen", Text),
        ("opening", Number),
    ],
};

/// What belongs to a game.
const OF_GAMES: [Table; 4] = [
    Table {
        name: "entries",
        columns: &[("game", Number), ("number", Number), ("at", Number), ("kind", Text), ("body", Text)],
    },
    Table {
        name: "plies",
        columns: &[
            ("game", Number),
            ("ply", Number),
            ("created", Number),
            ("key", Number),
            ("uci", Text),
            ("san", Text),
            ("clock", Number),
        ],
    },
    Table { name: "tables", columns: &[("game", Number), ("kind", Text), ("owner", Number)] },
    Table {
        name: "seats",
        columns: &[("game", Number), ("color", Text), ("\"user\"", Number), ("code", Text), ("folded", Text)],
    },
];

type Values = Vec<Value<'static>>;

impl Table {
    fn columns(&self) -> String {
        self.columns.iter().map(|(name, _)| *name).collect::<Vec<_>>().join(", ")
    }

    fn key(&self) -> &'static str {
        self.columns[0].0
    }

    fn values(&self, row: &Row) -> Result<Values, sqlx::Error> {
        let value = |(at, (_, holds)): (usize, &(_, Holds))| {
            Ok(match holds {
                Number => Value::Number(row.get(at)?),
                Text => Value::Text(row.get::<Option<String>>(at)?.map(Into::into)),
                Bytes => Value::Bytes(row.get::<Vec<u8>>(at)?.into()),
            })
        };
        self.columns.iter().enumerate().map(value).collect()
    }

    /// Writes rows, over those of the same number if there are some.
    async fn write(&self, connection: &mut Connection, rows: &[Values]) -> Result<(), sqlx::Error> {
        for rows in rows.chunks(ROWS_OF_A_STATEMENT) {
            let mut insert = query("INSERT INTO ");
            insert.push(self.name).push(" (").push(self.columns()).push(") VALUES ");
            for (index, row) in rows.iter().enumerate() {
                insert.push_row(index == 0, row.iter().map(Value::borrowed));
            }
            if self.key() == "id" {
                let news = self.columns[1..].iter().map(|(name, _)| format!("{name} = excluded.{name}"));
                insert.push(" ON CONFLICT (id) DO UPDATE SET ");
                insert.push(news.collect::<Vec<_>>().join(", "));
            }
            insert.run(&mut *connection).await?;
        }
        Ok(())
    }
}

impl Database {
    /// How many games there are.
    pub async fn count_games(&self) -> Result<u64, StoreError> {
        let row =
            self.read(query("SELECT count(*) FROM games").one(&mut self.patient_reader().await?).await)?;
        self.read(row.get::<i64>(0)).map(i64::cast_unsigned)
    }

    /// How much has been written here: it grows with every entry, game, player and user, and shrinks with what is deleted.
    pub async fn extent(&self) -> Result<[i64; 4], StoreError> {
        let counts = "SELECT (SELECT count(*) FROM games), (SELECT CAST(coalesce(sum(entries), 0) AS BIGINT) FROM games),
                             (SELECT count(*) FROM players), (SELECT count(*) FROM users)";
        let row = self.read(query(counts).one(&mut self.patient_reader().await?).await)?;
        Ok([self.read(row.get(0))?, self.read(row.get(1))?, self.read(row.get(2))?, self.read(row.get(3))?])
    }

    /// Whether nothing at all is kept here, but for settings.
    pub async fn is_empty(&self) -> Result<bool, StoreError> {
        let mut reader = self.reader().await?;
        for table in ["games", "players", "users"] {
            let any = query(format!("SELECT id FROM {table} LIMIT 1")).optional(&mut reader).await;
            if self.read(any)?.is_some() {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Copies everything from here into another store; but settings of `unwanted`, which are each store's own. Says after
    /// every step how many games it has come by.
    pub async fn copy_to(
        &self,
        target: &Self,
        unwanted: &str,
        mut tell: impl FnMut(u64),
    ) -> Result<(), StoreError> {
        for table in &SHORT {
            self.copy_short(target, table).await?;
        }
        target.writer.make(Liken).await?;
        self.copy_settings(target, unwanted).await?;
        let (mut last, mut games) = (i64::MIN, 0);
        while let Some((next, count)) = self.copy_games(target, last).await? {
            last = next;
            games += count;
            tell(games);
        }
        target.writer.make(CountOn).await
    }

    async fn page(&self, table: &'static Table, after: i64, limit: i64) -> Result<Vec<Values>, StoreError> {
        let (columns, key, name) = (table.columns(), table.key(), table.name);
        let page =
            query(format!("SELECT {columns} FROM {name} WHERE {key} > $1 ORDER BY {key} LIMIT {limit}"));
        let rows = self.read(page.bind(after).all(&mut self.reader().await?).await)?;
        self.read(rows.iter().map(|row| table.values(row)).collect())
    }

    async fn copy_short(&self, target: &Self, table: &'static Table) -> Result<(), StoreError> {
        let mut after = i64::MIN;
        loop {
            let rows = self.page(table, after, ROWS_AT_ONCE).await?;
            // What was there when a copy was broken off may be gone by now, as tokens of those who have signed off.
            let until = rows.last().map_or(i64::MAX, |row| row[0].number());
            let is_last = rows.is_empty();
            target.writer.make(Replace { table, after, until, rows }).await?;
            if is_last {
                return Ok(());
            }
            after = until;
        }
    }

    async fn copy_settings(&self, target: &Self, unwanted: &str) -> Result<(), StoreError> {
        let all = query("SELECT scope, key, value FROM settings WHERE scope <> $1").bind(unwanted);
        for row in self.read(all.all(&mut self.reader().await?).await)? {
            let text = |at| self.read(row.get::<&str>(at));
            let value = self.json(text(2)?)?;
            target.set(text(0)?, text(1)?, Some(value)).await?;
        }
        Ok(())
    }

    /// Copies the games that follow a number; says the last of them, and how many they are.
    async fn copy_games(&self, target: &Self, after: i64) -> Result<Option<(i64, u64)>, StoreError> {
        let games = self.page(&GAMES, after, GAMES_AT_ONCE).await?;
        let until = games.last().map_or(i64::MAX, |game| game[0].number());
        let there = query("SELECT id, entries, updated FROM games WHERE id > $1 AND id <= $2");
        let there = there.bind(after).bind(until).all(&mut target.reader().await?).await;
        let mut stale: HashMap<i64, (i64, i64)> = HashMap::new();
        for row in target.read(there)? {
            let (entries, updated) = (target.read(row.get(1))?, target.read(row.get(2))?);
            stale.insert(target.read(row.get(0))?, (entries, updated));
        }
        let count = games.len() as u64;
        let mut wanted = Vec::new();
        for game in games {
            let stands = (game[1].number(), game[2].number());
            if stale.get(&game[0].number()) == Some(&stands) {
                stale.remove(&game[0].number());
            } else {
                wanted.push(game);
            }
        }
        let rests = self.rests(&wanted).await?;
        target.writer.make(PutGames { stale: stale.into_keys().collect(), games: wanted, rests }).await?;
        Ok((count > 0).then_some((until, count)))
    }

    /// All that belongs to some games.
    async fn rests(&self, games: &[Values]) -> Result<Vec<Vec<Values>>, StoreError> {
        let mut reader = self.reader().await?;
        let mut rests = Vec::new();
        for table in &OF_GAMES {
            let (columns, name) = (table.columns(), table.name);
            let mut rest = Vec::new();
            for game in games {
                let rows =
                    query(format!("SELECT {columns} FROM {name} WHERE game = $1")).bind(game[0].number());
                for row in self.read(rows.all(&mut reader).await)? {
                    rest.push(self.read(table.values(&row))?);
                }
            }
            rests.push(rest);
        }
        Ok(rests)
    }
}

/// Rows of a short table after a number and up to another: these and no others.
struct Replace {
    table: &'static Table,
    after: i64,
    until: i64,
    rows: Vec<Values>,
}

impl Change for Replace {
    type Answer = ();

    async fn perform(&mut self, connection: &mut Connection) -> Result<Result<(), StoreError>, sqlx::Error> {
        // Nothing refers to these; and tokens are the only ones that can go.
        if let (name @ ("tokens" | "heirs"), key) = (self.table.name, self.table.key()) {
            let delete = query(format!("DELETE FROM {name} WHERE {key} > $1 AND {key} <= $2"));
            delete.bind(self.after).bind(self.until).run(&mut *connection).await?;
        }
        self.table.write(connection, &self.rows).await?;
        Ok(Ok(()))
    }
}

/// What the names of accounts look like, which follows from them.
struct Liken;

impl Change for Liken {
    type Answer = ();

    async fn perform(&mut self, connection: &mut Connection) -> Result<Result<(), StoreError>, sqlx::Error> {
        liken(&mut connection.into()).await.map(Ok)
    }
}

/// Games with all that belongs to them.
struct PutGames {
    /// Those that are not as they should be, or should not be.
    stale: Vec<i64>,
    games: Vec<Values>,
    rests: Vec<Vec<Values>>,
}

impl Change for PutGames {
    type Answer = ();

    async fn perform(&mut self, connection: &mut Connection) -> Result<Result<(), StoreError>, sqlx::Error> {
        for game in &self.stale {
            query("DELETE FROM games WHERE id = $1").bind(*game).run(&mut *connection).await?;
        }
        GAMES.write(connection, &self.games).await?;
        for (table, rows) in OF_GAMES.iter().zip(&self.rests) {
            table.write(connection, rows).await?;
        }
        Ok(Ok(()))
    }
}

/// Lets new rows be numbered after those that were copied. SQLite does that by itself.
struct CountOn;

impl Change for CountOn {
    type Answer = ();

    async fn perform(&mut self, connection: &mut Connection) -> Result<Result<(), StoreError>, sqlx::Error> {
        if connection.dialect() == Dialect::Postgres {
            let numbered = SHORT.iter().chain([&GAMES]).filter(|table| table.key() == "id");
            for table in numbered.map(|table| table.name) {
                let count_on = query(format!(
                    "SELECT setval(pg_get_serial_sequence('{table}', 'id'), greatest(max(id), 1), max(id) IS NOT NULL)
                     FROM {table}"
                ));
                count_on.run(&mut *connection).await?;
            }
        }
        Ok(Ok(()))
    }
}
