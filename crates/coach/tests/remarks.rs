//! What is said of bad moves.

use regence_coach::{Judgement, Played, Review, Seen, Verdict, Worth};
use regence_game::notes::Evaluation;
use regence_game::{Game, NodeId};
use regence_rules::{Color, Move, Position};

fn moves(position: &Position, line: &str) -> Vec<Move> {
    let mut at = *position;
    let read = |san: &str| {
        let mv = at.parse_san(san).unwrap_or_else(|error| panic!("{san} in {}: {error}", at.fen()));
        at = at.play(mv);
        mv
    };
    line.split_whitespace().map(read).collect()
}

/// What was seen: a worth for White such as "-0.3" or "#2", or nothing where the game is over, and a line.
fn seen(position: &Position, text: &str) -> Seen {
    match text.split_once(' ') {
        Some((worth, line)) => {
            let worth: Evaluation = worth.parse().expect("a worth");
            Seen { worth: Worth::Judged(worth), line: moves(position, line) }
        }
        None => Seen::over(position.outcome().expect("the game is over")),
    }
}

/// A move is played; what was seen before it, and after it; what is said.
#[track_caller]
fn check(fen: &str, played: &str, before: &str, after: &str, expected: &str) {
    let position = Position::from_fen(fen).expect("a position");
    let mv = moves(&position, played)[0];
    let next = position.play(mv);
    let verdict = Verdict::new(&position, mv, &seen(&position, before), &seen(&next, after));
    assert_eq!(verdict.remark.as_deref(), Some(expected), "{verdict:?}");
}

#[test]
fn mates_are_allowed_and_missed() {
    let back_rank = "6k1/5ppp/8/8/8/8/r4PPP/1R4K1 w - - 0 1";
    check(back_rank, "Rb2", "#1 Rb8#", "-8.0 Rxb2", "Misses mate on the back rank: Rb8#.");
    check(
        "1r4k1/R4ppp/8/8/8/8/5PPP/6K1 w - - 0 1",
        "Ra6",
        "0.1 g3 Kf8",
        "#-1 Rb1#",
        "Allows mate on the back rank: Rb1#. Better was g3.",
    );
    check(
        "5r1k/6pp/7N/3Q4/8/8/8/6K1 w - - 0 1",
        "Qd7",
        "#2 Qg8+ Rxg8 Nf7#",
        "3.0 gxh6",
        "Misses mate in 2, a smothered one, beginning with Qg8+.",
    );
}

#[test]
fn what_is_left_to_be_taken_is_named() {
    let moved = "4k3/8/3p4/8/8/8/8/Q3K3 w - - 0 1";
    check(
        moved,
        "Qe5+",
        "8.0 Kd2 Kd7",
        "-0.8 dxe5 Kd2",
        "Puts the queen on e5, where it can be taken: dxe5 wins the queen. Better was Kd2.",
    );
    let protected = "4k3/8/8/3b4/4N3/8/4Q3/4K3 w - - 0 1";
    check(
        protected,
        "Qa6",
        "9.0 Qe3 Kd7",
        "6.0 Bxe4 Kd2",
        "Takes the protection from the knight on e4: Bxe4 wins a knight. Better was Qe3.",
    );
    let left = "4k3/8/8/3b4/4N3/8/8/R3K3 w - - 0 1";
    check(
        left,
        "Ra7",
        "4.0 Nc3 Bc6",
        "1.0 Bxe4 Kd2",
        "Leaves the knight on e4 to be taken: Bxe4 wins a knight. Better was Nc3.",
    );
    check(
        "4k3/8/8/b7/8/8/3P4/4N1K1 w - - 0 1",
        "d3",
        "1.0 Kf1 Kd7",
        "-3.0 Bxe1",
        "Exposes the knight on e1: Bxe1 wins a knight. Better was Kf1.",
    );
}

#[test]
fn tricks_are_named() {
    check(
        "4k3/8/8/8/3n4/8/P6P/R3K3 w Q - 0 1",
        "h3",
        "1.0 O-O-O Ne6",
        "-4.0 Nc2+ Kd2 Nxa1",
        "Allows Nc2+, a fork of king and rook, which wins a rook. Better was O-O-O.",
    );
    check(
        "r3k3/8/8/3N4/8/8/8/4K2R w - - 0 1",
        "Kd2",
        "9.0 Nc7+ Kd7 Nxa8 Kd6",
        "2.0 Rd8 Rh5",
        "Misses Nc7+, a fork of king and rook, which wins a rook.",
    );
}

#[test]
fn what_is_said_of_exchanges_is_true_on_the_board() {
    check(
        "r4rk1/5ppp/8/8/N7/8/5PPP/R2q1RK1 w - - 0 1",
        "Raxd1",
        "3.2 Rfxd1 g6",
        "0.1 Rxa4 g3",
        "Takes the protection from the knight on a4: Rxa4 wins a knight. Better was Rfxd1.",
    );
    check(
        "4r1k1/6pp/8/3b4/4N3/8/6PP/4R1K1 w - - 0 1",
        "Re2",
        "0.0 h3 Kf8",
        "-3.2 Bxe4 g3",
        "Leaves the knight on e4 to be taken: Bxe4 wins a knight. Better was h3.",
    );
    check(
        "6k1/5p1p/6p1/8/8/4B1P1/p4P1P/6K1 w - - 0 1",
        "h3",
        "3.0 Bd4 a1=Q+ Bxa1",
        "-7.0 a1=Q+ Kg2",
        "Allows a1=Q+, which makes a queen. Better was Bd4.",
    );
}

#[test]
fn results_are_given_away() {
    check(
        "7k/8/8/6K1/8/8/4Q3/8 w - - 0 1",
        "Qe7",
        "9.0 Qf3 Kg7",
        "0.0 Kg8",
        "Lets the win go. Better was Qf3.",
    );
    check(
        "7k/8/8/6K1/8/8/5Q2/8 w - - 0 1",
        "Qf7",
        "#3 Kg6 Kg8",
        "",
        "Leaves the opponent without a move: stalemate, a draw. Better was Kg6.",
    );
    check(
        "8/8/8/3k4/8/3KP3/8/8 b - - 0 1",
        "Kc5",
        "0.0 Ke5 e4",
        "6.0 Ke4 Kd6",
        "Loses what could be held. Better was Ke5.",
    );
}

#[test]
fn where_nothing_changes_hands_the_evaluation_says_what_got_worse() {
    let passed = "4k3/8/3P4/3K4/8/8/7P/8 w - - 0 1";
    check(passed, "h3", "2.0 d7+ Kd8", "1.0 Kd7", "Leaves pieces or pawns on worse squares. Better was d7+.");
}

/// A game that is over after the moves of a line, with what was seen in each of its positions.
fn review(line: &str, worths: &[&str]) -> (Played, Review) {
    let mut game = Game::default();
    for san in line.split(' ') {
        game.play_written(san).expect("a legal move");
    }
    let places: Vec<NodeId> = std::iter::once(NodeId::START).chain(game.line_after(NodeId::START)).collect();
    let played = Played::new(&game, &places).expect("chess");
    let seen: Vec<Seen> =
        played.positions.iter().zip(worths).map(|(position, text)| seen(position, text)).collect();
    let review = Review::new(&played, &seen);
    (played, review)
}

#[test]
fn a_game_is_told_in_a_few_sentences() {
    let (played, review) = review(
        "e4 e5 Qh5 Nc6 Bc4 Nf6 Qxf7#",
        &["0.3 e4", "0.3 e5", "0.3 Nf3", "-0.2 Nc6", "-0.2 Bc4", "-0.2 g6 Qf3", "#1 Qxf7#", ""],
    );
    assert_eq!(review.turning_point, Some(5));
    assert_eq!(review.accounts[Color::Black].judged, [0, 0, 1]);
    assert_eq!(review.accounts[Color::White].judged, [0, 0, 0]);
    assert_eq!(review.verdicts[5].as_ref().and_then(|verdict| verdict.judgement), Some(Judgement::Blunder));
    let story = review.story(&played);
    assert_eq!(story.len(), 3, "{story:?}");
    assert!(story[0].starts_with("White: 9"), "{story:?}");
    assert!(story[1].ends_with("; 1 blunder."), "{story:?}");
    assert_eq!(story[2], "The game turned with 3... Nf6. Allows mate: Qxf7#. Better was g6.");
}

#[test]
fn a_review_goes_as_far_as_somebody_has_looked() {
    let (played, review) = review("e4 e5 Nf3", &["0.3 e4", "0.3 e5"]);
    assert_eq!(review.verdicts.len(), 1);
    assert_eq!(
        review.story(&played),
        [
            "White: 100 % accurate, losing 0.00 pawns a move; no bad moves.",
            "Neither side made a mistake worth naming.",
        ]
    );
    let nothing = Review::new(&played, &[]);
    assert_eq!((nothing.verdicts.len(), nothing.turning_point), (0, None));
}

#[test]
fn the_best_move_is_never_bad() {
    let position = Position::START;
    let mv = moves(&position, "e4")[0];
    let verdict =
        Verdict::new(&position, mv, &seen(&position, "3.0 e4"), &seen(&position.play(mv), "-3.0 e5"));
    assert_eq!((verdict.accuracy, verdict.judgement, verdict.remark), (100.0, None, None));
}
