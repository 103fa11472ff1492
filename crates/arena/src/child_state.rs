//! Whether a child has ended, seen without taking its number from it where the system can do that, and nix knows.

pub(crate) use system::look;

/// What is seen of a child.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum ChildState {
    /// It is not known to have ended.
    Running,
    /// It has ended, and its number is still its own.
    #[allow(dead_code)] // This is not seen everywhere.
    Ended,
    /// It has ended, and its number may mean somebody else by now.
    Gone,
}

#[cfg(any(
    target_os = "android",
    target_os = "freebsd",
    target_os = "haiku",
    all(target_os = "linux", not(target_env = "uclibc"))
))]
mod system {
    use super::ChildState;
    use nix::errno::Errno;
    use nix::sys::wait::{Id, WaitPidFlag, WaitStatus, waitid};
    use nix::unistd::Pid;
    use std::process::Child;

    /// Looks at a child without waiting.
    pub(crate) fn look(child: &mut Child) -> ChildState {
        let flags = WaitPidFlag::WEXITED | WaitPidFlag::WNOHANG | WaitPidFlag::WNOWAIT;
        judge(waitid(Id::Pid(Pid::from_raw(child.id() as i32)), flags))
    }

    /// What the system's answer says. Errors say nothing, but that there is no such child.
    fn judge(answer: nix::Result<WaitStatus>) -> ChildState {
        match answer {
            Ok(WaitStatus::Exited(..) | WaitStatus::Signaled(..)) => ChildState::Ended,
            Err(Errno::ECHILD) => ChildState::Gone,
            Ok(_) | Err(_) => ChildState::Running,
        }
    }

    #[cfg(test)]
    mod tests {
        use super::*;
        use nix::sys::signal::Signal;

        #[test]
        fn only_an_end_counts_as_one() {
            let child = Pid::from_raw(7);
            for (answer, expected) in [
                (Ok(WaitStatus::StillAlive), ChildState::Running),
                (Ok(WaitStatus::Stopped(child, Signal::SIGSTOP)), ChildState::Running),
                (Err(Errno::EINTR), ChildState::Running),
                (Ok(WaitStatus::Exited(child, 5)), ChildState::Ended),
                (Ok(WaitStatus::Signaled(child, Signal::SIGKILL, false)), ChildState::Ended),
                (Err(Errno::ECHILD), ChildState::Gone),
            ] {
                assert_eq!(judge(answer), expected, "{answer:?}");
            }
        }
    }
}

#[cfg(not(any(
    target_os = "android",
    target_os = "freebsd",
    target_os = "haiku",
    all(target_os = "linux", not(target_env = "uclibc"))
)))]
mod system {
    use super::ChildState;
    use std::process::Child;

    /// Looks at a child without waiting. If it has ended, this takes its number from it.
    pub(crate) fn look(child: &mut Child) -> ChildState {
        match child.try_wait() {
            Ok(None) => ChildState::Running,
            // This fails only if it is no child of ours any more.
            Ok(Some(_)) | Err(_) => ChildState::Gone,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::process::{Command, Stdio};

    #[cfg(unix)]
    #[test]
    fn a_child_is_seen_to_end() {
        let mut child = Command::new("cat").stdin(Stdio::piped()).spawn().expect("it starts");
        assert_eq!(look(&mut child), ChildState::Running);
        drop(child.stdin.take());
        while look(&mut child) == ChildState::Running {
            std::thread::yield_now();
        }
        assert!(child.wait().is_ok_and(|status| status.success()), "its status is known all the same");
        assert_eq!(look(&mut child), ChildState::Gone);
    }
}
