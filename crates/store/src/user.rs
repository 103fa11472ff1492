//! People who come by the network, with or without an account.

use crate::PlayerName;
use regence_rules::Color;

/// The number of a user within one store.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct UserId(pub(crate) i64);

impl UserId {
    /// The number, to be written into logs.
    pub fn number(self) -> i64 {
        self.0
    }

    /// The user of a number that was written into a log.
    pub fn numbered(number: i64) -> Self {
        Self(number)
    }
}

/// Whose is by now what was somebody's without an account.
pub type Heirs = std::collections::HashMap<UserId, UserId>;

/// Somebody who comes by the network.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct User {
    /// Their number.
    pub id: UserId,
    /// What others see; none if they never said.
    pub name: Option<PlayerName>,
    /// Whether the name belongs to them alone, with a password.
    pub has_account: bool,
}

/// What a browser shows to be known again. The secret itself is never kept.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Token {
    /// Whose it is.
    pub user: UserId,
    /// The hash of its secret.
    pub hash: Vec<u8>,
}

/// How a table is kept beside its game's log, so that it can be found.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TableRow {
    /// What kind of table, in a word.
    pub kind: String,
    /// Whose it is.
    pub owner: Option<UserId>,
    /// Who sits on White's side.
    pub white: SeatRow,
    /// Who sits on Black's side.
    pub black: SeatRow,
}

/// How often a user's games of a colour against an opponent have ended so.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct UserScore {
    /// The opponent, as sessions write players; none if the user played both sides, seen from White.
    pub opponent: Option<String>,
    /// The user's colour.
    pub color: Color,
    /// Who won.
    pub winner: Option<Color>,
    /// How many games.
    pub games: u64,
}

/// Who sits on one side of a table.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SeatRow {
    /// The user, if it is one.
    pub user: Option<UserId>,
    /// The player, as sessions write it.
    pub code: String,
}
