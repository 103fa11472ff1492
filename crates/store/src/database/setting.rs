//! Settings.

use super::Database;
use super::sql::{Connection, query};
use super::writer::Change;
use crate::StoreError;
use serde_json::Value;

impl Database {
    /// A setting.
    pub async fn setting(&self, scope: &str, key: &str) -> Result<Option<Value>, StoreError> {
        let found = query("SELECT value FROM settings WHERE scope = $1 AND key = $2").bind(scope).bind(key);
        let found = self.read(found.optional(&mut self.reader().await?).await)?;
        found.map(|row| self.json(self.read(row.get(0))?)).transpose()
    }

    /// All settings of a scope.
    pub async fn settings(&self, scope: &str) -> Result<Vec<(String, Value)>, StoreError> {
        let found = query("SELECT key, value FROM settings WHERE scope = $1 ORDER BY key").bind(scope);
        let found = self.read(found.all(&mut self.reader().await?).await)?;
        found.iter().map(|row| Ok((self.read(row.get(0))?, self.json(self.read(row.get(1))?)?))).collect()
    }

    /// Makes or forgets a setting.
    pub async fn set(&self, scope: &str, key: &str, value: Option<Value>) -> Result<(), StoreError> {
        let value = value.map(|value| value.to_string());
        self.writer.make(Set { scope: scope.to_owned(), key: key.to_owned(), value }).await
    }

    /// Makes a setting if there is none yet; says what it is then.
    pub async fn set_once(&self, scope: &str, key: &str, value: Value) -> Result<Value, StoreError> {
        let once = SetOnce { scope: scope.to_owned(), key: key.to_owned(), value: value.to_string() };
        self.json(&self.writer.make(once).await?)
    }

    pub(super) fn json(&self, text: &str) -> Result<Value, StoreError> {
        serde_json::from_str(text)
            .map_err(|error| self.corrupt(format!("a setting that is no JSON: {error}")))
    }
}

struct SetOnce {
    scope: String,
    key: String,
    value: String,
}

impl Change for SetOnce {
    type Answer = String;

    async fn perform(
        &mut self,
        connection: &mut Connection,
    ) -> Result<Result<String, StoreError>, sqlx::Error> {
        // What changes nothing returns the row all the same.
        let once = query(
            "INSERT INTO settings (scope, key, value) VALUES ($1, $2, $3)
             ON CONFLICT (scope, key) DO UPDATE SET value = settings.value RETURNING value",
        );
        let kept = once.bind(&self.scope).bind(&self.key).bind(&self.value).one(connection).await?;
        Ok(Ok(kept.get(0)?))
    }
}

struct Set {
    scope: String,
    key: String,
    value: Option<String>,
}

impl Change for Set {
    type Answer = ();

    async fn perform(&mut self, connection: &mut Connection) -> Result<Result<(), StoreError>, sqlx::Error> {
        let words = match &self.value {
            Some(_) => {
                "INSERT INTO settings (scope, key, value) VALUES ($1, $2, $3)
                 ON CONFLICT (scope, key) DO UPDATE SET value = excluded.value"
            }
            None => "DELETE FROM settings WHERE scope = $1 AND key = $2",
        };
        let mut set = query(words).bind(&self.scope).bind(&self.key);
        if let Some(value) = &self.value {
            set = set.bind(value);
        }
        set.run(connection).await?;
        Ok(Ok(()))
    }
}
