//! What developers run: `cargo xtask test` checks everything, the other commands take longer or measure.

mod bench;
mod cluster;
mod fuzz;
mod levels;
mod licences;
mod nats;
mod openings;
mod oracle;
mod perft;
mod pictures;
mod postgres;
mod program;
mod selfplay;
mod steps;
mod test;
mod train;
mod web;

use std::process::ExitCode;

const HELP: &str = "\
Usage: cargo xtask COMMAND

  test                            format, lints, tests, doc tests, docs and licences; what CI runs
  perft [--deep]                  count the positions of the perft tables to their full depth; with --deep also
                                  Chess960 and some counts in the billions
  bench rules [--quick] [...]     the rules side by side with other libraries, default and native build;
                                  further words go to the benchmark
  bench server [GAMES MOVES SECONDS]  people who play on a server, faster step by step until moves take too long, and
                                  whether anything is lost when it is killed; without words 2000 games, from 500
                                  moves a second, 10 seconds each. MOVES are numbers with commas
  bench cluster [GAMES MOVES SECONDS]  the same people on one server and on three, which share a PostgreSQL of their own, and
                                  what a move costs; without words 300 games, from 100 moves a second, 10 seconds each;
                                  REGENCE names a built program as for `cluster`
  bench store [FOLDER]            how many moves a second the store acknowledges, in a folder on the disk to be measured
  bench startup                   how long `regence` takes to its first picture
  bench network [FILE]            how long the network takes beside the written evaluation: the engine's, or that of a file
  bench pgn [--quick] [...]       reading PGN side by side with pgn-reader, and the program with two threads
  bench engine [--quick] [PART]   nodes a second beside stockfish, two threads beside one, how soon a search stops; or
                                  only the parts named: speed, threads, stop
  cluster up|down                 three servers and two workers on a PostgreSQL and a NATS of their own, behind a small proxy,
                                  all on this machine, until they are stopped; REGENCE names a built program to use instead of building it
  cluster try                     the same for a moment: a game is played on it, and all of it is gone afterwards
  selfplay [GAMES] [...]          let the engine play against itself, 1000 games at 0.1 s a move unless said otherwise, and
                                  talk nonsense to it, looking for any fault; further words go to `regence match`,
                                  as --cpu-time on a busy machine
  fuzz [--seconds N] [TARGET]     throw bytes at what reads text, a minute each target unless said otherwise
  openings [SOURCE]               make the table of openings anew, from the rows of a SOURCE (a file of ECO code,
                                  name and moves, or a folder of .tsv files) or from those we have
  levels [LEVEL...]               hold all levels, or those named, to their promises: legal moves in 10,000 positions each, each
                                  beats the one below it, mates, recaptures, and what a move costs; an hour on two cores
  train COMMAND [...]             play games against itself, learn networks or the written evaluation's weights from them, compare;
                                  `train help` says more
  pictures [terminal]             make the README's pictures anew, from the running program: of the terminal, and of the page
                                  unless only those of the terminal are wanted
  oracle pgn                      compare what python-chess and pgn-extract read in PGN files with what we do
  oracle api                      have Schemathesis ask the server everything that its OpenAPI document allows
  oracle uci                      use the engine by python-chess, and by xboard's protocol through Polyglot
  oracle book                     compare opening books that we make and read with what python-chess makes of them
  help                            this text
";

fn main() -> ExitCode {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    let result = match words.as_slice() {
        [] | ["help" | "--help" | "-h"] => {
            print!("{HELP}");
            Ok(())
        }
        ["test"] => test::run(),
        ["perft"] => perft::run(perft::Effort::Usual),
        ["perft", "--deep"] => perft::run(perft::Effort::Deep),
        ["bench", "rules", rest @ ..] => bench::rules(rest),
        ["bench", "pgn", rest @ ..] => bench::pgn(rest),
        ["bench", "network" | "nnue", file @ ..] if file.len() < 2 => bench::network(file),
        ["bench", "engine", rest @ ..] => bench::engine::run(rest),
        ["bench", "server", rest @ ..] => bench::server::run(rest),
        ["bench", "cluster", rest @ ..] => bench::cluster::run(rest),
        ["bench", "startup"] => bench::startup(),
        ["bench", "store"] => bench::store(None),
        ["bench", "store", folder] => bench::store(Some(folder)),
        ["cluster", "up"] => cluster::up(),
        ["cluster", "down"] => cluster::down(),
        ["cluster", "try"] => cluster::program().and_then(|program| cluster::try_out(&program)),
        ["cluster", "proxy", nodes @ ..] => cluster::proxy(nodes),
        ["oracle", "pgn"] => oracle::pgn(),
        ["oracle", "book"] => oracle::book(),
        ["oracle", "api"] => oracle::api(),
        ["oracle", "uci"] => oracle::uci(),
        ["selfplay", rest @ ..] => selfplay::run(rest),
        ["fuzz", rest @ ..] => fuzz::run(rest),
        ["levels", rest @ ..] => levels::run(rest),
        ["openings"] => openings::run(None),
        ["openings", source] => openings::run(Some(source)),
        ["pictures"] => pictures::run(true),
        ["pictures", "terminal"] => pictures::run(false),
        ["train", rest @ ..] => train::run(rest),
        [word, ..] => Err(format!("cannot understand `{word}` and what follows; see `cargo xtask help`")),
    };
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(reason) => {
            eprintln!("xtask: {reason}");
            ExitCode::FAILURE
        }
    }
}
