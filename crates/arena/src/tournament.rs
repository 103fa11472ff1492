//! A whole match: engines started, games played side by side, results gathered.

use crate::adjudication::Adjudication;
use crate::client::{TimeSource, Treatment};
use crate::engine_spec::{EngineSpec, Program};
use crate::opening::{Opening, Openings};
use crate::play::{Cause, Conditions, Stopped};
use crate::record::GameRecord;
use crate::schedule::{Encounter, Schedule};
use crate::seated::Seated;
use crate::start_error::{StartError, StartProblem};
use crate::stats::{Hypothesis, Sprt};
use crate::stop::Stop;
use crate::tally::Tally;
use core::time::Duration;
use regence_game::Random;
use regence_rules::ByColor;
use std::io;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::thread;
use std::time::SystemTime;

/// Everything that makes a match.
#[derive(Clone, Debug)]
pub struct Match {
    /// Who plays.
    pub engines: Vec<EngineSpec>,
    /// Who meets whom, and how often.
    pub schedule: Schedule,
    /// Where games begin.
    pub openings: Openings,
    /// When they need not be played out.
    pub adjudication: Adjudication,
    /// When the result is clear enough; for two engines only.
    pub sprt: Option<Sprt>,
    /// How many games are played at the same time.
    pub concurrency: usize,
    /// Whether it is Chess960.
    pub chess960: bool,
    /// Which time engines are charged.
    pub time: TimeSource,
    /// How long to wait for what has no clock.
    pub patience: Duration,
    /// What our own opponents' games depend on.
    pub seed: u64,
}

/// Who is told how a match goes.
pub trait Watcher {
    /// A game is over; the tally includes it. An error ends the match.
    fn game(&mut self, record: &GameRecord, tally: &Tally) -> io::Result<()>;

    /// A moment has passed.
    fn moment(&mut self, tally: &Tally);
}

/// Why a match ended.
#[derive(Debug)]
pub enum Finish {
    /// All games are over.
    Complete,
    /// The results speak for a hypothesis.
    Decided(Hypothesis),
    /// Somebody wanted it to stop.
    Interrupted,
    /// An engine could not be started again.
    Lost(StartError),
    /// The watcher could not go on, or the system has no threads.
    Failed(io::Error),
}

/// What a worker has to tell.
enum Message {
    Game(Box<GameRecord>),
    Lost(StartError),
}

impl Match {
    /// The engines' names, in their order.
    pub fn names(&self) -> Vec<String> {
        self.engines.iter().map(|engine| engine.name.clone()).collect()
    }

    /// Starts each engine once, to see that it can be; answers what they said about their settings, each after the engine's name.
    pub fn check_engines(&self, stop: &Stop) -> Result<Vec<(String, String)>, StartError> {
        let mut remarks = Vec::new();
        for engine in &self.engines {
            let seated = Seated::start(engine, &self.treatment(stop.clone()))?;
            remarks.extend(seated.remarks().iter().map(|remark| (engine.name.clone(), remark.clone())));
            seated.quit();
        }
        Ok(remarks)
    }

    /// Whether two engines would play the same game again from the same opening: neither looks at a clock, nor is one of our own
    /// opponents, each of whose games is another.
    pub fn repeats(&self, first: usize, second: usize) -> bool {
        let is_fixed =
            |engine: &EngineSpec| !engine.limits.is_timed() && !matches!(engine.program, Program::Level(_));
        is_fixed(&self.engines[first]) && is_fixed(&self.engines[second])
    }

    /// Where an encounter begins.
    fn opening(&self, encounter: Encounter) -> Opening {
        if self.repeats(encounter.first, encounter.second) {
            self.openings.of_round_prolonged(encounter.round)
        } else {
            self.openings.of_round(encounter.round).clone()
        }
    }

    /// Plays all games, or as many as it takes. Nothing that was started is left running.
    pub fn run(&self, user: &Stop, watcher: &mut dyn Watcher) -> (Tally, Finish) {
        let (next, stop) = (AtomicUsize::new(0), Stop::default());
        let (sender, messages) = channel();
        let threads = self.concurrency.clamp(1, self.schedule.games().div_ceil(2).max(1));
        thread::scope(|scope| {
            for started in 0..threads {
                let worker = Worker { of: self, seats: Vec::new(), stop: stop.clone() };
                let (sender, next) = (sender.clone(), &next);
                let spawned = thread::Builder::new().spawn_scoped(scope, move || worker.work(next, &sender));
                match spawned {
                    Ok(_) => {}
                    Err(error) if started == 0 => return (Tally::new(0), Finish::Failed(error)),
                    // With fewer threads than wished for, it just takes longer.
                    Err(_) => break,
                }
            }
            drop(sender);
            self.gather(&messages, user, &stop, watcher)
        })
    }

    fn treatment(&self, stop: Stop) -> Treatment {
        Treatment { chess960: self.chess960, time: self.time, patience: self.patience, stop }
    }

    /// Takes in results until nobody plays any more.
    fn gather(
        &self,
        messages: &Receiver<Message>,
        user: &Stop,
        stop: &Stop,
        watcher: &mut dyn Watcher,
    ) -> (Tally, Finish) {
        const MOMENT: Duration = Duration::from_millis(100);
        let names = self.names();
        let (mut tally, mut finish) = (Tally::new(self.engines.len()), Finish::Complete);
        loop {
            match messages.recv_timeout(MOMENT) {
                // What comes after a decision, or the loss of an engine, no longer counts.
                Ok(_) if matches!(finish, Finish::Decided(_) | Finish::Failed(_) | Finish::Lost(_)) => {}
                Ok(Message::Game(record)) => {
                    tally.add(&record, &names);
                    let told = watcher.game(&record, &tally);
                    let decided = self.decision(&tally).map(Finish::Decided);
                    if let Some(end) = told.err().map(Finish::Failed).or(decided) {
                        finish = end;
                        stop.set();
                    }
                }
                Ok(Message::Lost(error)) => {
                    finish = Finish::Lost(error);
                    stop.set();
                }
                Err(RecvTimeoutError::Timeout) => watcher.moment(&tally),
                Err(RecvTimeoutError::Disconnected) => return (tally, finish),
            }
            if user.is_set() && matches!(finish, Finish::Complete) {
                finish = Finish::Interrupted;
                stop.set();
            }
        }
    }

    fn decision(&self, tally: &Tally) -> Option<Hypothesis> {
        self.sprt?.verdict(&tally.meeting(0, 1).pairs)
    }
}

/// Plays one encounter after another, with engines of its own.
struct Worker<'a> {
    of: &'a Match,
    /// Those that are running.
    seats: Vec<(usize, Seated)>,
    stop: Stop,
}

/// Why a worker does not go on.
enum Over {
    Stopped,
    Lost(StartError),
}

impl Worker<'_> {
    fn work(mut self, next: &AtomicUsize, results: &Sender<Message>) {
        while let Some(encounter) = self.of.schedule.encounter(next.fetch_add(1, Ordering::Relaxed)) {
            for is_return in [false, true] {
                let told = match self.play(encounter, is_return) {
                    Ok(record) => results.send(Message::Game(Box::new(record))).is_ok(),
                    Err(Over::Lost(error)) => {
                        let _ = results.send(Message::Lost(error));
                        false
                    }
                    Err(Over::Stopped) => false,
                };
                if !told {
                    return self.leave();
                }
            }
        }
        self.leave();
    }

    fn leave(self) {
        for (_, seated) in self.seats {
            seated.quit();
        }
    }

    fn play(&mut self, encounter: Encounter, is_return: bool) -> Result<GameRecord, Over> {
        if self.stop.is_set() {
            return Err(Over::Stopped);
        }
        let Encounter { first, second, .. } = encounter;
        self.seat(first, second)?;
        let [one, two] = self.seats.as_mut_slice() else { return Err(Over::Stopped) };
        let mut seeds = Random::of(self.of.seed, 2 * encounter.index as u64 + u64::from(is_return));
        for (_, seated) in [&mut *one, &mut *two] {
            seated.set_seed(seeds.next());
        }
        let (white, black) = if is_return { (two, one) } else { (one, two) };
        let engines = ByColor { white: white.0, black: black.0 };
        let opening = self.of.opening(encounter);
        let conditions = Conditions {
            opening: &opening,
            limits: ByColor {
                white: &self.of.engines[engines.white].limits,
                black: &self.of.engines[engines.black].limits,
            },
            adjudication: self.of.adjudication,
            chess960: self.of.chess960,
            time: self.of.time,
            patience: self.of.patience,
        };
        let began = SystemTime::now();
        let mut players = ByColor { white: white.1.player(), black: black.1.player() };
        let played = conditions.play(&mut players).map_err(|Stopped| Over::Stopped)?;
        if let Cause::Fault { color, fault, .. } = &played.end.cause
            && !fault.leaves_engine_usable()
        {
            // Dropping it ends it; it is started again for its next game.
            self.seats.retain(|(engine, _)| *engine != engines[*color]);
        }
        Ok(GameRecord { encounter, is_return, began, played })
    }

    /// Has exactly these two engines running, in this order.
    fn seat(&mut self, first: usize, second: usize) -> Result<(), Over> {
        let mut before = std::mem::take(&mut self.seats);
        let mut wanted = Vec::new();
        for engine in [first, second] {
            match before.iter().position(|(running, _)| *running == engine) {
                Some(index) => wanted.push(Some(before.swap_remove(index))),
                None => wanted.push(None),
            }
        }
        // Others leave before new ones come, so that they do not share the machine.
        for (_, seated) in before {
            seated.quit();
        }
        for (running, engine) in wanted.into_iter().zip([first, second]) {
            let seat = match running {
                Some(seat) => seat,
                None => (engine, self.start(engine)?),
            };
            self.seats.push(seat);
        }
        Ok(())
    }

    fn start(&self, engine: usize) -> Result<Seated, Over> {
        let treatment = self.of.treatment(self.stop.clone());
        Seated::start(&self.of.engines[engine], &treatment).map_err(|error| match error.problem {
            StartProblem::Stopped => Over::Stopped,
            _ => Over::Lost(error),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::opening::Order;
    use crate::play::{End, Played};
    use crate::schedule::Format;
    use crate::{EngineSettings, engines};
    use regence_game::{Game, Purpose};
    use regence_rules::{Draw, Outcome, Position};

    /// Cannot go on after any game.
    struct Failing;

    impl Watcher for Failing {
        fn game(&mut self, _: &GameRecord, _: &Tally) -> io::Result<()> {
            Err(io::Error::other("there is no room"))
        }

        fn moment(&mut self, _: &Tally) {}
    }

    fn a_match() -> Match {
        let settings = ["A", "B"].map(|name| {
            let mut settings = EngineSettings::default();
            settings.read(&format!("cmd={name} name={name} nodes=1")).expect("settings");
            settings
        });
        Match {
            engines: engines(settings.into()).expect("engines"),
            schedule: Schedule::new(2, Format::RoundRobin, 1),
            openings: Openings::built_in(false).ordered(Order::Sequential),
            adjudication: Adjudication::default(),
            sprt: None,
            concurrency: 2,
            chess960: false,
            time: TimeSource::Wall,
            patience: Duration::from_mins(1),
            seed: 0,
        }
    }

    fn drawn(of: &Match) -> Message {
        let end = End { outcome: Outcome::Draw(Draw::Agreement), cause: Cause::Rules };
        let game = Game::new(Position::START, Purpose::Playing);
        let encounter = of.schedule.encounter(0).expect("there is one");
        let played = Played { game, thoughts: Vec::new(), end };
        Message::Game(Box::new(GameRecord { encounter, is_return: false, began: SystemTime::now(), played }))
    }

    fn lost(engine: &str) -> Message {
        Message::Lost(StartError { engine: engine.to_owned(), problem: StartProblem::NoChess960 })
    }

    #[test]
    fn the_first_loss_of_an_engine_is_told_whatever_comes_after_it() {
        let (of, stop) = (a_match(), Stop::default());
        let (sender, messages) = channel();
        for message in [lost("A"), drawn(&of), lost("B")] {
            sender.send(message).expect("it is taken");
        }
        drop(sender);
        let (tally, finish) = of.gather(&messages, &Stop::default(), &stop, &mut Failing);
        assert!(matches!(&finish, Finish::Lost(error) if error.engine == "A"), "{finish:?}");
        assert!(stop.is_set() && tally.games() == 0);
    }
}
