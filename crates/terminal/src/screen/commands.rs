//! The commands that can be written after `:`.

use super::action::Action;
use super::message::Existing;
use crate::suggestion::nearest;
use crate::visible::Visible;
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
pub const COMMANDS: [CommandWord; 39] = [
    word("analyse", "", "review the game in words and as a graph"),
    word("bar", "", "evaluation bar on, off"),
    word("castling", "KQkq", "free board: say who may castle"),
    word("claim", "", "claim a draw"),
    word("clear", "", "free board: take all pieces away"),
    word("clock", "5+3", "set the clocks: 40/90+30:30+30 has two periods, *5 is an hourglass, - is without"),
    word("copy", "fen or pgn", "copy the position or the game"),
    word("decline", "", "decline a draw"),
    word("draw", "", "offer a draw, or accept one"),
    word("edit", "", "free board: edit the position"),
    word("export", "FILE", "the same as save"),
    word("fen", "FEN", "load a position; without one, copy this one"),
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
    word("resign", "white", "give up; your own side if none is named"),
    word("resume", "", "go on after a pause"),
    word("review", "", "look through the game"),
    word("save", "FILE", "write the game as PGN, or the position if FILE ends in .fen"),
    word("save!", "FILE", "the same, and replace a file of that name"),
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

/// The commands that begin like this, in any case; but two letters of which one is large are rather meant as a move.
pub fn beginning_with(start: &str) -> impl Iterator<Item = &'static CommandWord> {
    let may_be = start.len() > 2 || !start.bytes().any(|letter| letter.is_ascii_uppercase());
    let start = start.to_ascii_lowercase();
    COMMANDS.iter().filter(move |command| may_be && command.name.starts_with(&start))
}

/// The action that a written command means; `None` if its first word is no command, or an error if what follows is wrong.
pub fn read(text: &str) -> Option<Result<Action, String>> {
    let (name, rest) = text.trim().split_once(' ').unwrap_or((text.trim(), ""));
    let rest = rest.trim();
    let exact = COMMANDS.iter().find(|command| command.name.eq_ignore_ascii_case(name));
    let command = exact.or_else(|| {
        // Its beginning is enough if there is only one; whoever replaces a file writes the whole word.
        let mut known = beginning_with(name).filter(|command| !command.name.ends_with('!'));
        known.next().filter(|_| !name.is_empty() && known.next().is_none())
    })?;
    Some(action(command, rest))
}

/// What to say of a word that is no command: which ones it could mean, if any.
pub fn suggestion(text: &str) -> String {
    let name = text.split_whitespace().next().unwrap_or_default();
    let name = Visible(name.as_ref()).to_string();
    let name = name.as_str();
    let several: Vec<String> = beginning_with(name).map(|command| format!(":{}", command.name)).collect();
    if several.len() > 1 {
        return format!("{name:?} could mean {}", several.join(", "));
    }
    match nearest(name.as_ref(), COMMANDS.iter().map(|command| command.name)) {
        Some(near) => format!("{name:?} is no move and no command: did you mean :{near}?"),
        None => format!("{name:?} is no move and no command: :help lists them"),
    }
}

fn action(command: &CommandWord, rest: &str) -> Result<Action, String> {
    let wrong = || {
        Err(format!(
            ":{} {rest:?} is not understood, expected :{} {}",
            command.name, command.name, command.arguments
        ))
    };
    // What is not a name of somebody's or something's is understood in any case.
    let lower = rest.to_ascii_lowercase();
    Ok(match (command.name, lower.as_str()) {
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
        ("load" | "fen", some) if !some.is_empty() => Action::Load(rest.into()),
        ("new", _) => Action::New,
        ("quit", _) => Action::Quit,
        ("redo", _) => Action::Redo,
        ("rematch", _) => Action::Rematch,
        ("reset", _) => Action::Reset,
        ("resign", "") => Action::Resign(None),
        ("resign", "white" | "w") => Action::Resign(Some(Color::White)),
        ("resign", "black" | "b") => Action::Resign(Some(Color::Black)),
        ("review", _) => Action::Review,
        ("save" | "save!" | "export", "") => Action::Save(None, Existing::Keep),
        ("save" | "export", _) => Action::Save(Some(rest.into()), Existing::Keep),
        ("save!", _) => Action::Save(Some(rest.into()), Existing::Replace),
        ("settings", _) => Action::Settings,
        ("take", "") => Action::TakeOver(None),
        ("take", "white") => Action::TakeOver(Some(Color::White)),
        ("take", "black") => Action::TakeOver(Some(Color::Black)),
        ("undo", _) => Action::Undo,
        ("clear" | "pause" | "resume" | "start" | "swap", _) => Action::Words(vec![command.name.into()]),
        ("castling" | "clock" | "put" | "remove" | "seat" | "speed" | "turn", some) if !some.is_empty() => {
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
        assert_eq!(read("Nf3"), None);
        assert_eq!(read("Ne"), None, "rather a move");
        let why = read("turn").expect("a command").expect_err("it needs a colour");
        assert_eq!(why, ":turn \"\" is not understood, expected :turn white");
    }

    #[test]
    fn files_are_replaced_by_the_whole_word_only() {
        let save = |name: &str, existing| Some(Ok(Action::Save(Some(name.into()), existing)));
        assert_eq!(read("save a b.pgn"), save("a b.pgn", Existing::Keep));
        assert_eq!(read("sa A.pgn"), save("A.pgn", Existing::Keep));
        assert_eq!(read("export a.pgn"), save("a.pgn", Existing::Keep));
        assert_eq!(read("save! a.pgn"), save("a.pgn", Existing::Replace));
    }

    #[test]
    fn a_position_is_loaded_by_the_word_of_the_plain_text_as_well() {
        let load = Some(Ok(Action::Load("4k3/8/8/8/8/8/8/4K3 w - - 0 1".into())));
        assert_eq!(read("fen 4k3/8/8/8/8/8/8/4K3 w - - 0 1"), load);
        assert_eq!(read("load 4k3/8/8/8/8/8/8/4K3 w - - 0 1"), load);
        assert_eq!(read("fen"), Some(Ok(Action::CopyFen)));
    }

    #[test]
    fn case_does_not_matter() {
        assert_eq!(read("FLIP"), Some(Ok(Action::Flip)));
        assert_eq!(read("Resign White"), Some(Ok(Action::Resign(Some(Color::White)))));
        assert_eq!(read("Take BLACK"), Some(Ok(Action::TakeOver(Some(Color::Black)))));
    }

    #[test]
    fn words_that_are_no_commands_are_answered_with_what_was_meant() {
        assert_eq!(suggestion("resgin"), "\"resgin\" is no move and no command: did you mean :resign?");
        assert_eq!(suggestion("xyzzy now"), "\"xyzzy\" is no move and no command: :help lists them");
        assert_eq!(suggestion("res"), "\"res\" could mean :reset, :resign, :resume");
    }
}
