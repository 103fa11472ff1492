//! How much memory there is, as far as the system tells.

use std::fs;

/// So much is asked for without looking.
const LITTLE: usize = 64;

/// Whether so many megabytes can be had without making the machine suffer, as far as anybody knows.
///
/// A system that promises more memory than it has ends programs that believe it.
pub(crate) fn has(megabytes: usize) -> bool {
    has_instead_of(0, megabytes)
}

/// The same if so many others are given back first.
pub(crate) fn has_instead_of(old: usize, megabytes: usize) -> bool {
    megabytes <= LITTLE || available().is_none_or(|most| megabytes as u64 <= most.saturating_add(old as u64))
}

/// Whether the system gives so many megabytes now; they are given back at once.
pub(crate) fn can_be_had(megabytes: usize) -> bool {
    let bytes = megabytes.saturating_mul(1 << 20);
    Vec::<u8>::new().try_reserve_exact(bytes).is_ok()
}

/// How many megabytes are left on this machine, and for this program if it runs in a container.
fn available() -> Option<u64> {
    let read = |path: &str| fs::read_to_string(path).ok();
    let machine = read("/proc/meminfo").as_deref().and_then(of_machine);
    let [most, used, parts] =
        ["max", "current", "stat"].map(|name| read(&format!("/sys/fs/cgroup/memory.{name}")));
    let parts = parts.unwrap_or_default();
    let container = most.zip(used).and_then(|(most, used)| of_container(&most, &used, &parts));
    machine.into_iter().chain(container).min()
}

fn of_machine(table: &str) -> Option<u64> {
    let line = table.lines().find_map(|line| line.strip_prefix("MemAvailable:"))?;
    let kilobytes: u64 = line.split_whitespace().next()?.parse().ok()?;
    Some(kilobytes / 1024)
}

/// What is left of the most that a container may use; nothing is said if that is without limit. What it keeps of files counts as
/// used, but is given up for whoever needs the memory.
fn of_container(most: &str, used: &str, parts: &str) -> Option<u64> {
    let bytes = |text: &str| text.trim().parse::<u64>().ok();
    let of_files = ["inactive_file ", "active_file "]
        .iter()
        .filter_map(|name| parts.lines().find_map(|line| bytes(line.strip_prefix(name)?)));
    let used = bytes(used)?.saturating_sub(of_files.sum());
    Some(bytes(most)?.saturating_sub(used) >> 20)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_line_that_counts_is_read() {
        let table = "MemTotal:  24682388 kB\nMemFree: 1 kB\nMemAvailable:   2048000 kB\nBuffers: 3 kB\n";
        assert_eq!(of_machine(table), Some(2_000));
        assert_eq!(of_machine("MemTotal: 5 kB"), None);
    }

    #[test]
    fn a_container_has_what_it_does_not_use_yet() {
        assert_eq!(of_container("1073741824\n", "268435456\n", ""), Some(768));
        assert_eq!(of_container("1\n", "268435456\n", "anon 7\n"), Some(0));
        assert_eq!(of_container("max\n", "268435456\n", ""), None);
        let parts = "anon 167772160\nfile 100663296\ninactive_file 67108864\nactive_file 33554432\n";
        assert_eq!(of_container("1073741824\n", "268435456\n", parts), Some(864));
    }

    #[test]
    fn no_machine_has_everything() {
        assert!(has(1) && can_be_had(1));
        // No length of a list, and one that only the system can refuse: it has no addresses for so much.
        assert!(!can_be_had(usize::MAX >> 20));
        assert!(!can_be_had(isize::MAX as usize >> 20));
        assert!(available().is_none() || !has(usize::MAX >> 20));
    }

    #[test]
    fn what_is_given_back_can_be_had_again() {
        let much = 1 << 30;
        assert!(has_instead_of(much, much));
        // But not more than is left besides.
        assert!(available().is_none_or(|most| !has_instead_of(much, much + 2 * most as usize + LITTLE)));
    }
}
