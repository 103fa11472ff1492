//! Commands of several words: on the free board, at the table, about the speed.

use super::super::App;
use crate::plain::can_play;
use crate::strength::seated;
use regence_game::Edit;
use regence_game::clock::TimeControl;
use regence_game::session::{Command, Seat};
use regence_rules::{Bitboard, ByColor, Color, Piece, Square};

impl App {
    /// Does what words say, on the free board or at the table.
    pub(super) fn obey(&mut self, words: &[String]) {
        let words: Vec<&str> = words.iter().map(String::as_str).collect();
        match read_words(&words) {
            Ok(Some(command)) => self.arrange(command),
            Ok(None) => {
                if let ["speed", seconds] = words.as_slice()
                    && let Ok(seconds) = seconds.parse::<f64>()
                {
                    self.set_speed((seconds.clamp(0.0, 60.0) * 1000.0) as u64);
                }
            }
            Err(why) => {
                if let Some(desk) = &mut self.desk {
                    desk.refuse(why);
                }
            }
        }
    }

    /// Does what was said, unless somebody would sit down who does not know the rules.
    fn arrange(&mut self, command: Command) {
        let Some(desk) = &mut self.desk else { return };
        let refused = match &command {
            Command::Start if desk.is_free() => return self.start_game(),
            Command::Seat(_, seat) => can_play(seat, &desk.position()).err().map(|why| why.to_string()),
            Command::Pause | Command::Resume if !desk.is_running() => Some("no game is being played".into()),
            _ => None,
        };
        if let Some(why) = refused {
            return desk.refuse(why);
        }
        let seated = match &command {
            Command::Seat(color, seat) => Some(format!("{color} is {} now", seated(seat))),
            _ => None,
        };
        if self.command(command)
            && let (Some(seated), Some(desk)) = (seated, &mut self.desk)
        {
            desk.say(seated);
        }
    }
}

/// The command that words mean; `None` if they concern the screen only.
fn read_words(words: &[&str]) -> Result<Option<Command>, String> {
    let square = |text: &str| text.parse::<Square>().map_err(|error| format!("{text:?}: {error}"));
    let side = |text: &str| match text.to_ascii_lowercase().as_str() {
        "white" | "w" => Ok(Color::White),
        "black" | "b" => Ok(Color::Black),
        _ => Err(format!("{text:?} is no colour, expected white or black")),
    };
    Ok(Some(match words {
        ["clear"] => Command::Edit(Edit::Fill(None)),
        ["start"] => Command::Start,
        ["swap"] => Command::SwapSides,
        ["pause"] => Command::Pause,
        ["resume"] => Command::Resume,
        ["remove", at] => Command::Edit(Edit::Remove(square(at)?)),
        ["put", at, piece] => {
            let mut letters = piece.chars();
            let found = letters.next().filter(|_| letters.as_str().is_empty()).and_then(Piece::from_letter);
            let piece = found.ok_or(format!("{piece:?} is no piece, expected one of PNBRQKpnbrqk"))?;
            Command::Edit(Edit::Place(square(at)?, piece))
        }
        ["turn", color] => Command::Edit(Edit::Turn(side(color)?)),
        ["castling", rights] => Command::Edit(Edit::Castling(castling(rights)?)),
        ["clock", control] => {
            let control: TimeControl = control.parse().map_err(|error| format!("{error}"))?;
            Command::Clock(ByColor { white: control.clone(), black: control })
        }
        ["seat", color, seat @ ..] => {
            let seat: Seat = seat.join(" ").parse().map_err(|error| format!("{error}"))?;
            Command::Seat(side(color)?, seat)
        }
        ["speed", seconds] if seconds.parse::<f64>().is_ok() => return Ok(None),
        _ => return Err(format!("{:?} is not understood", words.join(" "))),
    }))
}

fn castling(rights: &str) -> Result<Bitboard, String> {
    if rights == "-" {
        return Ok(Bitboard::EMPTY);
    }
    let corner = |letter| match letter {
        'K' => Ok(Square::H1),
        'Q' => Ok(Square::A1),
        'k' => Ok(Square::H8),
        'q' => Ok(Square::A8),
        other => Err(format!("{other:?} is no right to castle, expected some of KQkq, or -")),
    };
    rights.chars().map(corner).collect()
}
