//! What the fuzz targets share.

pub mod book;
pub mod epd_file;
pub mod json;
pub mod pgn;
pub mod properties;
