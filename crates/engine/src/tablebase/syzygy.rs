//! The tables as pyrrhic-rs reads them.

use super::{TablebaseError, Verdict};
use pyrrhic_rs::{
    Color as Side, DtzProbeValue, DtzResult, EngineAdapter, TBError, TableBases, WdlProbeResult,
};
use regence_rules::{Bitboard, CastlingSide, Color, Move, Position, Role, Square, UciMove};
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
        let [white, black, kings, queens, rooks, bishops, knights, pawns] = sets(position);
        let (ep, turn) = (en_passant(position), position.turn() == Color::White);
        let found =
            self.tables.probe_wdl(white, black, kings, queens, rooks, bishops, knights, pawns, ep, turn);
        found.ok().map(verdict)
    }

    /// How a position ends, and the moves that keep it so on the shortest way to a capture or pawn move; all others throw
    /// something away or may run into the fifty-move rule. Not to be asked by two threads at a time.
    pub fn best_moves(&self, position: &Position) -> Option<(Verdict, Vec<Move>)> {
        if !self.may_know(position) {
            return None;
        }
        let [white, black, kings, queens, rooks, bishops, knights, pawns] = sets(position);
        let (ep, turn) = (en_passant(position), position.turn() == Color::White);
        let clock = u32::from(position.halfmove_clock().min(100));
        let found = self
            .tables
            .probe_root(white, black, kings, queens, rooks, bishops, knights, pawns, clock, ep, turn)
            .ok()?;
        let known = found.moves[..found.num_moves].iter().filter_map(|value| match value {
            DtzProbeValue::DtzResult(result) => Some((verdict(result.wdl), i32::from(result.dtz), *result)),
            _ => None,
        });
        // Won, the shortest way; lost, the longest; a draw is a draw.
        let haste = |verdict: Verdict, distance: i32| match verdict {
            Verdict::Win | Verdict::CursedWin => -distance,
            Verdict::Draw => 0,
            Verdict::BlessedLoss | Verdict::Loss => distance,
        };
        let known: Vec<_> =
            known.map(|(verdict, distance, result)| ((verdict, haste(verdict, distance)), result)).collect();
        let best = known.iter().map(|(worth, _)| *worth).max()?;
        let moves: Vec<Move> = known
            .iter()
            .filter(|(worth, _)| *worth == best)
            .filter_map(|(_, result)| position.resolve(written(*result)?).ok())
            .collect();
        (!moves.is_empty()).then_some((best.0, moves))
    }
}

/// The move that a result is about.
fn written(result: DtzResult) -> Option<UciMove> {
    let square = |index: u8| Square::from_index(usize::from(index));
    let promotion = match result.promotion {
        pyrrhic_rs::Piece::Knight => Some(Role::Knight),
        pyrrhic_rs::Piece::Bishop => Some(Role::Bishop),
        pyrrhic_rs::Piece::Rook => Some(Role::Rook),
        pyrrhic_rs::Piece::Queen => Some(Role::Queen),
        pyrrhic_rs::Piece::Pawn | pyrrhic_rs::Piece::King => None,
    };
    Some(UciMove { from: square(result.from_square)?, to: square(result.to_square)?, promotion })
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
