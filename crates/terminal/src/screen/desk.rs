//! A board with what is on it: a game being played, a free board, or a game being looked through.

mod asking;
mod mind;
mod play;
mod review;
mod worth;

pub use asking::{Asking, Notice, Promoting, sentence};
pub use mind::{Mind, Want};
pub use play::{Held, Play};
pub use review::Review;
pub use worth::line;

use super::line::Line;
use regence_game::session::Awaiting;
use regence_game::{AnyMove, AnyPosition, Game, NodeId, Variant};
use regence_rules::{ByColor, Color, Square};
use regence_store::Tally;
use std::fmt;
use std::path::PathBuf;

/// The desk.
#[derive(Clone, Debug)]
pub struct Desk {
    /// What is on it.
    pub matter: Matter,
    /// Whether Black is below.
    pub flipped: bool,
    /// Whether the arrow keys move the cursor on the board; otherwise they go through the moves.
    pub on_board: bool,
    /// Where the cursor is.
    pub cursor: Square,
    /// The square of the piece that is picked.
    pub picked: Option<Square>,
    /// Where the mouse button went down.
    pub dragged: Option<Square>,
    /// A pawn move that waits for what the pawn is to become.
    pub promoting: Option<Promoting>,
    /// Something that is asked for a yes or no.
    pub asking: Option<Asking>,
    /// A move or command being written.
    pub line: Option<Line>,
    /// The line that was entered last, while a file it has named is read or written.
    pub entered: Option<String>,
    /// What the line may become, and which of it Tab has put there.
    pub offered: Option<(Vec<String>, usize)>,
    /// The letter that was taken for an action, in case it begins a move, and the place one looked at before.
    pub letter: Option<(char, NodeId)>,
    /// What there is to say.
    pub notice: Option<Notice>,
    /// What the engine thinks of it.
    pub mind: Mind,
    /// Whether the end of the game is being announced.
    pub announces_end: bool,
    /// Files that hold this game, and may be written anew.
    pub saved: Vec<PathBuf>,
    /// Who plays, and how whoever has White stands against the other, once a game has ended.
    pub score: Option<(ByColor<String>, Tally)>,
}

/// What is on the desk.
#[derive(Clone, Debug)]
pub enum Matter {
    /// A session.
    Play(Box<Play>),
    /// A game to look through.
    Review(Box<Review>),
}

/// What a move to a square would be.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Target {
    /// A step.
    Quiet,
    /// A capture.
    Capture,
    /// Castling, en passant or a promotion.
    Special,
}

impl Desk {
    /// A desk with this on it.
    pub fn new(matter: Matter) -> Self {
        let mut desk = Self {
            matter,
            flipped: false,
            on_board: false,
            cursor: Square::E2,
            picked: None,
            dragged: None,
            promoting: None,
            asking: None,
            line: None,
            entered: None,
            offered: None,
            letter: None,
            notice: None,
            mind: Mind::default(),
            announces_end: false,
            saved: Vec::new(),
            score: None,
        };
        let size = desk.position().size();
        if !size.contains(desk.cursor) {
            desk.cursor = Square::A1;
        }
        desk
    }

    /// The session, if there is one.
    pub fn play(&self) -> Option<&Play> {
        match &self.matter {
            Matter::Play(play) => Some(play),
            Matter::Review(_) => None,
        }
    }

    /// The session, to be changed.
    pub fn play_mut(&mut self) -> Option<&mut Play> {
        match &mut self.matter {
            Matter::Play(play) => Some(play),
            Matter::Review(_) => None,
        }
    }

    /// The review, if there is one.
    pub fn review(&self) -> Option<&Review> {
        match &self.matter {
            Matter::Play(_) => None,
            Matter::Review(review) => Some(review),
        }
    }

    /// The review, to be changed.
    pub fn review_mut(&mut self) -> Option<&mut Review> {
        match &mut self.matter {
            Matter::Play(_) => None,
            Matter::Review(review) => Some(review),
        }
    }

    /// The game, unless the board is free.
    pub fn game(&self) -> Option<&Game> {
        match &self.matter {
            Matter::Play(play) => play.session().game(),
            Matter::Review(review) => Some(&review.pgn.game),
        }
    }

    /// The place one looks at.
    pub fn node(&self) -> NodeId {
        let cursor = self.game().map_or(NodeId::START, Game::cursor);
        self.play().and_then(|play| play.viewing).unwrap_or(cursor)
    }

    /// The position one looks at.
    pub fn position(&self) -> AnyPosition {
        match (&self.matter, self.game()) {
            (_, Some(game)) => *game.position_at(self.node()),
            (Matter::Play(play), None) => play.session().position(),
            (Matter::Review(review), None) => *review.pgn.game.position(),
        }
    }

    /// The same as FEN; on a free board with the rights to castle that only Chess960 knows.
    pub fn fen(&self) -> String {
        match (&self.matter, self.game()) {
            (Matter::Play(play), None) => play.session().fen(),
            _ => self.position().fen(),
        }
    }

    /// Which chess it is.
    pub fn variant(&self) -> Variant {
        match &self.matter {
            Matter::Play(play) => play.session().variant(),
            Matter::Review(review) => review.pgn.game.variant(),
        }
    }

    /// Whether the board is free.
    pub fn is_free(&self) -> bool {
        self.play().is_some_and(|play| play.session().free_board().is_some())
    }

    /// Whether one looks at an earlier position of a game being played.
    pub fn looks_back(&self) -> bool {
        self.play().is_some_and(|play| play.viewing.is_some())
    }

    /// Whether computers play each other.
    pub fn is_watched(&self) -> bool {
        let seats = self.play().filter(|_| !self.is_free()).map(|play| play.session().seats());
        seats.is_some_and(|seats| !seats.white.is_human() && !seats.black.is_human())
    }

    /// The side of the only computer in a game against a person.
    pub fn only_computer(&self) -> Option<Color> {
        let seats = self.play()?.session().seats();
        Color::ALL.into_iter().find(|&color| !seats[color].is_human() && seats[!color].is_human())
    }

    /// Whose pieces a person may move now.
    pub fn mover(&self) -> Option<Color> {
        match &self.matter {
            Matter::Play(play) => match play.session().awaiting() {
                Awaiting::Human(color) => Some(color),
                _ => None,
            },
            Matter::Review(review) => Some(review.pgn.game.position().turn()),
        }
    }

    /// Whose move a person may plan while a computer thinks.
    pub fn premover(&self) -> Option<Color> {
        let session = self.play()?.session();
        let (Awaiting::Engine { color, .. } | Awaiting::Computer { color, .. }) = session.awaiting() else {
            return None;
        };
        session.seats()[!color].is_human().then_some(!color)
    }

    /// The legal moves between two squares: one, or one for each promotion. Castling goes by the king's target, and by
    /// its rook where that is clear.
    pub fn moves_between(&self, from: Square, to: Square) -> Vec<AnyMove> {
        let (position, variant) = (self.position(), self.variant());
        let moves = position.legal_moves_from(from);
        let direct: Vec<AnyMove> = moves.iter().copied().filter(|mv| mv.to() == to).collect();
        let is_castling_by_rook = |mv: &AnyMove| {
            let AnyMove::Standard(standard) = mv else { return false };
            mv.castling().is_some() && standard.uci_chess960().to == to
        };
        let steps_beside = direct.iter().any(|mv| mv.castling().is_none());
        if variant == Variant::Chess960 {
            // The king may castle to where it may also step; then only the rook says that castling is meant.
            if let Some(castling) = moves.iter().copied().find(is_castling_by_rook) {
                return vec![castling];
            }
            if steps_beside {
                return direct.into_iter().filter(|mv| mv.castling().is_none()).collect();
            }
        }
        if direct.is_empty() { moves.into_iter().filter(is_castling_by_rook).collect() } else { direct }
    }

    /// Where the picked piece may go.
    pub fn targets(&self) -> Vec<(Square, Target)> {
        let Some(from) = self.picked.filter(|_| self.mover().is_some() && !self.looks_back()) else {
            return Vec::new();
        };
        let position = self.position();
        let target = |mv: AnyMove| {
            if mv.castling().is_some() || mv.is_en_passant() || mv.promotion().is_some() {
                Target::Special
            } else if position.captured(mv).is_some() {
                Target::Capture
            } else {
                Target::Quiet
            }
        };
        position.legal_moves_from(from).into_iter().map(|mv| (mv.to(), target(mv))).collect()
    }

    /// Says something.
    pub fn say(&mut self, text: impl Into<String>) {
        self.notice = Some(Notice { text: text.into(), is_error: false });
    }

    /// Says what went wrong, as a sentence.
    pub fn refuse(&mut self, why: impl fmt::Display) {
        self.notice = Some(Notice { text: sentence(&format!("{why}")), is_error: true });
    }

    /// Says what went wrong with a file, whose name stays as it is, and shows the line that has named it once more, to be
    /// mended.
    pub fn refuse_file(&mut self, text: String) {
        self.notice = Some(Notice { text, is_error: true });
        self.line = self.line.take().or_else(|| self.entered.take().map(Line::new));
    }

    /// Lets go of whatever was begun.
    pub fn let_go(&mut self) {
        self.picked = None;
        self.dragged = None;
        self.promoting = None;
        self.line = None;
        self.offered = None;
    }
}
