//! Writes a review into the game itself, where every program that reads PGN finds it.

use crate::review::{Played, Review};
use crate::worth::{Seen, Worth};
use regence_game::notes::Comment;
use regence_game::{Game, NodeId};

impl Review {
    /// Notes what was found at these places of a game: the story at the start, what each position is worth, and behind bad
    /// moves a sign and what was wrong with them. What stood there before stays; what was noted already is not noted twice.
    pub fn annotate(&self, game: &mut Game, places: &[NodeId], played: &Played, seen: &[Seen]) {
        if let Some(&start) = places.first() {
            add(&mut game.notes_mut(start).after, &self.story(played).join(" "));
        }
        for ((&place, seen), verdict) in places.iter().zip(seen).skip(1).zip(&self.verdicts) {
            let notes = game.notes_mut(place);
            if let Worth::Judged(worth) = seen.worth {
                notes.after.set_evaluation(Some(worth));
            }
            let Some(verdict) = verdict else { continue };
            if let Some(judgement) = verdict.judgement {
                // A move has one sign from `!` to `?!`.
                notes.glyphs.retain(|glyph| !(1..=6).contains(&glyph.0));
                notes.glyphs.push(judgement.nag());
            }
            if let Some(remark) = &verdict.remark {
                add(&mut notes.after, remark);
            }
        }
    }
}

fn add(comment: &mut Comment, text: &str) {
    if !comment.text.contains(text) {
        comment.add(text);
    }
}
