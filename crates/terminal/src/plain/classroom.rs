//! Chess for a first lesson: the program asks, one square at a time, and White is on top.

mod question;

use super::dialogue::Partner;
use super::opponent::{Opponents, Thinking};
use super::sentence::{sentence, shown};
use question::{Question, yes_or_no};
use regence_game::computer::SimpleComputer;
use regence_game::session::{Actor, Awaiting, Command, Event, Seat, Session};
use regence_game::{AnyPosition, Game, MoveRecord, Purpose, Variant};
use regence_rules::house::{HousePosition, HouseRules};
use regence_rules::{ByColor, Color, Role, Square, UciMove};
use std::time::Duration;

/// Nobody is in a hurry: there are no clocks.
const NO_TIME: Duration = Duration::ZERO;

/// The classroom game. See [`Partner`] for how to talk to it.
pub struct Classroom {
    session: Session,
    opponents: Opponents,
    rules: HouseRules,
    computer: SimpleComputer,
    question: Option<Question>,
}

impl Classroom {
    /// A game by these rules; a single player plays against this computer.
    pub fn new(rules: HouseRules, computer: SimpleComputer, seed: u64) -> Self {
        let session = Session::new(new_game(rules), ByColor::default());
        let opponents = Opponents::new(seed, Thinking::default());
        Self { session, opponents, rules, computer, question: Some(Question::Players) }
    }

    /// Sits somebody down. Nothing is refused before the first move.
    fn seat(&mut self, color: Color, seat: Seat) {
        let _ = self.session.apply(Actor::Anyone, Command::Seat(color, seat), NO_TIME);
    }

    fn position(&self) -> AnyPosition {
        self.session.position()
    }

    /// The player's name, and the colour of the pieces.
    fn player(&self, color: Color) -> String {
        let name = match &self.session.seats()[color] {
            Seat::Human(name) => shown(name),
            _ => "the computer".into(),
        };
        match color {
            Color::White => format!("{name} (white)"),
            Color::Black => format!("{name} (black)"),
        }
    }

    /// The board, and whose turn it is or who has won.
    fn show(&mut self) -> Vec<String> {
        let board = match self.position() {
            AnyPosition::House(position) => *position.board(),
            AnyPosition::Standard(position) => *HousePosition::from(&position).board(),
        };
        let mut lines: Vec<String> = board.draw_classroom().lines().map(str::to_owned).collect();
        if let Some(outcome) = self.session.outcome() {
            lines.push(sentence(outcome));
            lines.push(match outcome.winner() {
                Some(winner) => sentence(format_args!("{} has won", self.player(winner))),
                None => "Nobody has won.".into(),
            });
            self.question = Some(Question::Again);
        } else {
            let turn = self.session.game().map_or(0, |game| game.path().len()) + 1;
            let check = if self.position().is_check() { ", and the king is in check" } else { "" };
            let player = self.player(self.position().turn());
            lines.push(format!("Turn {turn}: {player} is to move{check}."));
            self.question = Some(Question::Origin);
        }
        lines
    }

    fn begin(&mut self) -> Vec<String> {
        let _ = self.session.apply(Actor::Anyone, Command::Reset, NO_TIME);
        self.show()
    }

    /// Plays a move; the question after a refused one is which piece to move.
    fn play(&mut self, written: UciMove) -> Vec<String> {
        match self.session.apply(Actor::Anyone, Command::Play(written), NO_TIME) {
            Ok(events) => {
                let moves = events.iter().filter_map(|event| match event {
                    Event::Played(record) => Some(self.tell_move(record)),
                    _ => None,
                });
                let mut lines: Vec<String> = moves.collect();
                lines.extend(self.show());
                lines
            }
            Err(why) => {
                self.question = Some(Question::Origin);
                vec![sentence(why)]
            }
        }
    }

    fn tell_move(&self, record: &MoveRecord) -> String {
        let taken = record.captured.map_or(String::new(), |piece| format!(" and takes the {piece}"));
        let promoted = record.promotion.map_or(String::new(), |role| format!(" and becomes a {role}"));
        let MoveRecord { piece, from, to, .. } = record;
        let castled = if record.castling.is_some() { ", castling" } else { "" };
        let player = self.player(piece.color);
        sentence(format_args!(
            "{player} moves the {} from {from} to {to}{taken}{promoted}{castled}",
            piece.role
        ))
    }

    fn choose_origin(&mut self, answer: &str) -> Result<Vec<String>, String> {
        let from = Self::read_square(answer)?;
        let turn = self.position().turn();
        let Some(piece) = self.position().piece_at(from) else {
            return Err(format!("There is no piece on {from}: choose one of your own."));
        };
        if piece.color != turn {
            return Err(format!("The {piece} on {from} is not yours: choose a {} piece.", of(turn)));
        }
        if self.position().legal_moves_from(from).is_empty() {
            return Err(format!("The {piece} on {from} cannot move: choose another piece."));
        }
        self.question = Some(Question::Target { from, role: piece.role });
        Ok(Vec::new())
    }

    fn choose_target(&mut self, from: Square, answer: &str) -> Result<Vec<String>, String> {
        let to = Self::read_square(answer)?;
        let moves = self.position().legal_moves_from(from);
        if moves.iter().any(|mv| mv.to() == to && mv.promotion().is_some()) {
            self.question = Some(Question::Promotion { from, to });
            return Ok(Vec::new());
        }
        Ok(self.play(UciMove::new(from, to)))
    }

    fn choose_promotion(&mut self, from: Square, to: Square, answer: &str) -> Result<Vec<String>, String> {
        let is_meant = |role: &Role| {
            answer.eq_ignore_ascii_case(role.name())
                || answer.eq_ignore_ascii_case(role.letter().encode_utf8(&mut [0; 4]))
        };
        match Role::PROMOTIONS.into_iter().find(is_meant) {
            Some(role) => Ok(self.play(UciMove { from, to, promotion: Some(role) })),
            None => {
                Err(format!("'{}' is none of them: expected queen, rook, bishop or knight.", shown(answer)))
            }
        }
    }

    /// A square of the board, in any case, spaces ignored.
    fn read_square(answer: &str) -> Result<Square, String> {
        let text: String = answer.split_whitespace().collect::<String>().to_ascii_lowercase();
        text.parse().map_err(|_| {
            format!(
                "'{}' is no square: expected a letter from a to h and a number from 1 to 8, like e2.",
                shown(answer)
            )
        })
    }

    /// What an answer leads to, or what was expected instead.
    fn take(&mut self, question: Question, answer: &str) -> Result<Vec<String>, String> {
        match question {
            Question::Players => match answer {
                "1" | "one" => {
                    self.seat(Color::Black, Seat::Computer(self.computer));
                    self.question = Some(Question::Name(Color::White));
                    Ok(Vec::new())
                }
                "2" | "two" => {
                    self.question = Some(Question::Name(Color::White));
                    Ok(Vec::new())
                }
                _ => Err(format!("'{}' is no number of players: expected 1 or 2.", shown(answer))),
            },
            Question::Name(color) => self.name(color, answer),
            Question::Origin => self.choose_origin(answer),
            Question::Target { from, .. } => self.choose_target(from, answer),
            Question::Promotion { from, to } => self.choose_promotion(from, to, answer),
            Question::Again => match yes_or_no(answer) {
                Some(true) => Ok(self.begin()),
                Some(false) => Ok(self.leave()),
                None => Err(format!("'{}' is neither: expected yes or no.", shown(answer))),
            },
        }
    }

    fn name(&mut self, color: Color, answer: &str) -> Result<Vec<String>, String> {
        if answer.is_empty() {
            return Err("That is no name: expected at least one letter.".into());
        }
        self.seat(color, Seat::Human(answer.to_owned()));
        if color == Color::White && self.session.seats().black.is_human() {
            self.question = Some(Question::Name(Color::Black));
            return Ok(Vec::new());
        }
        Ok(self.begin())
    }

    fn leave(&mut self) -> Vec<String> {
        self.question = None;
        vec!["Thank you for playing; goodbye.".into()]
    }
}

impl Partner for Classroom {
    fn greet(&mut self) -> Vec<String> {
        let aim = if self.rules.check.is_on() { "mate the king" } else { "take the last king" };
        vec![format!("Welcome to classroom chess: {aim} to win; answer `quit` to leave.")]
    }

    fn answer(&mut self, line: &str) -> Vec<String> {
        let answer = line.trim();
        let Some(question) = self.question else { return Vec::new() };
        let can_leave = !matches!(question, Question::Name(_));
        if can_leave && (answer.eq_ignore_ascii_case("quit") || answer.eq_ignore_ascii_case("exit")) {
            return self.leave();
        }
        self.take(question, answer).unwrap_or_else(|expected| vec![expected])
    }

    fn go_on(&mut self) -> Option<Vec<String>> {
        let is_playing = self.question == Some(Question::Origin);
        if !is_playing || !matches!(self.session.awaiting(), Awaiting::Computer { .. }) {
            return None;
        }
        let written = self.opponents.reply(&self.session, NO_TIME)?;
        Some(self.play(written))
    }

    fn question(&self) -> Option<String> {
        Some(self.question?.to_string())
    }

    fn farewell(&mut self) -> Vec<String> {
        self.question = None;
        vec!["There is no more input; thank you for playing, and goodbye.".into()]
    }
}

fn new_game(rules: HouseRules) -> Game {
    Game::new(Variant::House(rules).start(), Purpose::Playing)
}

/// "white", "black".
fn of(color: Color) -> &'static str {
    match color {
        Color::White => "white",
        Color::Black => "black",
    }
}
