//! What a form comes to: a game, its players and their clock.

use super::players::OWN_LEVEL;
use super::{CLOCKS, Chess, ENGINE_TIMES, Form};
use regence_game::clock::TimeControl;
use regence_game::session::Seat;
use regence_game::{AnyPosition, Game, Purpose, Random, Variant};
use regence_rules::{ByColor, Color, chess960};

/// Where games on smaller boards begin, from 3x3 on.
const SMALL_STARTS: [&str; 5] = [
    "rkb/3/BKR w - - 0 1",
    "rqkr/pppp/PPPP/RQKR w - - 0 1",
    "rnbqk/ppppp/5/PPPPP/RNBQK w - - 0 1",
    "rnqknr/pppppp/6/6/PPPPPP/RNQKNR w - - 0 1",
    "rnbqkbn/ppppppp/7/7/7/PPPPPPP/RNBQKBN w - - 0 1",
];

/// What was agreed.
pub struct Agreement {
    /// The game.
    pub game: Game,
    /// Who plays.
    pub seats: ByColor<Seat>,
    /// With which clock.
    pub control: TimeControl,
    /// How long the engine thinks, in milliseconds.
    pub engine_time: u64,
}

impl Form {
    /// What was agreed, or what is wrong with it.
    pub fn agree(&self, random: &mut Random) -> Result<Agreement, String> {
        let control = CLOCKS.get(self.clock).copied().unwrap_or(self.own_clock.text());
        let control: TimeControl = control.parse().map_err(|error| format!("{error}"))?;
        let game = self.game(random)?;
        let seat = |color: Color| match self.seat(color) {
            Seat::Human(_) => Ok(Seat::Human(self.names[color].text().trim().into())),
            OWN_LEVEL => self.elos[color].text().trim().parse().map(Seat::Engine),
            seat => Ok(seat),
        };
        let seat = |color: Color| seat(color).map_err(|error| error.to_string());
        let mut seats = ByColor { white: seat(Color::White)?, black: seat(Color::Black)? };
        if self.by_lot && random.below(2) == 1 {
            core::mem::swap(&mut seats.white, &mut seats.black);
        }
        let has_engine = Color::ALL.into_iter().any(|color| matches!(seats[color], Seat::Engine(_)));
        if has_engine && matches!(game.variant(), Variant::House(_)) {
            return Err("the engine plays chess and Chess960 only; choose a simple computer".into());
        }
        let engine_time = ENGINE_TIMES.get(self.engine_time).copied().unwrap_or(1000);
        Ok(Agreement { game, seats, control, engine_time })
    }

    fn game(&self, random: &mut Random) -> Result<Game, String> {
        let fen = self.fen.text().trim();
        let read = |variant: Variant, fen: &str| variant.read_fen(fen).map_err(|error| error.to_string());
        match self.chess {
            Chess::Orthodox if fen.is_empty() => Ok(Game::default()),
            Chess::Orthodox => {
                let read = Variant::Orthodox.read_start(fen).map_err(|error| error.to_string());
                read.map(|(variant, start)| Game::of(variant, start, Purpose::Playing))
            }
            Chess::Chess960 => {
                let start =
                    if fen.is_empty() { self.start_960(random)? } else { read(Variant::Chess960, fen)? };
                Ok(Game::of(Variant::Chess960, start, Purpose::Playing))
            }
            Chess::Classroom if fen.is_empty() => Ok(Game::new(Variant::CLASSROOM.start(), Purpose::Playing)),
            Chess::Classroom => Ok(Game::new(read(Variant::CLASSROOM, fen)?, Purpose::Playing)),
            Chess::House => {
                let variant = Variant::House(self.rules);
                let fen = if fen.is_empty() { SMALL_STARTS.get(self.size - 3).copied() } else { Some(fen) };
                let start = fen.map_or_else(|| Ok(variant.start()), |fen| read(variant, fen))?;
                Ok(Game::new(start, Purpose::Playing))
            }
        }
    }

    fn start_960(&self, random: &mut Random) -> Result<AnyPosition, String> {
        let text = self.number.text().trim();
        let number = match text {
            "" => random.below(usize::from(chess960::STARTS)) as u16,
            _ => text.parse().map_err(|_| format!("{text:?} is no number from 0 to 959"))?,
        };
        Variant::start_960(number).ok_or_else(|| format!("{number} is no start position, expected 0 to 959"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use regence_rules::house::HouseRules;

    #[test]
    fn every_small_board_can_be_played_on() {
        for (index, fen) in SMALL_STARTS.iter().enumerate() {
            let position = Variant::House(HouseRules::ORTHODOX).read_fen(fen).expect(fen);
            assert_eq!(position.size().side(), index + 3, "{fen}");
            assert!(!position.is_check() && position.outcome().is_none(), "{fen}");
            assert!(position.legal_moves().len() > 1, "{fen}");
        }
    }
}
