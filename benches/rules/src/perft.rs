//! Perft: how fast each library walks the six usual trees.

use crate::cpu_clock::timed;
use crate::options::Effort;
use crate::peers;
use crate::report::{Better, Comparison};
use crate::table::Table;
use std::hint::black_box;
use std::time::Duration;

/// How the leaves of a tree are reached.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Mode {
    /// The last ply is counted, not played.
    Bulk,
    /// Every leaf is played, by the library's fastest visitor or iterator.
    Leaf,
    /// Moves are collected into a list and then played: what an ordinary caller writes.
    List,
}

/// A library that can walk a tree.
pub trait Library {
    /// What its column is called: the crate and its version.
    const NAME: &'static str;
    /// Its position.
    type Position;

    /// Sets a position up.
    fn read(fen: &str) -> Self::Position;
    /// Counts the leaves without playing them. The depth is at least one, here and below.
    fn bulk(position: &Self::Position, depth: u32) -> u64;
    /// Counts the leaves, playing each.
    fn leaf(position: &Self::Position, depth: u32) -> u64;
    /// Counts the leaves, playing each from a list.
    fn list(position: &Self::Position, depth: u32) -> u64;
}

/// A library as a row of function pointers, so that all of them fit one array.
pub struct Entry {
    name: &'static str,
    position_size: usize,
    count: fn(&str, Mode, u32, u32) -> (u64, Duration),
}

impl Entry {
    /// The entry of a library.
    pub const fn of<L: Library>() -> Self {
        Self { name: L::NAME, position_size: size_of::<L::Position>(), count: count::<L> }
    }
}

/// Walks a tree so many times: the leaves of one walk, and the CPU time of all.
fn count<L: Library>(fen: &str, mode: Mode, depth: u32, walks: u32) -> (u64, Duration) {
    let position = L::read(fen);
    let walk = match mode {
        Mode::Bulk => L::bulk,
        Mode::Leaf => L::leaf,
        Mode::List => L::list,
    };
    timed(|| (0..walks).map(|_| walk(black_box(&position), black_box(depth))).max().unwrap_or(0))
}

/// One of the six usual positions, and the known leaves at depth 1, 2, 3 and so on.
struct Tree {
    name: &'static str,
    fen: &'static str,
    leaves: &'static [u64],
}

/// The six positions of the chess programming wiki, each as deep as a walk stays near a tenth of a second.
const TREES: [Tree; 6] = [
    Tree {
        name: "start",
        fen: "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        leaves: &[20, 400, 8_902, 197_281, 4_865_609],
    },
    Tree {
        name: "kiwipete",
        fen: "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
        leaves: &[48, 2_039, 97_862, 4_085_603],
    },
    Tree {
        name: "position 3",
        fen: "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
        leaves: &[14, 191, 2_812, 43_238, 674_624, 11_030_083],
    },
    Tree {
        name: "position 4",
        fen: "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
        leaves: &[6, 264, 9_467, 422_333, 15_833_292],
    },
    Tree {
        name: "position 5",
        fen: "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8",
        leaves: &[44, 1_486, 62_379, 2_103_487],
    },
    Tree {
        name: "position 6",
        fen: "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10",
        leaves: &[46, 2_079, 89_890, 3_894_594],
    },
];

impl Tree {
    /// How deep to walk, and what must be found there.
    fn target(&self, effort: Effort) -> (u32, u64) {
        let depth = match effort {
            Effort::Quick => self.leaves.len() - 1,
            Effort::Full => self.leaves.len(),
        };
        (u32::try_from(depth).unwrap_or(u32::MAX), self.leaves[depth - 1])
    }
}

/// Measures every library in one mode. An error names the library that counted wrongly.
///
/// The libraries take turns within a round, so that noise hits all alike.
pub fn compare(mode: Mode, effort: Effort) -> Result<Comparison, String> {
    let libraries = peers::walkers();
    // Counting alone is over so soon that one walk would be too short to time.
    let walks = if mode == Mode::Bulk { 4 } else { 1 };
    let mut best = vec![vec![Duration::MAX; libraries.len()]; TREES.len()];
    for _ in 0..effort.rounds() {
        for (tree, best) in TREES.iter().zip(&mut best) {
            let (depth, expected) = tree.target(effort);
            for (library, best) in libraries.iter().zip(best) {
                let (leaves, time) = (library.count)(tree.fen, mode, depth, walks);
                if leaves != expected {
                    let (library, tree) = (library.name, tree.name);
                    return Err(format!(
                        "{library}: {tree} has {leaves} leaves at depth {depth}, expected {expected}"
                    ));
                }
                *best = time.min(*best);
            }
        }
    }

    let title = match mode {
        Mode::Bulk => "Perft, bulk: the last ply is counted, not played (million nodes per second)",
        Mode::Leaf => "Perft, leaf: every leaf is played (million nodes per second)",
        Mode::List => "Perft, list: moves are collected, then played (million nodes per second)",
    };
    let mut comparison =
        Comparison::new(title.to_owned(), libraries.iter().map(|library| library.name), Better::Higher);
    for (tree, best) in TREES.iter().zip(&best) {
        let (depth, leaves) = tree.target(effort);
        let nodes = leaves as f64 * f64::from(walks);
        let speeds = best.iter().map(|time| Some(nodes / time.as_secs_f64() / 1e6)).collect();
        comparison.push(format!("{}, depth {depth}", tree.name), speeds);
    }
    comparison.push_geometric_mean();
    Ok(comparison)
}

/// How large a position is in each library.
pub fn sizes() -> Table {
    let libraries = peers::walkers();
    let mut header = vec![String::new()];
    header.extend(libraries.iter().map(|library| library.name.to_owned()));
    let mut row = vec!["bytes".to_owned()];
    row.extend(libraries.iter().map(|library| library.position_size.to_string()));
    Table { title: "Size of a position".to_owned(), header, rows: vec![row] }
}
