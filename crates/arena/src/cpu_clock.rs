//! The CPU time a process has used: what a clock on a busy machine should count.
//!
//! On a virtual machine the system's own count is not to be trusted: there are pauses of a tenth of a second in which the host does
//! something else, and which are charged to whoever was about to compute although no clock on the wall shows them. But no thread
//! computes for longer than passes.

use core::time::Duration;
use std::time::Instant;

/// Whether this system tells.
pub const IS_AVAILABLE: bool = cfg!(target_os = "linux");

/// What a process had computed at some moment.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reading {
    at: Instant,
    /// All threads together, with those that have ended.
    all: Duration,
    /// Each thread that has not, by its number.
    threads: Vec<(u32, Duration)>,
}

impl Reading {
    /// How far a process has come; none if it has gone, or where the system does not tell.
    pub fn of(process: u32) -> Option<Self> {
        let at = Instant::now();
        Some(Self { at, threads: system::threads_of(process), all: system::used_by(process)? })
    }

    /// The same without a look at each thread, which takes the system a moment: of them nothing is known then.
    pub fn at_a_glance(process: u32) -> Option<Self> {
        Some(Self { at: Instant::now(), threads: Vec::new(), all: system::used_by(process)? })
    }

    /// What it has computed since an earlier reading.
    pub fn since(&self, before: &Self) -> Duration {
        let passed = self.at.saturating_duration_since(before.at);
        let all = self.all.saturating_sub(before.all);
        let (mut told, mut possible) = (Duration::ZERO, Duration::ZERO);
        for &(thread, now) in &self.threads {
            let then = before.threads.iter().find(|(earlier, _)| *earlier == thread);
            let used = now.saturating_sub(then.map_or(Duration::ZERO, |&(_, used)| used));
            told += used;
            possible += used.min(passed);
        }
        // What ended threads have done is known of the process alone.
        possible + all.saturating_sub(told)
    }
}

/// The CPU time of the thread that asks, so far; none where the system does not tell.
pub fn used_by_this_thread() -> Option<Duration> {
    system::used_by_this_thread()
}

#[cfg(target_os = "linux")]
mod system {
    use core::time::Duration;
    use nix::time::{ClockId, clock_getcpuclockid, clock_gettime};
    use nix::unistd::Pid;
    use std::fs::{read_dir, read_to_string};

    pub(super) fn used_by(process: u32) -> Option<Duration> {
        let clock = clock_getcpuclockid(Pid::from_raw(i32::try_from(process).ok()?)).ok()?;
        clock_gettime(clock).ok().map(Duration::from)
    }

    pub(super) fn used_by_this_thread() -> Option<Duration> {
        clock_gettime(ClockId::CLOCK_THREAD_CPUTIME_ID).ok().map(Duration::from)
    }

    /// What each thread has computed; nothing where the system keeps no such statistics.
    pub(super) fn threads_of(process: u32) -> Vec<(u32, Duration)> {
        let Ok(threads) = read_dir(format!("/proc/{process}/task")) else { return Vec::new() };
        let used = |thread: std::fs::DirEntry| {
            let nanoseconds = first_number(&read_to_string(thread.path().join("schedstat")).ok()?)?;
            let number = thread.file_name().to_str()?.parse().ok()?;
            Some((number, Duration::from_nanos(nanoseconds)))
        };
        threads.flatten().filter_map(used).collect()
    }

    fn first_number(text: &str) -> Option<u64> {
        text.split_whitespace().next()?.parse().ok()
    }
}

#[cfg(not(target_os = "linux"))]
mod system {
    use core::time::Duration;

    pub(super) fn used_by(_process: u32) -> Option<Duration> {
        None
    }

    pub(super) fn used_by_this_thread() -> Option<Duration> {
        None
    }

    pub(super) fn threads_of(_process: u32) -> Vec<(u32, Duration)> {
        Vec::new()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What is charged if so many milliseconds passed, the process was charged so many in all, and its threads these.
    #[track_caller]
    fn check(passed: u64, all: u64, threads: &[u64], expected: u64) {
        let millis = Duration::from_millis;
        let at = Instant::now();
        let earlier = |thread: u32| (thread, millis(u64::from(thread) * 1_000));
        let threads_before: Vec<_> = (0..threads.len() as u32).map(earlier).collect();
        let threads_after =
            threads_before.iter().zip(threads).map(|(&(id, then), &now)| (id, then + millis(now))).collect();
        let before = Reading { at, all: millis(50_000), threads: threads_before };
        let after =
            Reading { at: at + millis(passed), all: before.all + millis(all), threads: threads_after };
        assert_eq!(after.since(&before), millis(expected));
    }

    #[test]
    fn threads_are_charged_for_what_they_compute() {
        check(100, 98, &[98, 0], 98);
        check(100, 190, &[98, 92], 190);
        check(500, 98, &[98, 0], 98);
    }

    #[test]
    fn threads_that_have_ended_or_are_not_told_of_count() {
        check(100, 190, &[98], 190);
        check(100, 98, &[], 98);
    }

    #[test]
    fn no_thread_computes_longer_than_passes() {
        check(99, 155, &[155, 0], 99);
        check(99, 250, &[155, 95], 194);
        check(0, 100, &[100], 0);
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn work_is_counted_and_of_nobody_nothing_is_known() {
        let us = std::process::id();
        let before = Reading::of(us).expect("we are running");
        assert!(!before.threads.is_empty());
        // Work until it shows; the test cannot end if it never does.
        while Reading::of(us).expect("we are running").since(&before) < Duration::from_millis(1) {}
        assert_eq!(Reading::of(0x7fff_fff0), None, "nobody has this number");
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn the_work_of_other_threads_is_not_ours() {
        let us = std::process::id();
        let (all_before, own_before) = (system::used_by(us), used_by_this_thread());
        let work = || {
            let start = used_by_this_thread();
            while used_by_this_thread() < start.map(|start| start + Duration::from_millis(50)) {}
        };
        std::thread::scope(|scope| scope.spawn(work).join()).expect("it only works");
        let since = |before: Option<Duration>, now: Option<Duration>| {
            now.expect("told").saturating_sub(before.expect("told"))
        };
        assert!(since(all_before, system::used_by(us)) >= Duration::from_millis(50));
        assert!(since(own_before, used_by_this_thread()) < Duration::from_millis(50));
    }
}
