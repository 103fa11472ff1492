//! Runs a piece of work with the slider look-up that suits the CPU.

use super::{Portable, Sliders};

/// Work that needs slider attacks. `run` is inlined into a function compiled for the CPU at hand.
pub trait Task {
    /// What the work yields.
    type Output;

    /// Does the work with the look-up `L`. Implementations are `#[inline(always)]`, and so is what they call.
    fn run<L: Sliders>(self) -> Self::Output;
}

/// Runs `task` with the fastest look-up this CPU has.
#[inline(always)]
pub fn dispatch<T: Task>(task: T) -> T::Output {
    #[cfg(target_arch = "x86_64")]
    if super::pext::is_available() {
        return super::pext::Pext::run(task);
    }
    Portable::run(task)
}
