//! A position from a game in 32 bytes, with what the search thought of it and how the game ended.
//!
//! | bytes | what |
//! |---|---|
//! | 0 to 7 | the occupied squares, one bit each, a1 lowest; little-endian, as all numbers here |
//! | 8 to 23 | what stands there, four bits each, in the order of the squares, the lower half of a byte first: bit 3 is set for Black; the others are 0 to 5 for pawn, knight, bishop, rook, queen, king, 6 for a rook that may castle, 7 for a pawn that has just jumped and may be taken in passing |
//! | 24, 25 | the score in hundredths of a pawn, seen by White |
//! | 26 | the result: 0 Black has won, 1 drawn, 2 White has won |
//! | 27 | bit 0: Black is to move; bit 1: the first position kept of its game |
//! | 28, 29 | half-moves since the game began |
//! | 30 | half-moves since the last capture or pawn move, at most 255 |
//! | 31 | 0 |
//!
//! A file is records and nothing else, game after game.

use regence_rules::{Bitboard, Color, Piece, Position, Role, Setup, Square};
use std::fmt;

/// How many bytes a record has.
pub const SIZE: usize = 32;

/// How a game ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum GameResult {
    /// Black has won.
    BlackWins,
    /// Nobody has.
    Draw,
    /// White has won.
    WhiteWins,
}

impl GameResult {
    /// White's share of the point.
    pub fn for_white(self) -> f32 {
        match self {
            Self::BlackWins => 0.0,
            Self::Draw => 0.5,
            Self::WhiteWins => 1.0,
        }
    }

    /// The result in which this side has won.
    pub fn won_by(color: Color) -> Self {
        match color {
            Color::White => Self::WhiteWins,
            Color::Black => Self::BlackWins,
        }
    }

    fn from_byte(byte: u8) -> Option<Self> {
        [Self::BlackWins, Self::Draw, Self::WhiteWins].into_iter().find(|&result| result as u8 == byte)
    }
}

/// A position with what is known of it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Record {
    /// The position; its move number is not kept.
    pub position: Position,
    /// What the search thought of it, seen by White.
    pub score: i16,
    /// How its game ended.
    pub result: GameResult,
    /// Whether it is the first one kept of its game.
    pub is_first: bool,
    /// Half-moves since the game began.
    pub ply: u16,
}

const CASTLING_ROOK: u8 = 6;
const JUMPED_PAWN: u8 = 7;
const BLACK: u8 = 8;

impl Record {
    /// The record as bytes.
    pub fn pack(&self) -> [u8; SIZE] {
        let position = &self.position;
        let mut bytes = [0; SIZE];
        bytes[..8].copy_from_slice(&position.board().occupied().bits().to_le_bytes());
        let jumped = position.en_passant().map(|passed| stands_behind(passed, position.turn()));
        for (index, (square, piece)) in position.board().pieces().enumerate() {
            let kind = match piece.role {
                Role::Rook if position.castling_rooks().contains(square) => CASTLING_ROOK,
                Role::Pawn if jumped == Some(Some(square)) => JUMPED_PAWN,
                role => role as u8 - 1,
            };
            let code = if piece.color == Color::Black { kind | BLACK } else { kind };
            bytes[8 + index / 2] |= code << (index % 2 * 4);
        }
        bytes[24..26].copy_from_slice(&self.score.to_le_bytes());
        bytes[26] = self.result as u8;
        bytes[27] = u8::from(position.turn() == Color::Black) | u8::from(self.is_first) << 1;
        bytes[28..30].copy_from_slice(&self.ply.to_le_bytes());
        bytes[30] = position.halfmove_clock().min(255) as u8;
        bytes
    }

    /// Reads a record.
    pub fn unpack(bytes: &[u8; SIZE]) -> Result<Self, BadRecord> {
        let flags = bytes[27];
        let turn = if flags & 1 == 0 { Color::White } else { Color::Black };
        let mut setup = Setup::EMPTY.turn(turn).clocks(u16::from(bytes[30]), 1);
        let occupied = Bitboard::from_bits(u64::from_le_bytes(array(&bytes[..8])));
        if occupied.len() > 32 {
            return Err(BadRecord::Pieces(occupied.len()));
        }
        for (index, square) in occupied.into_iter().enumerate() {
            let piece = piece(bytes, index);
            setup = setup.place(square, piece);
            match code(bytes, index) & 7 {
                CASTLING_ROOK => setup = setup.castling_rook(square),
                JUMPED_PAWN => setup = setup.en_passant(stands_behind(square, piece.color)),
                _ => {}
            }
        }
        Ok(Self {
            position: setup.build().map_err(|errors| BadRecord::Position(errors.to_string()))?,
            score: i16::from_le_bytes(array(&bytes[24..26])),
            result: GameResult::from_byte(bytes[26]).ok_or(BadRecord::Result(bytes[26]))?,
            is_first: is_first(bytes),
            ply: u16::from_le_bytes(array(&bytes[28..30])),
        })
    }
}

/// Whether a record is the first one kept of its game.
pub fn is_first(bytes: &[u8; SIZE]) -> bool {
    bytes[27] & 2 != 0
}

/// The piece on the occupied square of this number, counted from a1.
pub fn piece(bytes: &[u8; SIZE], index: usize) -> Piece {
    let code = code(bytes, index);
    let color = if code & BLACK == 0 { Color::White } else { Color::Black };
    let role = match code & 7 {
        CASTLING_ROOK => Role::Rook,
        JUMPED_PAWN => Role::Pawn,
        kind => Role::ALL[usize::from(kind)],
    };
    Piece { color, role }
}

fn code(bytes: &[u8; SIZE], index: usize) -> u8 {
    bytes[8 + index / 2] >> (index % 2 * 4) & 15
}

/// The square right behind one, as a side sees it.
fn stands_behind(square: Square, color: Color) -> Option<Square> {
    square.offset(0, if color == Color::White { -1 } else { 1 })
}

fn array<const N: usize>(slice: &[u8]) -> [u8; N] {
    let mut array = [0; N];
    array.copy_from_slice(slice);
    array
}

/// Bytes that are no record.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum BadRecord {
    /// More pieces than there can be.
    Pieces(usize),
    /// The pieces are not those of a legal position.
    Position(String),
    /// A result that there is not.
    Result(u8),
}

impl fmt::Display for BadRecord {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Pieces(count) => write!(f, "{count} pieces, expected at most 32"),
            Self::Position(reason) => write!(f, "no legal position: {reason}"),
            Self::Result(byte) => write!(f, "the result is {byte}, expected 0, 1 or 2"),
        }
    }
}

impl std::error::Error for BadRecord {}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(fen: &str) {
        let position = Position::from_fen_chess960(fen).unwrap();
        let record = Record { position, score: -123, result: GameResult::Draw, is_first: true, ply: 300 };
        let read = Record::unpack(&record.pack()).unwrap();
        assert!(read.position.repeats(&position), "{fen}");
        assert_eq!(read.position.halfmove_clock(), position.halfmove_clock(), "{fen}");
        assert_eq!((read.score, read.result, read.is_first, read.ply), (-123, GameResult::Draw, true, 300));
    }

    #[test]
    fn records_keep_positions() {
        check("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1");
        check("rnbqkbnr/ppp1p1pp/8/3pPp2/8/8/PPPP1PPP/RNBQKBNR w KQkq f6 0 3");
        check("rnbqkbnr/ppp1pppp/8/8/3pP3/5N2/PPPP1PPP/RNBQKB1R b Kq e3 0 3");
        check("8/8/4k3/8/4K3/8/4P3/8 b - - 57 80");
        check("rk2r3/8/8/8/8/8/8/RK2R3 w EAea - 3 9");
    }

    #[test]
    fn bytes_that_are_no_record_are_refused() {
        assert_eq!(Record::unpack(&[0xff; SIZE]), Err(BadRecord::Pieces(64)));
        assert!(matches!(Record::unpack(&[0; SIZE]), Err(BadRecord::Position(_))));
        let position = Position::START;
        let record = Record { position, score: 0, result: GameResult::Draw, is_first: false, ply: 0 };
        let mut bytes = record.pack();
        bytes[26] = 3;
        assert_eq!(Record::unpack(&bytes), Err(BadRecord::Result(3)));
    }
}
