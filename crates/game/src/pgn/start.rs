//! From which position a game starts, according to its tags.

use super::check::Problem;
use super::decode;
use super::place::{At, Place};
use crate::AnyPosition;
use regence_rules::house::{HousePosition, HouseRules};
use regence_rules::{FenProblem, ParseFenError, Position};

/// No FEN is as long; what is as long is cut here, and refused.
const LONGEST: usize = 1000;

/// What the tags say of the start.
#[derive(Default)]
pub struct Start {
    /// The FEN and where its tag stands.
    fen: Option<(Vec<u8>, Place)>,
    variant: Variant,
    /// The house rules, if the games are written by ourselves under such rules.
    house: Option<HouseRules>,
}

/// Which chess is played.
#[derive(Clone, Copy, PartialEq, Eq, Default)]
enum Variant {
    /// No tag says anything, or something of which we only know the orthodox rules.
    #[default]
    Any,
    /// Castling starts from anywhere.
    Chess960,
}

impl Start {
    /// Forgets everything.
    pub fn reset(&mut self) {
        self.fen = None;
        self.variant = Variant::Any;
        self.house = None;
    }

    /// Takes notice of a tag. The last one of a name counts.
    pub fn tag(&mut self, name: &[u8], value: &[u8], at: At<'_>) {
        if name.eq_ignore_ascii_case(b"FEN") {
            let fen = value.trim_ascii();
            self.fen = (!fen.is_empty() && fen != b"?")
                .then(|| (fen[..fen.len().min(LONGEST)].to_vec(), at.place()));
        } else if name.eq_ignore_ascii_case(b"Variant") {
            self.variant = variant(value);
            self.house = match decode(value).parse() {
                Ok(crate::Variant::House(rules)) => Some(rules),
                _ => None,
            };
        }
    }

    /// The start position of whichever chess is played, or what is wrong with the FEN and where it stands.
    pub fn any_position(&self) -> Result<(crate::Variant, AnyPosition), (Problem, Place)> {
        if let Some(rules) = self.house {
            let variant = crate::Variant::House(rules);
            let Some((fen, place)) = &self.fen else { return Ok((variant, variant.start())) };
            return match HousePosition::from_fen_bytes(rules, fen) {
                Ok(position) => Ok((variant, position.into())),
                Err(error) => Err((Problem::HouseFen(error), *place)),
            };
        }
        let position = self.position().map_err(|(error, place)| (Problem::Fen(error), place))?;
        let position = AnyPosition::Standard(position);
        let variant = match self.variant {
            Variant::Chess960 => crate::Variant::Chess960,
            Variant::Any => position.variant(),
        };
        Ok((variant, position))
    }

    /// The start position, or what is wrong with the FEN and where it stands.
    pub fn position(&self) -> Result<Position, (ParseFenError, Place)> {
        let Some((fen, place)) = &self.fen else { return Ok(Position::START) };
        let read = self.read(fen).or_else(|error| match error.problem {
            _ if fen.len() == LONGEST => Err(error),
            // What has one field and is no position was not meant as a FEN.
            FenProblem::Fields(1) => Position::from_fen_lenient_bytes(fen).map_err(|_| error),
            _ => Position::from_fen_lenient_bytes(fen),
        });
        read.map_err(|error| (error, *place))
    }

    /// Reads a FEN to the letter.
    fn read(&self, fen: &[u8]) -> Result<Position, ParseFenError> {
        if self.variant == Variant::Chess960 {
            return Position::from_fen_chess960_bytes(fen);
        }
        Position::from_fen_bytes(fen).or_else(|error| match error.problem {
            // A game of Chess960 does not always say so, or only that it starts from a position.
            FenProblem::NotOrthodox { .. } | FenProblem::CastlingLetter(_) => {
                Position::from_fen_chess960_bytes(fen)
            }
            _ => Err(error),
        })
    }
}

/// Which chess a tag means.
fn variant(value: &[u8]) -> Variant {
    if is_chess960(value) { Variant::Chess960 } else { Variant::Any }
}

/// Whether the value of a `Variant` tag means Chess960: "Chess960", "chess 960", "Fischerandom", "Random Fischer", "FRC",
/// "Freestyle", "wild/fr".
pub fn is_chess960(value: &[u8]) -> bool {
    let letters = value.iter().filter(|byte| byte.is_ascii_alphanumeric()).map(u8::to_ascii_lowercase);
    let letters: Vec<u8> = letters.take(40).collect();
    let says = |name: &[u8]| letters.windows(name.len()).any(|part| part == name);
    [&b"960"[..], b"frc", b"9lx", b"fischer", b"freestyle"].into_iter().any(says) || letters == b"wildfr"
}
