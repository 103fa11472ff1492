//! `regence eval`: what a position is worth without looking ahead, and why.

use crate::arguments::{Argument, Arguments, Flag};
use crate::error::Error;
use crate::origin::Origin;
use regence_engine::evaluation::{Breakdown, FULL_PHASE, FULL_SCALE, Line, Topic, WEIGHTS, Worth};
use regence_rules::Position;
use std::fmt::Write as _;
use std::io::Write;

/// A wish to see why a position is worth what it is.
pub struct Eval {
    position: Position,
    shape: Shape,
}

/// How the answer looks.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Shape {
    Table,
    Json,
}

impl Eval {
    /// Reads the arguments.
    pub fn read(arguments: &mut Arguments) -> Result<Self, Error> {
        let (mut origin, mut shape, mut words) = (Origin::default(), Shape::Table, Vec::new());
        while let Some(argument) = arguments.next()? {
            match argument {
                Argument::Flag(Flag::Json) => shape = Shape::Json,
                Argument::Flag(flag) => origin.take(flag, arguments)?,
                Argument::Word(word) => words.push(word),
            }
        }
        origin.refuse_words(&words, arguments.command())?;
        Ok(Self { position: origin.position()?, shape })
    }

    /// Writes the breakdown.
    pub fn run(&self, out: &mut impl Write) -> Result<(), Error> {
        let breakdown = Breakdown::new(&self.position, &WEIGHTS);
        let text = match self.shape {
            Shape::Table => table(&breakdown),
            Shape::Json => json(&self.position, &breakdown),
        };
        Ok(out.write_all(text.as_bytes())?)
    }
}

const RULE: &str = "------------------------------------+-----------------+--------------------------\n";

/// A table in pawns: the terms under their topics, what ending takes away, and the total.
fn table(breakdown: &Breakdown) -> String {
    let mut text = String::new();
    text.push_str("                                    |                 |     White less Black\n");
    text.push_str("term                                |  White    Black | middle-   end-     adds\n");
    text.push_str("                                    |                 |    game   game\n");
    text.push_str(RULE);
    for topic in Topic::ALL {
        let lines: Vec<&Line> = breakdown.lines.iter().filter(|line| line.term.topic() == topic).collect();
        if !lines.is_empty() {
            write_row(&mut text, topic.name(), &lines);
        }
        for line in lines.iter().filter(|line| line.term.name() != topic.name()) {
            write_row(&mut text, &format!("  {}", line.term.name()), &[line]);
        }
    }
    text.push_str(RULE);
    if breakdown.scale != FULL_SCALE {
        let name = format!("drawish ending, {}/{FULL_SCALE} count", breakdown.scale);
        let _ = writeln!(text, "{name:36}|{:17}|{:16}{:>9}", "", "", pawns(breakdown.drawishness.into()));
    }
    let phase = format!("{}/{FULL_PHASE} of pieces", breakdown.phase);
    let _ = writeln!(
        text,
        "{:36}| {phase:15} |{:16}{:>9}",
        "total, seen by White",
        "",
        pawns(breakdown.total.into())
    );
    text
}

/// One row: a topic with all its lines, or one of them.
fn write_row(text: &mut String, name: &str, lines: &[&Line]) {
    let sum = |part: fn(&Line) -> f64| pawns(lines.iter().map(|line| part(line)).sum());
    let _ = writeln!(
        text,
        "{name:36}|{:>7}{:>9} |{:>8}{:>8}{:>9}",
        sum(|line| line.white.tapered),
        sum(|line| line.black.tapered),
        sum(|line| line.difference.middlegame.into()),
        sum(|line| line.difference.endgame.into()),
        sum(|line| line.adds.into()),
    );
}

/// Hundredths as pawns with a sign, and no sign for nothing.
fn pawns(hundredths: f64) -> String {
    let text = format!("{:+.2}", hundredths / 100.0);
    if text == "+0.00" || text == "-0.00" { "0.00".into() } else { text }
}

/// The same as one JSON object, in hundredths of a pawn. Names and FEN hold nothing that needs escaping.
fn json(position: &Position, breakdown: &Breakdown) -> String {
    let worth = |worth: &Worth| {
        let Worth { middlegame, endgame, tapered } = worth;
        format!(r#"{{"middlegame":{middlegame},"endgame":{endgame},"tapered":{tapered:.2}}}"#)
    };
    let lines: Vec<String> = breakdown
        .lines
        .iter()
        .map(|line| {
            format!(
                r#"{{"topic":"{}","term":"{}","name":"{}","white":{},"black":{},"difference":{},"adds":{}}}"#,
                line.term.topic().name(),
                line.term.identifier(),
                line.term.name(),
                worth(&line.white),
                worth(&line.black),
                worth(&line.difference),
                line.adds
            )
        })
        .collect();
    format!(
        r#"{{"fen":"{}","unit":"centipawn","phase":{},"full_phase":{FULL_PHASE},"scale":{},"full_scale":{FULL_SCALE},"terms":[{}],"drawishness":{},"total":{}}}"#,
        position.fen(),
        breakdown.phase,
        breakdown.scale,
        lines.join(","),
        breakdown.drawishness,
        breakdown.total
    ) + "\n"
}
