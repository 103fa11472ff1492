//! The state of a table for the wire.

use super::clocks::clocks;
use super::{check_square, legal_moves, outcome, status as status_of};
use crate::opponents;
use crate::table::{Board, Table};
use crate::view::{
    Awaited, AwaitingView, Both, Captured, GameState, Kind, LastMove, OpeningView, SeatKind, SeatView, Stage,
    Status,
};
use regence_game::session::{Awaiting, Seat, Session};
use regence_game::{AnyPosition, Game, NodeId};
use regence_rules::{Color, Outcome, Piece, Role};
use regence_store::Moment;

/// A side of the board.
pub fn seat(seat: &Seat, color: Color, is_open: bool) -> SeatView {
    let (kind, name) = match seat {
        Seat::Human(_) if is_open => (SeatKind::Open, "Waiting for an opponent".to_owned()),
        Seat::Human(name) if name.is_empty() => (SeatKind::Human, color.to_string()),
        Seat::Human(name) => (SeatKind::Human, name.clone()),
        computer => (SeatKind::Computer, computer.to_string()),
    };
    let code = (!seat.is_human()).then(|| seat.code());
    SeatView { kind, name, code, rating: opponents::measured(seat) }
}

/// A table as it stands.
pub fn state(table: &Table, now: Moment) -> GameState {
    let (position, variant, game) = (table.position(), table.variant(), table.game());
    let ended = table.outcome();
    let is_over = ended.is_some() || table.is_abandoned;
    let last = game.and_then(Game::last_ply).and_then(|ply| ply.mv);
    let is_free = game.is_none();
    let (awaiting, status) = (awaiting(table), word(table, &position));
    GameState {
        id: table.id.to_string(),
        kind: table.kind(),
        stage: if is_free { Stage::Free } else { Stage::Playing },
        variant: variant.to_string(),
        size: position.size().side(),
        start_fen: start_fen(table),
        fen: table.fen(),
        turn: position.turn().into(),
        ply: game.map_or(0, |game| game.path().len() as u32),
        cursor: game.map_or(0, |game| game.cursor().number()),
        status,
        sentence: sentence(table, &position, status),
        outcome: ended.map(outcome),
        reviewed: table.reviewed.clone(),
        awaiting,
        legal: if is_over || is_free { Vec::new() } else { legal_moves(&position, variant) },
        last_move: last.map(|mv| LastMove {
            from: mv.from.to_string(),
            to: mv.to.to_string(),
            capture: mv.captured.is_some(),
        }),
        check: check_square(&position),
        clocks: clocks(table, now),
        captured: captured(game, &position),
        opening: game
            .and_then(Game::opening)
            .map(|found| OpeningView { eco: found.eco.to_string(), name: found.name.into() }),
        seats: Both::of(|color| seat(&table.seats()[color], color, table.free_seat() == Some(color))),
        can_undo: can_undo(table),
        can_redo: can_redo(table),
        paused: table.session().is_some_and(Session::is_paused),
        draw_offer: game.filter(|_| !is_over).and_then(Game::draw_offer).map(Into::into),
        claimable: game.and_then(Game::claimable).map(|draw| Outcome::Draw(draw).to_string()),
        repetitions: game.map_or(1, |game| game.repetitions() as u32),
        halfmove_clock: position.halfmove_clock().into(),
        move_number: position.fullmove_number(),
        speed_ms: table.speed.as_millis() as u32,
        next: table.next.map(|next| next.to_string()),
        comment: game.map(|game| game.notes(NodeId::START).after.text.clone()).unwrap_or_default(),
    }
}

/// Where the game began, or would begin from a free board.
fn start_fen(table: &Table) -> String {
    match (table.game(), table.session().and_then(Session::free_board)) {
        (Some(game), _) => game.start().fen(),
        (None, Some(board)) => board.start().start().fen(),
        (None, None) => table.fen(),
    }
}

fn can_undo(table: &Table) -> bool {
    match &table.board {
        Board::Play(session) => crate::table::can_undo(session),
        Board::Analysis(game) => game.parent(game.cursor()).is_some(),
    }
}

fn can_redo(table: &Table) -> bool {
    match &table.board {
        Board::Play(session) => crate::table::can_redo(session),
        Board::Analysis(game) => !game.variations(game.cursor()).is_empty(),
    }
}

fn awaiting(table: &Table) -> AwaitingView {
    let turn = table.position().turn();
    let (who, color) = match table.session().map(Session::awaiting) {
        _ if table.is_abandoned => (Awaited::Nobody, None),
        Some(Awaiting::Editor) => (Awaited::Editor, None),
        Some(Awaiting::Nobody(_)) => (Awaited::Nobody, None),
        _ if table.has_free_seat() => (Awaited::Opponent, table.free_seat()),
        Some(Awaiting::Resume) => (Awaited::Resume, None),
        Some(Awaiting::Engine { color, .. } | Awaiting::Computer { color, .. }) => {
            (Awaited::Computer, Some(color))
        }
        Some(Awaiting::Human(color)) => (Awaited::Human, Some(color)),
        None if table.outcome().is_some() => (Awaited::Nobody, None),
        None => (Awaited::Human, Some(turn)),
    };
    AwaitingView { who, color: color.map(Into::into) }
}

/// How things stand, in one word.
fn word(table: &Table, position: &AnyPosition) -> Status {
    if let Some(ended) = table.outcome() {
        return status_of(ended);
    }
    let is_paused = table.session().is_some_and(Session::is_paused);
    match () {
        () if table.is_abandoned => Status::Abandoned,
        () if table.game().is_none() => Status::Idle,
        () if table.has_free_seat() => Status::Waiting,
        () if is_paused => Status::Paused,
        () if position.is_check() => Status::Check,
        () => Status::Active,
    }
}

/// How things stand, in a sentence.
fn sentence(table: &Table, position: &AnyPosition, status: Status) -> String {
    let turn = position.turn();
    if let Some(ended) = table.outcome() {
        return ended.to_string();
    }
    match status {
        Status::Abandoned => "The game was given up without a result".into(),
        Status::Idle => format!("Free board, {turn} to move"),
        Status::Waiting => "Waiting for an opponent".into(),
        Status::Paused => format!("Paused, {turn} to move"),
        Status::Check => format!("{turn} to move, in check"),
        _ => format!("{turn} to move"),
    }
}

/// What people say a piece is worth.
fn worth(role: Role) -> i32 {
    match role {
        Role::Pawn => 1,
        Role::Knight | Role::Bishop => 3,
        Role::Rook => 5,
        Role::Queen => 9,
        Role::King => 0,
    }
}

fn captured(game: Option<&Game>, position: &AnyPosition) -> Captured {
    let mut taken: Vec<Piece> =
        game.map(Game::plies).unwrap_or_default().iter().filter_map(|ply| ply.mv?.captured).collect();
    taken.sort_by_key(|piece| (core::cmp::Reverse(worth(piece.role)), piece.letter()));
    let by = Both::of(|color| {
        taken.iter().filter(|piece| piece.color != color).map(|piece| piece.letter().to_string()).collect()
    });
    let signed =
        |piece: Piece| if piece.color == Color::White { worth(piece.role) } else { -worth(piece.role) };
    Captured { by, balance: position.pieces().map(|(_, piece)| signed(piece)).sum() }
}

/// Whether what a table shows is nobody's secret: in games between people that go on, no engine helps.
pub fn is_open_to_engines(table: &Table) -> bool {
    table.kind() != Kind::Online || !table.is_running()
}
