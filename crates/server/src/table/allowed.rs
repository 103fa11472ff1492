//! What somebody may do at a table now.

use super::{Board, Table};
use crate::view::{Action, GameCommand, Kind, Proposal, Role};
use regence_game::session::{Awaiting, Session};
use regence_game::{AnyPosition, Game};
use regence_rules::Color;

/// What passes, as far as it decides what one may do.
#[derive(Clone, Copy, Debug, Default)]
pub struct Circumstances {
    /// What one player proposes to the other.
    pub proposal: Option<Proposal>,
    /// The player who has been away for so long that the other may claim the win.
    pub deserter: Option<Color>,
}

/// What may be proposed to the other player online.
pub fn proposable(action: Action) -> bool {
    matches!(
        action,
        Action::Undo
            | Action::Redo
            | Action::Reset
            | Action::Rematch
            | Action::Pause
            | Action::Resume
            | Action::Swap
    )
}

/// What must be allowed to whoever gives a command.
pub fn action(command: &GameCommand) -> Action {
    match command {
        // Who claims with a move must be the one to make it; whether it gives a draw is for the game to say.
        GameCommand::Play { .. } | GameCommand::ClaimDraw { mv: Some(_) } => Action::Play,
        GameCommand::Undo => Action::Undo,
        GameCommand::Redo => Action::Redo,
        GameCommand::Resign { .. } => Action::Resign,
        GameCommand::OfferDraw => Action::OfferDraw,
        GameCommand::AcceptDraw => Action::AcceptDraw,
        GameCommand::DeclineDraw => Action::DeclineDraw,
        GameCommand::ClaimDraw { mv: None } => Action::ClaimDraw,
        GameCommand::ClaimWin => Action::ClaimWin,
        GameCommand::Accept { .. } => Action::Accept,
        GameCommand::Decline => Action::Decline,
        GameCommand::Hint => Action::Hint,
        GameCommand::Threat => Action::Threat,
        GameCommand::Reset => Action::Reset,
        GameCommand::Rematch => Action::Rematch,
        GameCommand::Pause => Action::Pause,
        GameCommand::Resume => Action::Resume,
        GameCommand::Step => Action::Step,
        GameCommand::Speed { .. } => Action::Speed,
        GameCommand::AddTime { .. } => Action::AddTime,
        GameCommand::Swap => Action::Swap,
        GameCommand::Seat { .. } => Action::Seat,
        GameCommand::Clock { .. } => Action::Clock,
        GameCommand::Select { .. } => Action::Select,
        GameCommand::Start => Action::Start,
        GameCommand::Stop => Action::Stop,
        GameCommand::Load { .. }
        | GameCommand::Place { .. }
        | GameCommand::Remove { .. }
        | GameCommand::Fill { .. }
        | GameCommand::Shift { .. }
        | GameCommand::Turn { .. }
        | GameCommand::Castling { .. } => Action::Edit,
        GameCommand::Go { .. }
        | GameCommand::Promote { .. }
        | GameCommand::Cut { .. }
        | GameCommand::Comment { .. }
        | GameCommand::Glyphs { .. } => Action::Tree,
        GameCommand::Lines { .. } => Action::Lines,
    }
}

/// What a role may do at a table now.
pub fn allowed(table: &Table, role: Role, circumstances: Circumstances) -> Vec<Action> {
    let mut actions = Vec::new();
    if role == Role::Watcher {
        if table.kind() == Kind::Online && table.has_free_seat() && table.is_running() {
            actions.push(Action::Join);
        }
    } else {
        match &table.board {
            Board::Analysis(_) => add_analysis(&mut actions, table),
            Board::Play(session) if session.free_board().is_some() => add_free(&mut actions, table, session),
            Board::Play(session) => add_playing(&mut actions, table, session, role, circumstances),
        }
    }
    let is_secret = table.kind() == Kind::Online && table.is_running();
    if !is_secret && table.game().is_some() {
        actions.push(Action::Analyse);
    }
    actions
}

fn add_analysis(actions: &mut Vec<Action>, table: &Table) {
    let Some(game) = table.game() else { return };
    if game.outcome().is_none() {
        actions.push(Action::Play);
    }
    if game.parent(game.cursor()).is_some() {
        actions.push(Action::Undo);
    }
    if !game.variations(game.cursor()).is_empty() {
        actions.push(Action::Redo);
    }
    actions.extend([Action::Tree, Action::Select, Action::Delete]);
    if matches!(game.position(), AnyPosition::Standard(_)) {
        actions.push(Action::Lines);
    }
    if can_threaten(game) {
        actions.push(Action::Threat);
    }
}

fn add_free(actions: &mut Vec<Action>, table: &Table, session: &Session) {
    actions.extend([Action::Edit, Action::Play, Action::Start, Action::Reset, Action::Select]);
    actions.extend([Action::Seat, Action::Swap, Action::Clock]);
    let mut trial = session.clone();
    let now = std::time::Duration::ZERO;
    let mut can = |command| trial.apply(regence_game::session::Actor::Anyone, command, now).is_ok();
    if can(regence_game::session::Command::Undo) {
        actions.push(Action::Undo);
    }
    let mut trial = session.clone();
    if trial.apply(regence_game::session::Actor::Anyone, regence_game::session::Command::Redo, now).is_ok() {
        actions.push(Action::Redo);
    }
    if table.kind() != Kind::Online {
        actions.push(Action::Delete);
    }
}

fn add_playing(
    actions: &mut Vec<Action>,
    table: &Table,
    session: &Session,
    role: Role,
    circumstances: Circumstances,
) {
    let Some(game) = session.game() else { return };
    let (kind, own) = (table.kind(), super::roles::color(role));
    let is_online = kind == Kind::Online;
    if table.has_free_seat() {
        actions.push(Action::Delete);
        return;
    }
    if table.is_running() {
        add_moves(actions, table, session, game, own);
        if own.is_some() && circumstances.deserter == own.map(|own| !own) {
            actions.push(Action::ClaimWin);
        }
        if kind != Kind::Watch {
            actions
                .extend([Action::Resign, if session.is_paused() { Action::Resume } else { Action::Pause }]);
        } else if session.is_paused() {
            actions.extend([Action::Resume, Action::Step, Action::Speed]);
        } else {
            actions.extend([Action::Pause, Action::Speed]);
        }
    } else {
        actions.extend([Action::Rematch, Action::Delete]);
    }
    if can_undo(session) {
        actions.push(Action::Undo);
    }
    if can_redo(session) {
        actions.push(Action::Redo);
    }
    actions.extend([Action::Reset, Action::Swap]);
    if is_online {
        add_answers(actions, circumstances.proposal, own);
        return;
    }
    actions.extend([Action::Stop, Action::Seat, Action::Clock, Action::Select, Action::Edit]);
    if game.position().outcome().is_none() {
        actions.push(Action::Hint);
    }
    if session.clock().remaining(Color::White, std::time::Duration::ZERO).is_some()
        || session.clock().remaining(Color::Black, std::time::Duration::ZERO).is_some()
    {
        actions.push(Action::AddTime);
    }
    if matches!(game.position(), AnyPosition::Standard(_)) {
        actions.push(Action::Lines);
    }
    if can_threaten(game) {
        actions.push(Action::Threat);
    }
    if table.is_running() {
        actions.push(Action::Delete);
    }
}

/// Whether the engine can say what the side that is not to move would play: not where somebody is in check, for that is
/// the threat already.
fn can_threaten(game: &Game) -> bool {
    let position = game.position();
    matches!(position, AnyPosition::Standard(_)) && position.outcome().is_none() && position.pass().is_some()
}

/// Moves, offers and claims.
fn add_moves(actions: &mut Vec<Action>, table: &Table, session: &Session, game: &Game, own: Option<Color>) {
    let turn = game.position().turn();
    if let Awaiting::Human(side) = session.awaiting()
        && own.is_none_or(|own| own == side)
    {
        actions.push(Action::Play);
    }
    let may_claim = game.claimable().is_some() && own.is_none_or(|own| own == turn);
    if may_claim && table.kind() != Kind::Watch {
        actions.push(Action::ClaimDraw);
    }
    match (game.draw_offer(), own) {
        (Some(by), Some(own)) if by == own => {}
        (Some(_), _) => actions.extend([Action::AcceptDraw, Action::DeclineDraw]),
        (None, _) if table.kind() != Kind::Watch => actions.push(Action::OfferDraw),
        (None, _) => {}
    }
}

fn add_answers(actions: &mut Vec<Action>, proposal: Option<Proposal>, own: Option<Color>) {
    let Some(proposal) = proposal else { return };
    if own.is_some_and(|own| Color::from(proposal.by) != own) {
        actions.extend([Action::Accept, Action::Decline]);
    }
}

/// Whether something can be taken back: whether a person alone against a computer has moved at all.
pub fn can_undo(session: &Session) -> bool {
    let Some(game) = session.game() else { return false };
    let seats = session.seats();
    let one_person = seats.white.is_human() != seats.black.is_human();
    let stops = |turn: Color| !one_person || seats[turn].is_human();
    (1..).map_while(|plies| game.position_before(plies)).any(|position| stops(position.turn()))
}

/// Whether something was taken back that can be played again.
pub fn can_redo(session: &Session) -> bool {
    session.game().is_some_and(|game| !game.variations(game.cursor()).is_empty())
}
