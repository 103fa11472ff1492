//! Looks ahead in one position after another, on a thread of its own, so that whoever waits can be told meanwhile.

use regence_arena::Stop;
use regence_coach::{Seen, Worth};
use regence_engine::{Control, Engine, Judge, Limits, Report, Score, Situation};
use regence_game::notes::Evaluation;
use regence_rules::{Color, Move, Position};
use std::sync::Arc;
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::thread;
use std::time::Duration;

/// How often whoever waits is told that work goes on.
const MOMENT: Duration = Duration::from_millis(100);

/// A line that was found, and how hard it was looked for.
#[derive(Clone, Debug)]
pub struct Line {
    pub depth: u32,
    pub deepest: u32,
    pub rank: usize,
    /// As White sees it.
    pub score: Score,
    pub nodes: u64,
    pub time: Duration,
    pub fullness: u32,
    pub moves: Vec<Move>,
}

impl Line {
    fn new(report: &Report, turn: Color) -> Self {
        Self {
            depth: report.depth,
            deepest: report.deepest,
            rank: report.rank,
            score: seen_by_white(report.score, turn),
            nodes: report.nodes,
            time: report.time,
            fullness: report.fullness,
            moves: report.line.to_vec(),
        }
    }
}

/// What a position without moves has instead of a line.
pub fn end(position: &Position) -> Line {
    let score = if position.is_check() { Score::Mate(0) } else { Score::Centipawns(0) };
    Line {
        depth: 0,
        deepest: 0,
        rank: 1,
        score,
        nodes: 0,
        time: Duration::ZERO,
        fullness: 0,
        moves: Vec::new(),
    }
}

/// What was seen in a position, for the coach. Without a line, the game is over there.
pub fn seen(position: &Position, line: Option<&Line>) -> Seen {
    match (line.filter(|line| !line.moves.is_empty()), position.outcome()) {
        (Some(line), _) => {
            let worth = match line.score {
                Score::Centipawns(worth) => Evaluation::Centipawns(worth),
                Score::Mate(moves) => Evaluation::Mate(moves),
            };
            Seen { worth: Worth::Judged(worth), line: line.moves.clone() }
        }
        (None, Some(outcome)) => Seen::over(outcome),
        (None, None) => Seen { worth: Worth::Over(None), line: Vec::new() },
    }
}

fn seen_by_white(score: Score, turn: Color) -> Score {
    match (turn, score) {
        (Color::White, score) => score,
        (Color::Black, Score::Centipawns(worth)) => Score::Centipawns(-worth),
        (Color::Black, Score::Mate(moves)) => Score::Mate(-moves),
    }
}

/// An engine and how long it looks at each position.
pub struct Analyst {
    engine: Engine<Judge>,
    limits: Limits,
    lines: usize,
    stop: Stop,
}

impl Analyst {
    pub fn new(engine: Engine<Judge>, limits: Limits, lines: usize, stop: Stop) -> Self {
        Self { engine, limits, lines, stop }
    }

    /// How many lines are looked for.
    pub fn lines(&self) -> usize {
        self.lines
    }

    /// How it hears that somebody has had enough.
    pub fn stop(&self) -> &Stop {
        &self.stop
    }

    /// Whether somebody has had enough.
    pub fn is_stopped(&self) -> bool {
        self.stop.is_set()
    }

    /// Forgets what other games have taught.
    pub fn forget(&mut self) {
        self.engine.forget();
    }

    /// The best lines, none without legal moves. `tell` hears the rank of each line that is new, or nothing when a moment
    /// has passed, and all lines as they stand.
    pub fn look(&mut self, situation: &Situation, tell: &mut dyn FnMut(Option<usize>, &[Line])) -> Vec<Line> {
        let turn = situation.position().turn();
        let control = Arc::new(Control::default());
        let (send, news) = channel();
        let (engine, limits) = (&mut self.engine, &self.limits);
        let mut lines: Vec<Line> = Vec::new();
        thread::scope(|scope| {
            let control = &control;
            scope.spawn(move || {
                // Whoever does not listen any more has stopped the search.
                let mut report = |report: &Report| drop(send.send(Line::new(report, turn)));
                engine.search(situation, limits, control, &mut report);
            });
            loop {
                if self.stop.is_set() {
                    control.stop();
                }
                match news.recv_timeout(MOMENT) {
                    Ok(line) => {
                        let rank = line.rank;
                        match lines.get_mut(rank - 1) {
                            Some(old) => *old = line,
                            None => lines.push(line),
                        }
                        tell(Some(rank), &lines);
                    }
                    Err(RecvTimeoutError::Timeout) => tell(None, &lines),
                    Err(RecvTimeoutError::Disconnected) => break,
                }
            }
        });
        lines
    }
}
