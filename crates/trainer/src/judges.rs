//! The judges of positions that can be named on the command line.

use crate::{guesses, weight_file};
use regence_engine::evaluation::{WEIGHTS, Weights};
use regence_engine::network::{Net, Network};
use regence_engine::{Evaluation, Judge};
use std::error::Error;
use std::ffi::OsStr;
use std::path::Path;
use std::sync::Arc;

/// Whether a judge of this name is a network.
pub fn is_network(name: &OsStr) -> bool {
    let is_weights = Path::new(name).extension().is_some_and(|extension| extension == "rs");
    !is_weights && name != "written" && name != "guesses"
}

/// The judge of this name: `network`, `written`, `guesses`, a file of weights (`.rs`) or of a network.
pub fn judge(name: &OsStr) -> Result<Judge, Box<dyn Error>> {
    let path = Path::new(name);
    if !is_network(name) {
        return Ok(Judge::written(Evaluation::with_weights(weights(name)?)));
    }
    if name == "network" {
        return Ok(Judge::default());
    }
    let bytes = std::fs::read(path).map_err(|error| format!("{}: {error}", path.display()))?;
    let net = Net::read(&bytes).map_err(|error| format!("{}: {error}", path.display()))?;
    Ok(Judge::network(Network::new(Arc::new(net))))
}

/// The weights of this name, kept for as long as the program runs.
pub fn weights(name: &OsStr) -> Result<&'static Weights, Box<dyn Error>> {
    if name == "written" {
        return Ok(&WEIGHTS);
    }
    let found = if name == "guesses" {
        guesses::guesses()
    } else {
        let path = Path::new(name);
        let source = std::fs::read_to_string(path).map_err(|error| format!("{}: {error}", path.display()))?;
        weight_file::parse(&source).map_err(|error| format!("{}: {error}", path.display()))?
    };
    Ok(Box::leak(Box::new(found)))
}
