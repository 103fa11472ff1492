//! The tricks by which something is won, as they are called.

use crate::material::value;
use crate::words::enumerate;
use regence_rules::{Bitboard, Color, Move, Piece, Position, Role, Square, attacks};
use std::fmt;

/// How the first move of a line wins something.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Motif {
    /// It attacks several things at once.
    Fork(Vec<Role>),
    /// Something cannot leave, because of what stands behind it.
    Pin { pinned: Role, to: Role },
    /// Something must leave, and what stands behind it is lost.
    Skewer { front: Role, behind: Role },
    /// It opens the way for another piece.
    Discovery(Role),
    /// What it attacks has nowhere to go.
    Trap(Role, Square),
}

impl Motif {
    /// How a line wins what it wins, if it has a name. Only what is taken in the line itself counts as a target: a fork that
    /// takes nothing is none.
    pub fn find(position: &Position, line: &[Move]) -> Option<Self> {
        let &first = line.first()?;
        let scene = Scene::new(position, first, prey(position, line));
        scene.fork().or_else(|| scene.discovery(position)).or_else(|| scene.ray()).or_else(|| scene.trap())
    }
}

/// The squares on which the side to move takes later in the line, before much else has happened.
fn prey(position: &Position, line: &[Move]) -> Bitboard {
    let (mut at, mut prey) = (*position, Bitboard::EMPTY);
    for (ply, &mv) in line.iter().enumerate().take(6) {
        if ply > 0 && ply % 2 == 0 && at.is_capture(mv) {
            prey |= mv.to().bitboard();
        }
        at = at.play(mv);
    }
    prey
}

/// The board after the first move.
struct Scene {
    after: Position,
    hunter: Color,
    piece: Piece,
    square: Square,
    from: Square,
    prey: Bitboard,
}

impl Scene {
    fn new(position: &Position, first: Move, prey: Bitboard) -> Self {
        let hunter = position.turn();
        let role = first.promotion().unwrap_or(first.role());
        let (square, from) = (first.to(), first.from());
        Self { after: position.play(first), hunter, piece: role.of(hunter), square, from, prey }
    }

    fn occupied(&self) -> Bitboard {
        self.after.board().occupied()
    }

    fn hunted(&self) -> Bitboard {
        self.after.board().by_color(!self.hunter)
    }

    fn role_at(&self, square: Square) -> Role {
        self.after.board().role_at(square).unwrap_or(Role::Pawn)
    }

    /// Whether a piece that somebody attacks with this one is in danger: worth more, or without protection.
    fn is_target(&self, square: Square) -> bool {
        let role = self.role_at(square);
        let is_protected = self.after.is_attacked(square, !self.hunter);
        role == Role::King || value(role) > value(self.piece.role) || (role != Role::Pawn && !is_protected)
    }

    fn fork(&self) -> Option<Motif> {
        let reached = self.piece.attacks(self.square, self.occupied()) & self.hunted();
        let targets: Bitboard = reached.into_iter().filter(|&square| self.is_target(square)).collect();
        if !targets.is_many() || !targets.meets(self.prey) {
            return None;
        }
        let mut roles: Vec<Role> = targets.into_iter().map(|square| self.role_at(square)).collect();
        roles.sort_by_key(|&role| std::cmp::Reverse(role));
        Some(Motif::Fork(roles))
    }

    /// What another piece attacks now that this one has gone out of its way.
    fn discovery(&self, before: &Position) -> Option<Motif> {
        let (old, new) = (before.board(), self.after.board());
        let sliders = (new.diagonal_sliders() | new.orthogonal_sliders()) & new.by_color(self.hunter);
        let found = sliders.without(self.square).into_iter().find_map(|slider| {
            let piece = old.piece_at(slider)?;
            let opened = piece.attacks(slider, new.occupied()) - piece.attacks(slider, old.occupied());
            let targets = opened & self.hunted();
            let is_through = |target: &Square| attacks::between(slider, *target).contains(self.from);
            let mut targets = targets.into_iter().filter(is_through);
            targets.find(|&target| {
                let role = self.role_at(target);
                role == Role::King || (value(role) > value(piece.role) && self.prey.contains(target))
            })
        })?;
        Some(Motif::Discovery(self.role_at(found)))
    }

    /// A pin or a skewer: two enemy pieces on one line with a slider.
    fn ray(&self) -> Option<Motif> {
        if !matches!(self.piece.role, Role::Bishop | Role::Rook | Role::Queen) {
            return None;
        }
        let reached = self.piece.attacks(self.square, self.occupied()) & self.hunted();
        reached.into_iter().find_map(|front| {
            let through = self.piece.attacks(self.square, self.occupied().without(front));
            let behind = (through - self.piece.attacks(self.square, self.occupied())) & self.hunted();
            let behind = behind.into_iter().find(|&at| attacks::between(self.square, at).contains(front))?;
            let (near, far) = (self.role_at(front), self.role_at(behind));
            if value(far) > value(near)
                && self.prey.contains(front)
                && self.is_target(behind)
                && near != Role::Pawn
            {
                Some(Motif::Pin { pinned: near, to: far })
            } else if value(near) > value(far)
                && self.prey.contains(behind)
                && self.is_target(front)
                && far != Role::Pawn
            {
                Some(Motif::Skewer { front: near, behind: far })
            } else {
                None
            }
        })
    }

    /// A piece that is attacked and taken, and could go nowhere else.
    fn trap(&self) -> Option<Motif> {
        let reached = self.piece.attacks(self.square, self.occupied()) & self.hunted() & self.prey;
        let trapped = reached.into_iter().find(|&square| {
            let role = self.role_at(square);
            let is_lost = |mv: &Move| {
                let there = self.after.play(*mv);
                there.captures().iter().any(|&taking| {
                    taking.to() == mv.to()
                        && regence_engine::wins_at_least(&there, taking, crate::course::SOMETHING)
                })
            };
            let ways = self.after.legal_moves_from(square);
            let is_pinned = self.after.pinned(!self.hunter).contains(square);
            let is_piece = role != Role::Pawn && role != Role::King;
            is_piece && !is_pinned && !self.after.is_check() && ways.iter().all(is_lost)
        })?;
        Some(Motif::Trap(self.role_at(trapped), trapped))
    }
}

/// "a fork of king and rook".
impl fmt::Display for Motif {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Fork(roles) => write!(f, "a fork of {}", together(roles)),
            Self::Pin { pinned, to } => write!(f, "a pin of the {pinned} to the {to}"),
            Self::Skewer { front, behind } => write!(f, "a skewer of {front} and {behind}"),
            Self::Discovery(Role::King) => f.write_str("a discovered check"),
            Self::Discovery(role) => write!(f, "a discovered attack on the {role}"),
            Self::Trap(role, square) => write!(f, "a trap for the {role} on {square}"),
        }
    }
}

/// "king and two rooks".
fn together(roles: &[Role]) -> String {
    let mut words = Vec::new();
    for run in roles.chunk_by(|one, other| one == other) {
        words.push(match run.len() {
            1 => run[0].to_string(),
            2 => format!("two {}s", run[0]),
            count => format!("{count} {}s", run[0]),
        });
    }
    enumerate(&words).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(fen: &str, line: &str, expected: Option<&str>) {
        let position = Position::from_fen(fen).unwrap();
        let mut at = position;
        let mut moves = Vec::new();
        for san in line.split(' ') {
            let mv = at.parse_san(san).unwrap();
            at = at.play(mv);
            moves.push(mv);
        }
        let found = Motif::find(&position, &moves).map(|motif| motif.to_string());
        assert_eq!(found.as_deref(), expected, "{line} in {fen}");
    }

    #[test]
    fn tricks_have_names() {
        let fork = "r3k3/8/8/3N4/8/8/8/4K3 w - - 0 1";
        check(fork, "Nc7+ Kd7 Nxa8", Some("a fork of king and rook"));
        check(fork, "Nc7+ Kd7 Kd2", None);
        check("4k3/8/2n5/8/8/3B4/8/4K3 w - - 0 1", "Bb5 Kd7 Bxc6+", Some("a pin of the knight to the king"));
        check("q7/8/2k5/8/8/8/8/3BK3 w - - 0 1", "Bf3+ Kb6 Bxa8", Some("a skewer of king and queen"));
        check("3q3k/8/8/8/8/3N4/8/3RK3 w - - 0 1", "Ne5 Kg8 Rxd8+", Some("a discovered attack on the queen"));
        check("3k3q/8/8/8/8/3N4/8/3RK3 w - - 0 1", "Nf4+ Kc7 Ng6 Kb6 Nxh8", Some("a discovered check"));
        check("6k1/8/8/8/8/1P6/b1P5/2K5 w - - 0 1", "Kb2 Kg7 Kxa2", Some("a trap for the bishop on a2"));
        check("6k1/8/8/8/8/8/b7/2K5 w - - 0 1", "Kb2 Kg7 Kxa2", None);
    }
}
