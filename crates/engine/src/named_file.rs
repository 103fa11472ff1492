//! Files that somebody has named, opened without waiting for anybody.

use std::fs::{self, File};
use std::io;

/// Opens a file to be read that has something in it. Opening a pipe waits for somebody at its other end, of devices nobody knows where they
/// end, and what the system makes up when it is read claims to be empty and may never end either; all are refused.
pub fn open_file(name: &str) -> io::Result<File> {
    let about = fs::metadata(name)?;
    if !about.is_file() {
        return Err(io::Error::other("it is no file"));
    }
    if about.len() == 0 {
        return Err(io::Error::other("it is empty, or says so"));
    }
    File::open(name)
}
