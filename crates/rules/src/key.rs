//! Zobrist keys: a number for each position, equal for positions that repeat each other.

use crate::moves::Kind;
use crate::play::passed_pawn;
use crate::{Color, Move, Piece, Position, Role, Square};
use core::fmt;

/// The Zobrist key of a position.
///
/// Positions that [`repeat`](Position::repeats) each other have equal keys; others practically never do. It covers
/// pieces, side to move, castling rights and en passant if a capture is legal, not the clocks.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Key(u64);

impl Key {
    /// The key as a number.
    #[inline]
    pub const fn bits(self) -> u64 {
        self.0
    }

    #[inline]
    const fn toggle(self, number: u64) -> Self {
        Self(self.0 ^ number)
    }
}

impl fmt::Debug for Key {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Key({:016x})", self.0)
    }
}

impl fmt::LowerHex for Key {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::LowerHex::fmt(&self.0, f)
    }
}

/// One random number for everything that can be true of a position.
struct Numbers {
    pieces: [[[u64; 64]; 7]; 2],
    castling_rooks: [u64; 64],
    en_passant_files: [u64; 8],
    black_to_move: u64,
}

static NUMBERS: Numbers = numbers();

/// The generator "splitmix64", from a seed of our own.
const fn numbers() -> Numbers {
    const fn next(state: &mut u64) -> u64 {
        *state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = *state;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }
    let mut state = 0x1681_cafe_u64;
    let mut numbers = Numbers {
        pieces: [[[0; 64]; 7]; 2],
        castling_rooks: [0; 64],
        en_passant_files: [0; 8],
        black_to_move: next(&mut state),
    };
    let mut square = 0;
    while square < 64 {
        let mut piece = 0;
        while piece < 14 {
            numbers.pieces[piece / 7][piece % 7][square] = next(&mut state);
            piece += 1;
        }
        numbers.castling_rooks[square] = next(&mut state);
        square += 1;
    }
    let mut file = 0;
    while file < 8 {
        numbers.en_passant_files[file] = next(&mut state);
        file += 1;
    }
    numbers
}

#[inline]
fn piece_number(piece: Piece, square: Square) -> u64 {
    NUMBERS.pieces[piece.color.index()][piece.role as usize][square.index()]
}

impl Position {
    /// The key of this position, computed afresh.
    pub fn key(&self) -> Key {
        let mut key = Key(if self.turn == Color::Black { NUMBERS.black_to_move } else { 0 });
        for (square, piece) in self.board.pieces() {
            key = key.toggle(piece_number(piece, square));
        }
        for rook in self.castling {
            key = key.toggle(NUMBERS.castling_rooks[rook.index()]);
        }
        key.toggle(self.en_passant_number())
    }

    /// The position after a move together with its key, given the key of this one; much faster than
    /// [`key`](Self::key), and always equal to it.
    ///
    /// ```
    /// use regence_rules::Position;
    /// let start = Position::START;
    /// let mv = start.resolve("e2e4".parse()?)?;
    /// let (next, key) = start.play_keyed(mv, start.key());
    /// assert_eq!(key, next.key());
    /// # Ok::<(), Box<dyn core::error::Error>>(())
    /// ```
    #[inline]
    pub fn play_keyed(&self, mv: Move, key: Key) -> (Self, Key) {
        let next = self.play(mv);
        (next, self.key_after(mv, &next, key))
    }

    /// The position after [`pass`](Self::pass)ing together with its key, given the key of this one.
    ///
    /// ```
    /// use regence_rules::Position;
    /// let position = Position::from_fen("4k3/8/8/8/3pP3/8/8/4K3 b - e3 0 1")?;
    /// let (passed, key) = position.pass_keyed(position.key()).unwrap();
    /// assert_eq!(key, passed.key());
    /// assert_ne!(key, position.key());
    /// # Ok::<(), regence_rules::ParseFenError>(())
    /// ```
    #[inline]
    pub fn pass_keyed(&self, key: Key) -> Option<(Self, Key)> {
        let next = self.pass()?;
        Some((next, key.toggle(NUMBERS.black_to_move).toggle(self.en_passant_number())))
    }

    #[inline]
    fn key_after(&self, mv: Move, next: &Self, key: Key) -> Key {
        let turn = self.turn;
        let mut key = key.toggle(NUMBERS.black_to_move).toggle(piece_number(mv.role().of(turn), mv.from));
        if mv.kind == Kind::Castling {
            let rook = Role::Rook.of(turn);
            key = key.toggle(piece_number(Role::King.of(turn), mv.to()));
            if let Some((from, to)) = mv.castling_rook() {
                key = key.toggle(piece_number(rook, from)).toggle(piece_number(rook, to));
            }
        } else {
            key = key.toggle(piece_number(mv.arriving.of(turn), mv.target));
            if mv.kind == Kind::EnPassant {
                let taken = passed_pawn(mv.target, turn).lowest();
                key = key.toggle(piece_number(Role::Pawn.of(!turn), taken));
            } else if let Some(taken) = self.board.role_at(mv.target) {
                key = key.toggle(piece_number(taken.of(!turn), mv.target));
            }
        }
        for rook in self.castling ^ next.castling {
            key = key.toggle(NUMBERS.castling_rooks[rook.index()]);
        }
        key.toggle(self.en_passant_number()).toggle(next.en_passant_number())
    }

    #[inline]
    fn en_passant_number(&self) -> u64 {
        match self.en_passant() {
            Some(square) => NUMBERS.en_passant_files[square.file().index()],
            None => 0,
        }
    }
}
