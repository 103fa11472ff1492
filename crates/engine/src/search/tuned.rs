//! Numbers that no theory gives. They were guessed first, and then moved by very many games of the engine against itself, in which
//! each side played with numbers a little different from these (`cargo xtask train spsa`). Both are kept: judges say which are theirs
//! ([`Numbers`](crate::Numbers)).
//!
//! In the engine as it is shipped, each is one of two constants. With the feature `tuning`, each player in one program has values of
//! its own.

/// Declares numbers as functions: what each was guessed to be, what games made of it, and between which values it makes sense.
macro_rules! tuned {
    ($($(#[$about:meta])* $name:ident = $guessed:literal => $usual:literal, $least:literal..=$most:literal;)+) => {
        $(
            $(#[$about])*
            #[cfg(not(feature = "tuning"))]
            const fn $name(numbers: crate::Numbers) -> i32 {
                const { assert!($least <= $guessed && $guessed <= $most) };
                const { assert!($least <= $usual && $usual <= $most) };
                match numbers {
                    crate::Numbers::Guessed => $guessed,
                    crate::Numbers::Tuned => $usual,
                }
            }

            $(#[$about])*
            #[cfg(feature = "tuning")]
            fn $name(numbers: crate::Numbers) -> i32 {
                match numbers {
                    crate::Numbers::Guessed => $guessed,
                    crate::Numbers::Tuned => numbers::$name.get(),
                }
            }
        )+

        /// The numbers of this file.
        #[cfg(feature = "tuning")]
        #[allow(non_upper_case_globals)] // They are named like the functions that read them.
        pub(super) mod numbers {
            use crate::tuning::Number;

            $(pub(super) static $name: Number = Number::new(module_path!(), stringify!($name), $usual, $least..=$most);)+
            pub static ALL: &[&Number] = &[$(&$name),+];
        }
    };
}

pub(super) use tuned;
