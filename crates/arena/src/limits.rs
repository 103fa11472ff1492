//! How long an engine may think: by its clock, by the move, by positions, by depth.

use crate::settings::{Setting, SettingError, counting, decimal};
use core::time::Duration;
use regence_game::clock::{Bonus, Period, TimeControl};

/// How late an engine may be unless somebody says otherwise: what a busy system takes to pass on a line.
pub const MARGIN: Duration = Duration::from_millis(50);

/// What an engine is held to. Several limits may hold at once.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Limits {
    /// Its clock.
    pub control: TimeControl,
    /// Its time for every move.
    pub move_time: Option<Duration>,
    /// How many positions it may look at for a move.
    pub nodes: Option<u64>,
    /// How many half-moves it may look ahead.
    pub depth: Option<u32>,
    /// How much later than its time it may be without losing.
    pub margin: Duration,
}

impl Default for Limits {
    fn default() -> Self {
        Self { control: TimeControl::Unlimited, move_time: None, nodes: None, depth: None, margin: MARGIN }
    }
}

impl Limits {
    /// Whether there is any.
    pub fn any(&self) -> bool {
        self.control != TimeControl::Unlimited
            || self.move_time.is_some()
            || self.nodes.is_some()
            || self.depth.is_some()
    }

    /// Whether how far an engine looks depends on time, and so never twice the same.
    pub fn is_timed(&self) -> bool {
        self.control != TimeControl::Unlimited || self.move_time.is_some()
    }

    /// Takes a setting if it is one of `tc`, `st`, `nodes`, `depth`, `margin`; says whether it was.
    pub fn set(&mut self, setting: Setting<'_>) -> Result<bool, SettingError> {
        match setting.key {
            "tc" => {
                self.control = control(setting)?;
                self.move_time = None;
            }
            "st" => {
                self.move_time = Some(seconds(setting)?);
                self.control = TimeControl::Unlimited;
            }
            "nodes" => self.nodes = Some(counting(setting)?),
            "depth" => {
                let depth = u32::try_from(counting(setting)?).ok();
                self.depth = Some(depth.ok_or_else(|| SettingError::bad(setting, "a depth in half-moves"))?);
            }
            "margin" => self.margin = duration(decimal(setting, "seconds like 0.1")?),
            _ => return Ok(false),
        }
        Ok(true)
    }

    /// What every move brings in the period.
    pub(crate) fn increment(period: Option<&Period>) -> Duration {
        match period.map(|period| period.bonus) {
            Some(Bonus::Increment(time)) => time,
            _ => Duration::ZERO,
        }
    }

    /// The value of a PGN `TimeControl` tag.
    pub fn pgn(&self) -> String {
        match self.move_time {
            Some(time) => format!("1/{}", time.as_secs_f64()),
            None => self.control.pgn(),
        }
    }
}

/// A time control in seconds, of a kind that UCI has words for.
fn control(setting: Setting<'_>) -> Result<TimeControl, SettingError> {
    let expected = "seconds as in 8+0.08, 40/60, 40/60+0.6 or inf";
    if setting.value == "inf" {
        return Ok(TimeControl::Unlimited);
    }
    let bad = |why: String| SettingError::bad(setting, format!("{expected}{why}"));
    match TimeControl::from_pgn(setting.value) {
        Ok(Some(TimeControl::Periods(periods))) => {
            let is_sayable = |period: &Period| matches!(period.bonus, Bonus::None | Bonus::Increment(_));
            if periods.iter().all(is_sayable) {
                return Ok(TimeControl::Periods(periods));
            }
            Err(bad(", as UCI has no words for delays and byo-yomi".to_owned()))
        }
        Ok(Some(TimeControl::Unlimited)) => Ok(TimeControl::Unlimited),
        Ok(_) => Err(bad(String::new())),
        Err(error) => Err(bad(format!(" ({error})"))),
    }
}

fn seconds(setting: Setting<'_>) -> Result<Duration, SettingError> {
    let expected = "seconds like 0.1";
    let time = duration(decimal(setting, expected)?);
    if time.is_zero() { Err(SettingError::bad(setting, expected)) } else { Ok(time) }
}

/// Seconds as a duration; more than a year is a year.
pub(crate) fn duration(seconds: f64) -> Duration {
    const YEAR: f64 = 366.0 * 86_400.0;
    Duration::from_secs_f64(seconds.clamp(0.0, YEAR))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(key: &str, value: &str) -> Result<Limits, String> {
        let mut limits = Limits::default();
        match limits.set(Setting { key, value }) {
            Ok(true) => Ok(limits),
            Ok(false) => Err("not a limit".to_owned()),
            Err(error) => Err(error.to_string()),
        }
    }

    #[track_caller]
    fn check(key: &str, value: &str, pgn: &str) {
        let limits = read(key, value).expect("it is a limit");
        assert_eq!(limits.pgn(), pgn, "{key}={value}");
        assert_eq!(limits.any(), value != "inf" && key != "margin", "{key}={value}");
    }

    #[track_caller]
    fn check_refused(key: &str, value: &str, expected: &str) {
        assert_eq!(read(key, value).expect_err("it is none"), expected, "{key}={value}");
    }

    #[test]
    fn limits_are_read() {
        check("tc", "8+0.08", "8+0.08");
        check("tc", "40/60", "40/60");
        check("tc", "40/60+0.6:30+0.6", "40/60+0.6:30+0.6");
        check("tc", "inf", "-");
        check("st", "0.1", "1/0.1");
        check("nodes", "10000", "-");
        check("depth", "8", "-");
        check("margin", "0", "-");
    }

    #[test]
    fn what_is_no_limit_is_refused_with_what_would_be() {
        let control = "seconds as in 8+0.08, 40/60, 40/60+0.6 or inf";
        check_refused(
            "tc",
            "5d3",
            &format!("tc: expected {control}, as UCI has no words for delays and byo-yomi, not '5d3'"),
        );
        check_refused("tc", "?", &format!("tc: expected {control}, not '?'"));
        check_refused(
            "tc",
            "fast",
            &format!(
                "tc: expected {control} (time control, column 1: expected a number like 5 or 0.5, not 'f'), not 'fast'"
            ),
        );
        check_refused("st", "0", "st: expected seconds like 0.1, not '0'");
        check_refused("st", "-1", "st: expected seconds like 0.1, not '-1'");
        check_refused("st", "inf", "st: expected seconds like 0.1, not 'inf'");
        check_refused("nodes", "0", "nodes: expected a whole number from 1 on, not '0'");
        check_refused("depth", "99999999999", "depth: expected a depth in half-moves, not '99999999999'");
        check_refused("speed", "9", "not a limit");
    }

    #[test]
    fn a_clock_and_a_time_for_the_move_replace_each_other() {
        let mut limits = read("tc", "8+0.08").expect("a limit");
        limits.set(Setting { key: "st", value: "0.2" }).expect("a limit");
        assert_eq!((limits.pgn().as_str(), limits.move_time), ("1/0.2", Some(Duration::from_millis(200))));
        limits.set(Setting { key: "tc", value: "1" }).expect("a limit");
        assert_eq!((limits.pgn().as_str(), limits.move_time), ("1", None));
    }
}
