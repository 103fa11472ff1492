//! A terminal's buffer as SVG: colours as areas, everything else as text.

use ratatui::buffer::{Buffer, Cell};
use ratatui::style::{Color, Modifier};
use std::collections::BTreeMap;
use std::fmt::Write;

/// Half the height of a row, and the width of a column, in pixels.
const HALF: usize = 9;
const COLUMN: usize = 9;
const FONT: usize = 15;
const MARGIN: usize = 12;

/// What the terminal itself has for paper and ink.
const PAPER: u32 = 0x1c_1b1e;
const INK: u32 = 0xd6_d3cd;

/// The picture.
pub fn picture(buffer: &Buffer) -> String {
    let (columns, rows) = (usize::from(buffer.area.width), usize::from(buffer.area.height));
    let (width, height) = (columns * COLUMN + 2 * MARGIN, rows * 2 * HALF + 2 * MARGIN);
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" viewBox=\"0 0 {width} {height}\">\n\
         <rect width=\"100%\" height=\"100%\" rx=\"8\" fill=\"{}\"/>\n\
         <g transform=\"translate({MARGIN} {MARGIN})\" font-family=\"ui-monospace,Menlo,Consolas,'DejaVu Sans Mono',monospace\" \
         font-size=\"{FONT}\" xml:space=\"preserve\" fill=\"{}\">\n",
        hex(PAPER),
        hex(INK)
    );
    for (color, path) in areas(buffer, columns, rows) {
        // Writing to a string cannot fail.
        let _ = writeln!(svg, "<path fill=\"{}\" d=\"{path}\"/>", hex(color));
    }
    for row in 0..rows {
        texts(&mut svg, &buffer.content()[row * columns..(row + 1) * columns], row);
    }
    svg + "</g>\n</svg>\n"
}

fn hex(color: u32) -> String {
    format!("#{color:06x}")
}

fn rgb(color: Color, otherwise: u32) -> u32 {
    match color {
        Color::Rgb(red, green, blue) => u32::from_be_bytes([0, red, green, blue]),
        _ => otherwise,
    }
}

/// A cell's ink and paper.
fn colors(cell: &Cell) -> (u32, u32) {
    let (ink, paper) = (rgb(cell.fg, INK), rgb(cell.bg, PAPER));
    if cell.modifier.contains(Modifier::REVERSED) { (paper, ink) } else { (ink, paper) }
}

/// The colours of the upper and the lower half of a cell; blocks are areas, because fonts leave gaps between them.
fn halves(cell: &Cell) -> [u32; 2] {
    let (ink, paper) = colors(cell);
    match cell.symbol() {
        "▀" => [ink, paper],
        "▄" => [paper, ink],
        "█" => [ink, ink],
        _ => [paper, paper],
    }
}

/// One path for each colour: runs of equal halves, as far down as they are equal.
fn areas(buffer: &Buffer, columns: usize, rows: usize) -> BTreeMap<u32, String> {
    let color = |column: usize, half: usize| halves(&buffer.content()[half / 2 * columns + column])[half % 2];
    let mut is_done = vec![false; columns * rows * 2];
    let mut areas: BTreeMap<u32, String> = BTreeMap::new();
    for half in 0..rows * 2 {
        for column in 0..columns {
            let own = color(column, half);
            if own == PAPER || is_done[half * columns + column] {
                continue;
            }
            let is_free =
                |column: usize, half: usize| color(column, half) == own && !is_done[half * columns + column];
            let width = (column..columns).take_while(|&column| is_free(column, half)).count();
            let is_same = |half: &usize| (column..column + width).all(|column| is_free(column, *half));
            let height = (half..rows * 2).take_while(is_same).count();
            for half in half..half + height {
                is_done[half * columns + column..][..width].fill(true);
            }
            let (x, y, width, height) = (column * COLUMN, half * HALF, width * COLUMN, height * HALF);
            let path = areas.entry(own).or_default();
            // Writing to a string cannot fail.
            let _ = write!(path, "M{x} {y}h{width}v{height}h-{width}z");
        }
    }
    areas
}

/// What is written in a row, one text for each run of letters of one style.
fn texts(svg: &mut String, cells: &[Cell], row: usize) {
    let style = |cell: &Cell| (colors(cell).0, cell.modifier);
    let is_text = |cell: &Cell| !matches!(cell.symbol(), " " | "▀" | "▄" | "█");
    let mut column = 0;
    while column < cells.len() {
        if !is_text(&cells[column]) {
            column += 1;
            continue;
        }
        let own = style(&cells[column]);
        // Single spaces do not end a run.
        let goes_on = |at: usize| {
            let is_gap = cells[at].symbol() == " "
                && cells.get(at + 1).is_some_and(|next| is_text(next) && style(next) == own);
            is_text(&cells[at]) && style(&cells[at]) == own || is_gap
        };
        let length = (column..cells.len()).take_while(|&at| goes_on(at)).count();
        let text: String = cells[column..column + length].iter().map(Cell::symbol).collect();
        let (x, y) = (column * COLUMN, row * 2 * HALF + FONT - 2);
        // Every letter has its column, whatever the font.
        let _ = writeln!(
            svg,
            "<text x=\"{x}\" y=\"{y}\" textLength=\"{}\"{}>{}</text>",
            length * COLUMN,
            attributes(own),
            escaped(&text)
        );
        column += length;
    }
}

fn attributes((ink, modifier): (u32, Modifier)) -> String {
    let mut text = if ink == INK { String::new() } else { format!(" fill=\"{}\"", hex(ink)) };
    for (kind, attribute) in [
        (Modifier::BOLD, " font-weight=\"bold\""),
        (Modifier::ITALIC, " font-style=\"italic\""),
        (Modifier::DIM, " opacity=\".6\""),
    ] {
        if modifier.contains(kind) {
            text += attribute;
        }
    }
    text
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}
