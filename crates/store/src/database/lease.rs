//! Nodes, and the games that belong to them. In SQLite there is one server, which holds a lock beside the file, and
//! visitors, who hold one for each game.

use super::Database;
use super::sql::{Asked, Connection, Dialect, Row, query};
use super::writer::Change;
use crate::lease::{EXPIRY, Lease, Leased, NodeId, Renewed};
use crate::{GameId, Moment, StoreError};

/// How many games are asked for at once.
const GAMES_AT_ONCE: usize = 500;

/// The one node of a SQLite file.
const ALONE: NodeId = NodeId(0);

/// Any visitor of a SQLite file: whose a game is is known by the file that is locked.
const VISITOR: NodeId = NodeId(-1);

/// How the address of a visitor begins. Nobody reaches one there, but all differ.
const VISITORS: &str = "visitor ";

impl Database {
    /// Whether several servers may share this database.
    pub fn is_shared(&self) -> bool {
        self.readers.dialect() == Dialect::Postgres
    }

    /// A new node.
    pub async fn join(&self, address: String, now: Moment) -> Result<NodeId, StoreError> {
        match &self.door {
            Some(door) => door.lock().map(|()| ALONE),
            None => self.writer.make(Join { address, now }).await,
        }
    }

    /// A new node that serves nobody.
    pub async fn visit(&self, now: Moment) -> Result<NodeId, StoreError> {
        if !self.is_shared() {
            return Ok(VISITOR);
        }
        let address = format!("{VISITORS}{}", GameId::random()?);
        self.writer.make(Join { address, now }).await
    }

    /// Whether a game belongs to somebody else than this node, who is there.
    pub async fn is_elsewhere(&self, node: Option<NodeId>, game: GameId) -> Result<bool, StoreError> {
        if let Some(holds) = &self.holds {
            return Ok(holds.is_elsewhere(game));
        }
        let found = self.read(holding(&mut self.reader().await?, game).await)?;
        let owner = found.and_then(|found| found.owner);
        Ok(owner.is_some_and(|owner| owner.is_there && Some(owner.node) != node))
    }

    /// Says that a node is still there; nothing if it has been forgotten.
    pub async fn renew(&self, node: NodeId, now: Moment) -> Result<Option<Renewed>, StoreError> {
        if !self.is_shared() {
            return Ok(Some(Renewed { clock: None, silent_since: None }));
        }
        // Not by the writer, who may have to wait for others. Even if it comes too late: what others have taken meanwhile
        // is theirs by its fence, and the rest is still ours. That nobody was there for it must not be forgotten with us,
        // so it is noted before we are heard again.
        let renewed = query(format!(
            "WITH before AS
                 (SELECT id, seen, address, expires <= clock_timestamp() AS is_late FROM nodes WHERE id = $1 FOR UPDATE),
             kept AS
                 (UPDATE games g SET alone_since = before.seen FROM before
                  WHERE g.node = before.id AND before.is_late AND before.address NOT LIKE '{VISITORS}%'
                     AND g.state = 'running' AND g.alone_since IS NULL)
             UPDATE nodes n SET seen = $2, expires = {} FROM before WHERE n.id = before.id
             RETURNING {}, CASE WHEN before.is_late THEN before.seen END",
            expiry(),
            Dialect::Postgres.clock()
        ));
        let renewed = renewed.bind(node.0).bind(now.0).optional(&mut self.reader().await?).await;
        let Some(row) = self.read(renewed)? else { return Ok(None) };
        Ok(Some(Renewed {
            clock: Some(Moment(self.read(row.get(0))?)),
            silent_since: self.read(row.get::<Option<i64>>(1))?.map(Moment),
        }))
    }

    /// A game is not alone any more, and its clock knows.
    pub async fn make_up(&self, game: GameId, lease: Lease) -> Result<(), StoreError> {
        if self.is_shared() { self.writer.make(MakeUp { game, lease }).await } else { Ok(()) }
    }

    /// A node goes, and with it its hold on its games.
    pub async fn leave(&self, node: NodeId, now: Moment) -> Result<(), StoreError> {
        match &self.door {
            Some(door) => {
                if node == ALONE {
                    door.unlock();
                }
                Ok(())
            }
            None => self.writer.make(Leave { node, now }).await,
        }
    }

    /// Asks for a game.
    pub async fn lease(&self, node: NodeId, game: GameId) -> Result<Leased, StoreError> {
        if let Some(holds) = &self.holds {
            // The server locks nothing: it may have more games at hand than a program may have files, and no visitor asks for
            // those that are played there.
            let is_ours = if node == ALONE { !holds.is_elsewhere(game) } else { holds.take(game) };
            return Ok(if is_ours { Leased::Ours(Lease::NONE) } else { Leased::Visited });
        }
        // Most of those who ask want to know where it is; that needs no writing.
        let found = self.read(holding(&mut self.reader().await?, game).await)?;
        match found.map(|found| found.judged(node)) {
            None => Err(StoreError::NoSuchGame(game)),
            Some(Some(leased)) => Ok(leased),
            Some(None) => self.writer.make(Take { node, game }).await,
        }
    }

    /// Gives a game back, if it is still this node's.
    pub async fn release(&self, node: NodeId, game: GameId, lease: Lease) -> Result<(), StoreError> {
        if let Some(holds) = &self.holds {
            if node == VISITOR {
                holds.release(game);
            }
            return Ok(());
        }
        self.writer.make(Release { node, game, lease }).await
    }

    /// Where the nodes are that are there and can be reached.
    pub async fn nodes(&self) -> Result<Vec<String>, StoreError> {
        let there = query(format!(
            "SELECT address FROM nodes WHERE expires > clock_timestamp() AND address NOT LIKE '{VISITORS}%'
             ORDER BY id"
        ));
        let there = self.read(there.all(&mut self.reader().await?).await)?;
        there.iter().map(|row| self.read(row.get(0))).collect()
    }

    /// The games that are a node's.
    pub async fn held(&self, node: NodeId) -> Result<Vec<GameId>, StoreError> {
        let held = query("SELECT code FROM games WHERE node = $1").bind(node.0);
        self.codes(held.all(&mut self.reader().await?).await)
    }

    /// Games whose clocks may run while their node is gone, some of them. What a visitor has left stands still.
    pub async fn orphans(&self, limit: u32) -> Result<Vec<GameId>, StoreError> {
        // Whoever looks takes what it finds: if all nodes found the same, one would get everything.
        let orphans = query(format!(
            "SELECT g.code FROM games g JOIN nodes n ON n.id = g.node
             WHERE n.expires <= clock_timestamp() AND g.state = 'running' AND g.control IS NOT NULL
                AND n.address NOT LIKE '{VISITORS}%'
             ORDER BY random() LIMIT $1"
        ));
        self.codes(orphans.bind(limit).all(&mut self.reader().await?).await)
    }

    /// How many entries games have.
    pub async fn lengths(&self, games: &[GameId]) -> Result<Vec<(GameId, u32)>, StoreError> {
        let mut lengths = Vec::with_capacity(games.len());
        for games in games.chunks(GAMES_AT_ONCE) {
            let mut asked = query("SELECT code, entries FROM games WHERE code IN (");
            for (number, game) in games.iter().enumerate() {
                asked.push(if number == 0 { "" } else { ", " }).push_bind(game.as_str());
            }
            asked.push(")");
            for row in self.read(asked.all(&mut self.reader().await?).await)? {
                lengths.push((self.code(&row)?, self.read(row.count(1))?));
            }
        }
        Ok(lengths)
    }

    /// The database's clock.
    pub async fn clock(&self) -> Result<Moment, StoreError> {
        let clock = query(format!("SELECT {}", Dialect::Postgres.clock()));
        let clock = self.read(clock.one(&mut self.reader().await?).await)?;
        self.read(clock.get(0)).map(Moment)
    }

    fn codes(&self, rows: Result<Vec<Row>, sqlx::Error>) -> Result<Vec<GameId>, StoreError> {
        self.read(rows)?.iter().map(|row| self.code(row)).collect()
    }

    fn code(&self, row: &Row) -> Result<GameId, StoreError> {
        let code: &str = self.read(row.get(0))?;
        code.parse().map_err(|error| self.corrupt(format!("a game's name: {error}")))
    }
}

/// When a node that is seen now expires.
fn expiry() -> String {
    format!("clock_timestamp() + interval '{} milliseconds'", EXPIRY.as_millis())
}

/// Whose a game is.
struct Holding {
    id: i64,
    fence: i64,
    alone_since: Option<Moment>,
    owner: Option<Owner>,
}

struct Owner {
    node: NodeId,
    address: String,
    seen: Moment,
    is_there: bool,
}

/// Whose a game is, if there is one of that name.
async fn holding(asked: impl Into<Asked<'_>>, game: GameId) -> Result<Option<Holding>, sqlx::Error> {
    let found = query(
        "SELECT g.id, g.fence, n.id, n.address, n.seen, n.expires > clock_timestamp(), g.alone_since
         FROM games g LEFT JOIN nodes n ON n.id = g.node WHERE g.code = $1",
    );
    let Some(row) = found.bind(game.as_str()).optional(asked).await? else { return Ok(None) };
    let owner = match row.get::<Option<i64>>(2)? {
        Some(node) => Some(Owner {
            node: NodeId(node),
            address: row.get(3)?,
            seen: Moment(row.get(4)?),
            is_there: row.get(5)?,
        }),
        None => None,
    };
    let alone_since = row.get::<Option<i64>>(6)?.map(Moment);
    Ok(Some(Holding { id: row.get(0)?, fence: row.get(1)?, alone_since, owner }))
}

impl Holding {
    /// What a node is told that asks for the game; nothing if it may be taken.
    fn judged(&self, node: NodeId) -> Option<Leased> {
        let owner = self.owner.as_ref()?;
        if owner.node == node {
            return Some(Leased::Ours(Lease { fence: self.fence, alone_since: self.alone_since }));
        }
        let address = owner.is_there.then(|| owner.address.clone())?;
        Some(if address.starts_with(VISITORS) { Leased::Visited } else { Leased::Theirs { address } })
    }
}

struct Join {
    address: String,
    now: Moment,
}

impl Change for Join {
    type Answer = NodeId;

    async fn perform(
        &mut self,
        connection: &mut Connection,
    ) -> Result<Result<NodeId, StoreError>, sqlx::Error> {
        // Nodes that nothing is remembered by are forgotten.
        let forget = query(
            "DELETE FROM nodes n WHERE n.expires < clock_timestamp() - interval '1 day'
                AND NOT EXISTS (SELECT 1 FROM games g WHERE g.node = n.id)",
        );
        forget.run(&mut *connection).await?;
        // Who was at our address before us is gone, whether it has said so or not.
        let replace = query(
            "UPDATE nodes SET expires = clock_timestamp()
             WHERE address = $1 AND address <> '' AND expires > clock_timestamp()",
        );
        replace.bind(&self.address).run(&mut *connection).await?;
        let made = query(format!(
            "INSERT INTO nodes (address, seen, expires) VALUES ($1, $2, {}) RETURNING id",
            expiry()
        ));
        let made = made.bind(&self.address).bind(self.now.0).one(connection).await?;
        Ok(Ok(NodeId(made.get(0)?)))
    }
}

struct Leave {
    node: NodeId,
    now: Moment,
}

impl Change for Leave {
    type Answer = ();

    async fn perform(&mut self, connection: &mut Connection) -> Result<Result<(), StoreError>, sqlx::Error> {
        // Who could be taken for gone already was last seen before that.
        let left = query(
            "UPDATE nodes SET seen = CASE WHEN expires > clock_timestamp() THEN $2 ELSE seen END,
                 expires = clock_timestamp()
             WHERE id = $1",
        );
        left.bind(self.node.0).bind(self.now.0).run(connection).await?;
        Ok(Ok(()))
    }
}

struct Take {
    node: NodeId,
    game: GameId,
}

impl Change for Take {
    type Answer = Leased;

    async fn perform(
        &mut self,
        connection: &mut Connection,
    ) -> Result<Result<Leased, StoreError>, sqlx::Error> {
        // Who asks is there. Otherwise the next one who asks would take the game again. A server that could be taken for
        // gone has to say first that it is there: only then is it noted that its games were alone. Visitors say so only
        // while they have something open.
        let there = query(format!(
            "WITH before AS
                 (SELECT id, expires > clock_timestamp() OR address LIKE '{VISITORS}%' AS is_heard
                  FROM nodes WHERE id = $1 FOR UPDATE)
             UPDATE nodes n SET expires = CASE WHEN before.is_heard THEN {} ELSE n.expires END
             FROM before WHERE n.id = before.id RETURNING before.is_heard",
            expiry()
        ));
        let there = there.bind(self.node.0).optional(&mut *connection).await?;
        match there.map(|row| row.get::<bool>(0)).transpose()? {
            Some(true) => {}
            Some(false) => return Ok(Err(StoreError::NodeSilent)),
            None => return Ok(Err(StoreError::NodeForgotten)),
        }
        // Whoever else asks waits here until we are through. Whose it is is looked up after the wait: a query that joins
        // and locks would see the game as it is now, but the nodes as they were.
        let lock = query("SELECT 1 FROM games WHERE code = $1 FOR UPDATE").bind(self.game.as_str());
        lock.run(&mut *connection).await?;
        let Some(found) = holding(&mut *connection, self.game).await? else {
            return Ok(Err(StoreError::NoSuchGame(self.game)));
        };
        if let Some(leased) = found.judged(self.node) {
            return Ok(Ok(leased));
        }
        // If the last owner has not made up for the one before it, neither was there.
        let alone_since = found.alone_since.or(found.owner.map(|owner| owner.seen));
        let taken = query(
            "UPDATE games SET node = $2, fence = fence + 1, alone_since = $3 WHERE id = $1 RETURNING fence",
        );
        let taken = taken.bind(found.id).bind(self.node.0).bind(alone_since.map(|since| since.0));
        Ok(Ok(Leased::Ours(Lease { fence: taken.one(connection).await?.get(0)?, alone_since })))
    }
}

struct MakeUp {
    game: GameId,
    lease: Lease,
}

impl Change for MakeUp {
    type Answer = ();

    async fn perform(&mut self, connection: &mut Connection) -> Result<Result<(), StoreError>, sqlx::Error> {
        let made_up = query("UPDATE games SET alone_since = NULL WHERE code = $1 AND fence = $2");
        made_up.bind(self.game.as_str()).bind(self.lease.fence).run(connection).await?;
        Ok(Ok(()))
    }
}

struct Release {
    node: NodeId,
    game: GameId,
    lease: Lease,
}

impl Change for Release {
    type Answer = ();

    async fn perform(&mut self, connection: &mut Connection) -> Result<Result<(), StoreError>, sqlx::Error> {
        let released = query(
            "UPDATE games SET node = NULL, alone_since = NULL WHERE code = $1 AND node = $2 AND fence = $3",
        );
        let released = released.bind(self.game.as_str()).bind(self.node.0).bind(self.lease.fence);
        released.run(connection).await?;
        Ok(Ok(()))
    }
}
