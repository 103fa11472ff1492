//! Weights as the Rust source that the engine compiles: written by the tuner, read back for comparison.

use regence_engine::evaluation::{Pair, Term, Weights};
use std::fmt::{self, Write};

/// The text of `evaluation/weights.rs`; `origin` says in a few lines where the weights come from.
pub fn source(weights: &Weights, origin: &[String]) -> String {
    let mut text = String::from(
        "//! The weights of the evaluation, middlegame and endgame, in hundredths of a pawn.\n//!\n",
    );
    for line in origin {
        let _ = writeln!(text, "//! {line}");
    }
    text.push_str("\nuse super::terms::{Row, Term, Weights};\n\n");
    text.push_str("/// The weights we play with.\npub static WEIGHTS: Weights = Weights::new(&ROWS);\n\n");
    text.push_str("#[rustfmt::skip]\n");
    let _ = writeln!(text, "const ROWS: [Row; {}] = [", Term::ALL.len());
    for term in Term::ALL {
        write_term(&mut text, term, weights.of(term));
    }
    text.push_str("];\n");
    text
}

/// Tables of squares have a line for each rank, others one for each eight.
fn write_term(text: &mut String, term: Term, weights: &[Pair]) {
    let pair = |pair: &Pair| format!("({:4}, {:4})", pair.middlegame(), pair.endgame());
    if weights.len() <= 5 {
        let row = weights.iter().map(pair).collect::<Vec<_>>().join(", ");
        let _ = writeln!(text, "    (Term::{}, &[{row}]),", term.identifier());
        return;
    }
    let _ = writeln!(text, "    (Term::{}, &[", term.identifier());
    let columns = if weights.len() == 32 { 4 } else { 8 };
    for row in weights.chunks(columns) {
        let row = row.iter().map(pair).collect::<Vec<_>>().join(", ");
        let _ = writeln!(text, "        {row},");
    }
    text.push_str("    ]),\n");
}

/// Reads the weights from such a source.
pub fn parse(source: &str) -> Result<Weights, BadWeights> {
    let mut rows = source.split("(Term::").skip(1);
    let mut table: Vec<Vec<Pair>> = Vec::new();
    for term in Term::ALL {
        let row = rows.next().ok_or(BadWeights { term, found: 0 })?;
        let numbers =
            row.strip_prefix(term.identifier()).and_then(|rest| rest.split_once("&[")).map(|(_, rest)| rest);
        let text = numbers.and_then(|rest| rest.split_once(']')).map_or("", |(text, _)| text);
        let numbers: Vec<i16> = text
            .split(|letter: char| !(letter == '-' || letter.is_ascii_digit()))
            .filter_map(|number| number.parse().ok())
            .collect();
        let pairs: Vec<Pair> = numbers.chunks_exact(2).map(|pair| Pair::new(pair[0], pair[1])).collect();
        if pairs.len() != term.len() {
            return Err(BadWeights { term, found: pairs.len() });
        }
        table.push(pairs);
    }
    Ok(Weights::from_fn(|term, index| table[term as usize][index]))
}

/// A source whose weights are not those of our terms.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BadWeights {
    term: Term,
    found: usize,
}

impl fmt::Display for BadWeights {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { term, found } = self;
        write!(f, "{} has {found} weights, expected {}", term.identifier(), term.len())
    }
}

impl std::error::Error for BadWeights {}

#[cfg(test)]
mod tests {
    use super::*;
    use regence_engine::evaluation::WEIGHTS;

    #[test]
    fn what_is_written_can_be_read() {
        assert_eq!(parse(&source(&WEIGHTS, &[])), Ok(WEIGHTS.clone()));
        let guesses = crate::guesses::guesses();
        assert_eq!(parse(&source(&guesses, &["Guessed.".into()])), Ok(guesses));
    }

    #[test]
    fn a_source_without_weights_is_refused() {
        let reason = parse("fn main() {}").unwrap_err().to_string();
        assert_eq!(reason, "Material has 0 weights, expected 5");
    }
}
