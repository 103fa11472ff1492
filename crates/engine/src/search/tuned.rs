//! Numbers that no theory gives. They were guessed first, and then moved by very many games of the engine against itself, in which
//! each side played with numbers a little different from these (`cargo xtask train spsa`).
//!
//! In the engine as it is shipped, each is a plain constant. With the feature `tuning`, each player in one program has values of
//! its own.

/// Declares numbers as functions: what each is now, and between which values it makes sense.
macro_rules! tuned {
    ($($(#[$about:meta])* $name:ident = $usual:literal, $least:literal..=$most:literal;)+) => {
        $(
            $(#[$about])*
            #[cfg(not(feature = "tuning"))]
            const fn $name() -> i32 {
                const { assert!($least <= $usual && $usual <= $most) };
                $usual
            }

            $(#[$about])*
            #[cfg(feature = "tuning")]
            fn $name() -> i32 {
                numbers::$name.get()
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
