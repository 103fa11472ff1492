//! Which chess is played.

use core::fmt;
use core::str::FromStr;
use regence_rules::house::{HousePosition, HouseRules, ParseHouseFenError, ParseHouseRulesError};
use regence_rules::{ParseFenError, Position, chess960};

use crate::AnyPosition;

/// Which chess is played: it decides the rules, the start position and how castling is written.
///
/// ```
/// use regence_game::Variant;
/// use regence_rules::house::HouseRules;
/// assert_eq!("chess960".parse(), Ok(Variant::Chess960));
/// assert_eq!("classroom".parse(), Ok(Variant::House(HouseRules::CLASSROOM)));
/// assert_eq!(Variant::default().to_string(), "orthodox");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Variant {
    /// Chess.
    #[default]
    Orthodox,
    /// Chess from other start positions; castling is written as the king taking its own rook.
    Chess960,
    /// House rules, on a board of any size.
    House(HouseRules),
}

impl Variant {
    /// Chess for a first lesson.
    pub const CLASSROOM: Self = Self::House(HouseRules::CLASSROOM);

    /// Where a game starts if nothing else is said. In Chess960 that is the start position number 518, which is that of
    /// orthodox chess.
    pub fn start(self) -> AnyPosition {
        match self {
            Self::Orthodox | Self::Chess960 => AnyPosition::Standard(Position::START),
            Self::House(rules) => AnyPosition::House(HousePosition::start(rules)),
        }
    }

    /// The start position of Chess960 with a number from 0 to 959.
    pub fn start_960(number: u16) -> Option<AnyPosition> {
        chess960::start(number).map(AnyPosition::Standard)
    }

    /// Reads a position by the rules of this variant.
    pub fn read_fen(self, fen: &str) -> Result<AnyPosition, FenError> {
        match self {
            Self::Orthodox => Position::from_fen(fen).map(AnyPosition::Standard).map_err(FenError::Standard),
            Self::Chess960 => {
                Position::from_fen_chess960(fen).map(AnyPosition::Standard).map_err(FenError::Standard)
            }
            Self::House(rules) => {
                HousePosition::from_fen(rules, fen).map(AnyPosition::House).map_err(FenError::House)
            }
        }
    }

    /// Reads a position where a game is to start, and says by which rules: one of chess in which somebody may castle as
    /// only Chess960 knows it is of that.
    ///
    /// ```
    /// use regence_game::Variant;
    /// let start = "bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/BBQNNRKR w HFhf - 0 1";
    /// let (variant, position) = Variant::Orthodox.read_start(start)?;
    /// assert_eq!((variant, position.fen()), (Variant::Chess960, start.replace("HFhf", "KQkq")));
    /// # Ok::<(), regence_game::FenError>(())
    /// ```
    pub fn read_start(self, fen: &str) -> Result<(Self, AnyPosition), FenError> {
        match (self, self.read_fen(fen)) {
            (Self::Orthodox, Err(error)) => {
                let read = Self::Chess960.read_fen(fen).map(|position| (Self::Chess960, position));
                // What is wrong with it by the rules that were asked for is what helps.
                read.map_err(|_| error)
            }
            (_, read) => read.map(|position| (self, position)),
        }
    }
}

/// `orthodox`, `chess960`, `classroom`, or house rules: `house:orthodox,castling=off`.
impl fmt::Display for Variant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Orthodox => f.write_str("orthodox"),
            Self::Chess960 => f.write_str("chess960"),
            Self::House(HouseRules::CLASSROOM) => f.write_str("classroom"),
            Self::House(rules) => write!(f, "house:{rules}"),
        }
    }
}

/// As it is written.
impl FromStr for Variant {
    type Err = ParseVariantError;

    fn from_str(text: &str) -> Result<Self, ParseVariantError> {
        match text {
            "orthodox" => Ok(Self::Orthodox),
            "chess960" => Ok(Self::Chess960),
            "classroom" => Ok(Self::CLASSROOM),
            _ => match text.strip_prefix("house:") {
                Some(rules) => rules.parse().map(Self::House).map_err(ParseVariantError::House),
                None => Err(ParseVariantError::Unknown(text.into())),
            },
        }
    }
}

/// The text names no variant.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ParseVariantError {
    /// It is none of the names.
    Unknown(String),
    /// The house rules are not understood.
    House(ParseHouseRulesError),
}

impl fmt::Display for ParseVariantError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unknown(text) => {
                write!(
                    f,
                    "{text:?} is no kind of chess, expected orthodox, chess960, classroom or house: and rules"
                )
            }
            Self::House(error) => error.fmt(f),
        }
    }
}

impl core::error::Error for ParseVariantError {}

/// The text is no position of the variant.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum FenError {
    /// Of chess or Chess960.
    Standard(ParseFenError),
    /// Of house rules.
    House(ParseHouseFenError),
}

impl fmt::Display for FenError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Standard(error) => error.fmt(f),
            Self::House(error) => error.fmt(f),
        }
    }
}

impl core::error::Error for FenError {}
