//! Fills in what a newer schema keeps and SQL cannot work out by itself, when a store is brought up to date.

use super::sql::{Asked, query};
use crate::likeness::likenesses;
use crate::player::fold;
use regence_game::session::Seat;

/// The first schema that keeps it.
pub const SINCE: i64 = 4;

/// A player of a code, as people look for it: what they see, without regard to case.
pub fn seen(code: &str) -> String {
    fold(&code.parse::<Seat>().map_or_else(|_| code.to_owned(), |seat| seat.to_string()))
}

/// Fills it in, in the transaction that has made the place for it.
pub async fn fill(asked: &mut Asked<'_>) -> Result<(), sqlx::Error> {
    see_seats(asked).await?;
    liken(asked).await
}

async fn see_seats(asked: &mut Asked<'_>) -> Result<(), sqlx::Error> {
    // Many games are played by the same few; without an index each would be looked for in all of them.
    query("CREATE INDEX seats_by_code ON seats (code)").run(&mut *asked).await?;
    for row in query("SELECT DISTINCT code FROM seats").all(&mut *asked).await? {
        let code: &str = row.get(0)?;
        let update = query("UPDATE seats SET folded = $1 WHERE code = $2").bind(seen(code)).bind(code);
        update.run(&mut *asked).await?;
    }
    query("DROP INDEX seats_by_code").run(&mut *asked).await?;
    Ok(())
}

/// Notes what every account's name looks like. Of those that looked alike before anybody minded, all stay, and the oldest
/// has the likeness.
pub async fn liken(asked: &mut Asked<'_>) -> Result<(), sqlx::Error> {
    query("DELETE FROM likenesses").run(&mut *asked).await?;
    let accounts = query("SELECT id, name FROM users WHERE account IS NOT NULL ORDER BY id");
    for row in accounts.all(&mut *asked).await? {
        for key in likenesses(row.get(1)?) {
            let insert =
                query(r#"INSERT INTO likenesses (key, "user") VALUES ($1, $2) ON CONFLICT DO NOTHING"#);
            insert.bind(key).bind(row.get::<i64>(0)?).run(&mut *asked).await?;
        }
    }
    Ok(())
}
