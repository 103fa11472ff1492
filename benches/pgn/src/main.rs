//! Measures the PGN reader of regence-game beside pgn-reader and shakmaty, in one process and one run.

#[path = "../../rules/src/cpu_clock.rs"]
mod cpu_clock;
mod dice;
mod files;
mod options;
mod ours;
mod peer;
mod player;
mod program;
#[path = "../../rules/src/table.rs"]
mod table;
mod tasks;

use files::Style;
use options::Options;
use std::path::Path;
use std::process::ExitCode;
use table::Table;
use tasks::Task;

fn main() -> ExitCode {
    let options = match Options::from_words(std::env::args().skip(1)) {
        Ok(options) => options,
        Err(reason) => {
            eprintln!("regence-bench-pgn: {reason}\n{}", options::USAGE);
            return ExitCode::from(2);
        }
    };
    match measure(&options) {
        Ok(()) => ExitCode::SUCCESS,
        Err(reason) => {
            eprintln!("regence-bench-pgn: {reason}");
            ExitCode::FAILURE
        }
    }
}

/// Measures what was asked for and prints each table as soon as it is known.
fn measure(options: &Options) -> Result<(), String> {
    let is_wanted = |style: &Style| options.file.as_ref().is_none_or(|file| file == style.name());
    let styles: Vec<Style> = Style::ALL.into_iter().filter(is_wanted).collect();
    if styles.is_empty() {
        return Err(format!("no such file; there are {}", Style::ALL.map(Style::name).join(", ")));
    }
    let mut table = Table::new(
        "Reading PGN, one thread (MB per second of CPU time)",
        &["", "regence", peer::NAME, "ours / peer"],
    );
    for &style in &styles {
        let text = style.text(&options.files)?;
        for task in Task::ALL {
            let times = tasks::measure(task, style, &text, options.rounds)?;
            let (ours, peer) = (times.ours.as_secs_f64(), times.peer.as_secs_f64());
            let speed = |seconds: f64| format!("{:.0}", text.len() as f64 / seconds / 1e6);
            let label = format!("{}: {}", style.name(), task.label());
            table.rows.push(vec![label, speed(ours), speed(peer), format!("{:.2}", peer / ours)]);
        }
    }
    table.print(options.layout);
    match &options.program {
        Some(program) => measure_program(program, &styles, options),
        None => Ok(()),
    }
}

/// The built program, with one thread and with two.
fn measure_program(program: &Path, styles: &[Style], options: &Options) -> Result<(), String> {
    let title = "`regence pgn check` (MB per second on the wall; most memory over a stream of 2 GB)";
    let mut table =
        Table::new(title, &["", "one thread", "two threads", "two / one", "memory of one", "of two"]);
    for &style in styles {
        let text = style.text(&options.files)?;
        let file = options.files.join(format!("{}.pgn", style.name()));
        let [one, two] = program::best_times(program, &file, options.rounds)?.map(|time| time.as_secs_f64());
        let speed = |seconds: f64| format!("{:.0}", text.len() as f64 / seconds / 1e6);
        let mut row = vec![style.name().to_owned(), speed(one), speed(two), format!("{:.2}", one / two)];
        for threads in ["1", "2"] {
            let memory = program::peak_memory(program, &text, threads)?;
            row.push(format!("{:.1} MB", memory as f64 / 1e6));
        }
        table.rows.push(row);
    }
    table.print(options.layout);
    Ok(())
}
