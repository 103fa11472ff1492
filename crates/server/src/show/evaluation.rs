//! What a position is worth without looking ahead, as it is shown.

use crate::view::{Both, EvaluationView, TermView, TopicView};
use regence_engine::evaluation::{Breakdown, Line, Topic, WEIGHTS, Worth};
use regence_rules::Position;

/// Why a position is worth what it is.
pub fn evaluation(position: &Position) -> EvaluationView {
    let Breakdown { lines, drawishness, total, .. } = Breakdown::new(position, &WEIGHTS);
    let of_topic = |wanted: Topic| {
        let terms: Vec<TermView> =
            lines.iter().filter(|line| line.term.topic() == wanted).map(term).collect();
        let adds = terms.iter().map(|term| term.adds).sum();
        (!terms.is_empty()).then(|| TopicView { name: wanted.name().into(), adds, terms })
    };
    EvaluationView { topics: Topic::ALL.into_iter().filter_map(of_topic).collect(), drawishness, total }
}

fn term(line: &Line) -> TermView {
    let whole = |worth: &Worth| worth.tapered.round() as i32;
    TermView {
        name: line.term.name().into(),
        sides: Both { white: whole(&line.white), black: whole(&line.black) },
        adds: line.adds,
    }
}
