//! What the evaluation knows: the list of its terms, and a weight for each thing they count.

use super::pair::Pair;

/// What people call a family of terms.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Topic {
    /// What the pieces are worth by themselves.
    Material,
    /// Where the pieces stand.
    Placement,
    /// How many squares the pieces reach.
    Mobility,
    /// What the pieces make of the pawns around them.
    Pieces,
    /// How the pawns stand to each other.
    Pawns,
    /// Pawns that no enemy pawn can stop.
    PassedPawns,
    /// How safe the king is.
    KingSafety,
    /// What could be taken.
    Threats,
    /// Room behind the own pawns.
    Space,
    /// Being to move.
    Tempo,
    /// Driving a bare king to where it is mated.
    Mating,
}

impl Topic {
    /// All topics, in the order in which they are told.
    pub const ALL: [Self; 11] = [
        Self::Material,
        Self::Placement,
        Self::Mobility,
        Self::Pieces,
        Self::Pawns,
        Self::PassedPawns,
        Self::KingSafety,
        Self::Threats,
        Self::Space,
        Self::Tempo,
        Self::Mating,
    ];

    /// The words for people.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Material => "material",
            Self::Placement => "placement",
            Self::Mobility => "mobility",
            Self::Pieces => "pieces",
            Self::Pawns => "pawn structure",
            Self::PassedPawns => "passed pawns",
            Self::KingSafety => "king safety",
            Self::Threats => "threats",
            Self::Space => "space",
            Self::Tempo => "tempo",
            Self::Mating => "mating",
        }
    }
}

/// Declares the terms: name, topic, how many weights, words for people.
macro_rules! terms {
    ($($(#[$doc:meta])* $term:ident: $topic:ident, $len:literal, $name:literal;)*) => {
        /// One thing that the evaluation looks for. Where it comes in kinds (by square, by rank, by count), each kind has a
        /// weight of its own.
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
        #[repr(u8)]
        pub enum Term {
            $($(#[$doc])* $term,)*
        }

        impl Term {
            /// All terms, in the order of their weights.
            pub const ALL: [Self; [$(Self::$term),*].len()] = [$(Self::$term),*];

            const LENGTHS: [usize; Self::ALL.len()] = [$($len),*];

            /// The family it belongs to.
            pub const fn topic(self) -> Topic {
                match self { $(Self::$term => Topic::$topic,)* }
            }

            /// The words for people.
            pub const fn name(self) -> &'static str {
                match self { $(Self::$term => $name,)* }
            }

            /// Its name in the source.
            pub const fn identifier(self) -> &'static str {
                match self { $(Self::$term => stringify!($term),)* }
            }
        }
    };
}

terms! {
    /// Each pawn, knight, bishop, rook, queen.
    Material: Material, 5, "pieces and pawns";
    /// Two bishops.
    BishopPair: Material, 1, "bishop pair";
    /// Each own pawn beyond five, for each knight.
    KnightPawns: Material, 1, "knights among pawns";
    /// Each own pawn beyond five, for each rook.
    RookPawns: Material, 1, "rooks among pawns";
    /// By square; files are mirrored.
    PawnSquares: Placement, 32, "pawn squares";
    /// By square; files are mirrored.
    KnightSquares: Placement, 32, "knight squares";
    /// By square; files are mirrored.
    BishopSquares: Placement, 32, "bishop squares";
    /// By square; files are mirrored.
    RookSquares: Placement, 32, "rook squares";
    /// By square; files are mirrored.
    QueenSquares: Placement, 32, "queen squares";
    /// By square; files are mirrored.
    KingSquares: Placement, 32, "king squares";
    /// By how many useful squares a knight reaches.
    KnightMobility: Mobility, 9, "knight mobility";
    /// By how many useful squares a bishop reaches.
    BishopMobility: Mobility, 14, "bishop mobility";
    /// By how many useful squares a rook reaches.
    RookMobility: Mobility, 15, "rook mobility";
    /// By how many useful squares a queen reaches.
    QueenMobility: Mobility, 28, "queen mobility";
    /// A knight, a bishop that a pawn protects and no enemy pawn can ever drive away.
    Outpost: Pieces, 2, "outposts";
    /// Each own pawn on a bishop's colour.
    BishopPawns: Pieces, 1, "bishop hemmed in by pawns";
    /// A knight or bishop right behind a pawn.
    BehindPawn: Pieces, 1, "minor piece behind a pawn";
    /// Each step from the own king to a knight, a bishop.
    KingDistance: Pieces, 2, "minor pieces far from the king";
    /// A rook on a file without pawns, without own pawns.
    RookFile: Pieces, 2, "rooks on open files";
    /// A rook on the seventh rank, with a king or pawns to attack there.
    RookSeventh: Pieces, 1, "rooks on the seventh rank";
    /// A rook behind a passed pawn: an own one, one of the enemy.
    RookBehindPassed: Pieces, 2, "rooks behind passed pawns";
    /// A pawn with an own pawn ahead on its file.
    Doubled: Pawns, 1, "doubled pawns";
    /// A pawn without own pawns beside it: with an enemy pawn ahead, with none.
    Isolated: Pawns, 2, "isolated pawns";
    /// A pawn that can neither advance safely nor be protected: with an enemy pawn ahead, with none.
    Backward: Pawns, 2, "backward pawns";
    /// By rank, a pawn beside another.
    Phalanx: Pawns, 8, "pawns side by side";
    /// By rank, a pawn protected by another.
    Supported: Pawns, 8, "protected pawns";
    /// By rank, a passed pawn.
    Passed: PassedPawns, 8, "how far they are";
    /// By rank, a passed pawn that another pawn protects.
    PassedProtected: PassedPawns, 8, "protected passed pawns";
    /// By rank, a pawn that its neighbours can make a passed one.
    Candidate: PassedPawns, 8, "candidates";
    /// By rank, a passed pawn with a piece in its way.
    PassedBlocked: PassedPawns, 8, "blocked passed pawns";
    /// By rank, a passed pawn whose next square the enemy does not attack.
    PassedSafe: PassedPawns, 8, "passed pawns with a safe step";
    /// By rank, a passed pawn with nothing and no attack on all its way.
    PassedFree: PassedPawns, 8, "passed pawns with a free way";
    /// By steps, how far the own king is from where an advanced passed pawn goes.
    PassedOwnKing: PassedPawns, 8, "own king near passed pawns";
    /// By steps, how far the enemy king is from where an advanced passed pawn goes.
    PassedEnemyKing: PassedPawns, 8, "enemy king near passed pawns";
    /// A passed pawn that outruns a bare king.
    PassedUnstoppable: PassedPawns, 1, "unstoppable pawns";
    /// By rank of the first own pawn ahead (0 is none): on the king's file, beside it.
    Shelter: KingSafety, 16, "pawn shelter";
    /// By rank of the first enemy pawn ahead (0 is none): free to advance, blocked.
    Storm: KingSafety, 16, "pawn storm";
    /// A file without any pawn at or beside the king.
    KingOpenFile: KingSafety, 1, "open files at the king";
    /// Each side to which the king may still castle.
    MayCastle: KingSafety, 1, "right to castle";
    /// By units of attack against the king.
    KingDanger: KingSafety, 40, "attack on the king";
    /// An enemy knight, bishop, rook, queen that a pawn attacks.
    PawnThreat: Threats, 4, "pieces attacked by pawns";
    /// An enemy pawn (unless a pawn protects it), knight, bishop, rook, queen that a minor piece attacks.
    MinorThreat: Threats, 5, "pieces attacked by minor pieces";
    /// An enemy pawn (unless a pawn protects it), knight, bishop, rook, queen that a rook attacks.
    RookThreat: Threats, 5, "pieces attacked by rooks";
    /// An enemy piece that the king attacks and no pawn protects.
    KingThreat: Threats, 1, "pieces attacked by the king";
    /// An attacked enemy piece that nothing protects.
    Hanging: Threats, 1, "unprotected pieces";
    /// An enemy piece that a pawn can attack with a safe step.
    PushThreat: Threats, 1, "pieces a pawn step attacks";
    /// Each safe square in the centre behind the enemy's reach.
    Space: Space, 1, "space";
    /// The side to move.
    Tempo: Tempo, 1, "tempo";
    /// Each step of the bare enemy king from the centre.
    MateEdge: Mating, 1, "king driven to the edge";
    /// Each step by which the kings are nearer than seven.
    MateKings: Mating, 1, "kings close together";
    /// Each square that the bare enemy king cannot get to.
    MateCage: Mating, 1, "king shut in";
    /// Each step towards the corner that bishop and knight can mate in.
    MateCorner: Mating, 1, "king driven to the right corner";
    /// An ending known to be won.
    KnownWin: Mating, 1, "known win";
}

/// How many weights there are in all.
pub const WEIGHT_COUNT: usize = {
    let mut sum = 0;
    let mut term = 0;
    while term < Term::ALL.len() {
        sum += Term::LENGTHS[term];
        term += 1;
    }
    sum
};

const STARTS: [usize; Term::ALL.len()] = {
    let mut starts = [0; Term::ALL.len()];
    let mut term = 1;
    while term < Term::ALL.len() {
        starts[term] = starts[term - 1] + Term::LENGTHS[term - 1];
        term += 1;
    }
    starts
};

impl Term {
    /// How many weights it has.
    #[inline]
    pub const fn len(self) -> usize {
        Self::LENGTHS[self as usize]
    }

    /// Never: every term has a weight.
    pub const fn is_empty(self) -> bool {
        self.len() == 0
    }

    /// Where its weights begin among all weights.
    #[inline]
    pub const fn start(self) -> usize {
        STARTS[self as usize]
    }

    /// Whether games can teach its weights. What is known of won endings is settled: in games they are too rare, and too easily
    /// won, to learn from.
    pub const fn is_learnt(self) -> bool {
        !matches!(self.topic(), Topic::Mating)
    }
}

/// A weight for everything the terms count.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Weights(pub(crate) [Pair; WEIGHT_COUNT]);

/// The weights of one term, as written down: middlegame and endgame.
pub(super) type Row = (Term, &'static [(i16, i16)]);

impl Weights {
    /// The weights written down term by term. A table that does not follow the list of terms does not compile.
    pub(super) const fn new(rows: &[Row]) -> Self {
        let mut weights = [Pair::ZERO; WEIGHT_COUNT];
        assert!(rows.len() == Term::ALL.len(), "one row for each term");
        let mut row = 0;
        while row < rows.len() {
            let (term, pairs) = rows[row];
            assert!(term as usize == row, "rows in the order of the terms");
            assert!(pairs.len() == term.len(), "one pair for each weight of the term");
            let mut index = 0;
            while index < pairs.len() {
                weights[term.start() + index] = Pair::new(pairs[index].0, pairs[index].1);
                index += 1;
            }
            row += 1;
        }
        Self(weights)
    }

    /// The weights from a function of term and index.
    pub fn from_fn(mut weight: impl FnMut(Term, usize) -> Pair) -> Self {
        let mut weights = [Pair::ZERO; WEIGHT_COUNT];
        for term in Term::ALL {
            for index in 0..term.len() {
                weights[term.start() + index] = weight(term, index);
            }
        }
        Self(weights)
    }

    /// The weights of one term.
    pub fn of(&self, term: Term) -> &[Pair] {
        &self.0[term.start()..term.start() + term.len()]
    }

    /// All weights, term by term.
    pub fn all(&self) -> &[Pair; WEIGHT_COUNT] {
        &self.0
    }

    /// One weight; a count beyond the last kind has no weight of its own.
    #[inline(always)]
    pub(super) fn at(&self, term: Term, index: usize) -> Pair {
        debug_assert!(index < term.len(), "{term:?} has no weight {index}");
        self.0[term.start() + index]
    }
}
