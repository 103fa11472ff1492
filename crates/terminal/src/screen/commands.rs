//! The commands that can be written after `:`.

use super::action::Action;
use regence_rules::Color;

/// A command: its name, what follows it, and what it does.
pub struct CommandWord {
    /// Its name.
    pub name: &'static str,
    /// What follows.
    pub arguments: &'static str,
    /// What it does.
    pub purpose: &'static str,
}

const fn word(name: &'static str, arguments: &'static str, purpose: &'static str) -> CommandWord {
    CommandWord { name, arguments, purpose }
}

/// All commands, by name.
pub const COMMANDS: [CommandWord; 37] = [
    word("analyse", "", "evaluate every move of the game"),
    word("bar", "", "evaluation bar on, off"),
    word("castling", "KQkq", "free board: say who may castle"),
    word("claim", "", "claim a draw"),
    word("clear", "", "free board: take all pieces away"),
    word("clock", "5+3", "set the clocks; - is without"),
    word("copy", "fen or pgn", "copy the position or the game"),
    word("decline", "", "decline a draw"),
    word("draw", "", "offer a draw, or accept one"),
    word("edit", "", "free board: edit the position"),
    word("fen", "", "copy the position as FEN"),
    word("flip", "", "turn the board"),
    word("help", "", "all keys and commands"),
    word("hint", "", "what the engine would play"),
    word("lines", "", "engine lines on, off"),
    word("load", "FILE or FEN", "open a PGN file or a position"),
    word("new", "", "a new game"),
    word("pause", "", "stop the clocks and the computers"),
    word("put", "e4 Q", "free board: put a piece on a square"),
    word("quit", "", "leave; the game is kept"),
    word("redo", "", "play again what was taken back"),
    word("rematch", "", "the same again with sides swapped"),
    word("remove", "e4", "free board: clear a square"),
    word("reset", "", "begin again"),
    word("resign", "", "give up"),
    word("resume", "", "go on after a pause"),
    word("review", "", "look through the game"),
    word("save", "FILE", "write the game as PGN, or the position if FILE ends in .fen"),
    word(
        "seat",
        "white computer:taker",
        "put somebody else on a side: human:NAME, engine:LEVEL, computer:NAME",
    ),
    word("settings", "", "settings"),
    word("speed", "2", "seconds a move when watching"),
    word("start", "", "free board: play from here"),
    word("stop", "", "end the game and edit its position"),
    word("swap", "", "the players change sides"),
    word("take", "white", "take over a side from a computer"),
    word("turn", "white", "free board: say who is to move"),
    word("undo", "", "take back"),
];

/// The commands that begin like this.
pub fn beginning_with(start: &str) -> impl Iterator<Item = &'static CommandWord> {
    COMMANDS.iter().filter(move |command| command.name.starts_with(start))
}

/// The action that a written command means; `None` if its first word is no command, or an error if what follows is wrong.
pub fn read(text: &str) -> Option<Result<Action, String>> {
    let (name, rest) = text.trim().split_once(' ').unwrap_or((text.trim(), ""));
    let rest = rest.trim();
    let mut known = beginning_with(name);
    let command = COMMANDS.iter().find(|command| command.name == name).or_else(|| {
        // Its beginning is enough if there is only one.
        known.next().filter(|_| !name.is_empty() && known.next().is_none())
    })?;
    Some(action(command, rest))
}

fn action(command: &CommandWord, rest: &str) -> Result<Action, String> {
    let wrong = || {
        Err(format!(
            ":{} {rest:?} is not understood, expected :{} {}",
            command.name, command.name, command.arguments
        ))
    };
    Ok(match (command.name, rest) {
        ("analyse", _) => Action::Analyse,
        ("bar", _) => Action::Bar,
        ("claim", _) => Action::Claim,
        ("copy", "pgn") => Action::CopyPgn,
        ("copy" | "fen", "" | "fen") => Action::CopyFen,
        ("decline", _) => Action::DeclineDraw,
        ("draw", _) => Action::OfferDraw,
        ("edit" | "stop", _) => Action::Edit,
        ("flip", _) => Action::Flip,
        ("help", _) => Action::Help,
        ("hint", _) => Action::Hint,
        ("lines", _) => Action::Lines,
        ("load", file) if !file.is_empty() => Action::Load(file.into()),
        ("new", _) => Action::New,
        ("quit", _) => Action::Quit,
        ("redo", _) => Action::Redo,
        ("rematch", _) => Action::Rematch,
        ("reset", _) => Action::Reset,
        ("resign", _) => Action::Resign,
        ("review", _) => Action::Review,
        ("save", "") => Action::Save(None),
        ("save", file) => Action::Save(Some(file.into())),
        ("settings", _) => Action::Settings,
        ("take", "") => Action::TakeOver(None),
        ("take", "white") => Action::TakeOver(Some(Color::White)),
        ("take", "black") => Action::TakeOver(Some(Color::Black)),
        ("undo", _) => Action::Undo,
        ("clear" | "pause" | "resume" | "start" | "swap", _) => Action::Words(vec![command.name.into()]),
        ("castling" | "clock" | "put" | "remove" | "seat" | "speed" | "turn", rest) if !rest.is_empty() => {
            let words = core::iter::once(command.name).chain(rest.split_whitespace());
            Action::Words(words.map(Into::into).collect())
        }
        _ => return wrong(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commands_are_sorted_and_each_means_something() {
        assert!(COMMANDS.is_sorted_by_key(|command| command.name));
        for command in &COMMANDS {
            let example = command.arguments.split(" or ").next().unwrap_or_default();
            let text = format!("{} {example}", command.name);
            assert!(matches!(read(&text), Some(Ok(_))), "{text}: {:?}", read(&text));
        }
    }

    #[test]
    fn beginnings_are_enough_if_they_are_clear() {
        assert_eq!(read("fl"), Some(Ok(Action::Flip)));
        assert_eq!(read("re"), None);
        assert_eq!(read("save a b.pgn"), Some(Ok(Action::Save(Some("a b.pgn".into())))));
        assert_eq!(read("Nf3"), None);
        let why = read("turn").expect("a command").expect_err("it needs a colour");
        assert_eq!(why, ":turn \"\" is not understood, expected :turn white");
    }
}
