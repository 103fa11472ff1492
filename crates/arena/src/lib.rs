//! Chess engines against each other: so far, what their results mean.

pub mod stats;
