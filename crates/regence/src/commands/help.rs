//! `regence help`: explains the program or one of its commands.

use super::Command;
use crate::arguments::{Argument, Arguments};
use crate::error::Error;
use std::borrow::Cow;
use std::io::Write;

/// Reads which command is to be explained.
pub fn read(arguments: &mut Arguments) -> Result<Option<Command>, Error> {
    let Some(Argument::Word(word)) = arguments.next()? else {
        return Ok(None);
    };
    let topic = Command::from_word(&word)?;
    // What a command can be told to do is explained with the command: `regence help pgn check`.
    let mut parts = topic.words();
    while let Some(Argument::Word(word)) = arguments.next()? {
        if !parts.iter().any(|&part| word == part) {
            return Err(Error::StrayWord { word, command: Command::Help });
        }
        parts.clear();
    }
    Ok(Some(topic))
}

/// Explains.
pub fn run(topic: Option<Command>, out: &mut impl Write) -> Result<(), Error> {
    Ok(out.write_all(text(topic).as_bytes())?)
}

/// What is said of a command, or of the whole program.
pub fn text(topic: Option<Command>) -> Cow<'static, str> {
    Cow::Borrowed(match topic {
        None | Some(Command::Help) => return Cow::Owned(overview()),
        Some(Command::Analyze) => ANALYZE,
        Some(Command::Review) => REVIEW,
        Some(Command::Bench) => BENCH,
        Some(Command::Board) => BOARD,
        Some(Command::Book) => BOOK,
        Some(Command::Calibrate) => super::calibrate::HELP,
        Some(Command::Eval) => EVAL,
        Some(Command::Classroom) => CLASSROOM,
        Some(Command::Completions) => COMPLETIONS,
        Some(Command::Fen) => FEN,
        Some(Command::Games) => GAMES,
        Some(Command::Man) => MAN,
        Some(Command::Match) => super::match_engines::HELP,
        Some(Command::Moves) => MOVES,
        Some(Command::Opening) => OPENING,
        Some(Command::Perft) => PERFT,
        Some(Command::Pgn) => PGN,
        Some(Command::Play) => PLAY,
        Some(Command::Serve) => SERVE,
        Some(Command::Store) => super::store::HELP,
        Some(Command::Web) => WEB,
        Some(Command::Uci) => UCI,
        Some(Command::Worker) => super::worker::HELP,
    })
}

/// Everything at a glance.
fn overview() -> String {
    let width = Command::ALL.iter().map(|command| command.name().len()).max().unwrap_or(0);
    let list = Command::ALL.map(|command| format!("  {:width$}  {}\n", command.name(), command.purpose()));
    format!("{BEFORE_COMMANDS}{}{AFTER_COMMANDS}", list.concat())
}

const BEFORE_COMMANDS: &str = "\
Regence: chess.

Usage: regence COMMAND [ARGUMENTS]

Commands:
";

const AFTER_COMMANDS: &str = "
Flags:
  -h, --help       this text, or that of a command
  -V, --version    the version

Try `regence board` and `regence moves`. A position is given as FEN, in quotes:
  regence board --fen \"r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 3\"
";

const PLAY: &str = "\
Plays on the whole screen: against the computer, with two people, or by watching; with a free board, and reviews of
games. ? shows all keys. Every game is kept, where `regence games` and `regence web` find it, too; one that was left is
offered again. NO_COLOR in the environment means no colours.

With --plain, without a terminal, or if anything is said that the whole screen asks by itself, it plays in lines of
text: a line is a move, like e4, Nf3, O-O, e8=Q or e2e4, or a command; `help` lists the commands.

Usage: regence play [--level LEVEL] [--ascii] [--seed N] [--data DIR | --database URL] [FILE or FEN]
       regence play [--plain] [--speech] [--level LEVEL] [--white PLAYER] [--black PLAYER] [--variant VARIANT]
                    [--fen FEN] [--clock TIME] [--depth N] [--movetime MS] [--seed N] [--ascii] [FILE]

  FILE or FEN        a PGN file to look through, or a position to play from
  --ascii            letters instead of chess symbols and pictures, upper case for White
  --seed N           decides everything that is left to chance, 0 to 4294967295; the same lines give the same game
  --plain            lines of text, for pipes and small terminals
  --speech           no drawings, and moves in words: for screen readers
  --level LEVEL      the opponent: a rating from 400 to 2800, easy, medium, hard, very-hard, full, the name of a person
                     such as Wren, or of a simple computer
  --white PLAYER     who plays White: human, human:NAME, engine:LEVEL, or a simple computer: computer:random, :finisher,
                     :taker, :rescuer, :careful or :planner; without it, human
  --black PLAYER     who plays Black
  --variant VARIANT  orthodox, chess960, classroom, or house rules: house:orthodox,castling=off; without it, orthodox
  --fen FEN          the position to start from, on boards from 3x3 to 8x8
  --clock TIME       the time for each side: 5+3 is five minutes and three seconds a move, 40/90+30:30+30 has two
                     periods, the first of forty moves, and *5 is an hourglass of five minutes
  --depth N          the engine looks at most so many half-moves ahead, 1 to 128
  --movetime MS      the engine thinks at most so many milliseconds about a move
  --data DIR         the folder in which games of the whole screen are kept; without it, one in your home folder
  --database URL     a PostgreSQL database instead, postgres://USER@HOST:PORT/DATABASE

In plain text, questions are asked only if somebody types the answers. From a file or a pipe, the exit code is 1 if
any line was refused.
";

const WEB: &str = "\
Plays in the browser: starts a server for this machine alone, says where it is, and opens the page. Games are kept.

Usage: regence web [--no-open] [--port N] [--data DIR] [--threads N] [--hash MB]

  --no-open      only say where the page is
  --port N       listen there and nowhere else; without it, at 1851, or wherever there is room
  --data DIR     the folder in which games are kept; without it, one in your home folder
  --threads N    how many threads think, 1 to 256; without it, one for each processor
  --hash MB      how much each of them remembers, 1 to 65536; without it, 16
";

const SERVE: &str = "\
Lets others play in their browsers: the server of `regence web`, for a network. It speaks HTTP; for HTTPS, put it
behind a program that does. It stops in good order when told to terminate, and goes on where it stopped.

Usage: regence serve [--listen ADDRESS] [--data DIR | --database URL [--advertise ADDRESS] [--bus URL]]
                     [--host NAME]... [--proxy IP]... [--https] [--threads N] [--hash MB] [--json]

  --listen ADDRESS     where to wait for people, like 0.0.0.0:8080; without it, 127.0.0.1:1851
  --data DIR           the folder in which games are kept; without it, one in your home folder
  --database URL       a PostgreSQL database instead, postgres://USER@HOST:PORT/DATABASE; any number of servers share it
  --advertise ADDRESS  where those reach this one, HOST:PORT; without it, where it listens: enough on one machine
  --bus URL            a NATS server by which they and the workers wake each other, nats://HOST:PORT; without it, the
                       database. All must name the same
  --host NAME          a name by which people may call the server; without any, every name will do
  --proxy IP           a program before this one that is believed where people come from (X-Forwarded-For)
  --https              people come by HTTPS, so cookies are sent that way only
  --threads N          how many threads think, 1 to 256; without it, one for each processor
  --hash MB            how much each of them remembers, 1 to 65536; without it, 16
  --json               the log, on standard error, in JSON
";

const CLASSROOM: &str = "\
Plays chess for a first lesson: no check, castling, en passant or promotion; whoever takes the last king wins. One
or two people play, White is on top, and each move is asked for one square at a time.

Usage: regence classroom [--computer NAME] [--rule RULE=VALUE]... [--seed N]

  --computer NAME    against whom a single player plays, weakest first: random, finisher, taker, rescuer, careful or
                     planner; without it, taker
  --rule RULE=VALUE  changes one rule: castling, en-passant, promotion, check, kings-apart or repetition is on or off;
                     two-step is never-moved, second-rank or never; no-moves is draw or loss
  --seed N           decides what the computer chooses, 0 to 4294967295
";

const BOARD: &str = "\
Draws a position, White below, and says whose turn it is.

Usage: regence board [--fen FEN] [--chess960] [--ascii]

  --fen FEN     the position; without it, the start position
  --chess960    the FEN may name castling rooks by their files
  --ascii       letters instead of chess symbols, upper case for White
";

const MOVES: &str = "\
Lists the legal moves of a position, one a line: UCI, a tab, SAN. Checkmate and stalemate list nothing.

Usage: regence moves [--fen FEN] [--chess960]

  --fen FEN     the position; without it, the start position
  --chess960    the FEN may name castling rooks by their files; in UCI, castling is the king taking its rook
";

const FEN: &str = "\
Checks a FEN and writes it in its normal form: castling in the order KQkq, en passant only if a capture is legal.
Nothing is repaired: what is not the FEN of a legal position is refused, with the place and the reason.

Usage: regence fen [--chess960] FEN

  --chess960    castling rooks may be named by their files
";

const EVAL: &str = "\
Says what a position is worth without looking ahead, and why: what each term of the evaluation gives White and Black
with the pieces there are, the difference between them in the middlegame and in the endgame, and what it adds to the
total. Everything is in pawns and seen by White.

Usage: regence eval [--fen FEN] [--chess960] [--json]

  --fen FEN     the position; without it, the start position
  --chess960    the FEN may name castling rooks by their files
  --json        one JSON object instead of a table, in hundredths of a pawn
";

const ANALYZE: &str = "\
Looks ahead, and tells the best lines as it finds them: drawn in place on a terminal, one a line otherwise. Scores are
in pawns and seen by White; #3 is mate in three moves, #-3 if White is mated.

Usage: regence analyze [--fen FEN] [--chess960] [LIMITS] [--multipv N] [--threads N] [--hash MB] [--json]
       regence analyze --pgn FILE [LIMITS] [--multipv N] [--threads N] [--hash MB] [--json]
                       [--queue [--data DIR | --database URL [--bus URL]]]

  --fen FEN     the position; without it, the start position
  --chess960    the FEN may name castling rooks by their files; in UCI, castling is the king taking its rook
  --pgn FILE    every position of the main line of every game, - for standard input; one row each, with the move that
                led to it, marked ?! ? or ?? if it threw chances away, and the best line from there on
  --multipv N   so many best lines, 1 to 256; without it, one
  --threads N   search with so many threads, 1 to 256; without it, with one
  --hash MB     remember positions in so many megabytes, 1 to 65536; without it, 64
  --json        one JSON object a line: each line as it is found, or with --pgn, each position when it is done
  --queue       workers do it, a game each; the answers are the same and in order. Broken off and started again, it
                goes on where it was
  --data DIR    the folder with the workers' queue; without it, one in your home folder
  --database URL
                a PostgreSQL database instead, postgres://USER@HOST:PORT/DATABASE
  --bus URL     the NATS server by which the workers are woken, nats://HOST:PORT; without it, the database

Limits, for each position; the first that is reached counts. Without any, --time 1:
  --depth N     half-moves, 1 to 127
  --nodes N     positions looked at
  --time S      seconds, as in 0.5

Ctrl-C ends it with what has been found. Exit code 1 if a game of the file has an error.
";

const REVIEW: &str = "\
Says in plain words how the games of a file were played: how accurate each side was, where the game turned, and what was
wrong with every bad move. Accuracy and the marks ?! ? ?? follow the formulas that lichess.org publishes.

Usage: regence review [LIMITS] [--threads N] [--hash MB] [-o FILE] FILE

  FILE          the games, in PGN; - for standard input. Main lines are reviewed
  -o, --output FILE
                write the games there as well, with worths, marks and words behind the moves; those that could not be
                reviewed are left out
  --threads N   search with so many threads, 1 to 256; without it, with one
  --hash MB     remember positions in so many megabytes, 1 to 65536; without it, 64

Limits, for each position; the first that is reached counts. Without any, --nodes 100000:
  --depth N     half-moves, 1 to 127
  --nodes N     positions looked at
  --time S      seconds, as in 0.5

Ctrl-C ends it; games that are done are kept. Exit code 1 if a game of the file has an error, or house rules.
";

const PERFT: &str = "\
Counts the positions exactly DEPTH half-moves ahead. The last line is `nodes N`.

Usage: regence perft [--fen FEN] [--chess960] [--divide] [--threads N] [--hash MB] DEPTH

  DEPTH         half-moves, 0 to 255
  --fen FEN     the position; without it, the start position
  --chess960    the FEN may name castling rooks by their files; in UCI, castling is the king taking its rook
  --divide      also print the count behind each move
  --threads N   count with so many threads, 1 to 1024; without it, with one
  --hash MB     count a position that is reached in several ways only once, remembering up to so many megabytes
                (0 to 65536; without it, none). Positions are told apart by 64-bit keys.
";

const OPENING: &str = "\
Names an opening: ECO code, a tab, name. The name is that of the last named position on the way; by which moves a
position was reached does not matter. Then follow the moves that lead to other named openings, one a line: SAN, ECO
code, name.

Usage: regence opening [--fen FEN] [--chess960] MOVE...

  MOVE          SAN or UCI, with or without move numbers: 1. e4 e5 2. Nf3
  --fen FEN     the position before the moves; without it, the start position
  --chess960    the FEN may name castling rooks by their files

The names are those of lichess.org, which are in the public domain.
";

const BOOK: &str = "\
Lists the moves that a Polyglot opening book knows in a position, the heaviest first, with tabs between the parts:

  UCI  SAN  WEIGHT  SHARE OF THE WEIGHTS

Usage: regence book [--fen FEN] [--chess960] [--seed N] FILE

  FILE          the book, a .bin file
  --fen FEN     the position; without it, the start position
  --chess960    the FEN may name castling rooks by their files; in UCI, castling is the king taking its rook
  --seed N      choose one move by weight instead; the same number chooses the same move

`regence pgn book` makes a book.
";

const PGN: &str = "\
Works on the games of PGN files, always by the moves of their main lines.

Usage: regence pgn TASK [FLAGS] FILE...

  FILE          a PGN file, or - for standard input; games are numbered from 1 in each
  --threads N   read with so many threads, 1 to 1024; without it, with one for each core

check: one line a game, with tabs between the parts:
  NUMBER  HALF-MOVES  FINAL FEN  RESULT  TERMINATION
  NUMBER  error  LINE:COLUMN  REASON
  RESULT is that of the moves' text, * if there is none. TERMINATION is - or what the rules say of the final position:
  checkmate, stalemate, insufficient_material, dead_position (nobody can mate though there is material, where that can
  be found by trying), seventyfive_moves, fivefold, claim_fifty, claim_threefold; under house rules also king_taken and
  no_moves; with commas between them. An error is the first one of its game. Line and column count from 1.
  A file may be cut off among the moves of its last game, variations included; within a comment, that is an error.

stats: how many games there are, their results, half-moves on average, and the most frequent openings and players
  --top N             so many openings and players; without it, 10
  --json              an object of JSON instead of tables

filter: the games of which everything holds that is said, as they are written
  --player NAME       NAME is a part of a player's name; case and accents do not matter
  --white NAME        the same of White
  --black NAME        the same of Black
  --date FROM..TO     played between dates like 2024, 2024.05 or 2024.05.17; one end or one date will do. A date that
                      is not fully known will do if it may be between them, but never one of an unknown year
  --result RESULT     1-0, 0-1, 1/2-1/2 or *
  --eco CODES         the opening has a code like B90, one of B20-B99, or any of B
  --opening TEXT      TEXT is a part of the opening's name
  --fen FEN           the position was on the board; clocks do not matter. --chess960 as elsewhere
  --material PIECES   just these pieces were on the board, upper case for White: KRPkr
  --min-plies N       at least so many half-moves
  --max-plies N       at most so many half-moves

openings: one line a game: NUMBER  ECO CODE  NAME, or - for both

convert: the games in another form
  --to pgn            the export format of the PGN standard, with comments and variations
  --to uci            one line a game: `startpos` or `fen` and a FEN, moves with spaces between them, and the result,
                      with tabs between the three; a null move is 0000
  --to json           one line a game: an object with everything, as docs/json.md describes it

book: a Polyglot opening book of what was played
  -o, --output FILE   the file to write
  --min-games N       leave out moves played in fewer games; without it, 3
  --max-plies N       look at so many half-moves of each game, up to 1000; without it, 40
  --weights result    2 for a win of the side that moved, 1 for a draw or an unknown result; moves without weight are
                      left out. This is what one gets without the flag
  --weights games     1 for each game

What check says of a game with an error on standard output, the others say on standard error. All go on with the next
game, and behind a file that cannot be read with the next file; stats and book then answer nothing. Exit code 1 if a
game has an error, 2 if a file cannot be read.
";

const UCI: &str = "\
Speaks the Universal Chess Interface on standard input and output, as boards and match runners expect of an engine.

Usage: regence uci

It ends when it hears `quit` or when its input ends. It lists its options when it hears `uci`. These name files:
OwnBook and BookFile let it play from a Polyglot book, SyzygyPath looks up endings in the tables of some folders, with
colons between them, and EvalFile is a network to judge by, or <built-in>, or <hce> for the written evaluation.
";

const BENCH: &str = "\
Searches fixed positions to a fixed depth with one thread, and prints how many positions that took, and how long.
As long as the engine plays the same, the number is the same.

Usage: regence bench [DEPTH]

  DEPTH         half-moves, 1 to 60; without it, 12
";

const GAMES: &str = "\
Works on the games that are kept.

Usage: regence games [list] [FILTERS] [--limit N] [--data DIR | --database URL]
       regence games show ID
       regence games export [ID...] [FILTERS]
       regence games import FILE...
       regence games delete ID...

  list          one line a game, the newest first: ID, date, White, Black, result, half-moves, ECO code, opening
  show ID       what is known of a game, and its moves
  export        the games of these IDs, or all that the filters let through, as PGN
  import FILE   takes in the games of a PGN file, or of standard input if it is -; answers with one line a game: its
                number and its new ID, or its number, `error`, LINE:COLUMN and the reason. A game is taken in whole,
                with variations and comments, or not at all
  delete ID     deletes games for good

  --data DIR       the folder in which games are kept; without it, where this system keeps data of programs
  --database URL   a PostgreSQL database instead, postgres://USER@HOST:PORT/DATABASE
  --limit N        so many at most, 1 to 1000; without it, `list` shows 50 and `export` writes all

Filters:
  --player NAME    NAME is a part of a player's name; case does not matter
  --opening TEXT   with this in the opening's name
  --eco CODE       with an opening code that begins like this
  --result RESULT  1-0, 0-1, 1/2-1/2 or *
  --state STATE    running, finished or abandoned
  --since DATE     begun on this day or later: 2024-12-31, 2024-12 or 2024; games of an unknown year never are
  --before DATE    begun before this day
  --fen FEN        in which this position stood on the board
Exit code 1 if a game of a file has an error.
";

const COMPLETIONS: &str = "\
Writes what a shell needs to complete commands and flags.

Usage: regence completions SHELL

  SHELL         bash, zsh or fish

For yourself alone, put it where your shell looks:
  regence completions bash > ~/.local/share/bash-completion/completions/regence
  regence completions zsh > ~/.zfunc/_regence   # with fpath+=~/.zfunc before compinit in ~/.zshrc
  regence completions fish > ~/.config/fish/completions/regence.fish
";

const MAN: &str = "\
Writes the manual page: all that `regence help` says, as roff.

Usage: regence man

  regence man > ~/.local/share/man/man1/regence.1
";
