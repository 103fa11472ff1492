//! Keys, clicks and sizes by chance: whatever somebody does, the game goes on and can be shown.

use crate::player::{PLAIN, Player};
use ratatui::crossterm::event::{KeyModifiers, MouseButton, MouseEventKind};
use regence_game::Random;
use regence_terminal::screen::Message;
use std::time::Duration;

/// Keys, and lines that lead to where keys alone seldom do.
const DEEDS: &[&str] = &[
    "Enter",
    "Enter",
    "Enter",
    "Esc",
    "Tab",
    "Up",
    "Down",
    "Left",
    "Right",
    "Shift-Right",
    "End",
    "Home",
    "Del",
    "Space",
    "Ctrl-Z",
    "Ctrl-Y",
    "a",
    "b",
    "c",
    "d",
    "e",
    "f",
    "g",
    "h",
    "k",
    "m",
    "n",
    "o",
    "p",
    "q",
    "r",
    "s",
    "t",
    "u",
    "v",
    "w",
    "x",
    "y",
    "z",
    "N",
    "B",
    "R",
    "Q",
    "K",
    "O",
    "P",
    "U",
    "Z",
    "E",
    ":",
    "/",
    "?",
    ".",
    ",",
    "+",
    "-",
    "[",
    "]",
    "1",
    "2",
    "3",
    "4",
    "5",
    "6",
    "7",
    "8",
    "=",
    "e4 Enter",
    "d5 Enter",
    "exd5 Enter",
    "Nf3 Enter",
    "O-O Enter",
    ": edit Enter",
    ": start Enter",
    ": put Space e4 Space Q Enter",
    ": clear Enter",
    ": clock Space 1+1 Enter",
    ": seat Space black Space computer:random Enter",
    ": swap Enter",
    ": seat Space white Space computer:taker Enter",
    ": take Enter",
    ": reset Enter y",
    ": resign Enter y",
    ": rematch Enter",
    ": review Enter",
    ": castling Space KQkq Enter",
    ": turn Space black Enter",
    ": load Space 8/P6k/8/8/8/8/7p/K7 Space w Space - Space - Enter",
    ": pause Enter",
    ": resume Enter",
    ": load Space rqkr/pppp/PPPP/RQKR Space w Space - Space - Enter",
    ": draw Enter",
    ": claim Enter",
];

const SIZES: [(u16, u16); 9] =
    [(1, 1), (29, 13), (30, 13), (31, 20), (45, 14), (80, 24), (80, 24), (120, 40), (250, 70)];

fn play(seed: u64) {
    let mut random = Random::new(seed);
    let mut player = Player::new((80, 24), PLAIN);
    for _ in 0..600 {
        match random.below(20) {
            0 => player.resize(SIZES[random.below(SIZES.len())]),
            1 => player.wait(Duration::from_millis(random.below(5000) as u64)),
            2 => player.send(Message::Paste("Nf3 棋\u{7}".into())),
            3 => player
                .send(Message::Read("two.pgn".into(), Ok(b"1. e4 (1. d4 {?}) e5 *\n\n1. c4 *\n".to_vec()))),
            4..7 => {
                let kinds = [
                    MouseEventKind::Down(MouseButton::Left),
                    MouseEventKind::Up(MouseButton::Left),
                    MouseEventKind::ScrollDown,
                    MouseEventKind::ScrollUp,
                ];
                let at = (random.below(90) as u16, random.below(26) as u16);
                player.mouse(kinds[random.below(kinds.len())], at);
            }
            _ => player.keys(DEEDS[random.below(DEEDS.len())]),
        }
        // Whatever there is can be shown.
        let picture = player.picture();
        assert!(!picture.trim().is_empty(), "seed {seed}");
    }
    player.resize((80, 24));
    player.key(ratatui::crossterm::event::KeyCode::Char('c'), KeyModifiers::CONTROL);
    assert!(!player.picture().trim().is_empty(), "seed {seed}");
}

#[test]
fn nothing_that_is_pressed_breaks_anything() {
    (1..=12).for_each(play);
}
