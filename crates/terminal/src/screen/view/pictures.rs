//! Small pictures of the pieces, two dots to a row of the terminal.

use regence_rules::Role;

/// A picture: rows of dots, `#` where the piece is.
type Picture<const ROWS: usize> = [&'static str; ROWS];

const fn small(role: Role) -> Picture<6> {
    match role {
        Role::Pawn => [".......", "...#...", "..###..", "...#...", "..###..", "......."],
        Role::Knight => ["..##...", ".####..", "##.###.", "...###.", "..####.", "......."],
        Role::Bishop => ["...#...", "..#.#..", "..###..", "...#...", ".#####.", "......."],
        Role::Rook => [".#.#.#.", ".#####.", "..###..", "..###..", ".#####.", "......."],
        Role::Queen => ["#..#..#", "##.#.##", ".#####.", "..###..", ".#####.", "......."],
        Role::King => ["...#...", "..###..", ".#.#.#.", ".#####.", "..###..", ".#####."],
    }
}

const fn large(role: Role) -> Picture<8> {
    match role {
        Role::Pawn => [
            ".........",
            ".........",
            "....#....",
            "...###...",
            "....#....",
            "...###...",
            "..#####..",
            ".........",
        ],
        Role::Knight => [
            ".........",
            "...##....",
            "..#####..",
            ".###.##..",
            "..#..###.",
            "....####.",
            "..######.",
            ".........",
        ],
        Role::Bishop => [
            "....#....",
            "...#.#...",
            "..##.##..",
            "..#####..",
            "...###...",
            "....#....",
            "..#####..",
            ".........",
        ],
        Role::Rook => [
            ".........",
            ".##.#.##.",
            ".#######.",
            "...###...",
            "...###...",
            "..#####..",
            ".#######.",
            ".........",
        ],
        Role::Queen => [
            "#...#...#",
            "#...#...#",
            ".#.###.#.",
            ".#######.",
            "..#####..",
            "..#####..",
            ".#######.",
            ".........",
        ],
        Role::King => [
            "....#....",
            "...###...",
            ".##.#.##.",
            ".#######.",
            ".#######.",
            "..#####..",
            ".#######.",
            ".........",
        ],
    }
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

/// The dot of a piece's picture at a column and a half-row of a square of this size.
pub fn dot(role: Role, (width, height): (u16, u16), column: i32, half: i32) -> Dot {
    let (small, large) = (small(role), large(role));
    let rows: &[&str] = if width >= 9 && height >= 4 { &large } else { &small };
    let (columns, halves) = (rows[0].len() as i32, rows.len() as i32);
    // Larger squares have the same picture in their middle.
    let (left, top) = ((i32::from(width) - columns) / 2, i32::from(height) - halves / 2);
    let is_body = |column: i32, half: i32| {
        let row = usize::try_from(half - top).ok().and_then(|row| rows.get(row));
        let sign = usize::try_from(column - left).ok().and_then(|at| row?.as_bytes().get(at));
        sign == Some(&b'#')
    };
    if is_body(column, half) {
        return Dot::Body;
    }
    let beside = [(1, 0), (-1, 0), (0, 1), (0, -1)];
    let is_rim = beside.into_iter().any(|(right, down)| is_body(column + right, half + down));
    if is_rim { Dot::Rim } else { Dot::Clear }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_picture_has_its_size_and_no_two_are_alike() {
        for role in Role::ALL {
            assert!(small(role).iter().all(|row| row.len() == 7), "{role}");
            assert!(large(role).iter().all(|row| row.len() == 9), "{role}");
            for other in Role::ALL.into_iter().filter(|&other| other != role) {
                assert_ne!(small(role), small(other));
                assert_ne!(large(role), large(other));
            }
        }
    }
}
