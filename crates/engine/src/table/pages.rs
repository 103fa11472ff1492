//! Asks the system for large pages: with usual ones a search loses as much time looking up where the table lies as reading it.
#![cfg_attr(target_os = "linux", allow(unsafe_code))] // Advice on memory can be given in no other way.

use std::mem::MaybeUninit;

/// The size of a large page on most machines, and where one may begin.
#[cfg(target_os = "linux")]
const LARGE: usize = 2 << 20;

/// Asks for large pages in memory whose content does not matter yet. Whether the system has any, and whether it tidies up first, is its own
/// matter: nothing changes but the speed.
#[cfg(target_os = "linux")]
pub(super) fn prefer_large<T>(memory: &mut [MaybeUninit<T>]) {
    use nix::sys::mman::{MmapAdvise, madvise};
    use std::ptr::NonNull;

    let start: *mut u8 = memory.as_mut_ptr().cast();
    // What does not fill a large page is left as it is.
    let before = start.align_offset(LARGE);
    let length = size_of_val(memory).saturating_sub(before) / LARGE * LARGE;
    let Some(first) = NonNull::new(start.wrapping_add(before)).filter(|_| length > 0) else { return };
    // SAFETY: all of it lies within memory that is ours alone, and this advice leaves what is in it as it is.
    // A system without large pages refuses it, and then there are none.
    let _ = unsafe { madvise(first.cast(), length, MmapAdvise::MADV_HUGEPAGE) };
}

/// Elsewhere the system decides by itself.
#[cfg(not(target_os = "linux"))]
pub(super) fn prefer_large<T>(_memory: &mut [MaybeUninit<T>]) {}
