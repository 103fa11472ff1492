//! A time as a clock shows it.

use core::fmt::{self, Write};
use core::time::Duration;

/// A time as a clock shows it to people: `1:05:09`, `4:07`, and with tenths below ten seconds, `9.4`.
///
/// What does not fill the last place is left out, so a clock never shows more than there is.
///
/// ```
/// use regence_game::clock::Face;
/// use std::time::Duration;
/// assert_eq!(Face(Duration::from_secs(3909)).to_string(), "1:05:09");
/// assert_eq!(Face(Duration::from_secs(247)).to_string(), "4:07");
/// assert_eq!(Face(Duration::from_millis(9_499)).to_string(), "9.4");
/// assert_eq!(format!("{:>8}", Face(Duration::from_secs(10))), "    0:10");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Face(pub Duration);

impl fmt::Display for Face {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let seconds = self.0.as_secs();
        let (hours, minutes) = (seconds / 3600, seconds / 60 % 60);
        let mut text = String::new();
        if seconds < 10 {
            write!(text, "{seconds}.{}", self.0.subsec_millis() / 100)?;
        } else if hours == 0 {
            write!(text, "{minutes}:{:02}", seconds % 60)?;
        } else {
            write!(text, "{hours}:{minutes:02}:{:02}", seconds % 60)?;
        }
        f.pad(&text)
    }
}
