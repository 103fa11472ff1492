//! The people one can ask for a game: a dozen of the café's guests, each with a strength, a way of playing and openings.
//!
//! Here stands who they are. How a way of playing becomes moves is the business of whoever plays for them.

use core::fmt;

/// One of the guests.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Person(u8);

/// What somebody likes, each from −3 (shuns it) over 0 to 3 (loves it).
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Style {
    /// Pieces near the other king.
    pub attack: i8,
    /// Fewer pieces on the board.
    pub trades: i8,
    /// Many and far advanced pawns.
    pub pawns: i8,
    /// Knights rather than bishops.
    pub knights: i8,
    /// Pieces and pawns around the own king.
    pub caution: i8,
}

impl Style {
    /// No likes and dislikes.
    pub const NONE: Self = Self { attack: 0, trades: 0, pawns: 0, knights: 0, caution: 0 };
}

/// What is known of a person.
struct Portrait {
    name: &'static str,
    elo: u16,
    sentence: &'static str,
    style: Style,
    repertoire: &'static [&'static str],
}

impl Person {
    /// All of them, the weakest first.
    pub fn all() -> impl DoubleEndedIterator<Item = Self> + ExactSizeIterator {
        (0..GUESTS.len() as u8).map(Self)
    }

    /// The one with this name, in any case.
    pub fn named(name: &str) -> Option<Self> {
        Self::all().find(|person| person.name().eq_ignore_ascii_case(name))
    }

    /// What they are called.
    pub const fn name(self) -> &'static str {
        self.portrait().name
    }

    /// Their rating.
    pub const fn elo(self) -> u16 {
        self.portrait().elo
    }

    /// Who they are, in a sentence.
    pub const fn sentence(self) -> &'static str {
        self.portrait().sentence
    }

    /// What they like.
    pub const fn style(self) -> Style {
        self.portrait().style
    }

    /// The openings they play, as lines of moves from the start position in algebraic notation. They may be left at any
    /// point by either side.
    pub const fn repertoire(self) -> &'static [&'static str] {
        self.portrait().repertoire
    }

    const fn portrait(self) -> &'static Portrait {
        &GUESTS[self.0 as usize]
    }
}

/// Their name.
impl fmt::Display for Person {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

static GUESTS: [Portrait; 12] = [
    Portrait {
        name: "Pip",
        elo: 500,
        sentence: "Learnt the moves last week and pushes every pawn that can be pushed.",
        style: Style { attack: 0, trades: 0, pawns: 3, knights: 0, caution: -1 },
        repertoire: &["a4 e5 h4 d5", "e4 h5", "d4 a5"],
    },
    Portrait {
        name: "Tilda",
        elo: 700,
        sentence: "Brings the queen out early and hopes that nobody minds.",
        style: Style { attack: 3, trades: 0, pawns: 0, knights: 0, caution: -2 },
        repertoire: &["e4 e5 Qh5 Nc6 Bc4", "e4 c5 Qh5", "e4 e6 Qf3", "d4 e6", "e4 e5 Nf3 Qf6"],
    },
    Portrait {
        name: "Bram",
        elo: 900,
        sentence: "Takes whatever can be taken: fewer pieces, fewer worries.",
        style: Style { attack: 0, trades: 3, pawns: 0, knights: 0, caution: 0 },
        repertoire: &[
            "e4 e5 Nf3 Nc6 d4 exd4 Nxd4 Nxd4 Qxd4",
            "e4 d5 exd5 Qxd5",
            "d4 d5 Nc3 Nf6 Bg5",
            "d4 c5 dxc5 e6",
        ],
    },
    Portrait {
        name: "Odile",
        elo: 1050,
        sentence: "Loves her knights and gives a bishop for one without a thought.",
        style: Style { attack: 1, trades: 0, pawns: 0, knights: 3, caution: 0 },
        repertoire: &[
            "Nc3 d5 e4 dxe4 Nxe4",
            "Nc3 e5 Nf3 Nc6 e4",
            "e4 Nc6 d4 d5",
            "d4 Nf6 c4 Nc6",
            "e4 Nc6 Nf3 Nf6",
        ],
    },
    Portrait {
        name: "Casper",
        elo: 1200,
        sentence: "Castles first and asks questions later.",
        style: Style { attack: -1, trades: 0, pawns: 0, knights: 0, caution: 3 },
        repertoire: &[
            "Nf3 d5 g3 Nf6 Bg2 e6 O-O",
            "Nf3 Nf6 g3 g6 Bg2 Bg7 O-O O-O",
            "e4 g6 d4 Bg7 Nf3 d6",
            "d4 Nf6 c4 g6 Nc3 Bg7",
        ],
    },
    Portrait {
        name: "Wren",
        elo: 1350,
        sentence: "Gives a pawn for the attack, then another, then looks for the mate.",
        style: Style { attack: 3, trades: -2, pawns: -2, knights: 0, caution: -1 },
        repertoire: &[
            "e4 e5 f4 exf4 Nf3 g5 h4",
            "e4 e5 f4 d5 exd5 e4",
            "e4 c5 d4 cxd4 c3 dxc3 Nxc3",
            "d4 d5 c4 e5 dxe5 d4",
            "e4 e5 Nf3 Nc6 Bc4 Nf6 Ng5 d5",
        ],
    },
    Portrait {
        name: "Anselm",
        elo: 1500,
        sentence: "Retired bookkeeper; every pawn is counted twice.",
        style: Style { attack: -1, trades: 1, pawns: 3, knights: 0, caution: 1 },
        repertoire: &[
            "d4 d5 c4 c6 Nf3 Nf6 e3 e6",
            "d4 Nf6 c4 e6 Nf3 d5 Nc3 Be7",
            "e4 c6 d4 d5 exd5 cxd5",
            "d4 d5 c4 dxc4 e3",
        ],
    },
    Portrait {
        name: "Marit",
        elo: 1650,
        sentence: "Plays the endgame from move ten, and likes it there.",
        style: Style { attack: -2, trades: 3, pawns: 1, knights: 0, caution: 0 },
        repertoire: &[
            "e4 e5 Nf3 Nc6 Bb5 a6 Bxc6 dxc6 O-O",
            "e4 e5 Nf3 Nf6 Nxe5 d6 Nf3 Nxe4",
            "d4 d5 c4 e6 Nc3 Nf6 cxd5 exd5",
            "e4 e5 Nf3 Nc6 Bb5 Nf6 O-O Nxe4",
        ],
    },
    Portrait {
        name: "Tobias",
        elo: 1800,
        sentence: "Has read one book on the attack, many times.",
        style: Style { attack: 3, trades: -1, pawns: 0, knights: 1, caution: 0 },
        repertoire: &[
            "e4 c5 Nf3 d6 d4 cxd4 Nxd4 Nf6 Nc3 a6 Be3 e5",
            "e4 e5 Nf3 Nc6 Bc4 Bc5 c3 Nf6 d3",
            "e4 e6 d4 d5 Nc3 Nf6 e5 Nfd7 f4",
            "d4 Nf6 c4 g6 Nc3 Bg7 e4 d6 f3 O-O",
        ],
    },
    Portrait {
        name: "Ines",
        elo: 2000,
        sentence: "Keeps the tension until somebody else can bear it no longer.",
        style: Style { attack: 0, trades: -3, pawns: 0, knights: 0, caution: 1 },
        repertoire: &[
            "c4 e5 Nc3 Nf6 g3 d5 cxd5 Nxd5 Bg2",
            "Nf3 d5 c4 e6 g3 Nf6 Bg2 Be7 O-O",
            "e4 e6 d4 d5 e5 c5 c3 Nc6 Nf3",
            "d4 Nf6 c4 e6 Nc3 Bb4 e3 O-O",
        ],
    },
    Portrait {
        name: "Leopold",
        elo: 2250,
        sentence: "Champion of the café, three years running, and will tell you so.",
        style: Style { attack: 2, trades: 0, pawns: 0, knights: 0, caution: 1 },
        repertoire: &[
            "e4 e5 Nf3 Nc6 Bb5 a6 Ba4 Nf6 O-O Be7 Re1 b5 Bb3 d6 c3 O-O",
            "e4 c5 Nf3 Nc6 d4 cxd4 Nxd4 Nf6 Nc3 e5 Ndb5 d6",
            "e4 c6 d4 d5 Nc3 dxe4 Nxe4 Bf5 Ng3 Bg6",
            "d4 d5 c4 c6 Nf3 Nf6 Nc3 e6 e3 Nbd7",
        ],
    },
    Portrait {
        name: "Renske",
        elo: 2500,
        sentence: "Watches in silence, plays rarely, and has never been seen in a hurry.",
        style: Style { attack: 0, trades: 1, pawns: 1, knights: 0, caution: 0 },
        repertoire: &[
            "d4 Nf6 c4 e6 Nf3 d5 Nc3 Be7 Bf4 O-O e3",
            "d4 Nf6 c4 g6 Nf3 Bg7 g3 O-O Bg2 d6",
            "e4 e5 Nf3 Nc6 Bb5 Nf6 O-O Nxe4 d4 Nd6 Bxc6 dxc6 dxe5 Nf5",
            "e4 c5 Nf3 Nc6 Bb5 g6 O-O Bg7 Re1 e5",
        ],
    },
];

#[cfg(test)]
mod tests {
    use super::*;
    use crate::session::RATINGS;
    use regence_rules::Position;
    use std::collections::BTreeSet;

    #[test]
    fn the_guests_differ_and_grow_stronger() {
        let names: BTreeSet<_> = Person::all().map(|person| person.name().to_lowercase()).collect();
        assert_eq!(names.len(), Person::all().len());
        let ratings: Vec<u16> = Person::all().map(Person::elo).collect();
        assert!(ratings.windows(2).all(|pair| pair[0] < pair[1]), "{ratings:?}");
        assert!(ratings.iter().all(|rating| RATINGS.contains(rating)), "{ratings:?}");
    }

    #[test]
    fn the_guests_know_how_their_openings_are_played() {
        for person in Person::all() {
            for line in person.repertoire() {
                let mut position = Position::START;
                for word in line.split(' ') {
                    let mv = position.parse_san(word);
                    let mv = mv.unwrap_or_else(|error| panic!("{person}, {line}: {word}: {error}"));
                    position = position.play(mv);
                }
            }
        }
    }
}
