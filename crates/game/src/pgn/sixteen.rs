//! Sixteen bytes that are compared at once: by SSE2, which every x86-64 has, and by plain arithmetic elsewhere.

#[cfg(any(test, not(target_arch = "x86_64")))]
mod plain;
#[cfg(target_arch = "x86_64")]
mod sse2;

#[cfg(not(target_arch = "x86_64"))]
pub use plain::{Marks, Sixteen};
#[cfg(target_arch = "x86_64")]
pub use sse2::{Marks, Sixteen};

#[cfg(test)]
mod tests {
    use super::{Sixteen, plain};

    /// Each byte, with bits set or not, is found where it stands first, and both kinds agree.
    #[test]
    fn the_first_of_a_byte_is_found() {
        for wanted in 0..=255_u8 {
            for other in
                (0..=255).step_by(5).chain([wanted ^ 1, wanted ^ 0x80]).filter(|&other| other != wanted)
            {
                let mut bytes = [other; 16];
                assert_eq!(Sixteen::new(&bytes).is(wanted).first(), None);
                assert_eq!(plain::Sixteen::new(&bytes).is(wanted).first(), None);
                for at in (0..16).rev() {
                    bytes[at] = wanted;
                    let either = Sixteen::new(&bytes).is(wanted) | Sixteen::new(&bytes).is(wanted ^ 2);
                    let plain_either =
                        plain::Sixteen::new(&bytes).is(wanted) | plain::Sixteen::new(&bytes).is(wanted ^ 2);
                    let first = if other == wanted ^ 2 { 0 } else { at };
                    assert_eq!((either.first(), plain_either.first()), (Some(first), Some(first)));
                }
            }
        }
    }

    #[test]
    fn bits_are_set_in_all_of_them() {
        let bytes: [u8; 16] = std::array::from_fn(|index| b'A' + index as u8);
        assert_eq!(Sixteen::new(&bytes).with(0x20).is(b'c').first(), Some(2));
        assert_eq!(plain::Sixteen::new(&bytes).with(0x20).is(b'c').first(), Some(2));
    }
}
