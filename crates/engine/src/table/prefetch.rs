//! Tells the CPU which memory will be wanted soon.
#![allow(unsafe_code)] // The hint can be given in no other way.

/// Starts loading the cache line at `place`. It changes nothing but when the memory is at hand.
#[inline(always)]
#[allow(clippy::inline_always)] // One instruction.
pub(super) fn prefetch<T>(place: &T) {
    #[cfg(target_arch = "x86_64")]
    // SAFETY: the address is that of a living reference, and every CPU of this architecture knows the instruction.
    unsafe {
        use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
        _mm_prefetch::<_MM_HINT_T0>(std::ptr::from_ref(place).cast());
    }
    #[cfg(not(target_arch = "x86_64"))]
    let _ = place;
}
