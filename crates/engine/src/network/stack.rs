//! The hidden neurons along the way from the root to the position at hand: computed when asked for, from the nearest position
//! for which they are known.

use super::features::Sight;
use super::lanes::{Lanes, Row};
use super::net::Net;
use regence_rules::{Color, Move, Piece, Position, Role, Square};

/// A piece on a square.
type Placed = (Piece, Square);

/// What a move does to the board.
#[derive(Clone, Copy)]
enum Change {
    /// Nothing: the root.
    None,
    /// A piece goes from one square to another, perhaps to become another one.
    Moved { added: Placed, removed: Placed },
    /// The same, and a piece is taken.
    Captured { added: Placed, removed: [Placed; 2] },
    /// King and rook move.
    Castled { added: [Placed; 2], removed: [Placed; 2] },
}

impl Change {
    #[inline]
    fn new(before: &Position, mv: Move) -> Self {
        let color = before.turn();
        let piece = |role| Piece { color, role };
        let removed = (piece(mv.role()), mv.from());
        let added = (piece(mv.promotion().unwrap_or(mv.role())), mv.to());
        if let Some((from, to)) = mv.castling_rook() {
            return Self::Castled {
                added: [added, (piece(Role::Rook), to)],
                removed: [removed, (piece(Role::Rook), from)],
            };
        }
        match before.captured(mv) {
            Some(captured) => Self::Captured { added, removed: [removed, (captured, captured_on(mv))] },
            None => Self::Moved { added, removed },
        }
    }
}

/// Where the piece stands that a capture takes.
fn captured_on(mv: Move) -> Square {
    if mv.is_en_passant() { Square::new(mv.to().file(), mv.from().rank()) } else { mv.to() }
}

/// The neurons of one position, as far as they are known.
#[derive(Clone)]
struct Frame {
    change: Change,
    sights: [Sight; 2],
    known: [bool; 2],
    rows: [Row; 2],
}

/// The neurons of all positions from the root to the one at hand.
#[derive(Clone)]
pub(super) struct Stack {
    frames: Vec<Frame>,
    /// How many of the frames are in use; those beyond are kept to be used again.
    depth: usize,
}

impl Stack {
    pub(super) fn new() -> Self {
        let sight = |color| Sight::new(color, Square::E1);
        let sights = [sight(Color::White), sight(Color::Black)];
        let empty =
            Frame { change: Change::None, sights, known: [false; 2], rows: [Row::default(), Row::default()] };
        Self { frames: vec![empty; 64], depth: 1 }
    }

    /// Begins anew; nothing is computed yet.
    pub(super) fn reset(&mut self, root: &Position) {
        self.depth = 1;
        let frame = &mut self.frames[0];
        frame.change = Change::None;
        frame.known = [false; 2];
        frame.sights = Color::ALL.map(|color| Sight::new(color, root.king(color)));
    }

    /// Notes what a move changes.
    #[inline]
    pub(super) fn push(&mut self, before: &Position, mv: Move) {
        if self.depth == self.frames.len() {
            self.frames.extend_from_within(..);
        }
        let mut sights = self.frames[self.depth - 1].sights;
        if mv.role() == Role::King {
            sights[before.turn() as usize] = Sight::new(before.turn(), mv.to());
        }
        let frame = &mut self.frames[self.depth];
        frame.change = Change::new(before, mv);
        frame.known = [false; 2];
        frame.sights = sights;
        self.depth += 1;
    }

    /// Forgets the last move.
    #[inline]
    pub(super) fn pop(&mut self) {
        self.depth = (self.depth - 1).max(1);
    }

    /// The neurons of the position at hand, White's and Black's.
    pub(super) fn rows(&mut self, net: &Net, lanes: Lanes, position: &Position) -> [&Row; 2] {
        for color in Color::ALL {
            self.compute(net, lanes, position, color);
        }
        let [white, black] = &self.frames[self.depth - 1].rows;
        [white, black]
    }

    /// Computes the neurons of one side.
    fn compute(&mut self, net: &Net, lanes: Lanes, position: &Position, color: Color) {
        let (side, top) = (color as usize, self.depth - 1);
        let mut nearest = top;
        while !self.frames[nearest].known[side] {
            // Seen otherwise than before, every piece is new.
            if nearest == 0 || self.frames[nearest].sights[side] != self.frames[nearest - 1].sights[side] {
                let frame = &mut self.frames[top];
                refresh(net, lanes, position, frame.sights[side], &mut frame.rows[side]);
                frame.known[side] = true;
                return;
            }
            nearest -= 1;
        }
        for index in nearest + 1..=top {
            let (before, after) = self.frames.split_at_mut(index);
            let (from, frame) = (&before[index - 1].rows[side], &mut after[0]);
            let row = |(piece, square): Placed| &net.inputs[frame.sights[side].input(piece, square)];
            let into = &mut frame.rows[side];
            match frame.change {
                Change::None => into.clone_from(from),
                Change::Moved { added, removed } => lanes.change(from, into, [row(added)], [row(removed)]),
                Change::Captured { added, removed } => {
                    lanes.change(from, into, [row(added)], removed.map(row));
                }
                Change::Castled { added, removed } => {
                    lanes.change(from, into, added.map(row), removed.map(row));
                }
            }
            frame.known[side] = true;
        }
    }
}

/// Computes the neurons of one side from nothing but the position.
pub(super) fn refresh(net: &Net, lanes: Lanes, position: &Position, sight: Sight, into: &mut Row) {
    into.clone_from(&net.bias);
    for (square, piece) in position.board().pieces() {
        lanes.add(into, &net.inputs[sight.input(piece, square)]);
    }
}
