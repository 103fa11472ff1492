//! How much memory there is, as far as the system tells.

use std::fs;

/// How many megabytes could be had without making the machine suffer; none if nobody knows.
pub(super) fn available_megabytes() -> Option<u64> {
    // A system that promises more memory than it has ends programs that believe it.
    read(&fs::read_to_string("/proc/meminfo").ok()?)
}

fn read(table: &str) -> Option<u64> {
    let line = table.lines().find_map(|line| line.strip_prefix("MemAvailable:"))?;
    let kilobytes: u64 = line.split_whitespace().next()?.parse().ok()?;
    Some(kilobytes / 1024)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_line_that_counts_is_read() {
        let table = "MemTotal:  24682388 kB\nMemFree: 1 kB\nMemAvailable:   2048000 kB\nBuffers: 3 kB\n";
        assert_eq!(read(table), Some(2_000));
        assert_eq!(read("MemTotal: 5 kB"), None);
    }
}
