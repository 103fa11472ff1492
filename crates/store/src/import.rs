//! Games that were played elsewhere.

use crate::pgn_date::moment;
use crate::store::require_text;
use crate::{
    Event, GameId, Moment, Opening, Played, PlayerKind, PlayerName, Standing, Status, StoreError, Tags,
};
use regence_game::clock::TimeControl;
use regence_game::notes::{Comment, Notes};
use regence_game::pgn::{GameResult, PgnGame, Tags as PgnTags};
use regence_game::{AnyPosition, Game, MoveRecord, NodeId, Ply, Refusal, Variant};
use regence_rules::{Color, UciMove};
use std::iter;
use std::time::Duration;

/// The longest name of an opening, and its code, that is kept to be found by, in characters.
const LONGEST_NAME: usize = 200;

/// A game that was played elsewhere and is over.
#[derive(Clone, PartialEq, Debug)]
pub struct PastGame {
    /// Which chess was played.
    pub variant: Variant,
    /// Where it began.
    pub start: AnyPosition,
    /// Its moves, none where somebody passed, each with the time that was left to whoever moved, if that is known.
    pub moves: Vec<(Option<UciMove>, Option<Duration>)>,
    /// How it ended. One that says it is still running is kept as abandoned, for nobody will go on with it.
    pub status: Status,
    /// Who had White. A name the store does not know becomes a player of this kind.
    pub white: Option<(PlayerName, PlayerKind)>,
    /// Who had Black.
    pub black: Option<(PlayerName, PlayerKind)>,
    /// The time control as people write it.
    pub time_control: Option<String>,
    /// When it was played.
    pub played: Moment,
    /// Its opening.
    pub opening: Option<Opening>,
    /// What is said of it. If that tells who had White, it is all that is told of the game when it is given out again.
    pub tags: Tags,
    /// Its variations, comments and signs: the whole game as PGN. None if the moves and their clocks are all there is.
    pub annotated: Option<String>,
}

impl PastGame {
    /// A game in PGN, with all that is written in it. Without a date it was played `otherwise`; without a named opening it
    /// has the one that its moves lead to.
    pub fn from_pgn(pgn: &PgnGame, otherwise: Moment) -> Self {
        // The tags are kept as they came; what is made of them can be shown.
        let said = |name| {
            let value: String = pgn.tags.get(name)?.chars().filter(|letter| !letter.is_control()).collect();
            (!["", "?", "-"].contains(&value.as_str())).then_some(value)
        };
        let moves = pgn.game.line_after(NodeId::START).map(|id| {
            let record = pgn.game.ply(id).and_then(|ply| ply.mv);
            (record.map(|record| record.uci), pgn.game.notes(id).after.clock())
        });
        Self {
            variant: pgn.game.variant(),
            start: *pgn.game.start(),
            moves: moves.collect(),
            status: status(pgn),
            white: player(pgn, "White", "WhiteType"),
            black: player(pgn, "Black", "BlackType"),
            time_control: said("TimeControl").map(in_minutes),
            played: moment(&pgn.tags).unwrap_or(otherwise),
            opening: opening(pgn, said("ECO"), said("Opening")),
            tags: pgn.tags.iter().map(|(name, value)| (name.to_owned(), value.to_owned())).collect(),
            annotated: is_annotated(&pgn.game).then(|| movetext(pgn)),
        }
    }

    /// Plays the moves, and says what is to be kept of the game and where it ends. The rules judge each move, the history
    /// none: a game may have gone on where it should have been drawn.
    pub(crate) fn events(&self) -> Result<(Vec<Event>, AnyPosition), StoreError> {
        let mut position = self.start;
        let mut line = Vec::with_capacity(self.moves.len());
        for (ply, &(uci, clock)) in (1..).zip(&self.moves) {
            let played = match uci {
                Some(uci) => {
                    self.play(&position, uci).map_err(|why| StoreError::IllegalMove { ply, uci, why })?
                }
                None => Ply { mv: None, position: position.pass().ok_or(StoreError::PassInCheck { ply })? },
            };
            position = played.position;
            line.push(Played::recorded(&played, clock));
        }
        let annotated = self.annotated.clone().map(|pgn| Event::Annotated { pgn });
        Ok(([Event::Line(line)].into_iter().chain(annotated).collect(), position))
    }

    fn play(&self, position: &AnyPosition, uci: UciMove) -> Result<Ply, Refusal> {
        let mv = position.resolve(uci)?;
        Ok(Ply { mv: MoveRecord::new(position, mv, self.variant), position: position.play(mv) })
    }
}

/// A game from elsewhere that has been judged, with the name by which it will be kept.
pub(crate) struct Arrival {
    pub(crate) id: GameId,
    pub(crate) past: PastGame,
    pub(crate) events: Vec<Event>,
    pub(crate) standing: Standing,
}

impl Arrival {
    pub(crate) fn new(past: PastGame) -> Result<Self, StoreError> {
        require_text(past.time_control.as_deref())?;
        if let Some(opening) = &past.opening {
            require_text([&opening.eco, &opening.name])?;
        }
        let (events, last) = past.events()?;
        let status = if past.status == Status::Running { Status::Abandoned } else { past.status.clone() };
        let standing = Standing { fen: last.fen(), status, opening: past.opening.clone() };
        Ok(Self { id: GameId::random()?, past, events, standing })
    }
}

/// A time control of PGN, which counts seconds, as people write it. What is none stays as it is.
fn in_minutes(tag: String) -> String {
    match TimeControl::from_pgn(&tag) {
        Ok(Some(control)) => control.to_string(),
        _ => tag,
    }
}

/// The opening that the tags say; what they leave out, the moves may tell.
fn opening(pgn: &PgnGame, eco: Option<String>, name: Option<String>) -> Option<Opening> {
    let played = pgn.game.opening_at(end(&pgn.game));
    if eco.is_none() && name.is_none() && played.is_none() {
        return None;
    }
    let eco = eco.or_else(|| played.map(|played| played.eco.to_string())).unwrap_or_default();
    let name = name.or_else(|| played.map(|played| played.name.to_owned())).unwrap_or_default();
    Some(Opening { eco: shortened(&eco), name: shortened(&name) })
}

/// What is to be found by must not be longer than an index takes. The tags have it whole.
fn shortened(text: &str) -> String {
    text.chars().take(LONGEST_NAME).collect()
}

/// The last place of the main line.
fn end(game: &Game) -> NodeId {
    game.line_after(NodeId::START).last().unwrap_or(NodeId::START)
}

/// Whether there is more in a game than a main line with clocks.
fn is_annotated(game: &Game) -> bool {
    let is_more = |id| {
        let Notes { before, after, glyphs } = game.notes(id);
        let mut clock = Comment::EMPTY;
        clock.set_clock(after.clock());
        // A clock that is not written as we write it is worth keeping too.
        game.variations(id).len() > 1 || !before.is_empty() || !glyphs.is_empty() || *after != clock
    };
    !game.notes(NodeId::START).is_empty()
        || iter::once(NodeId::START).chain(game.line_after(NodeId::START)).any(is_more)
}

/// The moves as PGN, without the tags, which are kept by themselves.
fn movetext(pgn: &PgnGame) -> String {
    PgnGame { tags: PgnTags::default(), ..pgn.clone() }.to_string()
}

fn player(pgn: &PgnGame, name: &str, kind: &str) -> Option<(PlayerName, PlayerKind)> {
    let is_program = pgn.tags.get(kind).is_some_and(|kind| kind.eq_ignore_ascii_case("program"));
    let kind = if is_program { PlayerKind::Computer } else { PlayerKind::Human };
    Some((PlayerName::from_tag(pgn.tags.get(name)?)?, kind))
}

/// How it ended: by the rules, if they agree with the result, otherwise with the result alone.
fn status(pgn: &PgnGame) -> Status {
    let winner = match pgn.result {
        GameResult::WhiteWins => Some(Color::White),
        GameResult::BlackWins => Some(Color::Black),
        GameResult::Draw => None,
        GameResult::Unknown => return Status::Abandoned,
    };
    match pgn.game.outcome_at(end(&pgn.game)) {
        Some(outcome) if outcome.winner() == winner => Status::ended(outcome),
        _ => Status::result_only(winner),
    }
}
