//! Nothing but the examples of the repository's documents, run as doc tests.

#[cfg(doctest)]
#[doc = include_str!("../../README.md")]
struct Readme;

#[cfg(doctest)]
#[doc = include_str!("../../crates/rules/README.md")]
struct RulesReadme;
