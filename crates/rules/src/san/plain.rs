//! The usual ways of writing a move, understood without detours: `e4`, `Nf3`, `Rad1`, `exd5+`.
//!
//! Most of a game is written like that, and most of the time goes into guessing wrongly which way a branch takes, so there
//! are few. What is found here is what the patient reader would find; everything else, mistakes included, is left to it.

use super::resolve::pawns;
use crate::attacks::{self, Sliders, Task, dispatch};
use crate::moves::Kind;
use crate::{Bitboard, File, Move, Position, Rank, Role, Square};

/// The legal move that a text means, if it is written in a usual way and there is exactly one.
#[inline(always)]
pub(super) fn find(position: &Position, text: &[u8]) -> Option<Move> {
    struct Find<'a>(&'a Position, &'a [u8]);
    impl Task for Find<'_> {
        type Output = Option<Move>;

        #[inline(always)]
        fn run<L: Sliders>(self) -> Option<Move> {
            Plain::read(self.1)?.resolve::<L>(self.0)
        }
    }
    dispatch(Find(position, text))
}

/// What the text says.
struct Plain {
    role: Role,
    /// The squares that agree with what is said of the origin.
    origin: Bitboard,
    /// Whether anything is said of it.
    has_origin: bool,
    to: Square,
}

impl Plain {
    #[inline(always)]
    fn read(text: &[u8]) -> Option<Self> {
        let (&first, &last) = (text.first()?, text.last()?);
        let length = text.len() - usize::from(last == b'+') - usize::from(last == b'#');
        let &[file, rank] = text.get(length.checked_sub(2)?..length)? else { return None };
        let to = Square::from_bytes(file, rank)?;
        let role = ROLES[usize::from(first)]?;
        let letters = usize::from(role != Role::Pawn);
        // Behind the two bytes of `e4` there is no third; the last one is as good, as it is no `x`.
        let before = text[length.wrapping_sub(3).min(text.len() - 1)];
        let said = length.wrapping_sub(2 + letters + usize::from(before == b'x'));
        if said > 1 {
            return None;
        }
        let origin = if said == 0 { Bitboard::FULL } else { ORIGINS[usize::from(text[letters])] };
        Some(Self { role, origin, has_origin: said == 1, to })
    }

    #[inline(always)]
    fn resolve<L: Sliders>(&self, position: &Position) -> Option<Move> {
        let (board, turn, to) = (&position.board, position.turn, self.to);
        let (from, kind) = if self.role == Role::Pawn { self.pawn(position) } else { self.piece(position) }?;
        let throne = if self.role == Role::King { to } else { position.king(turn) };
        let occupied = board.occupied().without(from).with(to);
        let attackers = board.attackers::<L>(throne, !turn, occupied).without(to);
        attackers.is_empty().then_some(Move { from, target: to, arriving: self.role, kind })
    }

    /// The one pawn that gets there, neither in passing nor to the last rank.
    #[inline(always)]
    fn pawn(&self, position: &Position) -> Option<(Square, Kind)> {
        let to = self.to;
        if position.en_passant == Some(to) || to.rank() == Rank::Eighth.seen_by(position.turn) {
            return None;
        }
        let from = only(pawns(position, to, self.has_origin) & self.origin)?;
        let is_double = from.index().abs_diff(to.index()) == 16;
        Some((from, if is_double { Kind::DoublePush } else { Kind::Pawn }))
    }

    /// The one other piece that gets there.
    #[inline(always)]
    fn piece(&self, position: &Position) -> Option<(Square, Kind)> {
        let (board, to) = (&position.board, self.to);
        if board.by_color(position.turn).contains(to) {
            return None;
        }
        let is_free = |from| !attacks::between(from, to).meets(board.occupied());
        let mut aimed =
            attacks::reach(self.role, to) & board.by_piece(self.role.of(position.turn)) & self.origin;
        if aimed.is_many() {
            aimed = aimed.into_iter().filter(|&from| is_free(from)).collect();
        }
        only(aimed).filter(|&from| is_free(from)).map(|from| (from, Kind::Piece))
    }
}

/// The only square of a set.
#[inline(always)]
fn only(set: Bitboard) -> Option<Square> {
    if set.is_many() { None } else { set.first() }
}

/// What kind of piece a first letter means; a file means a pawn.
static ROLES: [Option<Role>; 256] = {
    let mut roles = [None; 256];
    let mut file = b'a';
    while file <= b'h' {
        roles[file as usize] = Some(Role::Pawn);
        file += 1;
    }
    let mut index = 1;
    while index < 6 {
        roles[Role::ALL[index].letter() as usize] = Some(Role::ALL[index]);
        index += 1;
    }
    roles
};

/// The squares that one byte allows as an origin: those of a file or of a rank.
static ORIGINS: [Bitboard; 256] = {
    let mut origins = [Bitboard::EMPTY; 256];
    let mut byte = 0_u8;
    while byte < 128 {
        origins[byte as usize] = match (File::from_letter(byte as char), Rank::from_digit(byte as char)) {
            (Some(file), _) => file.bitboard(),
            (None, Some(rank)) => rank.bitboard(),
            (None, None) => Bitboard::EMPTY,
        };
        byte += 1;
    }
    origins
};
