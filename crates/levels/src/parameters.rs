//! What distinguishes the strong from the weak.

/// How somebody plays, in numbers.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Parameters {
    /// How moves are found.
    pub way: Way,
    /// By how much a position is misjudged, in hundredths of a pawn: a standard deviation.
    pub noise: f32,
    /// How much of what the evaluation knows is understood, from 0 (what the pieces are worth) to 1 (all of it).
    pub judgement: f32,
    /// How much worse a move may be believed to be and still be played now and then, in hundredths of a pawn.
    pub temperature: f32,
    /// How much the habit of taking back counts against other thoughts, in hundredths of a pawn.
    pub habit: f32,
}

/// How moves are found.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Way {
    /// By looking ahead as a person does.
    Person {
        /// Half-moves looked ahead; of two numbers around it, the position decides which.
        depth: f32,
        /// Half-moves for which captures are followed after that.
        captures: f32,
        /// How likely a move of usual difficulty is to be overlooked.
        blindness: f32,
        /// How many quiet moves are thought of below the first half-move.
        width: f32,
    },
    /// By the engine's search of so many positions.
    Engine {
        /// How many.
        nodes: u64,
    },
}

/// Parameters of a person at some skill; between two knots they are blended.
struct Knot {
    skill: f32,
    depth: f32,
    captures: f32,
    blindness: f32,
    width: f32,
    noise: f32,
    judgement: f32,
    temperature: f32,
    habit: f32,
}

const fn knot(skill: f32, look: [f32; 4], belief: [f32; 4]) -> Knot {
    let [depth, captures, blindness, width] = look;
    let [noise, judgement, temperature, habit] = belief;
    Knot { skill, depth, captures, blindness, width, noise, judgement, temperature, habit }
}

/// Up to the last of these skills somebody looks ahead as a person does.
const KNOTS: [Knot; 9] = [
    knot(400.0, [1.0, 1.0, 0.95, 4.0], [150.0, 0.10, 80.0, 80.0]),
    knot(600.0, [1.0, 2.0, 0.80, 4.0], [120.0, 0.15, 60.0, 160.0]),
    knot(800.0, [1.2, 2.0, 0.62, 5.0], [100.0, 0.25, 45.0, 260.0]),
    knot(1000.0, [1.7, 3.0, 0.48, 6.0], [85.0, 0.40, 34.0, 240.0]),
    knot(1200.0, [2.2, 4.0, 0.36, 7.0], [70.0, 0.55, 26.0, 200.0]),
    knot(1400.0, [2.8, 5.0, 0.26, 8.0], [55.0, 0.70, 20.0, 150.0]),
    knot(1600.0, [3.2, 6.0, 0.17, 8.0], [45.0, 0.85, 15.0, 100.0]),
    knot(1800.0, [3.6, 7.0, 0.10, 8.0], [35.0, 1.0, 11.0, 60.0]),
    knot(2000.0, [4.08, 8.0, 0.04, 9.0], [23.0, 1.0, 7.5, 40.0]),
];

/// The skill from which on the engine's search takes over.
const ENGINE_FROM: f32 = KNOTS[KNOTS.len() - 1].skill;

/// Positions that the engine looks at where it takes over, so many that it is as strong there as whoever looks ahead as a person
/// does; and by how much skill it takes twice as many.
const FIRST_NODES: f32 = 600.0;
const DOUBLING: f32 = 130.0;

impl Parameters {
    /// Those of a skill: a number that grows with strength and is near to it, but was not measured. It is
    /// [`skill`](crate::skill) that knows the one for a rating.
    pub fn of_skill(skill: f32) -> Self {
        if skill > ENGINE_FROM { Self::of_engine(skill) } else { Self::of_person(skill) }
    }

    fn of_person(skill: f32) -> Self {
        let above = KNOTS.iter().position(|knot| knot.skill >= skill).unwrap_or(KNOTS.len() - 1).max(1);
        let (low, high) = (&KNOTS[above - 1], &KNOTS[above]);
        let share = ((skill - low.skill) / (high.skill - low.skill)).clamp(0.0, 1.0);
        let blend = |of: fn(&Knot) -> f32| of(low) + share * (of(high) - of(low));
        Self {
            way: Way::Person {
                depth: blend(|knot| knot.depth),
                captures: blend(|knot| knot.captures),
                blindness: blend(|knot| knot.blindness),
                width: blend(|knot| knot.width),
            },
            noise: blend(|knot| knot.noise),
            judgement: blend(|knot| knot.judgement),
            temperature: blend(|knot| knot.temperature),
            habit: blend(|knot| knot.habit),
        }
    }

    fn of_engine(skill: f32) -> Self {
        let doublings = (skill - ENGINE_FROM) / DOUBLING;
        let nodes = (FIRST_NODES * doublings.exp2()) as u64;
        let noise = (14.0 - 1.5 * doublings).max(6.0);
        Self { way: Way::Engine { nodes }, noise, judgement: 1.0, temperature: 0.0, habit: 0.0 }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn between_two_knots_parameters_are_blended() {
        let parameters = Parameters::of_skill(1300.0);
        let Way::Person { depth, .. } = parameters.way else { panic!("{parameters:?}") };
        assert!((depth - 2.5).abs() < 1e-4 && (parameters.noise - 62.5).abs() < 1e-4, "{parameters:?}");
    }

    #[test]
    fn beyond_the_last_knot_the_engine_takes_over() {
        for (skill, expected) in [(2130.0, 1_200), (2260.0, 2_400)] {
            assert_eq!(Parameters::of_skill(skill).way, Way::Engine { nodes: expected });
        }
        assert!(matches!(Parameters::of_skill(2000.0).way, Way::Person { .. }));
    }
}
