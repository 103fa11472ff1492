//! Positions drawn as boards.

use regence_rules::{File, Piece, Rank, Setup, Square};

/// The pieces of a drawing of eight lines, seen from White's side; a dot is an empty square. White is to move.
#[track_caller]
pub fn drawn(board: &str) -> Setup {
    let lines: Vec<_> = board.lines().map(str::trim).filter(|line| !line.is_empty()).collect();
    assert_eq!(lines.len(), 8, "a board has eight ranks");
    let mut setup = Setup::EMPTY;
    for (rank, line) in Rank::ALL.into_iter().rev().zip(lines) {
        let letters: Vec<_> = line.split(' ').collect();
        assert_eq!(letters.len(), 8, "a rank has eight squares: {line}");
        for (file, letter) in File::ALL.into_iter().zip(letters) {
            if letter != "." {
                let piece = letter.chars().next().and_then(Piece::from_letter).expect("a piece or a dot");
                setup = setup.place(Square::new(file, rank), piece);
            }
        }
    }
    setup
}
