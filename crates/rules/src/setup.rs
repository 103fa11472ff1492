//! A position being set up: anything may stand anywhere, until `build` judges it.

mod error;

pub use error::{CastlingError, EnPassantError, SetupError, SetupErrors};

use crate::{Bitboard, Board, CastlingSide, Color, Piece, Position, Rank, Role, Square};

/// A position that is not yet known to be legal.
///
/// ```
/// use regence_rules::{Color, Role, Setup, SetupError, Square};
/// let setup = Setup::EMPTY
///     .place(Square::E1, Role::King.of(Color::White))
///     .place(Square::E8, Role::King.of(Color::Black))
///     .place(Square::A7, Role::Pawn.of(Color::White));
/// let position = setup.build().expect("two kings and a pawn make a position");
/// assert_eq!(position.fen(), "4k3/P7/8/8/8/8/8/4K3 w - - 0 1");
///
/// let problems = setup.remove(Square::E8).build().unwrap_err();
/// assert_eq!(*problems, [SetupError::Kings { color: Color::Black, count: 0 }]);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Setup {
    /// The pieces.
    pub board: Board,
    /// Who is to move.
    pub turn: Color,
    /// The rooks that may still castle.
    pub castling_rooks: Bitboard,
    /// The square a pawn has just jumped over.
    pub en_passant: Option<Square>,
    /// Half-moves since the last capture or pawn move.
    pub halfmove_clock: u16,
    /// The number of the move about to be played, from 1.
    pub fullmove_number: u32,
}

impl Setup {
    /// An empty board with White to move and no rights.
    pub const EMPTY: Self = Self {
        board: Board::EMPTY,
        turn: Color::White,
        castling_rooks: Bitboard::EMPTY,
        en_passant: None,
        halfmove_clock: 0,
        fullmove_number: 1,
    };

    /// Puts a piece on a square, whatever stood there before.
    pub fn place(self, square: Square, piece: Piece) -> Self {
        Self { board: self.board.with(square, piece), ..self }
    }

    /// Empties a square.
    pub fn remove(self, square: Square) -> Self {
        Self { board: self.board.without(square), ..self }
    }

    /// Says who is to move.
    pub fn turn(self, turn: Color) -> Self {
        Self { turn, ..self }
    }

    /// Lets the rook on this square castle.
    pub fn castling_rook(self, rook: Square) -> Self {
        Self { castling_rooks: self.castling_rooks.with(rook), ..self }
    }

    /// Lets a side castle with the rook on its h-file (king's side) or a-file (queen's side), as in orthodox chess.
    pub fn castling(self, color: Color, side: CastlingSide) -> Self {
        self.castling_rook(side.orthodox_rook(color))
    }

    /// Says which square a pawn has just jumped over.
    pub fn en_passant(self, square: Option<Square>) -> Self {
        Self { en_passant: square, ..self }
    }

    /// Sets the half-moves since the last capture or pawn move, and the number of the move to be played.
    pub fn clocks(self, halfmove_clock: u16, fullmove_number: u32) -> Self {
        Self { halfmove_clock, fullmove_number, ..self }
    }

    /// The position, or every reason why this is none.
    #[allow(clippy::result_large_err)] // All reasons at once, and no heap in sight.
    pub fn build(self) -> Result<Position, SetupErrors> {
        let problems = self.problems();
        if problems.is_empty() { Ok(self.trusted()) } else { Err(problems) }
    }

    /// The position, of a set-up that has no [`problems`](Self::problems).
    pub(crate) fn trusted(self) -> Position {
        let takers = |to: Square| {
            let pawns = self.board.by_piece(Role::Pawn.of(self.turn));
            (crate::attacks::pawn(!self.turn, to) & pawns).any()
        };
        Position {
            board: self.board,
            castling: self.castling_rooks,
            fullmoves: self.fullmove_number,
            halfmoves: self.halfmove_clock,
            en_passant: self.en_passant.filter(|&to| takers(to)),
            turn: self.turn,
        }
    }

    /// Every reason why this is not a legal position.
    #[inline]
    pub(crate) fn problems(&self) -> SetupErrors {
        let mut errors = SetupErrors::none();
        self.count_pieces(&mut errors);
        if Color::ALL.into_iter().all(|color| self.has_one_king(color)) {
            self.look_for_impossible_checks(&mut errors);
        }
        self.judge_castling(&mut errors);
        if let Some(square) = self.en_passant
            && let Err(why) = self.judge_en_passant(square)
        {
            errors.push(SetupError::EnPassant { square, why });
        }
        if self.fullmove_number == 0 {
            errors.push(SetupError::FullmoveZero);
        }
        errors
    }

    fn count_pieces(&self, errors: &mut SetupErrors) {
        let pawns = self.board.by_role(Role::Pawn);
        for color in Color::ALL {
            let own = self.board.by_color(color);
            if !self.has_one_king(color) {
                let count = (self.board.by_role(Role::King) & own).len();
                errors.push(SetupError::Kings { color, count });
            }
            if own.len() > 16 {
                errors.push(SetupError::TooManyPieces { color, count: own.len() });
            }
            let count = (pawns & own).len();
            if count > 8 {
                errors.push(SetupError::TooManyPawns { color, count });
            }
        }
        let back_ranks = Rank::First.bitboard() | Rank::Eighth.bitboard();
        if pawns.meets(back_ranks) {
            errors.push(SetupError::PawnsOnBackRank(pawns & back_ranks));
        }
    }

    fn has_one_king(&self, color: Color) -> bool {
        let kings = self.board.by_role(Role::King) & self.board.by_color(color);
        kings.any() && !kings.is_many()
    }

    fn look_for_impossible_checks(&self, errors: &mut SetupErrors) {
        let king = |color| self.board.by_piece(Role::King.of(color)).lowest();
        let attackers = self.board.attackers_of(king(!self.turn), self.turn);
        if let Some(by) = attackers.first() {
            errors.push(SetupError::OpponentInCheck { king: king(!self.turn), by });
        }
        let checkers = self.board.attackers_of(king(self.turn), !self.turn);
        if checkers.is_many() && !could_check_together(king(self.turn), checkers, &self.board) {
            errors.push(SetupError::ImpossibleCheck(checkers));
        }
    }

    fn judge_castling(&self, errors: &mut SetupErrors) {
        for color in Color::ALL {
            let home = Rank::First.seen_by(color).bitboard();
            let rooks = self.castling_rooks & home;
            let king = self.board.by_piece(Role::King.of(color)) & home;
            let Some(king) = king.first() else {
                for rook in rooks {
                    errors.push(SetupError::Castling { rook, why: CastlingError::KingNotHome });
                }
                continue;
            };
            for rook in rooks - self.board.by_piece(Role::Rook.of(color)) {
                errors.push(SetupError::Castling { rook, why: CastlingError::NoRook });
            }
            let to_the_right: Bitboard = rooks.into_iter().filter(|&rook| rook > king).collect();
            for one_side in [rooks - to_the_right, to_the_right] {
                if let Some(rook) = one_side.first().filter(|_| one_side.is_many()) {
                    errors.push(SetupError::Castling { rook, why: CastlingError::TwoOnOneSide });
                }
            }
        }
        let home = Rank::First.bitboard() | Rank::Eighth.bitboard();
        for rook in self.castling_rooks - home {
            errors.push(SetupError::Castling { rook, why: CastlingError::NotOnBackRank });
        }
    }

    fn judge_en_passant(&self, square: Square) -> Result<(), EnPassantError> {
        let mover = !self.turn;
        if square.rank() != Rank::Third.seen_by(mover) {
            return Err(EnPassantError::WrongRank);
        }
        let (from, to) = (
            Square::new(square.file(), Rank::Second.seen_by(mover)),
            Square::new(square.file(), Rank::Fourth.seen_by(mover)),
        );
        if self.board.piece_at(to) != Some(Role::Pawn.of(mover)) {
            return Err(EnPassantError::NoPawn(to));
        }
        for passed in [square, from] {
            if self.board.occupied().contains(passed) {
                return Err(EnPassantError::Occupied(passed));
            }
        }
        // Before the pawn jumped it was the other side's turn, so our king cannot have been in check.
        let before = self.board.without(to).with(from, Role::Pawn.of(mover));
        match before.king(self.turn).and_then(|king| before.attackers_of(king, mover).first()) {
            Some(checker) => Err(EnPassantError::CheckBefore(checker)),
            None if self.halfmove_clock > 0 => Err(EnPassantError::HalfmoveClock(self.halfmove_clock)),
            None => Ok(()),
        }
    }
}

/// Whether one move can have opened several checks at once: two at most, one of them from a slider that the other piece
/// has uncovered, and not two along one line.
fn could_check_together(king: Square, checkers: Bitboard, board: &Board) -> bool {
    let (Some(first), Some(last)) = (checkers.first(), checkers.last()) else { return true };
    let sliders = board.diagonal_sliders() | board.orthogonal_sliders();
    let on_one_line = checkers.is_subset(sliders) && crate::attacks::between(first, last).contains(king);
    // `between` holds the king only if both see it from opposite sides; on one side the nearer would hide the farther.
    checkers.len() <= 2 && checkers.meets(sliders) && !on_one_line
}

impl From<Position> for Setup {
    fn from(position: Position) -> Self {
        Self {
            board: position.board,
            turn: position.turn,
            castling_rooks: position.castling,
            en_passant: position.en_passant(),
            halfmove_clock: position.halfmoves,
            fullmove_number: position.fullmoves,
        }
    }
}
