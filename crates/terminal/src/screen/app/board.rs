//! Moving pieces by hand: picking, dropping, planning, promoting.

use super::super::desk::{Desk, Matter, Promoting};
use super::App;
use crate::plain::choice;
use regence_game::session::Command;
use regence_game::{AnyPosition, Edit, Variant};
use regence_rules::{Color, Piece, Rank, Role, Square, UciMove};
use std::fmt::Display;

impl App {
    /// Picks a piece on a square, or drops the picked one there.
    pub(super) fn pick(&mut self, square: Square) {
        let Some(desk) = &mut self.desk else { return };
        desk.cursor = square;
        desk.notice = None;
        if desk.looks_back() {
            if let Some(play) = desk.play_mut() {
                play.viewing = None;
            }
            desk.say("Back at the game as it stands");
            return;
        }
        match desk.picked {
            Some(from) if from == square => desk.picked = None,
            Some(from) => self.drop_piece(from, square),
            None => desk.pick_up(square),
        }
    }

    /// Moves the picked piece.
    pub(super) fn drop_piece(&mut self, from: Square, to: Square) {
        let Some(desk) = &mut self.desk else { return };
        if desk.is_free() {
            self.command(Command::Edit(Edit::Shift(from, to)));
            return;
        }
        if desk.mover().is_none() {
            desk.plan_between(from, to);
            return;
        }
        let moves = desk.moves_between(from, to);
        let position = desk.position();
        match moves.as_slice() {
            [] => {
                let is_own = position.piece_at(to).is_some_and(|piece| piece.color == position.turn());
                if is_own {
                    desk.picked = Some(to);
                } else {
                    desk.picked = None;
                    if let Err(why) = position.resolve(UciMove::new(from, to)) {
                        desk.refuse(with_choices(&position, from, why));
                    }
                }
            }
            [only] => {
                let mv = only.uci(desk.variant());
                self.play_move(mv);
            }
            several => {
                let roles = Role::PROMOTIONS.into_iter();
                let roles = roles.filter(|role| several.iter().any(|mv| mv.promotion() == Some(*role)));
                desk.promoting = Some(Promoting { from, to, roles: roles.collect() });
            }
        }
    }

    /// Promotes the waiting pawn, or plans to.
    pub(super) fn promote(&mut self, role: Role) {
        let Some(desk) = &mut self.desk else { return };
        let Some(Promoting { from, to, .. }) = desk.promoting.take() else { return };
        let mv = UciMove { promotion: Some(role), ..UciMove::new(from, to) };
        if desk.premover().is_some() {
            desk.plan(mv);
        } else {
            self.play_move(mv);
        }
    }

    /// Plays a move, in the game or in the review.
    pub(super) fn play_move(&mut self, mv: UciMove) {
        let Some(desk) = &mut self.desk else { return };
        if let Matter::Play(_) = desk.matter {
            self.command(Command::Play(mv));
            return;
        }
        desk.let_go();
        desk.notice = None;
        let Some(review) = desk.review_mut() else { return };
        review.sweep.clear();
        if let Err(why) = review.pgn.game.play(mv) {
            desk.refuse(why);
        }
    }

    /// Puts a piece at the cursor of the free board, or clears the square.
    pub(super) fn put_piece(&mut self, piece: Option<Piece>) {
        let Some(desk) = &self.desk else { return };
        let at = desk.cursor;
        let edit = piece.map_or(Edit::Remove(at), |piece| Edit::Place(at, piece));
        self.command(Command::Edit(edit));
    }
}

impl Desk {
    fn pick_up(&mut self, square: Square) {
        if self.may_pick(square) {
            self.picked = Some(square);
        } else if let (Some(_), Some(color)) = (self.position().piece_at(square), self.mover()) {
            self.refuse(format!("that is not yours to move: it is {color}'s turn"));
        }
    }

    /// Whether a piece stands there that a person may move, now or as soon as a computer has moved.
    pub(super) fn may_pick(&self, square: Square) -> bool {
        let piece = self.position().piece_at(square);
        piece.is_some_and(|piece| self.is_free() || self.mover().or(self.premover()) == Some(piece.color))
    }

    /// The position for which a person may plan a move while a computer thinks: that on the board, were it one's turn.
    pub(super) fn planning_position(&self) -> Option<AnyPosition> {
        self.premover().filter(|_| !self.looks_back())?;
        self.position().pass()
    }

    /// Plans a move by its squares; what a pawn is to become is asked.
    fn plan_between(&mut self, from: Square, to: Square) {
        self.picked = None;
        let Some(color) = self.premover() else { return };
        if self.promotes(color, from, to) {
            self.promoting = Some(Promoting { from, to, roles: Role::PROMOTIONS.to_vec() });
        } else {
            self.plan(UciMove::new(from, to));
        }
    }

    /// Whether a pawn of this colour goes to where it becomes something else.
    fn promotes(&self, color: Color, from: Square, to: Square) -> bool {
        let position = self.position();
        let knows_promotion = match self.variant() {
            Variant::House(rules) => rules.promotion.is_on(),
            Variant::Orthodox | Variant::Chess960 => true,
        };
        let last = match color {
            Color::White => position.size().ranks().next_back(),
            Color::Black => Some(Rank::First),
        };
        let is_pawn = position.piece_at(from) == Some(Role::Pawn.of(color));
        is_pawn && knows_promotion && Some(to.rank()) == last
    }

    /// Plans a move to be played when the computer has moved.
    pub(super) fn plan(&mut self, planned: UciMove) {
        let written = in_words(self.planning_position().as_ref(), planned);
        if let Some(play) = self.play_mut() {
            play.premove = Some(planned);
        }
        self.say(format!("{written} will be played next, if it can be; Esc takes it back"));
    }

    /// Moves the cursor by columns and rows, as seen.
    pub(super) fn move_cursor(&mut self, right: i8, up: i8) {
        let (files, ranks) = if self.flipped { (-right, -up) } else { (right, up) };
        let size = self.position().size();
        if let Some(square) = self.cursor.offset(files, ranks).filter(|&square| size.contains(square)) {
            self.cursor = square;
        }
    }
}

/// A move as people write it, or by its squares where it is not legal yet.
pub(super) fn in_words(position: Option<&AnyPosition>, mv: UciMove) -> String {
    let san = position.and_then(|position| position.san(position.resolve(mv).ok()?));
    san.map_or_else(|| mv.to_string(), |san| san.to_string())
}

/// Why a piece does not go where it was to go, and where else it can, unless that is nearly everywhere.
pub(super) fn with_choices(position: &AnyPosition, from: Square, why: impl Display) -> String {
    const MOST: usize = 6;
    let Some(piece) = position.piece_at(from).filter(|piece| piece.color == position.turn()) else {
        return why.to_string();
    };
    let mut squares: Vec<Square> = position.legal_moves_from(from).iter().map(|mv| mv.to()).collect();
    // A pawn has several moves to where it becomes something else.
    squares.sort();
    squares.dedup();
    match squares.len() {
        0 => format!("{why}; the {} on {from} has no move", piece.role),
        1..=MOST => format!("{why}; the {} on {from} can go to {}", piece.role, choice(squares)),
        _ => why.to_string(),
    }
}
