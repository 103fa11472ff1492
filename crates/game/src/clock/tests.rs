//! What clocks must do, case by case.

mod model;
mod random_games;
mod text;

use super::{Bonus, Clock, FlagFell, TimeControl};
use core::num::NonZeroU32;
use core::time::Duration;
use regence_rules::Color::{Black, White};
use regence_rules::{ByColor, Color};

const SECOND: u64 = 1000;
const MINUTE: u64 = 60 * SECOND;

fn ms(millis: u64) -> Duration {
    Duration::from_millis(millis)
}

#[track_caller]
fn clock(control: &str) -> Clock {
    Clock::new(control.parse().unwrap(), White)
}

#[track_caller]
fn started(control: &str) -> Clock {
    let mut clock = clock(control);
    clock.start(Duration::ZERO).unwrap();
    clock
}

fn shown(clock: &Clock, now: Duration) -> [Option<Duration>; 2] {
    Color::ALL.map(|color| clock.remaining(color, now))
}

/// A small random generator (xorshift64*), so that each run sees the same games.
struct Random(u64);

impl Random {
    fn below(&mut self, bound: u64) -> u64 {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        (self.0.wrapping_mul(0x2545_f491_4f6c_dd1d) >> 32) % bound
    }
}

/// White makes moves of these milliseconds, Black none that take time; then White has this left.
#[track_caller]
fn check_moves(control: &str, thought: &[u64], expected: u64) {
    let (mut clock, mut now) = (started(control), Duration::ZERO);
    for &millis in thought {
        now += ms(millis);
        clock.press(now).unwrap();
        clock.press(now).unwrap();
    }
    assert_eq!(clock.remaining(White, now), Some(ms(expected)), "{control} {thought:?}");
}

#[test]
fn moves_cost_and_bring_time() {
    check_moves("1", &[1, 10 * SECOND], 49_999);
    check_moves("1+2", &[10 * SECOND], 52 * SECOND);
    check_moves("1+2", &[0, 0], 64 * SECOND);
    check_moves("1b2", &[10 * SECOND], 52 * SECOND);
    check_moves("1b2", &[1_500, 500], 60 * SECOND);
    check_moves("1d2", &[10 * SECOND], 52 * SECOND);
    check_moves("1d2", &[1_500, 2_000], 60 * SECOND);
    check_moves("1d2", &[2_001], 59_999);
    check_moves("0+2", &[1_999], 2_001);
    check_moves("0b2", &[1_999], 2_000);
    check_moves("0d2", &[1_999, 1_999], 0);
    check_moves("*1", &[10 * SECOND], 50 * SECOND);
}

#[test]
fn periods_follow_each_other() {
    check_moves("2/1+1:5s", &[SECOND], 60 * SECOND);
    check_moves("2/1+1:5s", &[SECOND, SECOND], 65 * SECOND);
    check_moves("2/1+1:5s", &[SECOND, SECOND, SECOND], 64 * SECOND);
    // The last one repeats.
    check_moves("2/1:1/5s", &[SECOND; 5], 75 * SECOND);
    // Byo-yomi does not outlive its period.
    check_moves("1/5s+3x10:20s", &[30 * SECOND], 20 * SECOND);
    // With nothing left to begin on, a bonus comes first.
    check_moves("1/5s+3x10:0+7", &[30 * SECOND], 7 * SECOND);
}

#[test]
fn periods_count_the_moves_of_each_side() {
    let mut clock = clock("2/1:3/1:1");
    let mut seen = Vec::new();
    for _ in 0..6 {
        seen.push(Color::ALL.map(|color| clock.moves_to_go(color)));
        clock.press(Duration::ZERO).unwrap();
        seen.push(Color::ALL.map(|color| clock.moves_to_go(color)));
        clock.press(Duration::ZERO).unwrap();
    }
    let to_go = [2, 1, 3, 2, 1].map(Some);
    let expected: Vec<_> = (0..12_usize)
        .map(|ply| [ply.div_ceil(2), ply / 2].map(|moves| to_go.get(moves).copied().flatten()))
        .collect();
    assert_eq!(seen, expected);
    assert_eq!(clock.period(White).unwrap().moves, None);
}

#[test]
fn sides_may_have_different_controls() {
    let controls = ByColor { white: "1+1".parse().unwrap(), black: TimeControl::Unlimited };
    let mut clock = Clock::uneven(controls, Black);
    clock.start(ms(0)).unwrap();
    assert_eq!(clock.next_flag(ms(0)), None);
    clock.press(ms(1000 * MINUTE)).unwrap();
    assert_eq!(shown(&clock, ms(1000 * MINUTE + SECOND)), [Some(ms(59 * SECOND)), None]);
    assert_eq!(clock.flagged(ms(1001 * MINUTE)), Some(White));
}

#[test]
fn an_hourglass_runs_to_the_side_that_waits() {
    let mut clock = started("*1");
    assert_eq!(shown(&clock, ms(10 * SECOND)), [50, 70].map(|s| Some(ms(s * SECOND))));
    clock.press(ms(10 * SECOND)).unwrap();
    assert_eq!(shown(&clock, ms(40 * SECOND)), [80, 40].map(|s| Some(ms(s * SECOND))));
    // No more sand than there was.
    assert_eq!(shown(&clock, ms(100 * MINUTE)), [120, 0].map(|s| Some(ms(s * SECOND))));
    assert_eq!(clock.next_flag(ms(0)), Some(ms(80 * SECOND)));

    // What a side gains is a matter of its own control alone.
    let controls = ByColor { white: "*1".parse().unwrap(), black: "1".parse().unwrap() };
    let mut clock = Clock::uneven(controls, White);
    clock.start(ms(0)).unwrap();
    clock.press(ms(10 * SECOND)).unwrap();
    assert_eq!(shown(&clock, ms(30 * SECOND)), [70, 40].map(|s| Some(ms(s * SECOND))));
}

#[test]
fn byo_yomi_periods_are_used_up_one_by_one() {
    let mut clock = started("10s+3x5");
    for (now, time, periods) in [
        (0, 10_000, 3),
        (9_999, 1, 3),
        (10_000, 5_000, 3),
        (14_999, 1, 3),
        (15_000, 5_000, 2),
        (20_000, 5_000, 1),
        (24_999, 1, 1),
        (25_000, 0, 0),
    ] {
        let seen = (clock.remaining(White, ms(now)), clock.byo_yomi(White, ms(now)));
        assert_eq!(seen, (Some(ms(time)), periods), "at {now}");
    }
    assert_eq!(clock.next_flag(ms(0)), Some(ms(25_000)));
    clock.press(ms(17_000)).unwrap();
    clock.press(ms(17_000)).unwrap();
    assert_eq!((clock.remaining(White, ms(17_000)), clock.byo_yomi(White, ms(0))), (Some(ms(5_000)), 2));
    assert_eq!(clock.next_flag(ms(17_000)), Some(ms(27_000)));
}

/// White's flag falls after so many milliseconds of thinking: not one earlier, and not one later.
#[track_caller]
fn check_flag(control: &str, millis: u64) {
    let in_time = started(control);
    assert_eq!(in_time.next_flag(ms(0)), Some(ms(millis)), "{control}");
    assert_eq!(in_time.flagged(ms(millis - 1)), None, "{control}");
    assert_eq!(in_time.clone().press(ms(millis - 1)), Ok(()), "{control}");
    for late in [millis, millis + 1, u64::MAX] {
        let mut clock = in_time.clone();
        assert_eq!(clock.flagged(ms(late)), Some(White), "{control}");
        assert_eq!(clock.running(ms(late)), None, "{control}");
        assert_eq!(clock.next_flag(ms(late)), None, "{control}");
        assert_eq!(clock.remaining(White, ms(late)), Some(Duration::ZERO), "{control}");
        assert_eq!(clock.press(ms(late)), Err(FlagFell { color: White }), "{control}");
        assert_eq!(clock.turn(), White, "{control}");
    }
}

#[test]
fn flags_fall_at_the_exact_millisecond() {
    check_flag("1", MINUTE);
    check_flag("1+2", MINUTE);
    check_flag("1b2", MINUTE);
    check_flag("1d2", 62 * SECOND);
    check_flag("1+3x10", 90 * SECOND);
    check_flag("0+3x10", 30 * SECOND);
    check_flag("0d2", 2 * SECOND);
    check_flag("*1", MINUTE);
    check_flag("40/1:1", MINUTE);
}

#[test]
fn a_fallen_flag_is_decided_once() {
    let mut clock = started("1");
    let fell = FlagFell { color: White };
    let late = Err(fell);
    assert_eq!(clock.settle(ms(MINUTE)), late);
    let fallen = clock.clone();
    for now in [0, 1, MINUTE - 1, MINUTE, u64::MAX].map(ms) {
        assert_eq!(clock.press(now), late);
        assert_eq!(clock.start(now), late);
        assert_eq!(clock.pause(now), late);
        assert_eq!(clock.settle(now), late);
        assert_eq!(clock.add(White, ms(MINUTE), now), late);
        assert_eq!(clock.add(Black, ms(MINUTE), now), late);
        assert_eq!(clock, fallen);
        assert_eq!(clock.restored(now), fallen);
        assert_eq!(clock.flagged(now), Some(White));
        assert_eq!(clock.spent(now), ms(MINUTE));
    }
    assert_eq!(fell.to_string(), "White's time ran out");
}

#[test]
fn time_added_too_late_saves_nobody() {
    let mut clock = started("1");
    assert_eq!(clock.add(White, ms(MINUTE), ms(MINUTE)), Err(FlagFell { color: White }));
    let mut clock = started("1");
    clock.add(White, ms(MINUTE), ms(MINUTE - 1)).unwrap();
    clock.add(Black, ms(SECOND), ms(MINUTE - 1)).unwrap();
    assert_eq!(shown(&clock, ms(MINUTE)), [60, 61].map(|s| Some(ms(s * SECOND))));
}

#[test]
fn pauses_cost_nothing() {
    let mut clock = started("1d5");
    clock.pause(ms(3 * SECOND)).unwrap();
    assert_eq!(clock.running(ms(4 * SECOND)), None);
    assert_eq!(clock.next_flag(ms(4 * SECOND)), None);
    assert_eq!(clock.flagged(ms(1000 * MINUTE)), None);
    clock.pause(ms(5 * SECOND)).unwrap();
    clock.start(ms(10 * SECOND)).unwrap();
    clock.start(ms(11 * SECOND)).unwrap();
    // Two seconds of the delay are left: a pause neither uses it up nor begins it anew.
    assert_eq!(clock.remaining(White, ms(12 * SECOND)), Some(ms(60 * SECOND)));
    assert_eq!(clock.remaining(White, ms(13 * SECOND)), Some(ms(59 * SECOND)));
    assert_eq!(clock.spent(ms(13 * SECOND)), ms(6 * SECOND));
}

#[test]
fn a_clock_pressed_while_it_stands_still_stands_still() {
    let mut clock = clock("1+1");
    clock.press(ms(7)).unwrap();
    assert_eq!((clock.turn(), clock.running(ms(MINUTE))), (Black, None));
    clock.start(ms(MINUTE)).unwrap();
    assert_eq!(clock.running(ms(MINUTE)), Some(Black));
    assert_eq!(shown(&clock, ms(MINUTE + SECOND)), [61, 59].map(|s| Some(ms(s * SECOND))));
}

#[test]
fn time_going_backwards_counts_as_none() {
    let mut clock = started("1");
    clock.press(ms(30 * SECOND)).unwrap();
    assert_eq!(shown(&clock, ms(0)), [30, 60].map(|s| Some(ms(s * SECOND))));
    clock.press(ms(10 * SECOND)).unwrap();
    assert_eq!(shown(&clock, ms(30 * SECOND)), [30, 60].map(|s| Some(ms(s * SECOND))));
    assert_eq!(shown(&clock, ms(31 * SECOND)), [29, 60].map(|s| Some(ms(s * SECOND))));
}

#[test]
fn a_paused_clock_goes_on_with_another_source_of_time() {
    let mut clock = started("1");
    clock.pause(ms(20 * SECOND)).unwrap();
    clock.start(ms(0)).unwrap();
    assert_eq!(clock.remaining(White, ms(5 * SECOND)), Some(ms(35 * SECOND)));
}

#[test]
fn the_largest_times_do_not_panic() {
    for control in
        ["18446744073709551615+18446744073709551615", "1d18446744073709551615", "*18446744073709551615"]
            .into_iter()
            .chain([
                "18446744073709551615+4294967295x18446744073709551615",
                "1b18446744073709551615",
                "1/1",
                "-",
            ])
    {
        let mut clock = Clock::new(TimeControl::from_pgn(control).unwrap().unwrap(), Black);
        clock.add(White, Duration::MAX, Duration::MAX).unwrap();
        clock.start(Duration::ZERO).unwrap();
        for now in [0, 1, u64::MAX].map(Duration::from_secs).into_iter().chain([Duration::MAX]) {
            let _ = (clock.press(now), clock.add(Black, Duration::MAX, now), shown(&clock, now));
            let _ = (clock.next_flag(now), clock.byo_yomi(White, now), clock.byo_yomi(Black, now));
        }
    }
}

#[test]
fn no_time_at_all_is_lost_at_once() {
    let periods = NonZeroU32::new(3).unwrap();
    for bonus in [Bonus::None, Bonus::ByoYomi { periods, time: Duration::ZERO }] {
        let mut clock = Clock::new(TimeControl::with_bonus(Duration::ZERO, bonus), White);
        assert_eq!(clock.flagged(ms(0)), None);
        clock.start(ms(0)).unwrap();
        assert_eq!(clock.flagged(ms(0)), Some(White));
        assert_eq!(clock.remaining(White, ms(0)), Some(ms(0)));
    }
}
