//! Finds computers' moves while the conversation waits.

use crate::draw_offer::{is_welcome, is_welcome_by_material};
use crate::thinker::{News, Pace, Question, Thinker, Told};
use regence_game::computer::{Computer, SimpleComputer};
use regence_game::notes::Evaluation;
use regence_game::session::{Awaiting, Seat, Session};
use regence_game::{AnyPosition, Random};
use regence_rules::{Color, UciMove};
use std::fmt;
use std::sync::mpsc::{Receiver, channel};
use std::time::Duration;

/// How far the engine looks ahead. Whatever is not said is decided by the clock or, if there is none, so that the same
/// game gives the same moves.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Thinking {
    /// At most so many half-moves.
    pub depth: Option<u32>,
    /// At most so long.
    pub time: Option<Duration>,
}

/// Whether somebody who sits down can play these rules.
pub fn can_play(seat: &Seat, position: &AnyPosition) -> Result<(), CannotPlay> {
    match seat {
        Seat::Engine(_) if !Opponents::engine_knows(position) => Err(CannotPlay::Rules),
        _ => Ok(()),
    }
}

/// Why somebody cannot play.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum CannotPlay {
    /// The engine does not know these rules.
    Rules,
}

impl fmt::Display for CannotPlay {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Rules => {
                f.write_str("the engine plays chess and Chess960 only, expected a simple computer")
            }
        }
    }
}

impl std::error::Error for CannotPlay {}

/// Who stands in where the engine does not know the rules.
const SUBSTITUTE: SimpleComputer = SimpleComputer::Planner;

/// Without a clock, time or depth to go by, the engine looks at so many positions: well under a second, and the same
/// number each time.
const USUAL_NODES: u64 = 200_000;

/// The computers at a table.
pub struct Opponents {
    seed: u64,
    thinking: Thinking,
    /// Made when it is first needed.
    thinker: Option<(Thinker, Receiver<Told>)>,
}

/// A move and what the engine thinks of it, for White.
pub struct Finding {
    /// The move.
    pub written: UciMove,
    /// Its worth, if the engine found it.
    pub worth: Option<Evaluation>,
}

impl Opponents {
    /// Computers that choose among equally good moves as the seed decides.
    pub fn new(seed: u64, thinking: Thinking) -> Self {
        Self { seed, thinking, thinker: None }
    }

    /// The move of the computer whose turn it is.
    pub fn reply(&mut self, session: &Session, now: Duration) -> Option<UciMove> {
        let has_clock = session.clock().remaining(session.position().turn(), now).is_some();
        let question = Question::reply(session, &self.pace(has_clock), now);
        match (question, session.awaiting()) {
            (Some(question), _) => self.think(question).map(|finding| finding.written),
            (None, Awaiting::Engine { .. }) => self.substitute(session),
            (None, _) => None,
        }
    }

    /// A good move for whoever is to move.
    pub fn hint(&mut self, session: &Session) -> Option<Finding> {
        match Question::hint(session, &self.pace(false)) {
            Some(question) => self.think(question),
            None => self.substitute(session).map(|written| Finding { written, worth: None }),
        }
    }

    /// Whether the computer on a side takes the draw it is offered: the engine by what it thinks of the position, the
    /// simple ones by counting pieces.
    pub fn accepts_draw(&mut self, session: &Session, color: Color) -> bool {
        let position = session.position();
        let is_engine = matches!(session.seats()[color], Seat::Engine(_));
        let worth = if is_engine { self.hint(session).and_then(|finding| finding.worth) } else { None };
        match worth {
            Some(worth) => is_welcome(worth, &position, color),
            None => is_welcome_by_material(&position, color),
        }
    }

    /// Whether the engine plays these rules.
    pub fn engine_knows(position: &AnyPosition) -> bool {
        matches!(position, AnyPosition::Standard(_))
    }

    fn pace(&self, has_clock: bool) -> Pace {
        let Thinking { depth, time } = self.thinking;
        let is_free = depth.is_none() && time.is_none() && !has_clock;
        Pace { seed: self.seed, depth, time, nodes: is_free.then_some(USUAL_NODES) }
    }

    fn substitute(&self, session: &Session) -> Option<UciMove> {
        let game = session.game()?;
        let mut random = Random::of(self.seed, game.path().len() as u64);
        SUBSTITUTE.choose(game.position(), &mut random).map(|mv| mv.uci(game.variant()))
    }

    /// Waits for the answer.
    fn think(&mut self, question: Question) -> Option<Finding> {
        let (thinker, told) = self.thinker.get_or_insert_with(|| {
            let (sender, told) = channel();
            // When nobody listens any more, nobody needs to know.
            (Thinker::new(move |news| drop(sender.send(news))), told)
        });
        thinker.ask(question);
        let mut worth = None;
        loop {
            match told.recv().ok()?.news {
                News::Thought(thought) => worth = Some(thought.score),
                News::Move(found) => return found.map(|written| Finding { written, worth }),
            }
        }
    }
}
