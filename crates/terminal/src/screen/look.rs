//! Colours and signs: what the terminal can show, and what we show with it.

use crate::keep::{self, Board};
use crate::letters::without_accents;
use ratatui::style::{Color, Modifier, Style};

/// How many colours there are.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Depth {
    /// None.
    Plain,
    /// The sixteen of old.
    Sixteen,
    /// A palette of 256.
    Palette,
    /// All.
    Full,
}

/// What the terminal's background is like.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Shade {
    /// Light.
    Light,
    /// Dark.
    Dark,
}

/// What the terminal can show.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Look {
    /// How many colours.
    pub depth: Depth,
    /// Whether only ASCII can be trusted to be shown.
    pub ascii: bool,
    /// The background, as far as the terminal tells.
    pub shade: Shade,
}

impl Look {
    /// What the environment says of the terminal.
    pub fn of_environment(ascii: bool, variable: impl Fn(&str) -> Option<String>) -> Self {
        let says = |name: &str| variable(name).unwrap_or_default().to_ascii_lowercase();
        let term = says("TERM");
        let depth = if !says("NO_COLOR").is_empty() || term == "dumb" {
            Depth::Plain
        } else if matches!(says("COLORTERM").as_str(), "truecolor" | "24bit") {
            Depth::Full
        } else if term.contains("256") || cfg!(windows) {
            Depth::Palette
        } else {
            Depth::Sixteen
        };
        let locale = [says("LC_ALL"), says("LC_CTYPE"), says("LANG")];
        let charset = locale.iter().find(|value| !value.is_empty());
        let is_utf8 = charset.is_none_or(|value| value.contains("utf-8") || value.contains("utf8"));
        // `foreground;background`, by the numbers of the sixteen colours.
        let background = says("COLORFGBG").rsplit(';').next().and_then(|number| number.parse::<u8>().ok());
        let shade = if matches!(background, Some(7 | 9..=15)) { Shade::Light } else { Shade::Dark };
        // The console of Linux has a few hundred signs, and no chessmen among them.
        let is_console = term == "linux";
        Self { depth, ascii: ascii || !is_utf8 || is_console, shade }
    }

    /// A sign, or what stands for it in ASCII: a question mark, where nothing does.
    pub fn sign(&self, sign: char) -> char {
        if !self.ascii {
            return sign;
        }
        match sign {
            '·' => '.',
            '×' => 'x',
            '◆' => '*',
            '▸' => '>',
            '◂' => '<',
            '●' => '@',
            '○' => 'o',
            '─' | '–' | '—' => '-',
            '│' => '|',
            '░' => ':',
            '…' => '~',
            '┌' | '┐' | '└' | '┘' => '+',
            '«' | '»' => '=',
            '‘' | '’' => '\'',
            '“' | '”' | '„' => '"',
            _ if sign.is_ascii() => sign,
            _ => '?',
        }
    }

    /// Text with signs replaced where only ASCII is shown.
    pub fn text(&self, text: &str) -> String {
        if !self.ascii {
            return text.into();
        }
        let text = text.replace('←', "Left").replace('→', "Right").replace('↑', "Up").replace('↓', "Down");
        // Players and openings are called after people and places.
        without_accents(&text).map(|sign| self.sign(sign)).collect()
    }

    /// The colours, for a board and a background.
    pub fn palette(&self, board: Board, shade: keep::Shade) -> Palette {
        let shade = match shade {
            keep::Shade::Automatic => self.shade,
            keep::Shade::Light => Shade::Light,
            keep::Shade::Dark => Shade::Dark,
        };
        Palette::new(self.depth, board, shade)
    }
}

/// The colours in use. Light and dark squares differ in brightness, marks in hue from blue to orange, which nearly
/// everybody can tell apart; and every mark has a shape besides.
#[derive(Clone, Copy, Debug)]
pub struct Palette {
    depth: Depth,
    /// Light and dark squares.
    pub squares: [Color; 2],
    /// Light and dark squares of the last move.
    pub last: [Color; 2],
    /// Light and dark squares on which the last move has taken something.
    pub taken: [Color; 2],
    /// Light and dark squares that are picked.
    pub picked: [Color; 2],
    /// Light and dark squares of a hint or a premove.
    pub planned: [Color; 2],
    /// A king in check.
    pub check: Color,
    /// The bodies of white and black pieces in pictures.
    pub bodies: [Color; 2],
    /// The rim of white pieces in pictures, and all pieces as symbols and letters.
    pub ink: Color,
    /// The rim of white pieces in small pictures, where a darker one would be more than the piece.
    pub soft: Color,
    /// What is to be noticed.
    pub accent: Color,
    /// What went wrong.
    pub alarm: Color,
}

impl Palette {
    fn new(depth: Depth, board: Board, shade: Shade) -> Self {
        let [light, dark] = match (board, shade) {
            // The nearest of the 256 would be pink and olive; these are of wood.
            (Board::Wood, Shade::Light) if depth == Depth::Palette => [0xff_d7af, 0xaf_875f],
            (Board::Wood, Shade::Dark) if depth == Depth::Palette => [0xd7_af87, 0xaf_875f],
            (Board::Wood, Shade::Light) => [0xee_dfc4, 0xb5_8a63],
            (Board::Wood, Shade::Dark) => [0xc9_bda6, 0x8a_755e],
            (Board::Blue, Shade::Light) => [0xde_e6ee, 0x86_a3bd],
            (Board::Blue, Shade::Dark) => [0xb4_c1cd, 0x64_7f98],
            (Board::Green, Shade::Light) => [0xe6_e9d2, 0x82_a374],
            (Board::Green, Shade::Dark) => [0xbd_c6ab, 0x63_8259],
        };
        let paint = |rgb: u32| color(depth, rgb);
        let both = |tint: u32, share: u32| [light, dark].map(|square| paint(mix(square, tint, share)));
        let (accent, alarm) = match shade {
            Shade::Light => (0x1f_5fa8, 0xa8_4a00),
            Shade::Dark => (0x6a_b0f3, 0xf0_a050),
        };
        Self {
            depth,
            squares: [light, dark].map(paint),
            last: both(0xe6_c84a, 55),
            taken: both(0xd6_5a44, 65),
            picked: both(0x3f_8fd6, 60),
            planned: both(0x9a_6fc8, 50),
            check: paint(0xe0_7a2f),
            bodies: [paint(0xff_ffff), paint(0x17_1310)],
            ink: paint(0x17_1310),
            soft: paint(if depth > Depth::Sixteen { mix(dark, 0x17_1310, 55) } else { 0x17_1310 }),
            accent: paint(accent),
            alarm: paint(alarm),
        }
    }

    /// Whether there are colours at all.
    pub fn is_colored(&self) -> bool {
        self.depth > Depth::Plain
    }

    /// What is to be noticed.
    pub fn notable(&self) -> Style {
        let style = Style::new().add_modifier(Modifier::BOLD);
        if self.is_colored() { style.fg(self.accent) } else { style }
    }

    /// What went wrong.
    pub fn alarming(&self) -> Style {
        let style = Style::new().add_modifier(Modifier::BOLD);
        if self.is_colored() { style.fg(self.alarm) } else { style }
    }

    /// What one looks at only when one looks for it.
    pub fn quiet() -> Style {
        Style::new().add_modifier(Modifier::DIM)
    }

    /// Where the choice is.
    pub fn chosen() -> Style {
        Style::new().add_modifier(Modifier::REVERSED)
    }
}

/// A colour between two, nearer to the second by so many hundredths.
fn mix(one: u32, two: u32, share: u32) -> u32 {
    let part = |shift: u32| {
        let (one, two) = (one >> shift & 0xff, two >> shift & 0xff);
        ((one * (100 - share) + two * share) / 100) << shift
    };
    part(16) | part(8) | part(0)
}

/// A colour as near to this as the terminal has.
fn color(depth: Depth, rgb: u32) -> Color {
    let [_, red, green, blue] = rgb.to_be_bytes();
    match depth {
        Depth::Plain => Color::Reset,
        Depth::Full => Color::Rgb(red, green, blue),
        Depth::Palette => {
            // A cube of six steps a side: 0, 95, and on by 40.
            let step = |level: u8| (u16::from(level).saturating_sub(35) / 40).min(5) as u8;
            Color::Indexed(16 + 36 * step(red) + 6 * step(green) + step(blue))
        }
        Depth::Sixteen => nearest_of_sixteen([red, green, blue]),
    }
}

fn nearest_of_sixteen(rgb: [u8; 3]) -> Color {
    const SIXTEEN: [(Color, [u8; 3]); 10] = [
        (Color::Black, [0, 0, 0]),
        (Color::White, [255, 255, 255]),
        (Color::Gray, [192, 192, 192]),
        (Color::DarkGray, [128, 128, 128]),
        (Color::Yellow, [190, 160, 60]),
        (Color::LightYellow, [240, 220, 110]),
        (Color::Blue, [50, 90, 180]),
        (Color::LightBlue, [110, 170, 240]),
        (Color::Red, [200, 100, 50]),
        (Color::Green, [90, 150, 90]),
    ];
    let distance = |other: &[u8; 3]| -> i32 {
        rgb.iter().zip(other).map(|(&one, &two)| (i32::from(one) - i32::from(two)).pow(2)).sum()
    };
    SIXTEEN.iter().min_by_key(|(_, known)| distance(known)).map_or(Color::Reset, |&(color, _)| color)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(environment: &[(&str, &str)], depth: Depth, ascii: bool, shade: Shade) {
        let variable = |name: &str| {
            environment.iter().find(|(known, _)| *known == name).map(|(_, value)| (*value).to_owned())
        };
        assert_eq!(Look::of_environment(false, variable), Look { depth, ascii, shade }, "{environment:?}");
    }

    #[test]
    fn nothing_but_ascii_is_shown_where_only_that_can_be() {
        let look = Look { depth: Depth::Plain, ascii: true, shade: Shade::Dark };
        assert_eq!(look.text("Łukasz Ångström – Zoë: “e4”… 王"), "Lukasz Angstrom - Zoe: \"e4\"~ ?");
        assert_eq!(look.text("← → ▸○"), "Left Right >o");
    }

    #[test]
    fn wood_is_brown_in_256_colours() {
        for (shade, light) in [(Shade::Light, 223), (Shade::Dark, 180)] {
            let palette = Palette::new(Depth::Palette, Board::Wood, shade);
            assert_eq!(palette.squares, [Color::Indexed(light), Color::Indexed(137)]);
        }
    }

    #[test]
    fn the_environment_tells_what_can_be_shown() {
        use Depth::{Full, Palette, Plain, Sixteen};
        use Shade::{Dark, Light};
        check(&[("TERM", "xterm"), ("LANG", "en_GB.UTF-8")], Sixteen, false, Dark);
        check(&[("TERM", "xterm-256color")], Palette, false, Dark);
        check(&[("TERM", "xterm-256color"), ("COLORTERM", "truecolor")], Full, false, Dark);
        check(&[("NO_COLOR", "1"), ("COLORTERM", "truecolor")], Plain, false, Dark);
        check(&[("TERM", "dumb"), ("LANG", "C")], Plain, true, Dark);
        check(&[("TERM", "linux"), ("LANG", "en_GB.UTF-8")], Sixteen, true, Dark);
        check(&[("TERM", "rxvt"), ("COLORFGBG", "0;15")], Sixteen, false, Light);
    }
}
