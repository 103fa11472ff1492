//! What an engine can do wrong in a game.

use core::fmt;
use core::time::Duration;

/// What an engine did wrong. It costs the game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Fault {
    /// It ended, or closed its output.
    Crash {
        /// What the system says of its end.
        how: String,
    },
    /// It said nothing for too long, and does not listen either.
    Hang {
        /// What it should have said.
        awaited: &'static str,
        /// How long it was waited for.
        waited: Duration,
    },
    /// It named a move that cannot be played.
    IllegalMove {
        /// The move, as it was written.
        written: String,
        /// What is wrong with it.
        why: String,
    },
    /// It moved too late.
    Time {
        /// How long it took.
        used: Duration,
        /// What it had.
        allowed: Duration,
        /// What it computed meanwhile, all threads of its process together, where the system tells.
        computed: Option<Duration>,
    },
    /// Without a clock, it had not moved when patience ended, and had to be stopped.
    Patience {
        /// How long it took.
        used: Duration,
    },
}

impl Fault {
    /// Whether the engine can go on with another game as it is.
    pub fn leaves_engine_usable(&self) -> bool {
        matches!(self, Self::IllegalMove { .. } | Self::Time { .. } | Self::Patience { .. })
    }

    /// The word under which faults are counted.
    pub const fn word(&self) -> &'static str {
        match self {
            Self::Crash { .. } => "crash",
            Self::Hang { .. } => "hang",
            Self::IllegalMove { .. } => "illegal move",
            Self::Time { .. } | Self::Patience { .. } => "time loss",
        }
    }
}

/// What happened, to follow the engine's name: "crashed: exit code 1".
impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Crash { how } => write!(f, "crashed: {how}"),
            Self::Hang { awaited, waited } => {
                write!(f, "hangs: no {awaited} within {:.3} s", waited.as_secs_f64())
            }
            Self::IllegalMove { written, why } => {
                write!(f, "played an illegal move, '{}': {why}", written.escape_debug())
            }
            Self::Patience { used } => {
                let seconds = used.as_secs_f64();
                write!(
                    f,
                    "had to be stopped after {seconds:.3} s without a clock; does it obey its nodes or depth?"
                )
            }
            Self::Time { used, allowed, computed } => {
                write!(
                    f,
                    "lost on time: used {:.3} s of {:.3} s",
                    used.as_secs_f64(),
                    allowed.as_secs_f64()
                )?;
                // Whether the engine or a busy machine was late can be told by the difference.
                match computed {
                    Some(computed) if computed != used => {
                        write!(f, " ({:.3} s of CPU time)", computed.as_secs_f64())
                    }
                    _ => Ok(()),
                }
            }
        }
    }
}

impl core::error::Error for Fault {}

/// Why an engine gives no answer.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Halt {
    /// Through its own fault.
    Fault(Fault),
    /// Because everything is to stop.
    Stopped,
}

impl From<Fault> for Halt {
    fn from(fault: Fault) -> Self {
        Self::Fault(fault)
    }
}
