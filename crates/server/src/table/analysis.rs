//! What becomes of a tree of moves when somebody explores it.

use super::kept::Kept;
use super::{Done, Table};
use crate::refusal::Refusal;
use crate::view::{GameCommand, Happening};
use regence_game::notes::Comment;
use regence_game::pgn::Nag;
use regence_game::{Game, NodeId};
use std::time::Duration;

/// The most places a tree may have, the start and what was deleted included: all of it is sent to whoever comes.
pub const LARGEST_TREE: usize = 20_000;
/// The longest comment, in bytes.
const LONGEST_COMMENT: usize = 10_000;

/// Does what somebody asks for. On an error nothing has changed.
pub fn perform(game: &mut Game, command: &GameCommand) -> Result<Done, Refusal> {
    let (kept, happened) = match command {
        GameCommand::Play { mv } => explore(game, mv)?,
        GameCommand::Undo => go(game, game.parent(game.cursor()).map(NodeId::number))?,
        GameCommand::Redo => go(game, game.variations(game.cursor()).first().map(|id| id.number()))?,
        GameCommand::Go { place } => go(game, Some(*place))?,
        GameCommand::Promote { place } => {
            game.promote(find(game, *place)?);
            (Kept::Promote { place: *place }, Happening::Edited)
        }
        GameCommand::Cut { place } => {
            let id = find(game, *place)?;
            if id == NodeId::START {
                return Err(Refusal::not_now("the start cannot be deleted"));
            }
            game.delete(id);
            (Kept::Cut { place: *place }, Happening::Edited)
        }
        GameCommand::Comment { place, text } => {
            let id = find(game, *place)?;
            if text.len() > LONGEST_COMMENT {
                return Err(Refusal::invalid(format_args!(
                    "the comment has {} bytes, expected up to {LONGEST_COMMENT}",
                    text.len()
                )));
            }
            write(game, id, text);
            (Kept::Comment { place: *place, text: text.clone() }, Happening::Edited)
        }
        GameCommand::Glyphs { place, glyphs } => {
            let id = find(game, *place)?;
            if glyphs.len() > 8 || glyphs.iter().any(|&glyph| glyph > 255) {
                return Err(Refusal::invalid("expected up to 8 signs with numbers from 0 to 255"));
            }
            sign(game, id, glyphs);
            (Kept::Glyphs { place: *place, glyphs: glyphs.clone() }, Happening::Edited)
        }
        _ => return Err(Refusal::not_now("this is an analysis: nobody plays here")),
    };
    Ok(Done { happened: vec![happened], event: kept.event() })
}

/// Does again what was kept; `false` if it makes no sense.
pub fn repeat(game: &mut Game, kept: &Kept) -> bool {
    match kept {
        Kept::Explore { after, uci } => {
            let Some(at) = game.place(*after) else { return false };
            game.jump(at) && uci.parse().is_ok_and(|written| game.play(written).is_ok())
        }
        Kept::Go { place } => game.place(*place).is_some_and(|id| game.jump(id)),
        Kept::Promote { place } => game.place(*place).map(|id| game.promote(id)).is_some(),
        Kept::Cut { place } => game.place(*place).map(|id| game.delete(id)).is_some(),
        Kept::Comment { place, text } => game.place(*place).map(|id| write(game, id, text)).is_some(),
        Kept::Glyphs { place, glyphs } => game.place(*place).map(|id| sign(game, id, glyphs)).is_some(),
        _ => true,
    }
}

fn explore(game: &mut Game, text: &str) -> Result<(Kept, Happening), Refusal> {
    let after = game.cursor().number();
    if game.places() >= LARGEST_TREE {
        return Err(Refusal::not_now(too_large(game.places() + 1)));
    }
    let ply = game.play_written(text)?;
    let uci = ply.mv.map(|mv| mv.uci.to_string()).unwrap_or_default();
    Ok((Kept::Explore { after, uci }, Happening::Played))
}

/// A tree of so many places is too large, in words.
pub fn too_large(places: usize) -> String {
    format!(
        "this would be an analysis of {} moves, expected fewer than {LARGEST_TREE}",
        places.saturating_sub(1)
    )
}

fn go(game: &mut Game, place: Option<u32>) -> Result<(Kept, Happening), Refusal> {
    let place = place.ok_or_else(|| Refusal::not_now("there is no move there"))?;
    let id = find(game, place)?;
    game.jump(id);
    Ok((Kept::Go { place }, Happening::Edited))
}

fn find(game: &Game, place: u32) -> Result<NodeId, Refusal> {
    game.place(place)
        .ok_or_else(|| Refusal::unknown(format_args!("there is no place {place} in this analysis")))
}

/// Replaces the text and leaves commands for programs alone.
fn write(game: &mut Game, id: NodeId, text: &str) {
    let comment = Comment::read(text);
    let notes = game.notes_mut(id);
    notes.after.text = comment.text;
    for command in comment.commands {
        notes.after.set_command(&command.name, Some(command.argument));
    }
}

fn sign(game: &mut Game, id: NodeId, glyphs: &[u16]) {
    game.notes_mut(id).glyphs = glyphs.iter().map(|&glyph| Nag(glyph)).collect();
}

/// A copy to explore, with everything that was played.
pub fn explorable(game: &Game) -> Game {
    let mut copy = Game::of(game.variant(), *game.start(), regence_game::Purpose::Analysing);
    for ply in game.plies() {
        // It was legal once, so it is again; what was declared at its end is left out.
        let Some(mv) = ply.mv else { break };
        if copy.play(mv.uci).is_err() {
            break;
        }
    }
    copy
}

impl Table {
    /// A copy of its game to be explored or written down: what was played, or in an analysis all of it, with the time that
    /// was left after each move.
    pub fn copy(&self) -> Option<Game> {
        let game = self.game()?;
        let mut copy = if self.session().is_some() { explorable(game) } else { game.clone() };
        // The copy has the same moves in the same order, numbered from the start.
        for (id, original) in copy.path().into_iter().zip(game.path()) {
            if let Some(&left) = self.clocks.get(&original.number()) {
                copy.notes_mut(id).after.set_clock(Some(Duration::from_millis(left)));
            }
        }
        Some(copy)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::refusal::Code;

    #[test]
    fn a_tree_is_bounded_wherever_it_grows() {
        let mut game = explorable(&Game::default());
        let mut places = std::collections::VecDeque::from([NodeId::START]);
        while let Some(place) = places.pop_front() {
            for mv in game.position_at(place).legal_moves() {
                if game.places() == LARGEST_TREE {
                    places.clear();
                    break;
                }
                game.jump(place);
                game.play(mv.uci(game.variant())).expect("a legal move");
                places.push_back(game.cursor());
            }
        }
        // At the end of a line, and where it began.
        for place in [game.cursor(), NodeId::START] {
            game.jump(place);
            let first = game.position().legal_moves()[0].uci(game.variant());
            let refused = perform(&mut game, &GameCommand::Play { mv: first.to_string() });
            assert_eq!(refused.map(drop).map_err(|refusal| refusal.code), Err(Code::NotNow));
        }
        assert_eq!(game.places(), LARGEST_TREE);
    }
}
