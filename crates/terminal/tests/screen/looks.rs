//! Sizes, themes and what the terminal can show.

use crate::player::{PLAIN, Player};
use regence_terminal::keep::{Board, Figures, Settings};
use regence_terminal::screen::{Depth, Look, Shade};

const FULL: Look = Look { depth: Depth::Full, ascii: false, shade: Shade::Dark };

#[test]
fn the_start_of_a_game_looks_like_this_at_80_by_24() {
    let player = Player::two_people();
    let expected = "\
 8   r  ::n::  b  ::q::  k  ::b::  n  ::r::   @ Black  Human
        :::::     :::::     :::::     :::::
 7 ::p::  p  ::p::  p  ::p::  p  ::p::  p     - Moves ----------------------------
   :::::     :::::     :::::     :::::         no moves yet
 6      :::::     :::::     :::::     :::::
        :::::     :::::     :::::     :::::
 5 :::::     :::::     :::::     :::::
   :::::     :::::     :::::     :::::
 4      :::::     :::::     :::::     :::::
        :::::     :::::     :::::     :::::
 3 :::::     :::::     :::::     :::::
   :::::     :::::     :::::     :::::
 2   P  ::P::  P  ::P::> P <::P::  P  ::P::
        :::::     :::::     :::::     :::::
 1 ::R::  N  ::B::  Q  ::K::  B  ::N::  R
   :::::     :::::     :::::     :::::
     a    b    c    d    e    f    g    h


                                             >o White  Human

 @ White to move

 arrows Enter move  Tab moves  ? keys  u take back  i hint  r resign  o draw";
    let picture = player.picture();
    for (row, (seen, expected)) in picture.lines().zip(expected.lines()).enumerate() {
        assert_eq!(
            seen.split_whitespace().collect::<Vec<_>>(),
            expected.split_whitespace().collect::<Vec<_>>(),
            "row {row} of\n{picture}"
        );
    }
}

#[test]
fn every_size_shows_a_board_or_says_why_not() {
    let mut player = Player::two_people();
    player.play("e4");
    for columns in [1, 20, 30, 40, 60, 80, 100, 120, 200] {
        for rows in [1, 5, 13, 20, 24, 30, 40, 60] {
            player.resize((columns, rows));
            let is_small = columns < 30 || rows < 13;
            let expected = if is_small { "T" } else { "Black to move" };
            player.sees(expected);
        }
    }
    player.resize((60, 20));
    player.sees("1. e4");
    player.resize((30, 13));
    player.sees("Black to move");
}

#[test]
fn every_page_is_shown_at_every_size() {
    for keys in ["", "n", "t", "w", "s", "?", "h", "o", "b", "t Enter e4 Enter e :"] {
        for size in [(1, 1), (30, 13), (59, 19), (80, 24), (300, 100)] {
            let mut player = Player::new((80, 24), PLAIN);
            player.keys(keys);
            player.resize(size);
            assert!(!player.picture().trim().is_empty(), "{keys:?} at {size:?}");
        }
    }
}

#[test]
fn pieces_are_letters_symbols_or_pictures() {
    let draw = |look: Look, figures: Figures, size: (u16, u16)| {
        let settings = Settings { figures, ..Settings::default() };
        let mut player = Player::with(size, look, settings);
        player.keys("t Enter");
        player.picture()
    };
    let small = draw(FULL, Figures::Automatic, (80, 24));
    assert!(small.contains('♞') && small.contains('♘'), "{small}");
    let large = draw(FULL, Figures::Automatic, (120, 40));
    assert!(large.contains('▀') && !large.contains('♞'), "{large}");
    let letters = draw(FULL, Figures::Letters, (120, 40));
    assert!(letters.contains("  n  "), "{letters}");
    let plain = Look { depth: Depth::Plain, ..FULL };
    assert!(draw(plain, Figures::Automatic, (80, 24)).contains('░'));
    let sixteen = Look { depth: Depth::Sixteen, ..FULL };
    assert!(draw(sixteen, Figures::Automatic, (120, 40)).contains('♞'));
}

#[test]
fn ascii_is_ascii() {
    for keys in ["", "?", "n", "s", "t Enter e4 Enter d5 Enter e4 Enter", "t Enter e4 Enter Tab Left"] {
        let mut player = Player::new((120, 40), PLAIN);
        player.keys(keys);
        let picture = player.picture();
        let stranger = picture.chars().find(|letter| !letter.is_ascii());
        assert_eq!(stranger, None, "{picture}");
    }
}

#[test]
fn without_colours_nothing_is_coloured() {
    use ratatui::buffer::Buffer;
    use ratatui::layout::Rect;
    use ratatui::style::Color;
    let mut player = Player::two_people();
    player.play("e4 d5");
    player.keys("Enter");
    let area = Rect::new(0, 0, 80, 24);
    let mut buffer = Buffer::empty(area);
    player.app.draw(area, &mut buffer);
    assert!(buffer.content().iter().all(|cell| (cell.fg, cell.bg) == (Color::Reset, Color::Reset)));
}

#[test]
fn themes_differ_in_light_and_dark_and_by_board() {
    use ratatui::buffer::Buffer;
    use ratatui::layout::Rect;
    let mut seen = Vec::new();
    for board in Board::ALL {
        for shade in [Shade::Light, Shade::Dark] {
            let settings = Settings { board, ..Settings::default() };
            let mut player = Player::with((80, 24), Look { shade, ..FULL }, settings);
            player.keys("t Enter");
            let area = Rect::new(0, 0, 80, 24);
            let mut buffer = Buffer::empty(area);
            player.app.draw(area, &mut buffer);
            let colors = (buffer[(4, 6)].bg, buffer[(9, 6)].bg);
            assert_ne!(colors.0, colors.1);
            assert!(!seen.contains(&colors), "{board:?} {shade:?}");
            seen.push(colors);
        }
    }
}
