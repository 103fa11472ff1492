//! Paints the board: squares, pieces, marks and coordinates.

use super::super::desk::{Desk, Target};
use super::super::look::{Depth, Palette};
use super::pictures::{Dot, Picture};
use super::{Canvas, Division, RIM, Zone};
use crate::keep::Figures;
use ratatui::layout::Rect;
use ratatui::style::{Color as Paint, Modifier, Style};
use regence_rules::{Bitboard, Color, File, Piece, Rank, Role, Square};

/// How pieces are drawn here.
enum Drawing {
    Letters,
    Symbols,
    Pictures([(Role, Picture); 6]),
}

/// All that is marked on the board.
struct Marks {
    cursor: Option<Square>,
    picked: Option<Square>,
    targets: Vec<(Square, Target)>,
    last: Bitboard,
    /// Where the last move has taken something.
    taken: Option<Square>,
    planned: Bitboard,
    advised: Bitboard,
    checked: Bitboard,
}

impl Marks {
    fn of(desk: &Desk, shows_targets: bool) -> Self {
        let position = desk.position();
        let pair = |from: Square, to: Square| from.bitboard() | to.bitboard();
        let last = desk.game().and_then(|game| game.ply(desk.node())?.mv);
        let planned = desk.play().and_then(|play| play.premove);
        let advised = desk.mind.advice.filter(|_| !desk.mind.hides_marks).map(|(_, mv)| mv);
        let is_checked = position.is_check() && !desk.is_free();
        Self {
            cursor: Some(desk.cursor).filter(|_| desk.on_board),
            picked: desk.picked,
            targets: if shows_targets { desk.targets() } else { Vec::new() },
            last: last.map_or(Bitboard::EMPTY, |mv| pair(mv.from, mv.to)),
            taken: last.filter(|mv| mv.captured.is_some()).map(|mv| mv.to),
            planned: planned.map_or(Bitboard::EMPTY, |mv| pair(mv.from, mv.to)),
            advised: advised.map_or(Bitboard::EMPTY, |mv| pair(mv.from, mv.to)),
            checked: if is_checked { position.kings(position.turn()) } else { Bitboard::EMPTY },
        }
    }

    fn target(&self, square: Square) -> Option<Target> {
        self.targets.iter().find(|(target, _)| *target == square).map(|&(_, target)| target)
    }

    /// The signs to the left and right of whatever stands on a square.
    fn sides(&self, square: Square) -> Option<(char, char)> {
        if self.picked == Some(square) {
            Some(('[', ']'))
        } else if self.cursor == Some(square) {
            Some(('▸', '◂'))
        } else if self.planned.contains(square) {
            Some(('«', '»'))
        } else if self.advised.contains(square) {
            Some(('{', '}'))
        } else if self.taken == Some(square) {
            Some(('(', '×'))
        } else if self.last.contains(square) {
            Some(('(', ')'))
        } else {
            None
        }
    }
}

/// Rows of squares in which a rim takes as much room as the piece.
const SMALL: u16 = 4;

impl Canvas<'_> {
    pub(super) fn board(&mut self, desk: &Desk, division: &Division) {
        let marks = Marks::of(desk, self.app.settings.targets);
        let drawing = self.drawing(division.cell);
        let (width, height) = division.cell;
        let side = desk.position().size().side();
        let origin = (division.board.x + RIM.0, division.board.y);
        for row in 0..side {
            for column in 0..side {
                let (file, rank) =
                    if desk.flipped { (side - 1 - column, row) } else { (column, side - 1 - row) };
                let (Some(file), Some(rank)) = (File::from_index(file), Rank::from_index(rank)) else {
                    continue;
                };
                let square = Square::new(file, rank);
                let place = Rect::new(
                    origin.0 + column as u16 * width,
                    origin.1 + row as u16 * height,
                    width,
                    height,
                );
                let piece = desk.position().piece_at(square);
                self.square(square, piece, place, &marks, &drawing);
                self.zones.push((place, Zone::Square(square)));
                if column == 0 {
                    let rank = rank.to_string();
                    self.text(division.board.x + 1, place.y + (height - 1) / 2, 1, &rank, Palette::quiet());
                }
                if row + 1 == side {
                    let file = file.to_string();
                    self.text(place.x + width / 2, place.bottom(), 1, &file, Palette::quiet());
                }
            }
        }
    }

    fn drawing(&self, cell: (u16, u16)) -> Drawing {
        let can_paint = cell.1 >= 3 && self.look.depth >= Depth::Palette;
        match self.app.settings.figures {
            _ if self.look.ascii => Drawing::Letters,
            Figures::Letters => Drawing::Letters,
            Figures::Automatic if !self.palette.is_colored() => Drawing::Letters,
            Figures::Automatic | Figures::Pictures if can_paint => {
                Drawing::Pictures(Role::ALL.map(|role| (role, Picture::new(role, cell))))
            }
            Figures::Automatic | Figures::Pictures | Figures::Symbols => Drawing::Symbols,
        }
    }

    fn square(
        &mut self,
        square: Square,
        piece: Option<Piece>,
        place: Rect,
        marks: &Marks,
        drawing: &Drawing,
    ) {
        let ground = self.ground(square, marks);
        let style = if self.palette.is_colored() {
            Style::new().bg(ground).fg(self.palette.ink)
        } else {
            Style::new()
        };
        let fill = if !self.palette.is_colored() && !square.is_light() { self.look.sign('░') } else { ' ' };
        let middle = (place.x + place.width / 2, place.y + (place.height - 1) / 2);
        let is_marked = marks.sides(square).is_some();
        for y in place.top()..place.bottom() {
            for x in place.left()..place.right() {
                // Marks stand out in a row of their own.
                self.put(x, y, if is_marked && y == middle.1 { ' ' } else { fill }, style);
            }
        }
        match (piece, drawing) {
            (Some(piece), Drawing::Pictures(pictures)) => {
                if let Some((_, picture)) = pictures.iter().find(|(role, _)| *role == piece.role) {
                    self.picture(piece.color, picture, place, ground);
                }
            }
            (Some(piece), Drawing::Letters | Drawing::Symbols) => {
                let is_letter = matches!(drawing, Drawing::Letters);
                let sign = if is_letter { piece.letter() } else { piece.figurine() };
                let is_bold = self.palette.is_colored() || piece.color == Color::White;
                let bold = if is_bold { style.add_modifier(Modifier::BOLD) } else { style };
                self.put(middle.0, middle.1, sign, bold);
            }
            (None, _) => {
                let sign = match marks.target(square) {
                    Some(Target::Special) => Some('◆'),
                    Some(_) => Some('·'),
                    None => None,
                };
                if let Some(sign) = sign {
                    self.put(middle.0, middle.1, self.look.sign(sign), style.add_modifier(Modifier::BOLD));
                }
            }
        }
        self.beside(square, piece.is_some(), place, marks, style);
    }

    /// The marks beside a piece.
    fn beside(&mut self, square: Square, is_taken: bool, place: Rect, marks: &Marks, style: Style) {
        let style = style.add_modifier(Modifier::BOLD);
        let row = place.y + (place.height - 1) / 2;
        if let Some((left, right)) = marks.sides(square) {
            self.put(place.x, row, self.look.sign(left), style);
            self.put(place.right() - 1, row, self.look.sign(right), style);
        }
        let corner = match marks.target(square) {
            Some(Target::Special) if is_taken => Some('◆'),
            Some(Target::Capture) => Some('×'),
            _ if marks.checked.contains(square) => Some('!'),
            _ => None,
        };
        if let Some(sign) = corner {
            // In the smallest squares there is no other place than that of the right-hand mark.
            let column = if place.width > 3 { place.right() - 2 } else { place.right() - 1 };
            let row = if place.height > 2 { place.y } else { row };
            self.put(column, row, self.look.sign(sign), style);
        }
    }

    fn picture(&mut self, color: Color, picture: &Picture, place: Rect, ground: Paint) {
        let body = self.palette.bodies[color.index()];
        let paint = |column: u16, half: u16| match picture.dot(column, half) {
            Dot::Body => body,
            Dot::Rim if color == Color::White && place.height <= SMALL => self.palette.soft,
            Dot::Rim if color == Color::White => self.palette.ink,
            Dot::Rim | Dot::Clear => ground,
        };
        let mut dots = Vec::new();
        for row in 0..place.height {
            for column in 0..place.width {
                let (top, bottom) = (paint(column, 2 * row), paint(column, 2 * row + 1));
                if (top, bottom) != (ground, ground) {
                    dots.push((place.x + column, place.y + row, top, bottom));
                }
            }
        }
        for (x, y, top, bottom) in dots {
            self.put(x, y, '▀', Style::new().fg(top).bg(bottom));
        }
    }

    fn ground(&self, square: Square, marks: &Marks) -> Paint {
        let shade = usize::from(!square.is_light());
        let palette = &self.palette;
        if marks.checked.contains(square) {
            palette.check
        } else if marks.picked == Some(square) || marks.cursor == Some(square) {
            palette.picked[shade]
        } else if marks.planned.contains(square) || marks.advised.contains(square) {
            palette.planned[shade]
        } else if marks.taken == Some(square) {
            palette.taken[shade]
        } else if marks.last.contains(square) {
            palette.last[shade]
        } else {
            palette.squares[shade]
        }
    }

    fn put(&mut self, x: u16, y: u16, sign: char, style: Style) {
        if let Some(cell) = self.buffer.cell_mut((x, y)) {
            cell.set_char(sign).set_style(style);
        }
    }
}
