//! What threads tell each other of the nodes on the main line. Two that search the same move come to slightly different values,
//! as each has learnt other things on its way; from then on they would compare everything with something else, and
//! neither could use what the other finds. So on the main line the value found first is everybody's.

use super::Searcher;
use super::lessons::Found;
use super::node::Node;
use super::view::View;
use crate::Evaluator;
use crate::score::Value;
use regence_rules::{Key, Move};
use std::collections::HashMap;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// What is asked of a node: how deep, and between which values. Where it stands belongs to it, as mates are counted from the
/// root and draws are near or far.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(super) struct Question {
    pub(super) key: Key,
    pub(super) ply: usize,
    pub(super) halfmove_clock: u16,
    pub(super) depth: i32,
    pub(super) alpha: Value,
    pub(super) beta: Value,
}

impl Question {
    pub(super) fn new(node: &Node, ply: usize, depth: i32, alpha: Value, beta: Value) -> Self {
        Self { key: node.key, ply, halfmove_clock: node.position.halfmove_clock(), depth, alpha, beta }
    }
}

/// A value, and how play goes on.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Agreement {
    pub(super) value: Value,
    pub(super) line: Vec<Move>,
    /// What it took to find, and how far that looked; only of the root's moves.
    pub(super) nodes: u64,
    pub(super) deepest: usize,
}

/// What has been found of a node so far, by whichever thread.
#[derive(Default)]
struct Findings {
    moves: Vec<(Move, Value)>,
    best: Option<Agreement>,
    answer: Option<Agreement>,
}

/// What others have found, to somebody who is about to search a move.
#[derive(PartialEq, Debug)]
pub(super) enum Heard {
    Nothing,
    /// The move has this value.
    Value(Value),
    /// The node has its value.
    Answer(Agreement),
}

/// What has been found in one search of the root.
#[derive(Default)]
pub(crate) struct Agreed {
    round: Mutex<Round>,
    /// How many values have been agreed on, in all searches of the root.
    answers: AtomicUsize,
}

#[derive(Default)]
struct Round {
    number: usize,
    nodes: HashMap<Question, Findings>,
}

impl Agreed {
    /// What others have found of a node, and of a move of it.
    pub(super) fn hear(&self, number: usize, question: &Question, mv: Move) -> Heard {
        let round = self.lock();
        let Some(findings) = round.of(number, question) else { return Heard::Nothing };
        if let Some(answer) = &findings.answer {
            return Heard::Answer(answer.clone());
        }
        let value = findings.moves.iter().find(|(known, _)| *known == mv);
        value.map_or(Heard::Nothing, |&(_, value)| Heard::Value(value))
    }

    /// The best move that others have found of a node, if it is better than `alpha`.
    pub(super) fn better(&self, number: usize, question: &Question, alpha: Value) -> Option<Agreement> {
        self.lock().of(number, question)?.best.clone().filter(|best| best.value > alpha)
    }

    /// The value that was agreed on for a node.
    pub(super) fn answer(&self, number: usize, question: &Question) -> Option<Value> {
        Some(self.lock().of(number, question)?.answer.as_ref()?.value)
    }

    /// How many values have been agreed on. While they do not become more, nobody need ask for them.
    pub(super) fn answers(&self) -> usize {
        self.answers.load(Relaxed)
    }

    /// Tells the value of a move, and how play goes on if it is the best so far.
    pub(super) fn tell(
        &self,
        number: usize,
        question: Question,
        mv: Move,
        value: Value,
        best: Option<Agreement>,
    ) {
        self.change(number, question, |findings| {
            if findings.answer.is_some() {
                return;
            }
            findings.moves.push((mv, value));
            if best.is_some() && findings.best.as_ref().is_none_or(|known| known.value < value) {
                findings.best = best;
            }
        });
    }

    /// Agrees on the value of a node, unless somebody was faster; then that is its value.
    pub(super) fn agree(&self, number: usize, question: Question, found: Agreement) -> Agreement {
        let agreed = self.change(number, question, |findings| {
            let Findings { best, answer, moves } = findings;
            if answer.is_none() {
                // Nobody asks for single moves any more.
                *moves = Vec::new();
                *answer = best.take().filter(|best| best.value > found.value).or_else(|| Some(found.clone()));
                self.answers.fetch_add(1, Relaxed);
            }
            answer.clone()
        });
        agreed.flatten().unwrap_or(found)
    }

    /// Changes what is known of a node, but for those who are late and search the root as it was before.
    fn change<T>(
        &self,
        number: usize,
        question: Question,
        change: impl FnOnce(&mut Findings) -> T,
    ) -> Option<T> {
        let mut round = self.lock();
        if round.number < number {
            *round = Round { number, nodes: HashMap::new() };
        }
        (round.number == number).then(|| change(round.nodes.entry(question).or_default()))
    }

    fn lock(&self) -> MutexGuard<'_, Round> {
        self.round.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Round {
    /// What has been found of a node, if this is the search of the root that is asked about.
    fn of(&self, number: usize, question: &Question) -> Option<&Findings> {
        self.nodes.get(question).filter(|_| self.number == number)
    }
}

impl<E: Evaluator> Searcher<E> {
    /// Hears what other threads have found of a node on the main line and of its next move. What is better than anything found
    /// here counts from now on.
    pub(super) fn hear(&mut self, view: &View, question: &Question, mv: Move, found: &mut Found) -> Heard {
        let agreed = &self.task.shared.agreed;
        if let Some(better) = agreed.better(self.rounds, question, found.alpha) {
            (found.best, found.alpha) = (better.value, better.value);
            found.best_move = better.line.first().copied();
            self.lines[view.ply] = better.line;
        }
        let heard = agreed.hear(self.rounds, question, mv);
        if let Heard::Answer(answer) = &heard {
            self.lines[view.ply].clone_from(&answer.line);
        }
        heard
    }

    /// Tells other threads the value of a move on the main line.
    pub(super) fn tell(&self, view: &View, question: Question, mv: Move, value: Value, found: &Found) {
        if self.is_shared(view.depth) {
            let is_best = found.best_move == Some(mv) && value < found.beta;
            let best = is_best.then(|| self.agreement(view, value));
            self.task.shared.agreed.tell(self.rounds, question, mv, value, best);
        }
    }

    /// Agrees with other threads on the value of a node on the main line.
    pub(super) fn agree(&mut self, view: &View, question: Question, value: Value) -> Value {
        if !self.is_shared(view.depth) {
            return value;
        }
        let found = self.agreement(view, value);
        let agreed = self.task.shared.agreed.agree(self.rounds, question, found);
        self.lines[view.ply] = agreed.line;
        agreed.value
    }

    fn agreement(&self, view: &View, value: Value) -> Agreement {
        Agreement { value, line: self.lines[view.ply].clone(), nodes: 0, deepest: 0 }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use regence_rules::Position;

    fn question(alpha: Value) -> Question {
        let key = Position::START.key();
        Question { key, ply: 0, halfmove_clock: 0, depth: 5, alpha, beta: alpha + 50 }
    }

    fn agreement(value: Value, mv: Move) -> Agreement {
        Agreement { value, line: vec![mv], nodes: 0, deepest: 0 }
    }

    #[test]
    fn what_was_found_first_is_everybodys_value() {
        let (agreed, moves) = (Agreed::default(), Position::START.legal_moves());
        assert_eq!(agreed.agree(1, question(0), agreement(17, moves[0])), agreement(17, moves[0]));
        assert_eq!(agreed.agree(1, question(0), agreement(23, moves[1])), agreement(17, moves[0]));
        assert_eq!((agreed.answer(1, &question(0)), agreed.answers()), (Some(17), 1));
        // With other bounds it is another question.
        assert_eq!(agreed.answer(1, &question(1)), None);
    }

    #[test]
    fn nobody_answers_with_less_than_what_was_told() {
        let (agreed, moves) = (Agreed::default(), Position::START.legal_moves());
        agreed.tell(1, question(0), moves[1], 9, Some(agreement(9, moves[1])));
        assert_eq!(agreed.agree(1, question(0), agreement(7, moves[0])), agreement(9, moves[1]));
    }

    #[test]
    fn moves_are_heard_of_one_by_one_and_the_best_with_its_line() {
        let (agreed, moves) = (Agreed::default(), Position::START.legal_moves());
        agreed.tell(1, question(0), moves[0], -4, None);
        agreed.tell(1, question(0), moves[1], 9, Some(agreement(9, moves[1])));
        assert_eq!(agreed.better(1, &question(0), 8), Some(agreement(9, moves[1])));
        assert_eq!(agreed.better(1, &question(0), 9), None);
        assert_eq!(agreed.hear(1, &question(0), moves[0]), Heard::Value(-4));
        assert_eq!(agreed.hear(1, &question(0), moves[2]), Heard::Nothing);
        agreed.agree(1, question(0), agreement(9, moves[1]));
        assert_eq!(agreed.hear(1, &question(0), moves[2]), Heard::Answer(agreement(9, moves[1])));
    }

    #[test]
    fn a_new_search_of_the_root_begins_with_nothing_and_does_not_listen_to_the_old_one() {
        let (agreed, moves) = (Agreed::default(), Position::START.legal_moves());
        agreed.agree(1, question(0), agreement(17, moves[0]));
        agreed.tell(2, question(0), moves[0], 3, None);
        assert_eq!(agreed.answer(2, &question(0)), None);
        assert_eq!(agreed.agree(1, question(0), agreement(23, moves[1])), agreement(23, moves[1]));
        assert_eq!(agreed.answer(2, &question(0)), None);
        assert_eq!(agreed.hear(2, &question(0), moves[0]), Heard::Value(3));
    }
}
