//! Games that were played elsewhere.

use crate::pgn_date::moment;
use crate::{Event, Moment, Opening, Played, PlayerKind, PlayerName, Status, StoreError, Tags};
use regence_game::pgn::{GameResult, PgnGame};
use regence_game::{AnyPosition, MoveRecord, NodeId, Ply, Variant};
use regence_rules::{Color, UciMove};
use std::time::Duration;

/// A game that was played elsewhere and is over.
#[derive(Clone, PartialEq, Debug)]
pub struct PastGame {
    /// Which chess was played.
    pub variant: Variant,
    /// Where it began.
    pub start: AnyPosition,
    /// Its moves, each with the time that was left to whoever moved, if that is known.
    pub moves: Vec<(UciMove, Option<Duration>)>,
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
    /// What else is said of it.
    pub tags: Tags,
}

/// Tags that say what a [`PastGame`] keeps elsewhere.
const KEPT_ELSEWHERE: [&str; 7] =
    ["White", "Black", "WhiteType", "BlackType", "TimeControl", "ECO", "Opening"];

impl PastGame {
    /// The main line of a game in PGN, with its tags and clocks. Without a date it was played `otherwise`.
    pub fn from_pgn(pgn: &PgnGame, otherwise: Moment) -> Result<Self, StoreError> {
        let said =
            |name| pgn.tags.get(name).filter(|value| !["", "?", "-"].contains(value)).map(str::to_owned);
        let mut moves = Vec::new();
        for (index, id) in pgn.game.line_after(NodeId::START).enumerate() {
            let record = pgn.game.ply(id).and_then(|ply| ply.mv);
            let record = record.ok_or(StoreError::NullMove { ply: index as u32 + 1 })?;
            moves.push((record.uci, pgn.game.notes(id).after.clock()));
        }
        let (eco, name) = (said("ECO"), said("Opening"));
        let opening = (eco.is_some() || name.is_some())
            .then(|| Opening { eco: eco.unwrap_or_default(), name: name.unwrap_or_default() });
        let tags = pgn.tags.iter().filter(|(name, _)| !KEPT_ELSEWHERE.contains(name));
        Ok(Self {
            variant: pgn.game.variant(),
            start: *pgn.game.start(),
            moves,
            status: status(pgn),
            white: player(pgn, "White", "WhiteType"),
            black: player(pgn, "Black", "BlackType"),
            time_control: said("TimeControl"),
            played: moment(&pgn.tags).unwrap_or(otherwise),
            opening,
            tags: tags.map(|(name, value)| (name.to_owned(), value.to_owned())).collect(),
        })
    }

    /// Plays the moves, and says where they lead. The rules judge each move, the history none: a game may have gone on
    /// where it should have been drawn.
    pub(crate) fn line(&self) -> Result<(Event, AnyPosition), StoreError> {
        let mut position = self.start;
        let mut line = Vec::with_capacity(self.moves.len());
        for (ply, &(uci, clock)) in (1..).zip(&self.moves) {
            let mv = position.resolve(uci).map_err(|why| StoreError::IllegalMove { ply, uci, why })?;
            let record = MoveRecord::new(&position, mv, self.variant);
            position = position.play(mv);
            line.extend(Played::of(&Ply { mv: record, position }, clock));
        }
        Ok((Event::Line(line), position))
    }
}

fn player(pgn: &PgnGame, name: &str, kind: &str) -> Option<(PlayerName, PlayerKind)> {
    let is_program = pgn.tags.get(kind).is_some_and(|kind| kind.eq_ignore_ascii_case("program"));
    let kind = if is_program { PlayerKind::Computer } else { PlayerKind::Human };
    Some((PlayerName::from_tag(pgn.tags.get(name)?)?, kind))
}

/// How it ended: by the rules, if they agree with the result, otherwise with the result alone.
fn status(pgn: &PgnGame) -> Status {
    let end = pgn.game.line_after(NodeId::START).last().unwrap_or(NodeId::START);
    let winner = match pgn.result {
        GameResult::WhiteWins => Some(Color::White),
        GameResult::BlackWins => Some(Color::Black),
        GameResult::Draw => None,
        GameResult::Unknown => return Status::Abandoned,
    };
    match pgn.game.outcome_at(end) {
        Some(outcome) if outcome.winner() == winner => Status::ended(outcome),
        _ => Status::result_only(winner),
    }
}
