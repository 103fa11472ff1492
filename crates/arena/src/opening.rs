//! Where games begin, so that they are not all the same.

mod book;
mod builtin;
mod epd;
mod error;
mod pgn;
mod prolonged;
mod whole;

pub use error::{OpeningError, OpeningProblem};

use prolonged::Visit;
use regence_game::{AnyPosition, Random, Variant};
use regence_rules::{Draw, Outcome, Position, UciMove, chess960};
use std::io;
use std::sync::OnceLock;

/// A start position, and moves that both sides are made to play.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Opening {
    /// Where the game starts.
    pub start: Position,
    /// What is played before the engines are asked.
    pub moves: Vec<UciMove>,
}

impl Opening {
    /// An opening without moves.
    pub fn position(start: Position) -> Self {
        Self { start, moves: Vec::new() }
    }

    fn needs_chess960(&self) -> bool {
        AnyPosition::from(self.start).variant() == Variant::Chess960
    }
}

/// In which order openings are used.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Order {
    /// As they stand.
    Sequential,
    /// At random, each once before any comes again.
    Random {
        /// The same seed, the same order.
        seed: u64,
    },
}

/// Openings, at least one.
#[derive(Clone, Debug)]
pub struct Openings {
    all: Vec<Opening>,
    /// Of each, how often the position it leads to came before, and how often it comes in all, once somebody has asked.
    visits: OnceLock<Vec<Visit>>,
}

impl Openings {
    /// Our own: short lines of the orthodox game, or the start positions of Chess960.
    pub fn built_in(variant: bool) -> Self {
        if variant {
            let starts = (0..chess960::STARTS).filter_map(chess960::start);
            return Self::of(starts.map(Opening::position).collect());
        }
        Self::of(builtin::openings())
    }

    fn of(all: Vec<Opening>) -> Self {
        Self { all, visits: OnceLock::new() }
    }

    /// Reads a file, as [`read`](Self::read) does what it holds. A line that does not end is refused before memory does.
    pub fn from_reader(
        input: impl io::Read,
        chess960: bool,
        plies: Option<usize>,
    ) -> io::Result<Result<Self, OpeningError>> {
        let text = whole::read(input)?;
        Ok(text.and_then(|text| Self::read(&text, chess960, plies)))
    }

    /// Reads what a file holds: PGN, one FEN or EPD a line, or a Polyglot book. Of a game, only its first half-moves are taken,
    /// or all; of a book eight, unless said otherwise.
    pub fn read(text: &[u8], chess960: bool, plies: Option<usize>) -> Result<Self, OpeningError> {
        let openings = if book::looks_like_it(text) {
            book::read(text, plies)?
        } else if pgn::looks_like_it(text) {
            pgn::read(text, chess960, plies.unwrap_or(usize::MAX))?
        } else {
            epd::read(text, chess960)?
        };
        if openings.is_empty() {
            return Err(OpeningError { line: 1, problem: OpeningProblem::None });
        }
        Ok(Self::of(openings))
    }

    /// These in another order.
    pub fn ordered(mut self, order: Order) -> Self {
        if let Order::Random { seed } = order {
            shuffle(&mut self.all, &mut Random::new(seed));
        }
        Self::of(self.all)
    }

    /// How many there are.
    #[allow(clippy::len_without_is_empty, reason = "they are never empty")]
    pub fn len(&self) -> usize {
        self.all.len()
    }

    /// The opening of a round, from 0; after the last comes the first again.
    pub fn of_round(&self, round: usize) -> &Opening {
        &self.all[round % self.len()]
    }

    /// The same for players who would only repeat a game that begins as another did: each time a position comes again, even behind
    /// other moves, it goes on differently.
    pub fn of_round_prolonged(&self, round: usize) -> Opening {
        let visits = self.visits.get_or_init(|| prolonged::visits(&self.all));
        let Visit { before, in_all } = visits[round % self.len()];
        prolonged::prolonged(self.of_round(round), round / self.len() * in_all + before)
    }
}

/// How a game that begins here has ended already, if it has; between engines, what can be claimed is.
fn end(position: &Position) -> Option<Outcome> {
    let fifty = || position.can_claim_fifty().then_some(Outcome::Draw(Draw::FiftyMoves));
    position.outcome().or_else(fifty)
}

/// Puts things in random order.
fn shuffle<T>(things: &mut [T], random: &mut Random) {
    for last in (1..things.len()).rev() {
        things.swap(last, random.below(last + 1));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use regence_game::{Game, Purpose};
    use std::collections::HashSet;

    #[test]
    fn our_own_openings_are_different_and_can_be_played() {
        let openings = Openings::built_in(false);
        assert!(openings.len() >= 300, "{}", openings.len());
        let mut ends = HashSet::new();
        for opening in &openings.all {
            let game = played(opening);
            assert_eq!((game.outcome(), opening.moves.len()), (None, 8));
            let fen = game.position().fen();
            let without_clocks = fen.rsplitn(3, ' ').last().expect("a FEN").to_owned();
            assert!(ends.insert(without_clocks), "twice: {fen}");
        }
    }

    #[test]
    fn chess960_begins_in_960_ways() {
        assert_eq!(Openings::built_in(true).len(), 960);
    }

    #[test]
    fn order_depends_on_the_seed_alone() {
        let fens = |seed| {
            let openings = Openings::built_in(true).ordered(Order::Random { seed });
            (0..960).map(|round| openings.of_round(round).start.fen()).collect::<Vec<_>>()
        };
        assert_eq!(fens(1), fens(1));
        assert_ne!(fens(1), fens(2));
        let distinct: HashSet<_> = fens(3).into_iter().collect();
        assert_eq!(distinct.len(), 960);
        let openings = Openings::built_in(true).ordered(Order::Sequential);
        assert_eq!(openings.of_round(960), openings.of_round(0));
    }

    fn read(text: &str) -> Openings {
        Openings::read(text.as_bytes(), false, None).expect("openings")
    }

    fn played(opening: &Opening) -> Game {
        let mut game = Game::new(opening.start, Purpose::Playing);
        for &mv in &opening.moves {
            game.play(mv).expect("legal");
        }
        game
    }

    #[test]
    fn openings_that_come_again_go_on_differently() {
        let openings = read(&format!("{START}\n{PAWN}\n"));
        let mut games = HashSet::new();
        for round in 0..200 {
            let opening = openings.of_round_prolonged(round);
            assert_eq!(opening, openings.of_round_prolonged(round));
            assert_eq!(opening.start, openings.of_round(round).start);
            assert_eq!(opening.moves.len(), if round < 2 { 0 } else { 4 });
            assert_eq!(played(&opening).outcome(), None);
            assert!(games.insert((opening.start.fen(), opening.moves)), "{round}: twice");
        }
    }

    #[test]
    fn openings_that_lead_to_one_position_go_on_differently() {
        let openings = read("1. d4 d5 2. c4 *\n\n1. c4 d5 2. d4 *\n\n1. e4 *\n");
        let added =
            |round| openings.of_round_prolonged(round).moves.split_off(openings.of_round(round).moves.len());
        let behind: Vec<_> = [0, 1, 3, 4, 6].map(added).into();
        assert_eq!(behind.iter().map(Vec::len).collect::<Vec<_>>(), [0, 4, 4, 4, 4]);
        assert_eq!(behind.iter().collect::<HashSet<_>>().len(), 5, "{behind:?}");
        assert_eq!((added(2).len(), added(5).len()), (0, 4));
    }

    #[test]
    fn openings_that_come_again_do_not_end_the_game() {
        // Where hardly anything can move, none leads back.
        let locked = read("k7/p1p5/P1P5/8/8/5p1p/5P1P/7K w - - 0 1");
        for round in 0..60 {
            let opening = locked.of_round_prolonged(round);
            assert_eq!(played(&opening).claimable(), None, "{round}: {:?}", opening.moves);
        }
        // The only move takes the last piece.
        let nearly_over = read("7k/6Q1/8/8/8/8/8/K7 b - - 0 1");
        assert_eq!(nearly_over.of_round_prolonged(1).moves.len(), 0);
    }

    #[track_caller]
    fn check(text: &str, plies: Option<usize>, expected: &[(&str, &str)]) {
        let openings = Openings::read(text.as_bytes(), false, plies).expect("they are openings");
        let words = |moves: &[UciMove]| moves.iter().map(UciMove::to_string).collect::<Vec<_>>().join(" ");
        let found: Vec<_> =
            openings.all.iter().map(|opening| (opening.start.fen(), words(&opening.moves))).collect();
        let expected: Vec<_> = expected.iter().map(|&(fen, moves)| (fen.into(), moves.into())).collect();
        assert_eq!(found, expected, "{text}");
    }

    #[track_caller]
    fn check_refused(text: &str, expected: &str) {
        let error = Openings::read(text.as_bytes(), false, None).expect_err("they are none");
        assert_eq!(error.to_string(), expected, "{text}");
    }

    const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    const PAWN: &str = "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1";

    #[test]
    fn games_are_read_up_to_a_half_move() {
        let games = "[Event \"a\"]\n\n1. e4 {best} e5 (1... c5) 2. Nf3 *\n\n[Event \"b\"]\n\n1. d4 1/2-1/2\n";
        check(games, None, &[(START, "e2e4 e7e5 g1f3"), (START, "d2d4")]);
        check(games, Some(2), &[(START, "e2e4 e7e5"), (START, "d2d4")]);
        check("1. c4 *", None, &[(START, "c2c4")]);
        let set_up = format!("[FEN \"{PAWN}\"]\n[SetUp \"1\"]\n\n1. e4 *");
        check(&set_up, None, &[(PAWN, "e2e4")]);
    }

    #[test]
    fn positions_are_read_line_by_line() {
        let short = "4k3/8/8/8/8/8/4P3/4K3 w - -";
        check(
            &format!("{PAWN}\n\n# a remark\n{short}\r\n{short} bm e4; id \"x\";\r{PAWN} id \"y\";\n"),
            None,
            &[(PAWN, ""); 4],
        );
        check(START, None, &[(START, "")]);
    }

    #[test]
    fn what_cannot_be_played_is_named_with_its_line() {
        check_refused("", "line 1: no openings, expected PGN, one FEN or EPD a line, or a Polyglot book");
        check_refused(
            "\nhello\n",
            "line 2: EPD, column 6: expected 4 fields with single spaces between them, then operations",
        );
        check_refused(
            "[Event \"x\"]\n\n1. e4 e4 *",
            "line 3: illegal move 'e4' of Black at move 1: no pawn can go to e4",
        );
        let castling = "bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/BBQNNRKR w KQkq - 0 1";
        check_refused(
            &format!("1. e4 *\n\n[FEN \"{castling}\"]\n\n1. a3 *"),
            "line 3: a game of Chess960, which this match is not",
        );
        check_refused(
            &format!("{PAWN}\r\r{castling}"),
            "line 3: FEN, column 47: castling needs a white king on e1 and a white rook on h1 (unless this is Chess960)",
        );
        check_refused(
            "7k/5R2/6K1/8/8/8/8/8 w - - 100 90",
            "line 1: the game would be over before it begins: Draw: fifty moves without a capture or a pawn move",
        );
        check_refused(
            "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1",
            "line 1: the game would be over before it begins: Draw: stalemate",
        );
    }
}
