//! Counts scores.

use super::Database;
use super::row;
use super::sql::{Row, nonsense, query};
use crate::{Player, PlayerId, Score, Scores, StoreError, ending};
use regence_rules::Color;

impl Database {
    /// What a player has scored against each opponent.
    pub async fn scores(&self, player: PlayerId) -> Result<Scores, StoreError> {
        let white = query(
            "SELECT g.result, count(*), o.id, o.name, o.kind, o.created
             FROM games g LEFT JOIN players o ON o.id = g.black
             WHERE g.white = $1 AND g.result IS NOT NULL GROUP BY o.id, g.result",
        );
        let black = query(
            "SELECT g.result, count(*), o.id, o.name, o.kind, o.created
             FROM games g LEFT JOIN players o ON o.id = g.white
             WHERE g.black = $1 AND g.result IS NOT NULL GROUP BY o.id, g.result",
        );
        let mut scores = Scores::default();
        let mut reader = self.reader().await?;
        for (color, counts) in [(Color::White, white), (Color::Black, black)] {
            for counted in self.read(counts.bind(player.0).all(&mut reader).await)? {
                self.read(add(&mut scores, color, &counted))?;
            }
        }
        let order = |(opponent, score): &(Option<Player>, Score)| {
            (
                std::cmp::Reverse(score.total().games()),
                opponent.as_ref().map(|opponent| opponent.name.folded()),
            )
        };
        scores.against.sort_by_cached_key(order);
        Ok(scores)
    }
}

/// Adds games with one result against one opponent.
fn add(scores: &mut Scores, color: Color, row: &Row) -> Result<(), sqlx::Error> {
    let result: &str = row.get(0)?;
    let winner = ending::winner(result).map_err(|why| nonsense(0, why))?;
    let games: i64 = row.get(1)?;
    let opponent: Option<Player> = match row.get::<Option<i64>>(2)? {
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
