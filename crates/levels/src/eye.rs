//! Judges a position as somebody does who knows less than the evaluation, errs a little, and has a taste.

use crate::chance::{bell, mix};
use crate::manners::manners;
use regence_engine::{Evaluation, Evaluator, Numbers};
use regence_game::person::Style;
use regence_rules::{Color, Move, Piece, Position, Rank, Role};

/// What everybody knows of the pieces.
pub(crate) const fn worth(role: Role) -> i32 {
    match role {
        Role::Pawn => 100,
        Role::Knight => 310,
        Role::Bishop => 320,
        Role::Rook => 500,
        Role::Queen => 930,
        Role::King => 0,
    }
}

/// Somebody's eye for a position. It errs in two ways: it likes some pieces on some squares, for the whole of a game, and it
/// misjudges each position by itself. The same position is always judged alike.
#[derive(Clone)]
pub(crate) struct Eye {
    evaluation: Evaluation,
    /// Whose likes count.
    own: Color,
    seed: u64,
    noise: f32,
    judgement: f32,
    style: Style,
    /// What each piece but the king seems worth on each square, beyond what it is.
    fancies: Option<Box<[[i16; 64]; 10]>>,
}

/// How the error is divided between positions and squares.
const OF_POSITION: f32 = 0.5;
const OF_SQUARE: f32 = 0.35;

impl Eye {
    pub(crate) fn new(seed: u64, noise: f32, judgement: f32, style: Style) -> Self {
        let mut fancies = Box::new([[0; 64]; 10]);
        for (piece, squares) in fancies.iter_mut().enumerate() {
            for (square, fancy) in squares.iter_mut().enumerate() {
                *fancy = (bell(mix(&[seed, piece as u64, square as u64])) * noise * OF_SQUARE) as i16;
            }
        }
        let evaluation = Evaluation::default();
        Self { evaluation, own: Color::White, seed, noise, judgement, style, fancies: Some(fancies) }
    }

    /// The same eye without fancies for squares, which it takes time to mind.
    pub(crate) fn without_fancies(self) -> Self {
        Self { fancies: None, ..self }
    }

    /// Judges as the player of this colour from now on.
    pub(crate) fn sit(&mut self, own: Color) {
        self.own = own;
    }

    /// The same eye, but sharp.
    pub(crate) fn sharp(&self) -> Self {
        Self { noise: 0.0, judgement: 1.0, style: Style::NONE, fancies: None, ..self.clone() }
    }

    /// What a position is worth to the side to move, in hundredths of a pawn.
    pub(crate) fn judge(&mut self, position: &Position) -> i32 {
        let known = self.evaluation.evaluate(position);
        let turn = position.turn();
        let mut worth = if self.judgement < 1.0 {
            let plain = plain(position, turn);
            plain + ((known - plain) as f32 * self.judgement) as i32
        } else {
            known
        };
        // Whoever errs goes by rules.
        if self.noise > 0.0 {
            worth += self.error(position, turn) + manners(position);
        }
        if self.style != Style::NONE {
            let likes = self.likes(position);
            worth += if turn == self.own { likes } else { -likes };
        }
        worth
    }

    /// By how much the position is misjudged.
    fn error(&self, position: &Position, turn: Color) -> i32 {
        // Pieces of both sides are fancied; what matters is how that changes from one position to the next.
        let fancies = self.fancies.as_ref().map_or(0, |fancies| fancied(fancies, position, turn));
        let (white, black) =
            (position.board().by_color(Color::White), position.board().by_color(Color::Black));
        let here = bell(mix(&[self.seed, white.bits(), black.bits()])) * self.noise * OF_POSITION;
        fancies + here as i32
    }

    /// What the position is worth to its player beyond its worth.
    fn likes(&self, position: &Position) -> i32 {
        let (board, own) = (position.board(), self.own);
        let (king, target) = (position.king(own), position.king(!own));
        let pieces = board.by_color(own);
        let mut likes = 0;
        for square in
            pieces & (board.by_role(Role::Knight) | board.diagonal_sliders() | board.orthogonal_sliders())
        {
            likes += i32::from(self.style.attack) * (4 - square.distance(target) as i32).max(-1);
        }
        for square in pieces & board.by_role(Role::Pawn) {
            let advance = (square.rank().seen_by(own).index() - Rank::Second.index()) as i32;
            likes += i32::from(self.style.pawns) * (6 + 2 * advance);
        }
        let minors = |role| (pieces & board.by_role(role)).len() as i32;
        likes += i32::from(self.style.knights) * 10 * (minors(Role::Knight) - minors(Role::Bishop));
        likes += i32::from(self.style.trades) * 5 * (32 - board.occupied().len() as i32);
        let near = pieces.into_iter().filter(|square| square.distance(king) <= 2).count() as i32;
        likes + i32::from(self.style.caution) * 3 * near
    }
}

/// What the fancies for squares add up to.
fn fancied(fancies: &[[i16; 64]; 10], position: &Position, turn: Color) -> i32 {
    let mut sum = 0;
    for color in Color::ALL {
        let own = position.board().by_color(color);
        for role in Role::ALL.into_iter().filter(|&role| role != Role::King) {
            let of_role = &fancies[index(role.of(color))];
            let squares = (own & position.board().by_role(role)).into_iter();
            let worth: i32 = squares.map(|square| i32::from(of_role[square.index()])).sum();
            sum += if color == turn { worth } else { -worth };
        }
    }
    sum
}

/// The sum of the pieces, with a liking for the middle of the board: all that a beginner knows.
fn plain(position: &Position, turn: Color) -> i32 {
    let mut sum = 0;
    for (square, piece) in position.board().pieces() {
        let (file, rank) = (square.file().index() as i32, square.rank().index() as i32);
        let from_middle = (2 * file - 7).abs() + (2 * rank - 7).abs();
        let centre = match piece.role {
            Role::Knight | Role::Bishop => 14 - from_middle,
            Role::Pawn => (14 - from_middle) / 2,
            _ => 0,
        };
        let worth = worth(piece.role) + 2 * centre;
        sum += if piece.color == turn { worth } else { -worth };
    }
    sum
}

fn index(piece: Piece) -> usize {
    (piece.role as usize - Role::Pawn as usize) * 2 + piece.color.index()
}

/// So that the engine can search with this eye.
impl Evaluator for Eye {
    /// Levels are as strong as they were measured to be, however the engine is tuned.
    const NUMBERS: Numbers = Numbers::Guessed;

    fn reset(&mut self, _root: &Position) {}

    fn play(&mut self, _before: &Position, _mv: Move, _after: &Position) {}

    fn undo(&mut self) {}

    fn evaluate(&mut self, position: &Position) -> i32 {
        self.judge(position)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const STYLE: Style = Style { attack: 1, trades: 2, pawns: -1, knights: 3, caution: 1 };
    const FEN: &str = "r1bqkb1r/pppp1ppp/2n2n2/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR w KQkq - 4 4";

    #[test]
    fn a_position_is_always_judged_alike() {
        let position = Position::from_fen(FEN).unwrap();
        let judged = |seed| Eye::new(seed, 100.0, 0.5, STYLE).judge(&position);
        assert_eq!(judged(3), judged(3));
        assert_ne!(judged(3), judged(4));
    }

    #[test]
    fn a_sharp_eye_sees_what_the_evaluation_sees() {
        let position = Position::from_fen(FEN).unwrap();
        let sharp = Eye::new(1, 100.0, 0.5, STYLE).sharp().judge(&position);
        assert_eq!(sharp, Evaluation::default().evaluate(&position));
    }

    #[test]
    fn both_sides_of_a_taste_cancel() {
        // What one side likes, it likes on both turns: only the sign changes with the turn.
        let mut eye = Eye::new(1, 0.0, 0.0, STYLE);
        let position = Position::from_fen(FEN).unwrap();
        let passed = position.pass().unwrap();
        assert_eq!(eye.judge(&position), -eye.judge(&passed));
    }
}
