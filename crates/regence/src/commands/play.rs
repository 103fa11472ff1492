//! `regence play`: a game, on the whole screen or in plain text.

use super::Answer;
use crate::arguments::{Argument, Arguments, Flag};
use crate::commands::Command;
use crate::error::Error;
use crate::keeping::Keeping;
use crate::origin::refuse_unquoted;
use regence_game::session::Seat;
use regence_game::{Random, Variant};
use regence_levels::Opponent;
use regence_rules::{ByColor, chess960};
use regence_terminal::plain::{
    Look, PlainGame, Prompt, Settings, Voice, World, can_play, converse, looks_like_fen, read_position,
};
use regence_terminal::screen;
use std::collections::hash_map::RandomState;
use std::env;
use std::ffi::OsString;
use std::hash::{BuildHasher, Hasher};
use std::io::{self, IsTerminal, Write};
use std::time::Duration;

/// A wish to play.
pub enum Play {
    /// On the whole screen.
    Screen(screen::Options),
    /// In lines of text.
    Plain {
        /// How it begins.
        settings: Box<Settings>,
        /// A file to load first.
        open: Option<String>,
    },
}

/// As it stands on the command line, before it is known whether it goes together.
#[derive(Default)]
struct Wishes {
    settings: Settings,
    seats: ByColor<Option<Seat>>,
    level: Option<Opponent>,
    fen: Option<OsString>,
    seed: Option<u64>,
    words: Vec<OsString>,
    keeping: Keeping,
    /// Whether something was said that only plain text knows.
    is_plain: bool,
}

impl Play {
    /// Reads the arguments.
    pub fn read(arguments: &mut Arguments) -> Result<Self, Error> {
        let mut wishes = Wishes::default();
        if shows_only_ascii() {
            wishes.settings.look = Look::Ascii;
        }
        while let Some(argument) = arguments.next()? {
            match argument {
                Argument::Flag(flag) => wishes.take(flag, arguments)?,
                Argument::Word(word) => wishes.words.push(word),
            }
        }
        if wishes.is_plain || !screen::is_possible() {
            return wishes.grant(arguments.command());
        }
        let mut words = wishes.words.into_iter();
        let open = words.next().map(|word| word.to_string_lossy().into_owned());
        if let Some(word) = words.next() {
            return Err(Error::StrayWord { word, command: arguments.command() });
        }
        let ascii = wishes.settings.look == Look::Ascii;
        let options = screen::Options::default();
        let place = wishes.keeping.given().or(options.place);
        let opponent = wishes.level.map(|opponent| opponent.seat().code());
        let seed = wishes.seed;
        Ok(Self::Screen(screen::Options { ascii, place, seed, open, opponent }))
    }

    /// Plays until there is no more to say. The answer is no if a script asked for something that was refused.
    pub fn run(&self, out: &mut impl Write) -> Result<Answer, Error> {
        let (settings, open) = match self {
            Self::Screen(options) => return Ok(screen::run(options).map(|()| Answer::Yes)?),
            Self::Plain { settings, open } => (settings, open),
        };
        let mut game = PlainGame::new(Settings::clone(settings), World::default());
        if let Some(name) = open {
            game.open(name).map_err(Error::Unopened)?;
        }
        let is_typed = io::stdin().is_terminal();
        let prompt = if is_typed { Prompt::Inline } else { Prompt::Silent };
        converse(&mut game, io::BufReader::new(io::stdin()), out, prompt)?;
        Ok(if game.has_refused() && !is_typed { Answer::No } else { Answer::Yes })
    }
}

impl Wishes {
    /// Takes a flag that was just read.
    fn take(&mut self, flag: Flag, arguments: &mut Arguments) -> Result<(), Error> {
        /// A week.
        const LONGEST_THOUGHT: u32 = 7 * 24 * 60 * 60 * 1000;
        let settings = &mut self.settings;
        self.is_plain |=
            !matches!(flag, Flag::Ascii | Flag::Seed | Flag::Level | Flag::Data | Flag::Database);
        match flag {
            Flag::Ascii => settings.look = Look::Ascii,
            Flag::Black => self.seats.black = Some(arguments.parsed(flag)?),
            Flag::Clock => settings.clock = arguments.parsed(flag)?,
            Flag::Data | Flag::Database => self.keeping.take(flag, arguments)?,
            Flag::Depth => settings.thinking.depth = Some(arguments.number(flag, 1..=128)?),
            Flag::Fen => self.fen = Some(arguments.value(flag)?),
            Flag::Level => self.level = Some(arguments.parsed(flag)?),
            Flag::MoveTime => {
                let milliseconds = arguments.number(flag, 1..=LONGEST_THOUGHT)?;
                settings.thinking.time = Some(Duration::from_millis(milliseconds.into()));
            }
            Flag::Seed => self.seed = Some(seed(arguments)?),
            Flag::Speech => settings.voice = Voice::Speech,
            Flag::Variant => settings.variant = arguments.parsed(flag)?,
            Flag::White => self.seats.white = Some(arguments.parsed(flag)?),
            // `--plain` says no more than that.
            _ => {}
        }
        Ok(())
    }

    /// Sees whether everything goes together.
    fn grant(self, command: Command) -> Result<Play, Error> {
        let Self { mut settings, mut seats, level, mut fen, seed, words, keeping, .. } = self;
        let bad = |flag, why| Error::Unreadable { flag, why, command };
        if let Some(flag) = keeping.flag() {
            return Err(bad(flag, "a game in plain text is not kept; save it with `save FILE`".into()));
        }
        if let Some(fen) = &fen {
            refuse_unquoted(fen, &words, command)?;
        }
        let mut words = words.into_iter();
        let mut open = words.next();
        if fen.is_none() && open.as_ref().is_some_and(|word| looks_like_fen(&word.to_string_lossy())) {
            fen = open.take();
        }
        if let Some(word) = words.next() {
            return Err(Error::StrayWord { word, command });
        }
        settings.seed = seed.unwrap_or_else(any_seed);
        settings.start = match fen {
            None => start(settings.variant, settings.seed),
            Some(fen) => {
                let read = read_position(settings.variant, &fen.to_string_lossy());
                let (variant, start) = read.map_err(|error| bad(Flag::Fen, error.to_string()))?;
                settings.variant = variant;
                start
            }
        };
        // The opponent takes the side that nobody else has, Black rather than White.
        if let Some(opponent) = level {
            let free = if seats.black.is_none() { &mut seats.black } else { &mut seats.white };
            if free.is_some() {
                return Err(bad(Flag::Level, "both sides have players already".into()));
            }
            can_play(&opponent.seat(), &settings.start)
                .map_err(|error| bad(Flag::Level, error.to_string()))?;
            *free = Some(opponent.seat());
        }
        for (flag, seat) in [(Flag::White, &seats.white), (Flag::Black, &seats.black)] {
            if let Some(seat) = seat {
                can_play(seat, &settings.start).map_err(|error| bad(flag, error.to_string()))?;
            }
        }
        settings.seats =
            ByColor { white: seats.white.unwrap_or_default(), black: seats.black.unwrap_or_default() };
        let open = open.map(|word| word.to_string_lossy().into_owned());
        Ok(Play::Plain { settings: Box::new(settings), open })
    }
}

/// Where a game starts if nothing is said: in Chess960, anywhere.
fn start(variant: Variant, seed: u64) -> regence_game::AnyPosition {
    let number = Random::of(seed, u64::MAX).below(usize::from(chess960::STARTS)) as u16;
    let drawn = if variant == Variant::Chess960 { Variant::start_960(number) } else { None };
    drawn.unwrap_or_else(|| variant.start())
}

/// Whether the environment says that chess symbols would not be shown.
pub fn shows_only_ascii() -> bool {
    screen::Look::of_environment(false, |name| env::var(name).ok()).ascii
}

/// The value of `--seed`.
pub fn seed(arguments: &mut Arguments) -> Result<u64, Error> {
    arguments.number(Flag::Seed, 0..=u32::MAX).map(u64::from)
}

/// A seed that nobody knows beforehand.
pub fn any_seed() -> u64 {
    RandomState::new().build_hasher().finish()
}
