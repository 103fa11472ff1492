//! Why something was not done.

use std::error::Error;

/// What a line is answered: some sentences, or why it is refused.
pub type Answer = Result<Vec<String>, Refused>;

/// The reason, not yet a sentence.
pub struct Refused(pub String);

impl<E: Error> From<E> for Refused {
    fn from(error: E) -> Self {
        Self(error.to_string())
    }
}
