//! What stands on the board, and what it does, in short sentences: for the ear, and for whoever asks.

use super::sentence::{count, list, sentence};
use crate::draw_offer;
use regence_game::{AnyMove, AnyPosition, Game, MoveRecord};
use regence_rules::house::OffBoard;
use regence_rules::{Bitboard, Color, File, Piece, Rank, Role, Square};

/// The roles in the order in which people name them.
const BY_WORTH: [Role; 6] = [Role::King, Role::Queen, Role::Rook, Role::Bishop, Role::Knight, Role::Pawn];

/// All pieces, a sentence for each side: "White has king e1, rooks a1 and h1."
pub fn pieces(position: &AnyPosition) -> Vec<String> {
    let side = |color: Color| {
        let groups = BY_WORTH.into_iter().filter_map(|role| {
            let squares = squares_of(position, role.of(color));
            (!squares.is_empty()).then(|| format!("{} {}", plural(role, squares.len()), list(squares)))
        });
        let groups: Vec<String> = groups.collect();
        if groups.is_empty() {
            format!("{color} has no pieces.")
        } else {
            format!("{color} has {}.", groups.join(", "))
        }
    };
    Color::ALL.into_iter().map(side).collect()
}

/// What stands on a square: "White knight on f3."
pub fn square(position: &AnyPosition, square: Square) -> Result<String, OffBoard> {
    position.size().require(square)?;
    Ok(match position.piece_at(square) {
        Some(piece) => sentence(format_args!("{piece} on {square}")),
        None => format!("{square} is empty."),
    })
}

/// Where pieces of a kind stand, of one colour or of both.
pub fn whereabouts(position: &AnyPosition, role: Role, color: Option<Color>) -> String {
    let sides = Color::ALL.into_iter().filter(|&side| color.is_none_or(|color| side == color));
    let parts = sides.map(|side| {
        let squares = squares_of(position, role.of(side));
        match squares.len() {
            0 => format!("{side} has no {role}"),
            1 => format!("{side} has a {role} on {}", list(squares)),
            _ => format!("{side} has {role}s on {}", list(squares)),
        }
    });
    sentence(parts.collect::<Vec<_>>().join("; "))
}

/// What stands on a file: "File a: white rook a1, black rook a8."
pub fn file(position: &AnyPosition, file: File) -> Result<String, OffBoard> {
    position.size().require(Square::new(file, Rank::First))?;
    let squares = position.size().ranks().map(|rank| Square::new(file, rank));
    Ok(line(position, &format!("file {file}"), squares))
}

/// What stands on a rank.
pub fn rank(position: &AnyPosition, rank: Rank) -> Result<String, OffBoard> {
    position.size().require(Square::new(File::A, rank))?;
    let squares = position.size().files().map(|file| Square::new(file, rank));
    Ok(line(position, &format!("rank {rank}"), squares))
}

fn line(position: &AnyPosition, name: &str, squares: impl Iterator<Item = Square>) -> String {
    let pieces: Vec<String> =
        squares.filter_map(|square| Some(format!("{} {square}", position.piece_at(square)?))).collect();
    if pieces.is_empty() {
        sentence(format_args!("{name} is empty"))
    } else {
        sentence(format_args!("{name}: {}", pieces.join(", ")))
    }
}

/// Who attacks a square: "White attacks e5 with the knight on f3, Black with the pawn on d6."
pub fn attackers(position: &AnyPosition, square: Square) -> Result<String, OffBoard> {
    position.size().require(square)?;
    let by = |color: Color| {
        let squares = on_board(position, position.attackers_of(square, color));
        let pieces = squares
            .into_iter()
            .filter_map(|from| Some(format!("the {} on {from}", position.piece_at(from)?.role)));
        let pieces: Vec<String> = pieces.collect();
        (!pieces.is_empty()).then(|| list(pieces))
    };
    Ok(match (by(Color::White), by(Color::Black)) {
        (None, None) => format!("Nobody attacks {square}."),
        (Some(white), None) => format!("White attacks {square} with {white}."),
        (None, Some(black)) => format!("Black attacks {square} with {black}."),
        (Some(white), Some(black)) => format!("White attacks {square} with {white}, Black with {black}."),
    })
}

/// What each side has, and who has more, counted in pawns as people do.
pub fn material(position: &AnyPosition) -> String {
    let side = |color: Color| {
        let groups = BY_WORTH.into_iter().filter_map(|role| {
            let number = squares_of(position, role.of(color)).len();
            (number > 0).then(|| count(number, role.name()))
        });
        let groups: Vec<String> = groups.collect();
        let owned = if groups.is_empty() { "nothing".into() } else { list(groups) };
        format!("{color} has {owned}")
    };
    let worth = |color| draw_offer::material(position, color);
    let verdict = match worth(Color::White) - worth(Color::Black) {
        0 => "material is even".into(),
        lead if lead > 0 => format!("White is {} ahead", count(lead.unsigned_abs() as usize, "pawn")),
        lead => format!("Black is {} ahead", count(lead.unsigned_abs() as usize, "pawn")),
    };
    format!("{}; {}; {verdict}.", side(Color::White), side(Color::Black))
}

/// The legal moves, or those of one piece.
pub fn moves(position: &AnyPosition, from: Option<Square>, write: impl Fn(AnyMove) -> String) -> String {
    let moves = from.map_or_else(|| position.legal_moves(), |from| position.legal_moves_from(from));
    let written: Vec<String> = moves.into_iter().map(write).collect();
    let who = match from {
        None => position.turn().to_string(),
        Some(square) => match position.piece_at(square) {
            None => return format!("{square} is empty."),
            Some(piece) if piece.color != position.turn() => {
                return format!("The {piece} on {square} cannot move now: {} is to move.", position.turn());
            }
            Some(piece) => format!("The {piece} on {square}"),
        },
    };
    match written.len() {
        0 => format!("{who} has no legal move."),
        number => format!("{who} has {}: {}.", count(number, "legal move"), written.join(", ")),
    }
}

/// The last move of a game: "The last move was 3... Nf6."
pub fn last(game: &Game, write: impl Fn(&MoveRecord) -> String) -> String {
    match (game.last_ply().and_then(|ply| ply.mv), game.position_before(1)) {
        (Some(record), Some(before)) => format!(
            "The last move was {} for {} on move {}.",
            write(&record),
            before.turn(),
            before.fullmove_number()
        ),
        _ => "Nothing has been played yet.".into(),
    }
}

/// The squares of a set, from a1 upwards.
fn on_board(position: &AnyPosition, set: Bitboard) -> Vec<Square> {
    position.size().squares().filter(|&square| set.contains(square)).collect()
}

fn squares_of(position: &AnyPosition, piece: Piece) -> Vec<Square> {
    position.pieces().filter(|&(_, other)| other == piece).map(|(square, _)| square).collect()
}

fn plural(role: Role, number: usize) -> String {
    format!("{role}{}", if number == 1 { "" } else { "s" })
}

#[cfg(test)]
mod tests {
    use super::*;
    use regence_game::Variant;

    fn read(fen: &str) -> AnyPosition {
        "house:orthodox".parse::<Variant>().unwrap().read_fen(fen).unwrap()
    }

    #[test]
    fn pieces_are_named_by_worth() {
        let position = read("1k2/pp2/4/RK1R");
        assert_eq!(
            pieces(&position),
            ["White has king b1, rooks a1 and d1.", "Black has king b4, pawns a3 and b3."]
        );
        assert_eq!(pieces(&read("3/3/k2"))[0], "White has no pieces.");
        assert_eq!(
            material(&position),
            "White has 1 king and 2 rooks; Black has 1 king and 2 pawns; White is 8 pawns ahead."
        );
        assert_eq!(material(&read("3/3/3")), "White has nothing; Black has nothing; material is even.");
    }

    #[test]
    fn lines_and_squares_are_said_from_a1_upwards() {
        let position = read("1k2/pp2/4/RK1R");
        assert_eq!(file(&position, File::A).unwrap(), "File a: white rook a1, black pawn a3.");
        assert_eq!(rank(&position, Rank::Second).unwrap(), "Rank 2 is empty.");
        assert_eq!(square(&position, Square::A3).unwrap(), "Black pawn on a3.");
        assert_eq!(square(&position, Square::C3).unwrap(), "c3 is empty.");
        assert_eq!(
            square(&position, Square::E1).unwrap_err().to_string(),
            "e1 is not on this 4x4 board, which ends at d4"
        );
        assert!(file(&position, File::H).is_err() && rank(&position, Rank::Eighth).is_err());
    }

    #[test]
    fn attackers_of_both_sides_are_named() {
        let position = read("1k2/pp2/4/RK1R");
        let check = |square, expected: &str| assert_eq!(attackers(&position, square).unwrap(), expected);
        check(Square::A3, "White attacks a3 with the rook on a1, Black with the king on b4.");
        check(Square::D4, "White attacks d4 with the rook on d1.");
        check(Square::C2, "White attacks c2 with the king on b1, Black with the pawn on b3.");
        check(Square::D3, "White attacks d3 with the rook on d1.");
        check(Square::C4, "Black attacks c4 with the king on b4.");
    }

    #[test]
    fn whereabouts_name_one_side_or_both() {
        let position = read("1k2/pp2/4/RK1R");
        assert_eq!(
            whereabouts(&position, Role::Rook, None),
            "White has rooks on a1 and d1; Black has no rook."
        );
        assert_eq!(whereabouts(&position, Role::Pawn, Some(Color::Black)), "Black has pawns on a3 and b3.");
    }
}
