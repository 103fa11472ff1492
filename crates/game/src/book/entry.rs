//! One entry of a book, as bytes and as what they mean.

use regence_rules::{Move, Position, Role, Square, UciMove};

/// The bytes of an entry.
pub const SIZE: usize = 16;

/// One move of one position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Entry {
    pub key: u64,
    pub mv: WrittenMove,
    pub weight: u16,
    pub learn: u32,
}

/// A move as books write it, three bits each from the lowest: file and rank where it goes, file and rank where it
/// stands, what a pawn becomes.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct WrittenMove(pub u16);

/// What a pawn becomes, by number.
const PROMOTIONS: [Option<Role>; 5] =
    [None, Some(Role::Knight), Some(Role::Bishop), Some(Role::Rook), Some(Role::Queen)];

impl From<Move> for WrittenMove {
    fn from(mv: Move) -> Self {
        let UciMove { from, to, promotion } = mv.uci_chess960();
        let promotion = PROMOTIONS.iter().position(|&role| role == promotion).unwrap_or(0);
        // Squares are numbered from a1 along the ranks, which is just what the format wants.
        Self((promotion << 12 | from.index() << 6 | to.index()) as u16)
    }
}

impl WrittenMove {
    /// The move, if the bits mean one.
    fn uci(self) -> Option<UciMove> {
        let square = |shift: u16| Square::from_index(usize::from(self.0 >> shift & 0o77));
        let promotion = *PROMOTIONS.get(usize::from(self.0 >> 12))?;
        Some(UciMove { from: square(6)?, to: square(0)?, promotion })
    }
}

impl Entry {
    /// What the bytes mean.
    pub fn from_bytes(bytes: [u8; SIZE]) -> Self {
        let number = u128::from_be_bytes(bytes);
        Self {
            key: (number >> 64) as u64,
            mv: WrittenMove((number >> 48) as u16),
            weight: (number >> 32) as u16,
            learn: number as u32,
        }
    }

    /// The bytes that mean it.
    pub fn bytes(self) -> [u8; SIZE] {
        let number = u128::from(self.key) << 64
            | u128::from(self.mv.0) << 48
            | u128::from(self.weight) << 32
            | u128::from(self.learn);
        number.to_be_bytes()
    }

    /// The move, if it is legal.
    pub fn legal_move(self, position: &Position) -> Option<Move> {
        position.resolve(self.mv.uci()?).ok()
    }
}
