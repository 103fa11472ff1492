//! `regence help`: explains the program or one of its commands.

use super::Command;
use crate::arguments::{Argument, Arguments};
use crate::error::Error;
use std::io::Write;

/// Reads which command is to be explained.
pub fn read(arguments: &mut Arguments) -> Result<Option<Command>, Error> {
    let mut topic = None;
    while let Some(Argument::Word(word)) = arguments.next()? {
        if topic.is_some() {
            return Err(Error::StrayWord { word, command: Command::Help });
        }
        topic = Some(Command::from_word(&word)?);
    }
    Ok(topic)
}

/// Explains.
pub fn run(topic: Option<Command>, out: &mut impl Write) -> Result<(), Error> {
    let text = match topic {
        None | Some(Command::Help) => OVERVIEW,
        Some(Command::Bench) => BENCH,
        Some(Command::Board) => BOARD,
        Some(Command::Fen) => FEN,
        Some(Command::Moves) => MOVES,
        Some(Command::Perft) => PERFT,
        Some(Command::Pgn) => PGN,
        Some(Command::Uci) => UCI,
    };
    Ok(out.write_all(text.as_bytes())?)
}

const OVERVIEW: &str = "\
Regence: chess, on the command line so far.

Usage: regence COMMAND [ARGUMENTS]

Commands:
  board    draw a position
  moves    list the legal moves of a position
  fen      check a FEN and write it in its normal form
  perft    count the positions some half-moves ahead
  pgn      check the games of PGN files
  uci      let a chess program or a board talk to the engine
  bench    measure the engine
  help     explain a command: `regence help perft`

Flags:
  -h, --help       this text, or that of a command
  -V, --version    the version

Try `regence board` and `regence moves`. A position is given as FEN, in quotes:
  regence board --fen \"r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 3\"
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

const PGN: &str = "\
Checks games move by move. Each game is answered by one line, with tabs between its parts:

  NUMBER  HALF-MOVES  FINAL FEN  RESULT  TERMINATION
  NUMBER  error  LINE:COLUMN  REASON

Usage: regence pgn check [--threads N] FILE...

  FILE          a PGN file, or - for standard input; games are numbered from 1 in each
  --threads N   check with so many threads, 1 to 1024; without it, with one for each core

RESULT is that of the moves' text, * if there is none. TERMINATION is - or what the rules say of the final position:
checkmate, stalemate, insufficient_material, seventyfive_moves, fivefold, claim_fifty, claim_threefold, with commas
between them. An error is the first one of its game. Line and column count from 1.
Exit code 1 if a game has an error, 2 if a file cannot be read.
";

const UCI: &str = "\
Speaks the Universal Chess Interface on standard input and output, as boards and match runners expect of an engine.

Usage: regence uci

It ends when it hears `quit` or when its input ends.
";

const BENCH: &str = "\
Searches fixed positions to a fixed depth with one thread, and prints how many positions that took, and how long.
As long as the engine plays the same, the number is the same.

Usage: regence bench [DEPTH]

  DEPTH         half-moves, 1 to 60; without it, 12
";
