//! Both clocks of a game between engines, and what each may use.

use crate::client::TimeSource;
use crate::fault::Fault;
use crate::limits::Limits;
use crate::uci::GoLimits;
use core::time::Duration;
use regence_game::clock::Clock;
use regence_rules::{ByColor, Color};

/// Keeps the time of one game.
pub struct Timekeeper<'a> {
    limits: ByColor<&'a Limits>,
    source: TimeSource,
    patience: Duration,
    clock: Clock,
    /// The time that was charged so far, to either side: the only time this clock knows.
    now: Duration,
}

impl<'a> Timekeeper<'a> {
    /// For a game in which this side moves first.
    pub fn new(limits: ByColor<&'a Limits>, first: Color, source: TimeSource, patience: Duration) -> Self {
        let controls = ByColor { white: limits.white.control.clone(), black: limits.black.control.clone() };
        let mut clock = Clock::uneven(controls, first);
        // No time has passed, so no flag has fallen.
        let _ = clock.start(Duration::ZERO);
        Self { limits, source, patience, clock, now: Duration::ZERO }
    }

    /// What the side to move is told.
    pub fn question(&self, mover: Color) -> GoLimits {
        let limits = self.limits[mover];
        let own = self.clock.remaining(mover, self.now);
        // An opponent without a clock is said to have as much.
        let other = |own| self.clock.remaining(!mover, self.now).unwrap_or(own);
        let clocks = own.map(|own| by_mover(mover, own, other(own)));
        let increment = |color| Limits::increment(self.clock.period(color));
        GoLimits {
            clocks,
            increments: ByColor { white: increment(Color::White), black: increment(Color::Black) },
            moves_to_go: self.clock.moves_to_go(mover),
            move_time: limits.move_time,
            nodes: limits.nodes,
            depth: limits.depth,
        }
    }

    /// What the side to move has for this move, if there is a limit.
    fn allowed(&self, mover: Color) -> Option<Duration> {
        self.limits[mover].move_time.or_else(|| self.clock.remaining(mover, self.now))
    }

    /// How long to wait for a move before asking for it.
    pub fn wait(&self, mover: Color) -> Duration {
        let Some(allowed) = self.allowed(mover) else { return self.patience };
        let late = allowed + self.limits[mover].margin;
        match self.source {
            TimeSource::Wall => late,
            // On a busy machine an engine computes for a fraction of the time that passes.
            TimeSource::Cpu => late + self.patience,
        }
    }

    /// The side to move has moved after so long; what it computed meanwhile is told if that was too long.
    pub fn spend(&mut self, mover: Color, used: Duration, computed: Option<Duration>) -> Result<(), Fault> {
        let limits = self.limits[mover];
        let allowed = self.allowed(mover);
        let most = allowed.map_or(self.patience, |allowed| allowed + limits.margin);
        // CPU time without a clock is nobody's concern.
        let is_limited = allowed.is_some() || self.source == TimeSource::Wall;
        if is_limited && used > most {
            let late = |allowed| Fault::Time { used, allowed, computed };
            return Err(allowed.map_or(Fault::Patience { used }, late));
        }
        // Who is late within the margin has used up all, but has not lost.
        let left =
            self.clock.remaining(mover, self.now).map(|left| left.saturating_sub(Duration::from_nanos(1)));
        self.now += left.map_or(used, |left| used.min(left));
        let allowed = allowed.unwrap_or(used);
        self.clock.press(self.now).map_err(|_| Fault::Time { used, allowed, computed })
    }
}

fn by_mover<T>(mover: Color, own: T, other: T) -> ByColor<T> {
    match mover {
        Color::White => ByColor { white: own, black: other },
        Color::Black => ByColor { white: other, black: own },
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::settings::Setting;

    const PATIENCE: Duration = Duration::from_secs(30);

    fn limits(settings: &[(&str, &str)]) -> Limits {
        let mut limits = Limits::default();
        for &(key, value) in settings {
            limits.set(Setting { key, value }).expect("a limit");
        }
        limits
    }

    /// Uses up these times, in milliseconds, White first, and says what is asked before each move and at last.
    #[track_caller]
    fn check(white: &[(&str, &str)], black: &[(&str, &str)], used: &[u64], expected: &[&str]) {
        let (white, black) = (limits(white), limits(black));
        let by_color = ByColor { white: &white, black: &black };
        let mut keeper = Timekeeper::new(by_color, Color::White, TimeSource::Wall, PATIENCE);
        let mut mover = Color::White;
        let mut found = vec![keeper.question(mover).to_string()];
        for &milliseconds in used {
            if let Err(fault) = keeper.spend(mover, Duration::from_millis(milliseconds), None) {
                found.push(fault.to_string());
                break;
            }
            mover = !mover;
            found.push(keeper.question(mover).to_string());
        }
        assert_eq!(found, expected);
    }

    #[test]
    fn clocks_fall_and_rise() {
        check(
            &[("tc", "8+0.1")],
            &[("tc", "4")],
            &[1000, 500],
            &[
                "go wtime 8000 btime 4000 winc 100 binc 0",
                "go wtime 7100 btime 4000 winc 100 binc 0",
                "go wtime 7100 btime 3500 winc 100 binc 0",
            ],
        );
        check(
            &[("tc", "2/1")],
            &[("nodes", "9")],
            &[400, 0, 500, 0],
            &[
                "go wtime 1000 btime 1000 movestogo 2",
                "go nodes 9",
                "go wtime 600 btime 600 movestogo 1",
                "go nodes 9",
                "go wtime 1100 btime 1100 movestogo 2",
            ],
        );
    }

    #[test]
    fn lateness_within_the_margin_uses_up_all_but_does_not_lose() {
        let control = &[("tc", "1+0.1"), ("margin", "0.05")];
        check(
            control,
            control,
            &[1050, 1051],
            &[
                "go wtime 1000 btime 1000 winc 100 binc 100",
                "go wtime 100 btime 1000 winc 100 binc 100",
                "lost on time: used 1.051 s of 1.000 s",
            ],
        );
        let by_move = &[("st", "0.1"), ("margin", "0.01")];
        check(
            by_move,
            by_move,
            &[110, 111],
            &["go movetime 100", "go movetime 100", "lost on time: used 0.111 s of 0.100 s"],
        );
    }

    #[test]
    fn without_a_clock_only_patience_ends() {
        let depth = &[("depth", "5")];
        check(
            depth,
            depth,
            &[29_000, 31_000],
            &[
                "go depth 5",
                "go depth 5",
                "had to be stopped after 31.000 s without a clock; does it obey its nodes or depth?",
            ],
        );
    }

    #[test]
    fn cpu_time_is_waited_for_longer_than_it_is_allowed() {
        let limits = limits(&[("st", "0.1"), ("margin", "0")]);
        let by_color = ByColor { white: &limits, black: &limits };
        let wait = |source| Timekeeper::new(by_color, Color::White, source, PATIENCE).wait(Color::White);
        assert_eq!(wait(TimeSource::Wall), Duration::from_millis(100));
        assert_eq!(wait(TimeSource::Cpu), Duration::from_millis(30_100));
    }
}
