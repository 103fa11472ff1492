//! Chess in the browser.

pub mod view;
