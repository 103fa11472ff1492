//! The strict reader: what it accepts is a FEN, to the letter.

use super::{FenProblem, ParseFenError};
use crate::{
    Bitboard, Board, CastlingSide, Color, Excerpt, File, Piece, Position, Rank, Role, Setup, SetupError,
    Square,
};

/// Longer than any FEN of a legal position with the largest clocks.
const LONGEST: usize = 128;

/// Which castling rights a FEN may name.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Castling {
    /// King on the e-file, rooks in the corners.
    Orthodox,
    /// Any rook on the king's rank.
    Chess960,
}

/// One field of a FEN and where it starts.
#[derive(Clone, Copy)]
pub(super) struct Field<'a> {
    pub(super) text: &'a [u8],
    pub(super) at: usize,
}

impl Field<'_> {
    const EMPTY: Field<'static> = Field { text: b"", at: 0 };

    fn error(&self, offset: usize, problem: FenProblem) -> ParseFenError {
        ParseFenError { at: self.at + offset, problem }
    }

    /// The whole field is wrong.
    #[cold]
    pub(super) fn unexpected(&self, problem: fn(Excerpt) -> FenProblem) -> ParseFenError {
        self.error(0, problem(Excerpt::of(self.text)))
    }
}

pub(super) fn strict(fen: &[u8], mode: Castling) -> Result<Position, ParseFenError> {
    let [placement, turn, castling, en_passant, halfmoves, fullmoves] = split(fen)?;
    let board = board(placement)?;
    let setup = Setup {
        board,
        turn: side_to_move(turn)?,
        castling_rooks: castling_rooks(castling, &board, mode)?,
        en_passant: en_passant_square(en_passant)?,
        halfmove_clock: number(halfmoves.text)
            .and_then(|number| u16::try_from(number).ok())
            .ok_or_else(|| halfmoves.unexpected(FenProblem::HalfmoveClock))?,
        fullmove_number: number(fullmoves.text)
            .filter(|&number| number > 0)
            .ok_or_else(|| fullmoves.unexpected(FenProblem::FullmoveNumber))?,
    };
    match setup.problems().first() {
        None => Ok(setup.trusted()),
        Some(&error) => {
            let field = match error {
                SetupError::Castling { .. } => castling,
                SetupError::EnPassant { .. } => en_passant,
                SetupError::OpponentInCheck { .. } => turn,
                _ => placement,
            };
            Err(field.error(0, FenProblem::Illegal(error)))
        }
    }
}

/// The six fields. Single spaces part them, so two spaces enclose a seventh, empty one.
fn split(fen: &[u8]) -> Result<[Field<'_>; 6], ParseFenError> {
    if fen.len() > LONGEST {
        return Err(ParseFenError { at: LONGEST, problem: FenProblem::TooLong(fen.len()) });
    }
    let mut fields = [Field::EMPTY; 6];
    let (mut count, mut at) = (0, 0);
    for text in fen.split(|&byte| byte == b' ') {
        if text.is_empty() && !fen.is_empty() {
            return Err(ParseFenError { at, problem: FenProblem::StraySpace });
        }
        if text.is_empty() || count == 6 {
            let fields = fen.split(|&byte| byte == b' ').filter(|field| !field.is_empty()).count();
            return Err(ParseFenError { at, problem: FenProblem::Fields(fields) });
        }
        fields[count] = Field { text, at };
        count += 1;
        at += text.len() + 1;
    }
    if count < 6 {
        return Err(ParseFenError { at: fen.len(), problem: FenProblem::Fields(count) });
    }
    Ok(fields)
}

/// The pieces, from the eighth rank down.
#[inline]
pub(super) fn board(field: Field) -> Result<Board, ParseFenError> {
    match quick_board(field.text) {
        Some(board) => Ok(board),
        None => careful_board(field),
    }
}

/// How far a byte of the placement goes on, and which piece it puts down.
#[derive(Clone, Copy)]
struct Glyph {
    piece: Board,
    squares: u8,
    is_digit: bool,
}

/// What each byte means within a rank; a byte without meaning goes on too far.
static GLYPHS: [Glyph; 256] = {
    let mut glyphs = [Glyph { piece: Board::EMPTY, squares: 64, is_digit: false }; 256];
    let mut digit = 1;
    while digit <= 8 {
        glyphs[b'0' as usize + digit] = Glyph { piece: Board::EMPTY, squares: digit as u8, is_digit: true };
        digit += 1;
    }
    let mut role = 0;
    while role < 6 {
        let mut color = 0;
        while color < 2 {
            let piece = Role::ALL[role].of(Color::ALL[color]);
            glyphs[piece.byte() as usize] =
                Glyph { piece: Board::everywhere(piece), squares: 1, is_digit: false };
            color += 1;
        }
        role += 1;
    }
    glyphs
};

/// Reads a faultless placement without a branch on what its bytes are; `None` if there is any fault.
#[inline]
fn quick_board(text: &[u8]) -> Option<Board> {
    let mut board = Board::EMPTY;
    let mut bytes = text.iter();
    let mut has_adjacent_digits = false;
    for rank in (0..8).rev() {
        let (mut file, mut after_digit) = (0, false);
        while file < 8 {
            let glyph = &GLYPHS[*bytes.next()? as usize];
            let square = Square::wrapping(rank * 8 + file);
            board = board.or(glyph.piece.within(square.bitboard()));
            has_adjacent_digits |= after_digit & glyph.is_digit;
            after_digit = glyph.is_digit;
            file += u32::from(glyph.squares);
        }
        if file > 8 || rank > 0 && bytes.next() != Some(&b'/') {
            return None;
        }
    }
    (bytes.next().is_none() && !has_adjacent_digits).then_some(board)
}

/// Reads a placement and names the first fault.
#[cold]
fn careful_board(field: Field) -> Result<Board, ParseFenError> {
    let mut board = Board::EMPTY;
    let (mut rank, mut file) = (7u8, 0u8);
    let mut after_digit = false;
    for (offset, &byte) in field.text.iter().enumerate() {
        let error = |problem| Err(field.error(offset, problem));
        let width = match byte {
            b'/' => {
                if file < 8 {
                    return error(FenProblem::RankTooShort(Rank::ALL[rank as usize], file));
                }
                if rank == 0 {
                    return error(FenProblem::TooManyRanks);
                }
                (rank, file, after_digit) = (rank - 1, 0, false);
                continue;
            }
            b'1'..=b'8' => {
                if after_digit {
                    return error(FenProblem::AdjacentDigits);
                }
                byte - b'0'
            }
            _ => 1,
        };
        after_digit = matches!(byte, b'1'..=b'8');
        if !after_digit {
            let Some(piece) = Piece::from_letter(byte as char) else {
                return error(FenProblem::NotAPiece(byte));
            };
            if file < 8 {
                let square = Square::wrapping(u32::from(rank * 8 + file));
                board = board.with_set(square.bitboard(), piece.role, piece.color);
            }
        }
        file += width;
        if file > 8 {
            return error(FenProblem::RankTooLong(Rank::ALL[rank as usize]));
        }
    }
    let end = field.text.len();
    if file < 8 {
        return Err(field.error(end, FenProblem::RankTooShort(Rank::ALL[rank as usize], file)));
    }
    if rank > 0 {
        return Err(field.error(end, FenProblem::TooFewRanks(8 - rank)));
    }
    Ok(board)
}

fn side_to_move(field: Field) -> Result<Color, ParseFenError> {
    match field.text {
        b"w" => Ok(Color::White),
        b"b" => Ok(Color::Black),
        _ => Err(field.unexpected(FenProblem::Turn)),
    }
}

/// The rooks that may castle. Each right is written once; in which order says nothing.
fn castling_rooks(field: Field, board: &Board, mode: Castling) -> Result<Bitboard, ParseFenError> {
    let mut rooks = Bitboard::EMPTY;
    if field.text == b"-" {
        return Ok(rooks);
    }
    for (offset, &byte) in field.text.iter().enumerate() {
        let (color, letter) =
            right(byte, mode).ok_or(field.error(offset, FenProblem::CastlingLetter(byte)))?;
        let rook = castling_rook(board, color, letter, mode).ok_or_else(|| {
            let problem = match letter {
                Right::Side(side) if mode == Castling::Orthodox => cannot_castle(board, color, side),
                _ => FenProblem::NoCastlingRook(byte),
            };
            field.error(offset, problem)
        })?;
        if rooks.contains(rook) {
            return Err(field.error(offset, FenProblem::CastlingLetter(byte)));
        }
        rooks = rooks.with(rook);
    }
    Ok(rooks)
}

/// Why a right that orthodox chess does not know cannot be: whether Chess960 would know it is worth a hint.
#[cold]
fn cannot_castle(board: &Board, color: Color, side: CastlingSide) -> FenProblem {
    let home = Rank::First.seen_by(color);
    let (king, rook) = (Square::new(File::E, home), side.orthodox_rook(color));
    match castling_rook(board, color, Right::Side(side), Castling::Chess960) {
        Some(_) => FenProblem::NotOrthodox { color, king, rook },
        None => FenProblem::NoCastling { color, king, rook },
    }
}

/// What a castling letter names.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Right {
    /// The outermost rook on this side of the king.
    Side(CastlingSide),
    /// The rook on this file.
    File(File),
}

/// Reads one castling letter.
pub(super) fn right(byte: u8, mode: Castling) -> Option<(Color, Right)> {
    let color = if byte.is_ascii_uppercase() { Color::White } else { Color::Black };
    let right = match byte.to_ascii_lowercase() {
        b'k' => Right::Side(CastlingSide::King),
        b'q' => Right::Side(CastlingSide::Queen),
        letter if mode == Castling::Chess960 => Right::File(File::from_letter(letter as char)?),
        _ => return None,
    };
    Some((color, right))
}

/// The rook that a castling right means, if king and rook stand where they must.
pub(super) fn castling_rook(board: &Board, color: Color, right: Right, mode: Castling) -> Option<Square> {
    let home = Rank::First.seen_by(color);
    let king = (board.by_piece(Role::King.of(color)) & home.bitboard()).first()?;
    let rooks = board.by_piece(Role::Rook.of(color)) & home.bitboard();
    match (right, mode) {
        (Right::Side(side), Castling::Orthodox) => {
            let rook = side.orthodox_rook(color);
            (king.file() == File::E && rooks.contains(rook)).then_some(rook)
        }
        (Right::Side(CastlingSide::King), _) => rooks.last().filter(|&rook| rook > king),
        (Right::Side(CastlingSide::Queen), _) => rooks.first().filter(|&rook| rook < king),
        (Right::File(file), _) => Some(Square::new(file, home)).filter(|&rook| rooks.contains(rook)),
    }
}

fn en_passant_square(field: Field) -> Result<Option<Square>, ParseFenError> {
    match *field.text {
        [b'-'] => Ok(None),
        [file, rank] => match Square::from_bytes(file, rank) {
            Some(square) => Ok(Some(square)),
            None => Err(field.unexpected(FenProblem::EnPassant)),
        },
        _ => Err(field.unexpected(FenProblem::EnPassant)),
    }
}

/// A number in plain digits: no sign, no leading zero, nothing that does not fit.
pub(crate) fn number(digits: &[u8]) -> Option<u32> {
    if digits.is_empty() || digits.len() > 1 && digits[0] == b'0' {
        return None;
    }
    digits.iter().try_fold(0u32, |number, &byte| {
        let digit = byte.is_ascii_digit().then(|| u32::from(byte - b'0'))?;
        number.checked_mul(10)?.checked_add(digit)
    })
}
