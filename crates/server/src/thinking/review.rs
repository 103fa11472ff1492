//! Reviews of games: what the engine thinks of every position of a line. Workers find it where there are any, our own
//! threads otherwise, one position after another and after everything for which somebody waits at a board.

use super::outside::Away;
use super::question::Question;
use super::story::{Line, News, expected, for_white};
use crate::shared::Shared;
use crate::view::ScoreOfLine;
use crate::worker::{Effort, game_job};
use regence_coach::{Played, Seen, Worth};
use regence_engine::{Limits, Score};
use regence_game::notes::Evaluation;
use regence_game::{AnyPosition, Game, NodeId};
use regence_rules::{Color, Move, Position, UciMove};
use regence_store::JobKind;
use serde_json::Value;
use std::collections::VecDeque;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;
use tokio::sync::mpsc;
use tokio::time::Instant;

/// How many reviews are remembered.
const MOST: usize = 200;
/// For how long nobody need ask for a review before it is given up.
const INTEREST: Duration = Duration::from_secs(30);
/// How many megabytes a worker may remember over a review.
const MEGABYTES: u32 = 16;

/// What the engine thinks of a position.
#[derive(Clone, PartialEq, Debug)]
pub struct Judged {
    /// What it is worth for White; none where the game is over.
    pub score: Option<ScoreOfLine>,
    /// What White may expect, in thousandths of a point.
    pub expected: u32,
    /// The best move, as people write it.
    pub best: Option<String>,
    /// What the coach makes of it.
    pub seen: Seen,
}

impl Judged {
    /// The best line of a position, as it is written, and what it is worth for White.
    fn new<'a>(
        position: &Position,
        score: ScoreOfLine,
        expected: u32,
        line: impl Iterator<Item = &'a str>,
    ) -> Option<Self> {
        let (mut at, mut moves): (Position, Vec<Move>) = (*position, Vec::new());
        for written in line {
            let mv = at.resolve(written.parse::<UciMove>().ok()?).ok()?;
            moves.push(mv);
            at = at.play(mv);
        }
        let best = position.san(*moves.first()?).to_string();
        let worth = Worth::Judged(match score {
            ScoreOfLine::Centipawns(worth) => Evaluation::Centipawns(worth),
            ScoreOfLine::Mate(moves) => Evaluation::Mate(moves),
        });
        Some(Self { score: Some(score), expected, best: Some(best), seen: Seen { worth, line: moves } })
    }
}

/// A line of positions to be reviewed.
pub struct Reviewed {
    /// What workers are told; the same words mean the same review.
    body: String,
    /// The places of the line in its tree, from the start.
    pub places: Vec<u32>,
    /// Its positions and moves.
    pub played: Played,
    questions: Vec<Question>,
}

impl Reviewed {
    /// The line through a place, to its end, each position looked at so hard; `None` if there is no such place, or if the
    /// engine does not know the rules.
    pub fn new(game: &Game, place: NodeId, nodes: u64) -> Option<Self> {
        let mut game = game.clone();
        game.jump(place);
        let rest: Vec<NodeId> = game.line_after(place).collect();
        let ids: Vec<NodeId> = std::iter::once(NodeId::START).chain(game.path()).chain(rest).collect();
        let played = Played::new(&game, &ids)?;
        let mut questions = Vec::new();
        for &id in &ids {
            game.jump(id);
            questions.push(Question::review(&game, nodes)?);
        }
        let moves = game.plies().into_iter().map(|ply| ply.mv.map(|mv| mv.uci.to_string()));
        let limits = Limits { nodes: Some(nodes), ..Limits::default() };
        let effort = Effort { limits, lines: 1, threads: 1, megabytes: MEGABYTES };
        let body = game_job(game.variant(), game.start(), moves, &effort);
        Some(Self { body, places: ids.into_iter().map(NodeId::number).collect(), played, questions })
    }
}

/// A review, as far as it is done.
pub struct Review {
    found: Mutex<Vec<Judged>>,
    asked: Mutex<Instant>,
}

impl Review {
    /// What is found, from the start of the line.
    pub fn found(&self) -> Vec<Judged> {
        lock(&self.found).clone()
    }

    /// Whether nobody has asked for it for long.
    fn is_forgotten(&self) -> bool {
        lock(&self.asked).elapsed() > INTEREST
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The reviews that were asked for lately, the newest last.
#[derive(Default)]
pub struct Reviews(Mutex<VecDeque<(String, Arc<Review>)>>);

impl Reviews {
    /// The review of a line, if somebody has asked for it lately.
    pub fn get(&self, line: &Reviewed) -> Option<Arc<Review>> {
        let all = lock(&self.0);
        let (_, review) = all.iter().find(|(known, _)| *known == line.body)?;
        *lock(&review.asked) = Instant::now();
        Some(Arc::clone(review))
    }

    fn begin(&self, body: String) -> Arc<Review> {
        let review = Arc::new(Review { found: Mutex::default(), asked: Mutex::new(Instant::now()) });
        let mut all = lock(&self.0);
        all.push_back((body, Arc::clone(&review)));
        if all.len() > MOST {
            all.pop_front();
        }
        review
    }

    fn forget(&self, review: &Arc<Review>) {
        lock(&self.0).retain(|(_, known)| !Arc::ptr_eq(known, review));
    }
}

impl Shared {
    /// Begins the review of a line.
    pub fn review(self: &Arc<Self>, line: Reviewed) -> Arc<Review> {
        let review = self.reviews.begin(line.body.clone());
        let (shared, begun) = (Arc::clone(self), Arc::clone(&review));
        tokio::spawn(async move {
            if !shared.review_outside(&line, &begun).await && !shared.review_here(line, &begun).await {
                shared.reviews.forget(&begun);
            }
        });
        review
    }

    /// Whether workers have done it.
    async fn review_outside(self: &Arc<Self>, line: &Reviewed, review: &Review) -> bool {
        if !self.outside.is_open() {
            return false;
        }
        let errand = Away::new(self, JobKind::Review, None);
        let answer = errand.run(line.body.clone()).await;
        if let Some(found) = answer.and_then(|answer| read(&answer, &line.played.positions)) {
            self.metrics.answers.add(1);
            *lock(&review.found) = found;
            // The answer stays, for whoever asks for the same review at another server.
            return true;
        }
        self.metrics.taken_back.add(1);
        errand.end().await;
        false
    }

    /// Whether our own threads have done it: nobody goes on with what nobody wants to see.
    async fn review_here(self: &Arc<Self>, line: Reviewed, review: &Review) -> bool {
        for (question, position) in line.questions.into_iter().zip(&line.played.positions) {
            if self.is_stopping() || review.is_forgotten() {
                return false;
            }
            let judged = match over(position) {
                Some(judged) => judged,
                None => match self.judge(question, position).await {
                    Some(judged) => judged,
                    None => return false,
                },
            };
            lock(&review.found).push(judged);
        }
        true
    }

    async fn judge(&self, question: Question, position: &Position) -> Option<Judged> {
        let (sender, mut news) = mpsc::unbounded_channel();
        let _asked = self.pool.ask(question, self.config.longest_lines, move |told| drop(sender.send(told)));
        let mut best: Option<Line> = None;
        while let News::Line(line) = news.recv().await? {
            best = Some(line);
        }
        let line = best?;
        Judged::new(position, line.score, line.expected, line.uci.iter().map(String::as_str))
    }
}

/// What there is to say of a position in which nobody can move.
fn over(position: &Position) -> Option<Judged> {
    let outcome = AnyPosition::from(*position).outcome()?;
    let expected = match outcome.winner() {
        Some(Color::White) => 1000,
        Some(Color::Black) => 0,
        None => 500,
    };
    Some(Judged { score: None, expected, best: None, seen: Seen::over(outcome) })
}

/// What a worker has found in each of these positions; `None` if it makes no sense there.
fn read(answer: &str, positions: &[Position]) -> Option<Vec<Judged>> {
    let found: Value = serde_json::from_str(answer).ok()?;
    let found = found.as_array().filter(|found| found.len() == positions.len())?;
    found.iter().zip(positions).map(|(lines, position)| read_one(lines, position)).collect()
}

fn read_one(lines: &Value, position: &Position) -> Option<Judged> {
    if let Some(judged) = over(position) {
        return Some(judged);
    }
    let best = lines.as_array()?.first()?;
    let number = |name: &str| best[name].as_i64().and_then(|number| i32::try_from(number).ok());
    let score = number("cp").map(Score::Centipawns).or_else(|| number("mate").map(Score::Mate))?;
    let line = best["moves"].as_str()?.split_whitespace();
    Judged::new(position, for_white(score, position.turn()), expected(score, position), line)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(answer: &str, expected: Option<&[(Option<i32>, &str)]>) {
        let mut positions = vec![Position::START];
        let mv = Position::START.resolve("e2e4".parse().expect("a move")).expect("it is legal");
        positions.push(Position::START.play(mv));
        let found = read(answer, &positions);
        let found: Option<Vec<(Option<i32>, &str)>> = found.as_ref().map(|found| {
            let seen = |judged: &Judged| match judged.score {
                Some(ScoreOfLine::Centipawns(worth)) => Some(worth),
                _ => None,
            };
            found.iter().map(|judged| (seen(judged), judged.best.as_deref().unwrap_or_default())).collect()
        });
        assert_eq!(found.as_deref(), expected, "{answer}");
    }

    #[test]
    fn what_workers_find_is_read_as_white_sees_it() {
        check(
            r#"[[{"cp": 30, "moves": "e2e4 e7e5"}], [{"cp": 25, "moves": "e7e5"}]]"#,
            Some(&[(Some(30), "e4"), (Some(-25), "e5")]),
        );
        for nonsense in [
            "",
            "[]",
            "[[], []]",
            r#"[[{"cp": 30, "moves": "e2e4"}]]"#,
            r#"[[{"cp": 30, "moves": "e2e5"}], [{"cp": 25, "moves": "e7e5"}]]"#,
            r#"[[{"moves": "e2e4"}], [{"cp": 25, "moves": "e7e5"}]]"#,
        ] {
            check(nonsense, None);
        }
    }
}
