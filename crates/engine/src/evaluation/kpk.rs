//! King and pawn against king: every position known exactly, worked out beforehand or the first time one is asked about.

use regence_rules::{Bitboard, Color, Square, attacks};
use std::sync::LazyLock;

static WON: LazyLock<Box<[u64]>> = LazyLock::new(work_out);

/// Works everything out, unless that has been done.
pub(super) fn prepare() {
    LazyLock::force(&WON);
}

/// Whether the side with the pawn wins. The pawn is taken for White's; `turn` is White if its side is to move.
pub(super) fn is_won(king: Square, pawn: Square, bare_king: Square, turn: Color) -> bool {
    let mirror = |square: Square| if pawn.index() % 8 > 3 { square.flip_files() } else { square };
    match Ending::new(mirror(king), mirror(pawn), mirror(bare_king), turn) {
        Some(ending) => WON[ending.index() / 64] >> (ending.index() % 64) & 1 == 1,
        None => false,
    }
}

/// Both sides to move, 24 squares of the pawn, 64 of each king.
const COUNT: usize = 2 * 24 * 64 * 64;

/// One position: a white king, a white pawn on the files a to d, a black king.
#[derive(Clone, Copy)]
struct Ending {
    king: Square,
    pawn: Square,
    bare_king: Square,
    turn: Color,
}

/// What is known of a position so far.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Verdict {
    /// Such a position cannot be.
    Impossible,
    Unknown,
    Drawn,
    Won,
}

impl Ending {
    /// None if the pawn stands where no pawn can, or beyond the d-file.
    fn new(king: Square, pawn: Square, bare_king: Square, turn: Color) -> Option<Self> {
        let on_board = (8..56).contains(&pawn.index()) && pawn.index() % 8 < 4;
        on_board.then_some(Self { king, pawn, bare_king, turn })
    }

    fn from_index(index: usize) -> Option<Self> {
        let pawn = index / 8192;
        Some(Self {
            king: Square::from_index(index % 64)?,
            bare_king: Square::from_index(index / 64 % 64)?,
            turn: if (index / 4096).is_multiple_of(2) { Color::White } else { Color::Black },
            pawn: Square::from_index(8 + pawn / 4 * 8 + pawn % 4)?,
        })
    }

    fn index(self) -> usize {
        let pawn = (self.pawn.index() / 8 - 1) * 4 + self.pawn.index() % 8;
        ((pawn * 2 + self.turn.index()) * 64 + self.bare_king.index()) * 64 + self.king.index()
    }

    /// What can be said of a position without looking at another.
    fn first_verdict(self) -> Verdict {
        let pawn_attacks = attacks::pawn(Color::White, self.pawn);
        let touching = self.king.distance(self.bare_king) <= 1;
        let stacked = self.king == self.pawn || self.bare_king == self.pawn;
        let takeable_king = self.turn == Color::White && pawn_attacks.contains(self.bare_king);
        if touching || stacked || takeable_king {
            return Verdict::Impossible;
        }
        match self.turn {
            Color::White if self.promotes() => Verdict::Won,
            Color::Black if self.holds_at_once() => Verdict::Drawn,
            _ => Verdict::Unknown,
        }
    }

    /// Whether the pawn becomes a piece that the bare king cannot take. If a queen would stalemate, a rook mates as well.
    fn promotes(self) -> bool {
        self.pawn.offset(0, 1).is_some_and(|goal| {
            goal.index() >= 56
                && goal != self.king
                && goal != self.bare_king
                && (goal.distance(self.bare_king) > 1 || goal.distance(self.king) == 1)
        })
    }

    /// Whether the bare king takes the pawn, or is stalemate.
    fn holds_at_once(self) -> bool {
        let safe = self.safe_squares();
        let stuck = safe.is_empty() && !attacks::pawn(Color::White, self.pawn).contains(self.bare_king);
        stuck || safe.contains(self.pawn)
    }

    /// Where the bare king may go.
    fn safe_squares(self) -> Bitboard {
        attacks::king(self.bare_king) - attacks::king(self.king) - attacks::pawn(Color::White, self.pawn)
    }

    /// The positions one move on.
    fn next(self) -> impl Iterator<Item = Self> {
        let (kings, steps) = match self.turn {
            Color::White => {
                let own = attacks::king(self.king) - attacks::king(self.bare_king);
                (own.without(self.pawn), self.pawn_steps())
            }
            Color::Black => (self.safe_squares(), Bitboard::EMPTY),
        };
        let by_king = kings.into_iter().map(move |to| match self.turn {
            Color::White => Self { king: to, turn: Color::Black, ..self },
            Color::Black => Self { bare_king: to, turn: Color::White, ..self },
        });
        by_king.chain(steps.into_iter().map(move |pawn| Self { pawn, turn: Color::Black, ..self }))
    }

    /// Where the pawn may step without promoting.
    fn pawn_steps(self) -> Bitboard {
        let occupied = self.king.bitboard() | self.bare_king.bitboard();
        let once = self.pawn.bitboard().up() - occupied;
        let third = Bitboard::from_bits(0xff_0000);
        (once | ((once & third).up() - occupied)) - Bitboard::from_bits(0xff << 56)
    }

    /// What the positions one move on say of this one.
    fn judge(self, known: &[Verdict]) -> Verdict {
        let (best, worst) = match self.turn {
            Color::White => (Verdict::Won, Verdict::Drawn),
            Color::Black => (Verdict::Drawn, Verdict::Won),
        };
        let mut verdict = worst;
        for next in self.next() {
            match known[next.index()] {
                found if found == best => return best,
                Verdict::Unknown => verdict = Verdict::Unknown,
                _ => {}
            }
        }
        verdict
    }
}

/// Works backwards from what is plain until nothing more follows; what is unknown then cannot be won.
fn work_out() -> Box<[u64]> {
    let endings: Vec<Ending> = (0..COUNT).filter_map(Ending::from_index).collect();
    let mut known: Vec<Verdict> = endings.iter().map(|ending| ending.first_verdict()).collect();
    let mut open: Vec<usize> = (0..known.len()).filter(|&i| known[i] == Verdict::Unknown).collect();
    loop {
        let before = open.len();
        open.retain(|&index| {
            known[index] = endings[index].judge(&known);
            known[index] == Verdict::Unknown
        });
        if open.len() == before {
            break;
        }
    }
    let mut won = vec![0u64; COUNT / 64];
    for (index, _) in known.iter().enumerate().filter(|(_, verdict)| **verdict == Verdict::Won) {
        won[index / 64] |= 1 << (index % 64);
    }
    won.into()
}

#[cfg(test)]
mod tests {
    use super::*;
    use regence_rules::{Position, Role, Setup};

    #[track_caller]
    fn check(fen: &str, won: bool) {
        let position = Position::from_fen(fen).unwrap();
        assert_eq!(is_won_in(&position), won, "{fen}");
    }

    fn is_won_in(position: &Position) -> bool {
        let pawn = position.board().by_role(Role::Pawn).first().unwrap();
        is_won(position.king(Color::White), pawn, position.king(Color::Black), position.turn())
    }

    #[test]
    fn textbook_endings_are_known() {
        check("4k3/8/4K3/4P3/8/8/8/8 w - - 0 1", true);
        check("4k3/8/4K3/4P3/8/8/8/8 b - - 0 1", true);
        check("8/8/8/4k3/8/4K3/4P3/8 w - - 0 1", false);
        check("8/8/4k3/8/4K3/8/4P3/8 b - - 0 1", true);
        check("8/8/4k3/8/4K3/8/4P3/8 w - - 0 1", true);
        check("8/8/4k3/8/4K3/4P3/8/8 w - - 0 1", false);
        check("k7/8/K7/P7/8/8/8/8 w - - 0 1", false);
        check("7k/8/8/6KP/8/8/8/8 w - - 0 1", false);
        check("8/7P/8/8/8/k7/8/K7 w - - 0 1", true);
        check("4k3/4P3/4K3/8/8/8/8/8 b - - 0 1", false);
    }

    /// Every position of the table against the rules' own moves: won if a move keeps the win, or if none leaves it.
    #[test]
    fn every_position_follows_from_the_next_ones() {
        let (mut legal, mut won) = (0, 0);
        for index in 0..COUNT {
            let ending = Ending::from_index(index).unwrap();
            assert_eq!(ending.index(), index);
            let Some(position) = position(ending) else { continue };
            legal += 1;
            won += usize::from(is_won_in(&position));
            assert_eq!(is_won_in(&position), follows(&position), "{}", position.fen());
        }
        // Counted by brute force in another language.
        assert_eq!((legal, won), (165_676, 111_282));
    }

    fn position(ending: Ending) -> Option<Position> {
        let setup = Setup::EMPTY
            .place(ending.king, Role::King.of(Color::White))
            .place(ending.bare_king, Role::King.of(Color::Black))
            .place(ending.pawn, Role::Pawn.of(Color::White))
            .turn(ending.turn);
        setup.build().ok().filter(|position| position.board().occupied().len() == 3)
    }

    fn follows(position: &Position) -> bool {
        let moves = position.legal_moves();
        if position.turn() == Color::White {
            return moves.into_iter().any(|mv| match mv.promotion() {
                Some(Role::Queen | Role::Rook) => {
                    let next = position.play(mv);
                    let lost = next.captures().into_iter().any(|reply| reply.to() == mv.to());
                    !lost && next.has_legal_moves() || next.is_check() && !next.has_legal_moves()
                }
                Some(_) => false,
                None => is_won_in(&position.play(mv)),
            });
        }
        let holds = |mv| position.is_capture(mv) || !is_won_in(&position.play(mv));
        (position.is_check() || !moves.is_empty()) && !moves.into_iter().any(holds)
    }
}
