//! What one should know of a choice in the form, in a sentence.

use super::players::OWN_LEVEL;
use super::{Chess, Field, Form};
use regence_game::session::{RATINGS, Seat};
use regence_levels::Opponent;

impl Form {
    /// What one should know of the line that is chosen.
    pub fn remark(&self) -> String {
        match self.field() {
            Field::Seat(color) => match self.seat(color) {
                Seat::Human(_) => String::new(),
                OWN_LEVEL => any_level(),
                Seat::Engine(level) => Opponent::Level(level).sentence(),
                Seat::Computer(computer) => Opponent::Computer(computer).sentence(),
            },
            Field::Clock => "Minutes for each side, and seconds that are added for each move.".into(),
            Field::OwnClock => "7+5 is seven minutes and five seconds a move; 40/90+30:30+30 has two periods, the first of \
                                forty moves; *5 is an hourglass of five minutes."
                .into(),
            Field::Chess => match self.chess {
                Chess::Orthodox => "The rules of the World Chess Federation.",
                Chess::Chess960 => "The pieces of the first rank stand in one of 960 orders.",
                Chess::Classroom => {
                    "For a first lesson: no check, castling, en passant or promotion; taking the last king wins."
                }
                Chess::House => "Boards from 3x3 to 8x8, and each special rule as you like it.",
            }
            .into(),
            Field::Number => "518 is the usual order.".into(),
            Field::Fen => "A position as FEN is pasted or typed here; the game begins with it.".into(),
            Field::Elo(_) => any_level(),
            Field::Play
            | Field::Name(_)
            | Field::OwnColor
            | Field::Sides
            | Field::Size
            | Field::Rule(_)
            | Field::EngineTime => String::new(),
        }
    }
}

fn any_level() -> String {
    let (least, most) = (RATINGS.start(), RATINGS.end());
    format!("Any level from {least} to {most}, as measured in games against engines of known strength.")
}
