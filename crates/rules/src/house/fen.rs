//! FEN for every board size, in and out.
//!
//! A dialect of FEN: the number of ranks gives the size of the board, empty squares at the end of a rank may be left
//! out, and so may all fields from any on after the pieces. Under [`TwoStep::NeverMoved`](super::TwoStep::NeverMoved)
//! a seventh field, like `moved:e4,d5`, names the pawns that have moved; without it, none has.

use super::{BoardSize, BoardSizeError, HouseBoard, HousePosition, HouseRules, TwoStep};
use crate::{Bitboard, Color, Piece, Square};
use alloc::string::{String, ToString};
use core::fmt::{self, Write};
use core::str::FromStr;

/// What FEN writes for the right of each corner, in the order it writes them.
const RIGHTS: [(char, Square); 4] =
    [('K', Square::H1), ('Q', Square::A1), ('k', Square::H8), ('q', Square::A8)];

/// What the seventh field starts with.
const MOVED: &str = "moved:";

impl HouseBoard {
    /// The piece part of a FEN.
    pub fn placement(&self) -> String {
        let mut text = String::new();
        for rank in self.size().ranks().rev() {
            if !text.is_empty() {
                text.push('/');
            }
            let mut empty = 0;
            for file in self.size().files() {
                match self.piece_at(Square::new(file, rank)) {
                    None => empty += 1,
                    Some(piece) => {
                        push_count(&mut text, empty);
                        text.push(piece.letter());
                        empty = 0;
                    }
                }
            }
            push_count(&mut text, empty);
        }
        text
    }
}

fn push_count(text: &mut String, empty: u8) {
    if empty > 0 {
        text.push(char::from(b'0' + empty));
    }
}

/// Reads the piece part of a FEN.
impl FromStr for HouseBoard {
    type Err = ParseHouseFenError;

    fn from_str(text: &str) -> Result<Self, ParseHouseFenError> {
        if text.is_empty() {
            return Err(ParseHouseFenError::Empty);
        }
        let size = BoardSize::new(text.split('/').count()).map_err(ParseHouseFenError::Size)?;
        let mut board = Self::empty(size);
        for (rank, line) in size.ranks().rev().zip(text.split('/')) {
            let mut file = 0;
            for letter in line.chars() {
                let (piece, width) = match letter {
                    '1'..='8' => (None, letter as usize - '0' as usize),
                    _ => match Piece::from_letter(letter) {
                        Some(piece) => (Some(piece), 1),
                        None => {
                            return Err(ParseHouseFenError::Piece { rank: rank.index() + 1, found: letter });
                        }
                    },
                };
                if let (Some(piece), Some(&at)) = (piece, crate::File::ALL.get(file)) {
                    board.set(Square::new(at, rank), Some(piece));
                }
                file = file.saturating_add(width);
            }
            if file > size.side() {
                return Err(ParseHouseFenError::RankLength { rank: rank.index() + 1, squares: file, size });
            }
        }
        Ok(board)
    }
}

impl HousePosition {
    /// Reads a FEN: the whole, or the piece part alone, or anything between. What is left out is as at the start of a
    /// game: White to move, no rights, move 1. Castling rights and en passant that these rules do not know are ignored, and
    /// so is en passant if the half-move clock says that no pawn has just moved.
    ///
    /// Kings may be missing or many.
    pub fn from_fen(rules: HouseRules, fen: &str) -> Result<Self, ParseHouseFenError> {
        let mut fields = fen.split_ascii_whitespace();
        let board = fields.next().ok_or(ParseHouseFenError::Empty)?.parse()?;
        let mut position = Self::new(rules, board);
        position = position.with_turn(fields.next().map_or(Ok(Color::White), parse_turn)?);
        position = position.with_castling_rooks(fields.next().map_or(Ok(Bitboard::EMPTY), parse_castling)?);
        let passed = fields.next().map_or(Ok(None), |field| position.parse_en_passant(field))?;
        if let Some(field) = fields.next() {
            position.halfmove_clock =
                parse_number(field).ok_or_else(|| ParseHouseFenError::HalfmoveClock(field.into()))?;
        }
        if let Some(field) = fields.next() {
            position.fullmove_number = parse_number(field)
                .filter(|&number| number > 0)
                .ok_or_else(|| ParseHouseFenError::FullmoveNumber(field.into()))?;
        }
        let mut moved = fields.next().map_or(Ok(Bitboard::EMPTY), |field| position.parse_moved(field))?;
        if let Some(extra) = fields.next() {
            return Err(ParseHouseFenError::ExtraField(extra.into()));
        }
        if let Some(square) = passed {
            // The pawn that has just passed this square has moved, and stands on the one or the other side of it.
            moved.extend([1, -1].into_iter().filter_map(|ranks| square.offset(0, ranks)));
        }
        Ok(position.with_unmoved_pawns(!moved).with_en_passant(passed))
    }

    /// Reads a FEN from bytes, which need not be text at all.
    pub fn from_fen_bytes(rules: HouseRules, fen: &[u8]) -> Result<Self, ParseHouseFenError> {
        let text =
            str::from_utf8(fen).map_err(|error| ParseHouseFenError::NotText { at: error.valid_up_to() })?;
        Self::from_fen(rules, text)
    }

    /// The whole FEN. The piece part alone is [`HouseBoard::placement`].
    pub fn fen(&self) -> String {
        self.to_string()
    }

    /// The square just passed. Rules without en passant only look whether it is a square of this board.
    fn parse_en_passant(&self, field: &str) -> Result<Option<Square>, ParseHouseFenError> {
        if field == "-" {
            return Ok(None);
        }
        let error = || ParseHouseFenError::EnPassant(field.into());
        let square = self.parse_square(field).ok_or_else(error)?;
        if !self.rules().en_passant.is_on() {
            return Ok(None);
        }
        if self.was_passed(square) { Ok(Some(square)) } else { Err(error()) }
    }

    /// The pawns that have moved.
    fn parse_moved(&self, field: &str) -> Result<Bitboard, ParseHouseFenError> {
        let squares = field.strip_prefix(MOVED).ok_or_else(|| ParseHouseFenError::Moved(field.into()))?;
        let mut moved = Bitboard::EMPTY;
        for name in squares.split(',') {
            let pawn = self.parse_square(name).filter(|&square| self.pawns().contains(square));
            moved = moved.with(pawn.ok_or_else(|| ParseHouseFenError::Moved(name.into()))?);
        }
        Ok(moved)
    }

    fn parse_square(&self, name: &str) -> Option<Square> {
        name.parse().ok().filter(|&square| self.board.size().contains(square))
    }
}

fn parse_turn(field: &str) -> Result<Color, ParseHouseFenError> {
    match field {
        "w" => Ok(Color::White),
        "b" => Ok(Color::Black),
        _ => Err(ParseHouseFenError::Turn(field.into())),
    }
}

fn parse_castling(field: &str) -> Result<Bitboard, ParseHouseFenError> {
    let mut rooks = Bitboard::EMPTY;
    if field == "-" {
        return Ok(rooks);
    }
    for letter in field.chars() {
        let right = RIGHTS.into_iter().find(|&(known, rook)| known == letter && !rooks.contains(rook));
        let (_, rook) = right.ok_or_else(|| ParseHouseFenError::Castling(field.into()))?;
        rooks = rooks.with(rook);
    }
    Ok(rooks)
}

/// Digits only: the `+7` that Rust would read as a number is none here.
fn parse_number<T: FromStr>(field: &str) -> Option<T> {
    if field.bytes().all(|byte| byte.is_ascii_digit()) { field.parse().ok() } else { None }
}

/// The whole FEN.
impl fmt::Display for HousePosition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {} ", self.board.placement(), self.turn().letter())?;
        if self.castling_rooks().is_empty() {
            f.write_char('-')?;
        }
        for (letter, _) in RIGHTS.into_iter().filter(|&(_, rook)| self.castling_rooks().contains(rook)) {
            f.write_char(letter)?;
        }
        match self.en_passant() {
            Some(square) => write!(f, " {square}")?,
            None => f.write_str(" -")?,
        }
        write!(f, " {} {}", self.halfmove_clock(), self.fullmove_number())?;
        if self.rules().two_step == TwoStep::NeverMoved {
            for (index, pawn) in (self.pawns() - self.unmoved_pawns()).into_iter().enumerate() {
                let before = if index == 0 { " moved:" } else { "," };
                write!(f, "{before}{pawn}")?;
            }
        }
        Ok(())
    }
}

/// The text is not a FEN of this dialect.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum ParseHouseFenError {
    /// There is nothing to read.
    Empty,
    /// The bytes are not UTF-8.
    NotText {
        /// How many bytes are.
        at: usize,
    },
    /// There are too few or too many ranks.
    Size(BoardSizeError),
    /// A rank holds something that is neither a piece nor a number of empty squares.
    Piece {
        /// The number of the rank.
        rank: usize,
        /// What it holds.
        found: char,
    },
    /// A rank has more squares than there are ranks.
    RankLength {
        /// The number of the rank.
        rank: usize,
        /// How many squares it has.
        squares: usize,
        /// How many it should have, at most.
        size: BoardSize,
    },
    /// The side to move is not `w` or `b`.
    Turn(String),
    /// The castling rights are not `-` or some of `KQkq`, each at most once.
    Castling(String),
    /// The en passant square is not `-` or the square a pawn can just have passed.
    EnPassant(String),
    /// The number of moves without progress is none, or beyond 65535.
    HalfmoveClock(String),
    /// The number of the move is none, or 0, or beyond 4294967295.
    FullmoveNumber(String),
    /// The seventh field, or one square of it, does not name pawns that have moved.
    Moved(String),
    /// There is an eighth field.
    ExtraField(String),
}

impl fmt::Display for ParseHouseFenError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Empty => f.write_str("the FEN is empty, expected pieces like 1kqr/pp2/4/RK2"),
            Self::NotText { at } => write!(f, "the FEN is not text: byte {} is not UTF-8", at + 1),
            Self::Size(error) => error.fmt(f),
            Self::Piece { rank, found } => {
                write!(f, "rank {rank} has {found:?}, expected one of PNBRQKpnbrqk or a number from 1 to 8")
            }
            Self::RankLength { rank, squares, size } => {
                write!(f, "rank {rank} has {squares} squares, expected at most {}", size.side())
            }
            Self::Turn(field) => write!(f, "the side to move is {field:?}, expected w or b"),
            Self::Castling(field) => {
                write!(f, "the castling rights are {field:?}, expected - or some of KQkq")
            }
            Self::EnPassant(field) => {
                write!(f, "the en passant square is {field:?}, expected - or a square a pawn has just passed")
            }
            Self::HalfmoveClock(field) => {
                write!(f, "the half-move clock is {field:?}, expected a number from 0 to {}", u16::MAX)
            }
            Self::FullmoveNumber(field) => {
                write!(f, "the move number is {field:?}, expected a number from 1 to {}", u32::MAX)
            }
            Self::Moved(field) => {
                write!(
                    f,
                    "the moved pawns are {field:?}, expected {MOVED} and squares of pawns, like {MOVED}e4,d5"
                )
            }
            Self::ExtraField(field) => write!(f, "{field:?} follows the FEN, expected its end"),
        }
    }
}

impl core::error::Error for ParseHouseFenError {}

#[cfg(test)]
mod tests {
    use super::*;
    use ParseHouseFenError as E;

    /// What is read is written back so.
    #[track_caller]
    fn check(rules: HouseRules, fen: &str, expected: &str) {
        let position = HousePosition::from_fen(rules, fen).unwrap();
        assert_eq!(position.fen(), expected, "{fen:?}");
        assert_eq!(HousePosition::from_fen(rules, expected), Ok(position), "{fen:?}");
    }

    #[track_caller]
    fn check_error(fen: &str, expected: &ParseHouseFenError, message: &str) {
        let error = HousePosition::from_fen(HouseRules::ORTHODOX, fen).unwrap_err();
        assert_eq!(&error, expected, "{fen:?}");
        assert_eq!(error.to_string(), message, "{fen:?}");
    }

    #[test]
    fn fen_is_read_and_written() {
        let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
        check(HouseRules::ORTHODOX, start, start);
        assert_eq!(HousePosition::start(HouseRules::ORTHODOX).fen(), start);
        // The number of ranks is the size; what is left out is empty or as usual.
        check(HouseRules::ORTHODOX, "1kqr/pp2/4/RK2", "1kqr/pp2/4/RK2 w - - 0 1");
        check(HouseRules::ORTHODOX, "1kqr/pp//RK b", "1kqr/pp2/4/RK2 b - - 0 1");
        check(HouseRules::ORTHODOX, "//", "3/3/3 w - - 0 1");
        check(HouseRules::ORTHODOX, "  111/3/K\tb - -  5 ", "3/3/K2 b - - 5 1");
        // Rights the rules or the size do not know are not kept.
        check(HouseRules::ORTHODOX, "4/4/4/4 w KQkq - 0 1", "4/4/4/4 w - - 0 1");
        check(HouseRules::CLASSROOM, start, "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - - 0 1");
        // En passant is kept only where a pawn can take.
        let passed = "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 2";
        check(HouseRules::ORTHODOX, passed, passed);
        check(HouseRules::ORTHODOX, "4k3/8/8/3p4/8/8/8/4K3 w - d6 0 2", "4k3/8/8/3p4/8/8/8/4K3 w - - 0 2");
        // The pawns that have moved matter to the rules that ask for it.
        let moved = "k3/1p2/P3/K3 w - - 0 1 moved:a2,b3";
        check(HouseRules::CLASSROOM, moved, moved);
        check(HouseRules::ORTHODOX, moved, "k3/1p2/P3/K3 w - - 0 1");
    }

    #[test]
    fn a_bad_fen_is_refused_and_the_place_named() {
        check_error("", &E::Empty, "the FEN is empty, expected pieces like 1kqr/pp2/4/RK2");
        check_error(" \n", &E::Empty, "the FEN is empty, expected pieces like 1kqr/pp2/4/RK2");
        check_error("k/K", &E::Size(BoardSizeError(2)), "a board has 3 to 8 ranks, not 2");
        check_error("////////", &E::Size(BoardSizeError(9)), "a board has 3 to 8 ranks, not 9");
        let piece = "rank 2 has 'x', expected one of PNBRQKpnbrqk or a number from 1 to 8";
        check_error("k2/1x1/K2", &E::Piece { rank: 2, found: 'x' }, piece);
        let size = BoardSize::MIN;
        let long = |squares| E::RankLength { rank: 3, squares, size };
        check_error("k3/3/K2", &long(4), "rank 3 has 4 squares, expected at most 3");
        check_error("8888k/3/K2", &long(33), "rank 3 has 33 squares, expected at most 3");
        check_error("3/3/3 W", &E::Turn("W".into()), "the side to move is \"W\", expected w or b");
        let castling = "the castling rights are \"KK\", expected - or some of KQkq";
        check_error("3/3/3 w KK", &E::Castling("KK".into()), castling);
        let passed = "the en passant square is \"e6\", expected - or a square a pawn has just passed";
        check_error("4k3/8/8/8/8/8/8/4K3 w - e6", &E::EnPassant("e6".into()), passed);
        check_error("3/3/3 w - e6", &E::EnPassant("e6".into()), passed);
        let clock = "the half-move clock is \"+1\", expected a number from 0 to 65535";
        check_error("3/3/3 w - - +1", &E::HalfmoveClock("+1".into()), clock);
        let number = "the move number is \"0\", expected a number from 1 to 4294967295";
        check_error("3/3/3 w - - 0 0", &E::FullmoveNumber("0".into()), number);
        let moved = "the moved pawns are \"a1\", expected moved: and squares of pawns, like moved:e4,d5";
        check_error("3/3/P2 w - - 0 1 a1", &E::Moved("a1".into()), moved);
        check_error("3/3/3 w - - 0 1 moved:a1", &E::Moved("a1".into()), moved);
        let extra = "\"bm\" follows the FEN, expected its end";
        check_error("3/3/P2 w - - 0 1 moved:a1 bm", &E::ExtraField("bm".into()), extra);
        let error = HousePosition::from_fen_bytes(HouseRules::ORTHODOX, b"k\xff").unwrap_err();
        assert_eq!(error.to_string(), "the FEN is not text: byte 2 is not UTF-8");
    }
}
