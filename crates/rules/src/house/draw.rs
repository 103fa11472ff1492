//! The board as text, the way the classroom game prints it.

use super::HouseBoard;
use crate::{Piece, Square};
use alloc::string::String;

impl HouseBoard {
    /// The board in box-drawing characters, White on top: rank 1 comes first. Letters and numbers stand on all four
    /// sides; upper case is White. Every line ends in a line feed.
    ///
    /// ```
    /// use regence_rules::house::HouseBoard;
    /// let board: HouseBoard = "1k1/3/PK1".parse()?;
    /// let lines = [
    ///     "    a   b   c  ",
    ///     "  ┌───┬───┬───┐",
    ///     "1 │ P │ K │   │ 1",
    ///     "  ├───┼───┼───┤",
    ///     "2 │   │   │   │ 2",
    ///     "  ├───┼───┼───┤",
    ///     "3 │   │ k │   │ 3",
    ///     "  └───┴───┴───┘",
    ///     "    a   b   c  ",
    /// ];
    /// assert!(board.draw_classroom().lines().eq(lines));
    /// # Ok::<(), regence_rules::house::ParseHouseFenError>(())
    /// ```
    pub fn draw_classroom(&self) -> String {
        let letters = self.letters();
        let mut text = letters.clone();
        for rank in self.size().ranks() {
            text += &if rank.index() == 0 {
                self.rule("┌", "┬", "┐")
            } else {
                self.rule("├", "┼", "┤")
            };
            text.push(rank.digit());
            text += " │";
            for file in self.size().files() {
                text.push(' ');
                text.push(self.piece_at(Square::new(file, rank)).map_or(' ', Piece::letter));
                text += " │";
            }
            text.push(' ');
            text.push(rank.digit());
            text.push('\n');
        }
        text += &self.rule("└", "┴", "┘");
        text += &letters;
        text
    }

    /// The line above and below the board that names the files.
    fn letters(&self) -> String {
        let mut line = String::from("  ");
        for file in self.size().files() {
            line += "  ";
            line.push(file.letter());
            line.push(' ');
        }
        line += " \n";
        line
    }

    /// A line between two ranks, or at the edge.
    fn rule(&self, left: &str, cross: &str, right: &str) -> String {
        let mut line = String::from("  ");
        for file in self.size().files() {
            line += if file.index() == 0 { left } else { cross };
            line += "───";
        }
        line += right;
        line.push('\n');
        line
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_start_is_drawn_to_the_character() {
        // Spaces at the end of the lines of letters belong to the drawing.
        let expected = [
            "    a   b   c   d   e   f   g   h  ",
            "  ┌───┬───┬───┬───┬───┬───┬───┬───┐",
            "1 │ R │ N │ B │ Q │ K │ B │ N │ R │ 1",
            "  ├───┼───┼───┼───┼───┼───┼───┼───┤",
            "2 │ P │ P │ P │ P │ P │ P │ P │ P │ 2",
            "  ├───┼───┼───┼───┼───┼───┼───┼───┤",
            "3 │   │   │   │   │   │   │   │   │ 3",
            "  ├───┼───┼───┼───┼───┼───┼───┼───┤",
            "4 │   │   │   │   │   │   │   │   │ 4",
            "  ├───┼───┼───┼───┼───┼───┼───┼───┤",
            "5 │   │   │   │   │   │   │   │   │ 5",
            "  ├───┼───┼───┼───┼───┼───┼───┼───┤",
            "6 │   │   │   │   │   │   │   │   │ 6",
            "  ├───┼───┼───┼───┼───┼───┼───┼───┤",
            "7 │ p │ p │ p │ p │ p │ p │ p │ p │ 7",
            "  ├───┼───┼───┼───┼───┼───┼───┼───┤",
            "8 │ r │ n │ b │ q │ k │ b │ n │ r │ 8",
            "  └───┴───┴───┴───┴───┴───┴───┴───┘",
            "    a   b   c   d   e   f   g   h  ",
            "",
        ]
        .join("\n");
        assert_eq!(HouseBoard::start().draw_classroom(), expected);
    }
}
