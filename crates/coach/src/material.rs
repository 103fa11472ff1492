//! What changes hands, counted as people count it.

use crate::words::enumerate;
use regence_rules::{Board, Color, Role};

/// The pieces that can be won and lost, the greatest first.
const ROLES: [Role; 5] = [Role::Queen, Role::Rook, Role::Bishop, Role::Knight, Role::Pawn];

/// What a piece counts, in hundredths of a pawn. The king is worth the game.
pub const fn value(role: Role) -> i32 {
    match role {
        Role::Pawn => 100,
        Role::Knight | Role::Bishop => 300,
        Role::Rook => 500,
        Role::Queen => 900,
        Role::King => 10_000,
    }
}

/// What has changed hands between two boards, as a side sees it, each in the order of [`ROLES`].
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Trade {
    own: Change,
    other: Change,
}

/// What has become of the pieces of one side.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
struct Change {
    lost: [i32; 5],
    /// What pawns have become.
    made: [i32; 5],
}

impl Change {
    fn new(before: &Board, after: &Board, color: Color) -> Self {
        let gone = ROLES.map(|role| {
            let count = |board: &Board| board.by_piece(role.of(color)).len() as i32;
            count(before) - count(after)
        });
        let made = gone.map(|gone| (-gone).max(0));
        let mut lost = gone.map(|gone| gone.max(0));
        lost[PAWN] = (lost[PAWN] - made.iter().sum::<i32>()).max(0);
        Self { lost, made }
    }

    fn worth(&self) -> i32 {
        let sum = |counts: &[i32; 5], less: i32| {
            counts.iter().zip(ROLES).map(|(count, role)| count * (value(role) - less)).sum::<i32>()
        };
        sum(&self.made, value(Role::Pawn)) - sum(&self.lost, 0)
    }
}

impl Trade {
    /// What has changed hands from one board to another.
    pub fn between(before: &Board, after: &Board, side: Color) -> Self {
        Self { own: Change::new(before, after, side), other: Change::new(before, after, !side) }
    }

    /// What it is worth to the side.
    pub fn worth(&self) -> i32 {
        self.own.worth() - self.other.worth()
    }

    /// The same as the other side sees it.
    pub const fn reversed(self) -> Self {
        Self { own: self.other, other: self.own }
    }

    /// What the side gains by it in words, equal pieces left out: "wins a knight", "wins the queen for a rook", "makes a
    /// queen"; none if it gains nothing.
    pub fn gain(&self) -> Option<String> {
        let (mut won, mut lost) = (self.other.lost, self.own.lost);
        for index in 0..ROLES.len() {
            cancel(&mut won, &mut lost, index, index);
        }
        // A bishop for a knight is nothing to speak of.
        cancel(&mut won, &mut lost, BISHOP, KNIGHT);
        cancel(&mut won, &mut lost, KNIGHT, BISHOP);
        let wins = list(&won).map(|won| match list(&lost) {
            Some(lost) => format!("wins {won} for {lost}"),
            None => format!("wins {won}"),
        });
        let makes =
            list(&self.own.made).map(|made| format!("makes {}", made.replace("the queen", "a queen")));
        enumerate(&wins.into_iter().chain(makes).collect::<Vec<_>>())
    }
}

const BISHOP: usize = 2;
const KNIGHT: usize = 3;
const PAWN: usize = 4;

/// Takes one for the other as often as there are both.
fn cancel(won: &mut [i32; 5], lost: &mut [i32; 5], of_won: usize, of_lost: usize) {
    let both = won[of_won].min(lost[of_lost]);
    won[of_won] -= both;
    lost[of_lost] -= both;
}

/// "the queen and two pawns".
fn list(counts: &[i32; 5]) -> Option<String> {
    let words: Vec<String> = counts
        .iter()
        .zip(ROLES)
        .filter(|(count, _)| **count > 0)
        .map(|(count, role)| match (count, role) {
            (1, Role::Queen) => "the queen".into(),
            (1, role) => format!("a {role}"),
            (2, role) => format!("two {role}s"),
            (3, role) => format!("three {role}s"),
            (count, role) => format!("{count} {role}s"),
        })
        .collect();
    enumerate(&words)
}

#[cfg(test)]
mod tests {
    use super::*;
    use regence_rules::Position;

    #[track_caller]
    fn check(before: &str, after: &str, worth: i32, gain: Option<&str>) {
        let board = |pieces: &str| *Position::from_fen(&format!("{pieces} w - - 0 1")).unwrap().board();
        let trade = Trade::between(&board(before), &board(after), Color::White);
        assert_eq!((trade.worth(), trade.gain().as_deref()), (worth, gain));
        assert_eq!(trade.reversed().worth(), -worth);
    }

    #[test]
    fn what_is_won_is_named() {
        check("4k3/3n4/8/8/8/8/8/R3K3", "4k3/8/8/8/8/8/8/R3K3", 300, Some("wins a knight"));
        check("3qk3/8/8/8/8/8/8/R3K3", "4k3/8/8/8/8/8/8/4K3", 400, Some("wins the queen for a rook"));
        check("r3k3/8/8/8/8/8/8/2B1K3", "4k3/8/8/8/8/8/8/4K3", 200, Some("wins a rook for a bishop"));
        check("2b1k3/8/8/8/8/8/8/1N2K3", "4k3/8/8/8/8/8/8/4K3", 0, None);
        check("4k3/ppp5/8/8/8/8/8/1N2K3", "4k3/8/8/8/8/8/8/4K3", 0, Some("wins three pawns for a knight"));
        check("8/P7/6k1/8/8/8/8/4K3", "Q7/8/6k1/8/8/8/8/4K3", 800, Some("makes a queen"));
        check("4k3/8/8/8/8/8/8/R3K3", "4k3/8/8/8/8/8/8/4K3", -500, None);
    }
}
