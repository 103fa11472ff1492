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
    /// Each of them, or each part of a very long one.
    comments: Vec<Part>,
    is_full: bool,
}

/// A comment, or a part of one.
struct Part {
    place: Place,
    /// Where in the text it ends.
    end: usize,
    /// Whether the comment is over with it.
    is_last: bool,
}

impl Held {
    /// Of more than so many bytes the rest is left out.
    const MOST: usize = 2 * 1024 * 1024;

    /// Holds one more comment, or part of one, before which so many bytes stand.
    pub fn hold(&mut self, comment: &[u8], offset: u64, place: Place, is_last: bool) {
        let used = self.text.len() + self.comments.len() * size_of::<Part>();
        self.is_full |= used + comment.len() > Self::MOST;
        if !self.is_full {
            self.start.get_or_insert((offset, place));
            self.text.extend_from_slice(comment);
            self.comments.push(Part { place, end: self.text.len(), is_last });
        }
    }

    /// How many bytes stand before the first, and its place.
    pub fn start(&self) -> Option<(u64, Place)> {
        self.start
    }

    /// Tells a visitor of all of them, and holds none any more.
    pub fn tell<V: Visitor>(&mut self, visitor: &mut V) {
        let mut from = 0;
        for (index, &Part { place, end, is_last }) in self.comments.iter().enumerate() {
            let (text, at) = (&self.text[from..end], At::known(place));
            // There may have been no room for what follows.
            if is_last || index + 1 == self.comments.len() {
                visitor.comment(text, at);
            } else {
                visitor.comment_part(text, at);
            }
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
