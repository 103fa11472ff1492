//! What a keeper lets the engine do: computers' moves, hints, answers to offers.

use super::{Answer, Keeper, PAUSE};
use crate::refusal::Refusal;
use crate::show;
use crate::table::Table;
use crate::thinking::{self, Asked, Errand, News, Question};
use crate::view::{CommandReply, GameCommand, Kind, Role, ScoreOfLine};
use regence_game::session::{Revision, Seat, Session};
use regence_rules::{Color, UciMove};
use regence_store::Moment;
use std::time::Duration;

/// By how much the engine must be worse to take a draw, in hundredths of a pawn.
const READY_FOR_A_DRAW: i32 = 100;

/// Something told by the engine, and to which question it belongs.
pub struct Told {
    ticket: u64,
    errand: Errand,
    news: News,
}

/// What is being thought about for this table.
#[derive(Default)]
pub struct Thinking {
    tickets: u64,
    reply: Option<Reply>,
    /// A computer is to move, but not before this moment.
    later: Option<Moment>,
    /// What is thought about for people: no more than one question of each kind, however many ask it.
    advice: Vec<Advising>,
    judgement: Option<(u64, Asked, Color)>,
}

/// What somebody can be told about a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Advice {
    /// A good move.
    Hint,
    /// What the other side would play if it were its turn.
    Threat,
}

/// Advice that is thought about.
struct Advising {
    ticket: u64,
    what: Advice,
    /// The number of the last change when it was asked for.
    number: u32,
    answers: Vec<Answer>,
    _asked: Asked,
}

struct Reply {
    ticket: u64,
    revision: Revision,
    since: Moment,
    /// What was chosen, and when a person would have chosen it.
    chosen: Option<(UciMove, Moment)>,
    _asked: Asked,
}

impl Thinking {
    /// Whether a computer thinks about its move.
    pub fn is_busy(&self) -> bool {
        self.reply.is_some()
    }

    /// When a computer is to begin, or to play what it has chosen.
    pub fn due(&self) -> Option<Moment> {
        let chosen = self.reply.as_ref().and_then(|reply| reply.chosen);
        self.later.or(chosen.map(|(_, due)| due))
    }

    pub(super) fn ticket(&mut self) -> u64 {
        self.tickets += 1;
        self.tickets
    }
}

impl Keeper {
    /// Lets a computer think if one is to move, and no longer about anything that is past.
    pub(super) fn wake_computer(&mut self, now: Moment) {
        if !self.table.awaits_computer() {
            self.thinking.reply = None;
            self.thinking.later = None;
            return;
        }
        let revision = self.table.session().map(Session::revision);
        if self.thinking.reply.as_ref().map(|reply| reply.revision) == revision {
            return;
        }
        self.thinking.reply = None;
        let is_watched = self.table.kind() == Kind::Watch;
        // Computers play each other for those who look, but nobody loses on time because nobody does.
        if is_watched && self.audience.is_empty() && !self.is_stepping && self.flag(now).is_none() {
            self.thinking.later = None;
            return;
        }
        let waits = is_watched && !self.is_stepping && self.shared.config.time.passes();
        let delay = if waits { self.table.speed } else { Duration::ZERO };
        self.thinking.later = Some(Moment(now.0 + delay.as_millis() as i64));
        self.think_if_due(now);
    }

    pub(super) fn think_if_due(&mut self, now: Moment) {
        if self.thinking.later.is_none_or(|later| later > now) {
            return;
        }
        self.thinking.later = None;
        let config = &self.shared.config;
        let time = self.table.time(now);
        let Some(session) = self.table.session() else { return };
        let revision = session.revision();
        let Some(question) = Question::reply(session, self.table.seed, config.longest_thought, time) else {
            return;
        };
        let ticket = self.thinking.ticket();
        let asked = self.ask(ticket, question, config.longest_thought);
        self.thinking.reply = Some(Reply { ticket, revision, since: now, chosen: None, _asked: asked });
        self.tell_now(now);
    }

    pub(super) fn ask(&self, ticket: u64, question: Question, longest: Duration) -> Asked {
        let sender = self.to_news.clone();
        let errand = question.errand;
        let from = format!("{}:{}:{ticket}", self.table.id, self.table.number);
        // A keeper that is gone does not want to know.
        self.shared
            .think(from, question, longest, move |news| drop(sender.send(Told { ticket, errand, news })))
    }

    /// Asks for advice, to be answered when it is found. Who asks again while it is sought gets the same answer: nobody
    /// keeps the engine busier by asking more often.
    pub(super) fn ask_advice(&mut self, what: Advice, answer: Answer) {
        let number = self.table.number;
        let (current, late) =
            std::mem::take(&mut self.thinking.advice).into_iter().partition(|one| one.number == number);
        self.thinking.advice = current;
        for answer in late.into_iter().flat_map(|one: Advising| one.answers) {
            self.reply(answer, Err(Refusal::not_now("the game has gone on")));
        }
        if let Some(sought) = self.thinking.advice.iter_mut().find(|one| one.what == what) {
            return sought.answers.push(answer);
        }
        let Some(game) = self.table.game() else {
            return self.reply(answer, Err(Refusal::not_now("there is no game on the free board")));
        };
        let longest = self.shared.config.longest_thought;
        let question = match what {
            Advice::Hint => Some(Question::hint(game, self.table.seed, longest)),
            Advice::Threat => Question::threat(game, longest),
        };
        let Some(question) = question else {
            return self.reply(answer, Err(Refusal::not_now("there is no threat to show here")));
        };
        let ticket = self.thinking.ticket();
        let asked = self.ask(ticket, question, longest);
        self.thinking.advice.push(Advising { ticket, what, number, answers: vec![answer], _asked: asked });
    }

    /// A draw was offered; if to a computer, it thinks about it.
    pub(super) fn consider_offer(&mut self) {
        let Some(session) = self.table.session() else { return };
        let Some(offered_by) = self.table.game().and_then(regence_game::Game::draw_offer) else { return };
        let color = !offered_by;
        if session.seats()[color].is_human() {
            return;
        }
        let longest = self.shared.config.longest_thought / 2;
        let is_engine = matches!(session.seats()[color], Seat::Engine(_));
        let question =
            self.table.game().filter(|_| is_engine).and_then(|game| Question::judgement(game, longest));
        let ticket = self.thinking.ticket();
        match question {
            Some(question) => {
                let asked = self.ask(ticket, question, longest);
                self.thinking.judgement = Some((ticket, asked, color));
            }
            // Simple computers play on: that is all they know.
            None => self.judge_later(ticket, color),
        }
    }

    /// The same without thinking: the answer comes after the offer was told.
    fn judge_later(&mut self, ticket: u64, color: Color) {
        let answer = thinking::Answer { best: None, score: None, natural: Duration::ZERO };
        let told = Told { ticket, errand: Errand::Judgement, news: News::Answer(answer) };
        if let Some(game) = self.table.game() {
            let question = Question::hint(game, 0, Duration::ZERO);
            let asked = self.shared.pool.ask(question, Duration::ZERO, |_| {});
            self.thinking.judgement = Some((ticket, asked, color));
        }
        // We hold the other end ourselves.
        let _ = self.to_news.send(told);
    }

    /// The engine has something to tell.
    pub(super) async fn hear(&mut self, told: Told) {
        self.catch_up().await;
        if self.is_done {
            return;
        }
        match (told.errand, told.news) {
            (Errand::Reply, News::Answer(answer)) => self.hear_reply(told.ticket, answer).await,
            (Errand::Advice, News::Answer(answer)) => self.hear_advice(told.ticket, answer),
            (Errand::Judgement, News::Answer(answer)) => self.hear_judgement(told.ticket, answer).await,
            (Errand::Lines, news) => self.hear_lines(told.ticket, news),
            // Those are asked for elsewhere.
            (Errand::Review, _) | (_, News::Line(_)) => {}
        }
    }

    async fn hear_reply(&mut self, ticket: u64, answer: thinking::Answer) {
        let now = self.now();
        let is_natural = self.shared.config.time.passes() && !self.table.at_once && !self.is_stepping;
        // Computers that play each other have a speed of their own.
        let is_natural = is_natural && self.table.kind() != Kind::Watch;
        let natural = if is_natural { answer.natural.as_millis() as i64 } else { 0 };
        let Some(reply) = self.thinking.reply.as_mut().filter(|reply| reply.ticket == ticket) else { return };
        let Some(best) = answer.best else { return self.thinking.reply = None };
        reply.chosen = Some((best, Moment(reply.since.0 + natural)));
        self.play_if_due(now).await;
    }

    /// Plays what a computer has chosen, once it is time.
    pub(super) async fn play_if_due(&mut self, now: Moment) {
        let is_due = |reply: &mut Reply| reply.chosen.is_some_and(|(_, due)| due <= now);
        let Some(reply) = self.thinking.reply.take_if(is_due) else { return };
        let Some((best, _)) = reply.chosen else { return };
        if self.settle(now).await.is_err() {
            return self.play_later(reply, best, now);
        }
        let mut next: Table = self.table.clone();
        let done = next.reply(reply.revision, best, now);
        match done {
            Ok(Some(done)) => {
                if let Err(refusal) = self.commit(next, done, now).await {
                    tracing::error!(game = %self.table.id, %refusal, "a computer's move was not kept");
                    return self.play_later(reply, best, now);
                }
            }
            Ok(None) => {}
            Err(refusal) => tracing::error!(game = %self.table.id, %refusal, "a computer's move was refused"),
        }
        if std::mem::take(&mut self.is_stepping) {
            let act = crate::table::Act { user: None, role: Role::Owner, now };
            // If the game has ended, there is nothing to pause.
            let _ = self.perform(act, &GameCommand::Pause).await;
        }
        self.tell_now(now);
    }

    /// What could not be kept is tried again, unless somebody else keeps the table by now.
    fn play_later(&mut self, reply: Reply, best: UciMove, now: Moment) {
        let chosen = Some((best, Moment(now.0 + PAUSE)));
        self.thinking.reply = Some(Reply { chosen, ..reply });
    }

    fn hear_advice(&mut self, ticket: u64, answer: thinking::Answer) {
        let Some(at) = self.thinking.advice.iter().position(|one| one.ticket == ticket) else { return };
        let Advising { what, number, answers, .. } = self.thinking.advice.swap_remove(at);
        let is_current = number == self.table.number;
        let position = match what {
            Advice::Hint => Some(self.table.position()),
            Advice::Threat => self.table.position().pass(),
        };
        let found = position.filter(|_| is_current).and_then(|position| {
            let mv = position.resolve(answer.best?).ok()?;
            show::legal(&position, mv, self.table.variant())
        });
        for whom in answers {
            let reply = match found.clone() {
                Some(found) => Ok(CommandReply { hint: Some(found), ..self.done() }),
                None => Err(Refusal::not_now("the game has gone on, or there is no move")),
            };
            self.reply(whom, reply);
        }
    }

    async fn hear_judgement(&mut self, ticket: u64, answer: thinking::Answer) {
        let Some((.., color)) = self.thinking.judgement.take_if(|(known, ..)| *known == ticket) else {
            return;
        };
        let worse = match answer.score {
            Some(ScoreOfLine::Centipawns(worth)) => Some(worth),
            Some(ScoreOfLine::Mate(moves)) => Some(moves.signum() * i32::MAX),
            None => None,
        };
        let accepts = worse.is_some_and(|for_white| match color {
            Color::White => for_white <= -READY_FOR_A_DRAW,
            Color::Black => for_white >= READY_FOR_A_DRAW,
        });
        let role = if color == Color::White { Role::White } else { Role::Black };
        let act = crate::table::Act { user: None, role, now: self.now() };
        let command = if accepts { GameCommand::AcceptDraw } else { GameCommand::DeclineDraw };
        // A move may have answered it already.
        let _ = self.perform(act, &command).await;
    }
}
