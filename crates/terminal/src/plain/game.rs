//! The game in plain text: a line is a move or a command, and each is answered in sentences.

mod answers;
mod board_commands;
mod files;
mod listening;
mod play_commands;
mod reading;
mod refused;
mod settings;
mod telling;

use super::dialogue::Partner;
use super::drawing::Look;
use super::opponent::Opponents;
use super::outside::Outside;
use super::sentence::{choice, count, sentence, shown};
use super::words::{self, ENTRIES, Meaning, Word};
pub use board_commands::{looks_like_fen, read_position};
use reading::{as_move, promotion_letter, read_color, read_square, usage};
use refused::{Answer, Refused};
use regence_game::clock::TimeControl;
use regence_game::session::{Actor, Awaiting, Command, Event, Seat, Session};
use regence_game::{Game, Purpose};
use regence_rules::{ByColor, Color, Outcome, Square};
pub use settings::{Settings, Voice};
use std::time::Duration;

/// Two computers pause after so many half-moves, so that nothing goes on for ever unasked.
const LONGEST_WATCH: usize = 400;

/// A game in plain text. See [`Partner`] for how to talk to it.
pub struct PlainGame<O> {
    session: Session,
    opponents: Opponents,
    outside: O,
    seed: u64,
    /// How many start positions have been drawn by lot.
    lots: u64,
    look: Look,
    voice: Voice,
    /// Who sits below.
    below: Color,
    selected: Option<Square>,
    /// The square that was spoken of last.
    focus: Option<Square>,
    /// A move as it was written, of which only the promotion is not yet known.
    promotion: Option<String>,
    /// The drawing that was shown last.
    drawn: Vec<String>,
    /// The end that was told last.
    told: Option<Outcome>,
    /// Half-moves that computers have made since the last line was heard.
    streak: usize,
    /// Files that were written here, and may be again.
    saved: Vec<String>,
    has_named_substitute: bool,
    has_refused: bool,
    is_over: bool,
}

impl<O: Outside> PlainGame<O> {
    /// A game that begins like this.
    pub fn new(settings: Settings, outside: O) -> Self {
        let Settings { seats, variant, start, clock, seed, thinking, look, voice } = settings;
        let game = Game::of(variant, start, Purpose::Playing);
        let mut session = Session::new(game, seats).remembering_stages();
        if clock != TimeControl::Unlimited {
            let controls = ByColor { white: clock.clone(), black: clock };
            // Clocks can always be set before the first move.
            let _ = session.apply(Actor::Anyone, Command::Clock(controls), outside.now());
        }
        Self {
            session,
            opponents: Opponents::new(seed, thinking),
            outside,
            seed,
            lots: 0,
            look,
            voice,
            below: Color::White,
            selected: None,
            focus: None,
            promotion: None,
            drawn: Vec::new(),
            told: None,
            streak: 0,
            saved: Vec::new(),
            has_named_substitute: false,
            has_refused: false,
            is_over: false,
        }
    }

    /// Whether anything that was asked for has been refused.
    pub fn has_refused(&self) -> bool {
        self.has_refused
    }

    /// Does what a line says.
    fn obey(&mut self, line: &str) -> Answer {
        if line.is_empty() || line.starts_with('#') {
            return Ok(Vec::new());
        }
        if let Some(written) = self.promotion.take()
            && let Some(letter) = promotion_letter(line)
        {
            return self.play_written(&format!("{written}{letter}"));
        }
        if let Some(answer) = self.hear_key(line) {
            return answer;
        }
        let (first, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let rest = rest.trim();
        if let Some(word) = words::exact(first) {
            return self.execute(word, first, rest);
        }
        if let Some(written) = as_move(line) {
            return self.play_written(&written);
        }
        match words::look_up(first) {
            Meaning::One(word) => self.execute(word, first, rest),
            Meaning::Several(names) => Err(Refused(format!("'{first}' could mean {}", choice(names)))),
            Meaning::Unknown(Some(name)) => {
                Err(Refused(format!("'{}' is no move and no command: did you mean `{name}`?", shown(first))))
            }
            Meaning::Unknown(None) => {
                Err(Refused(format!("'{}' is no move and no command: `help` lists them", shown(first))))
            }
        }
    }

    fn execute(&mut self, word: Word, written: &str, rest: &str) -> Answer {
        let takes_nothing = ENTRIES.iter().any(|entry| entry.word == word && entry.arguments.is_empty());
        if takes_nothing && !rest.is_empty() {
            return Err(Refused(format!("`{written}` stands alone, without '{}'", shown(rest))));
        }
        match word {
            Word::Move => self.move_piece(rest),
            Word::Undo => self.apply(Command::Undo),
            Word::Redo => self.apply(Command::Redo),
            Word::Hint => self.hint(),
            Word::Pause => self.apply(Command::Pause),
            Word::Resume => self.apply(Command::Resume),
            Word::Draw => self.draw(),
            Word::Accept => self.answer_offer(Command::AcceptDraw),
            Word::Decline => self.answer_offer(Command::DeclineDraw),
            Word::Claim => self.claim(rest),
            Word::Resign => self.resign(rest),
            Word::Reset => self.reset(),
            Word::New => self.new_game(rest),
            Word::Seat => self.seat(rest),
            Word::Clock => self.clock(rest),
            Word::Stop => self.apply(Command::Stop),
            Word::Start => self.start(),
            Word::Insert => self.insert(rest),
            Word::Clear => self.clear(rest),
            Word::Fill => self.fill(rest),
            Word::Turn => self.turn(rest),
            Word::Castling => self.castling(rest),
            Word::Fen => self.fen(rest),
            Word::Pgn => self.pgn(),
            Word::Save => self.save(rest, written.ends_with('!')),
            Word::Load => self.load(rest),
            Word::Help => self.help(rest),
            Word::Exit => {
                self.is_over = true;
                Ok(vec!["Goodbye.".into()])
            }
            word => self.tell_about(word, rest),
        }
    }

    /// Tells the session to do something, and says what happened.
    fn apply(&mut self, command: Command) -> Answer {
        let events = self.session.apply(Actor::Anyone, command, self.outside.now())?;
        self.selected = None;
        for event in &events {
            if let Event::Played(record) = event {
                self.focus = Some(record.to);
            }
        }
        Ok(events.iter().filter_map(|event| self.tell(event)).collect())
    }

    fn help(&self, topic: &str) -> Answer {
        if topic.is_empty() {
            let mut lines = vec![
                "A line is a move, like e4, Nf3, O-O, e8=Q or e2e4, or one of these commands.".to_owned(),
            ];
            lines.extend(ENTRIES.iter().map(|entry| format!("  {}", entry.help())));
            if self.voice == Voice::Speech {
                lines.push(listening::HELP.to_owned());
            }
            return Ok(lines);
        }
        match words::look_up(topic) {
            Meaning::One(word) => {
                let entry = ENTRIES.iter().find(|entry| entry.word == word);
                Ok(entry.map(|entry| format!("{}.", entry.help())).into_iter().collect())
            }
            Meaning::Several(names) => Err(Refused(format!("'{topic}' could mean {}", choice(names)))),
            Meaning::Unknown(_) => Err(Refused(format!("there is no command '{}'", shown(topic)))),
        }
    }
}

impl<O: Outside> Partner for PlainGame<O> {
    fn greet(&mut self) -> Vec<String> {
        let help = "A line is a move like e4, or a command: `help` lists them.";
        let mut lines = vec![self.players(), help.into()];
        lines.extend(self.show_changes());
        lines
    }

    fn answer(&mut self, line: &str) -> Vec<String> {
        self.streak = 0;
        let mut lines = Vec::new();
        if self.session.settle(self.outside.now()).is_some() {
            lines.extend(self.tell_outcome());
        }
        match self.obey(line.trim()) {
            Ok(said) => lines.extend(said),
            Err(Refused(why)) => {
                self.has_refused = true;
                lines.push(sentence(why));
            }
        }
        lines.extend(self.show_changes());
        lines
    }

    fn go_on(&mut self) -> Option<Vec<String>> {
        let is_engine = match self.session.awaiting() {
            Awaiting::Computer { .. } => false,
            Awaiting::Engine { .. } => true,
            _ => return None,
        };
        if self.is_over {
            return None;
        }
        let mut lines = Vec::new();
        if is_engine && !Opponents::engine_knows(&self.session.position()) && !self.has_named_substitute {
            self.has_named_substitute = true;
            lines.push("The engine does not play by these rules, so the planner moves for it.".into());
        }
        let found = if self.streak < LONGEST_WATCH {
            self.opponents.reply(&self.session, self.outside.now())
        } else {
            lines.push(format!(
                "The computers have played {LONGEST_WATCH} half-moves: `resume` lets them go on."
            ));
            None
        };
        self.streak += 1;
        let command = found.map_or(Command::Pause, Command::Play);
        match self.apply(command) {
            Ok(said) => lines.extend(said),
            // The time ran out while it thought.
            Err(Refused(why)) => lines.extend(self.session.outcome().is_none().then(|| sentence(why))),
        }
        lines.extend(self.show_changes());
        Some(lines)
    }

    fn pass_time(&mut self) -> (Vec<String>, Option<Duration>) {
        let now = self.outside.now();
        let lines = match self.session.settle(now) {
            Some(_) => self.show_changes(),
            None => Vec::new(),
        };
        // A moment later, so that the flag has fallen by then.
        let flag = self.session.clock().next_flag(now);
        (lines, flag.map(|flag| flag.saturating_sub(now) + Duration::from_millis(1)))
    }

    fn question(&self) -> Option<String> {
        if self.is_over {
            return None;
        }
        if self.promotion.is_some() {
            return Some("Queen, rook, bishop or knight?".into());
        }
        let check = if self.session.position().is_check() { ", in check" } else { "" };
        Some(match self.session.awaiting() {
            Awaiting::Human(color) => match &self.session.seats()[color] {
                Seat::Human(name) if !name.is_empty() => format!("{} ({color}) to move{check}:", shown(name)),
                _ => format!("{color} to move{check}:"),
            },
            Awaiting::Nobody(_) => "The game is over; new, undo or exit:".into(),
            Awaiting::Resume => "Paused; resume or exit:".into(),
            Awaiting::Editor => "Free board:".into(),
            Awaiting::Computer { color, .. } | Awaiting::Engine { color, .. } => format!("{color} to move:"),
        })
    }

    fn farewell(&mut self) -> Vec<String> {
        self.is_over = true;
        vec!["The input has ended; goodbye.".into()]
    }
}
