//! A number for how somebody plays: if it has changed, old results say nothing of them.

use super::ladder::Who;
use regence_engine::Situation;
use regence_game::Random;
use regence_game::session::Level;
use regence_levels::{Opponent, Partner};
use regence_rules::Position;

/// Positions of every kind in which players are asked, each with the move that has led to it: something to take back, obvious
/// or not, an attack, quiet play, a check, endings, and mates that are known by heart.
const PROBES: [(&str, &str); 13] = [
    ("r1bqkbnr/pppp1ppp/2n5/1B2p3/4P3/5N2/PPPP1PPP/RNBQK2R w KQkq - 2 3", "Bxc6"),
    ("r1bqk2r/pppp1ppp/2n2n2/2b1p1N1/2B1P3/8/PPPP1PPP/RNBQK2R b KQkq - 5 4", "d5"),
    ("r2q1rk1/pp2bppp/2n1pn2/2pp1b2/3P1B2/2PBPN2/PP1N1PPP/R2Q1RK1 b - - 4 9", "Bg6"),
    ("r1b2rk1/2q1bppp/p2ppn2/1p6/3BP3/1BN5/PPP2PPP/R2Q1RK1 b - - 1 13", "b4"),
    ("r4rk1/1b3ppp/p2q4/1p1pb3/8/1PNB4/P1PQ1PPP/3RR1K1 b - - 2 20", "Bxh2+"),
    ("6k1/1p3pp1/p1n4p/2P5/1P2p3/P3B2P/5PP1/6K1 b - - 0 33", "Ne5"),
    ("8/5pk1/4p1p1/3pP2p/1r1P1P1P/R5P1/5K2/8 b - - 5 41", "Rb2+"),
    ("8/5k2/p4p2/1p1p4/1P1P1K2/P4P2/8/8 b - - 3 52", "Ke6"),
    ("8/8/8/3k4/8/8/8/QK6 b - - 0 60", "Kc4"),
    ("7k/8/8/8/8/2K5/3R4/8 b - - 0 60", "Kg7"),
    ("rn1qkbnr/pp2pppp/2p5/3pPb2/3P2P1/8/PPP2P1P/RNBQKBNR b KQkq - 0 4", "Bxg4"),
    ("1rr3k1/p5pp/1pn1q3/3B1p2/1P1p4/P2P4/4PP1P/2RQK1R1 w - - 0 21", "Bxc6"),
    ("6k1/5ppp/8/8/8/8/5PPP/3R2K1 b - - 98 99", "Kh8"),
];

/// In how many games the first moves are looked at, which are known by heart and cost nothing, and how many of them.
const OPENINGS: u64 = 24;
const PLIES: usize = 4;

pub(super) fn fingerprint(who: &Who) -> u64 {
    match who {
        Who::Own(opponent) => {
            let lines = match opponent {
                Opponent::Level(Level::Person(person)) => person.repertoire(),
                _ => &[],
            };
            let known = lines.iter().fold(0, |print, line| add_text(print, line));
            add_play(known, &|seed| Partner::new(*opponent, seed))
        }
        Who::Anchor(spec) => {
            let options = spec.options.iter().map(|(name, value)| format!("{name} {value}"));
            let limits = format!("depth {:?} nodes {:?}", spec.limits.depth, spec.limits.nodes);
            options.chain([limits]).fold(0, |print, text| add_text(print, &text))
        }
    }
}

/// Adds what somebody plays, and what they believe it to be worth: that changes with the least change in how they think.
fn add_play(mut print: u64, player: &dyn Fn(u64) -> Partner) -> u64 {
    let mut ask = |seed: u64, situation: &Situation| {
        let choice = player(seed).choose(situation)?;
        print = add_text(print, &format!("{} {:?}", choice.mv.uci(), choice.worth));
        Some(choice.mv)
    };
    for seed in 0..OPENINGS {
        let mut situation = Situation::new(Position::START);
        for _ in 0..PLIES {
            let Some(mv) = ask(seed, &situation) else { break };
            situation.play(mv);
        }
    }
    for (seed, situation) in (OPENINGS..).zip(probes()) {
        ask(seed, &situation);
    }
    print
}

fn probes() -> impl Iterator<Item = Situation> {
    PROBES.into_iter().filter_map(|(fen, san)| {
        let mut situation = Situation::new(Position::from_fen(fen).ok()?);
        let mv = situation.position().parse_san(san).ok()?;
        situation.play(mv);
        Some(situation)
    })
}

fn add_text(print: u64, text: &str) -> u64 {
    text.bytes().fold(print, |print, byte| Random::of(print, u64::from(byte)).next())
}

#[cfg(test)]
mod tests {
    use super::super::ladder::{Effort, Ladder, STOCKFISH};
    use super::*;
    use regence_game::person::{Person, Style};
    use regence_levels::Mind;
    use std::path::Path;

    #[test]
    fn every_probe_can_be_put() {
        assert_eq!(probes().count(), PROBES.len());
    }

    #[test]
    fn whoever_plays_otherwise_has_another_fingerprint() {
        let of = |skill: f32, style: Style| {
            add_play(0, &|seed| Partner::Mind(Box::new(Mind::of_skill(skill, style, None, seed))))
        };
        let usual = of(1300.0, Style::NONE);
        assert_eq!(usual, of(1300.0, Style::NONE));
        assert_ne!(usual, of(1304.0, Style::NONE), "a little more skill");
        for style in [
            Style { attack: 1, ..Style::NONE },
            Style { trades: 1, ..Style::NONE },
            Style { pawns: 1, ..Style::NONE },
            Style { knights: 1, ..Style::NONE },
            Style { caution: 1, ..Style::NONE },
        ] {
            assert_ne!(usual, of(1300.0, style), "{style:?}");
        }
        // Whether mates are known by heart is all that these differ in, as far as the probes go.
        let mates = |skill: f32| {
            let queen = probes().nth(8).expect("a probe");
            Mind::of_skill(skill, Style::NONE, None, 1).choose(&queen).expect("a move").worth
        };
        assert_ne!(mates(699.9), mates(700.1));
    }

    #[test]
    fn a_person_is_not_a_level() {
        let prints: std::collections::BTreeSet<u64> = Person::all()
            .take(6)
            .flat_map(|person| [Level::Person(person), Level::Elo(person.elo())])
            .map(|level| fingerprint(&Who::Own(Opponent::Level(level))))
            .collect();
        assert_eq!(prints.len(), 12);
    }

    #[test]
    fn an_anchor_is_what_it_is_set_to_wherever_it_is() {
        let anchors = |path: &str| -> Vec<u64> {
            let ladder =
                Ladder::new(Effort { pairs: 0, error: 35, step: 800, people: false }, Some(Path::new(path)));
            let anchors = ladder.contestants.iter().filter(|who| who.known().is_some());
            anchors.map(|who| fingerprint(&who.who)).collect()
        };
        let prints = anchors("/usr/games/stockfish");
        assert_eq!(prints, anchors("stockfish"));
        assert_eq!(prints.iter().collect::<std::collections::BTreeSet<_>>().len(), STOCKFISH.len());
    }
}
