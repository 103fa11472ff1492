//! What the thinker is asked, derived from what is on the desk.

use super::super::desk::{Desk, Held, Matter, Want};
use super::super::message::Effect;
use super::App;
use super::board::in_words;
use crate::keep::Bar;
use crate::plain::can_play;
use crate::thinker::{Errand, News, Pace, Question, Told};
use regence_engine::Limits;
use regence_game::session::{Awaiting, Command, Level, Revision, Seat, Session};
use regence_game::{Game, NodeId, Purpose};
use regence_rules::UciMove;
use std::time::Duration;

/// How many lines an analysis shows.
const LINES: usize = 3;

/// How long each place is looked at when a whole game is evaluated.
const SWEEP_TIME: Duration = Duration::from_millis(200);

/// How long a place is looked at for the evaluation bar.
const BAR_TIME: Duration = Duration::from_millis(300);

/// What the thinker is to think about.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Topic {
    errand: Errand,
    want: Option<Want>,
    revision: Revision,
    /// Which game of a file that is looked through; all of them share a revision.
    game: usize,
    node: NodeId,
}

/// What it was asked.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Asked {
    topic: Topic,
    ticket: u64,
    /// Whether it has answered.
    pub is_answered: bool,
}

impl Asked {
    /// Whether a computer is about to move.
    pub fn is_reply(&self) -> bool {
        self.topic.errand == Errand::Reply && !self.is_answered
    }
}

impl Desk {
    /// The state that answers refer to. A review knows only one.
    fn revision(&self) -> Revision {
        match &self.matter {
            Matter::Play(play) => play.session().revision(),
            Matter::Review(_) => Session::default().revision(),
        }
    }

    fn topic(&self, bar: Bar) -> Option<Topic> {
        let (revision, node) = (self.revision(), self.node());
        let game = self.review().map_or(0, |review| review.index);
        let topic_at = |node, errand, want| Some(Topic { errand, want, revision, game, node });
        let topic = |errand, want| topic_at(node, errand, want);
        if let Some(node) = self.draw_to_answer() {
            return topic_at(node, Errand::Hint, Some(Want::DrawAnswer));
        }
        let awaiting = self.play().map(|play| play.session().awaiting());
        if matches!(awaiting, Some(Awaiting::Engine { .. } | Awaiting::Computer { .. })) {
            return topic(Errand::Reply, None);
        }
        let is_over = self.game().is_none_or(|game| game.outcome_at(node).is_some());
        // Whoever asks for something need not wait until the whole game is evaluated.
        if let Some(want) = self.mind.want.filter(|_| !is_over) {
            return topic(Errand::Hint, Some(want));
        }
        if let Some(&node) = self.review().and_then(|review| review.sweep.last()) {
            return topic_at(node, Errand::Hint, None);
        }
        if is_over {
            None
        } else if self.mind.is_shown {
            topic(Errand::Analysis, None)
        } else if bar == Bar::Always && self.is_running() {
            topic(Errand::Hint, None)
        } else {
            None
        }
    }

    /// The place where the engine was offered a draw and has not answered yet: the game's own, wherever one looks.
    fn draw_to_answer(&self) -> Option<NodeId> {
        let game = self.game().filter(|_| self.is_running())?;
        let by = game.draw_offer()?;
        let seat = &self.play()?.session().seats()[!by];
        let thinks = matches!(seat, Seat::Engine(_)) && can_play(seat, game.position()).is_ok();
        thinks.then(|| game.cursor())
    }

    /// Asks the engine for something about the place one looks at, or says at once why it cannot be had.
    pub(super) fn want(&mut self, want: Want) {
        let is_running = self.is_running() && self.mover().is_none();
        let is_paused = self.play().is_some_and(|play| play.session().is_paused());
        if let Some(why) = self.why_not(want) {
            self.refuse(why);
        } else if is_running && !is_paused && self.is_watched() {
            self.refuse("computers are playing: pause them first");
        } else {
            self.mind.want = Some(want);
            if is_running && !is_paused {
                self.say("The answer comes as soon as the computer has moved");
            }
        }
    }

    /// Why the engine has no answer for the place one looks at.
    fn why_not(&self, want: Want) -> Option<&'static str> {
        let Some(game) = self.game() else {
            return Some("there is no advice on a free board: start a game first");
        };
        let position = game.position_at(self.node());
        if game.outcome_at(self.node()).is_some() {
            Some("the game is over here: there is no move to look for")
        } else if can_play(&Seat::Engine(Level::Full), position).is_err() {
            Some("there is no advice here: the engine plays chess and Chess960 only")
        } else if want == Want::Threat && position.pass().is_none() {
            Some("there is no threat to show here: a side in check cannot pass")
        } else {
            None
        }
    }

    /// Marks what the engine answered to somebody who wants to know, and says it.
    fn advise(&mut self, want: Want, mv: UciMove) {
        self.mind.advice = Some((want, mv));
        // One move is the advice, two more say why; nobody plays by more of them.
        let line: Vec<String> = self
            .mind
            .thoughts
            .first()
            .into_iter()
            .flat_map(|best| best.line.iter().take(3).cloned())
            .collect();
        let position = self.position();
        self.say(match want {
            Want::Threat => format!("Threat: {}", in_words(position.pass().as_ref(), mv)),
            _ if line.is_empty() => format!("Hint: {}", in_words(Some(&position), mv)),
            _ => format!("Hint: {}", line.join(" ")),
        });
    }

    /// Writes in words how the game was played that is looked through.
    fn explain(&mut self) -> Option<String> {
        let Matter::Review(review) = &mut self.matter else { return None };
        review.explain(&self.mind.evaluations)
    }

    fn question(&self, topic: Topic, pace: &Pace, now: Duration) -> Option<Question> {
        let mut game = self.game()?.clone();
        game.jump(topic.node);
        let limits = |time| Limits { time: Some(time), ..Limits::default() };
        match (topic.errand, topic.want) {
            (Errand::Reply, _) => {
                let play = self.play()?;
                let pace = Pace { seed: play.log.seed(), ..*pace };
                Question::reply(play.session(), &pace, play.time(now))
            }
            (Errand::Analysis, _) => Question::analysis(&game, topic.revision, LINES),
            (Errand::Hint, Some(Want::Threat)) => {
                let passed = Game::new(game.position().pass()?, Purpose::Analysing);
                Question::glance(&passed, topic.revision, limits(pace.time?))
            }
            (Errand::Hint, Some(_)) => Question::glance(&game, topic.revision, limits(pace.time?)),
            (Errand::Hint, None) => {
                let time = if self.review().is_some() { SWEEP_TIME } else { BAR_TIME };
                Question::glance(&game, topic.revision, limits(time))
            }
        }
    }
}

impl App {
    /// How long computers think.
    fn pace(&self) -> Pace {
        Pace {
            seed: 0,
            time: Some(Duration::from_millis(self.settings.engine_time)),
            depth: None,
            nodes: None,
        }
    }

    /// Has the thinker asked what is to be asked now, and nothing else.
    pub(super) fn settle_thinking(&mut self) {
        let pace = self.pace();
        let Some(desk) = &mut self.desk else {
            self.stop_thinking();
            return;
        };
        let about = (desk.revision(), desk.node());
        if desk.mind.about != Some(about) {
            desk.mind.about = Some(about);
            desk.mind.thoughts.clear();
            desk.mind.advice = None;
            if self.asked.is_some_and(|asked| asked.topic.want.is_some()) {
                desk.mind.want = None;
            }
        }
        // What was waited for may have lost its sense meanwhile.
        if let Some(why) = desk.mind.want.and_then(|want| desk.why_not(want)) {
            desk.mind.want = None;
            desk.refuse(why);
        }
        let topic = desk.topic(self.settings.bar);
        if topic == self.asked.map(|asked| asked.topic) {
            return;
        }
        let question = topic.and_then(|topic| Some((topic, desk.question(topic, &pace, self.now)?)));
        let Some((topic, question)) = question else {
            self.stop_thinking();
            return;
        };
        self.tickets += 1;
        self.asked = Some(Asked { topic, ticket: self.tickets, is_answered: false });
        self.effects.push(Effect::Think(Box::new(question.with_ticket(self.tickets))));
    }

    fn stop_thinking(&mut self) {
        if self.asked.take().is_some() {
            self.effects.push(Effect::StopThinking);
        }
    }

    /// Hears what the thinker has found, unless nobody asks any more.
    pub(super) fn told(&mut self, told: Told) {
        let Some(asked) = self.asked.filter(|asked| asked.ticket == told.ticket) else { return };
        let Some(desk) = &mut self.desk else { return };
        match told.news {
            News::Thought(thought) if asked.topic.want != Some(Want::Threat) => {
                let node = asked.topic.node;
                if thought.rank == 1 {
                    desk.mind.evaluations.insert(node, thought.score);
                    if let Some(review) = desk.review_mut() {
                        review.lines.insert(node, thought.line.clone());
                    }
                }
                // Lines about a place that one does not look at would be read as lines about the board.
                if node == desk.node() {
                    desk.mind.hear(thought);
                }
            }
            News::Thought(_) => {}
            News::Move(answer) => {
                self.asked = Some(Asked { is_answered: true, ..asked });
                self.answered(asked.topic, told.revision, answer, told.thinking_time);
            }
        }
    }

    fn answered(&mut self, topic: Topic, revision: Revision, answer: Option<UciMove>, thought: Duration) {
        let Some(desk) = &mut self.desk else { return };
        match (topic.errand, topic.want) {
            (Errand::Reply, _) => {
                if let Some(mv) = answer {
                    self.take_reply(revision, mv, thought);
                }
            }
            (Errand::Hint, None) => {
                let worth = desk.mind.evaluations.get(&topic.node).copied();
                if let Some(review) = desk.review_mut() {
                    review.sweep.pop();
                    review.note(topic.node, worth);
                    let (left, all) = (review.sweep.len(), review.sweep_size);
                    let text = match left {
                        0 => match desk.explain() {
                            Some(worst) => format!("Reviewed: {worst}"),
                            None => "Every move has been evaluated".into(),
                        },
                        left => format!("Evaluating: {} of {all} positions", all - left),
                    };
                    desk.say(text);
                }
            }
            (_, Some(Want::DrawAnswer)) => self.answer_offer_by_worth(),
            (_, Some(want)) => {
                desk.mind.want = None;
                match (want, answer) {
                    (Want::BestMove, Some(mv)) => self.play_move(mv),
                    (want, Some(mv)) => desk.advise(want, mv),
                    (_, None) => desk.refuse("the engine has found no move here"),
                }
            }
            _ => {}
        }
    }

    /// A computer's move: played at once, or at its moment if somebody watches, or if it is to look as if somebody had
    /// thought about it.
    fn take_reply(&mut self, revision: Revision, mv: UciMove, thought: Duration) {
        let watched = Duration::from_millis(self.settings.watch_time);
        let thought = if self.settings.patient { thought } else { Duration::ZERO };
        let Some(desk) = &mut self.desk else { return };
        let is_watched = desk.is_watched();
        let Some(play) = desk.play_mut() else { return };
        let due = play.moved_at + if is_watched { watched } else { thought };
        if due > self.now {
            play.held = Some(Held { mv, revision, due });
        } else {
            self.play_reply(revision, mv);
        }
    }

    /// Plays a computer's move, unless it comes too late.
    pub(super) fn play_reply(&mut self, revision: Revision, mv: UciMove) {
        let Some(desk) = self.desk.as_ref().filter(|desk| desk.revision() == revision) else { return };
        // A piece in the hand was picked for a move yet to come: it stays there, unless it was taken. So does the question
        // what a pawn is to become.
        let (picked, promoting) = (desk.picked, desk.promoting.clone());
        self.command(Command::Play(mv));
        if let Some(desk) = &mut self.desk {
            desk.picked = picked.filter(|&square| desk.may_pick(square));
            desk.promoting = promoting.filter(|pawn| desk.may_pick(pawn.from));
        }
    }
}
