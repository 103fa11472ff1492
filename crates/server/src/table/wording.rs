//! What requests say in words: players, rules, clocks, squares, edits.

use super::kept::Kept;
use crate::refusal::Refusal;
use crate::view::{Both, ColorView, GameCommand};
use regence_game::clock::TimeControl;
use regence_game::session::Seat;
use regence_game::{Edit, Variant};
use regence_rules::house::parse_piece;
use regence_rules::{Bitboard, ByColor, CastlingSide, Color, Piece, Square};

/// The longest time control that is read: several periods, but not thousands.
const LONGEST_CONTROL: usize = 100;

/// A player as requests name them: a seat, and whether it is whoever asks.
pub fn read_player(text: &str) -> Result<(Seat, bool), Refusal> {
    match text.split_once(':').unwrap_or((text, "")) {
        ("me", "") => Ok((Seat::Human(String::new()), true)),
        ("me", name) => {
            let name = regence_store::PlayerName::new(name).map_err(Refusal::invalid)?;
            Ok((Seat::Human(name.as_str().to_owned()), true))
        }
        ("human" | "open", _) => {
            Err(Refusal::invalid("expected me, me:NAME or the code of an opponent as a player"))
        }
        _ => {
            let seat: Seat = text.parse().map_err(Refusal::invalid)?;
            if crate::opponents::is_offered(&seat) {
                Ok((seat, false))
            } else {
                Err(Refusal::invalid(format_args!(
                    "there is no opponent {text:?}: GET /api/v1/opponents lists them"
                )))
            }
        }
    }
}

/// A variant by its name.
pub fn read_variant(text: Option<&str>, otherwise: Variant) -> Result<Variant, Refusal> {
    text.map_or(Ok(otherwise), |text| text.parse().map_err(Refusal::invalid))
}

/// Time controls as people write them.
pub fn read_controls(controls: &Both<String>) -> Result<ByColor<TimeControl>, Refusal> {
    let read = |text: &str| match text.len() {
        0..=LONGEST_CONTROL => text.parse().map_err(Refusal::invalid),
        length => Err(Refusal::invalid(format_args!(
            "the clock has {length} characters, expected up to {LONGEST_CONTROL}"
        ))),
    };
    Ok(ByColor { white: read(&controls.white)?, black: read(&controls.black)? })
}

fn square(text: &str) -> Result<Square, Refusal> {
    text.parse().map_err(|_| Refusal::invalid(format_args!("{text:?} is no square, expected a1 to h8")))
}

fn piece(text: &str) -> Result<Piece, Refusal> {
    parse_piece(text).map_err(Refusal::invalid)
}

/// An edit of the free board.
pub(super) fn read_edit(command: &GameCommand) -> Result<(Edit, Kept), Refusal> {
    Ok(match command {
        GameCommand::Place { square: at, piece: what } => {
            let (at, what) = (square(at)?, piece(what)?);
            (Edit::Place(at, what), Kept::Place { square: at.to_string(), piece: what.letter().to_string() })
        }
        GameCommand::Remove { square: at } => {
            let at = square(at)?;
            (Edit::Remove(at), Kept::Remove { square: at.to_string() })
        }
        GameCommand::Fill { piece: what } => {
            let what = what.as_deref().map(piece).transpose()?;
            (Edit::Fill(what), Kept::Fill { piece: what.map(|what| what.letter().to_string()) })
        }
        GameCommand::Shift { from, to } => {
            let (from, to) = (square(from)?, square(to)?);
            (Edit::Shift(from, to), Kept::Shift { from: from.to_string(), to: to.to_string() })
        }
        GameCommand::Turn { color } => (Edit::Turn((*color).into()), Kept::Turn { color: *color }),
        GameCommand::Castling { rights } => {
            let rooks = castling_rooks(rights)?;
            let squares = rooks.into_iter().map(|square| square.to_string()).collect();
            (Edit::Castling(rooks), Kept::Castling { rooks: squares })
        }
        _ => return Err(Refusal::not_now("that is no edit")),
    })
}

/// The corners of the rooks that may castle, from what a FEN says.
fn castling_rooks(rights: &str) -> Result<Bitboard, Refusal> {
    let mut rooks = Bitboard::EMPTY;
    for letter in rights.chars().filter(|&letter| letter != '-') {
        let color = if letter.is_ascii_uppercase() { Color::White } else { Color::Black };
        let side = match letter.to_ascii_lowercase() {
            'k' => CastlingSide::King,
            'q' => CastlingSide::Queen,
            _ => {
                return Err(Refusal::invalid(format_args!(
                    "{rights:?} are no castling rights, expected some of KQkq, or -"
                )));
            }
        };
        rooks |= side.orthodox_rook(color).bitboard();
    }
    Ok(rooks)
}

/// The edit that was kept.
pub(super) fn kept_edit(kept: &Kept) -> Option<Edit> {
    let at = |text: &str| text.parse::<Square>().ok();
    let what = |text: &str| parse_piece(text).ok();
    Some(match kept {
        Kept::Place { square, piece } => Edit::Place(at(square)?, what(piece)?),
        Kept::Remove { square } => Edit::Remove(at(square)?),
        Kept::Fill { piece: None } => Edit::Fill(None),
        Kept::Fill { piece: Some(piece) } => Edit::Fill(Some(what(piece)?)),
        Kept::Shift { from, to } => Edit::Shift(at(from)?, at(to)?),
        Kept::Turn { color } => Edit::Turn(Color::from(*color)),
        Kept::Castling { rooks } => {
            let squares: Option<Vec<Square>> = rooks.iter().map(|rook| at(rook)).collect();
            Edit::Castling(squares?.into_iter().fold(Bitboard::EMPTY, |all, rook| all | rook.bitboard()))
        }
        _ => return None,
    })
}

/// A colour as the wire has it.
pub(super) fn side(color: ColorView) -> Color {
    color.into()
}
