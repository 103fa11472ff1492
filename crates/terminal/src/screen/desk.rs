//! A board with what is on it: a game being played, a free board, or a game being looked through.

use super::line::Line;
use crate::keep::{KeptGame, Log};
use crate::thinker::Thought;
use regence_game::notes::Evaluation;
use regence_game::pgn::PgnGame;
use regence_game::session::{Awaiting, Event, Revision, Session, SessionError};
use regence_game::{AnyMove, AnyPosition, Game, NodeId, Variant, session};
use regence_rules::{Color, Role, Square, UciMove};
use std::collections::HashMap;
use std::fmt;
use std::time::Duration;

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
    /// The letter that was taken for an action, in case it begins a move.
    pub letter: Option<char>,
    /// What there is to say.
    pub notice: Option<Notice>,
    /// What the engine thinks of it.
    pub mind: Mind,
    /// Whether the end of the game is being announced.
    pub announces_end: bool,
}

/// What is on the desk.
#[derive(Clone, Debug)]
pub enum Matter {
    /// A session.
    Play(Box<Play>),
    /// A game to look through.
    Review(Box<Review>),
}

/// A session, and how one looks at it.
#[derive(Clone, Debug)]
pub struct Play {
    /// The session.
    pub log: Log,
    /// The session's time, and the outside time at which that was.
    pub epoch: (Duration, Duration),
    /// An earlier place that one looks at.
    pub viewing: Option<NodeId>,
    /// A move to be played as soon as the computer has moved.
    pub premove: Option<UciMove>,
    /// A computer's move that waits for its moment, because somebody watches.
    pub held: Option<Held>,
    /// When the last move was played, in outside time.
    pub moved_at: Duration,
    /// Whether the game's end has been written down.
    pub is_recorded: bool,
    /// Whether the game stops again after the next move.
    pub steps: bool,
}

/// A computer's move that waits for its moment.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Held {
    /// The move.
    pub mv: UciMove,
    /// The state it belongs to.
    pub revision: Revision,
    /// Its moment, in outside time.
    pub due: Duration,
}

/// A game to look through.
#[derive(Clone, Debug)]
pub struct Review {
    /// The game, with its tags.
    pub pgn: PgnGame,
    /// All games that came with it, and which one this is.
    pub games: Vec<PgnGame>,
    /// Which of them this is.
    pub index: usize,
    /// Places yet to be evaluated, the next one last, and how many there were.
    pub sweep: Vec<NodeId>,
    /// How many there were.
    pub sweep_size: usize,
}

/// A pawn move that waits for what the pawn is to become.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Promoting {
    /// Where from.
    pub from: Square,
    /// Where to.
    pub to: Square,
    /// What it may become.
    pub roles: Vec<Role>,
}

/// Something that is asked for a yes or no.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Asking {
    /// Whether this side gives up.
    Resign(Color),
    /// Whether the game begins again.
    Reset,
    /// Whether one leaves a running game.
    Leave,
    /// Whether one ends the running game to edit its position.
    Stop,
    /// Whether this side accepts the other's offer.
    AcceptDraw(Color),
}

impl Asking {
    /// The question.
    pub fn text(&self) -> String {
        match self {
            Self::Resign(color) => format!("Resign as {color}?"),
            Self::Reset => "Begin again from the start?".into(),
            Self::Leave => "Leave the game? It is kept for you.".into(),
            Self::Stop => "End this game and edit its position?".into(),
            Self::AcceptDraw(color) => format!("{} offers a draw. Does {color} accept?", !*color),
        }
    }
}

/// What there is to say.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Notice {
    /// In a sentence.
    pub text: String,
    /// Whether something went wrong.
    pub is_error: bool,
}

/// What is wanted of the engine at once.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Want {
    /// Advice.
    Hint,
    /// What the other side would do.
    Threat,
    /// The best move, to be played.
    BestMove,
}

/// What the engine thinks.
#[derive(Clone, Debug, Default)]
pub struct Mind {
    /// Its lines, the best first.
    pub thoughts: Vec<Thought>,
    /// What places are worth.
    pub evaluations: HashMap<NodeId, Evaluation>,
    /// Whether its lines are shown.
    pub is_shown: bool,
    /// Whether its advice is not marked on the board.
    pub hides_marks: bool,
    /// What is wanted at once.
    pub want: Option<Want>,
    /// What it answered.
    pub advice: Option<(Want, UciMove)>,
    /// What all this is about.
    pub about: Option<(Revision, NodeId)>,
}

impl Mind {
    /// Hears of a line.
    pub fn hear(&mut self, thought: Thought, node: NodeId) {
        if thought.rank == 1 {
            self.evaluations.insert(node, thought.score);
            if self.thoughts.first().is_some_and(|best| best.depth > thought.depth) {
                self.thoughts.clear();
            }
        }
        let index = thought.rank.saturating_sub(1);
        if index < self.thoughts.len() {
            self.thoughts[index] = thought;
        } else {
            self.thoughts.push(thought);
        }
    }
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
            letter: None,
            notice: None,
            mind: Mind::default(),
            announces_end: false,
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

    /// Lets go of whatever was begun.
    pub fn let_go(&mut self) {
        self.picked = None;
        self.dragged = None;
        self.promoting = None;
        self.line = None;
    }
}

/// Text that begins with a capital.
pub fn sentence(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

impl Play {
    /// A session that begins or goes on at this moment.
    pub fn new(log: Log, session_time: Duration, now: Duration) -> Self {
        let is_recorded = log.session().outcome().is_some();
        Self {
            log,
            epoch: (session_time, now),
            viewing: None,
            premove: None,
            held: None,
            moved_at: now,
            is_recorded,
            steps: false,
        }
    }

    /// The session.
    pub fn session(&self) -> &Session {
        self.log.session()
    }

    /// The session's time.
    pub fn time(&self, now: Duration) -> Duration {
        self.epoch.0 + now.saturating_sub(self.epoch.1)
    }

    /// Does something.
    pub fn apply(&mut self, command: session::Command, now: Duration) -> Result<Vec<Event>, SessionError> {
        let events = self.log.apply(command, self.time(now))?;
        self.viewing = None;
        self.held = None;
        if events.iter().any(|event| matches!(event, Event::Played(_))) {
            self.moved_at = now;
        }
        Ok(events)
    }

    /// What is to be kept of it.
    pub fn keep(&self, now: Duration, flipped: bool) -> KeptGame {
        self.log.keep(self.time(now), flipped)
    }
}

impl Review {
    /// A review of the first of these games; `None` if there are none.
    pub fn new(games: Vec<PgnGame>) -> Option<Self> {
        let pgn = games.first()?.clone();
        Some(Self { pgn, games, index: 0, sweep: Vec::new(), sweep_size: 0 })
    }

    /// Opens another of the games, as many further on as said.
    pub fn turn_to(&mut self, by: isize) {
        let index = self.index.saturating_add_signed(by).min(self.games.len().saturating_sub(1));
        if index != self.index {
            self.games[self.index] = self.pgn.clone();
            self.pgn = self.games[index].clone();
            self.index = index;
            self.sweep.clear();
        }
    }
}
