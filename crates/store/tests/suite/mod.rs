//! The conformance suite: each part takes an empty store and gives it back.

mod games;
mod jobs;
mod people;
mod searches;
mod tables;

pub use games::*;
pub use jobs::*;
pub use people::*;
pub use searches::*;
pub use tables::*;

use regence_store::{Store, StoreError};

/// What a part of the suite answers.
pub type Tested = Result<Store, StoreError>;
