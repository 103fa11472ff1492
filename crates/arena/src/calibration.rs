//! Measures our opponents: they play each other and engines whose ratings are known, and all ratings are fitted to the
//! results.
//!
//! Games follow from seeds and cost a number of positions, so that it does not matter how busy the machine is. Only the
//! engines of others may answer differently when asked again. Every pair of games is written to a [`Ledger`] when it is
//! over, from which a run that was interrupted goes on.

mod design;
mod doubt;
mod fingerprint;
mod ladder;
mod ledger;
mod realism;
mod run;
mod table;

pub use ladder::{Contestant, Effort, Ladder, Pairing, STOCKFISH, Who};
pub use ledger::{Ledger, LedgerError, Line};
pub use realism::{Examiner, Realism, Seen};
pub use run::{Calibration, Interruption};
pub use table::{Row, Table, Verdict};
