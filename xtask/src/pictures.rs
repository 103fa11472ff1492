//! `cargo xtask pictures`: the README's pictures, made anew from the running program.

use crate::steps::{Steps, root};
use crate::web;

/// Makes the terminal's pictures and, if wanted, the page's.
pub fn run(with_page: bool) -> Result<(), String> {
    let mut steps = Steps::default();
    let folder = root().join("docs/pictures");
    let folder = folder.to_string_lossy();
    let words = [
        "run",
        "--quiet",
        "--profile",
        "test",
        "--package",
        "regence-terminal",
        "--example",
        "pictures",
        "--",
        &folder,
    ];
    steps.cargo("pictures of the terminal", &words, &[])?;
    if with_page { web::pictures(&mut steps) } else { Ok(()) }
}
