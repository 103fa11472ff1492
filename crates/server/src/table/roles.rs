//! Who somebody is to a table, and in whose name they act.

use super::Table;
use crate::refusal::Refusal;
use crate::view::{Kind, Role};
use regence_game::session::Actor;
use regence_rules::Color;
use regence_store::UserId;

impl Table {
    /// What somebody is to this table.
    pub fn role(&self, user: Option<UserId>) -> Role {
        let Some(user) = user else { return Role::Watcher };
        let sits = |color| self.users[color] == Some(user);
        match self.kind() {
            Kind::Analysis | Kind::Watch if self.owner == Some(user) => Role::Owner,
            Kind::Analysis | Kind::Watch => Role::Watcher,
            _ => match (sits(Color::White), sits(Color::Black)) {
                (true, true) => Role::Owner,
                (true, false) => Role::White,
                (false, true) => Role::Black,
                (false, false) => Role::Watcher,
            },
        }
    }
}

/// In whose name a role acts.
pub fn actor(role: Role) -> Result<Actor, Refusal> {
    match role {
        Role::White => Ok(Actor::Side(Color::White)),
        Role::Black => Ok(Actor::Side(Color::Black)),
        Role::Owner => Ok(Actor::Anyone),
        Role::Watcher => Err(Refusal::watcher()),
    }
}

/// The side that a role plays, if it is one.
pub fn color(role: Role) -> Option<Color> {
    match role {
        Role::White => Some(Color::White),
        Role::Black => Some(Color::Black),
        Role::Owner | Role::Watcher => None,
    }
}
