//! Users, what their browsers show, and the tables they sit at.

use super::Database;
use super::derived::seen;
use super::notice::{Topic, tell};
use super::sql::{Asked, Connection, Row, nonsense, query};
use super::writer::Change;
use crate::ending;
use crate::likeness::likenesses;
use crate::player::PlayerName;
use crate::user::{SeatRow, TableRow, Token, User, UserId, UserScore};
use crate::{GameId, Lease, Moment, StoreError};
use regence_rules::Color;
use sqlx::error::ErrorKind;

/// How many tokens are looked for by one query.
const TOKENS_AT_ONCE: usize = 1000;

impl Database {
    /// A new user.
    pub async fn create_user(&self, now: Moment) -> Result<UserId, StoreError> {
        self.writer.make(CreateUser(now)).await
    }

    /// A user.
    pub async fn user(&self, id: UserId) -> Result<Option<User>, StoreError> {
        let found = query("SELECT id, name, account IS NOT NULL FROM users WHERE id = $1").bind(id.0);
        let found = self.read(found.optional(&mut self.reader().await?).await)?;
        self.read(found.map(|row| user(&row)).transpose())
    }

    /// The user of an account, and the hash of the password.
    pub async fn account(&self, name: &PlayerName) -> Result<Option<(UserId, String)>, StoreError> {
        let found = query("SELECT id, password FROM users WHERE account = $1").bind(name.folded());
        let found = self.read(found.optional(&mut self.reader().await?).await)?;
        self.read(found.map(|row| Ok::<_, sqlx::Error>((UserId(row.get(0)?), row.get(1)?))).transpose())
    }

    /// Calls a user by another name, or gives one an account.
    pub async fn name_user(
        &self,
        id: UserId,
        name: PlayerName,
        password: Option<String>,
    ) -> Result<(), StoreError> {
        self.writer.make(NameUser { id, name, password }).await
    }

    /// Whether a user may be called so.
    pub async fn require_free(&self, id: UserId, name: &PlayerName) -> Result<(), StoreError> {
        let mut reader = self.reader().await?;
        self.read(require_free(&mut (&mut reader).into(), id, name).await)?
    }

    /// A new token for a user.
    pub async fn create_token(&self, user: UserId, hash: Vec<u8>, now: Moment) -> Result<i64, StoreError> {
        self.writer.make(CreateToken { user, hash, now }).await
    }

    /// A token.
    pub async fn token(&self, id: i64) -> Result<Option<Token>, StoreError> {
        let found = query(r#"SELECT "user", hash FROM tokens WHERE id = $1"#).bind(id);
        let found = self.read(found.optional(&mut self.reader().await?).await)?;
        let token = |row: Row| Ok::<_, sqlx::Error>(Token { user: UserId(row.get(0)?), hash: row.get(1)? });
        self.read(found.map(token).transpose())
    }

    /// Which of these tokens there are.
    pub async fn tokens(&self, ids: &[i64]) -> Result<Vec<i64>, StoreError> {
        let mut there = Vec::with_capacity(ids.len());
        for ids in ids.chunks(TOKENS_AT_ONCE) {
            let mut asked = query("SELECT id FROM tokens WHERE id IN (");
            for (number, id) in ids.iter().enumerate() {
                asked.push(if number == 0 { "" } else { ", " }).push_bind(*id);
            }
            asked.push(")");
            for row in self.read(asked.all(&mut self.reader().await?).await)? {
                there.push(self.read(row.get(0))?);
            }
        }
        Ok(there)
    }

    /// Takes a token away.
    pub async fn delete_token(&self, id: i64) -> Result<(), StoreError> {
        self.writer.make(DeleteToken(id)).await
    }

    /// Says who sits at a game's table.
    pub async fn arrange(&self, lease: Lease, game: GameId, table: TableRow) -> Result<(), StoreError> {
        self.writer.make(Arrange { lease, game, table }).await
    }

    /// Who sits at a game's table, if it is played at one.
    pub async fn table(&self, game: GameId) -> Result<Option<TableRow>, StoreError> {
        let found = query(
            "SELECT t.kind, t.owner, w.user, w.code, b.user, b.code
             FROM games g JOIN tables t ON t.game = g.id
             JOIN seats w ON w.game = g.id AND w.color = 'white'
             JOIN seats b ON b.game = g.id AND b.color = 'black'
             WHERE g.code = $1",
        );
        let found = self.read(found.bind(game.as_str()).optional(&mut self.reader().await?).await)?;
        self.read(found.map(|row| table(&row)).transpose())
    }
}

impl Database {
    /// What a user has scored at tables.
    pub async fn user_scores(&self, user: UserId) -> Result<Vec<UserScore>, StoreError> {
        // A game against oneself is counted once, with White.
        let rows = query(
            "SELECT CASE WHEN o.user IS NOT DISTINCT FROM s.user THEN NULL ELSE o.code END, s.color, g.result, count(*)
             FROM seats s JOIN games g ON g.id = s.game
             JOIN seats o ON o.game = s.game AND o.color <> s.color
             WHERE s.user IN (SELECT $1 UNION ALL SELECT h.user FROM heirs h WHERE h.account = $1) AND g.state = 'finished'
               AND (o.user IS DISTINCT FROM s.user OR s.color = 'white')
             GROUP BY 1, 2, 3 ORDER BY 1 NULLS FIRST, 2, 3",
        );
        let rows = self.read(rows.bind(user.0).all(&mut self.reader().await?).await)?;
        self.read(rows.iter().map(user_score).collect::<Result<_, _>>())
    }
}

fn user_score(row: &Row) -> Result<UserScore, sqlx::Error> {
    let result: &str = row.get(2)?;
    Ok(UserScore {
        opponent: row.get(0)?,
        color: if row.get::<&str>(1)? == "white" { Color::White } else { Color::Black },
        winner: ending::winner(result).map_err(|error| nonsense(2, error))?,
        games: row.get::<i64>(3)?.cast_unsigned(),
    })
}

fn user(row: &Row) -> Result<User, sqlx::Error> {
    let name: String = row.get(1)?;
    Ok(User {
        id: UserId(row.get(0)?),
        name: (!name.is_empty()).then(|| PlayerName::kept(name)),
        has_account: row.get(2)?,
    })
}

fn table(row: &Row) -> Result<TableRow, sqlx::Error> {
    let user = |at| row.get::<Option<i64>>(at).map(|user| user.map(UserId));
    Ok(TableRow {
        kind: row.get(0)?,
        owner: user(1)?,
        white: SeatRow { user: user(2)?, code: row.get(3)? },
        black: SeatRow { user: user(4)?, code: row.get(5)? },
    })
}

struct CreateUser(Moment);

impl Change for CreateUser {
    type Answer = UserId;

    async fn perform(
        &mut self,
        connection: &mut Connection,
    ) -> Result<Result<UserId, StoreError>, sqlx::Error> {
        let made = query("INSERT INTO users (name, created) VALUES ('', $1) RETURNING id").bind(self.0.0);
        Ok(Ok(UserId(made.one(connection).await?.get(0)?)))
    }
}

/// Whether a user may be called so: the name must not be somebody else's account, nor look like it.
async fn require_free(
    asked: &mut Asked<'_>,
    id: UserId,
    name: &PlayerName,
) -> Result<Result<(), StoreError>, sqlx::Error> {
    let owner = query("SELECT 1 FROM users WHERE account = $1 AND id <> $2").bind(name.folded()).bind(id.0);
    if owner.optional(&mut *asked).await?.is_some() {
        return Ok(Err(StoreError::AccountTaken(name.clone())));
    }
    for key in likenesses(name.as_str()) {
        let like = query(r#"SELECT 1 FROM likenesses WHERE key = $1 AND "user" <> $2"#);
        if like.bind(key).bind(id.0).optional(&mut *asked).await?.is_some() {
            return Ok(Err(StoreError::AccountLikeness(name.clone())));
        }
    }
    Ok(Ok(()))
}

struct NameUser {
    id: UserId,
    name: PlayerName,
    password: Option<String>,
}

impl Change for NameUser {
    type Answer = ();

    async fn perform(&mut self, connection: &mut Connection) -> Result<Result<(), StoreError>, sqlx::Error> {
        if let Err(taken) = require_free(&mut connection.into(), self.id, &self.name).await? {
            return Ok(Err(taken));
        }
        let account = self.password.is_some().then(|| self.name.folded());
        query(
            "UPDATE users SET name = $1, account = coalesce($2, account), password = coalesce($3, password)
             WHERE id = $4",
        )
        .bind(self.name.as_str())
        .bind(account.as_deref())
        .bind(self.password.as_deref())
        .bind(self.id.0)
        .run(&mut *connection)
        .await?;
        if self.password.is_some() {
            let forget = query(r#"DELETE FROM likenesses WHERE "user" = $1"#).bind(self.id.0);
            forget.run(&mut *connection).await?;
            for key in likenesses(self.name.as_str()) {
                let note = query(r#"INSERT INTO likenesses (key, "user") VALUES ($1, $2)"#);
                note.bind(key).bind(self.id.0).run(&mut *connection).await?;
            }
        }
        Ok(Ok(()))
    }

    fn refusal(&self, broken: ErrorKind) -> Option<StoreError> {
        // Somebody else has just taken the name, by another program.
        matches!(broken, ErrorKind::UniqueViolation).then(|| StoreError::AccountTaken(self.name.clone()))
    }
}

struct CreateToken {
    user: UserId,
    hash: Vec<u8>,
    now: Moment,
}

impl Change for CreateToken {
    type Answer = i64;

    async fn perform(&mut self, connection: &mut Connection) -> Result<Result<i64, StoreError>, sqlx::Error> {
        let made = query(r#"INSERT INTO tokens ("user", hash, created) VALUES ($1, $2, $3) RETURNING id"#)
            .bind(self.user.0)
            .bind(self.hash.as_slice())
            .bind(self.now.0);
        Ok(Ok(made.one(connection).await?.get(0)?))
    }
}

struct DeleteToken(i64);

impl Change for DeleteToken {
    type Answer = ();

    async fn perform(&mut self, connection: &mut Connection) -> Result<Result<(), StoreError>, sqlx::Error> {
        query("DELETE FROM tokens WHERE id = $1").bind(self.0).run(&mut *connection).await?;
        tell(connection, Topic::Tokens, &self.0.to_string()).await.map(Ok)
    }
}

struct Arrange {
    lease: Lease,
    game: GameId,
    table: TableRow,
}

impl Change for Arrange {
    type Answer = ();

    async fn perform(&mut self, connection: &mut Connection) -> Result<Result<(), StoreError>, sqlx::Error> {
        let (lock, fence) = (connection.dialect().lock_rows(), connection.dialect().fence());
        let game = query(format!("SELECT id, {fence} FROM games WHERE code = $1{lock}"));
        let Some(game) = game.bind(self.game.as_str()).optional(&mut *connection).await? else {
            return Ok(Err(StoreError::NoSuchGame(self.game)));
        };
        if game.get::<i64>(1)? != self.lease.fence {
            return Ok(Err(StoreError::Fenced(self.game)));
        }
        let game: i64 = game.get(0)?;
        let table = query(
            "INSERT INTO tables (game, kind, owner) VALUES ($1, $2, $3)
             ON CONFLICT (game) DO UPDATE SET kind = excluded.kind, owner = excluded.owner",
        );
        table
            .bind(game)
            .bind(&self.table.kind)
            .bind(self.table.owner.map(|user| user.0))
            .run(&mut *connection)
            .await?;
        for (color, seat) in [("white", &self.table.white), ("black", &self.table.black)] {
            let row = query(
                r#"INSERT INTO seats (game, color, "user", code, folded) VALUES ($1, $2, $3, $4, $5)
                   ON CONFLICT (game, color)
                   DO UPDATE SET "user" = excluded."user", code = excluded.code, folded = excluded.folded"#,
            );
            row.bind(game)
                .bind(color)
                .bind(seat.user.map(|user| user.0))
                .bind(&seat.code)
                .bind(seen(&seat.code))
                .run(&mut *connection)
                .await?;
        }
        Ok(Ok(()))
    }
}
