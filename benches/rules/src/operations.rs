//! Single operations: how long one parse, one legality question or one move list takes.

use crate::cpu_clock::timed;
use crate::inputs::Inputs;
use crate::options::Effort;
use crate::peers;
use crate::report::{Better, Comparison};
use std::hint::black_box;
use std::time::Duration;

/// What is measured.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Operation {
    /// Text to a legal position.
    FenParse,
    /// A position to a `String`.
    FenWrite,
    /// Text to a legal move.
    SanParse,
    /// A move to a `String`, with `+` or `#`.
    SanWrite,
    /// Text to a legal move.
    UciParse,
    /// From, to and promotion to yes or no; half of them are legal.
    IsLegal,
    /// How many legal moves there are.
    LegalMoveCount,
    /// All legal moves in a list.
    LegalMoveList,
    /// Whether and how the game is over.
    Status,
}

impl Operation {
    /// All of them, in the order of the table.
    const ALL: [Self; 9] = [
        Self::FenParse,
        Self::FenWrite,
        Self::SanParse,
        Self::SanWrite,
        Self::UciParse,
        Self::IsLegal,
        Self::LegalMoveCount,
        Self::LegalMoveList,
        Self::Status,
    ];

    const fn label(self) -> &'static str {
        match self {
            Self::FenParse => "FEN parse",
            Self::FenWrite => "FEN write",
            Self::SanParse => "SAN parse",
            Self::SanWrite => "SAN write",
            Self::UciParse => "UCI parse",
            Self::IsLegal => "is legal",
            Self::LegalMoveCount => "legal move count",
            Self::LegalMoveList => "legal move list",
            Self::Status => "game status",
        }
    }

    /// How many times one pass over the inputs does it.
    fn times(self, inputs: &Inputs) -> usize {
        match self {
            Self::IsLegal => inputs.attempts().count(),
            Self::Status => inputs.all_positions().count(),
            _ => inputs.cases.len(),
        }
    }

    /// What one pass over the inputs must add up to.
    fn expected(self, inputs: &Inputs) -> usize {
        match self {
            Self::FenParse | Self::SanParse | Self::UciParse | Self::IsLegal => inputs.cases.len(),
            Self::FenWrite => inputs.cases.iter().map(|case| case.fen.len()).sum(),
            Self::SanWrite => inputs.cases.iter().map(|case| case.san.len()).sum(),
            Self::LegalMoveCount | Self::LegalMoveList => inputs.legal_moves,
            Self::Status => inputs.wins,
        }
    }
}

/// A library at work on the inputs, which it has brought into its own types beforehand.
pub trait Worker {
    /// Does the operation once for each input and adds up what came out: texts or moves that were good, bytes that were
    /// written, moves that were found, games that are won. None if the library has no such operation.
    fn pass(&self, operation: Operation, inputs: &Inputs) -> Option<usize>;
}

/// A library that can be put to work.
pub struct Entry {
    name: &'static str,
    prepare: fn(&Inputs) -> Box<dyn Worker>,
}

impl Entry {
    /// The entry of a library.
    pub const fn new(name: &'static str, prepare: fn(&Inputs) -> Box<dyn Worker>) -> Self {
        Self { name, prepare }
    }
}

/// Adds up what the work makes of each item. Neither what goes in nor what comes out is known to the optimiser.
#[inline]
pub fn total<'a, T: 'a, R>(
    items: impl IntoIterator<Item = &'a T>,
    work: impl Fn(&'a T) -> R,
    worth: impl Fn(&R) -> usize,
) -> usize {
    items.into_iter().map(|item| worth(black_box(&work(black_box(item))))).sum()
}

/// Measures every library at every operation. An error names the library that answered wrongly.
///
/// The libraries take turns within a round, so that noise hits all alike.
pub fn compare(effort: Effort) -> Result<Comparison, String> {
    let inputs = Inputs::new();
    let libraries = peers::workers();
    let workers: Vec<_> = libraries.iter().map(|library| (library.prepare)(&inputs)).collect();
    let passes = match effort {
        Effort::Quick => 50,
        Effort::Full => 400,
    };

    let mut best = vec![vec![None::<Duration>; libraries.len()]; Operation::ALL.len()];
    for _ in 0..effort.rounds_of_operations() {
        for (operation, best) in Operation::ALL.into_iter().zip(&mut best) {
            let expected = operation.expected(&inputs);
            for ((library, worker), best) in libraries.iter().zip(&workers).zip(best) {
                let (sum, time) = timed(|| {
                    (0..passes).map(|_| worker.pass(operation, black_box(&inputs))).sum::<Option<usize>>()
                });
                let Some(sum) = sum else { continue };
                if sum != passes * expected {
                    let (library, label, sum) = (library.name, operation.label(), sum / passes);
                    return Err(format!("{library}: {label} adds up to {sum}, expected {expected}"));
                }
                *best = Some(best.map_or(time, |best| best.min(time)));
            }
        }
    }

    let (cases, endings, wins) = (inputs.cases.len(), inputs.endings.len(), inputs.wins);
    let title = format!(
        "Single operations (nanoseconds; {cases} positions, for status {endings} finished ones more, {wins} won)"
    );
    let names = libraries.iter().map(|library| library.name);
    let mut comparison = Comparison::new(title, names, Better::Lower);
    for (operation, best) in Operation::ALL.into_iter().zip(&best) {
        let times = (passes * operation.times(&inputs)) as f64;
        let figures = best.iter().map(|best| best.map(|best| best.as_secs_f64() * 1e9 / times));
        comparison.push(operation.label().to_owned(), figures.collect());
    }
    Ok(comparison)
}
