//! Time controls and times in writing.

use super::{MINUTE, Random, SECOND, ms};
use crate::clock::TimeControlProblem::{
    ByoYomiPeriods, Endless, Moves, NoTime, NotANumber, TooLong, TooPrecise, Unexpected,
};
use crate::clock::{
    Bonus, Face, ParseTimeControlError, Period, Periods, PeriodsError, TimeControl, TimeControlProblem,
};
use core::num::NonZeroU32;

/// The text means this, and is written so in the forms of people and of PGN; both are read back the same.
#[track_caller]
fn check_text(text: &str, expected: &TimeControl, written: &str, pgn: &str) {
    let control: TimeControl = text.parse().unwrap();
    assert_eq!(control, *expected, "{text}");
    assert_eq!(control.to_string(), written, "{text}");
    assert_eq!(control.pgn(), pgn, "{text}");
    assert_eq!(written.parse(), Ok(control.clone()), "{text}");
    assert_eq!(TimeControl::from_pgn(pgn), Ok(Some(control)), "{text}");
}

#[test]
fn time_controls_are_read_and_written() {
    let one = |time, bonus| TimeControl::with_bonus(ms(time), bonus);
    let check_one = |text, time, bonus, pgn| check_text(text, &one(time, bonus), text, pgn);
    check_one("5", 5 * MINUTE, Bonus::None, "300");
    check_one("5+3", 5 * MINUTE, Bonus::Increment(ms(3 * SECOND)), "300+3");
    check_one("5+0", 5 * MINUTE, Bonus::Increment(ms(0)), "300+0");
    check_one("0+1", 0, Bonus::Increment(ms(SECOND)), "0+1");
    check_one("0.5+0.25", MINUTE / 2, Bonus::Increment(ms(250)), "30+0.25");
    check_one("10s+0.1", 10 * SECOND, Bonus::Increment(ms(100)), "10+0.1");
    check_one("90.001s", 90_001, Bonus::None, "90.001");
    check_one("90d5", 90 * MINUTE, Bonus::Delay(ms(5 * SECOND)), "5400d5");
    check_one("3b2", 3 * MINUTE, Bonus::Bronstein(ms(2 * SECOND)), "180b2");
    let periods = NonZeroU32::new(5).unwrap();
    check_one("30+5x30", 30 * MINUTE, Bonus::ByoYomi { periods, time: ms(30 * SECOND) }, "1800+5x30");

    check_text("-", &TimeControl::Unlimited, "-", "-");
    check_text("*1", &TimeControl::Hourglass(ms(MINUTE)), "*1", "*60");
    check_text(" 0.25 + 3 ", &one(15 * SECOND, Bonus::Increment(ms(3 * SECOND))), "0.25+3", "15+3");

    let period = |moves, minutes, seconds| {
        let (time, bonus) = (ms(minutes * MINUTE), Bonus::Increment(ms(seconds * SECOND)));
        Period { moves: NonZeroU32::new(moves), time, bonus }
    };
    let two = Periods::new(vec![period(40, 90, 30), period(0, 30, 30)]).unwrap().into();
    check_text("40/90+30:30+30", &two, "40/90+30:30+30", "40/5400+30:1800+30");
    check_text("40/90+30, 30+30", &two, "40/90+30:30+30", "40/5400+30:1800+30");
    check_text("40/90+30", &period(40, 90, 30).into(), "40/90+30", "40/5400+30");
}

#[test]
fn unknown_time_controls_are_none() {
    assert_eq!(TimeControl::from_pgn("?"), Ok(None));
    assert_eq!(TimeControl::from_pgn("-"), Ok(Some(TimeControl::Unlimited)));
    assert_eq!(
        "?".parse::<TimeControl>(),
        Err(ParseTimeControlError { at: 0, problem: NotANumber(Some('?')) })
    );
}

#[track_caller]
fn check_error(text: &str, at: usize, problem: TimeControlProblem) {
    assert_eq!(text.parse::<TimeControl>(), Err(ParseTimeControlError { at, problem }), "{text}");
}

#[test]
fn errors_name_the_place() {
    check_error("", 0, NotANumber(None));
    check_error("   ", 3, NotANumber(None));
    check_error("blitz", 0, NotANumber(Some('b')));
    check_error("5+", 2, NotANumber(None));
    check_error("5+é", 2, NotANumber(Some('é')));
    check_error("5.", 2, NotANumber(None));
    check_error("5.x", 2, NotANumber(Some('x')));
    check_error(".5", 0, NotANumber(Some('.')));
    check_error("-5", 1, Unexpected('5'));
    check_error("5+3+2", 3, Unexpected('+'));
    check_error("5 é", 2, Unexpected('é'));
    check_error("*5+3", 2, Unexpected('+'));
    check_error("0/90", 0, Moves);
    check_error("1.5/90", 0, Moves);
    check_error("40/90:4294967296/90", 6, Moves);
    check_error("5+0x30", 2, ByoYomiPeriods);
    check_error("5+1.0000000001", 2, TooPrecise);
    check_error("18446744073709551616", 0, TooLong);
    check_error("18446744073709551615", 0, TooLong);
    check_error("0", 0, NoTime);
    check_error("40/90:0+0", 6, NoTime);
    check_error("*0", 1, NoTime);
    check_error("40/90 : 30 : 15", 8, Endless);
    check_error("40/90:", 6, NotANumber(None));
    assert_eq!(TimeControl::from_pgn("18446744073709551615").unwrap().unwrap().pgn(), "18446744073709551615");
    assert_eq!(
        "5\u{7}".parse::<TimeControl>().unwrap_err().to_string(),
        "time control, column 2: character U+0007 cannot stand here, expected a time control like 5+3 or \
         40/90+30:30+30"
    );
}

#[test]
fn periods_need_their_numbers_of_moves() {
    assert_eq!(Periods::new(vec![]), Err(PeriodsError::Empty));
    let endless = Period { moves: None, time: ms(MINUTE), bonus: Bonus::None };
    let error = Periods::new(vec![endless, endless]).unwrap_err();
    assert_eq!(error, PeriodsError::Endless { index: 0 });
    assert_eq!(error.to_string(), "period 1 has no number of moves, so the next would never begin");
}

#[test]
fn faces_show_no_more_than_there_is() {
    for (millis, expected) in [
        (0, "0.0"),
        (99, "0.0"),
        (9_400, "9.4"),
        (9_999, "9.9"),
        (10_000, "0:10"),
        (59_999, "0:59"),
        (4 * MINUTE + 7 * SECOND, "4:07"),
        (60 * MINUTE - 1, "59:59"),
        (60 * MINUTE, "1:00:00"),
        (65 * MINUTE + 9 * SECOND, "1:05:09"),
        (100 * 60 * MINUTE, "100:00:00"),
    ] {
        assert_eq!(Face(ms(millis)).to_string(), expected, "{millis} ms");
    }
    assert_eq!(format!("[{:>6}]", Face(ms(9_400))), "[   9.4]");
}

#[test]
fn no_text_panics_and_what_is_read_is_written_back() {
    let mut random = Random(11);
    let alphabet = b"0123456789.:,/+-*dbxs ?";
    let mut read = 0;
    for _ in 0..200_000 {
        let text: String = (0..random.below(12))
            .map(|_| char::from(alphabet[random.below(alphabet.len() as u64) as usize]))
            .collect();
        let Ok(control) = text.parse::<TimeControl>() else { continue };
        read += 1;
        assert_eq!(control.to_string().parse(), Ok(control.clone()), "{text}");
        assert_eq!(TimeControl::from_pgn(&control.pgn()), Ok(Some(control)), "{text}");
    }
    assert!(read > 1000, "only {read} texts could be read");
}
