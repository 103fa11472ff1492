//! The CPU time a process has used: what a clock on a busy machine should count.

use core::time::Duration;

/// Whether this system tells.
pub const IS_AVAILABLE: bool = cfg!(target_os = "linux");

/// The CPU time of all threads of a process so far; none if it has gone, or where the system does not tell.
#[cfg(target_os = "linux")]
pub fn used_by(process: u32) -> Option<Duration> {
    let process = nix::unistd::Pid::from_raw(i32::try_from(process).ok()?);
    let clock = nix::time::clock_getcpuclockid(process).ok()?;
    nix::time::clock_gettime(clock).ok().map(Duration::from)
}

/// The CPU time of all threads of a process so far; none if it has gone, or where the system does not tell.
#[cfg(not(target_os = "linux"))]
pub fn used_by(_process: u32) -> Option<Duration> {
    None
}

/// The CPU time of the thread that asks, so far; none where the system does not tell.
#[cfg(target_os = "linux")]
pub fn used_by_this_thread() -> Option<Duration> {
    nix::time::clock_gettime(nix::time::ClockId::CLOCK_THREAD_CPUTIME_ID).ok().map(Duration::from)
}

/// The CPU time of the thread that asks, so far; none where the system does not tell.
#[cfg(not(target_os = "linux"))]
pub fn used_by_this_thread() -> Option<Duration> {
    None
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use super::*;

    #[test]
    fn work_is_counted_and_waiting_is_not() {
        let us = std::process::id();
        let before = used_by(us).expect("we are running");
        // Work until it shows; the test cannot end if it never does.
        while used_by(us).expect("we are running") < before + Duration::from_millis(1) {}
        assert_eq!(used_by(0x7fff_fff0), None, "nobody has this number");
    }

    #[test]
    fn the_work_of_other_threads_is_not_ours() {
        let us = std::process::id();
        let (all_before, own_before) = (used_by(us), used_by_this_thread());
        let work = || {
            let start = used_by_this_thread();
            while used_by_this_thread() < start.map(|start| start + Duration::from_millis(50)) {}
        };
        std::thread::scope(|scope| scope.spawn(work).join()).expect("it only works");
        let since = |before: Option<Duration>, now: Option<Duration>| {
            now.expect("told").saturating_sub(before.expect("told"))
        };
        assert!(since(all_before, used_by(us)) >= Duration::from_millis(50));
        assert!(since(own_before, used_by_this_thread()) < Duration::from_millis(50));
    }
}
