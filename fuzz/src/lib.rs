//! What the fuzz targets share.

pub mod pgn;
pub mod properties;
