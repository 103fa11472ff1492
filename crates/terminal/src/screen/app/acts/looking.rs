//! Going through the moves without changing anything, and letting go of what was begun.

use super::super::super::action::Action;
use super::super::super::desk::{Desk, Matter};
use regence_game::session::Awaiting;
use regence_game::{Game, NodeId};
use regence_rules::Color;

impl Desk {
    /// Goes through the moves without changing anything.
    pub(super) fn look(&mut self, action: &Action) {
        self.let_go();
        match &mut self.matter {
            Matter::Review(review) => {
                let game = &mut review.pgn.game;
                match action {
                    Action::Back => drop(game.undo()),
                    Action::Forward => drop(game.redo()),
                    Action::First => game.to_start(),
                    Action::Last => game.to_end(),
                    Action::LookAt(id) => drop(game.jump(*id)),
                    Action::OtherVariation(by) => other_variation(game, *by),
                    _ => {}
                }
            }
            Matter::Play(play) => {
                let Some(game) = play.session().game() else { return };
                let path = game.path();
                let last = path.len();
                let at = play
                    .viewing
                    .map_or(last, |id| path.iter().position(|&at| at == id).map_or(0, |at| at + 1));
                let next = match action {
                    Action::Back => at.saturating_sub(1),
                    Action::Forward => (at + 1).min(last),
                    Action::First => 0,
                    Action::LookAt(id) => path.iter().position(|at| at == id).map_or(0, |at| at + 1),
                    _ => last,
                };
                let id = next.checked_sub(1).map_or(NodeId::START, |index| path[index]);
                play.viewing = (next < last).then_some(id);
            }
        }
    }

    pub(super) fn cancel(&mut self) {
        let had_plan = self.play_mut().is_some_and(|play| play.premove.take().is_some());
        if self.announces_end {
            self.announces_end = false;
        } else if had_plan {
            self.say("The planned move is taken back");
        } else if self.picked.is_some() || self.notice.is_some() || self.mind.advice.is_some() {
            self.let_go();
            self.notice = None;
            self.mind.advice = None;
        } else if let Some(play) = self.play_mut()
            && play.viewing.take().is_some()
        {
        } else {
            self.on_board = false;
        }
        if let Some(review) = self.review_mut() {
            review.sweep.clear();
        }
    }

    /// Whether a game is being played.
    pub(in crate::screen) fn is_running(&self) -> bool {
        self.play()
            .is_some_and(|play| !matches!(play.session().awaiting(), Awaiting::Nobody(_) | Awaiting::Editor))
    }

    /// Whether anything was played.
    pub(in crate::screen) fn has_moves(&self) -> bool {
        self.game().is_some_and(|game| !game.variations(NodeId::START).is_empty())
    }

    /// The side of the person who is asked: the side to move, or the only person's.
    pub(super) fn own_color(&self) -> Option<Color> {
        let seats = self.play()?.session().seats();
        let turn = self.position().turn();
        [turn, !turn].into_iter().find(|&color| seats[color].is_human())
    }
}

/// Goes to the variation beside the move one looks at.
fn other_variation(game: &mut Game, by: isize) {
    let here = game.cursor();
    let Some(parent) = game.parent(here) else { return };
    let siblings = game.variations(parent);
    let Some(at) = siblings.iter().position(|&id| id == here) else { return };
    let next = siblings[(at + siblings.len()).saturating_add_signed(by) % siblings.len()];
    game.jump(next);
}
