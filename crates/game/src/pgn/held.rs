//! Comments between games, held until it is known to which of them they belong.

use super::place::{At, Place};
use super::visitor::Visitor;

/// Comments in the order of the text.
#[derive(Default)]
pub struct Held {
    /// How many bytes stand before the first, and its place.
    start: Option<(u64, Place)>,
    /// What all of them say, one after another.
    text: Vec<u8>,
    /// The place of each, and where in the text it ends.
    comments: Vec<(Place, usize)>,
    is_full: bool,
}

impl Held {
    /// Of more than so many bytes the rest is left out.
    const MOST: usize = 2 * 1024 * 1024;

    /// Holds one more comment, before which so many bytes stand.
    pub fn hold(&mut self, comment: &[u8], offset: u64, place: Place) {
        let used = self.text.len() + self.comments.len() * size_of::<(Place, usize)>();
        self.is_full |= used + comment.len() > Self::MOST;
        if !self.is_full {
            self.start.get_or_insert((offset, place));
            self.text.extend_from_slice(comment);
            self.comments.push((place, self.text.len()));
        }
    }

    /// How many bytes stand before the first, and its place.
    pub fn start(&self) -> Option<(u64, Place)> {
        self.start
    }

    /// Tells a visitor of all of them, and holds none any more.
    pub fn tell<V: Visitor>(&mut self, visitor: &mut V) {
        let mut from = 0;
        for &(place, end) in &self.comments {
            visitor.comment(&self.text[from..end], At::known(place));
            from = end;
        }
        self.clear();
    }

    /// Holds none any more.
    pub fn clear(&mut self) {
        self.start = None;
        self.text.clear();
        self.comments.clear();
        self.is_full = false;
    }
}
