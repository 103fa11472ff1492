//! The names of openings: ECO code and name of a position, and of a game.
//!
//! The names are those of lichess.org, in the public domain; see `data/README.md`. They belong to positions, so that it
//! does not matter by which moves one is reached, and a game is called after the last named position on its way.
//!
//! ```
//! use regence_game::openings;
//! use regence_rules::Position;
//!
//! let mut position = Position::START;
//! let mut moves = Vec::new();
//! for san in ["c4", "e5", "Nf3", "e4"] {
//!     let mv = position.parse_san(san)?;
//!     position = position.play(mv);
//!     moves.push(mv);
//! }
//! let opening = openings::of(Position::START, moves).expect("it has a name");
//! assert_eq!(opening.to_string(), "A20 English Opening: King's English Variation, Nimzowitsch-Flohr Variation");
//! assert_eq!(openings::named(&position), Some(opening));
//! # Ok::<(), regence_rules::SanError>(())
//! ```

mod eco;

pub use eco::{Eco, EcoRange, ParseEcoError};

use crate::{AnyPosition, Game, NodeId};
use regence_rules::{Move, Position};
use std::fmt;

/// Key, name and code of each position, sorted by key; `data/README.md` says how.
static TABLE: &[u8] = include_bytes!("../data/openings.bin");
static NAMES: &str = include_str!("../data/opening-names.txt");

/// No named position has fewer pieces, so that there is no need to look further once a game has.
const FEWEST_PIECES: usize = 22;

/// A named opening.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Opening {
    /// Its place in the Encyclopaedia of Chess Openings.
    pub eco: Eco,
    /// Its name, such as `Sicilian Defense: Najdorf Variation`.
    pub name: &'static str,
}

/// As in `B90 Sicilian Defense: Najdorf Variation`.
impl fmt::Display for Opening {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.eco, self.name)
    }
}

/// The opening that a position is named after, if it has a name.
pub fn named(position: &Position) -> Option<Opening> {
    if may_be_named(position) { find(position.key().bits()) } else { None }
}

/// The opening that moves from a start lead to: that of the last position on their way that has a name.
pub fn of(start: Position, moves: impl IntoIterator<Item = Move>) -> Option<Opening> {
    let mut last = LastNamed::new(&start);
    let mut position = start;
    for mv in moves {
        position = position.play(mv);
        last.pass(&position);
    }
    last.opening()
}

/// The legal moves that lead to named positions, in the order of the move list.
pub fn continuations(position: &Position) -> Vec<(Move, Opening)> {
    let named_after = |&mv: &Move| named(&position.play(mv)).map(|opening| (mv, opening));
    position.legal_moves().iter().filter_map(named_after).collect()
}

impl Game {
    /// The opening of the line from the start to the cursor; house rules have none.
    pub fn opening(&self) -> Option<Opening> {
        self.opening_at(self.cursor)
    }

    /// The opening of the line from the start to a place.
    pub fn opening_at(&self, id: NodeId) -> Option<Opening> {
        let named_at = |id| match self.tree.position(id) {
            AnyPosition::Standard(position) => named(position),
            AnyPosition::House(_) => None,
        };
        self.tree.ancestors(id).find_map(named_at)
    }
}

/// Finds the opening of a game whose positions go by one after another.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct LastNamed {
    opening: Option<Opening>,
}

impl LastNamed {
    /// At the start of a game.
    pub fn new(start: &Position) -> Self {
        Self { opening: named(start) }
    }

    /// Takes note of the next position.
    pub fn pass(&mut self, position: &Position) {
        self.opening = named(position).or(self.opening);
    }

    /// The opening so far.
    pub fn opening(self) -> Option<Opening> {
        self.opening
    }
}

fn may_be_named(position: &Position) -> bool {
    position.board().occupied().len() >= FEWEST_PIECES
}

/// The opening of the position with this key.
fn find(key: u64) -> Option<Opening> {
    let (entries, _) = TABLE.as_chunks::<12>();
    let index = entries.binary_search_by_key(&key, entry_key).ok()?;
    let [.., a, b, c, d] = entries[index];
    let value = u32::from_be_bytes([a, b, c, d]);
    let eco = Eco::from_index(value & 0x1ff)?;
    let name = NAMES.get((value >> 9) as usize..)?.lines().next()?;
    Some(Opening { eco, name })
}

fn entry_key(&[a, b, c, d, e, f, g, h, ..]: &[u8; 12]) -> u64 {
    u64::from_be_bytes([a, b, c, d, e, f, g, h])
}
