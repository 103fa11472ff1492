//! What `regence help match` says.

/// The text.
pub const HELP: &str = "\
Lets UCI engines play against each other: each opening twice, with colours reversed.

Usage: regence match --engine SETTINGS... --engine SETTINGS... [--each SETTINGS...] [FLAGS]

  regence match --engine cmd=regence --engine cmd=/usr/games/stockfish name=SF --each tc=8+0.08 option.Hash=16
  regence match --engine cmd=./new --engine cmd=./old --each nodes=10000 --sprt elo0=0 elo1=10 --concurrency 2

  --engine SETTINGS      one of them; give it once for each
  --each SETTINGS        what holds for all

Settings of an engine; those after --each hold for all, and an engine's own come after them:
  cmd=PROGRAM            a path, or a name that the system finds; `regence` is this very program
  level=LEVEL            instead of a program, one of our own opponents: a rating from 400 to 2800, easy, medium,
                         hard, very-hard, or the name of a person or a simple computer; it needs no limits;
                         or full, which is this program at its best, with limits
  name=NAME              what tables and games call it; without it, the name of the program
  args=WORDS  arg=WORD   what it is told on its command line; arg= may have spaces in it, and come again
  dir=FOLDER             where it runs
  env.NAME=VALUE         a variable of its environment
  option.NAME=VALUE      a UCI option, as in option.Hash=64 or option.Move Overhead=50
  tc=CLOCK               seconds: 8+0.08 (with increment), 40/60 (for 40 moves, again and again), inf (no clock)
  st=SECONDS             time for each move; replaces a clock, as a clock replaces it
  nodes=N  depth=N       for each move
  margin=SECONDS         how late it may be without losing; without it, 0.05
A setting lasts until the next one begins, so spaces need no quotes. Several limits may hold at once.

What is played:
  --rounds N             openings for any two engines, two games each; without it, 50, or with --sprt, no end
  --sprt elo0=E elo1=E alpha=A beta=B model=M
                         play until it is clear whether the first engine is elo1 or only elo0 better (0 and 10),
                         erring with the risks alpha and beta (0.05), judged by pairs of games. M is logistic (Elo
                         as usual) or normalized (in units of how much a game's result varies)
  --format F             roundrobin (each against each) or gauntlet (the first against all others)
  --concurrency N        games at the same time; without it, 1
  --openings FILE        PGN, a Polyglot book, or one FEN or EPD a line; without it, 500 of our own, 8 half-moves long.
                         When all are used up they come again; engines without a clock, which would repeat
                         themselves, go on from a position that comes again with other moves each time
  --plies N              half-moves of each PGN game that are played; without it, all
  --order O              random (each once before any comes again) or sequential
  --seed N               another random order, and other games of our own opponents; without it, 0
  --chess960             Chess960; without --openings, from its 960 start positions

When games end early; by the rules they always do, and draws are claimed at the third repetition and after fifty
moves:
  --resign movecount=N score=CP twosided=BOOL
                         a side whose own score was this bad for so many moves has lost (3, 600, false)
  --draw movenumber=N movecount=N score=CP
                         from this move on, so many moves of each side with scores this even (40, 8, 10)
  --max-moves N          longer games are drawn

How it is done:
  --pgn-out FILE         games are added to this file as they end, with scores, depths and times in comments
  --event NAME           what PGN calls the match
  --cpu-time             charge engines for what their process computed (all threads of it), not for what passed;
                         for busy machines; Linux only. What a script starts is not counted, unless by exec
  --patience SECONDS     how long to wait for an engine to start, or to move without a clock, before it counts as
                         hanging; without it, 30

An engine that crashes, hangs, plays an illegal move or oversteps its time loses the game, is reported, and is
started again if need be. If it moved too late, the report says (on Linux) what its process computed meanwhile, all
threads together: if one thread computed much less than passed, the machine was busy, or the engine waited. The
reverse proves little on a virtual machine, which counts as computed what its host has taken.
Ctrl-C ends the match and prints the result so far; a second Ctrl-C ends at once.
The result is on standard output, live progress on standard error if that is a terminal.
Exit code 0 if all games were played without a fault and a test accepted H1; 1 if an engine was at fault, a test
accepted H0 or nothing, or the match was interrupted; 2 if it could not begin.
";
