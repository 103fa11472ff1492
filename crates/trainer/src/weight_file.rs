//! Writes weights as the Rust source that the engine compiles.

use regence_engine::evaluation::{Pair, Term, Weights};
use std::fmt::Write;

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
