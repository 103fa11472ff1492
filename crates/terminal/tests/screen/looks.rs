//! Sizes, themes and what the terminal can show.

use crate::player::{PLAIN, Player};
use crate::snapshot;
use regence_terminal::keep::{Board, Figures, Settings};
use regence_terminal::screen::{Depth, Look, Message, Shade};

const FULL: Look = Look { depth: Depth::Full, ascii: false, shade: Shade::Dark };

#[test]
fn a_game_looks_like_its_pictures_in_every_size_and_theme() {
    for (columns, rows) in [(40, 20), (80, 24), (120, 40)] {
        for (shade, name) in [(Shade::Dark, "dark"), (Shade::Light, "light")] {
            let mut player = Player::new((columns, rows), Look { shade, ..FULL });
            player.keys("t Enter");
            player.play("e4 d5");
            // The pawn on e4 is picked: it can take, and it can go on.
            player.keys("Up Up Enter");
            snapshot::check(&player, &format!("game-{columns}x{rows}-{name}"));
        }
    }
    let mut player = Player::two_people();
    player.play("e4 d5");
    snapshot::check(&player, "game-80x24-ascii");
}

#[test]
fn the_pages_look_like_their_pictures() {
    for (keys, name) in [("", "home"), ("n", "new-game"), ("s", "settings")] {
        for (shade, theme) in [(Shade::Dark, "dark"), (Shade::Light, "light")] {
            let mut player = Player::new((80, 24), Look { shade, ..FULL });
            player.keys(keys);
            snapshot::check(&player, &format!("{name}-80x24-{theme}"));
        }
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

#[test]
fn a_narrow_screen_has_names_clocks_and_moves_around_the_board() {
    let mut player = Player::new((50, 24), PLAIN);
    player.keys("t Enter : clock Space 5+0 Enter");
    player.play("e4 e5 Nf3");
    let picture = player.picture();
    let rows: Vec<&str> = picture.lines().collect();
    assert!(rows[0].contains("Black") && rows[0].contains("5:00"), "{picture}");
    assert!(rows[18].contains("White") && rows[18].contains("5:00"), "{picture}");
    assert!(rows[19].contains("1. e4 e5 2. Nf3"), "{picture}");
    player.resize((43, 21));
    let picture = player.picture();
    let row = picture.lines().nth(17).unwrap_or_default();
    assert!(row.contains("White") && row.contains("Black"), "{picture}");
    player.resize((30, 13));
    player.sees("Black to move");
}

#[test]
fn what_is_too_long_is_wrapped_or_seen_to_be_cut() {
    let mut player = Player::new((40, 20), PLAIN);
    player.keys("t Enter");
    player.play("Ke2");
    player.sees("Your own pawn stands on e2");
    player.keys("Esc y");
    player.sees("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNB");
    player.sees("QKBNR w KQkq - 0 1");
    let mut player = Player::new((40, 24), PLAIN);
    player.keys("?");
    player.sees("on the board: move the");
    player.sees("cursor, pick and drop");
    player.keys("Esc");
    player.resize((36, 24));
    player.keys("s Down Down Down Down");
    player.sees("Two players: turn the board: no");
}

#[test]
fn captures_are_what_was_taken_even_after_a_promotion() {
    let mut player = Player::two_people();
    player.play("a4 b5 axb5 a6 bxa6 h6 a7 h5 axb8=Q Rxb8");
    let picture = player.picture();
    let below = |name: &str| {
        let row = picture.lines().position(|row| row.contains(name)).expect("a player");
        let text = picture.lines().nth(row + 1).unwrap_or_default();
        text.chars().skip(44).filter(char::is_ascii_alphabetic).collect::<String>()
    };
    // Black has taken a queen that was a pawn, and White a knight and two pawns.
    assert_eq!((below("Black  Human"), below("White  Human")), ("Q".into(), "npp".into()), "{picture}");
}

#[test]
fn nobody_is_to_move_after_the_end() {
    let mut player = Player::two_people();
    player.sees(">o White");
    player.play("f3 e5 g4 Qh4");
    player.does_not_see(">o White");
    player.does_not_see(">@ Black");
}

#[test]
fn a_clock_shows_what_has_begun() {
    use std::time::Duration;
    let mut player = Player::two_people();
    player.keys(": clock Space 5+0 Enter");
    player.play("e4");
    player.wait(Duration::from_millis(10));
    player.sees("5:00");
    player.does_not_see("4:59");
    player.wait(Duration::from_millis(990));
    player.sees("4:59");
}

#[test]
fn the_board_grows_with_the_terminal() {
    let mut player = Player::new((80, 24), FULL);
    player.keys("t Enter");
    let mut last = 0;
    for (size, columns) in [((80, 24), 5), ((100, 29), 7), ((120, 60), 9), ((200, 60), 15), ((300, 90), 21)] {
        player.resize(size);
        let picture = player.picture();
        let files = picture.lines().find(|line| {
            line.split_whitespace().take(8).eq("abcdefgh".split("").filter(|file| !file.is_empty()))
        });
        let files = files.unwrap_or_else(|| panic!("no files at {size:?}:\n{picture}"));
        let place = |file: char| files.chars().position(|letter| letter == file).unwrap_or_default();
        assert_eq!(place('b') - place('a'), columns, "at {size:?}");
        assert!(columns > last);
        last = columns;
    }
}

#[test]
fn a_wider_terminal_has_no_smaller_squares_than_a_piece_needs() {
    for rows in [24, 30, 40, 60] {
        let mut last = 0;
        for columns in 30..=160 {
            let mut player = Player::new((columns, rows), PLAIN);
            player.keys("t Enter");
            let picture = player.picture();
            let files = picture.lines().find(|line| line.trim_start().starts_with("a "));
            let files = files.unwrap_or_else(|| panic!("no files at {columns} x {rows}:\n{picture}"));
            let place = |file: char| files.find(file).unwrap_or_default();
            let square = place('b') - place('a');
            assert!(square >= 5 || square >= last, "{columns} x {rows}:\n{picture}");
            last = square;
        }
    }
    // Whoever wants to see the engine's lines sees them.
    let mut player = Player::new((60, 24), PLAIN);
    player.keys("t Enter");
    player.does_not_see("Engine");
    player.keys("e");
    player.sees("Engine");
}

#[test]
fn a_terminal_that_says_it_is_light_gets_other_colours() {
    let mut player = Player::new((80, 24), FULL);
    player.keys("t Enter");
    let ground = |player: &Player| player.background((4, 0));
    let dark = ground(&player);
    player.send(Message::Background(Shade::Light));
    assert_ne!(ground(&player), dark);
    player.send(Message::Background(Shade::Dark));
    assert_eq!(ground(&player), dark);
}

#[test]
fn a_last_move_that_took_something_looks_different() {
    let mut player = Player::new((80, 24), FULL);
    player.keys("t Enter");
    player.play("e4 d5 exd5");
    player.sees("( ♙ ×");
    player.play("Nf6");
    player.sees("( ♞ )");
    player.does_not_see("×");
    player.keys("Esc Left");
    player.sees("( ♙ ×");
    let at = Player::square("d5");
    let after_capture = player.background(at);
    player.keys("Right");
    assert_ne!(after_capture, player.background(Player::square("f6")));
}
