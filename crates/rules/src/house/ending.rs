//! Whether a position under house rules ends the game, and whether a side could still win it.

use super::{BoardSize, HousePosition, HouseRules, NoMoves};
use crate::ending::AUTOMATIC_DRAW;
use crate::{Board, Color, Draw, Outcome, Piece, Rank, Role, Square, Win};

impl HousePosition {
    /// How the game ended, if this position ends it. Where these are the rules of chess, on its board and with one king a
    /// side, that is what [`Position::outcome`](crate::Position::outcome) says: too little material and the seventy-five-move
    /// rule draw there. Elsewhere neither is decided by a position.
    ///
    /// ```
    /// use regence_rules::house::{HousePosition, HouseRules};
    /// let outcome = |rules, fen: &str| HousePosition::from_fen(rules, fen).map(|position| position.outcome());
    /// let knight = "4k3/8/8/8/8/8/8/4KN2 w - - 0 1";
    /// assert_eq!(outcome(HouseRules::ORTHODOX, knight)?.unwrap().to_string(), "Draw: neither side can mate any more");
    /// assert_eq!(outcome(HouseRules::CLASSROOM, knight)?, None);
    /// # Ok::<(), regence_rules::house::ParseHouseFenError>(())
    /// ```
    pub fn outcome(&self) -> Option<Outcome> {
        self.end_of_play().or_else(|| self.chess_draw())
    }

    /// How the game ended, if that leaves no move to play.
    pub(super) fn end_of_play(&self) -> Option<Outcome> {
        if let Some(winner) = self.taker_of_the_last_king() {
            return Some(Outcome::Win { winner, by: Win::LastKingTaken });
        }
        if self.has_legal_moves() {
            return None;
        }
        let win = |by| Outcome::Win { winner: !self.turn(), by };
        Some(match (self.is_check(), self.rules().no_moves, self.rules().check.is_on()) {
            (true, _, _) => win(Win::Checkmate),
            (false, NoMoves::Draw, true) => Outcome::Draw(Draw::Stalemate),
            (false, NoMoves::Draw, false) => Outcome::Draw(Draw::NoMoves),
            (false, NoMoves::Loss, true) => win(Win::Stalemate),
            (false, NoMoves::Loss, false) => win(Win::NoMoves),
        })
    }

    /// The draw that chess knows although there are moves to play.
    fn chess_draw(&self) -> Option<Outcome> {
        let board = self.chess_board()?;
        if board.is_insufficient_material() {
            return Some(Outcome::Draw(Draw::InsufficientMaterial));
        }
        (self.halfmove_clock() >= AUTOMATIC_DRAW).then_some(Outcome::Draw(Draw::SeventyFiveMoves))
    }

    /// Whether a side can still win by any moves at all, as far as its pieces go. Where this is chess, that is what
    /// [`Position::can_win`](crate::Position::can_win) says.
    pub fn can_win(&self, color: Color) -> bool {
        if let Some(board) = self.chess_board() {
            return board.can_win(color);
        }
        let rules = self.rules();
        let kings_fight = !rules.check.is_on() && !rules.kings_keep_apart.is_on();
        let last = self.board().size().last_rank(color);
        let can_help = |(square, piece): (Square, Piece)| match piece.role {
            Role::King => kings_fight,
            // It would have become something else, or it stands there for ever.
            Role::Pawn => square.rank() != last,
            _ => true,
        };
        self.board().pieces().filter(|(_, piece)| piece.color == color).any(can_help)
    }

    /// The pieces as chess knows them, if this is chess: its rules, its board, one king a side and no pawns where chess
    /// has none.
    fn chess_board(&self) -> Option<Board> {
        let is_chess = self.rules() == HouseRules::ORTHODOX && self.board().size() == BoardSize::EIGHT;
        let has_one_king = |color| self.board().kings(color).len() == 1;
        let back_ranks = Rank::First.bitboard() | Rank::Eighth.bitboard();
        if !is_chess || !Color::ALL.into_iter().all(has_one_king) || self.pawns().meets(back_ranks) {
            return None;
        }
        Some(self.board().pieces().fold(Board::EMPTY, |board, (square, piece)| board.with(square, piece)))
    }

    /// The winner under rules without check: the side with a king, if the other has none.
    pub(super) fn taker_of_the_last_king(&self) -> Option<Color> {
        if self.rules().check.is_on() { None } else { self.board().winner() }
    }
}
