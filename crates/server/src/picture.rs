//! Draws a position as SVG, by itself: nothing is loaded from anywhere.

use regence_game::AnyPosition;
use regence_rules::{Color, Piece, Role, Square};
use std::fmt::Write;

/// How large a square is.
const SQUARE: usize = 60;
/// The rim on which the coordinates stand.
const RIM: usize = 20;

/// What a picture shows.
#[derive(Clone, Debug)]
pub struct Picture {
    /// The position.
    pub position: AnyPosition,
    /// Whether Black is below.
    pub flip: bool,
    /// The last move, to be marked.
    pub last: Option<(Square, Square)>,
    /// The king in check, to be marked.
    pub check: Option<Square>,
}

/// The shape of a piece in a box of 100 by 100; our own drawing.
const fn shape(role: Role) -> &'static str {
    match role {
        Role::Pawn => {
            "M50 19a13 13 0 0 1 8 23h6v6h-5c0 14 9 20 11 30v6H30v-6c2-10 11-16 11-30h-5v-6h6a13 13 0 0 1 8-23z"
        }
        Role::Rook => "M28 84v-8l6-6V44l-6-6V20h10v8h7v-8h10v8h7v-8h10v18l-6 6v26l6 6v8z",
        Role::Knight => {
            "M30 84c2-18 18-24 20-36-4 4-10 6-16 10-4 6-12 4-14-4 4-10 10-24 18-32l6-10 4 8c22 10 26 36 24 64zM41 33a3 3 0 1 0 .1 0z"
        }
        Role::Bishop => {
            "M50 9a6 6 0 0 1 4 11c14 11 18 25 8 38H38C28 45 32 31 46 20a6 6 0 0 1 4-11zM38 62h24l4 12H34zM26 78h48v6H26z"
        }
        Role::Queen => {
            "M18 24a5 5 0 1 1 .1 0l12 36 4-38a5 5 0 1 1 .1 0l10 34 6-38a5 5 0 1 1 .1 0l6 38 10-34a5 5 0 1 1 .1 0l4 38 12-36a5 5 0 1 1 .1 0l-8 46H26zM26 74h48v10H26z"
        }
        Role::King => {
            "M46 8h8v6h6v8h-6v10c12-5 30-2 28 14-2 12-10 16-12 24H30c-2-8-10-12-12-24-2-16 16-19 28-14V22h-6v-8h6zM28 74h44v10H28z"
        }
    }
}

const fn name(role: Role) -> char {
    match role {
        Role::Pawn => 'p',
        Role::Knight => 'n',
        Role::Bishop => 'b',
        Role::Rook => 'r',
        Role::Queen => 'q',
        Role::King => 'k',
    }
}

/// Draws it.
pub fn draw(picture: &Picture) -> String {
    let mut svg = String::with_capacity(16 * 1024);
    // Writing to a string cannot fail.
    let _ = write(picture, &mut svg);
    svg
}

fn write(picture: &Picture, svg: &mut String) -> std::fmt::Result {
    let side = picture.position.size().side();
    let all = side * SQUARE + 2 * RIM;
    write!(
        svg,
        r#"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {all} {all}" width="{all}" height="{all}" role="img"><title>{}</title><defs>"#,
        picture.position.fen(),
    )?;
    for role in Role::ALL {
        write!(svg, r#"<path id="{}" d="{}" fill-rule="evenodd"/>"#, name(role), shape(role))?;
    }
    write!(svg, r##"</defs><rect width="{all}" height="{all}" fill="#5a4632"/>"##)?;
    for square in picture.position.size().squares() {
        write_square(picture, square, side, svg)?;
    }
    write_rim(picture, side, svg)?;
    for (square, piece) in picture.position.pieces() {
        write_piece(place(picture, square, side), piece, svg)?;
    }
    svg.push_str("</svg>\n");
    Ok(())
}

/// The upper left corner of a square.
fn place(picture: &Picture, square: Square, side: usize) -> (usize, usize) {
    let (file, rank) = (square.file() as usize, square.rank() as usize);
    let (column, row) = if picture.flip { (side - 1 - file, rank) } else { (file, side - 1 - rank) };
    (RIM + column * SQUARE, RIM + row * SQUARE)
}

fn write_square(picture: &Picture, square: Square, side: usize, svg: &mut String) -> std::fmt::Result {
    let (x, y) = place(picture, square, side);
    let is_light = (square.file() as usize + square.rank() as usize) % 2 == 1;
    let fill = if is_light { "#eedfc4" } else { "#b58a63" };
    write!(svg, r#"<rect x="{x}" y="{y}" width="{SQUARE}" height="{SQUARE}" fill="{fill}"/>"#)?;
    let is_last = picture.last.is_some_and(|(from, to)| square == from || square == to);
    if is_last {
        let (x, y, inner) = (x + 2, y + 2, SQUARE - 4);
        write!(
            svg,
            r##"<rect x="{x}" y="{y}" width="{inner}" height="{inner}" fill="none" stroke="#2f6f4f" stroke-width="4"/>"##
        )?;
    }
    if picture.check == Some(square) {
        let (x, y, radius) = (x + SQUARE / 2, y + SQUARE / 2, SQUARE / 2 - 2);
        write!(
            svg,
            r##"<circle cx="{x}" cy="{y}" r="{radius}" fill="none" stroke="#b3261e" stroke-width="4"/>"##
        )?;
    }
    Ok(())
}

fn write_rim(picture: &Picture, side: usize, svg: &mut String) -> std::fmt::Result {
    svg.push_str(r##"<g fill="#eedfc4" font-family="sans-serif" font-size="13" text-anchor="middle">"##);
    for index in 0..side {
        let shown = if picture.flip { side - 1 - index } else { index };
        let middle = RIM + index * SQUARE + SQUARE / 2;
        let file = char::from(b'a' + shown as u8);
        let bottom = 2 * RIM + side * SQUARE - 5;
        write!(svg, r#"<text x="{middle}" y="{bottom}">{file}</text>"#)?;
        let (x, y) = (RIM / 2, middle + 5);
        write!(svg, r#"<text x="{x}" y="{y}">{}</text>"#, side - shown)?;
    }
    svg.push_str("</g>");
    Ok(())
}

fn write_piece((x, y): (usize, usize), piece: Piece, svg: &mut String) -> std::fmt::Result {
    let (fill, line) = match piece.color {
        Color::White => ("#ffffff", "#1c1c1c"),
        Color::Black => ("#1c1c1c", "#d9d9d9"),
    };
    write!(
        svg,
        r##"<use href="#{}" transform="translate({x} {y}) scale(.6)" fill="{fill}" stroke="{line}" stroke-width="3" stroke-linejoin="round"/>"##,
        name(piece.role),
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use regence_game::Variant;

    #[track_caller]
    fn check(fen: &str, variant: Variant, flip: bool, has: &[&str]) {
        let position = variant.read_fen(fen).expect("a position");
        let svg = draw(&Picture { position, flip, last: Some((Square::E2, Square::E4)), check: None });
        for part in has {
            assert!(svg.contains(part), "{part} is missing in {svg}");
        }
    }

    #[test]
    fn pieces_stand_where_they_are_seen() {
        let fen = "4k3/8/8/8/8/8/8/4K3 w - - 0 1";
        check(
            fen,
            Variant::Orthodox,
            false,
            &[r##"href="#k" transform="translate(260 440)"##, "<title>4k3/"],
        );
        check(fen, Variant::Orthodox, true, &[r##"href="#k" transform="translate(200 20)"##]);
    }

    #[test]
    fn small_boards_are_small() {
        let house = Variant::House(regence_rules::house::HouseRules::ORTHODOX);
        check("k3/4/4/3K w - - 0 1", house, false, &[r#"viewBox="0 0 280 280""#]);
    }
}
