//! The free board: an editor on which anything goes anywhere, and every edit can be taken back.

use crate::{AnyPosition, FenError, Game, Purpose, Variant};
use regence_rules::house::{EditError, HousePosition, HouseRules, ParseHouseFenError};
use regence_rules::{Bitboard, Color, Piece, Position, Setup, Square};

/// A change to a free board.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Edit {
    /// Puts a piece on a square.
    Place(Square, Piece),
    /// Clears a square.
    Remove(Square),
    /// Puts the same on every square.
    Fill(Option<Piece>),
    /// Moves whatever stands on the first square to the second.
    Shift(Square, Square),
    /// Says who is to move.
    Turn(Color),
    /// Says which rooks may castle, by their corners.
    Castling(Bitboard),
}

/// A board without a game. Pieces of either colour may be put, moved and taken away; who is to move, the clocks and the
/// rights to castle stay as they are until they are changed by themselves.
///
/// ```
/// use regence_game::{Edit, FreeBoard, Variant};
/// use regence_rules::{Color, Role, Square};
/// let mut board = FreeBoard::new(Variant::Orthodox);
/// board.apply(Edit::Remove(Square::D8))?;
/// board.apply(Edit::Shift(Square::D1, Square::D7))?;
/// assert!(board.position().fen().starts_with("rnb1kbnr/pppQpppp/"));
/// board.undo();
/// assert!(board.position().fen().starts_with("rnb1kbnr/pppppppp/"));
/// let game = board.start();
/// assert_eq!(game.variant(), Variant::Orthodox);
/// # Ok::<(), regence_rules::house::EditError>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FreeBoard {
    scene: Scene,
    undone: Vec<Scene>,
    done: Vec<Scene>,
}

/// What a free board shows at one moment.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Scene {
    variant: Variant,
    position: HousePosition,
    /// What it was made from.
    origin: AnyPosition,
}

impl Scene {
    fn of(variant: Variant, origin: &AnyPosition) -> Self {
        let position = match origin {
            AnyPosition::House(position) => *position,
            AnyPosition::Standard(position) => HousePosition::from(position),
        };
        Self { variant, position, origin: *origin }
    }

    fn read(variant: Variant, fen: &str) -> Result<Self, ParseHouseFenError> {
        if let Ok((Variant::Chess960, position)) = variant.read_start(&completed(fen)) {
            return Ok(Self::of(Variant::Chess960, &position));
        }
        let position = HousePosition::from_fen(rules_of(variant), fen)?;
        Ok(Self::of(variant, &AnyPosition::House(position)))
    }
}

impl FreeBoard {
    /// A board with the start position.
    pub fn new(variant: Variant) -> Self {
        Self::of(variant, &variant.start())
    }

    /// A board with this position.
    pub fn of(variant: Variant, origin: &AnyPosition) -> Self {
        Self { scene: Scene::of(variant, origin), undone: Vec::new(), done: Vec::new() }
    }

    /// A board with a position that need not be legal: kings may be missing or many. One of chess in which somebody may
    /// castle as only Chess960 knows it is of that.
    ///
    /// ```
    /// use regence_game::{FreeBoard, Variant};
    /// let start = "bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/BBQNNRKR w HFhf - 0 1";
    /// let board = FreeBoard::read(Variant::Orthodox, start)?;
    /// assert_eq!(board.variant(), Variant::Chess960);
    /// assert_eq!(board.start().start().fen(), start.replace("HFhf", "KQkq"));
    /// # Ok::<(), regence_rules::house::ParseHouseFenError>(())
    /// ```
    pub fn read(variant: Variant, fen: &str) -> Result<Self, ParseHouseFenError> {
        Ok(Self { scene: Scene::read(variant, fen)?, undone: Vec::new(), done: Vec::new() })
    }

    /// What stands on it.
    pub fn position(&self) -> &HousePosition {
        &self.scene.position
    }

    /// What stands on it as FEN, with the rights to castle that exist in Chess960 only, as far as chess can be played.
    ///
    /// ```
    /// use regence_game::{Edit, FreeBoard, Variant};
    /// use regence_rules::Square;
    /// let start = "bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/BBQNNRKR w HFhf - 0 1";
    /// let mut board = FreeBoard::read(Variant::Chess960, start)?;
    /// board.apply(Edit::Shift(Square::F1, Square::F3))?;
    /// assert_eq!(board.fen(), "bbqnnrkr/pppppppp/8/8/8/5R2/PPPPPPPP/BBQNN1KR w Kkq - 0 1");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn fen(&self) -> String {
        let standard = self.standard().filter(|_| !self.chess960_rooks().is_empty());
        standard.map_or_else(|| self.scene.position.fen(), |position| position.fen())
    }

    /// Which chess a game that starts from here is to be.
    pub fn variant(&self) -> Variant {
        self.scene.variant
    }

    /// Why chess cannot be played from here, so that a game that starts goes by house rules. None if it can, and none if
    /// these are house rules anyway.
    pub fn obstacle(&self) -> Option<FenError> {
        match self.scene.variant {
            Variant::House(_) => None,
            _ if self.standard().is_some() => None,
            _ => Position::from_fen(&self.playable().fen()).err().map(FenError::Standard),
        }
    }

    /// Changes something. On an error nothing has changed.
    pub fn apply(&mut self, edit: Edit) -> Result<(), EditError> {
        let position = &self.scene.position;
        let position = match edit {
            Edit::Place(square, piece) => position.place(square, piece)?,
            Edit::Remove(square) => position.remove(square)?,
            Edit::Fill(piece) => position.fill(piece),
            Edit::Shift(from, to) => position.shift(from, to)?,
            Edit::Turn(color) => position.with_turn(color),
            Edit::Castling(rooks) => position.with_castling_rooks(rooks),
        };
        // Once somebody says who may castle, it no longer matters who could.
        let is_said = matches!(edit, Edit::Castling(_));
        let origin = if is_said { AnyPosition::House(position) } else { self.scene.origin };
        self.show(Scene { position, origin, ..self.scene });
        Ok(())
    }

    /// Puts another position there as [`read`](Self::read) understands it. On an error nothing has changed.
    pub fn load(&mut self, variant: Variant, fen: &str) -> Result<(), ParseHouseFenError> {
        self.show(Scene::read(variant, fen)?);
        Ok(())
    }

    /// Puts the start position there.
    pub fn reset(&mut self) {
        let variant = self.scene.variant;
        self.show(Scene::of(variant, &variant.start()));
    }

    fn show(&mut self, scene: Scene) {
        self.done.push(core::mem::replace(&mut self.scene, scene));
        self.undone.clear();
    }

    /// Whether there is an edit to be taken back.
    pub fn can_undo(&self) -> bool {
        !self.done.is_empty()
    }

    /// Forgets edits that were taken back.
    pub fn forget_undone(&mut self) {
        self.undone.clear();
    }

    /// Takes the last edit back; `false` if there is none.
    pub fn undo(&mut self) -> bool {
        let Some(before) = self.done.pop() else { return false };
        self.undone.push(core::mem::replace(&mut self.scene, before));
        true
    }

    /// Does again what was taken back; `false` if there is nothing.
    pub fn redo(&mut self) -> bool {
        let Some(after) = self.undone.pop() else { return false };
        self.done.push(core::mem::replace(&mut self.scene, after));
        true
    }

    /// A game that starts from here. Rights to castle without king and rook at home are left out. A position that chess
    /// does not know, without kings or on a smaller board, is played by the same rules in their general form.
    pub fn start(&self) -> Game {
        match (self.scene.variant, self.standard()) {
            (Variant::Orthodox, Some(position)) => Game::new(position, Purpose::Playing),
            (Variant::Chess960, Some(position)) => Game::chess960(position, Purpose::Playing),
            _ => Game::new(self.playable(), Purpose::Playing),
        }
    }

    /// What stands here, with those rights to castle that there can be.
    fn playable(&self) -> HousePosition {
        let position = &self.scene.position;
        position.with_castling_rooks(position.rooks_at_home())
    }

    /// The same as a position of chess, if it is one.
    fn standard(&self) -> Option<Position> {
        let start = self.playable();
        match self.scene.origin {
            AnyPosition::Standard(origin) if HousePosition::from(&origin) == start => Some(origin),
            _ => {
                let position = Position::from_fen(&start.fen()).ok()?;
                let setup = Setup::from(position);
                let rooks = setup.castling_rooks | self.chess960_rooks();
                Setup { castling_rooks: rooks, ..setup }.build().ok().or(Some(position))
            }
        }
    }

    /// The rooks that may castle as only Chess960 knows it, because they could at first and both king and rook still stand
    /// where they stood.
    fn chess960_rooks(&self) -> Bitboard {
        let Scene { variant: Variant::Chess960, origin: AnyPosition::Standard(origin), position } =
            self.scene
        else {
            return Bitboard::EMPTY;
        };
        let board = position.board();
        let is_there = |&rook: &Square| {
            origin.piece_at(rook).is_some_and(|piece| {
                board.piece_at(rook) == Some(piece)
                    && board.kings(piece.color) == origin.king(piece.color).bitboard()
            })
        };
        let rooks = origin.castling_rooks() - HousePosition::from(&origin).castling_rooks();
        rooks.into_iter().filter(is_there).collect()
    }
}

/// A FEN with the fields that it leaves out as they are at the start of a game.
fn completed(fen: &str) -> String {
    const USUAL: [&str; 6] = ["", "w", "-", "-", "0", "1"];
    let fields: Vec<&str> = fen.split_ascii_whitespace().collect();
    let missing = USUAL.iter().skip(fields.len());
    fields.iter().chain(missing).copied().collect::<Vec<_>>().join(" ")
}

/// The house rules that are those of a variant.
fn rules_of(variant: Variant) -> HouseRules {
    match variant {
        Variant::House(rules) => rules,
        Variant::Orthodox | Variant::Chess960 => HouseRules::ORTHODOX,
    }
}
