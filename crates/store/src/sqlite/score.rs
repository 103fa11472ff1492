//! Counts scores.

use super::Sqlite;
use super::row::{self, nonsense};
use crate::{Player, PlayerId, Score, Scores, StoreError, ending};
use regence_rules::Color;
use sqlx::Row;
use sqlx::sqlite::SqliteRow;

impl Sqlite {
    /// What a player has scored against each opponent.
    pub async fn scores(&self, player: PlayerId) -> Result<Scores, StoreError> {
        let white = sqlx::query(
            "SELECT g.result, count(*), o.id, o.name, o.kind, o.created
             FROM games g LEFT JOIN players o ON o.id = g.black
             WHERE g.white = ?1 AND g.result IS NOT NULL GROUP BY g.black, g.result",
        );
        let black = sqlx::query(
            "SELECT g.result, count(*), o.id, o.name, o.kind, o.created
             FROM games g LEFT JOIN players o ON o.id = g.white
             WHERE g.black = ?1 AND g.result IS NOT NULL GROUP BY g.white, g.result",
        );
        let mut scores = Scores::default();
        for (color, query) in [(Color::White, white), (Color::Black, black)] {
            for counted in self.read(query.bind(player.0).fetch_all(&self.readers).await)? {
                self.read(add(&mut scores, color, &counted))?;
            }
        }
        scores.against.sort_by_key(|(_, score)| std::cmp::Reverse(score.total().games()));
        Ok(scores)
    }
}

/// Adds games with one result against one opponent.
fn add(scores: &mut Scores, color: Color, row: &SqliteRow) -> Result<(), sqlx::Error> {
    let result: &str = row.try_get(0)?;
    let winner = ending::winner(result).map_err(|why| nonsense(0, why))?;
    let games: i64 = row.try_get(1)?;
    let opponent: Option<Player> = match row.try_get::<Option<i64>, _>(2)? {
        Some(_) => Some(row::player(row, 2)?),
        None => None,
    };
    let place = scores.against.iter().position(|(known, _)| *known == opponent);
    let place = place.unwrap_or_else(|| {
        scores.against.push((opponent, Score::default()));
        scores.against.len() - 1
    });
    scores.against[place].1.with[color].add(color, winner, games.cast_unsigned());
    Ok(())
}
