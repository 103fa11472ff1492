//! A short list on the stack, the store behind every list of the crate.
#![allow(unsafe_code)] // Leaves the unused part of the array uninitialised: clearing it costs as much as filling it.

use core::mem::MaybeUninit;
use core::ops::{Deref, DerefMut};

/// Up to `N` values. Who uses it chooses an `N` that suffices; what would not fit is not kept.
#[derive(Clone)]
pub(crate) struct StackList<T: Copy, const N: usize> {
    length: usize,
    values: [MaybeUninit<T>; N],
}

impl<T: Copy, const N: usize> StackList<T, N> {
    #[inline(always)]
    pub(crate) const fn new() -> Self {
        Self { length: 0, values: [const { MaybeUninit::uninit() }; N] }
    }

    #[inline(always)]
    pub(crate) fn push(&mut self, value: T) {
        debug_assert!(self.length < N, "the list is full");
        if let Some(slot) = self.values.get_mut(self.length) {
            slot.write(value);
            self.length += 1;
        }
    }

    /// Adds many; the length stays in a register meanwhile, where a `push` each would write it back every time.
    #[inline(always)]
    pub(crate) fn extend(&mut self, values: impl IntoIterator<Item = T>) {
        let mut length = self.length;
        let mut added = 0;
        for value in values {
            added += 1;
            if let Some(slot) = self.values.get_mut(length) {
                slot.write(value);
                length += 1;
            }
        }
        debug_assert!(self.length + added == length, "the list is full");
        self.length = length;
    }
}

impl<T: Copy, const N: usize> Deref for StackList<T, N> {
    type Target = [T];

    #[inline(always)]
    fn deref(&self) -> &[T] {
        // SAFETY: `push` and `extend` alone raise `length`, by one for each slot written, and never beyond the array.
        unsafe { self.values.get_unchecked(..self.length).assume_init_ref() }
    }
}

impl<T: Copy, const N: usize> DerefMut for StackList<T, N> {
    #[inline(always)]
    fn deref_mut(&mut self) -> &mut [T] {
        // SAFETY: as in `deref`.
        unsafe { self.values.get_unchecked_mut(..self.length).assume_init_mut() }
    }
}
