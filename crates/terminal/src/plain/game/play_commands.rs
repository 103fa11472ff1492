//! Commands during a game: moves, advice, draws and giving up, players and clocks.

use super::{Answer, Outside, Refused, Word, shown};
use super::{PlainGame, read_color, read_square, usage};
use crate::face::face;
use crate::plain::opponent::can_play;
use regence_game::clock::TimeControl;
use regence_game::notes::Evaluation;
use regence_game::session::{Command, Seat};
use regence_game::{AnyPosition, Edit, PlayError, Random, Variant};
use regence_rules::{ByColor, Color, UciMove, chess960};

impl<O: Outside> PlainGame<O> {
    /// Plays a move as somebody wrote it. If only the promotion is missing, asks for it.
    pub(super) fn play_written(&mut self, text: &str) -> Answer {
        let Some(game) = self.session.game() else {
            return match text.to_ascii_lowercase().parse::<UciMove>() {
                Ok(written) => self.shift(written.from, written.to),
                Err(_) => Err(Refused("no game is being played: start one first".into())),
            };
        };
        if let Some(outcome) = game.outcome() {
            return Err(PlayError::Over(outcome).into());
        }
        let position = game.position();
        match position.read_move(text) {
            Ok(mv) => self.apply(Command::Play(mv.uci(game.variant()))),
            Err(_) if position.read_move(&format!("{text}q")).is_ok_and(|mv| mv.promotion().is_some()) => {
                self.promotion = Some(text.to_owned());
                Ok(vec!["The pawn promotes: say queen, rook, bishop or knight.".into()])
            }
            Err(why) => Err(why.into()),
        }
    }

    /// `move e2 e4`, `move e2e4`, `move e7 e8 q`; `move e4` moves the selected piece.
    pub(super) fn move_piece(&mut self, rest: &str) -> Answer {
        let words: Vec<&str> = rest.split([' ', '-', '\t']).filter(|word| !word.is_empty()).collect();
        match (words[..].split_first(), self.selected) {
            (Some((&to, [])), Some(from)) if read_square(to).is_ok() => {
                self.play_written(&format!("{from}{}", to.to_ascii_lowercase()))
            }
            (Some((&only, [])), _) => self.play_written(only),
            (Some((&from, [to])), _) => {
                let (from, to) = (read_square(from)?, read_square(to)?);
                self.play_written(&format!("{from}{to}"))
            }
            (Some((&from, [to, role])), _) => {
                let (from, to) = (read_square(from)?, read_square(to)?);
                let letter = super::promotion_letter(role).ok_or_else(|| usage(Word::Move))?;
                self.play_written(&format!("{from}{to}{letter}"))
            }
            _ => Err(usage(Word::Move)),
        }
    }

    pub(super) fn hint(&mut self) -> Answer {
        let game = self.session.game().ok_or(regence_game::session::SessionError::Idle)?;
        if let Some(outcome) = game.outcome() {
            return Err(PlayError::Over(outcome).into());
        }
        let finding = self.opponents.hint(&self.session).ok_or(Refused("nothing comes to mind".into()))?;
        let position = self.session.position();
        let mv = position.resolve(finding.written)?;
        let san = position.san(mv).map_or_else(|| finding.written.to_string(), |san| self.write(san));
        let worth = finding.worth.map_or_else(String::new, |worth| format!(", {}", say_worth(worth)));
        Ok(vec![format!("Try {san}{worth}.")])
    }

    /// Offers a draw, or accepts the one that is offered. A computer answers at once.
    pub(super) fn draw(&mut self) -> Answer {
        let offer = self.session.game().and_then(regence_game::Game::draw_offer);
        if let Some(by) = offer {
            return self.apply(Command::AcceptDraw(!by));
        }
        let color = self.speaker()?;
        let mut lines = self.apply(Command::OfferDraw(color))?;
        if self.session.seats()[!color].is_human() {
            return Ok(lines);
        }
        lines = vec![format!("{color} offers a draw.")];
        if self.opponents.accepts_draw(&self.session, !color) {
            lines.extend(self.apply(Command::AcceptDraw(!color))?);
        } else {
            lines.extend(self.apply(Command::DeclineDraw(!color))?);
        }
        Ok(lines)
    }

    /// The other side answers the offer that is there.
    pub(super) fn answer_offer(&mut self, command: fn(Color) -> Command) -> Answer {
        let offer = self.session.game().and_then(regence_game::Game::draw_offer);
        let answering = match offer {
            Some(by) => !by,
            // Refused, with the reason.
            None => self.session.position().turn(),
        };
        self.apply(command(answering))
    }

    pub(super) fn claim(&mut self, rest: &str) -> Answer {
        let intended = match (rest, self.session.game()) {
            ("", _) | (_, None) => None,
            (written, Some(game)) => Some(game.position().read_move(written)?.uci(game.variant())),
        };
        self.apply(Command::Claim(intended))
    }

    pub(super) fn resign(&mut self, rest: &str) -> Answer {
        let color = if rest.is_empty() { self.speaker()? } else { read_color(rest)? };
        if !self.session.seats()[color].is_human() {
            return Err(Refused(format!("a computer plays {color}, and nobody else gives up for it")));
        }
        self.apply(Command::Resign(color))
    }

    /// The person who speaks: the one to move, or the only one.
    fn speaker(&self) -> Result<Color, Refused> {
        let turn = self.session.position().turn();
        let seats = self.session.seats();
        [turn, !turn]
            .into_iter()
            .find(|&color| seats[color].is_human())
            .ok_or_else(|| Refused("nobody but computers plays".into()))
    }

    /// `new`, `new classroom`, `new chess960`, `new chess960 518`.
    pub(super) fn new_game(&mut self, rest: &str) -> Answer {
        let mut words = rest.split_whitespace();
        let variant: Variant = match words.next() {
            None => self.session.variant(),
            Some(word) => word.parse()?,
        };
        let number = match (variant, words.next()) {
            (Variant::Chess960, None) => Some(self.draw_lot()),
            (Variant::Chess960, Some(word)) => Some(word.parse().map_err(|_| no_number(word))?),
            (_, None) => None,
            (_, Some(word)) => {
                return Err(Refused(format!("only chess960 has a number, not '{}'", shown(word))));
            }
        };
        if let Some(stray) = words.next() {
            return Err(Refused(format!("nothing is known about '{}'", shown(stray))));
        }
        let start = match number {
            None => variant.start(),
            Some(number) => Variant::start_960(number).ok_or_else(|| no_number(&number.to_string()))?,
        };
        let mut lines = self.apply(Command::SetPosition(variant, Box::new(start)))?;
        lines.extend(number.map(|number| format!("This is start position number {number}.")));
        Ok(lines)
    }

    /// The number of a start position, by lot.
    fn draw_lot(&mut self) -> u16 {
        self.lots += 1;
        // Not the numbers that decide the moves.
        Random::of(!self.seed, self.lots).below(usize::from(chess960::STARTS)) as u16
    }

    /// `seat black computer:taker`.
    pub(super) fn seat(&mut self, rest: &str) -> Answer {
        let (color, player) = rest.split_once(char::is_whitespace).ok_or_else(|| usage(Word::Seat))?;
        let seat: Seat = player.trim().parse()?;
        can_play(&seat, &self.session.position())?;
        self.apply(Command::Seat(read_color(color)?, seat))
    }

    pub(super) fn clock(&mut self, rest: &str) -> Answer {
        if rest.is_empty() {
            return Ok(vec![self.clock_faces()]);
        }
        let control: TimeControl = rest.parse()?;
        self.apply(Command::Clock(ByColor { white: control.clone(), black: control }))
    }

    /// What the clocks show.
    pub(super) fn clock_faces(&self) -> String {
        let now = self.outside.now();
        let faces = Color::ALL.map(|color| {
            let clock = self.session.clock();
            let periods = match clock.byo_yomi(color, now) {
                0 => String::new(),
                periods => format!(" and {}", super::count(periods as usize, "period")),
            };
            clock.remaining(color, now).map(|left| format!("{}{periods}", face(left)))
        });
        match faces {
            [None, None] => "There is no clock.".into(),
            [white, black] => {
                let shown = |face: Option<String>| face.unwrap_or_else(|| "as much time as needed".into());
                format!("White has {}, Black has {}.", shown(white), shown(black))
            }
        }
    }

    /// Sets up a position and plays from it.
    pub(super) fn set_position(&mut self, variant: Variant, position: AnyPosition) -> Answer {
        self.apply(Command::SetPosition(variant, Box::new(position)))
    }

    /// Moves anything anywhere on the free board.
    pub(super) fn shift(&mut self, from: regence_rules::Square, to: regence_rules::Square) -> Answer {
        self.edit(Edit::Shift(from, to), Some(to))
    }
}

/// What a position is worth, in words.
pub(super) fn say_worth(worth: Evaluation) -> String {
    match worth {
        Evaluation::Centipawns(worth) => format!("{:+.2} pawns for White", f64::from(worth) / 100.0),
        Evaluation::Mate(moves) => {
            let winner = if moves > 0 { Color::White } else { Color::Black };
            format!("{winner} mates in {}", moves.unsigned_abs())
        }
    }
}

fn no_number(text: &str) -> Refused {
    Refused(format!("'{}' is no start position of Chess960, expected a number from 0 to 959", shown(text)))
}
