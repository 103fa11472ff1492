//! What people read when something is refused, to the letter: the same words everywhere.

use regence_rules::{Color, Outcome, Position, Role, Setup, Square, Win};

/// A move that is refused, and the sentence.
#[track_caller]
fn refused(fen: &str, written: &str, sentence: &str) {
    let position = Position::from_fen(fen).unwrap();
    assert_eq!(position.resolve(written.parse().unwrap()).unwrap_err().to_string(), sentence);
}

/// A move that chess and the same rules of the house refuse for the same reason, and the sentence.
#[cfg(feature = "alloc")]
#[track_caller]
fn refused_by_both(fen: &str, written: &str, sentence: &str) {
    use regence_rules::house::{HousePosition, HouseRules};
    refused(fen, written, sentence);
    let position = HousePosition::from_fen(HouseRules::ORTHODOX, fen).unwrap();
    assert_eq!(position.resolve(written.parse().unwrap()).unwrap_err().to_string(), sentence);
}

#[cfg(feature = "alloc")]
#[test]
fn house_rules_refuse_in_the_words_of_chess() {
    let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    refused_by_both(start, "e4e5", "there is no piece on e4");
    refused_by_both(start, "e7e5", "it is not Black's turn to move the pawn on e7");
    refused_by_both(start, "e1g1", "castling is not possible: f1 is in the way");
    let castling =
        |fen: &str, why: &str| refused_by_both(fen, "e1g1", &format!("castling is not possible: {why}"));
    castling("4k3/8/8/8/8/8/8/4K2R w - - 0 1", "the king or the rook has moved before, or the rook is gone");
    castling("4k3/8/8/8/8/5n2/8/4K2R w K - 0 1", "the king is in check from f3");
    castling("4k3/8/8/2b5/8/8/8/4K2R w K - 0 1", "the piece on c5 guards g1");
    let pinned = "4r1k1/8/8/8/8/8/4N3/4K3 w - - 0 1";
    refused_by_both(pinned, "e2c3", "the king on e1 would be in check from the rook on e8");
    let promoting = "8/P7/8/8/8/8/8/k1K5 w - - 0 1";
    refused_by_both(promoting, "a7a8", "the pawn from a7 promotes on a8: say to what, one of q, r, b, n");
    refused_by_both(
        promoting,
        "a7a8k",
        "no promotion to a king here: only a pawn on the last rank becomes a queen, rook, bishop or knight",
    );
}

#[test]
fn refused_moves_say_why() {
    let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    refused(start, "e4e5", "there is no piece on e4");
    refused(start, "e7e5", "it is not Black's turn to move the pawn on e7");
    refused(start, "g1g3", "a knight does not move from g1 to g3");
    refused(start, "f1c4", "the bishop cannot get from f1 to c4: e2 is in the way");
    refused(start, "g1e2", "your own pawn stands on e2");
    refused(start, "e2d3", "the pawn on e2 can go to d3 only to take something, and there is nothing");
    let pinned = "4r1k1/8/8/8/8/8/4N3/4K3 w - - 0 1";
    refused(pinned, "e2c3", "the king on e1 would be in check from the rook on e8");
    let promoting = "8/P7/8/8/8/8/8/k1K5 w - - 0 1";
    refused(promoting, "a7a8", "the pawn from a7 promotes on a8: say to what, one of q, r, b, n");
    refused(
        promoting,
        "a7a8k",
        "no promotion to a king here: only a pawn on the last rank becomes a queen, rook, bishop or knight",
    );
}

#[test]
fn refused_castling_says_why() {
    let castling = |fen: &str, why: &str| refused(fen, "e1g1", &format!("castling is not possible: {why}"));
    castling("4k3/8/8/8/8/8/8/4K2R w - - 0 1", "the king or the rook has moved before, or the rook is gone");
    castling("4k3/8/8/8/8/8/8/4KB1R w K - 0 1", "f1 is in the way");
    castling("4k3/8/8/8/8/5n2/8/4K2R w K - 0 1", "the king is in check from f3");
    castling("4k3/8/8/2b5/8/8/8/4K2R w K - 0 1", "the piece on c5 guards g1");
}

#[test]
fn set_ups_name_all_their_faults_in_one_line() {
    let setup = Setup::EMPTY
        .place(Square::E1, Role::King.of(Color::White))
        .place(Square::E8, Role::King.of(Color::Black))
        .place(Square::E5, Role::Rook.of(Color::White))
        .place(Square::A1, Role::Pawn.of(Color::White))
        .place(Square::B8, Role::Pawn.of(Color::Black))
        .castling_rook(Square::H1)
        .castling_rook(Square::D4)
        .en_passant(Some(Square::E6))
        .clocks(0, 0);
    assert_eq!(
        setup.build().unwrap_err().to_string(),
        "no pawn can stand on the first or last rank: a1 b8; \
         the side not to move is in check: the piece on e5 could take the king on e8; \
         castling needs a rook on h1; \
         a rook on d4 cannot castle: expected a back rank; \
         no pawn can have just jumped over e6: there is no such pawn on e5; \
         move number 0, expected 1 or more"
    );
}

#[test]
fn results_are_sentences() {
    let won = |by| Outcome::Win { winner: Color::White, by }.to_string();
    assert_eq!(won(Win::Checkmate), "White wins by checkmate");
    assert_eq!(won(Win::Time), "White wins on time");
    assert_eq!(won(Win::Resignation), "White wins: Black resigned");
    assert_eq!(won(Win::LastKingTaken), "White wins: Black has no king left");
}

#[test]
fn notation_that_fits_nothing_says_what_is_wrong() {
    #[track_caller]
    fn check(fen: &str, san: &str, sentence: &str) {
        let position = Position::from_fen(fen).unwrap();
        assert_eq!(position.parse_san(san).unwrap_err().to_string(), sentence, "{san}");
    }
    let rooks = "4k3/8/8/8/8/8/4K3/R6R w - - 0 1";
    check(rooks, "Rd1", "several rooks can go to d1: say which, from a1 or h1");
    check(rooks, "Nd1", "no knight can go to d1");
    check(rooks, "hello", "expected a move like Nf3, exd5, e8=Q or O-O; it goes wrong at character 4");
    check("4k3/8/8/8/8/8/4K3/R2N3R w - - 0 1", "Rd1", "your own knight stands on d1");
    let two_pawns = "3r2k1/2P1P3/8/8/8/8/8/6K1 w - - 0 1";
    check(two_pawns, "xd8", "the pawn from c7 promotes on d8: say to what, one of q, r, b, n");
    check("4k3/8/8/8/8/8/8/4KB1R w K - 0 1", "Ke1-g1", "castling is not possible: f1 is in the way");
}
