//! The built program, as a shell sees it: words in; text and an exit code out.

mod completions;
mod help;
mod perft;
mod positions;
mod program;
mod refusals;
mod streams;
