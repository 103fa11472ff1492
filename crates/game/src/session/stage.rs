//! What is on the table, a game or a free board, and how one becomes the other: forwards, and back again.

use super::{Command, Event, Session, SessionError};
use crate::clock::{Clock, TimeControl};
use crate::{FreeBoard, Game, Purpose};
use core::time::Duration;
use regence_rules::{ByColor, Color};

/// What is on the table.
#[derive(Clone, Debug)]
pub(super) enum Stage {
    Playing(Box<Game>),
    Free(Box<FreeBoard>),
}

/// What was on the table once, with its clocks.
#[derive(Clone, Debug)]
pub(super) struct Past {
    stage: Stage,
    clock: Clock,
    turns: Vec<Clock>,
    undone_turns: Vec<Clock>,
    is_paused: bool,
}

/// Which way one goes through what was on the table.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Direction {
    Back,
    Forward,
}

impl Stage {
    /// Whether anything has been done there that could be taken back.
    fn has_history(&self) -> bool {
        match self {
            Self::Playing(game) => !game.path().is_empty(),
            Self::Free(board) => board.can_undo(),
        }
    }

    /// Forgets what was taken back: something new comes after this.
    fn forget_undone(&mut self) {
        match self {
            Self::Playing(game) => {
                for id in game.variations(game.cursor()).to_vec() {
                    game.delete(id);
                }
            }
            Self::Free(board) => board.forget_undone(),
        }
    }
}

impl Session {
    /// Commands that begin or end a game, or edit the free board.
    pub(super) fn change_stage(&mut self, command: Command) -> Result<Event, SessionError> {
        let [white, black] = Color::ALL.map(|color| self.clock.control(color).clone());
        let controls = ByColor { white, black };
        match (command, &mut self.stage) {
            (Command::Reset, Stage::Playing(game)) => {
                let fresh = game.restarted();
                self.put(Stage::Playing(Box::new(fresh)), controls);
                Ok(Event::Started)
            }
            (Command::SetPosition(variant, position), _) => {
                let game = Game::of(variant, *position, Purpose::Playing);
                self.put(Stage::Playing(Box::new(game)), controls);
                Ok(Event::Started)
            }
            (Command::Start, Stage::Free(board)) => {
                let game = board.start();
                self.put(Stage::Playing(Box::new(game)), controls);
                Ok(Event::Started)
            }
            (Command::Stop, Stage::Playing(game)) => {
                let board = FreeBoard::of(game.variant(), game.position());
                self.put(Stage::Free(Box::new(board)), controls);
                Ok(Event::Stopped)
            }
            (command, Stage::Free(board)) => {
                match command {
                    Command::Load(variant, fen) => board.load(variant, &fen)?,
                    Command::Reset => board.reset(),
                    Command::Edit(edit) => board.apply(edit)?,
                    _ => return Err(SessionError::Idle),
                }
                self.later.clear();
                Ok(Event::Edited)
            }
            (_, Stage::Playing(_)) => Err(SessionError::Playing),
        }
    }

    /// Puts something new on the table, with the clocks set. What was there is remembered, unless nothing has ever
    /// happened there.
    fn put(&mut self, stage: Stage, controls: ByColor<TimeControl>) {
        self.later.clear();
        if self.remembers_stages && (self.stage.has_history() || !self.earlier.is_empty()) {
            self.stage.forget_undone();
            let past = self.past(stage);
            self.earlier.push(past);
        } else {
            self.stage = stage;
        }
        self.set_clocks(controls);
    }

    /// Puts a new game on an empty table.
    pub(super) fn begin(&mut self, game: Game, controls: ByColor<TimeControl>) {
        self.stage = Stage::Playing(Box::new(game));
        self.set_clocks(controls);
    }

    fn set_clocks(&mut self, controls: ByColor<TimeControl>) {
        let turn = match &self.stage {
            Stage::Playing(game) => game.position().turn(),
            Stage::Free(_) => Color::White,
        };
        self.clock = Clock::uneven(controls, turn);
        self.turns = vec![self.clock.clone()];
        self.undone_turns.clear();
        self.is_paused = false;
    }

    /// Puts something else on the table, and hands back what was there.
    fn past(&mut self, stage: Stage) -> Past {
        Past {
            stage: core::mem::replace(&mut self.stage, stage),
            clock: self.clock.clone(),
            turns: core::mem::take(&mut self.turns),
            undone_turns: core::mem::take(&mut self.undone_turns),
            is_paused: self.is_paused,
        }
    }

    /// Goes back to what was on the table before, or forward again; `false` if there is nothing. Clocks go on from where
    /// they stood.
    pub(super) fn cross(&mut self, direction: Direction, now: Duration) -> Result<bool, SessionError> {
        let from = if direction == Direction::Back { &mut self.earlier } else { &mut self.later };
        let Some(Past { stage, clock, turns, undone_turns, is_paused }) = from.pop() else {
            return Ok(false);
        };
        let left = self.past(stage);
        let to = if direction == Direction::Back { &mut self.later } else { &mut self.earlier };
        to.push(left);
        self.clock = clock.restored(now);
        self.turns = turns;
        self.undone_turns = undone_turns;
        self.is_paused = is_paused;
        self.run_clock(now)?;
        Ok(true)
    }
}
