//! The commands of the plain game: their names, what they mean, and what somebody meant who wrote another word.

use crate::suggestion::nearest;

/// Something to be done or answered.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
#[allow(missing_docs)] // Each is explained in the table below.
pub enum Word {
    Accept,
    Attackers,
    Board,
    Castling,
    Claim,
    Clear,
    Clock,
    Decline,
    Draw,
    Exit,
    Fen,
    File,
    Fill,
    Flip,
    Help,
    Hint,
    Insert,
    Last,
    Load,
    Material,
    Move,
    Moves,
    New,
    Pause,
    Pgn,
    Piece,
    Rank,
    Redo,
    Reset,
    Resign,
    Resume,
    Save,
    Seat,
    Select,
    Start,
    Status,
    Stop,
    Turn,
    Undo,
    Unselect,
}

/// What is known of a command.
pub struct Entry {
    /// Which one.
    pub word: Word,
    /// Its name.
    pub name: &'static str,
    /// Other names and short ones.
    pub aliases: &'static [&'static str],
    /// What follows its name.
    pub arguments: &'static str,
    /// What it does.
    pub meaning: &'static str,
}

impl Entry {
    const fn new(
        word: Word,
        names: (&'static str, &'static [&'static str]),
        arguments: &'static str,
        meaning: &'static str,
    ) -> Self {
        Self { word, name: names.0, aliases: names.1, arguments, meaning }
    }

    /// Its line in the help: "insert SQUARE PIECE (put, i): puts a piece on the free board".
    pub fn help(&self) -> String {
        let arguments =
            if self.arguments.is_empty() { String::new() } else { format!(" {}", self.arguments) };
        let aliases =
            if self.aliases.is_empty() { String::new() } else { format!(" ({})", self.aliases.join(", ")) };
        format!("{}{arguments}{aliases}: {}", self.name, self.meaning)
    }
}

/// All commands, in the order in which help lists them.
pub const ENTRIES: [Entry; 40] = [
    Entry::new(
        Word::Move,
        ("move", &["m"]),
        "FROM TO",
        "plays a move; on the free board, moves any piece anywhere",
    ),
    Entry::new(Word::Undo, ("undo", &["u", "back"]), "", "takes back the last move or edit"),
    Entry::new(Word::Redo, ("redo", &["r"]), "", "plays again what was taken back"),
    Entry::new(
        Word::Moves,
        ("moves", &["legal"]),
        "[SQUARE]",
        "lists the legal moves, or those of one piece",
    ),
    Entry::new(Word::Hint, ("hint", &[]), "", "suggests a move"),
    Entry::new(Word::Board, ("board", &["b"]), "", "shows the board"),
    Entry::new(Word::Flip, ("flip", &[]), "", "turns the board round"),
    Entry::new(Word::Select, ("select", &["s"]), "SQUARE", "marks a piece and where it can go"),
    Entry::new(Word::Unselect, ("unselect", &[]), "", "takes the mark away"),
    Entry::new(Word::Status, ("status", &[]), "", "says who plays, whose turn it is and how things stand"),
    Entry::new(Word::Last, ("last", &[]), "", "says the last move"),
    Entry::new(
        Word::Piece,
        ("piece", &["cell"]),
        "SQUARE or PIECE",
        "says what stands on a square, or where such pieces stand",
    ),
    Entry::new(Word::File, ("file", &[]), "LETTER", "says what stands on a file"),
    Entry::new(Word::Rank, ("rank", &[]), "NUMBER", "says what stands on a rank"),
    Entry::new(Word::Attackers, ("attackers", &[]), "SQUARE", "says which pieces attack a square"),
    Entry::new(Word::Material, ("material", &[]), "", "counts the pieces"),
    Entry::new(Word::Clock, ("clock", &[]), "[TIME]", "says what the clocks show, or sets them: 5+3"),
    Entry::new(Word::Pause, ("pause", &[]), "", "stops the clocks and the computers"),
    Entry::new(Word::Resume, ("resume", &["go"]), "", "goes on after a pause"),
    Entry::new(Word::Draw, ("draw", &[]), "", "offers a draw, or accepts one"),
    Entry::new(Word::Accept, ("accept", &[]), "", "accepts the offer of a draw"),
    Entry::new(Word::Decline, ("decline", &[]), "", "declines the offer of a draw"),
    Entry::new(
        Word::Claim,
        ("claim", &[]),
        "[MOVE]",
        "claims a draw by repetition or fifty moves, perhaps with a move",
    ),
    Entry::new(Word::Resign, ("resign", &[]), "[COLOUR]", "gives up"),
    Entry::new(Word::Reset, ("reset", &[]), "", "begins the game again from its start"),
    Entry::new(Word::New, ("new", &[]), "[VARIANT] [NUMBER]", "starts a new game: new chess960 518"),
    Entry::new(
        Word::Seat,
        ("seat", &[]),
        "COLOUR PLAYER",
        "puts human:NAME, computer:NAME or engine:LEVEL on a side",
    ),
    Entry::new(Word::Stop, ("stop", &[]), "", "ends the game without a result and frees the board"),
    Entry::new(
        Word::Insert,
        ("insert", &["put", "i"]),
        "SQUARE PIECE",
        "puts a piece on the free board: insert e4 N",
    ),
    Entry::new(Word::Clear, ("clear", &[]), "[SQUARE]", "clears the free board, or one square of it"),
    Entry::new(Word::Fill, ("fill", &[]), "PIECE", "puts the same piece on every square of the free board"),
    Entry::new(Word::Turn, ("turn", &[]), "[COLOUR]", "says whose turn it is, or sets it on the free board"),
    Entry::new(
        Word::Castling,
        ("castling", &[]),
        "RIGHTS",
        "sets who may castle on the free board: castling KQkq",
    ),
    Entry::new(Word::Start, ("start", &[]), "", "starts a game from the free board"),
    Entry::new(
        Word::Fen,
        ("fen", &[]),
        "[FEN]",
        "writes the position, or loads one; `fen pieces` writes the pieces alone",
    ),
    Entry::new(Word::Pgn, ("pgn", &[]), "", "writes the game"),
    Entry::new(
        Word::Save,
        ("save", &["save!"]),
        "FILE",
        "saves the game, or the position if FILE ends in .fen; `save!` replaces a file",
    ),
    Entry::new(Word::Load, ("load", &["open"]), "FILE", "loads a game or a position"),
    Entry::new(Word::Help, ("help", &["h", "?"]), "[COMMAND]", "explains"),
    Entry::new(Word::Exit, ("exit", &["quit", "q", "bye"]), "", "leaves"),
];

/// What somebody may have meant by a word.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Meaning {
    /// This.
    One(Word),
    /// One of these.
    Several(Vec<&'static str>),
    /// Nothing known, but perhaps this.
    Unknown(Option<&'static str>),
}

/// The command with exactly this name or alias, in any case.
pub fn exact(text: &str) -> Option<Word> {
    let is_named = |name: &&str| name.eq_ignore_ascii_case(text);
    let known = |entry: &&Entry| is_named(&entry.name) || entry.aliases.iter().any(is_named);
    ENTRIES.iter().find(known).map(|entry| entry.word)
}

/// The command that a word means: by its name, an alias, or the beginning of one that no other shares. A single letter
/// is too little to begin with: a slip of the finger starts no new game.
pub fn look_up(text: &str) -> Meaning {
    if let Some(word) = exact(text) {
        return Meaning::One(word);
    }
    let text = text.to_ascii_lowercase();
    let begins = |name: &&&'static str| text.len() > 1 && name.starts_with(&text);
    let found: Vec<(Word, &'static str)> = ENTRIES
        .iter()
        .filter_map(|entry| {
            let name = [&entry.name].into_iter().chain(entry.aliases).find(begins)?;
            Some((entry.word, *name))
        })
        .collect();
    match found[..] {
        [(word, _)] => Meaning::One(word),
        [] => Meaning::Unknown(nearest(text.as_ref(), ENTRIES.iter().map(|entry| entry.name))),
        _ => Meaning::Several(found.into_iter().map(|(_, name)| name).collect()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(text: &str, expected: &Meaning) {
        assert_eq!(look_up(text), *expected, "{text}");
    }

    #[test]
    fn names_aliases_and_unique_beginnings_are_understood() {
        for (text, word) in [
            ("undo", Word::Undo),
            ("UNDO", Word::Undo),
            ("u", Word::Undo),
            ("und", Word::Undo),
            ("put", Word::Insert),
            ("pu", Word::Insert),
            ("q", Word::Exit),
            ("?", Word::Help),
            ("move", Word::Move),
            ("moves", Word::Moves),
            ("m", Word::Move),
            ("b", Word::Board),
            ("att", Word::Attackers),
        ] {
            check(text, &Meaning::One(word));
        }
    }

    #[test]
    fn beginnings_of_several_words_name_them() {
        check("mo", &Meaning::Several(vec!["move", "moves"]));
        check("res", &Meaning::Several(vec!["resume", "resign", "reset"]));
    }

    #[test]
    fn slips_are_answered_with_what_was_meant() {
        check("baord", &Meaning::Unknown(Some("board")));
        check("resgin", &Meaning::Unknown(Some("resign")));
        check("xyzzy", &Meaning::Unknown(None));
        check("", &Meaning::Unknown(None));
        check("n", &Meaning::Unknown(None));
    }

    #[test]
    fn every_command_stands_in_the_table_once() {
        let mut names: Vec<&str> = ENTRIES
            .iter()
            .flat_map(|entry| [entry.name].into_iter().chain(entry.aliases.iter().copied()))
            .collect();
        names.sort_unstable();
        let all = names.len();
        names.dedup();
        assert_eq!(names.len(), all);
        let mut words: Vec<Word> = ENTRIES.iter().map(|entry| entry.word).collect();
        words.sort_unstable();
        words.dedup();
        assert_eq!(words.len(), ENTRIES.len());
    }
}
