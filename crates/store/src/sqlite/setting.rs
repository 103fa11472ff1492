//! Settings.

use super::Sqlite;
use super::writer::Change;
use crate::StoreError;
use serde_json::Value;
use sqlx::SqliteConnection;

impl Sqlite {
    /// A setting.
    pub async fn setting(&self, scope: &str, key: &str) -> Result<Option<Value>, StoreError> {
        let found = sqlx::query_scalar("SELECT value FROM settings WHERE scope = ?1 AND key = ?2")
            .bind(scope)
            .bind(key)
            .fetch_optional(&self.readers)
            .await;
        let found: Option<String> = self.read(found)?;
        found.map(|text| self.json(&text)).transpose()
    }

    /// All settings of a scope.
    pub async fn settings(&self, scope: &str) -> Result<Vec<(String, Value)>, StoreError> {
        let found = sqlx::query_as("SELECT key, value FROM settings WHERE scope = ?1 ORDER BY key");
        let found: Vec<(String, String)> = self.read(found.bind(scope).fetch_all(&self.readers).await)?;
        found.into_iter().map(|(key, text)| Ok((key, self.json(&text)?))).collect()
    }

    /// Makes or forgets a setting.
    pub async fn set(&self, scope: &str, key: &str, value: Option<Value>) -> Result<(), StoreError> {
        let value = value.map(|value| value.to_string());
        self.writer.make(Set { scope: scope.to_owned(), key: key.to_owned(), value }).await
    }

    fn json(&self, text: &str) -> Result<Value, StoreError> {
        serde_json::from_str(text)
            .map_err(|error| self.corrupt(format!("a setting that is no JSON: {error}")))
    }
}

struct Set {
    scope: String,
    key: String,
    value: Option<String>,
}

impl Change for Set {
    type Answer = ();

    async fn perform(
        &mut self,
        connection: &mut SqliteConnection,
    ) -> Result<Result<(), StoreError>, sqlx::Error> {
        let query = match &self.value {
            Some(_) => {
                "INSERT INTO settings (scope, key, value) VALUES (?1, ?2, ?3)
                 ON CONFLICT (scope, key) DO UPDATE SET value = excluded.value"
            }
            None => "DELETE FROM settings WHERE scope = ?1 AND key = ?2",
        };
        let query = sqlx::query(query).bind(&self.scope).bind(&self.key);
        match &self.value {
            Some(value) => query.bind(value).execute(connection).await?,
            None => query.execute(connection).await?,
        };
        Ok(Ok(()))
    }
}
