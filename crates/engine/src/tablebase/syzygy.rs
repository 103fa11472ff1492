//! The tables as pyrrhic-rs reads them.

use super::{TablebaseError, Verdict};
use pyrrhic_rs::{
    Color as Side, DtzProbeValue, DtzResult, EngineAdapter, TBError, TableBases, WdlProbeResult,
};
use regence_rules::{Bitboard, CastlingSide, Color, Move, Position, Rank, Role, Square};
use std::fs::{self, File};
use std::io::Read;
use std::path::{Path, PathBuf};

/// Tables of endings. The library behind them keeps them once for a whole process.
pub struct Tablebase {
    tables: TableBases<Attacks>,
    most: u32,
}

impl Tablebase {
    /// Opens all tables in some folders, whose names have colons between them.
    pub fn open(path: &str) -> Result<Self, TablebaseError> {
        // Asked to look where there are none, the library would never look again.
        let folders = path.split(':').filter(|folder| !folder.is_empty());
        let tables: Vec<PathBuf> = folders.flat_map(|folder| tables_in(Path::new(folder))).collect();
        let has_any = tables.iter().any(|table| kind(table) == Some(Kind::Results));
        if !has_any || path.contains('\0') {
            return Err(TablebaseError::NoTables(path.to_owned()));
        }
        // To open a pipe, even to look at it, waits for somebody at its other end.
        if let Some(place) = tables.iter().find(|table| !table.is_file()) {
            return Err(TablebaseError::NoFile(place.clone()));
        }
        // The library believes whatever a file says, and reads beyond the end of one that was cut off.
        if let Some(damaged) = tables.into_iter().find(|table| !is_whole(table)) {
            return Err(TablebaseError::Damaged(damaged));
        }
        match TableBases::new(path) {
            Ok(tables) => {
                let most = tables.max_pieces();
                Ok(Self { tables, most })
            }
            Err(TBError::AlreadyInitialized) => Err(TablebaseError::InUse),
            Err(_) => Err(TablebaseError::Unreadable),
        }
    }

    /// Whether the tables may know a position: few pieces, and no castling, of which they know nothing.
    pub fn may_know(&self, position: &Position) -> bool {
        position.board().occupied().len() as u32 <= self.most && !can_castle(position)
    }

    /// How a position ends, if a capture or pawn move has just been made: the tables count from there.
    pub fn verdict(&self, position: &Position) -> Option<Verdict> {
        if position.halfmove_clock() != 0 || !self.may_know(position) {
            return None;
        }
        self.result(position)
    }

    /// How a position ends, and the moves that keep it so on the shortest way to a capture or pawn move; all others throw
    /// something away or may run into the fifty-move rule. Not to be asked by two threads at a time.
    pub fn best_moves(&self, position: &Position) -> Option<(Verdict, Vec<Move>)> {
        if !self.may_know(position) {
            return None;
        }
        let distances = self.distances(position);
        let worths =
            position.legal_moves().into_iter().map(|mv| Some((self.worth(position, mv, &distances)?, mv)));
        let worths = worths.collect::<Option<Vec<(Worth, Move)>>>()?;
        let (best, _) = *worths.iter().max_by_key(|(worth, _)| *worth)?;
        let moves = worths.iter().filter(|(worth, _)| *worth == best).map(|(_, mv)| *mv);
        Some((best.0, moves.collect()))
    }

    /// How a position ends that may be known, as if a capture or pawn move had just been made.
    fn result(&self, position: &Position) -> Option<Verdict> {
        let [white, black, kings, queens, rooks, bishops, knights, pawns] = sets(position);
        let (ep, turn) = (en_passant(position), position.turn() == Color::White);
        let found =
            self.tables.probe_wdl(white, black, kings, queens, rooks, bishops, knights, pawns, ep, turn);
        found.ok().map(verdict)
    }

    /// What the library says of the moves of a position, with the way to the next capture or pawn move; nothing if it fails.
    fn distances(&self, position: &Position) -> Vec<DtzResult> {
        let [white, black, kings, queens, rooks, bishops, knights, pawns] = sets(position);
        let (ep, turn) = (en_passant(position), position.turn() == Color::White);
        let clock = u32::from(position.halfmove_clock().min(100));
        let found = self
            .tables
            .probe_root(white, black, kings, queens, rooks, bishops, knights, pawns, clock, ep, turn);
        let Ok(found) = found else { return Vec::new() };
        let known = found.moves[..found.num_moves].iter().filter_map(|value| match value {
            DtzProbeValue::DtzResult(result) => Some(*result),
            _ => None,
        });
        known.collect()
    }

    /// What a move leads to. Where the clock starts anew, that is what the tables say of the position after it, with the pawn
    /// that may be taken en passant; the library does not see that one if it plays the move itself (0.2.0 asks for attacks
    /// of the wrong color). Only of other moves its word is taken, as they leave no such pawn.
    fn worth(&self, position: &Position, mv: Move, distances: &[DtzResult]) -> Option<Worth> {
        let after = position.play(mv);
        let result = opposite(self.result(&after)?);
        if after.halfmove_clock() == 0 {
            return Some(weighed(result, 1));
        }
        let is_about = |found: &&DtzResult| {
            usize::from(found.from_square) == mv.from().index()
                && usize::from(found.to_square) == mv.to().index()
        };
        let Some(found) = distances.iter().find(is_about) else {
            // Results alone do not tell whether a clock that has begun to run will run out.
            return (position.halfmove_clock() == 0).then(|| weighed(result, FAR));
        };
        let distance = i32::from(found.dtz);
        let winner = if result > Verdict::Draw { position.turn() } else { !position.turn() };
        let distance = if may_be_nearer_than_true(position, winner) { distance.min(FAR) } else { distance };
        Some(weighed(verdict(found.wdl), distance))
    }
}

/// How a move ends, and among those that end alike, which is to be preferred.
type Worth = (Verdict, i32);

/// A distance that is only known to be more than one half-move.
const FAR: i32 = 2;

/// Won, the shortest way is the best; lost, the longest; a draw is a draw.
fn weighed(verdict: Verdict, distance: i32) -> Worth {
    let haste = match verdict {
        Verdict::Win | Verdict::CursedWin => -distance,
        Verdict::Draw => 0,
        Verdict::BlessedLoss | Verdict::Loss => distance,
    };
    (verdict, haste)
}

/// Whether the library may think a win nearer than it is: one or two half-moves on, it believes in a double step that wins but
/// for the capture en passant. Then the search has to find the way, among moves that do end alike. What cannot be helped is
/// that it may take such a win for one in time when the fifty-move rule comes first.
fn may_be_nearer_than_true(position: &Position, winner: Color) -> bool {
    let board = position.board();
    let pawns = |color| board.by_color(color) & board.by_role(Role::Pawn);
    let has_taker = |over: Square| Role::Pawn.of(winner).attacks(over, Bitboard::EMPTY).meets(pawns(!winner));
    let skipped = |pawn: Square| Square::new(pawn.file(), Rank::Third.seen_by(winner));
    let unmoved = pawns(winner) & Rank::Second.seen_by(winner).bitboard();
    unmoved.into_iter().any(|pawn| has_taker(skipped(pawn)))
}

/// The same for the other side.
fn opposite(verdict: Verdict) -> Verdict {
    match verdict {
        Verdict::Loss => Verdict::Win,
        Verdict::BlessedLoss => Verdict::CursedWin,
        Verdict::Draw => Verdict::Draw,
        Verdict::CursedWin => Verdict::BlessedLoss,
        Verdict::Win => Verdict::Loss,
    }
}

fn verdict(found: WdlProbeResult) -> Verdict {
    match found {
        WdlProbeResult::Loss => Verdict::Loss,
        WdlProbeResult::BlessedLoss => Verdict::BlessedLoss,
        WdlProbeResult::Draw => Verdict::Draw,
        WdlProbeResult::CursedWin => Verdict::CursedWin,
        WdlProbeResult::Win => Verdict::Win,
    }
}

/// What a table tells of positions.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    /// How they end.
    Results,
    /// How far it is to there.
    Distances,
}

/// What a file tells, by its name.
fn kind(file: &Path) -> Option<Kind> {
    match file.extension()?.to_str()? {
        "rtbw" => Some(Kind::Results),
        "rtbz" => Some(Kind::Distances),
        _ => None,
    }
}

/// The tables of a folder; none of one that cannot be read.
fn tables_in(folder: &Path) -> impl Iterator<Item = PathBuf> {
    let files = fs::read_dir(folder).into_iter().flatten().flatten();
    files.map(|file| file.path()).filter(|file| kind(file).is_some())
}

/// Whether a file begins as a table of its kind does, and has the length of one: blocks of 64 bytes, and a checksum of 16. To
/// compute that of every table would take minutes.
fn is_whole(table: &Path) -> bool {
    let magic = match kind(table) {
        Some(Kind::Results) => [0x71, 0xe8, 0x23, 0x5d],
        Some(Kind::Distances) => [0xd7, 0x66, 0x0c, 0xa5],
        None => return false,
    };
    let begins_rightly = || -> std::io::Result<bool> {
        let mut file = File::open(table)?;
        let mut first = [0; 4];
        file.read_exact(&mut first)?;
        Ok(first == magic && file.metadata()?.len() % 64 == 16)
    };
    begins_rightly().unwrap_or(false)
}

fn can_castle(position: &Position) -> bool {
    let sides = [CastlingSide::King, CastlingSide::Queen];
    Color::ALL.iter().any(|&color| sides.iter().any(|&side| position.castling_rook(color, side).is_some()))
}

/// White, Black, kings, queens, rooks, bishops, knights, pawns.
fn sets(position: &Position) -> [u64; 8] {
    let board = position.board();
    let roles = [Role::King, Role::Queen, Role::Rook, Role::Bishop, Role::Knight, Role::Pawn];
    let [king, queen, rook, bishop, knight, pawn] = roles.map(|role| board.by_role(role).bits());
    let [white, black] = [Color::White, Color::Black].map(|color| board.by_color(color).bits());
    [white, black, king, queen, rook, bishop, knight, pawn]
}

/// The square of a legal capture en passant; 0 if there is none.
fn en_passant(position: &Position) -> u32 {
    position.en_passant().map_or(0, |square| square.index() as u32)
}

/// How pieces move, for the library.
#[derive(Clone)]
struct Attacks;

/// Where a piece goes from a square with this number.
fn attacks(role: Role, color: Color, square: u64, occupied: u64) -> u64 {
    let from = Square::from_index((square & 63) as usize).unwrap_or(Square::A1);
    role.of(color).attacks(from, Bitboard::from_bits(occupied)).bits()
}

impl EngineAdapter for Attacks {
    fn pawn_attacks(color: Side, square: u64) -> u64 {
        let color = if color == Side::White { Color::White } else { Color::Black };
        attacks(Role::Pawn, color, square, 0)
    }

    fn knight_attacks(square: u64) -> u64 {
        attacks(Role::Knight, Color::White, square, 0)
    }

    fn bishop_attacks(square: u64, occupied: u64) -> u64 {
        attacks(Role::Bishop, Color::White, square, occupied)
    }

    fn rook_attacks(square: u64, occupied: u64) -> u64 {
        attacks(Role::Rook, Color::White, square, occupied)
    }

    fn queen_attacks(square: u64, occupied: u64) -> u64 {
        attacks(Role::Queen, Color::White, square, occupied)
    }

    fn king_attacks(square: u64) -> u64 {
        attacks(Role::King, Color::White, square, 0)
    }
}
