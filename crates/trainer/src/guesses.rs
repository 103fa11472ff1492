//! Weights by common sense, where learning begins: round numbers from what every chess book says.

use regence_engine::evaluation::{Pair, Term, Weights};

/// The weights to begin with.
pub fn guesses() -> Weights {
    Weights::from_fn(guess)
}

fn guess(term: Term, index: usize) -> Pair {
    let i = index as i16;
    match term {
        Term::Material => both([100, 310, 330, 500, 950][index]),
        Term::BishopPair => both(30),
        Term::KnightPawns | Term::MateCage => both(3),
        Term::RookPawns => both(-3),
        Term::PawnSquares => Pair::new(centre(index) * 4 - 8, rank(index) * 3 - 8),
        Term::KnightSquares => both(centre(index) * 8 - 24),
        Term::BishopSquares => both(centre(index) * 4 - 12),
        Term::RookSquares => Pair::new((index % 4) as i16 * 3 - 4, 0),
        Term::QueenSquares => Pair::new(0, centre(index) * 4 - 12),
        Term::KingSquares => {
            Pair::new(10 - 10 * rank(index) - 4 * (index % 4) as i16, centre(index) * 10 - 30)
        }
        Term::KnightMobility => both(4 * (i - 4)),
        Term::BishopMobility => both(4 * (i - 6)),
        Term::RookMobility => Pair::new(2 * (i - 7), 4 * (i - 7)),
        Term::QueenMobility => both(i - 14),
        Term::Outpost => Pair::new(if index == 0 { 25 } else { 15 }, 10),
        Term::BishopPawns => Pair::new(-2, -4),
        Term::BehindPawn => both(5),
        Term::KingDistance => Pair::new(-2, -2),
        Term::RookFile => Pair::new(if index == 0 { 25 } else { 12 }, 8),
        Term::RookSeventh => Pair::new(10, 20),
        Term::RookBehindPassed => Pair::new(5, 15),
        Term::Doubled => Pair::new(-8, -16),
        Term::Isolated => Pair::new(-8 - 5 * i, -10),
        Term::Backward => Pair::new(-6 - 5 * i, -8),
        Term::Phalanx => both([0, 2, 5, 8, 16, 30, 50, 0][index]),
        Term::Supported => both([0, 0, 6, 8, 14, 25, 45, 0][index]),
        Term::Passed => Pair::new([0, 0, 0, 5, 20, 45, 80, 0][index], [0, 8, 10, 25, 50, 90, 140, 0][index]),
        Term::PassedProtected => both([0, 0, 4, 6, 10, 15, 20, 0][index]),
        Term::Candidate => both([0, 0, 3, 6, 12, 20, 0, 0][index]),
        Term::PassedBlocked => both([0, 0, 0, -4, -10, -20, -40, 0][index]),
        Term::PassedSafe => Pair::new(0, [0, 0, 2, 4, 8, 15, 25, 0][index]),
        Term::PassedFree => Pair::new(0, [0, 2, 4, 8, 15, 30, 60, 0][index]),
        Term::PassedOwnKing => Pair::new(0, 15 - 5 * i),
        Term::PassedEnemyKing => Pair::new(0, 8 * i - 25),
        Term::PassedUnstoppable => Pair::new(0, 300),
        Term::Shelter => Pair::new([-25, 0, 20, 10, 0, -5, -10, -15][index % 8], 0),
        Term::Storm => Pair::new([0, 0, -25, -15, -5, 0, 0, 0][index % 8] / (1 + i / 8), 0),
        Term::KingOpenFile => Pair::new(-20, 0),
        Term::MayCastle => Pair::new(15, 0),
        Term::KingDanger => Pair::new(-(i * i * 2 / 5), -i / 2),
        Term::PawnThreat => both(if index < 2 { 40 } else { 55 }),
        Term::MinorThreat => both([8, 15, 15, 35, 40][index]),
        Term::RookThreat => both([6, 15, 15, 5, 40][index]),
        Term::KingThreat => Pair::new(5, 20),
        Term::Hanging | Term::MateEdge => both(20),
        Term::PushThreat => both(10),
        Term::Space => Pair::new(3, 0),
        Term::Tempo => both(15),
        Term::MateKings => both(16),
        Term::MateCorner => both(40),
        Term::KnownWin => both(400),
    }
}

fn both(worth: i16) -> Pair {
    Pair::new(worth, worth)
}

/// The rank of an index in a table of squares, 0 to 7.
fn rank(index: usize) -> i16 {
    (index / 4) as i16
}

/// How central a square of a table is: 0 in the corner, 6 in the middle.
fn centre(index: usize) -> i16 {
    (index % 4) as i16 + rank(index).min(7 - rank(index))
}
