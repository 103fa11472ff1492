//! What the single operations work on: positions and moves from random games, as text, the same for every library.

use shakmaty::fen::Fen;
use shakmaty::san::SanPlus;
use shakmaty::uci::UciMove;
use shakmaty::{CastlingMode, Chess, EnPassantMode, Move, Position, Role, Square};

const GAMES: usize = 40;
/// How many positions of each game are kept: one out of each stretch of plies.
const STRETCHES: usize = 8;
const PLIES_PER_STRETCH: usize = 24;

/// A position and what is written about it.
pub struct Case {
    /// The position.
    pub fen: String,
    /// Its first four fields, for libraries that know no clocks.
    pub record: String,
    /// A legal move in standard algebraic notation.
    pub san: String,
    /// The same move as UCI writes it.
    pub uci: String,
    /// A move that is not legal: one that leaves the king in check where there is one, else any.
    pub illegal: String,
}

/// Everything the operations work on, and what they must find.
pub struct Inputs {
    /// Positions with a move each, at all phases of the game.
    pub cases: Vec<Case>,
    /// How the games ended: checkmates, stalemates, bare kings.
    pub endings: Vec<Ending>,
    /// How many legal moves the positions of all cases have together.
    pub legal_moves: usize,
    /// How many of the endings are won.
    pub wins: usize,
}

/// A position in which the game is over.
pub struct Ending {
    /// The position.
    pub fen: String,
    /// Its first four fields.
    pub record: String,
}

impl Inputs {
    /// Plays the games. The same seed, the same games.
    pub fn new() -> Self {
        let mut inputs = Self { cases: Vec::new(), endings: Vec::new(), legal_moves: 0, wins: 0 };
        let mut dice = Dice(0x5EED);
        for _ in 0..GAMES {
            inputs.play_game(&mut dice);
        }
        inputs
    }

    /// Every position, first those with a move, then those where the game is over.
    pub fn all_positions(&self) -> impl Iterator<Item = (&str, &str)> {
        let cases = self.cases.iter().map(|case| (&*case.fen, &*case.record));
        cases.chain(self.endings.iter().map(|ending| (&*ending.fen, &*ending.record)))
    }

    /// The attempts whose legality is asked: of each position a legal move and one that is not.
    pub fn attempts(&self) -> impl Iterator<Item = (&Case, &str)> {
        // The order changes from case to case, lest a branch predictor learn to alternate.
        self.cases.iter().enumerate().flat_map(|(index, case)| {
            let mut pair = [(case, &*case.uci), (case, &*case.illegal)];
            if index.wrapping_mul(0x9E37_79B9) & 0x100 != 0 {
                pair.swap(0, 1);
            }
            pair
        })
    }

    /// Plays a game to its end, and keeps some of its positions on the way.
    fn play_game(&mut self, dice: &mut Dice) {
        let mut position = Chess::default();
        let mut kept: Vec<usize> = (0..STRETCHES)
            .rev()
            .map(|stretch| stretch * PLIES_PER_STRETCH + dice.below(PLIES_PER_STRETCH))
            .collect();
        for ply in 0.. {
            if position.is_game_over() {
                return self.end_game(&position);
            }
            // The fifty-move rule would be the end for some libraries and not for others.
            if position.halfmoves() >= 100 {
                return;
            }
            let moves = position.legal_moves();
            let mv = moves[dice.below(moves.len())];
            if kept.pop_if(|&mut kept| kept == ply).is_some() {
                self.legal_moves += moves.len();
                self.cases.push(Case::new(&position, mv, dice));
            }
            position.play_unchecked(mv);
        }
    }

    fn end_game(&mut self, position: &Chess) {
        let (fen, record) = written(position);
        self.wins += usize::from(position.is_checkmate());
        self.endings.push(Ending { fen, record });
    }
}

impl Case {
    fn new(position: &Chess, mv: Move, dice: &mut Dice) -> Self {
        let (fen, record) = written(position);
        Self {
            fen,
            record,
            san: SanPlus::from_move(position.clone(), mv).to_string(),
            uci: mv.to_uci(CastlingMode::Standard).to_string(),
            illegal: illegal(position, dice).to_string(),
        }
    }
}

/// A position as FEN and as its first four fields.
fn written(position: &Chess) -> (String, String) {
    let fen = Fen::from_position(position, EnPassantMode::Legal).to_string();
    let record = fen.splitn(5, ' ').take(4).collect::<Vec<_>>().join(" ");
    (fen, record)
}

/// A move that is not legal. Most are near misses: a piece of the right side, a way it moves, a king left in check.
fn illegal(position: &Chess, dice: &mut Dice) -> UciMove {
    let board = position.board();
    let mut near_misses = Vec::new();
    for from in position.us() & !board.pawns() {
        for to in board.attacks_from(from) & !position.us() {
            near_misses.push(UciMove::Normal { from, to, promotion: None });
        }
    }
    near_misses.retain(|written| written.to_move(position).is_err());
    if !near_misses.is_empty() {
        return near_misses[dice.below(near_misses.len())];
    }
    let ours: Vec<Square> = position.us().into_iter().collect();
    loop {
        let from = ours[dice.below(ours.len())];
        let to = Square::ALL[dice.below(64)];
        // The king on its own rook is castling to some libraries.
        let castling = board.role_at(from) == Some(Role::King) && position.us().contains(to);
        let written = UciMove::Normal { from, to, promotion: None };
        if from != to && !castling && written.to_move(position).is_err() {
            return written;
        }
    }
}

/// A small random generator (`SplitMix64`), so that the games are the same everywhere.
struct Dice(u64);

impl Dice {
    /// A number below the bound.
    fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        mixed ^= mixed >> 31;
        usize::try_from(mixed % bound as u64).unwrap_or(0)
    }
}
