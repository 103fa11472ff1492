//! Tests of the whole network: what is carried along is what would be computed anew, on every kind of CPU.

use super::*;
use regence_rules::chess960;

/// Numbers that look random and never change.
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, bound: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % bound
    }

    fn row(&mut self, range: u64) -> Row {
        let mut row = Row::default();
        row.0.iter_mut().for_each(|number| *number = self.below(2 * range + 1) as i16 - range as i16);
        row
    }
}

/// A network that has learnt nothing.
fn made_up() -> Arc<Net> {
    let mut numbers = Numbers(1);
    Arc::new(Net {
        note: String::new(),
        inputs: (0..INPUTS).map(|_| numbers.row(100)).collect(),
        bias: numbers.row(100),
        outputs: std::array::from_fn(|stage| Output {
            weights: [numbers.row(127), numbers.row(127)],
            bias: 77 * stage as i32,
        }),
    })
}

/// What a network computes for a position of which it knows nothing yet.
fn anew(net: &Arc<Net>, position: &Position) -> i32 {
    let mut network = Network::with_lanes(Arc::clone(net), Lanes::Portable);
    network.reset(position);
    network.evaluate(position)
}

/// Plays random moves and takes some back, and compares at every other position.
#[track_caller]
fn check_game(net: &Arc<Net>, start: Position, numbers: &mut Numbers) {
    let mut network = Network::new(Arc::clone(net));
    network.reset(&start);
    let mut line = vec![start];
    for _ in 0..200 {
        let position = line[line.len() - 1];
        let moves = position.legal_moves();
        if line.len() > 1 && (moves.is_empty() || numbers.below(4) == 0) {
            line.pop();
            network.undo();
        } else if !moves.is_empty() {
            // Rare moves first: they are where mistakes hide.
            let rare = moves
                .iter()
                .find(|mv| mv.castling().is_some() || mv.is_en_passant() || mv.promotion().is_some());
            let mv = match rare {
                Some(&rare) if numbers.below(2) == 0 => rare,
                _ => moves[numbers.below(moves.len() as u64) as usize],
            };
            let after = position.play(mv);
            network.play(&position, mv, &after);
            line.push(after);
        }
        let position = line[line.len() - 1];
        if numbers.below(2) == 0 {
            assert_eq!(network.evaluate(&position), anew(net, &position), "{}", position.fen());
        }
    }
}

#[test]
fn what_is_carried_along_is_what_is_computed_anew() {
    let (net, mut numbers) = (made_up(), Numbers(2));
    for number in 0..100 {
        check_game(&net, Position::START, &mut numbers);
        check_game(&net, chess960::start(number * 9).unwrap(), &mut numbers);
    }
    let castling = Position::from_fen("r3k2r/1P4P1/8/2pPp3/4P3/8/1p4p1/R3K2R w KQkq c6 0 1").unwrap();
    for _ in 0..100 {
        check_game(&net, castling, &mut numbers);
    }
}

#[test]
fn exchanging_the_sides_changes_nothing() {
    let net = made_up();
    for (fen, exchanged) in [
        ("r3k2r/8/8/3pP3/8/8/5N2/R3K2R w - - 0 1", "r3k2r/5n2/8/8/3Pp3/8/8/R3K2R b - - 0 1"),
        ("8/8/8/3pP2k/8/8/1K3N2/8 w - - 0 1", "8/1k3n2/8/8/3Pp2K/8/8/8 b - - 0 1"),
    ] {
        let read = |fen| Position::from_fen(fen).unwrap();
        assert_eq!(anew(&net, &read(fen)), anew(&net, &read(exchanged)), "{fen}");
    }
}

#[test]
fn the_mirrored_board_is_worth_the_same() {
    let net = made_up();
    let read = |fen| Position::from_fen(fen).unwrap();
    let left = read("8/8/8/3pP2k/8/8/1K3N2/8 w - - 0 1");
    let right = read("8/8/8/k2Pp3/8/8/2N3K1/8 w - - 0 1");
    assert_eq!(anew(&net, &left), anew(&net, &right));
}

#[test]
fn huge_numbers_do_no_harm() {
    let row = |number| Row([number; HIDDEN]);
    let net = Net {
        note: String::new(),
        inputs: vec![row(i16::MAX); INPUTS],
        bias: row(i16::MAX),
        outputs: std::array::from_fn(|_| Output { weights: [row(127), row(127)], bias: i32::MAX }),
    };
    anew(&Arc::new(net), &Position::START);
}
