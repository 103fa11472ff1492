//! How a keeper does what it is asked for.

use super::audience::json;
use super::engine::Advice;
use super::{Answer, Fate, Keeper, Request};
use crate::refusal::{Code, Refusal};
use crate::table::{Act, Table, allowed, proposable};
use crate::view::{
    Action, CommandReply, GameCommand, Happening, Kind, Proposal, Role, ServerMessage, Snapshot,
};
use regence_game::AnyPosition;
use regence_game::session::{Actor, Seat};
use regence_rules::Color;
use regence_store::{Event, GameId, Moment, StoreError, UserId};

impl Keeper {
    /// Does what is asked for.
    pub(super) async fn serve(&mut self, request: Request) {
        self.catch_up().await;
        if self.is_done {
            return request.refuse(Refusal::stopping());
        }
        let now = self.now();
        if !matches!(request, Request::Grown(_) | Request::Back | Request::PassOn(_)) {
            self.last_seen = now;
            self.follow(now).await;
            if self.is_done {
                return request.refuse(Refusal::stopping());
            }
        }
        match request {
            Request::Command { user, number, command, answer } => {
                self.note_heard(user, now);
                self.serve_command(user, number, command, answer).await;
            }
            Request::Join { user, name, answer } => {
                let joined = self.join(user, &name, now).await;
                // Whoever asked may have gone.
                drop(answer.send(joined));
            }
            Request::Snapshot { user, answer } => {
                let settled = self.settle(now).await;
                let role = self.table.role(user);
                drop(answer.send(settled.map(|()| self.snapshot(role, now))));
            }
            Request::Attach { socket, user, after, outgoing } => {
                // If that cannot be kept now, it will be tried again.
                let _ = self.settle(now).await;
                let welcome = self.welcome(self.table.role(user), after, now);
                self.audience.add(socket, user, outgoing);
                self.audience.send(socket, welcome);
                self.note_presence();
                self.tell_now(now);
                if let Some(view) = self.lines.as_ref().map(|lines| lines.view(true)) {
                    self.audience.send(socket, json(&ServerMessage::Engine(view)).into());
                }
                self.wake_computer(now);
            }
            Request::Detach { socket } => {
                self.audience.remove(socket);
                self.note_presence();
                if self.audience.is_empty() {
                    self.lines = None;
                }
                self.tell_now(now);
            }
            Request::Lag { socket, ms } => {
                // How far away a spectator is concerns nobody.
                if self.audience.set_lag(socket, ms).is_some_and(|user| self.sits(user)) {
                    self.tell_now(now);
                }
            }
            Request::PassOn(heirs) => {
                if self.table.pass_on(&heirs) {
                    self.note_presence();
                    self.tell_now(now);
                }
            }
            Request::Look(look) => look(&self.table),
            // Whoever has written there has the table.
            Request::Grown(entries) => self.is_done |= entries > self.table.number,
            Request::Lost => self.is_done = true,
            // The clock has made up for it already.
            Request::Back => {}
            Request::Abandon => self.abandon(now).await,
            Request::Delete { number, unless_seen, answer } => {
                let is_free = !unless_seen || self.audience.is_empty();
                let done = if is_free { self.delete(number).await } else { Err(Refusal::seen()) };
                drop(answer.send(done));
            }
            Request::Stop => self.say_goodbye(),
        }
    }

    fn say_goodbye(&mut self) {
        let bye = super::Outgoing::from(json(&ServerMessage::Bye));
        self.audience.send_each(|_| bye.clone());
        self.audience.dismiss();
        self.fate = Fate::Closed;
        self.is_done = true;
    }

    /// Deletes the game. As long as it is ours nobody else can play in it meanwhile, and the store looks once more.
    async fn delete(&mut self, number: u32) -> Result<(), Refusal> {
        if self.lease.is_none() {
            return Err(Refusal::visited());
        }
        self.require_current(Some(number))?;
        if !self.shared.store.delete_unchanged(self.table.id, number).await? {
            self.is_done = true;
            return Err(Refusal::elsewhere());
        }
        self.say_goodbye();
        Ok(())
    }

    /// Whoever does something is not away for long, even without a socket.
    fn note_heard(&mut self, user: Option<UserId>, now: Moment) {
        for color in Color::ALL {
            if user.is_some() && self.table.users[color] == user {
                self.away[color] = self.away[color].map(|_| now);
            }
        }
    }

    /// Keeps in mind who is away.
    pub(super) fn note_presence(&mut self) {
        let now = self.now();
        for color in Color::ALL {
            let user = self.table.users[color];
            let is_here = user.is_some() && self.audience.count(|one| one == user) > 0;
            self.away[color] = if is_here { None } else { self.away[color].or(Some(now)) };
        }
    }

    async fn abandon(&mut self, now: Moment) {
        if self.table.is_running() && self.audience.is_empty() {
            let mut next = self.table.clone();
            let done = next.abandon();
            // If it cannot be kept, it is tried again with the next round.
            let _ = self.commit(next, done, now).await;
        }
    }

    async fn join(&mut self, user: UserId, name: &str, now: Moment) -> Result<Snapshot, Refusal> {
        self.settle(now).await?;
        if self.table.role(Some(user)) == Role::Watcher
            && self.table.kind() == Kind::Online
            && let Some(color) = self.table.free_seat()
        {
            let mut next = self.table.clone();
            let done = next.sit(color, Seat::Human(name.to_owned()), Some(user), Actor::Anyone, now)?;
            self.commit(next, done, now).await?;
            self.tell_now(now);
        } else if self.table.role(Some(user)) == Role::Watcher {
            return Err(match self.table.kind() {
                Kind::Online => {
                    Refusal::new(Code::Taken, "both seats of this game are taken; you can watch it")
                }
                _ => Refusal::new(Code::NotYours, "nobody can join this game; you can watch it"),
            });
        }
        Ok(self.snapshot(self.table.role(Some(user)), now))
    }

    async fn serve_command(
        &mut self,
        user: Option<UserId>,
        number: Option<u32>,
        command: GameCommand,
        answer: Answer,
    ) {
        let now = self.now();
        let ready = match self.settle(now).await {
            Ok(()) if self.lease.is_none() => Err(Refusal::visited()),
            Ok(()) => self.require_current(number),
            Err(refusal) => Err(refusal),
        };
        let act = Act { user, role: self.table.role(user), now };
        let advice = match command {
            GameCommand::Hint => Some((Advice::Hint, Action::Hint)),
            GameCommand::Threat => Some((Advice::Threat, Action::Threat)),
            _ => None,
        };
        if let (Ok(()), Some((advice, action))) = (&ready, advice) {
            return match self.require(act, action) {
                Ok(()) => self.ask_advice(advice, answer),
                Err(refusal) => self.reply(answer, Err(refusal)),
            };
        }
        let done = match ready {
            Ok(()) => self.carry_out(act, &command).await,
            Err(refusal) => Err(refusal),
        };
        self.reply(answer, done);
    }

    /// Answers a command.
    pub(super) fn reply(&mut self, answer: Answer, reply: Result<CommandReply, Refusal>) {
        match (answer, reply) {
            // Whoever asked may have gone.
            (Answer::Waiting(answer), reply) => drop(answer.send(reply)),
            (Answer::Socket { socket, id }, Ok(reply)) => {
                let message = ServerMessage::Reply { id, reply: Box::new(reply) };
                self.audience.send(socket, json(&message).into());
            }
            (Answer::Socket { socket, id }, Err(why)) => self.tell_refusal(socket, Some(id), &why),
        }
    }

    pub(super) fn done(&self) -> CommandReply {
        CommandReply { number: self.table.number, hint: None, next: None, proposed: false }
    }

    /// Whether somebody may do something at this table now.
    pub(super) fn require(&self, act: Act, action: Action) -> Result<(), Refusal> {
        if act.role == Role::Watcher {
            return Err(Refusal::watcher());
        }
        if allowed(&self.table, act.role, self.circumstances(act.now)).contains(&action) {
            return Ok(());
        }
        Err(Refusal::not_now(match action {
            Action::Hint | Action::Lines | Action::Threat
                if self.table.kind() == Kind::Online && self.table.is_running() =>
            {
                "the engine does not help in a game between people that goes on"
            }
            Action::Lines if self.is_by_house_rules() => "the engine shows no lines of a game by house rules",
            Action::Threat => "there is no threat to show here: a side in check cannot pass",
            Action::ClaimWin => "your opponent has not been away for long enough",
            Action::Step => "only a paused game of computers is played step by step",
            Action::Select => "squares are highlighted for others only where nobody plays against them",
            Action::Rematch => "the game is not over yet",
            Action::Speed => "only computers that play each other have a speed",
            _ if self.table.has_free_seat() => "nobody has joined yet: share the link of this game",
            _ => "that is not possible now",
        }))
    }

    fn is_by_house_rules(&self) -> bool {
        self.table.game().is_some_and(|game| !matches!(game.position(), AnyPosition::Standard(_)))
    }

    async fn carry_out(&mut self, act: Act, command: &GameCommand) -> Result<CommandReply, Refusal> {
        match command {
            GameCommand::Select { square } => {
                self.require(act, Action::Select)?;
                self.select(square.as_deref())?;
                self.tell_now(act.now);
                return Ok(self.done());
            }
            GameCommand::Lines { count } => {
                if *count > 0 {
                    self.require(act, Action::Lines)?;
                } else if act.role == Role::Watcher {
                    return Err(Refusal::watcher());
                }
                self.show_lines(*count, act.now);
                return Ok(self.done());
            }
            GameCommand::Step => {
                self.require(act, Action::Step)?;
                self.is_stepping = true;
                let resumed = self.perform(act, &GameCommand::Resume).await;
                self.is_stepping &= resumed.is_ok();
                return resumed.map(|()| self.done());
            }
            GameCommand::ClaimWin => self.require(act, Action::ClaimWin)?,
            GameCommand::Accept { what } => return self.accept(act, *what).await,
            GameCommand::Decline => return self.decline(act),
            _ => {}
        }
        if let Some(action) = proposal_of(command)
            && self.table.kind() == Kind::Online
            && act.role != Role::Watcher
        {
            return self.propose(act, action).await;
        }
        if *command == GameCommand::Rematch {
            self.require(act, Action::Rematch)?;
            return self.rematch(act.now).await;
        }
        self.perform(act, command).await?;
        if *command == GameCommand::OfferDraw {
            self.consider_offer();
        }
        Ok(self.done())
    }

    fn select(&mut self, square: Option<&str>) -> Result<(), Refusal> {
        let read = |text: &str| {
            text.parse()
                .map_err(|_| Refusal::invalid(format_args!("{text:?} is no square, expected a1 to h8")))
        };
        self.selected = square.map(read).transpose()?;
        Ok(())
    }

    /// What takes both players is proposed to the other one.
    async fn propose(&mut self, act: Act, action: Action) -> Result<CommandReply, Refusal> {
        self.require(act, action)?;
        let by = crate::table::color(act.role).ok_or_else(Refusal::watcher)?;
        if let Some(proposal) = self.proposal
            && proposal.what == action
            && Color::from(proposal.by) != by
        {
            return self.accept(act, Some(action)).await;
        }
        self.proposal = Some(Proposal { by: by.into(), what: action });
        self.tell_now(act.now);
        Ok(CommandReply { proposed: true, ..self.done() })
    }

    /// Does what the other player proposes; if it is said `what` that was, nothing else.
    async fn accept(&mut self, act: Act, what: Option<Action>) -> Result<CommandReply, Refusal> {
        let by = crate::table::color(act.role).ok_or_else(Refusal::watcher)?;
        let proposal = self.proposal.filter(|proposal| Color::from(proposal.by) != by);
        let proposal = proposal.ok_or_else(|| Refusal::not_now("your opponent has proposed nothing"))?;
        if what.is_some_and(|what| what != proposal.what) {
            return Err(Refusal::new(Code::Stale, "your opponent proposes something else by now"));
        }
        if proposal.what == Action::Rematch {
            return self.rematch(act.now).await;
        }
        let command = command_of(proposal.what).ok_or_else(|| Refusal::not_now("that cannot be proposed"))?;
        // Both agree, so it is done in the name of both.
        self.perform(Act { role: Role::Owner, ..act }, &command).await?;
        self.proposal = None;
        self.tell_now(act.now);
        Ok(self.done())
    }

    fn decline(&mut self, act: Act) -> Result<CommandReply, Refusal> {
        crate::table::color(act.role).ok_or_else(Refusal::watcher)?;
        if self.proposal.take().is_none() {
            return Err(Refusal::not_now("nothing is proposed"));
        }
        self.tell_now(act.now);
        Ok(self.done())
    }

    /// The rematch, unless it was deleted.
    async fn rematch_at_hand(&self) -> Result<Option<GameId>, Refusal> {
        let Some(next) = self.table.next else { return Ok(None) };
        match self.shared.store.game(next).await {
            Ok(_) => Ok(Some(next)),
            Err(StoreError::NoSuchGame(_)) => Ok(None),
            Err(error) => Err(error.into()),
        }
    }

    /// Opens another table with the sides changed.
    async fn rematch(&mut self, now: Moment) -> Result<CommandReply, Refusal> {
        if let Some(next) = self.rematch_at_hand().await? {
            return Ok(CommandReply { next: Some(next.to_string()), ..self.done() });
        }
        let next = self.shared.open_rematch(&self.table, now).await?;
        let mut table: Table = self.table.clone();
        let done = table.follow(next);
        debug_assert!(matches!(done.event, Event::Note { .. }));
        debug_assert_eq!(done.happened, [Happening::Rematch]);
        self.commit(table, done, now).await?;
        self.proposal = None;
        Ok(CommandReply { next: Some(next.to_string()), ..self.done() })
    }
}

/// What a command proposes, if it is one that takes both.
fn proposal_of(command: &GameCommand) -> Option<Action> {
    let action = match command {
        GameCommand::Undo => Action::Undo,
        GameCommand::Redo => Action::Redo,
        GameCommand::Reset => Action::Reset,
        GameCommand::Rematch => Action::Rematch,
        GameCommand::Pause => Action::Pause,
        GameCommand::Resume => Action::Resume,
        GameCommand::Swap => Action::Swap,
        _ => return None,
    };
    proposable(action).then_some(action)
}

/// The command for what was proposed.
fn command_of(action: Action) -> Option<GameCommand> {
    Some(match action {
        Action::Undo => GameCommand::Undo,
        Action::Redo => GameCommand::Redo,
        Action::Reset => GameCommand::Reset,
        Action::Pause => GameCommand::Pause,
        Action::Resume => GameCommand::Resume,
        Action::Swap => GameCommand::Swap,
        _ => return None,
    })
}
