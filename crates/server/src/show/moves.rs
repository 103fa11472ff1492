//! Moves for the wire.

use crate::table::{Board, Table};
use crate::view::{CastlingView, CheckView, LegalMove, MoveChange, MoveView};
use regence_game::{AnyMove, AnyPosition, Game, MoveRecord, NodeId, Ply, Variant};
use regence_rules::{CastlingSide, Color, File, Role, SanSuffix, Square};

/// A legal move of a position.
pub fn legal(position: &AnyPosition, mv: AnyMove, variant: Variant) -> Option<LegalMove> {
    let record = MoveRecord::new(position, mv, variant)?;
    Some(LegalMove {
        uci: record.uci.to_string(),
        san: record.san.to_string(),
        from: record.from.to_string(),
        to: record.to.to_string(),
        captured: record.captured.map(|piece| piece.letter().to_string()),
        en_passant: record.en_passant,
        castling: record.castling.map(castling),
        rook: rook(mv).map(|square| square.to_string()),
        promotion: record.promotion.map(letter),
    })
}

/// Every legal move of a position.
pub fn legal_moves(position: &AnyPosition, variant: Variant) -> Vec<LegalMove> {
    position.legal_moves().into_iter().filter_map(|mv| legal(position, mv, variant)).collect()
}

/// Where the rook stands with which a king castles.
fn rook(mv: AnyMove) -> Option<Square> {
    let side = mv.castling()?;
    match mv {
        AnyMove::Standard(mv) => Some(mv.uci_chess960().to),
        AnyMove::House(mv) => {
            let file = if side == CastlingSide::King { File::H } else { File::A };
            Some(Square::new(file, mv.from().rank()))
        }
    }
}

fn castling(side: CastlingSide) -> CastlingView {
    match side {
        CastlingSide::King => CastlingView::King,
        CastlingSide::Queen => CastlingView::Queen,
    }
}

fn letter(role: Role) -> String {
    role.of(Color::Black).letter().to_string()
}

/// The moves of a table as they were last shown, so that only what has changed is shown again.
#[derive(Clone, Debug, Default)]
pub struct MoveList {
    moves: Vec<MoveView>,
}

impl MoveList {
    /// All of them.
    pub fn all(&self) -> &[MoveView] {
        &self.moves
    }

    /// Those after the first so many.
    pub fn after(&self, keep: usize) -> &[MoveView] {
        self.moves.get(keep..).unwrap_or_default()
    }

    /// Brings the list up to date, and says what has changed. With a new start nothing of the old list counts.
    pub fn update(&mut self, table: &Table, is_new_start: bool) -> MoveChange {
        if is_new_start {
            self.moves.clear();
        }
        let keep = match &table.board {
            Board::Play(session) => self.follow_line(table, session.game()),
            Board::Analysis(game) => self.follow_tree(table, game),
        };
        MoveChange { keep, add: self.after(keep).to_vec() }
    }

    /// In play only the line from the start counts, and no move in it ever changes.
    fn follow_line(&mut self, table: &Table, game: Option<&Game>) -> usize {
        let path = game.map(Game::path).unwrap_or_default();
        let is_same = |(shown, id): &(&MoveView, &NodeId)| shown.id == id.number();
        let keep = self.moves.iter().zip(&path).take_while(is_same).count();
        self.moves.truncate(keep);
        if let Some(game) = game {
            let added = path.iter().enumerate().skip(keep);
            self.moves.extend(added.filter_map(|(index, &id)| show(table, game, id, index as u32 + 1)));
        }
        keep
    }

    /// In an analysis every line counts, and notes change.
    fn follow_tree(&mut self, table: &Table, game: &Game) -> usize {
        let mut moves = Vec::with_capacity(self.moves.len() + 1);
        let mut places: Vec<(NodeId, u32)> =
            game.variations(NodeId::START).iter().rev().map(|&id| (id, 1)).collect();
        while let Some((id, ply)) = places.pop() {
            moves.extend(show(table, game, id, ply));
            places.extend(game.variations(id).iter().rev().map(|&id| (id, ply + 1)));
        }
        let keep = self.moves.iter().zip(&moves).take_while(|(old, new)| old == new).count();
        self.moves = moves;
        keep
    }
}

/// A half-move of a game, so many after the start.
fn show(table: &Table, game: &Game, id: NodeId, ply: u32) -> Option<MoveView> {
    let Ply { mv, position } = game.ply(id)?;
    let before = game.position_at(game.parent(id)?);
    let notes = game.notes(id);
    let written = notes.after.clock().map(|left| left.as_millis() as u64);
    let text = |record: fn(&MoveRecord) -> String| mv.as_ref().map(record).unwrap_or_default();
    Some(MoveView {
        id: id.number(),
        after: game.parent(id)?.number(),
        ply,
        number: before.fullmove_number(),
        color: before.turn().into(),
        uci: mv.map_or_else(|| "0000".into(), |mv| mv.uci.to_string()),
        san: mv.map_or_else(|| "--".into(), |mv| mv.san.to_string()),
        from: text(|mv| mv.from.to_string()),
        to: text(|mv| mv.to.to_string()),
        piece: text(|mv| mv.piece.letter().to_string()),
        captured: mv.and_then(|mv| mv.captured).map(|piece| piece.letter().to_string()),
        en_passant: mv.is_some_and(|mv| mv.en_passant),
        castling: mv.and_then(|mv| mv.castling).map(castling),
        promotion: mv.and_then(|mv| mv.promotion).map(letter),
        check: mv.and_then(|mv| mv.check()).map(|suffix| match suffix {
            SanSuffix::Check => CheckView::Check,
            SanSuffix::Checkmate => CheckView::Checkmate,
        }),
        fen: position.fen(),
        check_square: super::check_square(position),
        clock_ms: table.clocks.get(&id.number()).copied().or(written),
        comment: notes.after.text.clone(),
        glyphs: notes.glyphs.iter().map(|glyph| glyph.0).collect(),
    })
}
