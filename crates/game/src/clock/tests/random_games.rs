//! What must hold in every game, seen in games of random thinking times.

use super::{MINUTE, Random, SECOND, ms, shown, started};
use crate::clock::{Bonus, Clock, Hand};
use core::time::Duration;
use regence_rules::Color;
use regence_rules::Color::{Black, White};

/// Plays games of random thinking times, pauses and questions with these controls. After every press `check` is told
/// the clocks before and after, and how long the side before thought; the game goes on until a flag falls.
#[track_caller]
fn random_games(controls: &[&str], longest: u64, check: impl Fn(&Clock, &Clock, Duration)) {
    let mut random = Random(0x9e37_79b9_7f4a_7c15);
    for control in controls {
        for _ in 0..200 {
            let (mut clock, mut now) = (started(control), Duration::ZERO);
            for _ in 0..120 {
                let before = clock.clone();
                let mut thought = Duration::ZERO;
                for _ in 0..=random.below(3) {
                    let step = ms(random.below(longest));
                    (now, thought) = (now + step, thought + step);
                    if random.below(2) == 0 && clock.pause(now).is_ok() {
                        now += ms(random.below(longest));
                        clock.start(now).unwrap();
                    }
                }
                let flag_due = before.budget().is_some_and(|budget| thought >= budget);
                assert_eq!(clock.press(now).is_err(), flag_due, "{control}");
                if flag_due {
                    assert_eq!(clock.flagged(Duration::ZERO), Some(before.turn()), "{control}");
                    break;
                }
                // Both are looked at as if time stood still.
                let still = |clock: &Clock| Clock { hand: Hand::Still, ..clock.clone() };
                check(&still(&before), &still(&clock), thought);
            }
        }
    }
}

fn main_time(clock: &Clock, color: Color) -> Duration {
    clock.remaining(color, Duration::ZERO).unwrap()
}

#[test]
fn time_used_and_time_left_make_the_time_there_was() {
    let controls = ["1", "1+2", "0+2", "1b2", "1d2", "3/1+1:2/30s:10s+5", "3/1b2:1d1"];
    random_games(&controls, 4 * SECOND, |before, after, thought| {
        let mover = before.turn();
        let bonus = match before.period(mover).unwrap().bonus {
            Bonus::None | Bonus::ByoYomi { .. } => Duration::ZERO,
            Bonus::Increment(time) => time,
            Bonus::Bronstein(most) | Bonus::Delay(most) => most.min(thought),
        };
        let next_period = if before.moves_to_go(mover) == Some(1) {
            after.period(mover).unwrap().time
        } else {
            Duration::ZERO
        };
        assert_eq!(
            main_time(after, mover) + thought,
            main_time(before, mover) + bonus + next_period,
            "{before:?}"
        );
        assert_eq!(main_time(after, !mover), main_time(before, !mover), "{before:?}");
    });
}

#[test]
fn an_hourglass_keeps_its_sand() {
    random_games(&["*1", "*10s"], 10 * SECOND, |before, after, thought| {
        let total = |clock: &Clock| main_time(clock, White) + main_time(clock, Black);
        assert_eq!(total(before), total(after), "{before:?}");
        assert_eq!(main_time(before, before.turn()), main_time(after, before.turn()) + thought, "{before:?}");
    });
}

#[test]
fn neither_delay_nor_bronstein_ever_brings_time() {
    random_games(&["1d2", "1b2", "10s d3", "10s b3"], 3 * SECOND, |before, after, thought| {
        let mover = before.turn();
        let cost = main_time(before, mover).checked_sub(main_time(after, mover));
        assert!(cost.is_some_and(|cost| cost <= thought), "{before:?}");
    });
}

/// Byo-yomi as one would count it on one's fingers, a millisecond at a time.
#[test]
fn byo_yomi_agrees_with_counting() {
    random_games(&["0.05s+5x0.02", "0+30x0.01"], 15, |before, after, thought| {
        let mover = before.turn();
        let Bonus::ByoYomi { time, .. } = before.period(mover).unwrap().bonus else { unreachable!() };
        let mut main = before.accounts[mover].main;
        let (mut periods, mut hand) = (before.byo_yomi(mover, Duration::ZERO), time);
        for _ in 0..thought.as_millis() {
            if main > Duration::ZERO {
                main -= ms(1);
            } else {
                hand -= ms(1);
            }
            if hand.is_zero() {
                (periods, hand) = (periods - 1, time);
            }
        }
        let expected = if main.is_zero() { time } else { main };
        let seen = (main_time(after, mover), after.byo_yomi(mover, Duration::ZERO));
        assert_eq!(seen, (expected, periods), "{before:?}");
    });
}

#[test]
fn a_kept_clock_restores_the_game() {
    for control in ["1+2", "1b2", "1d2", "10s+3x5", "*1", "3/1+1:2/30s:10s+5", "-"] {
        random_games(&[control], 4 * SECOND, |before, after, thought| {
            let mut before = before.clone();
            before.start(Duration::ZERO).unwrap();
            // An hour later the move is taken back and made again.
            let later = ms(60 * MINUTE);
            let mut again = before.restored(later);
            assert_eq!(shown(&again, later), shown(&before, Duration::ZERO));
            again.press(later + thought).unwrap();
            again.pause(later).unwrap();
            assert_eq!(again, *after);
        });
    }
}

#[test]
fn asking_and_settling_change_nothing() {
    for control in ["1+2", "1b2", "1d2", "10s+3x5", "*1", "2/20s+1:10s"] {
        let (mut asked, mut left_alone) = (started(control), started(control));
        let mut random = Random(7);
        for ply in 1..=40_u64 {
            for now in [ply * SECOND - 900, ply * SECOND - random.below(800)] {
                let flag = asked.next_flag(ms(now));
                assert_eq!(flag, left_alone.next_flag(ms(now)), "{control}");
                if let Some(flag) = flag {
                    assert_eq!(asked.flagged(flag.saturating_sub(ms(1))), None, "{control}");
                    assert!(asked.flagged(flag).is_some(), "{control}");
                }
                let _ = asked.settle(ms(now));
            }
            assert_eq!(asked.press(ms(ply * SECOND)), left_alone.press(ms(ply * SECOND)), "{control}");
            assert_eq!(asked, left_alone, "{control}");
        }
    }
}
