//! The pieces of both sides, without their places.

use regence_game::AnyPosition;
use regence_rules::{Color, Piece, Position, Role};

/// How many of each piece there are.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Material {
    counts: Vec<(Piece, usize)>,
    pieces: usize,
}

impl Material {
    /// Reads letters: upper case for White, lower case for Black, one king each.
    pub fn read(text: &str) -> Option<Self> {
        let mut counts: Vec<(Piece, usize)> =
            Color::ALL.into_iter().flat_map(|color| Role::ALL.map(|role| (role.of(color), 0))).collect();
        for letter in text.chars() {
            let count = counts.iter_mut().find(|(piece, _)| piece.letter() == letter)?;
            count.1 += 1;
        }
        let has_kings = counts.iter().all(|&(piece, count)| piece.role != Role::King || count == 1);
        has_kings.then(|| Self { pieces: counts.iter().map(|&(_, count)| count).sum(), counts })
    }

    /// Whether just this is on the board under house rules.
    pub fn is_on_any(&self, position: &AnyPosition) -> bool {
        let count = |wanted| position.pieces().filter(|&(_, piece)| piece == wanted).count();
        self.counts.iter().all(|&(piece, wanted)| count(piece) == wanted)
    }

    /// Whether just this is on the board.
    pub fn is_on(&self, position: &Position) -> bool {
        let board = position.board();
        board.occupied().len() == self.pieces
            && self.counts.iter().all(|&(piece, count)| board.by_piece(piece).len() == count)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(material: &str, fen: &str, expected: bool) {
        let position = Position::from_fen(fen).expect("it is legal");
        let material = Material::read(material).expect("it can be read");
        assert_eq!(material.is_on(&position), expected, "{material:?} {fen}");
        assert_eq!(material.is_on_any(&position.into()), expected, "{material:?} {fen}");
    }

    #[test]
    fn only_the_same_pieces_are_the_same_material() {
        let rooks = "4k2r/8/8/8/8/8/4P3/R3K3 w - - 0 1";
        check("KRPkr", rooks, true);
        check("rkPRK", rooks, true);
        check("KRkrp", rooks, false);
        check("KRkr", rooks, false);
        check("KQPkr", rooks, false);
    }

    #[test]
    fn other_words_are_no_material() {
        for text in ["", "K", "k", "KKk", "Kkx", "K k", "kq", "KRPvKR"] {
            assert_eq!(Material::read(text), None, "{text}");
        }
    }
}
