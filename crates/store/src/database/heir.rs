//! Accounts that have what somebody played before signing in.

use super::Database;
use super::notice::{Topic, tell};
use super::sql::{Connection, Query, Row, query};
use super::writer::Change;
use crate::user::UserId;
use crate::{Heirs, StoreError};

impl Database {
    /// Makes all that is a stranger's an account's, from now on; says whether it did.
    pub async fn inherit(&self, from: UserId, to: UserId) -> Result<bool, StoreError> {
        self.writer.make(Inherit { from, to }).await
    }

    /// Whose is by now what is some users'.
    pub async fn heirs_of(&self, users: &[UserId]) -> Result<Heirs, StoreError> {
        if users.is_empty() {
            return Ok(Heirs::new());
        }
        let mut asked = query(r#"SELECT "user", account FROM heirs WHERE "user" IN ("#);
        for (number, user) in users.iter().enumerate() {
            asked.push(if number == 0 { "" } else { ", " }).push_bind(user.0);
        }
        asked.push(")");
        self.heirs(asked).await
    }

    /// Whose is by now what was anybody's.
    pub async fn all_heirs(&self) -> Result<Heirs, StoreError> {
        self.heirs(query(r#"SELECT "user", account FROM heirs"#)).await
    }

    async fn heirs(&self, asked: Query<'_>) -> Result<Heirs, StoreError> {
        let rows = self.read(asked.all(&mut self.reader().await?).await)?;
        let heir = |row: &Row| Ok::<_, sqlx::Error>((UserId(row.get(0)?), UserId(row.get(1)?)));
        self.read(rows.iter().map(heir).collect::<Result<_, _>>())
    }
}

struct Inherit {
    from: UserId,
    to: UserId,
}

impl Change for Inherit {
    type Answer = bool;

    async fn perform(
        &mut self,
        connection: &mut Connection,
    ) -> Result<Result<bool, StoreError>, sqlx::Error> {
        // What is an account's stays its own, and only an account can be signed in to again.
        let note = query(
            r#"INSERT INTO heirs ("user", account)
               SELECT s.id, a.id FROM users s, users a
               WHERE s.id = $1 AND s.account IS NULL AND a.id = $2 AND a.account IS NOT NULL
               ON CONFLICT ("user") DO NOTHING RETURNING account"#,
        );
        let note = note.bind(self.from.0).bind(self.to.0);
        if note.optional(&mut *connection).await?.is_none() {
            return Ok(Ok(false));
        }
        // Nobody is the stranger any more.
        let forget = query(r#"DELETE FROM tokens WHERE "user" = $1 RETURNING id"#).bind(self.from.0);
        for token in forget.all(&mut *connection).await? {
            tell(connection, Topic::Tokens, &token.get::<i64>(0)?.to_string()).await?;
        }
        tell(connection, Topic::Heirs, &format!("{}:{}", self.from.0, self.to.0)).await?;
        Ok(Ok(true))
    }
}
