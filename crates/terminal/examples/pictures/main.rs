//! Makes pictures of the full-screen game for documents, from the very buffers that a terminal would be sent:
//! `cargo xtask pictures`.

mod svg;

use ratatui::buffer::Buffer;
use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use ratatui::layout::Rect;
use regence_store::Moment;
use regence_terminal::keep::Settings;
use regence_terminal::screen::{App, Beginning, Depth, Effect, Look, Message, Shade};
use regence_terminal::thinker::{Thinker, Told};
use std::error::Error;
use std::path::Path;
use std::sync::mpsc::{Receiver, channel};
use std::time::Duration;
use std::{env, fs};

const COLOURS: Look = Look { depth: Depth::Full, ascii: false, shade: Shade::Dark };
const LETTERS: Look = Look { depth: Depth::Plain, ascii: true, shade: Shade::Dark };

/// Morphy against the Duke of Brunswick and Count Isouard, Paris 1858.
const OPERA: &str = "[Event \"Opera\"]\n[White \"Morphy\"]\n[Black \"Duke and Count\"]\n\n1. e4 e5 2. Nf3 d6 3. d4 Bg4 \
    4. dxe5 Bxf3 5. Qxf3 dxe5 6. Bc4 Nf6 7. Qb3 Qe7 8. Nc3 c6 9. Bg5 b5 10. Nxb5 cxb5 11. Bxb5+ Nbd7 12. O-O-O Rd8 \
    13. Rxd7 Rxd7 14. Rd1 Qe6 15. Bxd7+ Nxd7 16. Qb8+ Nxb8 17. Rd8# 1-0";

fn main() -> Result<(), Box<dyn Error>> {
    let folder = env::args_os().nth(1).ok_or("expected the folder for the pictures")?;
    let folder = Path::new(&folder);
    let mut start = Screen::new((64, 16), COLOURS);
    start.keys("Down");
    start.write(&folder.join("terminal-start.svg"))?;

    let mut game = Screen::new((112, 36), COLOURS);
    // Two people, with ten minutes each.
    game.keys("t Down Down Down Down Down Down Right Right Right Right Right Enter");
    game.type_moves("e4 e5 Nf3 Nc6 Bc4 Bc5 b4 Bxb4 c3 Ba5 d4 exd4 O-O d6 Qb3");
    // The cursor goes from e2 to the queen on d8, and picks it.
    game.keys("Left Up Up Up Up Up Up Enter");
    game.write(&folder.join("terminal-game.svg"))?;

    let mut review = Screen::new((100, 29), COLOURS);
    review.send(Message::Read("opera.pgn".into(), Ok(OPERA.as_bytes().to_vec())));
    review.keys(": analyse Enter");
    review.wait_for("Reviewed: ")?;
    review.keys("Home");
    for _ in 0..19 {
        review.keys("Right");
    }
    review.write(&folder.join("terminal-review.svg"))?;

    let mut small = Screen::new((44, 14), LETTERS);
    small.keys("t Enter");
    small.type_moves("e4 c5 Nf3 d6 Bb5");
    small.write(&folder.join("terminal-letters.svg"))?;
    Ok(())
}

/// The game, somebody who presses keys, and a thinker.
struct Screen {
    app: App,
    size: (u16, u16),
    now: Duration,
    thinker: Thinker,
    told: Receiver<Told>,
}

impl Screen {
    fn new(size: (u16, u16), look: Look) -> Self {
        let settings = Settings { name: "Ada".into(), ..Settings::default() };
        let epoch = Moment::of_date("2026-11-16").unwrap_or(Moment(0));
        let beginning = Beginning { look, settings, opponent: None, seed: 1, epoch };
        let (sender, told) = channel();
        // When nobody listens any more, the picture is done.
        let thinker = Thinker::new(move |news| drop(sender.send(news)));
        Self { app: App::new(beginning, size), size, now: Duration::ZERO, thinker, told }
    }

    fn send(&mut self, message: Message) {
        for effect in self.app.update(message, self.now) {
            match effect {
                Effect::Think(question) => self.thinker.ask(*question),
                Effect::StopThinking => self.thinker.cancel(),
                // A picture has no files and no clipboard.
                _ => {}
            }
        }
    }

    fn press(&mut self, code: KeyCode) {
        self.send(Message::Key(KeyEvent::new(code, KeyModifiers::NONE)));
    }

    /// Presses keys: names such as `Enter`, or letters.
    fn keys(&mut self, keys: &str) {
        for name in keys.split_whitespace() {
            match name {
                "Enter" => self.press(KeyCode::Enter),
                "Esc" => self.press(KeyCode::Esc),
                "Down" => self.press(KeyCode::Down),
                "Up" => self.press(KeyCode::Up),
                "Left" => self.press(KeyCode::Left),
                "Right" => self.press(KeyCode::Right),
                "Home" => self.press(KeyCode::Home),
                letters => letters.chars().for_each(|letter| self.press(KeyCode::Char(letter))),
            }
        }
    }

    fn type_moves(&mut self, moves: &str) {
        for (index, mv) in moves.split_whitespace().enumerate() {
            // Black thinks longer.
            self.now += Duration::from_secs(if index % 2 == 0 { 7 } else { 16 });
            self.keys(&format!("{mv} Enter"));
        }
    }

    /// Hears what the thinker says until the screen shows this.
    fn wait_for(&mut self, expected: &str) -> Result<(), Box<dyn Error>> {
        while !self.text().contains(expected) {
            let told = self.told.recv_timeout(Duration::from_mins(2))?;
            self.send(Message::Told(Box::new(told)));
        }
        Ok(())
    }

    fn buffer(&self) -> Buffer {
        let area = Rect::new(0, 0, self.size.0, self.size.1);
        let mut buffer = Buffer::empty(area);
        self.app.draw(area, &mut buffer);
        buffer
    }

    fn text(&self) -> String {
        self.buffer().content().iter().map(ratatui::buffer::Cell::symbol).collect()
    }

    fn write(&self, path: &Path) -> Result<(), Box<dyn Error>> {
        let picture = svg::picture(&self.buffer());
        println!("   {} ({} bytes)", path.display(), picture.len());
        Ok(fs::write(path, picture)?)
    }
}
