//! Which games to play: those that tell most for the time they take.
//!
//! Before anything is played, nobody's rating is known well. Each pair of games says something about how far two are apart,
//! and by the others they have met something about those as well. How much that is follows from how even they are, not from
//! how the games end, so it can be planned beforehand: again and again the few games are added that narrow the error bars
//! most for a second of computing, until all are as narrow as is wished. A plan for more games begins as one for fewer, so a run
//! can be broken off anywhere.

#![allow(clippy::cast_precision_loss, reason = "nobody plans 2^53 games")]

use super::doubt::{Doubt, IN_A_ROW, Meeting};
use super::ladder::{Contestant, Effort, Pairing, Who};
use regence_game::session::Level;
use regence_levels::Opponent;

/// How far apart two may be and still meet: further, the curve behind all ratings is not to be relied on.
const FARTHEST: f64 = 320.0;

/// By how much any two do better or worse against each other than their ratings say: a standard deviation. Because of that it is
/// wise to meet many, each not too often.
const AFFINITY: f64 = 20.0;

/// By how much of their distance two are further apart in their games than by their ratings, where both are about as strong as the
/// weakest engine whose rating is known, or stronger: among our own of 2000 it was almost as much again, and even between two of
/// those engines a half. So the nearest tell most, on either side.
const STRETCH: f64 = 0.4;
const STRETCHED_FROM: f64 = 1300.0;

/// Points on the scale of Elo for one unit of the logistic function's argument.
const ELO_PER_UNIT: f64 = 400.0 / core::f64::consts::LN_10;

/// Seconds of computing that one of our own takes for a game, by rating, and an engine whose rating is known, with its
/// share of starting it. Up to 1800 they look ahead as people do, from there on as engines, with few positions.
const OWN_SECONDS: [(f64, f64); 14] = [
    (400.0, 0.003),
    (600.0, 0.005),
    (800.0, 0.01),
    (1000.0, 0.025),
    (1200.0, 0.05),
    (1400.0, 0.11),
    (1600.0, 0.17),
    (1800.0, 0.2),
    (1801.0, 0.04),
    (2000.0, 0.06),
    (2200.0, 0.16),
    (2400.0, 0.6),
    (2600.0, 1.5),
    (2800.0, 5.0),
];
const ANCHOR_SECONDS: [(f64, f64); 7] = [
    (1320.0, 0.1),
    (1742.0, 0.14),
    (2204.0, 0.3),
    (2363.0, 0.8),
    (2500.0, 1.5),
    (2596.0, 2.6),
    (2788.0, 6.0),
];

/// The best games to play, in their order: as many as make all known well enough, or as the effort allows.
pub(super) fn design(contestants: &[Contestant], effort: Effort) -> Vec<Pairing> {
    // What to play depends on all that is in doubt, when it is enough on chance alone, which is what error bars tell.
    let (mut doubt, mut chance) = (Doubt::new(contestants), Doubt::new(contestants));
    let mut meetings = meetings(contestants);
    let mut plan = Vec::new();
    while plan.len() * IN_A_ROW < effort.pairs {
        let is_open = |&(who, of): &(usize, &Contestant)| chance.error(who) > goal(of, effort.error);
        let open = contestants.iter().enumerate().filter(is_open);
        let weights: Vec<(usize, f64)> = open.map(|(who, of)| (who, importance(of))).collect();
        if weights.is_empty() {
            break;
        }
        let value = |meeting: &Meeting| doubt.narrowing(meeting, &weights) / meeting.seconds;
        let values: Vec<f64> = meetings.iter().map(value).collect();
        let best = (0..meetings.len()).max_by(|&a, &b| values[a].total_cmp(&values[b]));
        let Some(meeting) = best.map(|best| &mut meetings[best]) else { break };
        doubt.learn(meeting, meeting.gain());
        chance.learn(meeting, meeting.gain_against_chance());
        let &mut Meeting { first, second, pairs: from, .. } = meeting;
        plan.push(Pairing { first, second, from, pairs: IN_A_ROW });
        meeting.pairs += IN_A_ROW;
    }
    plan
}

fn meetings(contestants: &[Contestant]) -> Vec<Meeting> {
    let mut meetings = Vec::new();
    for (second, other) in contestants.iter().enumerate() {
        for (first, one) in contestants[..second].iter().enumerate() {
            let apart = one.expected - other.expected;
            if one.known().is_some() && other.known().is_some() || !may_meet(contestants, first, second) {
                continue;
            }
            let share = 1.0 / (1.0 + (apart / ELO_PER_UNIT).exp());
            let variance = ELO_PER_UNIT * ELO_PER_UNIT / (share * (1.0 - share));
            let seconds = 2.0 * IN_A_ROW as f64 * (seconds(one) + seconds(other));
            let is_stretched = one.expected.min(other.expected) >= STRETCHED_FROM;
            let residue = AFFINITY.powi(2) + if is_stretched { (STRETCH * apart).powi(2) } else { 0.0 };
            meetings.push(Meeting { first, second, variance, residue, seconds, pairs: 0 });
        }
    }
    meetings
}

/// Who are near to each other; and who have nobody between them, so that a chain of games leads to everybody.
fn may_meet(contestants: &[Contestant], first: usize, second: usize) -> bool {
    let [one, other] = [first, second].map(|who| contestants[who].expected);
    let (low, high) = (one.min(other), one.max(other));
    let is_between = |who: &Contestant| who.expected > low && who.expected < high;
    high - low <= FARTHEST || !contestants.iter().any(is_between)
}

/// How much it matters that a rating is known well.
fn importance(contestant: &Contestant) -> f64 {
    match contestant.who {
        Who::Own(Opponent::Level(Level::Elo(800..=2600))) => 1.0,
        Who::Own(Opponent::Level(Level::Elo(_))) => 0.3,
        Who::Own(Opponent::Level(_)) => 0.5,
        Who::Own(Opponent::Computer(_)) => 0.03,
        Who::Anchor(_) => 0.0,
    }
}

/// The error with which somebody is known well enough, if so much is wished for those whose labels are promised to be right.
fn goal(contestant: &Contestant, error: u16) -> f64 {
    let leniency = match contestant.who {
        Who::Own(Opponent::Level(Level::Elo(800..=2600))) | Who::Anchor(_) => 1.0,
        Who::Own(Opponent::Level(Level::Person(_))) => 1.5,
        Who::Own(Opponent::Level(_)) => 2.0,
        Who::Own(Opponent::Computer(_)) => 4.0,
    };
    leniency * f64::from(error)
}

/// What a contestant costs in a game.
fn seconds(contestant: &Contestant) -> f64 {
    let table: &[(f64, f64)] = match contestant.who {
        Who::Own(_) => &OWN_SECONDS,
        Who::Anchor(_) => &ANCHOR_SECONDS,
    };
    let rating = contestant.expected;
    let above = table.iter().position(|&(known, _)| known >= rating).unwrap_or(table.len() - 1).max(1);
    let ((low, least), (high, most)) = (table[above - 1], table[above]);
    least + ((rating - low) / (high - low)).clamp(0.0, 1.0) * (most - least)
}

#[cfg(test)]
mod tests {
    use super::super::ladder::{Effort, Ladder};
    use super::*;
    use std::path::Path;

    fn ladder(pairs: usize) -> Ladder {
        Ladder::new(Effort { pairs, error: 35, step: 200, people: true }, Some(Path::new("stockfish")))
    }

    /// The widest error bar that a plan leaves among the levels whose labels are promised to be right.
    fn widest(ladder: &Ladder) -> f64 {
        let mut chance = Doubt::new(&ladder.contestants);
        let meetings = meetings(&ladder.contestants);
        for met in &ladder.pairings {
            let meeting = meetings.iter().find(|own| (own.first, own.second) == (met.first, met.second));
            let meeting = meeting.expect("they may meet");
            chance.learn(meeting, meeting.gain_against_chance());
        }
        let promised =
            (0..ladder.contestants.len()).filter(|&who| goal(&ladder.contestants[who], 40) <= 40.0);
        promised.map(|who| chance.error(who)).fold(0.0, f64::max)
    }

    #[test]
    fn games_are_planned_until_all_are_known_as_well_as_is_wished() {
        for stockfish in [Some(Path::new("stockfish")), None] {
            let plan =
                |error| Ladder::new(Effort { pairs: 50_000, error, step: 400, people: false }, stockfish);
            let (rough, fine) = (plan(80), plan(40));
            let [wide, narrow] = [&rough, &fine].map(widest);
            assert!((60.0..=80.0).contains(&wide) && (30.0..=40.0).contains(&narrow), "{wide} {narrow}");
            let games = |ladder: &Ladder| ladder.pairings.len() * IN_A_ROW;
            assert!(games(&rough) < games(&fine) && games(&fine) < 20_000, "{}", games(&fine));
        }
    }

    #[test]
    fn everybody_meets_somebody_and_nobody_from_afar() {
        let ladder = ladder(1_000);
        assert!(ladder.pairings.iter().map(|met| met.pairs).sum::<usize>() >= 1_000);
        for (index, contestant) in ladder.contestants.iter().enumerate() {
            let met = ladder.pairings.iter().any(|met| met.first == index || met.second == index);
            assert!(met || contestant.known().is_some(), "{}", contestant.name);
        }
        let apart = |met: &Pairing| {
            (ladder.contestants[met.first].expected - ladder.contestants[met.second].expected).abs()
        };
        assert!(ladder.pairings.iter().all(|met| apart(met) <= FARTHEST));
    }

    #[test]
    fn a_plan_for_more_games_begins_as_one_for_fewer() {
        let (few, many) = (ladder(200).pairings, ladder(400).pairings);
        assert_eq!(few, many[..few.len()]);
        // The pairs of any two are numbered through.
        let mut next = std::collections::BTreeMap::new();
        for met in &many {
            let next = next.entry((met.first, met.second)).or_insert(0);
            assert_eq!(met.from, *next);
            *next += met.pairs;
        }
    }
}
