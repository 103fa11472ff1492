//! Small pictures of the pieces, two dots to a row of the terminal. Small ones are drawn dot by dot, large ones from their
//! outlines.

use super::outlines;
use regence_rules::Role;

/// A picture of a piece in a square of some size.
pub struct Picture {
    /// Rows of dots, from the top.
    rows: Vec<Vec<bool>>,
}

/// A dot of a picture.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Dot {
    /// Nothing: the square shows.
    Clear,
    /// Beside the piece.
    Rim,
    /// The piece.
    Body,
}

impl Picture {
    /// The picture for a square so many columns wide and rows high.
    pub fn new(role: Role, (width, height): (u16, u16)) -> Self {
        let halves = 2 * height;
        let has_size = |set: &&Set| (set.columns(), set.rows(role).len()) == (width.into(), halves.into());
        let rows = if let Some(set) = DRAWN.iter().find(has_size) {
            set.rows(role).iter().map(|row| row.bytes().map(|sign| sign == b'#').collect()).collect()
        } else {
            let is_body = |column, half| outlines::covers(role, (width, halves), (column, half));
            (0..halves).map(|half| (0..width).map(|column| is_body(column, half)).collect()).collect()
        };
        Self { rows }
    }

    /// The dot at a column and a half-row.
    pub fn dot(&self, column: u16, half: u16) -> Dot {
        let (column, half) = (i32::from(column), i32::from(half));
        if self.is_body(column, half) {
            return Dot::Body;
        }
        let beside = [(1, 0), (-1, 0), (0, 1), (0, -1)];
        let is_rim = beside.into_iter().any(|(right, down)| self.is_body(column + right, half + down));
        if is_rim { Dot::Rim } else { Dot::Clear }
    }

    fn is_body(&self, column: i32, half: i32) -> bool {
        let row = usize::try_from(half).ok().and_then(|half| self.rows.get(half));
        let dot = usize::try_from(column).ok().and_then(|column| row?.get(column));
        dot == Some(&true)
    }
}

/// The pieces as they are drawn for one size of squares: rows of dots, `#` where the piece is.
struct Set {
    pawn: &'static [&'static str],
    knight: &'static [&'static str],
    bishop: &'static [&'static str],
    rook: &'static [&'static str],
    queen: &'static [&'static str],
    king: &'static [&'static str],
}

impl Set {
    fn rows(&self, role: Role) -> &'static [&'static str] {
        match role {
            Role::Pawn => self.pawn,
            Role::Knight => self.knight,
            Role::Bishop => self.bishop,
            Role::Rook => self.rook,
            Role::Queen => self.queen,
            Role::King => self.king,
        }
    }

    fn columns(&self) -> usize {
        self.pawn.first().map_or(0, |row| row.len())
    }
}

/// All that are drawn dot by dot. The last row is empty, so that no piece touches the one below.
#[rustfmt::skip]
const DRAWN: [Set; 4] = [
    Set {
        pawn: &[
            ".......",
            "...#...",
            "..###..",
            "..###..",
            ".#####.",
            ".......",
        ],
        knight: &[
            "...#...",
            "..###..",
            ".####..",
            "...##..",
            "..####.",
            ".......",
        ],
        bishop: &[
            "...#...",
            "..##...",
            "..###..",
            "...#...",
            ".#####.",
            ".......",
        ],
        rook: &[
            ".#.#.#.",
            ".#####.",
            "..###..",
            "..###..",
            ".#####.",
            ".......",
        ],
        queen: &[
            "#..#..#",
            "#.###.#",
            ".#####.",
            "..###..",
            ".#####.",
            ".......",
        ],
        king: &[
            "...#...",
            "..###..",
            "...#...",
            ".#####.",
            ".#####.",
            ".......",
        ],
    },
    Set {
        pawn: &[
            ".........",
            ".........",
            "...###...",
            "...###...",
            "....#....",
            "...###...",
            "..#####..",
            ".........",
        ],
        knight: &[
            "....#....",
            "...####..",
            "..#.####.",
            ".#######.",
            ".##.####.",
            "...####..",
            "..######.",
            ".........",
        ],
        bishop: &[
            "....#....",
            "...###...",
            "..###.#..",
            "..#####..",
            "...###...",
            "....#....",
            "..#####..",
            ".........",
        ],
        rook: &[
            ".........",
            ".##.#.##.",
            ".#######.",
            "..#####..",
            "..#####..",
            "..#####..",
            ".#######.",
            ".........",
        ],
        queen: &[
            "#...#...#",
            ".#..#..#.",
            ".##.#.##.",
            "..#####..",
            "..#####..",
            "...###...",
            ".#######.",
            ".........",
        ],
        king: &[
            "....#....",
            "...###...",
            "....#....",
            ".##.#.##.",
            ".#######.",
            "..#####..",
            ".#######.",
            ".........",
        ],
    },
    Set {
        pawn: &[
            "...........",
            "...........",
            ".....#.....",
            "....###....",
            "....###....",
            ".....#.....",
            "....###....",
            "...#####...",
            "...#####...",
            "...........",
        ],
        knight: &[
            "...........",
            ".....#.....",
            "....####...",
            "...#.####..",
            "..########.",
            "..###.####.",
            ".....#####.",
            "....#####..",
            "..########.",
            "...........",
        ],
        bishop: &[
            ".....#.....",
            "....###....",
            "...###.#...",
            "...##.##...",
            "....###....",
            ".....#.....",
            "....###....",
            "...#####...",
            "..#######..",
            "...........",
        ],
        rook: &[
            "...........",
            "..##.#.##..",
            "..##.#.##..",
            "..#######..",
            "...#####...",
            "...#####...",
            "...#####...",
            "...#####...",
            "..#######..",
            "...........",
        ],
        queen: &[
            ".#...#...#.",
            ".#...#...#.",
            ".##.###.##.",
            "..#######..",
            "...#####...",
            "...#####...",
            "....###....",
            "...#####...",
            "..#######..",
            "...........",
        ],
        king: &[
            ".....#.....",
            "....###....",
            ".....#.....",
            "..##.#.##..",
            ".#########.",
            ".#########.",
            "..#######..",
            "...#####...",
            "..#######..",
            "...........",
        ],
    },
    Set {
        pawn: &[
            ".............",
            ".............",
            ".....###.....",
            "....#####....",
            "....#####....",
            ".....###.....",
            "......#......",
            ".....###.....",
            "....#####....",
            "...#######...",
            "...#######...",
            ".............",
        ],
        knight: &[
            ".............",
            ".......#.....",
            ".....####....",
            "....######...",
            "...##.#####..",
            "..#########..",
            "..####.#####.",
            "...#...#####.",
            "......######.",
            ".....######..",
            "...########..",
            ".............",
        ],
        bishop: &[
            "......#......",
            ".....##......",
            "....###.#....",
            "....##.##....",
            "...###.###...",
            "....#####....",
            ".....###.....",
            ".....###.....",
            "....#####....",
            "...#######...",
            "..#########..",
            ".............",
        ],
        rook: &[
            ".............",
            "..##.###.##..",
            "..##.###.##..",
            "..#########..",
            "..#########..",
            "....#####....",
            "....#####....",
            "....#####....",
            "....#####....",
            "...#######...",
            "..#########..",
            ".............",
        ],
        queen: &[
            ".#....#....#.",
            ".#..#.#.#..#.",
            ".##.#.#.#.##.",
            "..#.#####.#..",
            "..#########..",
            "..#########..",
            "...#######...",
            "....#####....",
            "....#####....",
            "...#######...",
            "..#########..",
            ".............",
        ],
        king: &[
            "......#......",
            ".....###.....",
            "......#......",
            "...##.#.##...",
            "..###.#.###..",
            ".###########.",
            ".###########.",
            "..#########..",
            "...#######...",
            "...#######...",
            "..#########..",
            ".............",
        ],
    },
];

#[cfg(test)]
mod tests {
    use super::*;

    /// Sizes of squares, drawn and outlined.
    fn sizes() -> impl Iterator<Item = (u16, u16)> {
        (3..=16).map(|height| (2 * height + 1, height))
    }

    #[test]
    fn every_drawing_has_its_size() {
        for set in &DRAWN {
            for role in Role::ALL {
                let rows = set.rows(role);
                assert_eq!(rows.len() + 1, set.columns(), "{role}");
                assert!(rows.iter().all(|row| row.len() == set.columns()), "{role}");
            }
        }
    }

    #[test]
    fn no_two_pieces_are_alike_and_none_touches_the_one_below() {
        for size in sizes() {
            let pictures = Role::ALL.map(|role| Picture::new(role, size).rows);
            for (index, picture) in pictures.iter().enumerate() {
                assert!(picture.iter().flatten().any(|&dot| dot), "{size:?}");
                assert!(picture.last().is_some_and(|row| !row.contains(&true)), "{size:?}");
                assert!(pictures[..index].iter().all(|other| other != picture), "{size:?}");
            }
        }
    }

    #[test]
    fn pieces_stand_in_the_middle() {
        for size in sizes() {
            for role in [Role::Pawn, Role::Rook, Role::Queen, Role::King] {
                for row in Picture::new(role, size).rows {
                    assert!(row.iter().eq(row.iter().rev()), "{role} at {size:?}");
                }
            }
        }
    }

    #[test]
    fn larger_squares_have_larger_pieces() {
        let count = |size| Picture::new(Role::Rook, size).rows.iter().flatten().filter(|&&dot| dot).count();
        let counts: Vec<usize> = sizes().map(count).collect();
        assert!(counts.is_sorted_by(|one, two| one < two), "{counts:?}");
    }
}
