//! Questions about the board and the game: nothing changes.

use super::{Answer, Outside, PlainGame, Refused, Voice, Word, read_square, shown, usage};
use crate::plain::describe;
use crate::plain::sentence::sentence;
use regence_game::session::{Awaiting, SessionError};
use regence_game::{AnyMove, AnyPosition};
use regence_rules::house::parse_piece;
use regence_rules::{File, Rank, Role};

impl<O: Outside> PlainGame<O> {
    pub(super) fn tell_about(&mut self, word: Word, rest: &str) -> Answer {
        let position = self.session.position();
        if let (Word::Piece | Word::Attackers | Word::Moves | Word::Select, Ok(square)) =
            (word, read_square(rest))
        {
            self.look_at(square);
        }
        let said = match word {
            Word::Board => return Ok(self.board(&position)),
            Word::Flip => {
                self.below = !self.below;
                format!("{} is below.", self.below)
            }
            Word::Select => return self.select(rest),
            Word::Unselect => match self.selected.take() {
                Some(square) => format!("{square} is no longer selected."),
                None => return Err(Refused("nothing is selected".into())),
            },
            Word::Status => return Ok(self.status()),
            Word::Last => {
                let game = self.session.game().ok_or(SessionError::Idle)?;
                describe::last(game, |record| self.write(record.san))
            }
            Word::Piece => piece(&position, rest)?,
            Word::File => {
                let file = one_letter(rest).and_then(|letter| File::from_letter(letter.to_ascii_lowercase()));
                describe::file(&position, file.ok_or_else(|| usage(Word::File))?)?
            }
            Word::Rank => {
                let rank = one_letter(rest).and_then(Rank::from_digit);
                describe::rank(&position, rank.ok_or_else(|| usage(Word::Rank))?)?
            }
            Word::Attackers if rest.is_empty() => return Err(usage(Word::Attackers)),
            Word::Attackers => describe::attackers(&position, read_square(rest)?)?,
            Word::Material => describe::material(&position),
            Word::Moves => {
                let from = if rest.is_empty() { None } else { Some(read_square(rest)?) };
                if let Some(from) = from {
                    position.size().require(from)?;
                }
                describe::moves(&position, from, |mv| self.write_move(&position, mv))
            }
            // All others are done elsewhere.
            _ => return Err(usage(word)),
        };
        Ok(vec![said])
    }

    /// The board will be drawn, as if it had changed; or it is said.
    fn board(&mut self, position: &AnyPosition) -> Vec<String> {
        self.drawn.clear();
        match self.voice {
            Voice::Drawing => Vec::new(),
            Voice::Speech => describe::pieces(position),
        }
    }

    fn select(&mut self, rest: &str) -> Answer {
        let square = read_square(rest)?;
        let position = self.session.position();
        let said = describe::square(&position, square)?;
        if position.piece_at(square).is_none() {
            return Err(Refused(format!("there is nothing on {square} to select")));
        }
        self.selected = Some(square);
        let is_own = position.piece_at(square).is_some_and(|piece| piece.color == position.turn());
        let moves =
            is_own.then(|| describe::moves(&position, Some(square), |mv| self.write_move(&position, mv)));
        Ok(vec![moves.unwrap_or(said)])
    }

    fn write_move(&self, position: &AnyPosition, mv: AnyMove) -> String {
        position.san(mv).map_or_else(String::new, |san| self.write(san))
    }

    fn status(&self) -> Vec<String> {
        let position = self.session.position();
        let turn = position.turn();
        let check = if position.is_check() { ", in check" } else { "" };
        let now = match self.session.awaiting() {
            Awaiting::Nobody(outcome) => format!("The game is over: {outcome}"),
            Awaiting::Editor => format!("The board is free, with {turn} to move{check}"),
            Awaiting::Resume => format!("The game is paused, with {turn} to move{check}"),
            _ => format!("{turn} is to move{check}, on move {}", position.fullmove_number()),
        };
        let mut lines =
            vec![format!("This is {}.", name(self.session.variant())), self.players(), sentence(now)];
        let offer = self.session.game().and_then(regence_game::Game::draw_offer);
        lines.extend(offer.map(|by| format!("{by} has offered a draw.")));
        let claim = self.session.game().and_then(regence_game::Game::claimable);
        lines.extend(claim.map(|draw| format!("{turn} may claim a draw: {draw}.")));
        lines
    }
}

fn name(variant: regence_game::Variant) -> String {
    use regence_game::Variant;
    match variant {
        Variant::Orthodox => "chess".into(),
        Variant::Chess960 => "Chess960".into(),
        Variant::House(_) => format!("chess by the rules {variant}"),
    }
}

/// What stands on a square, or where pieces of a kind stand: `piece e4`, `piece N`, `piece knight`, `piece white knight`.
fn piece(position: &AnyPosition, rest: &str) -> Result<String, Refused> {
    if rest.is_empty() {
        return Err(usage(Word::Piece));
    }
    if let Ok(square) = read_square(rest) {
        return Ok(describe::square(position, square)?);
    }
    let role = Role::ALL.into_iter().find(|role| {
        rest.eq_ignore_ascii_case(role.name())
            || rest.strip_suffix('s').is_some_and(|one| one.eq_ignore_ascii_case(role.name()))
    });
    if let Some(role) = role.or_else(|| one_letter(rest).and_then(Role::from_letter)) {
        return Ok(describe::whereabouts(position, role, None));
    }
    match parse_piece(rest) {
        Ok(piece) => Ok(describe::whereabouts(position, piece.role, Some(piece.color))),
        Err(_) => Err(Refused(format!(
            "'{}' is no square and no piece, expected one like e4 or knight",
            shown(rest)
        ))),
    }
}

/// The only letter of a text.
fn one_letter(text: &str) -> Option<char> {
    let mut letters = text.chars();
    letters.next().filter(|_| letters.next().is_none())
}
