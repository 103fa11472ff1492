//! From a game to what the engine can be asked, and back.

use crate::Remaining;
use regence_engine::{Clock, Situation};
use regence_game::clock::Bonus;
use regence_game::session::Session;
use regence_game::{AnyPosition, Game, Variant};
use regence_rules::{ByColor, Color, Move, Position, UciMove};
use std::time::Duration;

/// A move as a game's variant writes it.
pub fn write(variant: Variant, mv: Move) -> UciMove {
    if variant == Variant::Chess960 { mv.uci_chess960() } else { mv.uci() }
}

/// The position with what came before it, for repetitions count; `None` if the engine does not know the rules.
pub fn situation(game: &Game) -> Option<Situation> {
    let mut situation = Situation::new(standard(game.start())?);
    for ply in game.plies() {
        let resolved = ply.mv.and_then(|mv| situation.position().resolve(mv.uci).ok());
        match resolved {
            Some(mv) => situation.play(mv),
            // Whoever passes repeats nothing.
            None => situation = Situation::new(standard(&ply.position)?),
        }
    }
    Some(situation)
}

fn standard(position: &AnyPosition) -> Option<Position> {
    match position {
        AnyPosition::Standard(position) => Some(*position),
        AnyPosition::House(_) => None,
    }
}

/// What is left on the clock of the side to move, if it has one that runs.
pub fn remaining(session: &Session, now: Duration) -> Option<Remaining> {
    let (clock, turn) = (clocks(session, now)?, session.position().turn());
    Some(Remaining { left: clock.left[turn]?, increment: clock.increment[turn] })
}

/// What is left on the clocks, if the side to move has one that runs.
pub fn clocks(session: &Session, now: Duration) -> Option<Clock> {
    let clock = session.clock();
    let turn = session.position().turn();
    clock.remaining(turn, now)?;
    // In byo-yomi that is what is left of the period, which is all there is to spend.
    let left = |color: Color| clock.remaining(color, now);
    let increment = |color: Color| match clock.period(color).map(|period| period.bonus) {
        Some(Bonus::Increment(time) | Bonus::Delay(time) | Bonus::Bronstein(time)) => time,
        Some(Bonus::ByoYomi { .. } | Bonus::None) | None => Duration::ZERO,
    };
    Some(Clock {
        left: ByColor { white: left(Color::White), black: left(Color::Black) },
        increment: ByColor { white: increment(Color::White), black: increment(Color::Black) },
        moves_to_go: clock.moves_to_go(turn),
    })
}
