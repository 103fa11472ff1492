//! A position of any chess that is played here, so that a game need not know which.

use crate::{AnyMove, Refusal, Variant, WrittenMoveError};
use regence_rules::house::{BoardSize, HousePosition, Rule};
use regence_rules::{
    Bitboard, CastlingSide, Color, Draw, File, Key, Outcome, Piece, Position, Rank, San, SanAction, Square,
    UciMove,
};
use std::fmt;

/// A position of chess, of Chess960, or under house rules.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum AnyPosition {
    /// Of chess or Chess960.
    Standard(Position),
    /// Under house rules.
    House(HousePosition),
}

/// What both kinds of position answer alike.
macro_rules! ask {
    ($position:expr, $inner:ident => $answer:expr) => {
        match $position {
            Self::Standard($inner) => $answer,
            Self::House($inner) => $answer,
        }
    };
}

impl AnyPosition {
    /// Which chess this is a position of, as far as it shows: Chess960 if a right to castle exists only there.
    pub fn variant(&self) -> Variant {
        match self {
            Self::House(position) => Variant::House(position.rules()),
            Self::Standard(position) => {
                let is_orthodox = |color: Color| {
                    let rooks = position.castling_rooks() & position.board().by_color(color);
                    let corners = CastlingSide::ALL.map(|side| side.orthodox_rook(color).bitboard());
                    rooks.is_empty()
                        || (rooks - corners[0] - corners[1]).is_empty()
                            && position.king(color) == Square::new(File::E, Rank::First.seen_by(color))
                };
                if Color::ALL.into_iter().all(is_orthodox) { Variant::Orthodox } else { Variant::Chess960 }
            }
        }
    }

    /// Who is to move.
    pub fn turn(&self) -> Color {
        ask!(self, position => position.turn())
    }

    /// How many files and ranks the board has.
    pub fn size(&self) -> BoardSize {
        match self {
            Self::Standard(_) => BoardSize::EIGHT,
            Self::House(position) => position.board().size(),
        }
    }

    /// What stands on a square.
    pub fn piece_at(&self, square: Square) -> Option<Piece> {
        match self {
            Self::Standard(position) => position.piece_at(square),
            Self::House(position) => position.board().piece_at(square),
        }
    }

    /// Every piece and its square, from a1 upwards.
    pub fn pieces(&self) -> impl Iterator<Item = (Square, Piece)> {
        self.size().squares().filter_map(|square| Some((square, self.piece_at(square)?)))
    }

    /// The kings of a colour: one in chess, any number under house rules.
    pub fn kings(&self, color: Color) -> Bitboard {
        match self {
            Self::Standard(position) => position.king(color).bitboard(),
            Self::House(position) => position.board().kings(color),
        }
    }

    /// The pieces of a colour that attack a square.
    pub fn attackers_of(&self, square: Square, by: Color) -> Bitboard {
        match self {
            Self::Standard(position) => position.attackers_of(square, by),
            Self::House(position) => position.board().attackers_of(square, by),
        }
    }

    /// Whether the side to move is in check.
    pub fn is_check(&self) -> bool {
        ask!(self, position => position.is_check())
    }

    /// Half-moves since the last capture or pawn move.
    pub fn halfmove_clock(&self) -> u16 {
        ask!(self, position => position.halfmove_clock())
    }

    /// The number of the move about to be played.
    pub fn fullmove_number(&self) -> u32 {
        ask!(self, position => position.fullmove_number())
    }

    /// The position as text.
    pub fn fen(&self) -> String {
        ask!(self, position => position.fen())
    }

    /// All legal moves.
    pub fn legal_moves(&self) -> Vec<AnyMove> {
        match self {
            Self::Standard(position) => position.legal_moves().into_iter().map(AnyMove::Standard).collect(),
            Self::House(position) => position.legal_moves().into_iter().map(AnyMove::House).collect(),
        }
    }

    /// The legal moves of the piece on a square.
    pub fn legal_moves_from(&self, square: Square) -> Vec<AnyMove> {
        match self {
            Self::Standard(position) => {
                position.legal_moves_from(square).into_iter().map(AnyMove::Standard).collect()
            }
            Self::House(position) => {
                position.legal_moves_from(square).into_iter().map(AnyMove::House).collect()
            }
        }
    }

    /// The legal move that a written one means, or why there is none.
    pub fn resolve(&self, written: UciMove) -> Result<AnyMove, Refusal> {
        match self {
            Self::Standard(position) => {
                position.resolve(written).map(AnyMove::Standard).map_err(Refusal::Standard)
            }
            Self::House(position) => position.resolve(written).map(AnyMove::House).map_err(Refusal::House),
        }
    }

    /// The legal move that somebody wrote, in algebraic notation or as UCI does.
    ///
    /// ```
    /// use regence_game::Variant;
    /// let start = Variant::Orthodox.start();
    /// assert_eq!(start.read_move("Nf3"), start.read_move("g1f3"));
    /// assert_eq!(start.read_move("Nf6").unwrap_err().to_string(), "no knight can go to f6");
    /// ```
    pub fn read_move(&self, text: &str) -> Result<AnyMove, WrittenMoveError> {
        let text = text.trim();
        let error = match self.parse_san(text) {
            Ok(mv) => return Ok(mv),
            Err(error) => error,
        };
        // `B1d2` is a bishop's move or none, though in small letters it would be a move from b1.
        if San::from_bytes(text.as_bytes()).is_ok_and(names_piece) {
            return Err(error);
        }
        match text.to_ascii_lowercase().parse::<UciMove>() {
            Ok(written) => self.resolve(written).map_err(WrittenMoveError::Refused),
            Err(_) => Err(error),
        }
    }

    fn parse_san(&self, text: &str) -> Result<AnyMove, WrittenMoveError> {
        match self {
            Self::Standard(position) => {
                position.parse_san(text).map(AnyMove::Standard).map_err(WrittenMoveError::Standard)
            }
            Self::House(position) => {
                position.parse_san(text).map(AnyMove::House).map_err(WrittenMoveError::House)
            }
        }
    }

    /// Plays a move of this position, and returns the next one. A move of the other kind of chess changes nothing.
    pub fn play(&self, mv: AnyMove) -> Self {
        match (self, mv) {
            (Self::Standard(position), AnyMove::Standard(mv)) => Self::Standard(position.play(mv)),
            (Self::House(position), AnyMove::House(mv)) => Self::House(position.play(mv)),
            _ => *self,
        }
    }

    /// The position after the side to move has done nothing; `None` if it is in check. No game is played so, but
    /// analysis shows threats by it.
    pub fn pass(&self) -> Option<Self> {
        match self {
            Self::Standard(position) => position.pass().map(Self::Standard),
            Self::House(position) => position.pass().map(Self::House),
        }
    }

    /// A legal move in algebraic notation. A move of the other kind of chess is written by its squares.
    pub fn san(&self, mv: AnyMove) -> Option<San> {
        match (self, mv) {
            (Self::Standard(position), AnyMove::Standard(mv)) => Some(position.san(mv)),
            (Self::House(position), AnyMove::House(mv)) => Some(position.san(mv)),
            _ => None,
        }
    }

    /// What a move takes.
    pub fn captured(&self, mv: AnyMove) -> Option<Piece> {
        match (self, mv) {
            (Self::Standard(position), AnyMove::Standard(mv)) => position.captured(mv),
            (_, AnyMove::House(mv)) => mv.captured(),
            _ => None,
        }
    }

    /// How the position ends the game, if it does.
    pub fn outcome(&self) -> Option<Outcome> {
        match self {
            Self::Standard(position) => position.outcome(),
            Self::House(position) => position.outcome().or_else(|| self.house_draw(position)),
        }
    }

    /// Draws under house rules that no position decides by itself there: nobody can win, or nothing happens any more.
    fn house_draw(&self, position: &HousePosition) -> Option<Outcome> {
        const SEVENTY_FIVE_MOVES: u16 = 150;
        if !Color::ALL.into_iter().any(|color| self.can_win(color)) {
            return Some(Outcome::Draw(Draw::InsufficientMaterial));
        }
        let is_idle = self.counts_repetition() && position.halfmove_clock() >= SEVENTY_FIVE_MOVES;
        is_idle.then_some(Outcome::Draw(Draw::SeventyFiveMoves))
    }

    /// Whether a side can still win by any moves at all, as far as its pieces go.
    pub fn can_win(&self, color: Color) -> bool {
        ask!(self, position => position.can_win(color))
    }

    /// Whether repetition and moves without progress matter.
    pub(crate) fn counts_repetition(&self) -> bool {
        match self {
            Self::Standard(_) => true,
            Self::House(position) => position.rules().repetition == Rule::On,
        }
    }

    /// Whether the two are the same position as far as repetition goes.
    pub fn repeats(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Standard(one), Self::Standard(other)) => one.repeats(other),
            (Self::House(one), Self::House(other)) => one.repeats(other),
            _ => false,
        }
    }

    /// A number that equal positions share. House rules have none of their own, so there it says nothing.
    pub(crate) fn key(&self) -> Option<Key> {
        match self {
            Self::Standard(position) => Some(position.key()),
            Self::House(_) => None,
        }
    }
}

/// Whether a notation says which kind of piece moves.
fn names_piece(san: San) -> bool {
    matches!(san.action, SanAction::Move { role: Some(_), .. })
}

impl From<Position> for AnyPosition {
    fn from(position: Position) -> Self {
        Self::Standard(position)
    }
}

impl From<HousePosition> for AnyPosition {
    fn from(position: HousePosition) -> Self {
        Self::House(position)
    }
}

/// The FEN.
impl fmt::Display for AnyPosition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        ask!(self, position => position.fmt(f))
    }
}
