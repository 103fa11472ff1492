//! What the fuzz targets share.

pub mod json;
pub mod pgn;
pub mod properties;
