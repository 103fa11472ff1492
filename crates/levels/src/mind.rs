//! Somebody who plays at a level.

use crate::chance::{mix, share};
use crate::choice::{self, Choice};
use crate::eye::Eye;
use crate::look::{Care, Idea, Look, MATE, is_mate};
use crate::parameters::{Parameters, Way};
use crate::patience::Patience;
use crate::taking_back::{OFFICER, takes_back, ways_to_win_back};
use crate::{repertoire, scale, technique};
use regence_engine::{Control, Engine, Limits, Score, Situation};
use regence_game::person::Style;
use regence_game::session::Level;
use regence_rules::{Color, Move};
use std::sync::Arc;
use std::time::{Duration, Instant};

/// Plays at a level in one game.
///
/// Its choice follows from the level, the seed and the situation alone: neither from what it was asked before, nor from
/// the machine, nor from the time it takes, as long as nobody makes it hurry.
pub struct Mind {
    parameters: Parameters,
    skill: f32,
    seed: u64,
    repertoire: Option<&'static [&'static str]>,
    eye: Eye,
    /// Only those who play as the engine does need one, and only when they are asked.
    engine: Option<(Color, Engine<Eye>)>,
}

/// Everybody has been told to castle, in hundredths of a pawn.
const CASTLING_HABIT: i32 = 60;

/// From this skill on, taking back is a reflex.
const REFLEX_SKILL: f32 = 600.0;

/// How many half-moves of an opening are known by heart, by skill.
const SKILL_OF_A_PLY: f32 = 200.0;

impl Mind {
    /// Somebody of this level, in the game of this seed. At full strength it is the engine with many positions to look at;
    /// who has a clock to mind had better ask the engine itself.
    pub fn new(level: Level, seed: u64) -> Self {
        let (skill, style, repertoire) = match level {
            Level::Elo(elo) => (scale::skill(elo), Style::NONE, None),
            Level::Person(person) => (scale::skill(person.elo()), person.style(), Some(person.repertoire())),
            Level::Full => (FULL_SKILL, Style::NONE, None),
        };
        Self::of_skill(skill, style, repertoire, seed)
    }

    /// Somebody of a skill that need not be on the scale, to measure it.
    pub fn of_skill(
        skill: f32,
        style: Style,
        repertoire: Option<&'static [&'static str]>,
        seed: u64,
    ) -> Self {
        let parameters = Parameters::of_skill(skill);
        let eye = Eye::new(mix(&[seed, 0x1d9e]), parameters.noise, parameters.judgement, style);
        let eye = match parameters.way {
            Way::Person { .. } => eye,
            Way::Engine { .. } => eye.without_fancies(),
        };
        Self { parameters, skill, seed, repertoire, eye, engine: None }
    }

    /// The move it plays; none if there is none.
    pub fn choose(&mut self, situation: &Situation) -> Option<Choice> {
        self.choose_within(situation, &Arc::default(), None)
    }

    /// The same, unless it is told to stop before it knows, or has thought for the longest time it may: then the move is the
    /// best it knows of so far.
    pub fn choose_within(
        &mut self,
        situation: &Situation,
        control: &Arc<Control>,
        longest: Option<Duration>,
    ) -> Option<Choice> {
        self.choose_among(situation, &[], control, longest)
    }

    /// The same among some of the legal moves only; among all of them if none is named.
    pub fn choose_among(
        &mut self,
        situation: &Situation,
        among: &[Move],
        control: &Arc<Control>,
        longest: Option<Duration>,
    ) -> Option<Choice> {
        let legal = situation.position().legal_moves();
        let among = if among.is_empty() { &legal } else { among };
        let seed = choice::seed(&[self.seed, situation.position().key().bits(), legal.len() as u64]);
        if let [mv] = *among {
            return Some(Choice { mv, worth: None, effort: 0.0, seed });
        }
        let known = (self.skill / SKILL_OF_A_PLY) as usize;
        let recalled = repertoire::recall(self.repertoire, known, situation, self.seed);
        if let Some(mv) = recalled.filter(|mv| among.contains(mv)) {
            return Some(Choice { mv, worth: None, effort: 0.15, seed });
        }
        if let Some(care) = technique::known(situation.position(), self.skill) {
            let mut eye = self.eye.sharp();
            let patience = Patience::new(control, longest);
            let ideas = Look::new(&mut eye, care, self.seed, situation, patience).ideas(situation, among, 0);
            let best = ideas.first()?;
            return Some(Choice { mv: best.mv, worth: Some(best.worth), effort: 0.3, seed });
        }
        match self.parameters.way {
            Way::Person { depth, captures, blindness, width } => {
                let whole = |number: f32, salt| round(number, mix(&[seed, salt]));
                let care = Care {
                    depth: whole(depth, 1),
                    captures: whole(captures, 2),
                    blindness,
                    width: whole(width, 3) as usize,
                };
                self.look(situation, among, care, seed, Patience::new(control, longest))
            }
            Way::Engine { nodes } => {
                let moves = among.iter().map(|mv| mv.uci_chess960()).collect();
                let limits = Limits { nodes: Some(nodes), time: longest, moves, ..Limits::default() };
                self.search(situation, among, &limits, seed, control)
            }
        }
    }

    fn look(
        &mut self,
        situation: &Situation,
        among: &[Move],
        care: Care,
        seed: u64,
        patience: Patience<'_>,
    ) -> Option<Choice> {
        let margin = (self.parameters.temperature * 5.0 + self.parameters.habit) as i32;
        let mut ideas = Look::new(&mut self.eye, care, self.seed, situation, patience.clone())
            .ideas(situation, among, margin);
        // Nothing is added to a mate, which would seem nearer or further away than it is.
        for idea in ideas.iter_mut().filter(|idea| !is_mate(idea.worth)) {
            if takes_back(situation, idea.mv) {
                idea.worth += self.parameters.habit as i32;
            }
            if idea.mv.castling().is_some() {
                idea.worth += CASTLING_HABIT;
            }
        }
        ideas.sort_by_key(|idea| -idea.worth);
        self.win_back_by_reflex(situation, &mut ideas, care, patience);
        let chosen = self.pick(&ideas, mix(&[seed, 4]))?;
        let worths: Vec<i32> = ideas.iter().map(|idea| idea.worth).collect();
        let is_reflex = takes_back(situation, chosen.mv) && chosen.mv == ideas.first()?.mv;
        let effort = if is_reflex { 0.0 } else { choice::effort(&worths) };
        Some(Choice { mv: chosen.mv, worth: Some(chosen.worth), effort, seed })
    }

    /// Whoever can win back an officer thinks of nothing else, but for what looks much better still. If something does, winning
    /// back is looked at once more without overlooking anything: it may have seemed to lose for want of a way out.
    fn win_back_by_reflex(
        &mut self,
        situation: &Situation,
        ideas: &mut Vec<Idea>,
        care: Care,
        patience: Patience<'_>,
    ) {
        let ways = ways_to_win_back(situation, ideas.iter().map(|idea| idea.mv));
        let best = |ideas: &[Idea]| ideas.iter().find(|idea| ways.contains(&idea.mv)).map(|idea| idea.worth);
        let Some(mut worth) = best(ideas).filter(|_| self.skill >= REFLEX_SKILL) else { return };
        if ideas.iter().any(|idea| idea.worth > worth + OFFICER) && !patience.is_over() {
            let care = Care { blindness: 0.0, width: usize::MAX, ..care };
            let mut look = Look::new(&mut self.eye, care, self.seed, situation, patience);
            let careful = look.ideas(situation, &ways, 0);
            if let Some(careful) = careful.first().filter(|_| !look.was_cut_short()) {
                let habit = if is_mate(careful.worth) { 0 } else { self.parameters.habit as i32 };
                for idea in ideas.iter_mut().filter(|idea| idea.mv == careful.mv) {
                    idea.worth = idea.worth.max(careful.worth + habit);
                }
                ideas.sort_by_key(|idea| -idea.worth);
                worth = best(ideas).unwrap_or(worth);
            }
        }
        ideas.retain(|idea| ways.contains(&idea.mv) || idea.worth > worth + OFFICER);
    }

    /// One of the ideas, the likelier the better it is believed to be.
    fn pick(&self, ideas: &[Idea], mixed: u64) -> Option<Idea> {
        let best = ideas.first()?;
        // Nobody forgoes a mate that was seen.
        if best.worth > MATE - 100 || self.parameters.temperature <= 0.0 {
            return Some(*best);
        }
        let weight = |idea: &Idea| ((idea.worth - best.worth) as f32 / self.parameters.temperature).exp();
        let all: f32 = ideas.iter().map(weight).sum();
        let mut point = share(mixed) * all;
        let passed = ideas.iter().find(|idea| {
            point -= weight(idea);
            point < 0.0
        });
        passed.or(Some(best)).copied()
    }

    fn search(
        &mut self,
        situation: &Situation,
        among: &[Move],
        limits: &Limits,
        seed: u64,
        control: &Arc<Control>,
    ) -> Option<Choice> {
        let own = situation.position().turn();
        self.eye.sit(own);
        if self.engine.as_ref().is_none_or(|&(color, _)| color != own) {
            // As small a table as there is: it is cleared for every move.
            self.engine = Engine::new(self.eye.clone(), 1).ok().map(|engine| (own, engine));
        }
        let Some((_, engine)) = &mut self.engine else {
            let care = Care { depth: 3, captures: 6, blindness: 0.0, width: 64 };
            return self.look(situation, among, care, seed, Patience::new(control, limits.time));
        };
        let began = Instant::now();
        let mut ask = |limits: &Limits| {
            engine.forget();
            let answer = engine.search(situation, limits, control, &mut |_| {});
            Some((answer.best?, answer.score.map(believed)))
        };
        let first = ask(limits)?;
        // Whoever is about to leave an officer to the other side looks once more at winning it back, if that is not in a hurry: a
        // look cut short is not to be believed more than the first.
        let ways = ways_to_win_back(situation, among.iter().copied());
        let time = limits.time.map(|time| time.saturating_sub(began.elapsed()));
        let has_time = time >= limits.time.map(|time| time / 2) && !control.is_stopped();
        let second = if ways.is_empty() || ways.contains(&first.0) || !has_time {
            None
        } else {
            let moves = ways.iter().map(|mv| mv.uci_chess960()).collect();
            let second = ask(&Limits { moves, time, ..limits.clone() });
            second.filter(|&(_, worth)| worth >= first.1 && !control.is_stopped())
        };
        let (mv, worth) = second.unwrap_or(first);
        let effort = if takes_back(situation, mv) { 0.0 } else { 0.2 + 0.6 * share(mix(&[seed, 5])) };
        Some(Choice { mv, worth, effort, seed })
    }
}

/// As much as the scale does not reach.
const FULL_SKILL: f32 = 3140.0;

/// One of the two whole numbers around a number, the nearer one likelier.
fn round(number: f32, mixed: u64) -> i32 {
    number.floor() as i32 + i32::from(share(mixed) < number.fract())
}

/// What a score of the engine is in hundredths of a pawn.
fn believed(score: Score) -> i32 {
    match score {
        Score::Centipawns(worth) => worth,
        Score::Mate(moves) => moves.signum() * (MATE - 2 * moves.abs()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use regence_rules::Position;

    /// Each of these officers was left to the other side once, by a level that believed to have something better: a position, the
    /// move that takes the officer, and the one that takes back.
    const TO_WIN_BACK: [(&str, &str, &str); 4] = [
        ("rn1qkbnr/pp2pppp/2p5/3pPb2/3P2P1/8/PPP2P1P/RNBQKBNR b KQkq - 0 4", "Bxg4", "Qxg4"),
        ("r1bqkbnr/1pp3pp/p7/3npp2/4p2N/2N3P1/PPPPBP1P/R1BQ1RK1 w kq - 0 10", "Nxd5", "Qxd5"),
        ("2r2rk1/pppqbpp1/2n1bn1p/1N1p4/3P1B2/P2B1N1P/1P3PP1/R2QR1K1 w - - 0 15", "Nxa7", "Nxa7"),
        ("1rr3k1/p5pp/1pn1q3/3B1p2/1P1p4/P2P4/4PP1P/2RQK1R1 w - - 0 21", "Bxc6", "Rxc6"),
    ];

    /// The situation after a move.
    fn after(fen: &str, san: &str) -> Situation {
        let mut situation = Situation::new(Position::from_fen(fen).unwrap());
        situation.play(situation.position().parse_san(san).unwrap());
        situation
    }

    /// A quiet one, one with much to take, and those with an officer to win back.
    fn situations() -> Vec<Situation> {
        let quiet = after("r2q1rk1/pp2bppp/2n1pn2/2pp1b2/3P1B2/2PBPN2/PP1N1PPP/R2Q1RK1 b - - 4 9", "Bg6");
        let sharp = after("r1bqkb1r/pppp1ppp/2n2n2/4p3/2B1P3/8/PPPP1PPP/RNBQK1NR w KQkq - 4 4", "Qh5");
        let to_win_back = TO_WIN_BACK.iter().map(|&(fen, taking, _)| after(fen, taking));
        [quiet, sharp].into_iter().chain(to_win_back).collect()
    }

    /// What levels that search think of positions, as on the day their strength was measured.
    #[test]
    fn levels_think_as_they_did_when_they_were_measured() {
        let middlegame = "r4rk1/1bqnbppp/pp1ppn2/8/2PNP3/1PN1BP2/P2QB1PP/2R2RK1 b - - 3 13";
        let endgame = "8/5pk1/4p1p1/3pP2p/1p1P3P/1P3PP1/5K2/8 w - - 0 40";
        for (fen, elo, seed, uci, worth) in [
            (middlegame, 1900, 0, "a8e8", 0),
            (middlegame, 2200, 0, "a8e8", -65),
            (middlegame, 2500, 1, "d7e5", -39),
            (endgame, 1900, 0, "g3g4", 5),
            (endgame, 2200, 0, "f2e2", -24),
            (endgame, 2500, 1, "g3g4", -42),
        ] {
            let situation = Situation::new(Position::from_fen(fen).unwrap());
            let choice = Mind::new(Level::Elo(elo), seed).choose(&situation).unwrap();
            assert_eq!(
                (choice.mv.uci().to_string().as_str(), choice.worth),
                (uci, Some(worth)),
                "level {elo} thinks otherwise now: keep the change from the levels, or measure them anew \
                 with `regence calibrate`"
            );
        }
    }

    #[test]
    fn whoever_has_no_time_plays_something_all_the_same() {
        let stopped = Arc::<Control>::default();
        stopped.stop();
        for situation in situations() {
            for elo in [400, 800, 1200, 1600, 2000, 2400, 2800] {
                let is_legal = |choice: Choice| situation.position().is_legal(choice.mv.uci());
                let mut mind = Mind::new(Level::Elo(elo), 3);
                let hurried = mind.choose_within(&situation, &Arc::default(), Some(Duration::ZERO));
                assert!(hurried.is_some_and(is_legal), "{elo}: {hurried:?}");
                let stopped = mind.choose_within(&situation, &stopped, None);
                assert!(stopped.is_some_and(is_legal), "{elo}: {stopped:?}");
            }
        }
    }

    #[test]
    fn time_enough_changes_nothing() {
        for situation in situations() {
            for elo in [900, 1500, 1800, 2000, 2300] {
                let free = Mind::new(Level::Elo(elo), 5).choose(&situation);
                let hour = Some(Duration::from_hours(1));
                let timed = Mind::new(Level::Elo(elo), 5).choose_within(&situation, &Arc::default(), hour);
                assert_eq!(free, timed, "{elo}: {}", situation.position().fen());
            }
        }
    }

    #[test]
    fn an_officer_is_won_back() {
        for (fen, taking, back) in TO_WIN_BACK {
            let situation = after(fen, taking);
            let back = situation.position().parse_san(back).unwrap();
            for elo in [1000, 1400, 1600, 1800, 1850, 1900, 2000] {
                for seed in 0..20 {
                    let choice = Mind::new(Level::Elo(elo), seed).choose(&situation).unwrap();
                    assert_eq!(choice.mv, back, "level {elo}, seed {seed}: {fen}");
                }
            }
        }
    }

    #[test]
    fn a_mate_by_taking_back_is_told_as_what_it_is() {
        let situation = after("2rB2k1/5ppp/8/8/8/8/5PPP/3R2K1 b - - 0 1", "Rxd8");
        for elo in [400, 800, 1200, 1600, 2000] {
            let choice = Mind::new(Level::Elo(elo), 1).choose(&situation).unwrap();
            assert_eq!(choice.score(), Some(Score::Mate(1)), "{elo}: {choice:?}");
        }
    }

    #[test]
    fn a_mate_with_the_last_of_fifty_moves_is_seen() {
        let fens = ["6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 99 100", "7k/8/6K1/8/8/8/8/R7 w - - 99 100"];
        for situation in fens.map(|fen| Situation::new(Position::from_fen(fen).unwrap())) {
            for elo in [1800, 1850, 2400] {
                let choice = Mind::new(Level::Elo(elo), 1).choose(&situation).unwrap();
                assert_eq!(choice.score(), Some(Score::Mate(1)), "{elo}: {choice:?}");
            }
        }
    }
}
