//! What can be done at the board, and by which keys.

use super::message::Existing;
use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use regence_game::NodeId;
use regence_rules::Color;

/// Something to do at the board.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Action {
    /// Look one move back.
    Back,
    /// Look one move forward.
    Forward,
    /// Look at the start.
    First,
    /// Look at the last position.
    Last,
    /// Look at this place.
    LookAt(NodeId),
    /// Go to the next variation, or the one before.
    OtherVariation(isize),
    /// Turn the board.
    Flip,
    /// Take back.
    Undo,
    /// Play again what was taken back.
    Redo,
    /// Show all keys and commands.
    Help,
    /// Start or pause what is watched; in a review, play the best move.
    Space,
    /// One move while paused.
    Step,
    /// Watch faster, or slower.
    Speed(isize),
    /// A person takes over a side from a computer; the side to move if none is named.
    TakeOver(Option<Color>),
    /// Engine lines on or off.
    Lines,
    /// The evaluation bar on or off.
    Bar,
    /// Show what the other side threatens.
    Threat,
    /// Hints on the board on or off.
    Arrows,
    /// A new game.
    New,
    /// Open the line for moves and commands.
    Write,
    /// Between the board and the moves.
    Focus,
    /// Move the cursor by files and ranks, as seen.
    Cursor(i8, i8),
    /// Pick or drop at the cursor.
    Pick,
    /// Let go of whatever is picked, planned or shown.
    Cancel,
    /// Ask the engine for advice.
    Hint,
    /// A side gives up, after asking; one's own if none is named.
    Resign(Option<Color>),
    /// Offer a draw, or accept one.
    OfferDraw,
    /// Decline a draw.
    DeclineDraw,
    /// Claim a draw.
    Claim,
    /// Begin again, after asking.
    Reset,
    /// The same again with sides swapped.
    Rematch,
    /// Look through the game.
    Review,
    /// Evaluate every move of the game.
    Analyse,
    /// Write the game to a file; the name is made up if none is given.
    Save(Option<String>, Existing),
    /// Read games or a position from a file, or a position as FEN.
    Load(String),
    /// The position as FEN into the clipboard.
    CopyFen,
    /// The game as PGN into the clipboard.
    CopyPgn,
    /// Between playing and the free board.
    Edit,
    /// Something on the free board, or at the table, by its words.
    Words(Vec<String>),
    /// Settings.
    Settings,
    /// Leave for the start screen, after asking if need be.
    Quit,
}

/// What a key does at the board while nothing is being written.
pub fn by_key(key: KeyEvent, board_focused: bool) -> Option<Action> {
    let control = key.modifiers.contains(KeyModifiers::CONTROL);
    let shift = key.modifiers.contains(KeyModifiers::SHIFT);
    let cursor =
        |files, ranks, otherwise| if board_focused { Action::Cursor(files, ranks) } else { otherwise };
    Some(match key.code {
        KeyCode::Char('z') if control => Action::Undo,
        KeyCode::Char('y') if control => Action::Redo,
        KeyCode::Char(_) if control => return None,
        KeyCode::Left if shift => Action::OtherVariation(-1),
        KeyCode::Right if shift => Action::OtherVariation(1),
        KeyCode::Left => cursor(-1, 0, Action::Back),
        KeyCode::Right => cursor(1, 0, Action::Forward),
        KeyCode::Up => cursor(0, 1, Action::First),
        KeyCode::Down => cursor(0, -1, Action::Last),
        KeyCode::Home => Action::First,
        KeyCode::End => Action::Last,
        KeyCode::Tab | KeyCode::BackTab => Action::Focus,
        KeyCode::Enter => Action::Pick,
        KeyCode::Esc => Action::Cancel,
        KeyCode::Char(letter) => return by_letter(letter),
        _ => return None,
    })
}

fn by_letter(letter: char) -> Option<Action> {
    Some(match letter {
        'h' => Action::Back,
        'l' => Action::Forward,
        'f' => Action::Flip,
        'u' => Action::Undo,
        'U' => Action::Redo,
        '?' => Action::Help,
        ' ' => Action::Space,
        'e' => Action::Lines,
        'E' => Action::Bar,
        't' => Action::Threat,
        'a' => Action::Arrows,
        'n' => Action::New,
        ':' | '/' => Action::Write,
        '.' => Action::Step,
        '+' => Action::Speed(1),
        '-' => Action::Speed(-1),
        'i' => Action::Hint,
        'r' => Action::Resign(None),
        'o' => Action::OfferDraw,
        'k' => Action::Claim,
        'x' => Action::Reset,
        's' => Action::Save(None, Existing::Keep),
        'y' => Action::CopyFen,
        'm' => Action::Edit,
        'v' => Action::Review,
        'w' => Action::TakeOver(None),
        ',' => Action::Settings,
        'q' => Action::Quit,
        _ => return None,
    })
}

/// What undoes an action that was meant as the first letter of a move: `f` turns the board at once, and if `4` follows,
/// it was the beginning of `f4`. One looked at the place `before`.
pub fn opposite(letter: char, before: NodeId) -> Option<Action> {
    Some(match letter {
        'a' => Action::Arrows,
        'e' => Action::Lines,
        'f' => Action::Flip,
        'h' => Action::LookAt(before),
        _ => return None,
    })
}

/// Keys and what they do, for those who ask.
pub const KEYS: [(&str, &str); 32] = [
    ("Tab", "between the board and the moves"),
    ("arrows, Enter", "on the board: move the cursor, pick and drop"),
    ("a–h, N B R Q K O", "start typing a move: e4, Nf3, O-O, e2e4"),
    ("Esc", "cancel; leave the free board"),
    ("← → (h l)", "one move back, forward"),
    ("↑ ↓ Home End", "first, last"),
    ("Shift ← →", "other variation"),
    ("f", "flip the board"),
    ("u, Ctrl-Z", "take back"),
    ("U, Ctrl-Y", "redo"),
    ("space", "start, pause when watching; play the best move"),
    (". + -", "when watching: one move, faster, slower"),
    ("w", "take over a side from a computer"),
    ("e", "engine lines on, off"),
    ("E", "evaluation bar on, off"),
    ("t", "show the threat"),
    ("a", "marks for hints and threats on, off"),
    ("i", "hint"),
    ("r", "resign"),
    ("o", "offer draw"),
    ("k", "claim draw"),
    ("x", "begin again"),
    ("s", "save the game as PGN"),
    ("y", "copy the position as FEN"),
    ("v", "review the game"),
    ("[ ]", "in a review: the game before, the next of the file"),
    ("P", "in a review: play on from here"),
    ("m", "free board: edit the position"),
    ("PNBRQK pnbrqk, Del", "free board: put a piece, clear the square"),
    ("t", "free board: the other side to move"),
    ("z Z, g", "free board: empty it, set it up; play from here"),
    (", n q :", "settings, new game, quit, command"),
];
