//! Random games, compared move by move with what other libraries say, and with what must hold of every position.

mod data_files;
mod random;

use cozy_chess::Board as Cozy;
use cozy_chess::util::{display_san_move, parse_san_move};
use data_files::{perft_positions, rows};
use random::Random;
use regence_rules::{Bitboard, Color, Draw, Key, Move, Outcome, Position, Role, Setup, Square, UciMove, Win};
use shakmaty::fen::Fen;
use shakmaty::san::SanPlus;
use shakmaty::zobrist::Zobrist64;
use shakmaty::{CastlingMode, Chess, EnPassantMode, Position as _};
use std::collections::HashMap;

/// The same position as three libraries see it.
#[derive(Clone)]
struct Trio {
    ours: Position,
    key: Key,
    shakmaty: Chess,
    cozy: Cozy,
}

impl Trio {
    /// From the FEN as it was written: an en passant square that nobody can use still counts in Polyglot keys.
    fn new(fen: &str) -> Self {
        let ours = Position::from_fen_chess960(fen).unwrap();
        let shredder = ours.shredder_fen_text();
        let fen: Fen = fen.parse().unwrap();
        Self {
            ours,
            key: ours.key(),
            shakmaty: fen.into_position(CastlingMode::Chess960).unwrap(),
            cozy: Cozy::from_fen(&shredder, true).unwrap(),
        }
    }

    fn play(&mut self, mv: Move) {
        self.shakmaty.play_unchecked(self.in_shakmaty(mv));
        self.cozy.play_unchecked(in_cozy(mv));
        (self.ours, self.key) = self.ours.play_keyed(mv, self.key);
    }

    fn in_shakmaty(&self, mv: Move) -> shakmaty::Move {
        let written: shakmaty::uci::UciMove = mv.uci_chess960().to_string().parse().unwrap();
        written.to_move(&self.shakmaty).unwrap()
    }

    /// What every position is asked.
    #[track_caller]
    fn check(&self) {
        let position = &self.ours;
        let fen = Fen::from_position(&self.shakmaty, EnPassantMode::Legal).to_string();
        assert_eq!(position.to_string(), fen);
        check_fen_of_cozy(position, &self.cozy);

        let mut ours: Vec<_> = position.legal_moves().iter().map(|mv| pack(mv.uci_chess960())).collect();
        ours.sort_unstable();
        assert_eq!(ours, moves_of_shakmaty(&self.shakmaty), "{position}");
        assert_eq!(ours, moves_of_cozy(&self.cozy), "{position}");

        assert_eq!(position.checkers().bits(), self.shakmaty.checkers().0, "{position}");
        assert_eq!(position.checkers().bits(), self.cozy.checkers().0, "{position}");
        assert_eq!(position.is_check(), self.shakmaty.is_check(), "{position}");
        assert_eq!(position.pinned(position.turn()), cozy_pins(&self.cozy), "{position}");
        self.check_outcome();

        assert_eq!(self.key, position.key(), "{position}");
        let zobrist: Zobrist64 = self.shakmaty.zobrist_hash(EnPassantMode::PseudoLegal);
        assert_eq!(position.polyglot_key(), zobrist.0, "{position}");
        check_reread(position);
    }

    #[track_caller]
    fn check_outcome(&self) {
        let (position, theirs) = (&self.ours, &self.shakmaty);
        let expected = if theirs.is_checkmate() {
            Some(Outcome::Win { winner: !position.turn(), by: Win::Checkmate })
        } else if theirs.is_stalemate() {
            Some(Outcome::Draw(Draw::Stalemate))
        } else if theirs.is_insufficient_material() {
            Some(Outcome::Draw(Draw::InsufficientMaterial))
        } else {
            (theirs.halfmoves() >= 150).then_some(Outcome::Draw(Draw::SeventyFiveMoves))
        };
        assert_eq!(position.outcome(), expected, "{position}");
        for (color, other) in [(Color::White, shakmaty::Color::White), (Color::Black, shakmaty::Color::Black)]
        {
            assert_eq!(position.can_win(color), !theirs.has_insufficient_material(other), "{position}");
        }
        let status = self.cozy.status();
        assert_eq!(matches!(expected, Some(Outcome::Win { .. })), status == cozy_chess::GameStatus::Won);
    }

    /// What every move of some positions is asked.
    #[track_caller]
    fn check_moves(&self) {
        let position = &self.ours;
        for theirs in self.shakmaty.legal_moves() {
            let uci: UciMove = theirs.to_uci(CastlingMode::Chess960).to_string().parse().unwrap();
            let mv = position.resolve(uci).unwrap_or_else(|error| panic!("{position} {uci}: {error}"));
            assert_eq!(self.in_shakmaty(mv), theirs, "{position} {uci}");
            self.check_move(mv);
        }
    }

    /// What a move of every position is asked.
    #[track_caller]
    fn check_move(&self, mv: Move) {
        let (position, theirs, uci) = (&self.ours, self.in_shakmaty(mv), mv.uci_chess960());
        self.check_notation(mv, theirs);
        let mut next = self.shakmaty.clone();
        next.play_unchecked(theirs);
        assert_eq!(position.gives_check(mv), next.is_check(), "{position} {uci}");
        let taken = theirs.capture().map(|role| role.char().to_ascii_uppercase());
        assert_eq!(position.captured(mv).map(|piece| piece.role.letter()), taken, "{position} {uci}");
        assert!(position.captured(mv).is_none_or(|piece| piece.color == !position.turn()));
        assert_eq!(position.is_capture(mv), theirs.is_capture(), "{position} {uci}");
        assert_eq!(mv.is_en_passant(), theirs.is_en_passant(), "{position} {uci}");
        assert_eq!(mv.castling().is_some(), theirs.is_castle(), "{position} {uci}");
        assert_eq!(mv.role().letter().to_ascii_lowercase(), theirs.role().char(), "{position} {uci}");

        let (played, key) = position.play_keyed(mv, self.key);
        assert_eq!((played, key), (position.play(mv), played.key()), "{position} {uci}");
    }

    /// All three write a move alike, and read what was written as that move.
    #[track_caller]
    fn check_notation(&self, mv: Move, theirs: shakmaty::Move) {
        let (position, uci) = (&self.ours, mv.uci_chess960());
        let san = position.san(mv).to_string();
        let plus = SanPlus::from_move(self.shakmaty.clone(), theirs);
        assert_eq!(plus.to_string(), san, "{position} {uci}");
        assert_eq!(display_san_move(&self.cozy, in_cozy(mv)).to_string(), san, "{position} {uci}");

        assert_eq!(san.parse(), Ok(position.san(mv)), "{position} {uci}");
        assert_eq!(position.parse_san(&san), Ok(mv), "{position} {uci}");
        let plus: SanPlus = san.parse().unwrap();
        assert_eq!(plus.san.to_move(&self.shakmaty).ok(), Some(theirs), "{position} {uci}");
        assert_eq!(parse_san_move(&self.cozy, &san).ok(), Some(in_cozy(mv)), "{position} {uci}");
    }
}

/// Castling is the king that takes its own rook there, too.
fn in_cozy(mv: Move) -> cozy_chess::Move {
    mv.uci_chess960().to_string().parse().unwrap()
}

/// A move as a number, to sort and compare.
fn pack(mv: UciMove) -> usize {
    let promotion =
        mv.promotion.map_or(0, |role| 1 + "nbrq".find(role.letter().to_ascii_lowercase()).unwrap());
    mv.from.index() << 16 | mv.to.index() << 8 | promotion
}

fn moves_of_shakmaty(position: &Chess) -> Vec<usize> {
    let pack = |mv: &shakmaty::Move| {
        let promotion = mv.promotion().map_or(0, |role| 1 + "nbrq".find(role.char()).unwrap());
        usize::from(mv.from().unwrap()) << 16 | usize::from(mv.to()) << 8 | promotion
    };
    let mut moves: Vec<_> = position.legal_moves().iter().map(pack).collect();
    moves.sort_unstable();
    moves
}

fn moves_of_cozy(position: &Cozy) -> Vec<usize> {
    let mut moves = Vec::new();
    position.generate_moves(|set| {
        moves.extend(set.into_iter().map(|mv| {
            let promotion = mv.promotion.map_or(0, |piece| 1 + "nbrq".find(char::from(piece)).unwrap());
            (mv.from as usize) << 16 | (mv.to as usize) << 8 | promotion
        }));
        false
    });
    moves.sort_unstable();
    moves
}

/// Cozy-chess counts no further than the fifty-move rule, and writes en passant after every double push.
#[track_caller]
fn check_fen_of_cozy(position: &Position, cozy: &Cozy) {
    let theirs = Position::from_fen_chess960(&format!("{cozy:#}")).unwrap();
    assert!(theirs.repeats(position), "{position} {theirs}");
    assert_eq!(theirs.fullmove_number(), position.fullmove_number(), "{position}");
    assert_eq!(theirs.halfmove_clock(), position.halfmove_clock().min(100), "{position}");
}

/// Cozy-chess counts enemy pieces that hide the king too.
fn cozy_pins(cozy: &Cozy) -> Bitboard {
    Bitboard::from_bits((cozy.pinned() & cozy.colors(cozy.side_to_move())).0)
}

/// A position is what its FEN and its set-up say.
#[track_caller]
fn check_reread(position: &Position) {
    assert_eq!(Position::from_fen_chess960(&position.fen_text()).as_ref(), Ok(position));
    assert_eq!(Setup::from(*position).build().as_ref(), Ok(position));
}

/// A piece is pinned if its king is attacked by someone else once it is gone: by a slider that it hid.
#[track_caller]
fn check_pins(position: &Position) {
    for color in Color::ALL {
        let king = position.king(color);
        let before = position.attackers_of(king, !color);
        let uncovers = |square: &Square| {
            let board = position.board().without(*square);
            *square != king && !board.attackers_of(king, !color).is_subset(before)
        };
        let expected: Bitboard = position.board().by_color(color).into_iter().filter(uncovers).collect();
        assert_eq!(position.pinned(color), expected, "{position} {color}");
    }
}

/// Of all that can be written, exactly the legal moves are accepted.
#[track_caller]
fn check_every_writing(position: &Position) {
    let legal = position.legal_moves();
    let promotions = [None].into_iter().chain(Role::ALL.map(Some));
    let mut accepted = Vec::new();
    for promotion in promotions {
        for (from, to) in Square::all().flat_map(|from| Square::all().map(move |to| (from, to))) {
            let written = UciMove { from, to, promotion };
            let resolved = position.resolve(written);
            assert_eq!(position.is_legal(written), resolved.is_ok(), "{position} {written}");
            if let Ok(mv) = resolved {
                let spelt_so = mv.uci_chess960() == written || mv.castling().is_some() && mv.uci() == written;
                assert!(legal.contains(&mv) && spelt_so, "{position} {written}");
                accepted.push(mv);
            }
        }
    }
    for &mv in &legal {
        // The king's own step means castling too, unless it is a step that the king can also just make.
        let two_spellings = mv.castling().is_some() && mv.uci().from.distance(mv.to()) >= 2;
        let different = mv.uci() != mv.uci_chess960();
        let expected = 1 + usize::from(two_spellings && different);
        let found = accepted.iter().filter(|&&other| other == mv).count();
        assert_eq!(found, expected, "{position} {mv:?}");
    }
}

/// How many positions to look at, and how often to look at all their moves and at all that can be written.
struct Plan {
    positions: usize,
    longest: usize,
    moves_every: usize,
    writings_every: usize,
}

/// Plays random games from these positions in turn, until enough positions were seen.
fn play(plan: &Plan, seed: u64, starts: &[&str]) {
    let mut random = Random::new(seed);
    let mut checked = 0;
    for start in starts.iter().cycle() {
        let mut trio = Trio::new(start);
        for _ in 0..plan.longest {
            trio.check();
            check_pins(&trio.ours);
            if checked % plan.moves_every == 0 {
                trio.check_moves();
            }
            if checked % plan.writings_every == 0 {
                check_every_writing(&trio.ours);
            }
            checked += 1;
            let moves = trio.ours.legal_moves();
            if moves.is_empty() {
                break;
            }
            trio.check_move(random.choose(&moves));
            trio.play(likely(&mut random, &trio.ours, &moves));
        }
        if checked >= plan.positions {
            return;
        }
    }
}

/// A random move; more often than chance would have it a special one, for those are where mistakes hide.
fn likely(random: &mut Random, position: &Position, moves: &[Move]) -> Move {
    let special = |mv: &Move| {
        mv.castling().is_some() || mv.is_en_passant() || mv.is_double_push() || mv.promotion().is_some()
    };
    let choice: Vec<_> = match random.below(8) {
        0 => moves.iter().copied().filter(special).collect(),
        1 => moves.iter().copied().filter(|&mv| position.gives_check(mv)).collect(),
        _ => Vec::new(),
    };
    random.choose(if choice.is_empty() { moves } else { &choice })
}

#[test]
fn orthodox_games_are_what_others_say() {
    let plan = Plan { positions: 150_000, longest: 300, moves_every: 10, writings_every: 500 };
    play(&plan, 1, &[&Position::START.fen_text()]);
}

#[test]
fn games_from_rich_positions_are_what_others_say() {
    let plan = Plan { positions: 150_000, longest: 40, moves_every: 10, writings_every: 500 };
    let starts: Vec<_> = perft_positions().map(|(fen, _)| fen).collect();
    play(&plan, 2, &starts);
}

#[test]
fn chess960_games_are_what_others_say() {
    let plan = Plan { positions: 100_000, longest: 60, moves_every: 10, writings_every: 500 };
    let table: Vec<_> = rows(include_str!("data/chess960.epd")).map(|row| row[1]).collect();
    // Far-off numbers one after the other, for they differ most.
    let starts: Vec<_> = table.iter().copied().cycle().step_by(7).take(960).collect();
    play(&plan, 3, &starts);
}

#[test]
fn chess960_games_from_rich_positions_are_what_others_say() {
    let plan = Plan { positions: 50_000, longest: 20, moves_every: 5, writings_every: 100 };
    let starts: Vec<_> = rows(include_str!("data/chess960-midgame.epd")).map(|row| row[0]).collect();
    play(&plan, 4, &starts);
}

/// Few pieces meet again and again: equal keys mean repetition, and nothing else does.
#[test]
fn keys_are_equal_exactly_where_positions_repeat() {
    let mut random = Random::new(5);
    let mut met: HashMap<Key, Position> = HashMap::new();
    let mut repeated = 0;
    for fen in [
        "4k3/8/8/8/8/8/8/4K2R w K - 0 1",
        "r3k3/p7/8/1P6/8/8/8/4K3 b q - 0 1",
        "4k3/8/8/8/8/8/8/R3K3 w Q - 0 1",
    ] {
        for _ in 0..40 {
            let mut position = Position::from_fen(fen).unwrap();
            for _ in 0..60 {
                let before = *met.entry(position.key()).or_insert(position);
                assert!(before.repeats(&position) && position.repeats(&before), "{before} {position}");
                repeated += usize::from(before != position);
                let moves = position.legal_moves();
                if moves.is_empty() {
                    break;
                }
                position = position.play(random.choose(&moves));
            }
        }
    }
    assert!(repeated > 300, "{repeated}");
    let all: Vec<_> = met.values().collect();
    for _ in 0..100_000 {
        let (one, other) = (random.choose(&all), random.choose(&all));
        assert_eq!(one.repeats(other), one.key() == other.key(), "{one} {other}");
    }
}
