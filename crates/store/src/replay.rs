//! From a log back to the game it tells.

use crate::{Entry, Event, GameSummary, PlayerKind, Status, StoreError};
use regence_game::clock::TimeControl;
use regence_game::pgn::{GameBuilder, GameResult, PgnGame, Reader};
use regence_game::{Game, NodeId, Ply, Purpose, Variant};
use regence_rules::{Color, Draw, Outcome, UciMove, Win};
use std::time::Duration;

/// A game as it was kept, ready to go on.
#[derive(Clone, Debug)]
pub struct KeptGame {
    /// What is known of it.
    pub summary: GameSummary,
    /// The game; what was taken back last can be played again.
    pub game: Game,
    /// Its log.
    pub entries: Vec<Entry>,
}

impl KeptGame {
    /// The number that the next entry will get.
    pub fn next_number(&self) -> u32 {
        self.entries.len() as u32 + 1
    }

    /// The game as PGN: its moves with clocks, its tags and its result, and whatever was written about it elsewhere.
    pub fn pgn(&self) -> PgnGame {
        let mut pgn = self.annotated().unwrap_or_else(|| PgnGame::new(self.main_line()));
        self.set_tags(&mut pgn);
        pgn.result = match &self.summary.status {
            Status::Finished { winner: Some(Color::White), .. } => GameResult::WhiteWins,
            Status::Finished { winner: Some(Color::Black), .. } => GameResult::BlackWins,
            Status::Finished { winner: None, .. } => GameResult::Draw,
            Status::Running | Status::Abandoned => GameResult::Unknown,
        };
        pgn
    }

    /// The game with all that was written about it elsewhere, unless it has gone on here since.
    fn annotated(&self) -> Option<PgnGame> {
        self.entries.iter().rev().find_map(|entry| entry.event.annotated(&self.game))
    }

    /// The moves that stand, with their clocks. What was taken back is no variation.
    fn main_line(&self) -> Game {
        let mut game = self.game.restarted();
        let mut clocks: Vec<Option<Duration>> = Vec::new();
        for entry in &self.entries {
            if matches!(entry.event, Event::Setup { .. }) {
                clocks.clear();
            }
            clocks.extend(entry.event.played().iter().map(|played| played.clock));
            clocks.truncate(clocks.len().saturating_sub(entry.event.undone() as usize));
        }
        for (ply, clock) in self.game.plies().iter().zip(clocks) {
            // It was played before, so it can be played again.
            let is_played = match ply.mv {
                Some(record) => game.play_recorded(record.uci).is_ok(),
                None => game.pass_recorded().is_some(),
            };
            if is_played && clock.is_some() {
                game.notes_mut(game.cursor()).after.set_clock(clock);
            }
        }
        game
    }

    fn set_tags(&self, pgn: &mut PgnGame) {
        let summary = &self.summary;
        if !summary.tags.contains_key("White") {
            self.set_known_tags(pgn);
        }
        for (name, value) in &summary.tags {
            pgn.tags.set(name, value.as_str());
        }
    }

    /// The tags of a game that brought none of its own.
    fn set_known_tags(&self, pgn: &mut PgnGame) {
        let summary = &self.summary;
        pgn.tags.set("Date", summary.created.date());
        for (color, player) in [("White", &summary.white), ("Black", &summary.black)] {
            let Some(player) = player else { continue };
            pgn.tags.set(color, player.name.as_str());
            if player.kind == PlayerKind::Computer {
                pgn.tags.set(&format!("{color}Type"), "program");
            }
        }
        let opening = summary.opening.as_ref();
        // People write minutes, PGN seconds.
        let control = summary
            .time_control
            .as_deref()
            .map(|text| text.parse().map_or_else(|_| text.to_owned(), |control: TimeControl| control.pgn()));
        let rest = [
            ("TimeControl", control.as_deref()),
            ("ECO", opening.map(|opening| opening.eco.as_str())),
            ("Opening", opening.map(|opening| opening.name.as_str())),
        ];
        for (name, value) in rest {
            if let Some(value) = value.filter(|value| !value.is_empty()) {
                pgn.tags.set(name, value);
            }
        }
    }

    /// Plays the log again.
    pub(crate) fn replay(summary: GameSummary, entries: Vec<Entry>) -> Result<Self, StoreError> {
        let damaged = |number, why| StoreError::Damaged { game: summary.id, number, why };
        // The row knows the last start only.
        let has_moved_on = entries.iter().any(|entry| matches!(entry.event, Event::Setup { .. }));
        let mut game = if has_moved_on {
            Game::default()
        } else {
            begin(summary.variant, &summary.start).map_err(|why| damaged(0, why))?
        };
        let first = entries.iter().rposition(|entry| matches!(entry.event, Event::Setup { .. })).unwrap_or(0);
        for (index, entry) in entries.iter().enumerate().skip(first) {
            apply(&mut game, &entry.event).map_err(|why| damaged(index as u32 + 1, why))?;
        }
        Ok(Self { summary, game, entries })
    }
}

impl Event {
    /// What was written about a game elsewhere, with all variations, for exploring; none if this event does not tell, or
    /// tells of other moves than those of the game's line.
    pub fn annotated(&self, game: &Game) -> Option<PgnGame> {
        let Self::Annotated { pgn } = self else { return None };
        let mut builder = GameBuilder::new();
        Reader::new(pgn.as_bytes()).read_game(&mut builder).ok()?;
        let (read, errors) = builder.take();
        let uci = |ply: &Ply| ply.mv.map(|record| record.uci);
        let line = read.game.line_after(NodeId::START).filter_map(|id| read.game.ply(id));
        let is_same = line.map(uci).eq(game.plies().into_iter().map(uci));
        (errors.is_empty() && is_same).then_some(read)
    }
}

/// A game with nothing played.
fn begin(variant: Variant, start: &str) -> Result<Game, String> {
    let start = variant.read_fen(start).map_err(|error| error.to_string())?;
    Ok(Game::of(variant, start, Purpose::Playing))
}

fn apply(game: &mut Game, event: &Event) -> Result<(), String> {
    for played in event.played() {
        let Some(uci) = played.uci else {
            game.pass_recorded().ok_or("a null move in check")?;
            continue;
        };
        // Elsewhere it may have gone on where it was over.
        let ply = if matches!(event, Event::Line(_)) { game.play_recorded(uci) } else { game.play(uci) };
        ply.map_err(|error| format!("{uci}: {error}"))?;
    }
    match event {
        Event::Undo { plies } => {
            for _ in 0..*plies {
                if !game.undo() {
                    return Err("more is taken back than was played".to_owned());
                }
            }
            Ok(())
        }
        Event::End { outcome, intended } => end(game, *outcome, *intended),
        Event::Setup { variant, start } => {
            *game = begin(*variant, start)?;
            Ok(())
        }
        Event::Play(_) | Event::Line(_) | Event::Annotated { .. } | Event::Note { .. } => Ok(()),
    }
}

/// Ends the game as it was ended then.
fn end(game: &mut Game, outcome: Outcome, intended: Option<UciMove>) -> Result<(), String> {
    let ended = match outcome {
        Outcome::Win { winner, by: Win::Resignation } => game.resign(!winner),
        Outcome::Win { winner, by: Win::Abandonment } => game.abandon(!winner),
        Outcome::Win { winner, by: Win::Time } => game.flag(!winner),
        Outcome::Draw(Draw::TimeWithoutMaterial { flagged }) => game.flag(flagged),
        Outcome::Draw(Draw::FiftyMoves | Draw::ThreefoldRepetition) => game.claim(intended),
        Outcome::Draw(Draw::Agreement) => {
            game.offer_draw(Color::White).and_then(|()| game.accept_draw(Color::Black))
        }
        // The rest ends a game by itself, so that its word adds nothing.
        _ => game
            .outcome()
            .map_or_else(|| Err(format!("'{outcome}' is not how the game stands")), |found| Ok(Ok(found)))?,
    };
    match ended {
        Ok(found) if found == outcome => Ok(()),
        Ok(found) => Err(format!("the log says '{outcome}', the rules '{found}'")),
        Err(error) => Err(error.to_string()),
    }
}
