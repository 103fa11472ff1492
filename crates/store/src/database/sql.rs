//! One way to ask two databases: queries, connections and rows that are SQLite's or PostgreSQL's.
//!
//! A query is one text for both wherever they agree; where they do not, [`Dialect`] has the words. sqlx knows each
//! database by types of its own, and only here does that show.

use super::lent::{LONGEST, Lent};
use sqlx::error::BoxDynError;
use sqlx::pool::PoolConnection;
use sqlx::postgres::{PgArguments, PgPool, PgRow, Postgres};
use sqlx::query::Query as Prepared;
use sqlx::sqlite::{Sqlite, SqliteArguments, SqlitePool, SqliteRow};
use sqlx::{
    Arguments, AssertSqlSafe, Connection as _, Database, Decode, Encode, PgConnection, Row as _, SqlSafeStr,
    SqlStr, SqliteConnection, Type,
};
use std::borrow::Cow;
use std::fmt::{Display, Write as _};
use std::time::Duration;
use tokio::time::timeout;

/// The setting of a session whose programs hear of changes in another way than from the database.
pub const QUIET: &str = "regence.quiet";

/// Which database it is: the words in which the two differ.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Dialect {
    Sqlite,
    Postgres,
}

impl Dialect {
    /// Keeps the rows that were found from being changed by others until the transaction ends. SQLite has one writer at a
    /// time as it is.
    pub const fn lock_rows(self) -> &'static str {
        match self {
            Self::Sqlite => "",
            Self::Postgres => " FOR UPDATE",
        }
    }

    /// The column with a game's fence. In a SQLite file there is one server, and no fences.
    pub const fn fence(self) -> &'static str {
        match self {
            Self::Sqlite => "0",
            Self::Postgres => "fence",
        }
    }

    /// Among what a changed game's row returns, tells other programs how long its log is, once that is committed.
    pub fn tell_others(self) -> String {
        match self {
            Self::Sqlite => String::new(),
            Self::Postgres => format!(", {}", Self::notify("'regence'", "code || ':' || entries")),
        }
    }

    /// Tells other programs something in PostgreSQL, unless they hear of it in another way.
    pub fn notify(channel: &str, words: &str) -> String {
        format!(
            "CASE WHEN current_setting('{QUIET}', true) IS DISTINCT FROM 'on' THEN pg_notify({channel}, {words}) END"
        )
    }

    /// Passes over rows that others are about to change, and keeps the rest from them. SQLite has one writer at a time.
    pub const fn pass_over_locked(self) -> &'static str {
        match self {
            Self::Sqlite => "",
            Self::Postgres => " FOR UPDATE SKIP LOCKED",
        }
    }

    /// The database's clock, in milliseconds.
    pub const fn clock(self) -> &'static str {
        match self {
            Self::Sqlite => "CAST(unixepoch('subsec') * 1000 AS INTEGER)",
            Self::Postgres => "CAST(extract(epoch FROM clock_timestamp()) * 1000 AS BIGINT)",
        }
    }

    /// The function that tells where in its first argument the second begins, 0 if nowhere.
    pub const fn place_of(self) -> &'static str {
        match self {
            Self::Sqlite => "instr",
            Self::Postgres => "strpos",
        }
    }

    /// Before a column, keeps SQLite from walking an index over it. PostgreSQL chooses by what it knows of the data.
    pub const fn unindexed(self) -> &'static str {
        match self {
            Self::Sqlite => "+",
            Self::Postgres => "",
        }
    }

    /// A join that is made from left to right. PostgreSQL sees by itself that the left side is short.
    pub const fn join_in_order(self) -> &'static str {
        match self {
            Self::Sqlite => "CROSS JOIN",
            Self::Postgres => "JOIN",
        }
    }
}

/// A connection that is held for long.
pub enum Connection {
    Sqlite(SqliteConnection),
    Postgres(Box<PgConnection>),
}

impl Connection {
    pub const fn dialect(&self) -> Dialect {
        match self {
            Self::Sqlite(_) => Dialect::Sqlite,
            Self::Postgres(_) => Dialect::Postgres,
        }
    }

    pub async fn close(self) -> Result<(), sqlx::Error> {
        match self {
            Self::Sqlite(connection) => connection.close().await,
            Self::Postgres(connection) => connection.close().await,
        }
    }

    /// Whether somebody is still at the other end. Whoever is cut off is not told so.
    pub async fn answers(&mut self) -> bool {
        match self {
            Self::Sqlite(_) => true,
            Self::Postgres(connection) => answers(connection).await,
        }
    }
}

/// How long a database may take to say that it is there.
const PING: Duration = Duration::from_secs(1);

/// Whether a database is still at the other end of a connection.
pub async fn answers(connection: &mut PgConnection) -> bool {
    timeout(PING, connection.ping()).await.is_ok_and(|answer| answer.is_ok())
}

/// Connections for those who read.
pub enum Pool {
    Sqlite(SqlitePool),
    Postgres(PgPool),
}

impl Pool {
    pub const fn dialect(&self) -> Dialect {
        match self {
            Self::Sqlite(_) => Dialect::Sqlite,
            Self::Postgres(_) => Dialect::Postgres,
        }
    }

    /// One of them.
    pub async fn reader(&self) -> Result<Reader, sqlx::Error> {
        Ok(match self {
            Self::Sqlite(pool) => Reader::Sqlite(pool.acquire().await?),
            Self::Postgres(pool) => Reader::Postgres(Lent::new(pool.acquire().await?)),
        })
    }

    pub async fn close(&self) {
        match self {
            Self::Sqlite(pool) => pool.close().await,
            Self::Postgres(pool) => pool.close().await,
        }
    }
}

/// A connection to read by.
pub enum Reader {
    /// It goes back when it is dropped.
    Sqlite(PoolConnection<Sqlite>),
    /// So does this one, and nobody waits for ever for an answer.
    Postgres(Lent),
    /// It is nobody else's, and an answer may take as long as it takes.
    Own(Connection),
}

/// Where a query is asked.
pub enum Asked<'c> {
    Sqlite(&'c mut SqliteConnection),
    Postgres(&'c mut PgConnection),
    Lent(&'c mut Lent),
}

impl<'c> From<&'c mut Connection> for Asked<'c> {
    fn from(connection: &'c mut Connection) -> Self {
        match connection {
            Connection::Sqlite(connection) => Self::Sqlite(connection),
            Connection::Postgres(connection) => Self::Postgres(connection),
        }
    }
}

/// The same place once more.
impl<'c> From<&'c mut Asked<'_>> for Asked<'c> {
    fn from(asked: &'c mut Asked<'_>) -> Self {
        match asked {
            Asked::Sqlite(connection) => Self::Sqlite(connection),
            Asked::Postgres(connection) => Self::Postgres(connection),
            Asked::Lent(lent) => Self::Lent(lent),
        }
    }
}

impl<'c> From<&'c mut Reader> for Asked<'c> {
    fn from(reader: &'c mut Reader) -> Self {
        match reader {
            Reader::Sqlite(connection) => Self::Sqlite(connection),
            Reader::Postgres(lent) => Self::Lent(lent),
            Reader::Own(connection) => connection.into(),
        }
    }
}

/// A row of an answer.
pub enum Row {
    Sqlite(SqliteRow),
    Postgres(PgRow),
}

impl Row {
    /// What stands in a column, counted from 0.
    pub fn get<'r, T>(&'r self, at: usize) -> Result<T, sqlx::Error>
    where
        T: Decode<'r, Sqlite> + Type<Sqlite> + Decode<'r, Postgres> + Type<Postgres>,
    {
        match self {
            Self::Sqlite(row) => row.try_get(at),
            Self::Postgres(row) => row.try_get(at),
        }
    }

    /// A count, which fits 32 bits unless somebody else has written it.
    pub fn count(&self, at: usize) -> Result<u32, sqlx::Error> {
        let number: i64 = self.get(at)?;
        number.try_into().map_err(|_| nonsense(at, format!("{number} is no count")))
    }
}

/// A column with something else in it than we write.
pub fn nonsense(at: usize, why: impl Into<BoxDynError>) -> sqlx::Error {
    sqlx::Error::ColumnDecode { index: at.to_string(), source: why.into() }
}

/// A value in a query.
pub enum Value<'q> {
    Number(Option<i64>),
    Text(Option<Cow<'q, str>>),
    Bytes(Cow<'q, [u8]>),
}

impl Value<'_> {
    /// The same value for another query.
    pub fn borrowed(&self) -> Value<'_> {
        match self {
            Self::Number(number) => Value::Number(*number),
            Self::Text(text) => Value::Text(text.as_deref().map(Cow::Borrowed)),
            Self::Bytes(bytes) => Value::Bytes(Cow::Borrowed(bytes)),
        }
    }

    /// The number that it is; 0 if it is none.
    pub fn number(&self) -> i64 {
        if let Self::Number(Some(number)) = self { *number } else { 0 }
    }
}

impl From<i64> for Value<'_> {
    fn from(number: i64) -> Self {
        Self::Number(Some(number))
    }
}

impl From<u32> for Value<'_> {
    fn from(number: u32) -> Self {
        Self::Number(Some(number.into()))
    }
}

impl From<Option<i64>> for Value<'_> {
    fn from(number: Option<i64>) -> Self {
        Self::Number(number)
    }
}

impl<'q> From<&'q str> for Value<'q> {
    fn from(text: &'q str) -> Self {
        Self::Text(Some(text.into()))
    }
}

impl<'q> From<&'q String> for Value<'q> {
    fn from(text: &'q String) -> Self {
        text.as_str().into()
    }
}

impl From<Option<String>> for Value<'_> {
    fn from(text: Option<String>) -> Self {
        Self::Text(text.map(Cow::from))
    }
}

impl From<String> for Value<'_> {
    fn from(text: String) -> Self {
        Self::Text(Some(text.into()))
    }
}

impl<'q> From<Option<&'q str>> for Value<'q> {
    fn from(text: Option<&'q str>) -> Self {
        Self::Text(text.map(Cow::from))
    }
}

impl<'q> From<&'q [u8]> for Value<'q> {
    fn from(bytes: &'q [u8]) -> Self {
        Self::Bytes(bytes.into())
    }
}

/// A question or an order, with the values for its `$1`, `$2` and so on.
pub struct Query<'q> {
    text: Cow<'static, str>,
    values: Vec<Value<'q>>,
    /// Whether it comes again and again in the same words, so that the database may remember its plan.
    is_usual: bool,
}

/// A query in these words.
pub fn query<'q>(text: impl Into<Cow<'static, str>>) -> Query<'q> {
    Query { text: text.into(), values: Vec::new(), is_usual: true }
}

impl<'q> Query<'q> {
    /// The value for the next `$`.
    pub fn bind(mut self, value: impl Into<Value<'q>>) -> Self {
        self.values.push(value.into());
        self
    }

    /// Adds words. They must be ours: what comes from outside is a value.
    pub fn push(&mut self, words: impl Display) -> &mut Self {
        // Writing to a string does not fail.
        let _ = write!(self.text.to_mut(), "{words}");
        self.is_usual = false;
        self
    }

    /// Adds a value where the words have come to.
    pub fn push_bind(&mut self, value: impl Into<Value<'q>>) -> &mut Self {
        self.values.push(value.into());
        let number = self.values.len();
        self.push(format_args!("${number}"))
    }

    /// Adds a row of values to those of an insert.
    pub fn push_row(&mut self, is_first: bool, row: impl IntoIterator<Item = Value<'q>>) -> &mut Self {
        self.push(if is_first { "(" } else { ", (" });
        for (index, value) in row.into_iter().enumerate() {
            if index > 0 {
                self.push(", ");
            }
            self.push_bind(value);
        }
        self.push(")")
    }

    /// The same once more.
    pub fn again(&self) -> Query<'_> {
        let values = self.values.iter().map(Value::borrowed).collect();
        Query { text: self.text.clone(), values, is_usual: self.is_usual }
    }

    /// The words alone.
    #[cfg(test)]
    pub fn into_words(self) -> String {
        self.text.into_owned()
    }

    /// All rows of the answer.
    pub async fn all(self, asked: impl Into<Asked<'_>>) -> Result<Vec<Row>, sqlx::Error> {
        match asked.into() {
            Asked::Sqlite(connection) => {
                let rows = self.prepared::<Sqlite, SqliteArguments>()?.fetch_all(connection).await?;
                Ok(rows.into_iter().map(Row::Sqlite).collect())
            }
            Asked::Postgres(connection) => {
                let rows = self.prepared::<Postgres, PgArguments>()?.fetch_all(connection).await?;
                Ok(rows.into_iter().map(Row::Postgres).collect())
            }
            Asked::Lent(lent) => {
                let asked = self.prepared::<Postgres, PgArguments>()?.fetch_all(lent.connection()?);
                let rows = timeout(LONGEST, asked).await;
                let rows = lent.heard(rows)?;
                Ok(rows.into_iter().map(Row::Postgres).collect())
            }
        }
    }

    /// The one row of the answer, if there is one.
    pub async fn optional(self, asked: impl Into<Asked<'_>>) -> Result<Option<Row>, sqlx::Error> {
        match asked.into() {
            Asked::Sqlite(connection) => {
                let row = self.prepared::<Sqlite, SqliteArguments>()?.fetch_optional(connection).await?;
                Ok(row.map(Row::Sqlite))
            }
            Asked::Postgres(connection) => {
                let row = self.prepared::<Postgres, PgArguments>()?.fetch_optional(connection).await?;
                Ok(row.map(Row::Postgres))
            }
            Asked::Lent(lent) => {
                let asked = self.prepared::<Postgres, PgArguments>()?.fetch_optional(lent.connection()?);
                let row = timeout(LONGEST, asked).await;
                let row = lent.heard(row)?;
                Ok(row.map(Row::Postgres))
            }
        }
    }

    /// The one row of the answer.
    pub async fn one(self, asked: impl Into<Asked<'_>>) -> Result<Row, sqlx::Error> {
        self.optional(asked).await?.ok_or(sqlx::Error::RowNotFound)
    }

    /// Does what is ordered; answers how many rows that has changed.
    pub async fn run(self, asked: impl Into<Asked<'_>>) -> Result<u64, sqlx::Error> {
        match asked.into() {
            Asked::Sqlite(connection) => {
                let done = self.prepared::<Sqlite, SqliteArguments>()?.execute(connection).await?;
                Ok(done.rows_affected())
            }
            Asked::Postgres(connection) => {
                let done = self.prepared::<Postgres, PgArguments>()?.execute(connection).await?;
                Ok(done.rows_affected())
            }
            Asked::Lent(lent) => {
                let asked = self.prepared::<Postgres, PgArguments>()?.execute(lent.connection()?);
                let done = timeout(LONGEST, asked).await;
                let done = lent.heard(done)?;
                Ok(done.rows_affected())
            }
        }
    }

    fn prepared<DB, A>(self) -> Result<Prepared<'q, DB, A>, sqlx::Error>
    where
        DB: Database<Arguments = A> + sqlx::database::HasStatementCache,
        A: Arguments<Database = DB> + sqlx::IntoArguments<DB>,
        Option<i64>: Encode<'q, DB> + Type<DB>,
        Option<Cow<'q, str>>: Encode<'q, DB> + Type<DB>,
        Vec<u8>: Encode<'q, DB> + Type<DB>,
    {
        let mut arguments = A::default();
        for value in self.values {
            let added = match value {
                Value::Number(number) => arguments.add(number),
                Value::Text(text) => arguments.add(text),
                Value::Bytes(bytes) => arguments.add(bytes.into_owned()),
            };
            added.map_err(sqlx::Error::Encode)?;
        }
        Ok(sqlx::query_with(sql(self.text), arguments).persistent(self.is_usual))
    }
}

fn sql(text: Cow<'static, str>) -> SqlStr {
    match text {
        Cow::Borrowed(text) => text.into_sql_str(),
        // Made of our own words: what comes from outside is a value.
        Cow::Owned(text) => AssertSqlSafe(text).into_sql_str(),
    }
}
