//! Writes a game as the PGN standard's export format asks for it.

use super::builder::PgnGame;
use super::columns::Columns;
use crate::notes::Comment;
use crate::{Game, NodeId, Variant};
use regence_rules::Color;
use std::fmt;

/// What is still to be written. A list of this, and not the call stack, holds the variations that are open.
enum Task {
    /// The rest of a line, from this move on.
    Line(NodeId),
    /// A variation that starts with this move.
    Variation(NodeId),
    /// The end of a variation.
    Close,
}

/// Movetext on its way.
struct Movetext<'a> {
    game: &'a Game,
    columns: Columns,
    tasks: Vec<Task>,
}

impl<'a> Movetext<'a> {
    fn of(game: &'a Game) -> Columns {
        let mut movetext = Self { game, columns: Columns::default(), tasks: Vec::new() };
        movetext.notes_after(NodeId::START);
        movetext.tasks.extend(game.variations(NodeId::START).first().copied().map(Task::Line));
        while let Some(task) = movetext.tasks.pop() {
            match task {
                Task::Line(id) => movetext.line(id),
                Task::Variation(id) => {
                    movetext.columns.open("(");
                    movetext.line(id);
                }
                Task::Close => movetext.columns.close(")"),
            }
        }
        movetext.columns
    }

    /// A line up to its end, or up to where variations branch off: those go first, and the rest of the line waits.
    fn line(&mut self, first: NodeId) {
        let (game, mut id) = (self.game, first);
        // Whether Black's move follows White's at once, so that it needs no number.
        let mut follows = false;
        loop {
            follows = self.one_move(id, follows);
            let next = game.variations(id).first().copied();
            let rivals = self.rivals(id);
            if !rivals.is_empty() {
                self.tasks.extend(next.map(Task::Line));
                let variations = rivals.iter().rev().flat_map(|&rival| [Task::Close, Task::Variation(rival)]);
                self.tasks.extend(variations);
                return;
            }
            match next {
                Some(next) => id = next,
                None => return,
            }
        }
    }

    /// The other moves in place of this one, if this is the main one.
    fn rivals(&self, id: NodeId) -> &'a [NodeId] {
        let siblings = self.game.parent(id).map_or(&[][..], |parent| self.game.variations(parent));
        match siblings.split_first() {
            Some((&main, rivals)) if main == id => rivals,
            _ => &[],
        }
    }

    /// A move with its number and all that is written about it; says whether the next move follows at once.
    fn one_move(&mut self, id: NodeId, follows: bool) -> bool {
        let game = self.game;
        let (Some(ply), Some(parent)) = (game.ply(id), game.parent(id)) else { return follows };
        let notes = game.notes(id);
        self.comment(&notes.before);
        let before = game.position_at(parent);
        match before.turn() {
            Color::White => self.columns.word(&format!("{}.", before.fullmove_number())),
            Color::Black if !follows || !notes.before.is_empty() => {
                self.columns.word(&format!("{}...", before.fullmove_number()));
            }
            Color::Black => {}
        }
        self.columns.word(&ply.to_string());
        self.notes_after(id);
        notes.after.is_empty()
    }

    /// What is written behind a move, or about the start.
    fn notes_after(&mut self, id: NodeId) {
        let notes = self.game.notes(id);
        for glyph in &notes.glyphs {
            self.columns.word(&format!("${}", glyph.0));
        }
        self.comment(&notes.after);
    }

    fn comment(&mut self, comment: &Comment) {
        if comment.is_empty() {
            return;
        }
        // Line ends are only spaces in a comment, whoever put them there.
        let text = comment.to_string().replace(['\n', '\r'], " ");
        if text.contains('}') {
            // Only the end of its line ends such a comment.
            self.columns.line_comment(&text);
        } else {
            self.columns.open("{");
            self.columns.words(&text);
            self.columns.close("}");
        }
    }
}

/// The export format: seven tags and the others by name, an empty line, moves in lines of less than 80 characters, and an
/// empty line after the game.
impl fmt::Display for PgnGame {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut tags = self.tags.clone();
        tags.set("Result", self.result.to_string());
        let (variant, start) = (self.game.variant(), self.game.start());
        match variant {
            Variant::Orthodox => {}
            Variant::Chess960 => tags.set("Variant", "Chess960"),
            Variant::House(_) => tags.set("Variant", variant.to_string()),
        }
        if variant == Variant::Chess960 || *start != variant.start() {
            tags.set("SetUp", "1");
            tags.set("FEN", start.fen());
        }
        let mut columns = Movetext::of(&self.game);
        columns.word(&self.result.to_string());
        write!(f, "{tags}\n{}\n", columns.finish())
    }
}
