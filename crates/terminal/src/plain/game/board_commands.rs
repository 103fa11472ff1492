//! Commands for the free board, and positions as text.

use super::{Answer, Outside, PlainGame, Refused, Word, read_color, read_square, shown, usage};
use crate::no_chess::no_chess;
use crate::plain::describe;
use crate::plain::sentence::sentence;
use regence_game::session::{Command, SessionError};
use regence_game::{AnyPosition, Edit, FenError, FreeBoard, Variant};
use regence_rules::house::{BoardSize, HousePosition, HouseRules, parse_piece};
use regence_rules::{Bitboard, Piece, Square};

/// Reads a position to play from. On a board of another size than 8x8, chess is played by the same rules in their general
/// form; where castling shows that it is Chess960, that is played.
pub fn read_position(variant: Variant, fen: &str) -> Result<(Variant, AnyPosition), FenError> {
    const GENERAL: Variant = Variant::House(HouseRules::ORTHODOX);
    let ranks = fen.split(' ').next().map_or(0, |pieces| pieces.split('/').count());
    let variant = match variant {
        GENERAL if ranks == BoardSize::EIGHT.side() => Variant::Orthodox,
        Variant::Orthodox | Variant::Chess960
            if BoardSize::new(ranks).is_ok_and(|size| size != BoardSize::EIGHT) =>
        {
            GENERAL
        }
        variant => variant,
    };
    variant.read_start(fen)
}

/// Whether a text is meant as a FEN: nothing but ranks of pieces and empty squares in its first word, or as many ranks
/// as a board has and something after them. A file may be called nearly anything, but hardly this.
pub fn looks_like_fen(text: &str) -> bool {
    let mut words = text.split_whitespace();
    let Some(board) = words.next().filter(|board| !board.starts_with('/')) else { return false };
    let ranks = board.split('/').count();
    let is_board = |sign: char| sign == '/' || sign.is_ascii_digit() || Piece::from_letter(sign).is_some();
    let turn = words.next();
    (BoardSize::new(ranks).is_ok() && board.chars().all(is_board))
        || (ranks == BoardSize::EIGHT.side() && turn.is_some())
        || (ranks > 1 && matches!(turn, Some("w" | "b")))
}

impl<O: Outside> PlainGame<O> {
    /// Changes the free board, and says what then stands on a square.
    pub(super) fn edit(&mut self, edit: Edit, at: Option<Square>) -> Answer {
        self.apply(Command::Edit(edit))?;
        let position = self.session.position();
        Ok(at.map(|square| describe::square(&position, square)).transpose()?.into_iter().collect())
    }

    /// Refuses while a game is being played.
    fn require_free_board(&self) -> Result<(), Refused> {
        if self.session.free_board().is_some() { Ok(()) } else { Err(SessionError::Playing.into()) }
    }

    /// Begins again: the game, or the free board with the start position.
    pub(super) fn reset(&mut self) -> Answer {
        let mut lines = self.apply(Command::Reset)?;
        if self.session.free_board().is_some() {
            lines.push("The start position is on the free board.".into());
        }
        Ok(lines)
    }

    pub(super) fn start(&mut self) -> Answer {
        if self.session.free_board().is_none() {
            return Err(Refused("a game is being played already".into()));
        }
        let obstacle = self.session.free_board().and_then(FreeBoard::obstacle);
        let mut lines = self.apply(Command::Start)?;
        lines.extend(obstacle.map(|why| {
            let why = sentence(format_args!("no game of chess has this position: {}", no_chess(&why)));
            format!("{why} It is played by house rules; `undo` returns to the free board.")
        }));
        Ok(lines)
    }

    /// `insert e4 N`, `insert e4 white knight`, and the other way round.
    pub(super) fn insert(&mut self, rest: &str) -> Answer {
        self.require_free_board()?;
        let (first, after) = rest.split_once(char::is_whitespace).ok_or_else(|| usage(Word::Insert))?;
        let (before, last) = rest.rsplit_once(char::is_whitespace).ok_or_else(|| usage(Word::Insert))?;
        let (square, piece) = match (read_square(first), read_square(last)) {
            (Ok(square), _) => (square, after),
            (Err(_), Ok(square)) => (square, before),
            (Err(refused), Err(_)) => return Err(refused),
        };
        self.edit(Edit::Place(square, parse_piece(piece.trim())?), Some(square))
    }

    pub(super) fn clear(&mut self, rest: &str) -> Answer {
        self.require_free_board()?;
        if rest.is_empty() {
            self.edit(Edit::Fill(None), None)?;
            return Ok(vec!["The board is empty.".into()]);
        }
        let square = read_square(rest)?;
        self.edit(Edit::Remove(square), Some(square))
    }

    pub(super) fn fill(&mut self, rest: &str) -> Answer {
        self.require_free_board()?;
        if rest.is_empty() {
            return Err(usage(Word::Fill));
        }
        let piece = parse_piece(rest)?;
        self.edit(Edit::Fill(Some(piece)), None)?;
        Ok(vec![format!("Every square has a {piece}.")])
    }

    pub(super) fn turn(&mut self, rest: &str) -> Answer {
        if !rest.is_empty() {
            let color = read_color(rest)?;
            self.require_free_board()?;
            self.edit(Edit::Turn(color), None)?;
        }
        Ok(vec![format!("{} is to move.", self.session.position().turn())])
    }

    /// `castling KQkq`, `castling -`.
    pub(super) fn castling(&mut self, rest: &str) -> Answer {
        if !rest.is_empty() {
            self.require_free_board()?;
            let mut rooks = Bitboard::EMPTY;
            for letter in rest.chars().filter(|&letter| letter != '-') {
                rooks = rooks.with(match letter {
                    'K' => Square::H1,
                    'Q' => Square::A1,
                    'k' => Square::H8,
                    'q' => Square::A8,
                    _ => {
                        return Err(Refused(format!(
                            "'{}' says nothing of castling, expected some of KQkq, or -",
                            shown(rest)
                        )));
                    }
                });
            }
            self.edit(Edit::Castling(rooks), None)?;
        }
        let fen = self.session.fen();
        Ok(vec![format!(
            "Castling rights are {}.",
            fen.split(' ').nth(2).filter(|&rights| rights != "-").unwrap_or("none")
        )])
    }

    /// Writes the position, or loads one. One that can be played is played at once; on a free board, any other stays
    /// there.
    pub(super) fn fen(&mut self, rest: &str) -> Answer {
        let fen = self.session.fen();
        match rest {
            "" => return Ok(vec![fen]),
            "pieces" => return Ok(fen.split(' ').take(1).map(str::to_owned).collect()),
            _ => {}
        }
        let variant = self.session.variant();
        match (read_position(variant, rest), self.session.free_board()) {
            (Ok((variant, position)), _) => self.set_position(variant, position),
            (Err(why), Some(_)) => {
                self.apply(Command::Load(variant, rest.to_owned()))?;
                Ok(vec![format!("No game of chess has this position ({why}), so it is on the free board.")])
            }
            (Err(why), None) => {
                let can_be_loaded = HousePosition::from_fen(HouseRules::ORTHODOX, rest).is_ok();
                let advice =
                    if can_be_loaded { "; `stop` the game to load it onto the free board" } else { "" };
                Err(Refused(format!("{why}{advice}")))
            }
        }
    }
}
