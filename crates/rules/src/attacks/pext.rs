//! Slider attacks by table, indexed with the BMI2 instruction `pext`: the fastest way on CPUs that have it.
#![allow(unsafe_code)] // An instruction that not every CPU has can be called in no other way.

use super::{Sliders, Task, hyperbola};
use crate::{Bitboard, Square};
use core::arch::x86_64::{__cpuid, __cpuid_count, _pext_u64};
use core::sync::atomic::{AtomicU8, Ordering};

/// Attacks by `pext`. Only [`super::dispatch`] names it, and only on a CPU where [`is_available`] holds.
pub(super) struct Pext;

impl Sliders for Pext {
    #[inline(always)]
    fn bishop(square: Square, occupied: Bitboard) -> Bitboard {
        look_up(&BISHOP[square.index()], occupied)
    }

    #[inline(always)]
    fn rook(square: Square, occupied: Bitboard) -> Bitboard {
        look_up(&ROOK[square.index()], occupied)
    }

    #[inline(always)]
    fn run<T: Task>(task: T) -> T::Output {
        // SAFETY: `Pext` is only chosen where `is_available` holds, and that tests each of these features.
        unsafe { run_with_features(task) }
    }
}

#[target_feature(enable = "bmi1,bmi2,popcnt,lzcnt")]
#[inline(never)]
fn run_with_features<T: Task>(task: T) -> T::Output {
    task.run::<Pext>()
}

/// Where one square's attacks stand in [`ATTACKS`], and which squares can block it.
#[derive(Clone, Copy)]
struct Entry {
    relevant: u64,
    offset: u32,
}

const ROOK_SETS: usize = 102_400;
const BISHOP_SETS: usize = 5_248;

#[allow(long_running_const_eval)] // A second or two, once, instead of work at every start.
static ATTACKS: [Bitboard; ROOK_SETS + BISHOP_SETS] = attacks();
static ROOK: [Entry; 64] = entries(true, 0);
static BISHOP: [Entry; 64] = entries(false, ROOK_SETS as u32);

#[inline(always)]
fn look_up(entry: &Entry, occupied: Bitboard) -> Bitboard {
    // SAFETY: `Pext` is only chosen where BMI2 is available. The index is below the number of subsets of
    // `relevant`, and `ATTACKS` has an entry for each of these from `offset` on.
    unsafe {
        let index = _pext_u64(occupied.bits(), entry.relevant) as usize;
        *ATTACKS.get_unchecked(entry.offset as usize + index)
    }
}

/// The squares that can block a slider: a blocker on the rim blocks nothing behind it.
const fn relevant(square: Square, rook: bool) -> u64 {
    let (file, rank) = (square.file().bitboard().bits(), square.rank().bitboard().bits());
    let ranks_on_rim = 0xff00_0000_0000_00ff & !rank;
    let files_on_rim = 0x8181_8181_8181_8181 & !file;
    let rays = if rook {
        hyperbola::rook(square, Bitboard::EMPTY)
    } else {
        hyperbola::bishop(square, Bitboard::EMPTY)
    };
    rays.bits() & !(ranks_on_rim | files_on_rim)
}

const fn entries(rook: bool, first: u32) -> [Entry; 64] {
    let mut table = [Entry { relevant: 0, offset: 0 }; 64];
    let mut offset = first;
    let mut index = 0;
    while index < 64 {
        let relevant = relevant(Square::wrapping(index), rook);
        table[index as usize] = Entry { relevant, offset };
        offset += 1 << relevant.count_ones();
        index += 1;
    }
    table
}

#[allow(clippy::large_stack_arrays)] // Only ever runs in the compiler.
const fn attacks() -> [Bitboard; ROOK_SETS + BISHOP_SETS] {
    let mut table = [Bitboard::EMPTY; ROOK_SETS + BISHOP_SETS];
    let mut next = 0;
    let mut index = 0;
    while index < 128 {
        let (square, rook) = (Square::wrapping(index), index < 64);
        let relevant = relevant(square, rook);
        // Subtracting the mask steps through its subsets in the order in which `pext` numbers them.
        let mut blockers = 0u64;
        loop {
            let occupied = Bitboard::from_bits(blockers);
            table[next] =
                if rook { hyperbola::rook(square, occupied) } else { hyperbola::bishop(square, occupied) };
            next += 1;
            blockers = blockers.wrapping_sub(relevant) & relevant;
            if blockers == 0 {
                break;
            }
        }
        index += 1;
    }
    assert!(next == table.len());
    table
}

/// Whether this CPU has the instructions and executes `pext` in hardware; asked of the CPU once.
#[inline(always)]
pub(super) fn is_available() -> bool {
    const UNKNOWN: u8 = 0;
    const NO: u8 = 1;
    const YES: u8 = 2;
    static ANSWER: AtomicU8 = AtomicU8::new(UNKNOWN);
    match ANSWER.load(Ordering::Relaxed) {
        UNKNOWN => {
            let answer = ask_cpu();
            ANSWER.store(if answer { YES } else { NO }, Ordering::Relaxed);
            answer
        }
        answer => answer == YES,
    }
}

#[cold]
fn ask_cpu() -> bool {
    let vendor = __cpuid(0);
    if vendor.eax < 7 || __cpuid(0x8000_0000).eax < 0x8000_0001 {
        return false;
    }
    let (basic, extended, structured) = (__cpuid(1), __cpuid(0x8000_0001), __cpuid_count(7, 0));
    let popcnt = basic.ecx >> 23 & 1 == 1;
    let lzcnt = extended.ecx >> 5 & 1 == 1;
    let (bmi1, bmi2) = (structured.ebx >> 3 & 1 == 1, structured.ebx >> 8 & 1 == 1);
    popcnt && lzcnt && bmi1 && bmi2 && !is_slow(vendor.ebx, basic.eax)
}

/// Whether a CPU has `pext` in microcode only, many times slower than arithmetic, by the first four letters of its maker
/// and its signature: AMD before Zen 3 (family 0x19), and Hygon, which builds Zen 1 under a name of its own (family 0x18).
const fn is_slow(maker: u32, signature: u32) -> bool {
    const AMD: u32 = u32::from_le_bytes(*b"Auth");
    const HYGON: u32 = u32::from_le_bytes(*b"Hygo");
    let base_family = signature >> 8 & 0xf;
    let family = if base_family == 0xf { base_family + (signature >> 20 & 0xff) } else { base_family };
    (maker == AMD || maker == HYGON) && family < 0x19
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn makers_of_slow_pext_are_known_by_name_and_family() {
        #[track_caller]
        fn check(maker: &[u8; 12], signature: u32, expected: bool) {
            let [a, b, c, d, ..] = *maker;
            assert_eq!(is_slow(u32::from_le_bytes([a, b, c, d]), signature), expected, "{signature:#x}");
        }
        check(b"AuthenticAMD", 0x0060_0f12, true); // Family 0x15, Bulldozer.
        check(b"AuthenticAMD", 0x0080_0f11, true); // Family 0x17, Zen.
        check(b"AuthenticAMD", 0x00a2_0f10, false); // Family 0x19, Zen 3.
        check(b"HygonGenuine", 0x0090_0f02, true); // Family 0x18, Dhyana.
        check(b"GenuineIntel", 0x0009_06ea, false);
    }
}
