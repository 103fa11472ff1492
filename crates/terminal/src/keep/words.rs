//! What can be done at a table in words, for what the store has no events of its own.

use regence_game::clock::TimeControl;
use regence_game::session::Command;
use regence_game::{Edit, Variant};
use regence_rules::{Bitboard, ByColor, Color, Piece, Square};
use std::time::Duration;

fn word(color: Color) -> &'static str {
    match color {
        Color::White => "white",
        Color::Black => "black",
    }
}

fn color(word: &str) -> Option<Color> {
    match word {
        "white" => Some(Color::White),
        "black" => Some(Color::Black),
        _ => None,
    }
}

/// A command in words.
pub fn write(command: &Command) -> String {
    match command {
        Command::Play(mv) => format!("play {mv}"),
        Command::Undo => "undo".into(),
        Command::Redo => "redo".into(),
        Command::Resign(side) => format!("resign {}", word(*side)),
        Command::Abandon(side) => format!("abandon {}", word(*side)),
        Command::OfferDraw(side) => format!("offer {}", word(*side)),
        Command::AcceptDraw(side) => format!("accept {}", word(*side)),
        Command::DeclineDraw(side) => format!("decline {}", word(*side)),
        Command::Claim(None) => "claim".into(),
        Command::Claim(Some(mv)) => format!("claim {mv}"),
        Command::Reset => "reset".into(),
        Command::Seat(side, seat) => format!("seat {} {}", word(*side), seat.code()),
        Command::SwapSides => "swap".into(),
        Command::Clock(controls) => format!("clock {}|{}", controls.white, controls.black),
        Command::Pause => "pause".into(),
        Command::Resume => "resume".into(),
        Command::AddTime(side, time) => format!("add {} {}", word(*side), time.as_millis()),
        Command::SetPosition(variant, position) => format!("position {variant} {position}"),
        Command::Load(variant, fen) => format!("load {variant} {fen}"),
        Command::Start => "start".into(),
        Command::Stop => "stop".into(),
        Command::Edit(edit) => format!("edit {}", write_edit(edit)),
    }
}

fn write_edit(edit: &Edit) -> String {
    match edit {
        Edit::Place(square, piece) => format!("put {square} {}", piece.letter()),
        Edit::Remove(square) => format!("remove {square}"),
        Edit::Fill(None) => "clear".into(),
        Edit::Fill(Some(piece)) => format!("fill {}", piece.letter()),
        Edit::Shift(from, to) => format!("shift {from} {to}"),
        Edit::Turn(side) => format!("turn {}", word(*side)),
        Edit::Castling(rooks) => format!("castling {}", rooks.bits()),
    }
}

/// The command that words mean.
pub fn read(code: &str) -> Option<Command> {
    let (name, rest) = code.split_once(' ').unwrap_or((code, ""));
    Some(match name {
        "play" => Command::Play(rest.parse().ok()?),
        "undo" => Command::Undo,
        "redo" => Command::Redo,
        "resign" => Command::Resign(color(rest)?),
        "abandon" => Command::Abandon(color(rest)?),
        "offer" => Command::OfferDraw(color(rest)?),
        "accept" => Command::AcceptDraw(color(rest)?),
        "decline" => Command::DeclineDraw(color(rest)?),
        "claim" if rest.is_empty() => Command::Claim(None),
        "claim" => Command::Claim(Some(rest.parse().ok()?)),
        "reset" => Command::Reset,
        "swap" => Command::SwapSides,
        "pause" => Command::Pause,
        "resume" => Command::Resume,
        "start" => Command::Start,
        "stop" => Command::Stop,
        "edit" => Command::Edit(read_edit(rest)?),
        _ => return read_arrangement(name, rest),
    })
}

fn read_arrangement(name: &str, rest: &str) -> Option<Command> {
    Some(match name {
        "clock" => {
            let (white, black) = rest.split_once('|')?;
            let control = |text: &str| text.parse::<TimeControl>().ok();
            Command::Clock(ByColor { white: control(white)?, black: control(black)? })
        }
        "seat" => {
            let (side, seat) = rest.split_once(' ')?;
            Command::Seat(color(side)?, seat.parse().ok()?)
        }
        "add" => {
            let (side, time) = rest.split_once(' ')?;
            Command::AddTime(color(side)?, Duration::from_millis(time.parse().ok()?))
        }
        "position" => {
            let (variant, fen) = rest.split_once(' ')?;
            let variant: Variant = variant.parse().ok()?;
            Command::SetPosition(variant, Box::new(variant.read_fen(fen).ok()?))
        }
        "load" => {
            let (variant, fen) = rest.split_once(' ')?;
            Command::Load(variant.parse().ok()?, fen.into())
        }
        _ => return None,
    })
}

fn read_edit(text: &str) -> Option<Edit> {
    let words: Vec<&str> = text.split(' ').collect();
    let square = |text: &str| text.parse::<Square>().ok();
    let piece = |text: &str| text.chars().next().and_then(Piece::from_letter);
    Some(match words.as_slice() {
        ["put", at, letter] => Edit::Place(square(at)?, piece(letter)?),
        ["remove", at] => Edit::Remove(square(at)?),
        ["clear"] => Edit::Fill(None),
        ["fill", letter] => Edit::Fill(Some(piece(letter)?)),
        ["shift", from, to] => Edit::Shift(square(from)?, square(to)?),
        ["turn", side] => Edit::Turn(color(side)?),
        ["castling", bits] => Edit::Castling(Bitboard::from_bits(bits.parse().ok()?)),
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(code: &str) {
        let command = read(code).unwrap_or_else(|| panic!("{code:?} is not read"));
        assert_eq!(write(&command), code);
    }

    #[test]
    fn every_command_is_read_as_it_is_written() {
        for code in
            ["play e7e8n", "undo", "redo", "reset", "swap", "pause", "resume", "start", "stop", "claim"]
        {
            check(code);
        }
        for code in ["resign white", "abandon black", "offer white", "accept black", "decline white"] {
            check(code);
        }
        for code in
            ["claim g1f3", "seat black computer:taker", "seat white human:Ada Lovelace", "clock 5+3|-"]
        {
            check(code);
        }
        check("add white 15000");
        check("position orthodox rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1");
        check("load classroom 4k3/8/8/8/8/8/8/4K3 w - - 0 1");
        for code in ["put e4 Q", "remove e4", "clear", "fill p", "shift e2 e4", "turn black", "castling 129"]
        {
            check(&format!("edit {code}"));
        }
        assert_eq!(read("dance"), None);
        assert_eq!(read("play e9e4"), None);
    }
}
