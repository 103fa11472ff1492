//! Games and positions in files.

use super::{Answer, Outside, PlainGame, Refused, Word, count, shown, usage};
use regence_game::clock::TimeControl;
use regence_game::pgn::{GameBuilder, GameResult, PgnGame, Reader, decode};
use regence_game::session::{Command, Seat, SessionError};
use regence_rules::Color;
use std::io::ErrorKind;

impl<O: Outside> PlainGame<O> {
    pub(super) fn pgn(&mut self) -> Answer {
        Ok(self.written_game()?.to_string().trim_end().lines().map(str::to_owned).collect())
    }

    /// The game up to here, without what was taken back.
    fn written_game(&self) -> Result<PgnGame, Refused> {
        let game = self.session.game().ok_or(SessionError::Idle)?;
        let mut played = game.restarted();
        for record in game.plies().into_iter().filter_map(|ply| ply.mv) {
            played.play(record.uci)?;
        }
        let mut written = PgnGame::new(played);
        written.result = game.outcome().map_or(GameResult::Unknown, GameResult::from);
        for color in Color::ALL {
            let name = match &self.session.seats()[color] {
                Seat::Human(name) if name.is_empty() => "?".to_owned(),
                seat => seat.to_string(),
            };
            written.tags.set(&color.to_string(), name);
        }
        let control = self.session.clock().control(Color::White);
        if *control != TimeControl::Unlimited {
            written.tags.set("TimeControl", control.pgn());
        }
        Ok(written)
    }

    /// Saves the game, or the position if there is no game or the file is for one. A file that somebody else made is kept
    /// unless it is to be replaced.
    pub(super) fn save(&mut self, name: &str, replace: bool) -> Answer {
        if name.is_empty() {
            return Err(usage(Word::Save));
        }
        let is_position = has_ending(name, ".fen");
        let text =
            if is_position { format!("{}\n", self.session.fen()) } else { self.written_game()?.to_string() };
        let replace = replace || self.saved.iter().any(|saved| saved == name);
        match self.outside.write(name, &text, replace) {
            Ok(()) => {
                self.saved.push(name.to_owned());
                let what = if is_position { "position" } else { "game" };
                Ok(vec![format!("The {what} is saved in '{}'.", shown(name))])
            }
            Err(error) if error.kind() == ErrorKind::AlreadyExists => Err(Refused(format!(
                "there is a file '{0}' already: choose another name, or `save! {0}` to replace it",
                shown(name)
            ))),
            Err(error) => Err(Refused(format!("'{}' cannot be written: {error}", shown(name)))),
        }
    }

    /// Loads a position, or the first game of a file.
    pub(super) fn load(&mut self, name: &str) -> Answer {
        if name.is_empty() {
            return Err(usage(Word::Load));
        }
        let bytes = self
            .outside
            .read(name)
            .map_err(|error| Refused(format!("'{}' cannot be read: {error}", shown(name))))?;
        let text = decode(&bytes);
        let mut lines = text.lines().map(str::trim).filter(|line| !line.is_empty());
        match (lines.next(), lines.next()) {
            (Some(fen), None) if has_ending(name, ".fen") => self.fen(fen),
            (None, _) => Err(Refused(format!("'{}' is empty", shown(name)))),
            _ => self.load_game(name, &bytes),
        }
    }

    /// Loads a position or a game before anything is said; on failure, says why.
    pub fn open(&mut self, name: &str) -> Result<(), String> {
        self.load(name).map(drop).map_err(|Refused(why)| why)
    }

    fn load_game(&mut self, name: &str, bytes: &[u8]) -> Answer {
        let mut builder = GameBuilder::new();
        // Bytes in memory can always be read.
        if !Reader::new(bytes).read_game(&mut builder).unwrap_or(false) {
            return Err(Refused(format!("there is no game in '{}'", shown(name))));
        }
        let (read, errors) = builder.take();
        if let Some(error) = errors.first() {
            return Err(Refused(format!("'{}', {}: {}", shown(name), error.place, error.problem)));
        }
        let mut game = read.game;
        game.to_start();
        game.to_end();
        self.set_position(game.variant(), *game.start())?;
        let records: Vec<_> = game.plies().into_iter().filter_map(|ply| ply.mv).collect();
        for record in &records {
            self.apply(Command::Play(record.uci))?;
        }
        for color in Color::ALL {
            let known = read.tags.get(&color.to_string()).filter(|&name| name != "?");
            if let (Seat::Human(_), Some(name)) = (&self.session.seats()[color], known) {
                self.apply(Command::Seat(color, Seat::Human(name.to_owned())))?;
            }
        }
        let result = match (read.result, self.session.outcome()) {
            (GameResult::Unknown, _) | (_, Some(_)) => String::new(),
            (result, None) => format!(", which ended {result}"),
        };
        Ok(vec![
            format!("Loaded {} from '{}'{result}.", count(records.len(), "half-move"), shown(name)),
            self.players(),
        ])
    }
}

fn has_ending(name: &str, ending: &str) -> bool {
    name.to_ascii_lowercase().ends_with(ending)
}
