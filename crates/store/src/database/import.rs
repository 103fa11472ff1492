//! Takes in games that were played elsewhere, many in one transaction.

use super::Database;
use super::append::{PlyRow, insert_rows, opening_id};
use super::derived::seen;
use super::sql::{Connection, query};
use super::write::{GameRow, enrol};
use super::writer::Change;
use crate::import::Arrival;
use crate::summary::search_key;
use crate::{
    Entry, Moment, NewGame, Opening, PlayerId, PlayerKind, PlayerName, Standing, StoreError, TableRow, UserId,
};
use std::collections::{BTreeSet, HashMap};

/// How many rows one statement writes, or how many names it asks for.
const ROWS_AT_ONCE: usize = 100;

impl Database {
    /// Takes in games that were played elsewhere, all of them or none, to be found at a table if one is said.
    pub async fn import(&self, arrivals: Vec<Arrival>, table: Option<TableRow>) -> Result<(), StoreError> {
        let games = arrivals.into_iter().map(|arrival| self.arriving(arrival)).collect::<Result<_, _>>()?;
        self.writer.make(Import { games, table }).await
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
    /// The table at which all of them are to be found.
    table: Option<TableRow>,
}

impl Change for Import {
    type Answer = ();

    async fn perform(&mut self, connection: &mut Connection) -> Result<Result<(), StoreError>, sqlx::Error> {
        let mut known = Known::default();
        known.look_up(connection, &self.games).await?;
        let mut openings = Vec::with_capacity(self.games.len());
        for game in &mut self.games {
            let created = game.new.created;
            game.new.white = known.player(connection, game.white.as_ref(), created).await?;
            game.new.black = known.player(connection, game.black.as_ref(), created).await?;
            openings.push(known.opening(connection, game.standing.opening.as_ref()).await?);
        }
        let rows: Vec<GameRow<'_>> =
            self.games.iter().zip(openings).map(|(game, opening)| game.row(opening)).collect();
        let numbers = GameRow::insert_all(connection, &rows).await?;
        self.insert_entries(connection, &numbers).await?;
        if let Some(table) = &self.table {
            insert_tables(connection, &numbers, table).await?;
        }
        let plies = self.games.iter().zip(&numbers).flat_map(|(game, &number)| game.plies(number));
        insert_rows(connection, &plies.collect::<Vec<_>>()).await.map(Ok)
    }
}

impl Import {
    async fn insert_entries(&self, connection: &mut Connection, numbers: &[i64]) -> Result<(), sqlx::Error> {
        let entries = self.games.iter().zip(numbers).flat_map(|(game, &number)| {
            (1_u32..).zip(&game.entries).map(move |(at, entry)| (number, at, entry))
        });
        for entries in entries.collect::<Vec<_>>().chunks(ROWS_AT_ONCE) {
            let mut insert = query("INSERT INTO entries (game, number, at, kind, body) VALUES ");
            for (index, &(game, number, (entry, body))) in entries.iter().enumerate() {
                let kind = entry.event.kind();
                let row = [game.into(), number.into(), entry.at.0.into(), kind.into(), body.into()];
                insert.push_row(index == 0, row);
            }
            insert.run(&mut *connection).await?;
        }
        Ok(())
    }
}

/// Writes the same table for each of these games.
async fn insert_tables(
    connection: &mut Connection,
    games: &[i64],
    table: &TableRow,
) -> Result<(), sqlx::Error> {
    let owner = table.owner.map(UserId::number);
    for games in games.chunks(ROWS_AT_ONCE) {
        let mut tables = query("INSERT INTO tables (game, kind, owner) VALUES ");
        let mut seats = query(r#"INSERT INTO seats (game, color, "user", code, folded) VALUES "#);
        for (index, &game) in games.iter().enumerate() {
            tables.push_row(index == 0, [game.into(), (&table.kind).into(), owner.into()]);
            for (color, seat) in [("white", &table.white), ("black", &table.black)] {
                let user = seat.user.map(UserId::number);
                let row =
                    [game.into(), color.into(), user.into(), (&seat.code).into(), seen(&seat.code).into()];
                seats.push_row(index == 0 && color == "white", row);
            }
        }
        tables.run(&mut *connection).await?;
        seats.run(&mut *connection).await?;
    }
    Ok(())
}

impl Arriving {
    fn row(&self, opening: Option<i64>) -> GameRow<'_> {
        let plies = self.entries.iter().flat_map(|(entry, _)| entry.event.played()).count();
        let (new, standing) = (&self.new, &self.standing);
        GameRow { id: self.id, new, standing, opening, entries: self.entries.len(), plies }
    }

    /// The rows of its main line.
    fn plies(&self, number: i64) -> impl Iterator<Item = PlyRow<'_>> {
        let created = self.new.created.0;
        let played = self.entries.iter().flat_map(|(entry, _)| entry.event.played());
        std::iter::once(PlyRow::start(number, created, self.key))
            .chain(PlyRow::line(number, created, 1, played))
    }
}

/// Players and openings that this import has met: they come up again and again.
#[derive(Default)]
struct Known {
    players: HashMap<String, PlayerId>,
    openings: HashMap<Opening, i64>,
}

impl Known {
    /// Looks up all players of some games who are known already, many with one question.
    async fn look_up(&mut self, connection: &mut Connection, games: &[Arriving]) -> Result<(), sqlx::Error> {
        let players = games.iter().flat_map(|game| [&game.white, &game.black]).flatten();
        let names: BTreeSet<String> = players.map(|(name, _)| name.folded()).collect();
        for names in names.into_iter().collect::<Vec<_>>().chunks(ROWS_AT_ONCE) {
            let mut asked = query("SELECT id, folded FROM players WHERE folded IN ");
            asked.push_row(true, names.iter().map(Into::into));
            for row in asked.all(&mut *connection).await? {
                self.players.insert(row.get(1)?, PlayerId(row.get(0)?));
            }
        }
        Ok(())
    }

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
