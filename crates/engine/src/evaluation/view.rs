//! The sets of squares that several terms ask for, computed once.

use super::side::Side;
use regence_rules::{Bitboard, ByColor, Color, Position, Role, Square, attacks};

/// One side's pieces, and what they attack as far as they have been looked at.
pub(super) struct Army {
    pub all: Bitboard,
    pub pawns: Bitboard,
    pub knights: Bitboard,
    pub bishops: Bitboard,
    pub rooks: Bitboard,
    pub queens: Bitboard,
    pub king: Square,
    /// What its pawns attack.
    pub pawn_attacks: Bitboard,
    /// What its king attacks.
    pub king_attacks: Bitboard,
    /// The king's square, those around it and three more ahead.
    pub king_zone: Bitboard,
    /// What its knights, bishops, rooks and queens attack, by kind.
    pub knight_attacks: Bitboard,
    pub bishop_attacks: Bitboard,
    pub rook_attacks: Bitboard,
    pub queen_attacks: Bitboard,
    /// What any of its pieces attacks.
    pub attacks: Bitboard,
    /// What at least two of its pieces attack.
    pub double_attacks: Bitboard,
    /// How many of its pieces attack the enemy king's zone, and with what force.
    pub king_attackers: i32,
    pub king_attack_units: i32,
}

impl Army {
    #[inline(always)]
    fn new<S: Side>(position: &Position) -> Self {
        let board = position.board();
        let all = board.by_color(S::COLOR);
        let pawns = board.by_role(Role::Pawn) & all;
        let king = position.king(S::COLOR);
        let pawn_attacks = S::pawn_attacks(pawns);
        let king_attacks = attacks::king(king);
        let around = king_attacks | king.bitboard();
        let ahead = S::forward(pawns);
        let pawn_doubles = ahead.left() & ahead.right();
        Self {
            all,
            pawns,
            knights: board.by_role(Role::Knight) & all,
            bishops: board.by_role(Role::Bishop) & all,
            rooks: board.by_role(Role::Rook) & all,
            queens: board.by_role(Role::Queen) & all,
            king,
            pawn_attacks,
            king_attacks,
            king_zone: around | S::forward(around),
            knight_attacks: Bitboard::EMPTY,
            bishop_attacks: Bitboard::EMPTY,
            rook_attacks: Bitboard::EMPTY,
            queen_attacks: Bitboard::EMPTY,
            attacks: pawn_attacks | king_attacks,
            double_attacks: pawn_doubles | pawn_attacks & king_attacks,
            king_attackers: 0,
            king_attack_units: 0,
        }
    }

    /// Notes what one more piece attacks.
    #[inline(always)]
    pub(super) fn attack(&mut self, squares: Bitboard) {
        self.double_attacks |= self.attacks & squares;
        self.attacks |= squares;
    }

    /// Its pieces apart from king and pawns.
    #[inline(always)]
    pub(super) fn officers(&self) -> Bitboard {
        self.knights | self.bishops | self.rooks | self.queens
    }

    /// Its pieces apart from king and pawns, in pawns as every beginner learns them.
    #[inline(always)]
    pub(super) fn plain_worth(&self) -> usize {
        3 * (self.knights | self.bishops).len() + 5 * self.rooks.len() + 9 * self.queens.len()
    }
}

/// A position as the terms see it.
pub(super) struct View {
    pub occupied: Bitboard,
    pub castling: Bitboard,
    pub turn: Color,
    pub armies: ByColor<Army>,
}

impl View {
    #[inline(always)]
    pub(super) fn new<W: Side, B: Side>(position: &Position) -> Self {
        Self {
            occupied: position.board().occupied(),
            castling: position.castling_rooks(),
            turn: position.turn(),
            armies: ByColor { white: Army::new::<W>(position), black: Army::new::<B>(position) },
        }
    }

    /// The pieces of a side and those of its enemy.
    #[inline(always)]
    pub(super) fn sides<S: Side>(&self) -> (&Army, &Army) {
        match S::COLOR {
            Color::White => (&self.armies.white, &self.armies.black),
            Color::Black => (&self.armies.black, &self.armies.white),
        }
    }

    /// The same, to note in the first what it attacks.
    #[inline(always)]
    pub(super) fn sides_mut<S: Side>(&mut self) -> (&mut Army, &Army) {
        match S::COLOR {
            Color::White => (&mut self.armies.white, &self.armies.black),
            Color::Black => (&mut self.armies.black, &self.armies.white),
        }
    }

    /// How much of the middlegame is left, from 24 at the start to 0 when only kings and pawns are left.
    #[inline(always)]
    pub(super) fn phase(&self) -> i32 {
        let weight =
            |army: &Army| (army.knights | army.bishops).len() + 2 * army.rooks.len() + 4 * army.queens.len();
        ((weight(&self.armies.white) + weight(&self.armies.black)) as i32).min(super::FULL_PHASE)
    }
}
