//! Why something was refused.

use serde::Serialize;
use utoipa::ToSchema;

/// Why something was refused.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS), ts(rename = "ApiError"))]
#[schema(as = ApiError)]
pub struct ErrorView {
    /// A word that never changes, for programs.
    pub code: String,
    /// A sentence for people.
    pub message: String,
}
