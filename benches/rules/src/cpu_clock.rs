//! The time this thread has really run, whatever else the machine does meanwhile.
#![allow(unsafe_code)]

use std::time::Duration;

/// The CPU time the current thread has used so far.
fn thread_time() -> Duration {
    let mut time = libc::timespec { tv_sec: 0, tv_nsec: 0 };
    // SAFETY: `time` is a valid, writable `timespec` for the whole call, and the clock exists on every Linux.
    let status = unsafe { libc::clock_gettime(libc::CLOCK_THREAD_CPUTIME_ID, &raw mut time) };
    assert_eq!(status, 0, "this system has no CPU clock per thread");
    Duration::new(time.tv_sec.unsigned_abs(), u32::try_from(time.tv_nsec).unwrap_or(0))
}

/// Runs the work once and says what it returned and how much CPU time it took.
pub fn timed<T>(work: impl FnOnce() -> T) -> (T, Duration) {
    let start = thread_time();
    let result = work();
    (result, thread_time().saturating_sub(start))
}
