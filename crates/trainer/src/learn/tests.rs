//! Tests of learning as a whole, and of what the engine makes of what was learnt.

use super::*;
use crate::generate;
use crate::record::Record;
use gradient::Thought;
use lesson::Lesson;
use model::{OUTPUT_BIASES, outputs};
use regence_engine::network::{HIDDEN_ONE, Net, Network, OUTPUT_ONE, SCALE, STAGES, Sight};
use regence_engine::{Evaluation, Evaluator, Judge};
use regence_rules::{Color, Position};
use std::collections::HashSet;
use std::path::PathBuf;
use std::sync::Arc;

/// A file of positions from a few quick games.
fn games(name: &str, count: u64) -> PathBuf {
    let path = std::env::temp_dir().join(format!("regence-{name}-{}", std::process::id()));
    let plan = generate::Plan {
        games: Some(count),
        positions: None,
        nodes: 60,
        threads: 2,
        judge: Judge::written(Evaluation::default()),
    };
    generate::generate(&path, &plan, |_, _| {}).unwrap();
    path
}

/// A network whose stages all differ.
fn made_up() -> Model {
    let mut model = Model::new(&mut Random::new(8));
    model.numbers.iter_mut().for_each(|number| *number *= 2.0);
    for stage in 0..STAGES {
        for weight in &mut model.numbers[outputs(stage, 0)..outputs(stage + 1, 0)] {
            *weight *= 1.0 - stage as f32 / 10.0;
        }
        model.numbers[OUTPUT_BIASES + stage] = stage as f32 / 5.0;
    }
    model
}

/// The output of a rounded network, computed in the plainest way.
fn plainly(net: &Net, position: &Position) -> i32 {
    let mut sum = 0;
    let output = &net.outputs[(position.board().pieces().count() - 1) / 4];
    for (color, weights) in [position.turn(), !position.turn()].into_iter().zip(&output.weights) {
        let sight = Sight::new(color, position.king(color));
        for (neuron, weight) in weights.0.iter().enumerate() {
            let inputs = position.board().pieces().map(|(square, piece)| sight.input(piece, square));
            let number = inputs.fold(i64::from(net.bias.0[neuron]), |sum, input| {
                sum + i64::from(net.inputs[input].0[neuron])
            });
            sum += number.clamp(0, i64::from(HIDDEN_ONE)).pow(2) * i64::from(*weight);
        }
    }
    let one = i64::from(HIDDEN_ONE * OUTPUT_ONE);
    ((sum / i64::from(HIDDEN_ONE) + i64::from(output.bias)) * i64::from(SCALE) / one) as i32
}

#[test]
fn the_engine_computes_what_the_trainer_has_learnt() {
    let path = games("compute", 40);
    let records = read_all(&path).unwrap();
    std::fs::remove_file(&path).unwrap();
    assert!(records.len() >= 1000, "{} positions", records.len());
    let model = made_up();
    let net = Arc::new(model.rounded(String::new()));
    let mut network = Network::new(Arc::clone(&net));
    let mut stages = HashSet::new();
    for bytes in &records[..1000] {
        stages.insert(Lesson::new(bytes, 0.0).stage());
        let position = Record::unpack(bytes).unwrap().position;
        network.reset(&position);
        let found = network.evaluate(&position);
        assert_eq!(found, plainly(&net, &position), "{}", position.fen());
        let thought = Thought::new(&model.numbers, &Lesson::new(bytes, 0.0)).expectation;
        let exact = (thought / (1.0 - thought)).ln() * SCALE as f32;
        assert!((exact - found as f32).abs() < 80.0, "{found}, expected about {exact}: {}", position.fen());
    }
    assert!(stages.len() >= 5, "{stages:?}");
}

#[test]
fn a_network_can_learn_on() {
    let net = made_up().rounded(String::from("a note"));
    assert_eq!(Model::from_net(&net).rounded(String::from("a note")), net);
}

#[test]
fn inputs_are_those_of_the_position() {
    let path = games("inputs", 2);
    let records = read_all(&path).unwrap();
    std::fs::remove_file(&path).unwrap();
    for bytes in &records {
        let record = Record::unpack(bytes).unwrap();
        let position = record.position;
        let lesson = Lesson::new(bytes, 1.0);
        for (color, inputs) in [position.turn(), !position.turn()].into_iter().zip(lesson.sides()) {
            let sight = Sight::new(color, position.king(color));
            let seen = position.board().pieces().map(|(square, piece)| sight.input(piece, square) as u16);
            assert!(seen.eq(inputs.iter().copied()), "{}", position.fen());
        }
        let for_white = record.result.for_white();
        let expected = if position.turn() == Color::White { for_white } else { 1.0 - for_white };
        assert!((lesson.target - expected).abs() < 1e-6);
    }
}

#[test]
fn a_network_learns() {
    let path = games("learn", 60);
    let plan = Plan { epochs: 6, batch: 256, ..Plan::default() };
    let learnt = || {
        let mut model = Model::new(&mut Random::new(9));
        let mut losses = Vec::new();
        learn(&mut model, &path, &path, plan, |progress, _| losses.push(progress.validation)).unwrap();
        losses
    };
    let losses = learnt();
    std::fs::remove_file(&path).unwrap();
    assert_eq!(losses.len(), 6);
    assert!(losses[5] < losses[0] * 0.8, "{losses:?}");
}
