//! What the search finds: mates, tactics and draws, by positions looked at, never by time.

use regence_engine::{Answer, Control, Engine, Judge, Limits, Report, Score, Situation};
use regence_rules::{Position, UciMove};
use std::sync::Arc;

fn engine() -> Engine<Judge> {
    Engine::new(Judge::default(), 8).expect("eight megabytes")
}

fn position(fen: &str) -> Position {
    Position::from_fen_chess960(fen).unwrap_or_else(|error| panic!("{fen}: {error}"))
}

fn nodes(nodes: u64) -> Limits {
    Limits { nodes: Some(nodes), ..Limits::default() }
}

fn search(situation: &Situation, limits: &Limits) -> Answer {
    engine().search(situation, limits, &Arc::new(Control::default()), &mut |_| {})
}

/// Within so many nodes the engine announces a mate in so many moves.
#[track_caller]
fn mates(fen: &str, moves: i32, budget: u64) {
    let limits = Limits { mate: Some(moves.unsigned_abs()), ..nodes(budget) };
    let answer = search(&position(fen).into(), &limits);
    assert_eq!(answer.score, Some(Score::Mate(moves)), "{fen}: {:?}", answer.best);
}

/// Within so many nodes the engine plays this move.
#[track_caller]
fn plays(fen: &str, san: &str, budget: u64) {
    let position = position(fen);
    let answer = search(&position.into(), &nodes(budget));
    let expected = position.parse_san(san).expect("a legal move");
    assert_eq!(answer.best, Some(expected), "{fen}: {:?}", answer.score);
}

#[test]
fn mates_are_found_and_counted() {
    mates("6k1/5ppp/8/8/8/8/8/R3K3 w Q - 0 1", 1, 500);
    mates("r1bqkb1r/pppp1ppp/2n2n2/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR w KQkq - 4 4", 1, 1_000);
    mates("6rk/6pp/7N/8/8/1Q6/8/6K1 w - - 0 1", 1, 500);
    mates("8/8/8/8/8/k7/7r/K7 b - - 0 1", 1, 500);
    // The key gives up a rook, and only that Black must move makes it work: he would like to pass.
    mates("kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1", 2, 5_000);
    mates("6k1/pp4p1/2p5/2bp4/8/P5Pb/1P3rrP/2BRRN1K b - - 0 1", 2, 5_000);
    mates("1k6/8/2K5/8/8/8/8/7R w - - 0 1", 2, 5_000);
    mates("r5rk/5p1p/5R2/4B3/8/8/7P/7K w - - 0 1", 3, 20_000);
    mates("7k/8/5KR1/8/8/8/8/8 w - - 0 1", 3, 20_000);
    // How far these are was found by going back from all mates.
    mates("7k/8/8/4K1R1/8/8/8/8 w - - 0 1", 4, 100_000);
    mates("8/8/3Q4/8/8/2k5/K7/8 w - - 0 1", 4, 100_000);
    mates("6k1/8/3K4/8/Q7/8/8/8 w - - 0 1", 4, 100_000);
    mates("k7/4K3/8/8/8/8/6R1/8 w - - 0 1", 5, 200_000);
    mates("3k4/8/8/8/5Q2/K7/8/8 w - - 0 1", 5, 200_000);
    mates("8/8/8/4Q3/5K2/3k4/8/8 w - - 0 1", 5, 200_000);
}

#[test]
fn the_side_that_is_mated_holds_out_longest() {
    let answer = search(&position("7k/8/5K2/6R1/8/8/8/8 b - - 0 1").into(), &nodes(60_000));
    assert_eq!(answer.score, Some(Score::Mate(-3)));
}

#[test]
fn tactics_are_seen() {
    // A fork, a skewer, and two pawns that race.
    plays("r3k3/8/8/3N4/8/8/8/4K3 w - - 0 1", "Nc7+", 3_000);
    plays("3q4/8/8/3k4/8/8/8/R3K3 w - - 0 1", "Rd1+", 3_000);
    plays("8/5P1k/8/8/8/6K1/1p6/8 w - - 0 1", "f8=Q", 60_000);
}

#[test]
fn whoever_checks_for_ever_does_not_lose() {
    let answer = search(&position("6k1/6p1/8/7Q/8/5p2/1r3r2/7K w - - 0 1").into(), &nodes(200_000));
    assert_eq!(answer.best.map(|mv| mv.to_string()).as_deref(), Some("h5e8"));
    assert_eq!(answer.score, Some(Score::Centipawns(0)));
}

#[test]
fn repetitions_of_the_game_count() {
    let mut situation = Situation::new(position("7k/8/8/8/8/8/q7/5K1R b - - 0 1"));
    for written in ["h8g8", "h1g1", "g8h8", "g1h1", "h8g8", "h1g1", "g8h8"] {
        let mv = situation.position().resolve(written.parse().unwrap()).unwrap();
        situation.play(mv);
    }
    // White, worse, need only go back to the corner for the third time.
    let answer = search(&situation, &nodes(5_000));
    assert_eq!(answer.best.map(|mv| mv.to_string()).as_deref(), Some("g1h1"));
    assert_eq!(answer.score, Some(Score::Centipawns(0)));
}

#[test]
fn the_fifty_move_rule_draws() {
    let answer = search(&position("7k/8/8/8/8/8/R7/K7 w - - 99 80").into(), &nodes(5_000));
    assert_eq!(answer.score, Some(Score::Centipawns(0)));
    let answer = search(&position("7k/R7/6K1/8/8/8/8/8 w - - 99 80").into(), &nodes(5_000));
    assert_eq!(answer.score, Some(Score::Mate(1)), "mate comes before the rule");
}

#[test]
fn a_clock_beyond_all_rules_does_no_harm() {
    for fen in ["7k/8/8/8/8/8/R7/K7 w - - 65535 80", "7k/8/8/8/8/8/R7/K7 b - - 150 4294967295"] {
        let answer = search(&position(fen).into(), &nodes(2_000));
        assert_eq!(answer.score, Some(Score::Centipawns(0)), "{fen}");
    }
}

#[test]
fn without_moves_there_is_no_answer() {
    for fen in ["7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", "R5k1/5ppp/8/8/8/8/8/4K3 b - - 0 1"] {
        assert_eq!(search(&position(fen).into(), &nodes(100)).best, None, "{fen}");
    }
}

#[test]
fn the_smallest_budget_yields_a_legal_move_and_a_score() {
    for budget in [1, 2, 3, 10, 50] {
        let mut told = 0;
        let mut tell = |report: &Report| told += report.line.len();
        let answer = engine().search(
            &Position::START.into(),
            &nodes(budget),
            &Arc::new(Control::default()),
            &mut tell,
        );
        assert!(answer.best.is_some() && answer.score.is_some() && told > 0, "{budget} nodes");
    }
}

#[test]
fn the_same_question_has_the_same_answer() {
    let ask = || {
        let mut engine = engine();
        let mut seen = Vec::new();
        let position = position("r2q1rk1/pp1bbppp/2nppn2/8/3NPP2/2N1B3/PPPQB1PP/R4RK1 w - - 0 11");
        let mut tell =
            |report: &Report| seen.push((report.depth, report.nodes, report.score, report.line.to_vec()));
        engine.search(&position.into(), &nodes(30_000), &Arc::new(Control::default()), &mut tell);
        assert!(engine.nodes() <= 30_000, "{}", engine.nodes());
        seen
    };
    assert_eq!(ask(), ask());
}

#[test]
fn no_limit_of_nodes_is_exceeded() {
    let mut engine = engine();
    let start = position("r2q1rk1/pp1bbppp/2nppn2/8/3NPP2/2N1B3/PPPQB1PP/R4RK1 w - - 0 11");
    for limit in (1..6_000).step_by(37).chain((29_900..30_100).step_by(7)) {
        engine.search(&start.into(), &nodes(limit), &Arc::new(Control::default()), &mut |_| {});
        assert!(engine.nodes() <= limit, "{} of {limit}", engine.nodes());
    }
}

#[test]
fn several_lines_are_ordered_and_different() {
    for (lines, threads) in [(2, 1), (5, 1), (100, 1), (2, 3), (5, 2), (100, 2)] {
        let mut engine = engine();
        engine.set_lines(lines);
        engine.set_threads(threads).unwrap();
        let position = position("r1bqkb1r/pppp1ppp/2n2n2/4p3/2B1P3/5N2/PPPP1PPP/RNBQK2R w KQkq - 4 4");
        let mut last = Vec::new();
        let mut tell = |report: &Report| {
            if report.rank == 1 {
                last.clear();
            }
            last.push((report.score, report.line[0]));
        };
        engine.search(&position.into(), &nodes(60_000), &Arc::new(Control::default()), &mut tell);
        assert_eq!(last.len(), lines.min(position.legal_move_count()));
        let worth = |score: Score| match score {
            Score::Centipawns(worth) => worth,
            Score::Mate(moves) => moves.signum() * 100_000 - moves,
        };
        assert!(last.is_sorted_by(|(a, _), (b, _)| worth(*a) >= worth(*b)), "{last:?}");
        let mut moves: Vec<_> = last.iter().map(|(_, mv)| *mv).collect();
        moves.sort_unstable();
        moves.dedup();
        assert_eq!(moves.len(), last.len());
    }
}

#[test]
fn only_the_moves_asked_for_are_searched() {
    let moves: Vec<UciMove> = ["a2a3", "h2h4"].iter().map(|text| text.parse().unwrap()).collect();
    let answer = search(&Position::START.into(), &Limits { moves: moves.clone(), ..nodes(5_000) });
    assert!(answer.best.is_some_and(|mv| moves.contains(&mv.uci())));
}

/// Plays games against itself with few nodes a move: every line told must be legal, and every game must end.
#[test]
fn games_against_itself_are_legal_to_the_end() {
    let starts = [
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        "bnrbkqnr/pppppppp/8/8/8/8/PPPPPPPP/BNRBKQNR w HChc - 0 1",
        "rkr5/pppppppp/8/8/8/8/PPPPPPPP/RKR5 w ACac - 0 1",
        "8/k7/3p4/p2P1p2/P2P1P2/8/8/K7 w - - 0 1",
    ];
    for (fen, threads) in starts.into_iter().zip([1, 1, 3, 2]).chain(starts.into_iter().zip([3, 2, 1, 1])) {
        let mut engine = engine();
        engine.set_threads(threads).unwrap();
        let mut situation = Situation::new(position(fen));
        for ply in 0..300 {
            let start = *situation.position();
            let mut tell = |report: &Report| {
                let mut at = start;
                for &mv in report.line {
                    assert!(at.legal_moves().contains(&mv), "{mv} of {:?} in {fen}", report.line);
                    at = at.play(mv);
                }
            };
            let answer =
                engine.search(&situation, &nodes(400 + ply), &Arc::new(Control::default()), &mut tell);
            let Some(mv) = answer.best else { break };
            situation.play(mv);
        }
    }
}

#[test]
fn several_threads_hold_a_limit_of_nodes_together() {
    for (threads, limit) in [(3, 1), (3, 100), (8, 2), (8, 1_000), (3, 2_000), (3, 20_000), (8, 20_000)] {
        let mut engine = engine();
        engine.set_threads(threads).unwrap();
        for _ in 0..10 {
            engine.forget();
            let mut told = 0;
            let mut tell = |report: &Report| {
                assert!(told <= report.nodes, "the count falls from {told} to {}", report.nodes);
                told = report.nodes;
            };
            let situation = Position::START.into();
            engine.search(&situation, &nodes(limit), &Arc::new(Control::default()), &mut tell);
            let used = engine.nodes();
            // Nobody waits for what a thread has been promised and not used yet, but that is little.
            let least = (limit - limit / 8).min(limit.saturating_sub(threads as u64 - 1)).max(1);
            assert!((least..=limit).contains(&used), "{used} of {limit} with {threads} threads");
        }
    }
}

#[test]
fn what_other_threads_have_looked_at_is_told_with_what_they_found() {
    let mut engine = engine();
    engine.set_threads(2).unwrap();
    let limits = Limits { depth: Some(4), ..Limits::default() };
    for _ in 0..50 {
        engine.forget();
        let mut told = 0;
        let mut tell = |report: &Report| told = report.nodes;
        engine.search(&Position::START.into(), &limits, &Arc::new(Control::default()), &mut tell);
        assert!(told > 100, "{told} nodes for four half-moves");
    }
}

#[test]
fn several_threads_find_a_mate_as_well() {
    let mut engine = engine();
    engine.set_threads(3).unwrap();
    let position = position("r5rk/5p1p/5R2/4B3/8/8/7P/7K w - - 0 1");
    let limits = Limits { mate: Some(3), depth: Some(20), ..Limits::default() };
    let answer = engine.search(&position.into(), &limits, &Arc::new(Control::default()), &mut |_| {});
    assert_eq!(answer.score, Some(Score::Mate(3)));
}
