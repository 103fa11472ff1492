//! The board as text, for `play`: White below, or Black when flipped.

use regence_game::{AnyMove, AnyPosition};
use regence_rules::{Color, File, Piece, Rank, Square};

/// How pieces are drawn.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Look {
    /// As chess symbols.
    #[default]
    Figurines,
    /// As letters, upper case for White, and nothing that is not ASCII.
    Ascii,
}

/// A board to be drawn.
pub struct Drawing<'a> {
    /// What stands on it.
    pub position: &'a AnyPosition,
    /// How it is drawn.
    pub look: Look,
    /// Who sits below.
    pub below: Color,
    /// The square that somebody has pointed at.
    pub selected: Option<Square>,
}

impl Drawing<'_> {
    /// The lines. The selected piece stands in brackets; where it can go there is a mark.
    pub fn lines(&self) -> Vec<String> {
        let size = self.position.size();
        let (mut files, mut ranks): (Vec<File>, Vec<Rank>) =
            (size.files().collect(), size.ranks().rev().collect());
        if self.below == Color::Black {
            files.reverse();
            ranks.reverse();
        }
        let targets = self.selected.map_or(Vec::new(), |from| self.position.legal_moves_from(from));
        let (corners, wall, edge) = match self.look {
            Look::Figurines => (["╭", "╮", "╰", "╯"], '│', "─"),
            Look::Ascii => (["+"; 4], '|', "-"),
        };
        let edge = edge.repeat(2 * size.side() + 1);
        let mut lines = vec![format!("  {}{edge}{}", corners[0], corners[1])];
        for rank in ranks {
            let row: Vec<Square> = files.iter().map(|&file| Square::new(file, rank)).collect();
            lines.push(format!("{rank} {wall}{}{wall}", self.row(&row, &targets)));
        }
        lines.push(format!("  {}{edge}{}", corners[2], corners[3]));
        let letters: String = files.iter().flat_map(|file| [' ', file.letter()]).collect();
        lines.push(format!("   {letters}"));
        lines
    }

    /// The squares of a rank, each with room for a mark before and after it.
    fn row(&self, squares: &[Square], targets: &[AnyMove]) -> String {
        let mut row = String::new();
        let mut after = ' ';
        for &square in squares {
            let target = targets.iter().copied().find(|mv| mv.to() == square);
            let piece = self.position.piece_at(square);
            let is_selected = self.selected == Some(square);
            row.push(match (is_selected, target) {
                (true, _) => '[',
                (false, Some(_)) if piece.is_some() => self.look.takes(),
                _ => after,
            });
            row.push(match (piece, target) {
                (Some(piece), _) => self.look.piece(piece),
                (None, Some(mv)) => self.look.target(mv),
                (None, None) => self.look.empty(),
            });
            after = if is_selected { ']' } else { ' ' };
        }
        row.push(after);
        row
    }
}

impl Look {
    fn piece(self, piece: Piece) -> char {
        match self {
            Self::Figurines => piece.figurine(),
            Self::Ascii => piece.letter(),
        }
    }

    fn empty(self) -> char {
        match self {
            Self::Figurines => '·',
            Self::Ascii => '.',
        }
    }

    /// Before a piece that can be taken.
    fn takes(self) -> char {
        match self {
            Self::Figurines => '×',
            Self::Ascii => 'x',
        }
    }

    /// On an empty square that a piece can go to.
    fn target(self, mv: AnyMove) -> char {
        match (self, mv.castling().is_some() || mv.is_en_passant()) {
            (Self::Figurines, false) => '•',
            (Self::Figurines, true) => '◆',
            (Self::Ascii, false) => '*',
            (Self::Ascii, true) => '#',
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use regence_game::Variant;

    #[track_caller]
    fn check(fen: &str, selected: Option<Square>, below: Color, look: Look, expected: &[&str]) {
        let rules = "house:orthodox".parse::<Variant>().unwrap();
        let position = rules.read_fen(fen).unwrap();
        let drawing = Drawing { position: &position, look, below, selected };
        assert_eq!(drawing.lines(), expected);
    }

    #[test]
    fn boards_of_any_size_are_drawn_from_either_side() {
        let white = ["  +-------+", "3 | . k . |", "2 | . . . |", "1 | P K . |", "  +-------+", "    a b c"];
        check("1k1/3/PK1", None, Color::White, Look::Ascii, &white);
        let black = ["  ╭───────╮", "1 │ · ♔ ♙ │", "2 │ · · · │", "3 │ · ♚ · │", "  ╰───────╯", "    c b a"];
        check("1k1/3/PK1", None, Color::Black, Look::Figurines, &black);
    }

    #[test]
    fn the_selected_piece_and_its_targets_are_marked() {
        let lines = [
            "  +---------+",
            "4 | k . . . |",
            "3 |xn . p . |",
            "2 |[R]* *xq |",
            "1 | K . . . |",
            "  +---------+",
            "    a b c d",
        ];
        check("k3/n1p1/R2q/K3", Some(Square::A2), Color::White, Look::Ascii, &lines);
        let lines = [
            "  ╭─────────╮",
            "4 │ ♚ · · · │",
            "3 │×♞ · ♟ · │",
            "2 │[♖]• •×♛ │",
            "1 │ ♔ · · · │",
            "  ╰─────────╯",
            "    a b c d",
        ];
        check("k3/n1p1/R2q/K3", Some(Square::A2), Color::White, Look::Figurines, &lines);
    }
}
