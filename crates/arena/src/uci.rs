//! UCI as a client sees it: what engines say, what they are asked. Text only; nothing here talks to a process.

mod go;
mod info;
mod option;
mod said;

pub use go::{GoLimits, position_command};
pub use info::{Info, Score};
pub use option::{EngineOption, OptionKind, OptionProblem};
pub use said::Said;
