//! Paints what stands beside the board: players, clocks, captured pieces, moves, and what the engine thinks.

use super::super::app::App;
use super::super::desk::Desk;
use super::super::look::Palette;
use super::wrap::columns;
use super::{Canvas, Division};
use crate::draw_offer::material;
use crate::face::face;
use crate::strength::seated;
use crate::thinker::Thought;
use ratatui::layout::Rect;
use ratatui::style::{Modifier, Style};
use regence_game::notes::Evaluation;
use regence_game::{Game, NodeId, Variant};
use regence_rules::{Color, Piece, Role, chess960};
use std::time::Duration;

/// Rows for a player: name and clock, captured pieces.
const PLAYER: u16 = 2;

/// Rows for the graph of the evaluation.
const GRAPH: u16 = 6;

impl Canvas<'_> {
    pub(super) fn panel(&mut self, desk: &Desk, area: Rect) {
        let below = if desk.flipped { Color::Black } else { Color::White };
        self.player(desk, !below, Rect { height: PLAYER, ..area });
        self.player(desk, below, Rect { y: area.bottom() - PLAYER, height: PLAYER, ..area });
        let mut middle = Rect { y: area.y + PLAYER, height: area.height - 2 * PLAYER, ..area };
        if desk.review().is_some() && desk.is_judged() && middle.height >= 8 + GRAPH {
            middle.height -= GRAPH;
            self.graph(desk, Rect { y: middle.bottom(), height: GRAPH, ..area });
        }
        let is_sweeping = desk.review().is_some_and(|review| !review.sweep.is_empty());
        if (desk.mind.is_shown || is_sweeping) && middle.height >= 8 {
            let height = 1 + (desk.mind.thoughts.len() as u16).clamp(1, 3);
            middle.height -= height;
            self.mind(desk, Rect { y: middle.bottom(), height, ..area });
        }
        self.rule(Rect { height: 1, ..middle }, &title(desk));
        let mut moves = Rect { y: middle.y + 1, height: middle.height.saturating_sub(1), ..middle };
        let opening = desk.game().and_then(|game| game.opening_at(desk.node()));
        if let Some(opening) = opening.filter(|_| moves.height >= 4) {
            let text = opening.to_string();
            self.text(
                moves.x + 1,
                moves.y,
                moves.width - 1,
                &text,
                Style::new().add_modifier(Modifier::ITALIC),
            );
            moves = Rect { y: moves.y + 1, height: moves.height - 1, ..moves };
        }
        self.moves(desk, moves);
    }

    /// Players and moves where there is no room beside the board.
    pub(super) fn narrow_panel(&mut self, desk: &Desk, division: &Division) {
        let below = if desk.flipped { Color::Black } else { Color::White };
        match (division.above, division.below) {
            (Some(over), Some(under)) => {
                self.name_and_clock(desk, !below, over);
                self.name_and_clock(desk, below, under);
            }
            (_, Some(both)) => {
                let half = both.width / 2;
                self.name_and_clock(desk, below, Rect { width: half.saturating_sub(1), ..both });
                self.name_and_clock(
                    desk,
                    !below,
                    Rect { x: both.x + half, width: both.width - half, ..both },
                );
            }
            _ => {}
        }
        if let Some(area) = division.moves {
            self.last_moves(desk, area);
        }
    }

    fn player(&mut self, desk: &Desk, color: Color, area: Rect) {
        self.name_and_clock(desk, color, Rect { height: 1, ..area });
        self.captured(desk, color, Rect { y: area.y + 1, height: 1, ..area });
    }

    fn name_and_clock(&mut self, desk: &Desk, color: Color, area: Rect) {
        let is_over = desk.game().is_some_and(|game| game.outcome_at(desk.node()).is_some());
        let is_turn = desk.position().turn() == color && !is_over;
        // Where there is room, a level is said to be measured.
        let mut long_name = None;
        let (name, clock) = match (desk.play(), desk.review()) {
            (Some(play), _) => {
                let session = play.session();
                let time = play.time(self.app.now);
                let seat = &session.seats()[color];
                long_name = Some(seated(seat));
                (seat.to_string(), session.clock().remaining(color, time))
            }
            (_, Some(review)) => {
                let tag = if color == Color::White { "White" } else { "Black" };
                let name = review.pgn.tags.get(tag).unwrap_or("?").to_owned();
                (name, clock_then(&review.pgn.game, color))
            }
            _ => (String::new(), None),
        };
        let style = if is_turn { self.palette.notable() } else { Style::new() };
        let sign = if color == Color::White { '○' } else { '●' };
        let arrow = if is_turn { '▸' } else { ' ' };
        let text = format!("{}{} {color}  ", self.look.sign(arrow), self.look.sign(sign));
        let clock_width = if clock.is_some() { 9 } else { 0 };
        let room = area.width.saturating_sub(clock_width);
        let fits = |name: &String| columns(&text) + columns(name) <= usize::from(room);
        let name = long_name.filter(fits).unwrap_or(name);
        self.text(area.x, area.y, room, &format!("{text}{name}"), style);
        if let Some(left) = clock {
            let is_low = left < Duration::from_secs(10) && is_turn && desk.is_running();
            let style = if is_low { self.palette.alarming() } else { style };
            let text = format!(" {}{} ", face(left), if is_low { "!" } else { "" });
            let style = if is_turn { style.add_modifier(Modifier::REVERSED) } else { style };
            self.text_right(area.right(), area.y, &text, style);
        }
    }

    /// What a side has taken, and by how much it is ahead.
    fn captured(&mut self, desk: &Desk, color: Color, area: Rect) {
        let Some(game) = desk.game() else { return };
        let position = desk.position();
        let taken = taken(game, desk.node());
        let mut text = String::new();
        for role in [Role::Queen, Role::Rook, Role::Bishop, Role::Knight, Role::Pawn] {
            let piece = role.of(!color);
            let sign = if self.look.ascii { piece.letter() } else { piece.figurine() };
            let count = taken.iter().filter(|&&taken| taken == piece).count();
            text.extend(std::iter::repeat_n(sign, count));
        }
        let ahead = App::ahead(&position, color);
        if ahead > 0 {
            text = format!("{text} +{ahead}");
        }
        self.text(area.x + 3, area.y, area.width.saturating_sub(3), text.trim_start(), Style::new());
    }

    fn mind(&mut self, desk: &Desk, area: Rect) {
        let thoughts = &desk.mind.thoughts;
        let header = thoughts.first().map_or_else(
            || "Engine".to_owned(),
            |best| format!("Engine  depth {}  {}/s", best.depth, short(best.speed())),
        );
        self.rule(Rect { height: 1, ..area }, &header);
        let knows = !matches!(desk.variant(), Variant::House(_));
        if thoughts.is_empty() {
            let text = if knows { "nothing yet" } else { "it plays chess and Chess960 only" };
            self.text(area.x + 1, area.y + 1, area.width - 1, text, Palette::quiet());
        }
        for (row, thought) in thoughts.iter().take(3).enumerate() {
            let y = area.y + 1 + row as u16;
            let end =
                self.text(area.x, y, 7, &format!("{:>6} ", worth(thought.score)), self.palette.notable());
            let line = line_of(desk, thought);
            self.text(end, y, area.right().saturating_sub(end), &line, Style::new());
        }
    }
}

impl App {
    /// By how many pawns' worth of pieces a side is ahead.
    fn ahead(position: &regence_game::AnyPosition, color: Color) -> i32 {
        material(position, color) - material(position, !color)
    }
}

/// What was taken on the way to a place. What pawns have become is not: nobody has taken them.
fn taken(game: &Game, mut id: NodeId) -> Vec<Piece> {
    let mut taken = Vec::new();
    while let Some(parent) = game.parent(id) {
        taken.extend(game.ply(id).and_then(|ply| ply.mv).and_then(|mv| mv.captured));
        id = parent;
    }
    taken
}

/// A line of the engine's with its move numbers.
fn line_of(desk: &Desk, thought: &Thought) -> String {
    let position = desk.position();
    let mut number = position.fullmove_number();
    let mut turn = position.turn();
    let mut words = Vec::new();
    for (index, san) in thought.line.iter().enumerate() {
        words.push(match (turn, index) {
            (Color::White, _) => format!("{number}. {san}"),
            (Color::Black, 0) => format!("{number}... {san}"),
            (Color::Black, _) => san.clone(),
        });
        number += u32::from(turn == Color::Black);
        turn = !turn;
    }
    words.join(" ")
}

/// What stands over the moves.
fn title(desk: &Desk) -> String {
    if desk.is_free() {
        return "Free board".into();
    }
    if let Some(review) = desk.review() {
        let event = review.pgn.tags.get("Event").filter(|event| *event != "?").unwrap_or("Review");
        return match review.games.len() {
            0 | 1 => event.to_owned(),
            count => format!("{}/{count} {event}", review.index + 1),
        };
    }
    match desk.variant() {
        Variant::Orthodox => "Moves".into(),
        Variant::Chess960 => {
            let start = desk.game().map(Game::start);
            let number = start.and_then(|start| match start {
                regence_game::AnyPosition::Standard(start) => chess960::number_of(start),
                regence_game::AnyPosition::House(_) => None,
            });
            number.map_or_else(|| "Chess960".into(), |number| format!("Chess960, start {number}"))
        }
        Variant::CLASSROOM => "Classroom".into(),
        Variant::House(_) => "House rules".into(),
    }
}

/// What a side's clock showed at the place one looks at, if the game's notes say.
fn clock_then(game: &Game, color: Color) -> Option<Duration> {
    let mut id = game.cursor();
    loop {
        let parent = game.parent(id)?;
        if game.position_at(parent).turn() == color
            && let Some(clock) = game.notes(id).after.clock()
        {
            return Some(clock);
        }
        id = parent;
    }
}

/// A worth as people write it, with its sign.
pub(super) fn worth(evaluation: Evaluation) -> String {
    match evaluation {
        Evaluation::Centipawns(worth) if worth > 0 => format!("+{evaluation}"),
        _ => evaluation.to_string(),
    }
}

/// A large number in a few letters.
pub(super) fn short(number: u64) -> String {
    match number {
        0..1_000 => number.to_string(),
        1_000..1_000_000 => format!("{}k", number / 1_000),
        _ => format!("{}.{}M", number / 1_000_000, number % 1_000_000 / 100_000),
    }
}
