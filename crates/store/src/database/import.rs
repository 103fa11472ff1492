//! Takes in games that were played elsewhere, many in one transaction.

use super::Database;
use super::append::{PlyRow, insert_entry, insert_rows, opening_id};
use super::sql::Connection;
use super::write::{GameRow, enrol};
use super::writer::Change;
use crate::import::Arrival;
use crate::summary::search_key;
use crate::{Entry, Moment, NewGame, Opening, PlayerId, PlayerKind, PlayerName, Standing, StoreError};
use std::collections::HashMap;

impl Database {
    /// Takes in games that were played elsewhere, all of them or none.
    pub async fn import(&self, arrivals: Vec<Arrival>) -> Result<(), StoreError> {
        let games = arrivals.into_iter().map(|arrival| self.arriving(arrival)).collect::<Result<_, _>>()?;
        self.writer.make(Import { games }).await
    }

    fn arriving(&self, arrival: Arrival) -> Result<Arriving, StoreError> {
        let Arrival { id, past, events, standing } = arrival;
        let entry = |event| {
            let body = self.body(&event)?;
            Ok((Entry { at: past.played, event }, body))
        };
        let entries = events.into_iter().map(entry).collect::<Result<_, StoreError>>()?;
        let key = search_key(&past.start);
        let new = NewGame {
            variant: past.variant,
            start: past.start.fen(),
            white: None,
            black: None,
            time_control: past.time_control,
            created: past.played,
            tags: past.tags,
        };
        Ok(Arriving { id, new, key, standing, white: past.white, black: past.black, entries })
    }
}

/// A game on its way in, with all that is written of it.
struct Arriving {
    id: crate::GameId,
    new: NewGame,
    key: Option<u64>,
    standing: Standing,
    white: Option<(PlayerName, PlayerKind)>,
    black: Option<(PlayerName, PlayerKind)>,
    entries: Vec<(Entry, String)>,
}

struct Import {
    games: Vec<Arriving>,
}

impl Change for Import {
    type Answer = ();

    async fn perform(&mut self, connection: &mut Connection) -> Result<Result<(), StoreError>, sqlx::Error> {
        let (mut known, mut rows) = (Known::default(), Vec::new());
        for game in &mut self.games {
            game.insert(connection, &mut known, &mut rows).await?;
        }
        insert_rows(connection, &rows).await.map(Ok)
    }
}

impl Arriving {
    /// Writes all of the game but the rows of its main line, which go with those of the others.
    async fn insert<'a>(
        &'a mut self,
        connection: &mut Connection,
        known: &mut Known,
        rows: &mut Vec<PlyRow<'a>>,
    ) -> Result<(), sqlx::Error> {
        let created = self.new.created;
        self.new.white = known.player(connection, self.white.as_ref(), created).await?;
        self.new.black = known.player(connection, self.black.as_ref(), created).await?;
        let opening = known.opening(connection, self.standing.opening.as_ref()).await?;
        let played = self.entries.iter().flat_map(|(entry, _)| entry.event.played());
        let row = GameRow { id: self.id, new: &self.new, standing: &self.standing, opening };
        let game = row.insert(connection, self.entries.len(), played.clone().count()).await?;
        for (number, (entry, body)) in (1..).zip(&self.entries) {
            insert_entry(connection, game, number, entry, body).await?;
        }
        rows.push(PlyRow::start(game, created.0, self.key));
        rows.extend(PlyRow::line(game, created.0, 1, played));
        Ok(())
    }
}

/// Players and openings that this import has met: they come up again and again.
#[derive(Default)]
struct Known {
    players: HashMap<String, PlayerId>,
    openings: HashMap<Opening, i64>,
}

impl Known {
    async fn player(
        &mut self,
        connection: &mut Connection,
        player: Option<&(PlayerName, PlayerKind)>,
        now: Moment,
    ) -> Result<Option<PlayerId>, sqlx::Error> {
        let Some((name, kind)) = player else { return Ok(None) };
        let folded = name.folded();
        if let Some(&id) = self.players.get(&folded) {
            return Ok(Some(id));
        }
        let id = enrol(connection, name, *kind, now).await?.id;
        self.players.insert(folded, id);
        Ok(Some(id))
    }

    async fn opening(
        &mut self,
        connection: &mut Connection,
        opening: Option<&Opening>,
    ) -> Result<Option<i64>, sqlx::Error> {
        let Some(opening) = opening else { return Ok(None) };
        if let Some(&id) = self.openings.get(opening) {
            return Ok(Some(id));
        }
        let id = opening_id(connection, opening).await?;
        self.openings.insert(opening.clone(), id);
        Ok(Some(id))
    }
}
