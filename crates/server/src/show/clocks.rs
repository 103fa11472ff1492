//! Clocks for the wire.

use crate::table::Table;
use crate::view::{Both, ClockView, ClocksView};
use regence_game::clock::{Bonus, TimeControl};
use regence_rules::Color;
use regence_store::Moment;
use std::time::Duration;

/// The clocks of a table at a moment; none if nobody has one.
pub fn clocks(table: &Table, now: Moment) -> Option<ClocksView> {
    let clock = table.session()?.clock();
    let time = table.time(now);
    let side = |color: Color| {
        let left = clock.remaining(color, time)?;
        let delay = match clock.period(color).map(|period| period.bonus) {
            Some(Bonus::Delay(free)) if color == clock.turn() => free.saturating_sub(clock.spent(time)),
            _ => Duration::ZERO,
        };
        Some(ClockView {
            left_ms: left.as_millis() as u64,
            delay_ms: delay.as_millis() as u64,
            byo_yomi: clock.byo_yomi(color, time),
            moves_to_go: clock.moves_to_go(color),
            control: clock.control(color).to_string(),
        })
    };
    let has_any = Color::ALL.into_iter().any(|color| *clock.control(color) != TimeControl::Unlimited);
    has_any.then(|| ClocksView {
        sides: Both::of(side),
        running: clock.running(time).map(Into::into),
        at: now.0,
    })
}
