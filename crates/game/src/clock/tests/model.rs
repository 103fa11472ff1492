//! Every kind of clock against a second one that knows no arithmetic: it counts milliseconds, one after the other.

use super::{Random, ms};
use crate::clock::{Bonus, Clock, Period, TimeControl};
use core::fmt::Write;
use core::time::Duration;
use regence_rules::Color::{Black, White};
use regence_rules::{ByColor, Color};

/// Controls of a few hundredths of a second, so that everything happens soon.
const CONTROLS: [&str; 14] = [
    "-",
    "0.3s",
    "0.1s+0.03",
    "0.1s b0.03",
    "0.1s d0.03",
    "0+0.04",
    "0b0.04",
    "0d0.04",
    "0.05s+3x0.04",
    "0+6x0.03",
    "*0.15s",
    "3/0.1s",
    "3/0.08s+0.02:2/0.05s d0.02:0.06s b0.02",
    "2/0.05s+2x0.03:2/0.04s:0.05s+2x0.04",
];

#[derive(Clone)]
struct Side {
    control: TimeControl,
    main: u64,
    /// What is left of the delay of this turn, or of the byo-yomi period that has begun.
    free: u64,
    byo_yomi: u32,
    period: usize,
    moves: u32,
}

impl Side {
    fn new(control: TimeControl) -> Self {
        let mut side = Self { control, main: 0, free: 0, byo_yomi: 0, period: 0, moves: 0 };
        match &side.control {
            TimeControl::Hourglass(time) => side.main = time.as_millis() as u64,
            TimeControl::Unlimited => {}
            TimeControl::Periods(_) => side.enter(0),
        }
        side.begin_turn();
        side
    }

    fn here(&self) -> Option<Period> {
        match &self.control {
            TimeControl::Periods(periods) => Some(periods[self.period]),
            _ => None,
        }
    }

    fn bonus(&self) -> Bonus {
        self.here().map_or(Bonus::None, |period| period.bonus)
    }

    fn enter(&mut self, index: usize) {
        (self.period, self.moves, self.byo_yomi) = (index, 0, 0);
        self.main += self.here().map_or(0, |period| period.time.as_millis() as u64);
        match self.bonus() {
            Bonus::ByoYomi { periods, .. } => self.byo_yomi = periods.get(),
            Bonus::Increment(time) | Bonus::Bronstein(time) if self.main == 0 => {
                self.main = time.as_millis() as u64;
            }
            _ => {}
        }
    }

    fn begin_turn(&mut self) {
        self.free = match self.bonus() {
            Bonus::Delay(time) | Bonus::ByoYomi { time, .. } => time.as_millis() as u64,
            _ => 0,
        };
    }

    /// A millisecond passes on this side's turn; says whether its flag falls with it.
    fn tick(&mut self) -> bool {
        match self.bonus() {
            _ if self.control == TimeControl::Unlimited => return false,
            Bonus::Delay(_) if self.free > 0 => self.free -= 1,
            Bonus::ByoYomi { time, .. } if self.main == 0 => {
                self.free -= 1;
                if self.free == 0 {
                    self.byo_yomi -= 1;
                    self.free = time.as_millis() as u64;
                }
            }
            _ => self.main -= 1,
        }
        match self.bonus() {
            Bonus::ByoYomi { .. } => self.main == 0 && self.byo_yomi == 0,
            Bonus::Delay(_) => self.main == 0 && self.free == 0,
            _ => self.main == 0,
        }
    }

    fn end_turn(&mut self, thought: u64) {
        match self.bonus() {
            Bonus::Increment(time) => self.main += time.as_millis() as u64,
            Bonus::Bronstein(time) => self.main += thought.min(time.as_millis() as u64),
            _ => {}
        }
        self.moves += 1;
        if let TimeControl::Periods(periods) = &self.control
            && periods[self.period].moves.is_some_and(|moves| moves.get() == self.moves)
        {
            self.enter((self.period + 1).min(periods.len() - 1));
        }
        self.begin_turn();
    }

    fn shown(&self) -> Option<Duration> {
        match self.bonus() {
            _ if self.control == TimeControl::Unlimited => None,
            Bonus::ByoYomi { .. } if self.main == 0 => {
                Some(ms(if self.byo_yomi == 0 { 0 } else { self.free }))
            }
            _ => Some(ms(self.main)),
        }
    }
}

#[derive(Clone)]
struct Model {
    sides: ByColor<Side>,
    /// What the side to move had when its turn began.
    turn_began: Side,
    turn: Color,
    thought: u64,
    runs: bool,
    fallen: bool,
}

impl Model {
    fn new(controls: &ByColor<TimeControl>) -> Self {
        let sides =
            ByColor { white: Side::new(controls.white.clone()), black: Side::new(controls.black.clone()) };
        let turn_began = sides.white.clone();
        Self { sides, turn_began, turn: White, thought: 0, runs: false, fallen: false }
    }

    fn pass(&mut self, millis: u64) {
        for _ in 0..millis {
            if !self.runs || self.fallen {
                return;
            }
            self.thought += 1;
            self.fallen = self.sides[self.turn].tick();
            let waiting = &mut self.sides[!self.turn];
            if matches!(waiting.control, TimeControl::Hourglass(_)) {
                waiting.main += 1;
            }
        }
    }

    fn press(&mut self) {
        self.sides[self.turn].end_turn(self.thought);
        self.turn = !self.turn;
        self.thought = 0;
        self.turn_began = self.sides[self.turn].clone();
    }

    /// As though it had had the time from the beginning of the turn, so the side to move thinks all of it again.
    fn add(&mut self, color: Color, millis: u64) {
        if color != self.turn {
            self.sides[color].main += millis;
            return;
        }
        self.turn_began.main += millis;
        self.sides[color] = self.turn_began.clone();
        for _ in 0..self.thought {
            self.sides[color].tick();
        }
    }

    fn next_flag(&self) -> Option<u64> {
        let mut later = self.clone();
        if !self.runs || self.fallen || self.sides[self.turn].control == TimeControl::Unlimited {
            return None;
        }
        let mut left = 0;
        while !later.fallen {
            later.pass(1);
            left += 1;
        }
        Some(left)
    }
}

#[track_caller]
fn compare(clock: &Clock, model: &Model, now: u64, story: &str) {
    let at = ms(now);
    for color in Color::ALL {
        let side = &model.sides[color];
        assert_eq!(clock.remaining(color, at), side.shown(), "{color} at {now}: {story}");
        assert_eq!(clock.byo_yomi(color, at), side.byo_yomi, "{color} at {now}: {story}");
        let to_go = side.here().and_then(|period| Some(period.moves?.get() - side.moves));
        assert_eq!(clock.moves_to_go(color), to_go, "{color} at {now}: {story}");
    }
    assert_eq!(clock.turn(), model.turn, "{story}");
    assert_eq!(clock.spent(at), ms(model.thought), "{story}");
    assert_eq!(clock.flagged(at), model.fallen.then_some(model.turn), "at {now}: {story}");
    assert_eq!(clock.running(at), (model.runs && !model.fallen).then_some(model.turn), "at {now}: {story}");
    assert_eq!(clock.next_flag(at), model.next_flag().map(|left| ms(now + left)), "at {now}: {story}");
}

/// Presses, pauses, starts, gifts and questions in any order, until a flag falls.
fn play(controls: &ByColor<TimeControl>, random: &mut Random) {
    let (mut clock, mut model, mut now) =
        (Clock::uneven(controls.clone(), White), Model::new(controls), 7_u64);
    let mut story = format!("{} against {}", controls.white, controls.black);
    for _ in 0..60 {
        let step = random.below(30);
        now += step;
        model.pass(step);
        compare(&clock, &model, now, &story);
        let verb = random.below(10);
        // Writing to a string cannot fail.
        let _ = write!(story, " {now}:{verb}");
        let color = if random.below(2) == 0 { White } else { Black };
        let gift = random.below(40);
        let done = match verb {
            0 => clock.pause(ms(now)),
            1 | 2 => clock.start(ms(now)),
            3 => clock.add(color, ms(gift), ms(now)),
            4 => clock.settle(ms(now)),
            _ => clock.press(ms(now)),
        };
        assert_eq!(done.is_err(), model.fallen, "{story}");
        if model.fallen {
            now += random.below(100);
            compare(&clock, &model, now, &story);
            return;
        }
        match verb {
            0 => model.runs = false,
            1 | 2 => model.runs = true,
            3 => model.add(color, gift),
            4 => {}
            _ => model.press(),
        }
        compare(&clock, &model, now, &story);
    }
}

#[test]
fn every_kind_of_clock_agrees_with_counting() {
    let mut random = Random(0x1234_5678_9abc_def1);
    for white in CONTROLS {
        for black in CONTROLS {
            let controls = ByColor { white: white.parse().unwrap(), black: black.parse().unwrap() };
            for _ in 0..30 {
                play(&controls, &mut random);
            }
        }
    }
}
