//! `regence perft`.

use crate::program::{KIWIPETE, MATED, check, check_refused, stdout};

#[test]
fn perft_counts() {
    check(&["perft", "0"], "nodes 1\n");
    check(&["perft", "1"], "nodes 20\n");
    check(&["perft", "2"], "nodes 400\n");
    check(&["perft", "3"], "nodes 8902\n");
    check(&["perft", "4"], "nodes 197281\n");
    check(&["perft", "--fen", KIWIPETE, "3"], "nodes 97862\n");
    check(&["perft", "--fen", MATED, "1"], "nodes 0\n");
    check(&["perft", "--fen", MATED, "4"], "nodes 0\n");
    check(&["perft", "--fen", MATED, "0"], "nodes 1\n");
}

#[test]
fn flags_stand_before_or_after_the_depth_and_may_have_an_equals_sign() {
    let fen = format!("--fen={KIWIPETE}");
    for words in [
        &["perft", "--fen", KIWIPETE, "--threads", "2", "3"][..],
        &["perft", "3", "--threads=2", "--fen", KIWIPETE],
        &["perft", &fen, "3", "--hash=1", "--threads=1"],
        &["perft", &fen, "--", "3"],
    ] {
        check(words, "nodes 97862\n");
    }
}

#[test]
fn divide_lists_the_root_moves_in_the_order_of_the_move_list() {
    check(&["perft", "--divide", "0"], "nodes 1\n");
    check(&["perft", "--divide", "3", "--fen", MATED], "nodes 0\n");
    let divided = stdout(&["perft", "--divide", "--fen", KIWIPETE, "2"]);
    let (roots, last) = divided.trim_end().rsplit_once('\n').expect("several lines");
    assert_eq!(last, "nodes 2039");
    assert!(roots.ends_with("\ne1g1: 43"), "{roots}");
    let listed = stdout(&["moves", "--fen", KIWIPETE]);
    let moves = |text: &str, mark| -> Vec<String> {
        text.lines().filter_map(|line| line.split_once(mark)).map(|(mv, _)| mv.to_owned()).collect()
    };
    assert_eq!(moves(roots, ": "), moves(&listed, "\t"));
    let sum: u64 = roots.lines().filter_map(|line| line.split_once(": ")?.1.parse::<u64>().ok()).sum();
    assert_eq!(sum, 2039);
}

#[test]
fn chess960_writes_castling_as_the_king_taking_its_rook() {
    let divided = stdout(&["perft", "--chess960", "--divide", "--fen", KIWIPETE, "2"]);
    assert!(divided.contains("e1h1: 43\n") && divided.contains("e1a1: 43\n"), "{divided}");
    assert!(!divided.contains("e1g1") && !divided.contains("e1c1"), "{divided}");
    assert!(divided.ends_with("nodes 2039\n"), "{divided}");
    let moves = stdout(&["moves", "--chess960", "--fen", KIWIPETE]);
    assert!(moves.contains("e1h1\tO-O\n") && moves.contains("e1a1\tO-O-O\n"), "{moves}");
    let fen = "bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9";
    check(&["perft", "--chess960", "--fen", fen, "3"], "nodes 12189\n");
}

#[test]
fn threads_and_memory_do_not_change_the_answer() {
    for fen in [KIWIPETE, "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", "8/8/4k3/8/8/4K3/4P3/8 w - - 0 1"] {
        for depth in ["1", "2", "3", "4"] {
            let expected = stdout(&["perft", "--divide", "--fen", fen, depth]);
            for threads in ["1", "2", "5", "1024"] {
                check(&["perft", "--divide", "--fen", fen, "--threads", threads, depth], &expected);
                for megabytes in ["0", "1", "16"] {
                    let words = ["--divide", "--fen", fen, "--threads", threads, "--hash", megabytes, depth];
                    check(&[&["perft"][..], &words].concat(), &expected);
                }
            }
        }
    }
}

#[test]
fn a_table_helps_where_positions_repeat() {
    // Seventeen half-moves of two kings are some 10^13 positions, of which a table need count few.
    let words = ["perft", "--fen", "8/8/4k3/8/8/4K3/8/8 w - - 0 1", "--hash", "16", "17"];
    let one = stdout(&words);
    assert_eq!(one, stdout(&[&words[..], &["--threads", "3"]].concat()));
    assert!(one.len() > "nodes 1000000000000\n".len(), "{one}");
}

#[test]
fn counts_beyond_64_bits_and_the_deepest_recursion_are_refused_calmly() {
    let kings = "8/8/4k3/8/8/4K3/8/8 w - - 0 1";
    check_refused(
        &["perft", "--hash", "32", "--fen", kings, "255"],
        "more than 18446744073709551615 positions, which is as far as we count; try a smaller depth",
    );
}
