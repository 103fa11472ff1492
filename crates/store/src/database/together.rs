//! Many entries at once. Every statement is a message to the database and back; where many games are played, most of the
//! time goes into these. So what nearly all entries need is done for many games with a few statements.

use super::append::{Append, Changed, PlyRow, bind_row};
use super::sql::{Connection, Dialect, Query, query};
use super::writer::Queued;
use crate::player::fold;
use crate::{Appended, Entry};
use std::collections::{BTreeSet, HashMap, HashSet};
use std::sync::LazyLock;

/// How many rows go into one statement at most: two to the power of one less than there are sizes.
const SIZES: usize = 7;

/// A statement for one row, for two, four, eight and so on: few enough texts for the database to remember the plans of.
struct Statement([String; SIZES]);

impl Statement {
    /// Made of words around a list of rows with so many values each.
    fn new(before: &str, values: usize, after: &str) -> Self {
        Self(std::array::from_fn(|size| {
            let row = |row: usize| {
                let values: Vec<String> =
                    (1..=values).map(|value| format!("${}", row * values + value)).collect();
                format!("({})", values.join(", "))
            };
            let rows: Vec<String> = (0..1 << size).map(row).collect();
            format!("{before}{}{after}", rows.join(", "))
        }))
    }

    /// Cuts rows into pieces for which there is a text, with that text.
    fn cut<'r, T>(&'static self, mut rows: &'r [T]) -> impl Iterator<Item = (Query<'r>, &'r [T])> {
        std::iter::from_fn(move || {
            let size = rows.len().checked_ilog2()?.min(SIZES as u32 - 1);
            let (some, rest) = rows.split_at(1 << size);
            rows = rest;
            Some((query(self.0[size as usize].as_str()), some))
        })
    }
}

/// What becomes of the openings of games that move on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Name {
    /// Nothing. The index over them is left alone.
    Stays,
    /// They are called after another opening.
    Changes,
}

/// Moves the rows of games on whose end does not change, each if this is the entry that it waits for.
fn advance_all(dialect: Dialect, name: Name) -> Statement {
    let (bare, fence, tell_others) = (dialect.unindexed(), dialect.fence(), dialect.tell_others());
    let (set, join, condition) = match name {
        Name::Stays => (
            "",
            "",
            format!(
                "(v.column9 IS NULL
                   OR {bare}opening = (SELECT id FROM openings WHERE eco = v.column9 AND name = v.column10))"
            ),
        ),
        Name::Changes => (
            ", opening = o.id",
            "JOIN openings o ON o.eco = v.column9 AND o.name = v.column10",
            "v.column9 IS NOT NULL".to_owned(),
        ),
    };
    Statement::new(
        &format!(
            "UPDATE games SET entries = v.column1, plies = plies + v.column2, fen = v.column3,
                 updated = v.column4{set}
             FROM (VALUES "
        ),
        11,
        &format!(
            ") AS v {join}
             WHERE code = v.column5 AND entries = v.column1 - 1
               AND {bare}state = v.column6 AND {bare}result IS NOT DISTINCT FROM v.column7
               AND reason IS NOT DISTINCT FROM v.column8 AND {condition} AND {fence} = v.column11
             RETURNING code, games.id, created, plies{tell_others}"
        ),
    )
}

/// For each database, what leaves openings alone and what changes them.
static ADVANCE: LazyLock<[[Statement; 2]; 2]> = LazyLock::new(|| {
    [Dialect::Sqlite, Dialect::Postgres]
        .map(|dialect| [Name::Stays, Name::Changes].map(|name| advance_all(dialect, name)))
});
/// How SQLite is told to move the rows of four games on.
#[cfg(test)]
pub fn words_for_four() -> [&'static str; 2] {
    ADVANCE[0].each_ref().map(|statement| statement.0[2].as_str())
}

static INSERT_ENTRIES: LazyLock<Statement> =
    LazyLock::new(|| Statement::new("INSERT INTO entries (game, number, at, kind, body) VALUES ", 5, ""));
static INSERT_OPENINGS: LazyLock<Statement> = LazyLock::new(|| {
    Statement::new(
        "INSERT INTO openings (eco, name, folded) VALUES ",
        3,
        " ON CONFLICT (eco, name) DO NOTHING",
    )
});
static INSERT_PLIES: LazyLock<Statement> = LazyLock::new(|| {
    Statement::new("INSERT INTO plies (game, ply, created, key, uci, san, clock) VALUES ", 7, "")
});

/// Does what can be done for many at once, and settles it. What is left is to be done one by one: what is unusual, and
/// what is refused, for there the reason has to be found.
pub async fn append_together(
    connection: &mut Connection,
    batch: &mut [Box<dyn Queued>],
) -> Result<(), sqlx::Error> {
    let mut games = HashSet::new();
    let usual = batch.iter().filter_map(|change| change.append());
    // Of two entries of one game only one can be what it waits for.
    let usual: Vec<&Append> = usual.filter(|append| append.is_usual() && games.insert(append.game)).collect();
    if usual.len() < 2 {
        return Ok(());
    }
    let changed = advance(connection, &usual).await?;
    let done: Vec<(&Append, &Changed)> =
        usual.into_iter().filter_map(|append| Some((append, changed.get(append.game.as_str())?))).collect();
    insert(connection, &done).await?;
    for change in batch.iter_mut() {
        let Some(append) = change.append() else { continue };
        if !append.is_usual() || !games.remove(&append.game) {
            continue;
        }
        let settled = changed.get(append.game.as_str());
        let settled = settled.map(|changed| Appended { number: append.expected, plies: changed.plies });
        if let Some(appended) = settled {
            change.settle(appended);
        }
    }
    Ok(())
}

/// Moves the rows of games on; what has become of those for which that could be done, by their names.
async fn advance(
    connection: &mut Connection,
    appends: &[&Append],
) -> Result<HashMap<String, Changed>, sqlx::Error> {
    let [stays, renames] = match connection.dialect() {
        Dialect::Sqlite => &ADVANCE[0],
        Dialect::Postgres => &ADVANCE[1],
    };
    let mut changed = HashMap::with_capacity(appends.len());
    move_on(connection, stays, appends, &mut changed).await?;
    let is_left =
        |append: &&&Append| append.standing.opening.is_some() && !changed.contains_key(append.game.as_str());
    let left: Vec<&Append> = appends.iter().filter(is_left).copied().collect();
    insert_openings(connection, &left).await?;
    move_on(connection, renames, &left, &mut changed).await?;
    Ok(changed)
}

/// Writes down the openings that entries name, those that are new.
async fn insert_openings(connection: &mut Connection, appends: &[&Append]) -> Result<(), sqlx::Error> {
    // In order, so that programs that write down the same do not wait for each other.
    let named = appends.iter().filter_map(|append| append.standing.opening.as_ref());
    let named: BTreeSet<(&str, &str)> =
        named.map(|opening| (opening.eco.as_str(), opening.name.as_str())).collect();
    let named: Vec<(&str, &str)> = named.into_iter().collect();
    for (statement, some) in INSERT_OPENINGS.cut(&named) {
        some.iter().fold(statement, bind_opening).run(&mut *connection).await?;
    }
    Ok(())
}

fn bind_opening<'q>(statement: Query<'q>, &(eco, name): &(&'q str, &'q str)) -> Query<'q> {
    statement.bind(eco).bind(name).bind(fold(name))
}

async fn move_on(
    connection: &mut Connection,
    statement: &'static Statement,
    appends: &[&Append],
    changed: &mut HashMap<String, Changed>,
) -> Result<(), sqlx::Error> {
    for (statement, some) in statement.cut(appends) {
        let statement = some.iter().fold(statement, |statement, append| append.bind_advance(statement));
        for row in statement.all(&mut *connection).await? {
            changed
                .insert(row.get(0)?, Changed { id: row.get(1)?, created: row.get(2)?, plies: row.count(3)? });
        }
    }
    Ok(())
}

fn bind_entry<'q>(statement: Query<'q>, (append, changed): &(&'q Append, &Changed)) -> Query<'q> {
    let Entry { at, event } = &append.entry;
    let statement = statement.bind(changed.id).bind(append.expected).bind(at.0);
    statement.bind(event.kind()).bind(&append.body)
}

/// Writes down the entries, and the half-moves in them.
async fn insert(connection: &mut Connection, done: &[(&Append, &Changed)]) -> Result<(), sqlx::Error> {
    for (statement, some) in INSERT_ENTRIES.cut(done) {
        some.iter().fold(statement, bind_entry).run(&mut *connection).await?;
    }
    let rows: Vec<PlyRow<'_>> = done.iter().flat_map(|(append, changed)| append.rows(changed)).collect();
    for (statement, some) in INSERT_PLIES.cut(&rows) {
        some.iter().fold(statement, bind_row).run(&mut *connection).await?;
    }
    Ok(())
}
