//! What came out of a calibration, as people read it.

use super::ladder::{Contestant, Ladder, Who};
use super::ledger::Ledger;
use super::realism::{Examiner, Realism};
use crate::stats::{Encounters, Pentanomial, Rating, anchored_ratings};
use core::fmt::Write;
use core::time::Duration;
use regence_game::session::Level;
use regence_levels::{Opponent, skill};
use regence_rules::Color;

/// One contestant's result.
#[derive(Clone, Debug)]
pub struct Row {
    /// Who.
    pub contestant: Contestant,
    /// The rating that was measured, or known.
    pub rating: Rating,
    /// How many games it rests on.
    pub games: u64,
    /// How long it has computed in a game, in seconds, on average.
    pub seconds: f64,
    /// How it errs; only for our own.
    pub realism: Option<Realism>,
}

/// All results.
#[derive(Clone, Debug)]
pub struct Table {
    /// In the order of the ladder.
    pub rows: Vec<Row>,
}

impl Table {
    /// Fits all ratings to the ledger.
    pub fn fit(ladder: &Ladder, ledger: &Ledger) -> Self {
        let contestants = &ladder.contestants;
        let place = |name: &str| contestants.iter().position(|who| who.name == name);
        let mut met: Vec<Encounters> = Vec::new();
        for line in ledger.lines() {
            let (Some(first), Some(second)) = (place(&line.first), place(&line.second)) else { continue };
            let index = met.iter().position(|met| (met.first, met.second) == (first, second));
            let index = index.unwrap_or_else(|| {
                met.push(Encounters { first, second, pairs: Pentanomial::default() });
                met.len() - 1
            });
            met[index].pairs.add(line.half_points.iter().map(|&points| usize::from(points)).sum());
        }
        let known: Vec<Option<f64>> = contestants.iter().map(Contestant::known).collect();
        let ratings = anchored_ratings(&known, &met);
        let games = |who: usize| {
            let pairs = met.iter().filter(|met| met.first == who || met.second == who);
            pairs.map(|met| 2 * met.pairs.pairs()).sum()
        };
        let rows = contestants.iter().zip(ratings).enumerate().filter_map(|(who, (contestant, rating))| {
            let games = games(who);
            let seconds = seconds(ledger, &contestant.name);
            let row = Row { contestant: contestant.clone(), rating: rating?, games, seconds, realism: None };
            (games > 0).then_some(row)
        });
        Self { rows: rows.collect() }
    }

    /// Looks at so many games of each of our own; `tell` is called for each with how many are done, of how many.
    pub fn examine(
        &mut self,
        ledger: &Ledger,
        games: usize,
        examiner: &mut Examiner,
        tell: &mut dyn FnMut(usize, usize),
    ) {
        let count = self.rows.len();
        for (done, row) in self.rows.iter_mut().enumerate() {
            tell(done, count);
            if !matches!(row.contestant.who, Who::Own(_)) {
                continue;
            }
            let name = &row.contestant.name;
            let mut realism = Realism::default();
            let theirs = ledger.lines().iter().filter(|line| line.first == *name || line.second == *name);
            // Spread over all the lines, so that no opponent counts for more than the others.
            let step = (theirs.clone().count() / games.max(1)).max(1);
            for (index, line) in theirs.step_by(step).take(games).enumerate() {
                let game = index % 2;
                let is_white = (line.first == *name) == (game == 0);
                let color = if is_white { Color::White } else { Color::Black };
                // The ledger has no line whose games cannot be played.
                examiner.examine(&line.game(game).unwrap_or_default(), color, &mut realism);
            }
            row.realism = Some(realism);
        }
    }

    /// The table as Markdown.
    pub fn markdown(&self) -> String {
        let mut text = format!(
            "| player | label | measured | games | CPU seconds a game | within {TOLERANCE:.0} of its label |\n|---|---:|---:|---:|---:|---|\n"
        );
        for row in &self.rows {
            let Row { contestant, rating, games, seconds, .. } = row;
            let label = label(contestant).map_or("–".to_owned(), |elo| elo.to_string());
            let known = contestant.known().is_some();
            let measured = if known {
                format!("{:.0} (known)", rating.elo)
            } else {
                format!("{:.0} ± {:.0}", rating.elo, rating.error)
            };
            let verdict = row.verdict().map_or("–", Verdict::text);
            let _ = writeln!(
                text,
                "| {} | {label} | {measured} | {games} | {seconds:.2} | {verdict} |",
                contestant.name
            );
        }
        text
    }

    /// Whether whoever should be stronger is, among the levels: in a sentence, or one for each who is not; nothing where there are
    /// none to compare.
    pub fn order(&self) -> String {
        let mut levels: Vec<(u16, f64)> = Vec::new();
        for row in &self.rows {
            if let Who::Own(Opponent::Level(Level::Elo(elo))) = row.contestant.who {
                levels.push((elo, row.rating.elo));
            }
        }
        levels.sort_by_key(|&(elo, _)| elo);
        let mut text = String::new();
        for pair in levels.windows(2) {
            let [(weak, below), (strong, above)] = [pair[0], pair[1]];
            if above <= below {
                let _ =
                    writeln!(text, "Level {strong} came out {:.0} Elo below level {weak}.", below - above);
            }
        }
        if text.is_empty() && levels.len() > 1 {
            text.push_str("Every level came out above the one before it.\n");
        }
        text
    }

    /// How our own err, as Markdown.
    pub fn realism(&self) -> String {
        let mut text = String::from(
            "| player | games | recaptures missed | pieces left to be taken, per 100 moves | castled by move 12 | average loss: opening | middlegame | endgame |\n|---|---:|---:|---:|---:|---:|---:|---:|\n",
        );
        for row in &self.rows {
            let Some(realism) = row.realism else { continue };
            let share = |part: u32, whole: u32| 100.0 * f64::from(part) / f64::from(whole.max(1));
            let losses =
                realism.average_losses().map(|loss| loss.map_or("–".into(), |loss| format!("{loss:.0}")));
            let _ = writeln!(
                text,
                "| {} | {} | {} of {} | {:.1} | {:.0} % | {} | {} | {} |",
                row.contestant.name,
                realism.games,
                realism.missed,
                realism.recaptures,
                share(realism.hangs, realism.moves),
                share(realism.castled, realism.games),
                losses[0],
                losses[1],
                losses[2],
            );
        }
        text
    }

    /// The scale that follows from the measured levels: what to ship, once it is smoothed.
    pub fn scale(&self) -> String {
        let mut text = String::new();
        let mut least = f64::NEG_INFINITY;
        for row in &self.rows {
            let Who::Own(Opponent::Level(Level::Elo(elo))) = row.contestant.who else { continue };
            // Where chance has put a level below a weaker one, it stays just above it.
            let measured = row.rating.elo.round().max(least + 10.0);
            least = measured;
            // Adding nothing makes zero of what is called minus zero.
            let measured = measured + 0.0;
            let _ = writeln!(text, "    measured({measured}, {:.0}.0),", skill(elo));
        }
        text
    }
}

impl Row {
    /// Whether the games show the label to be right; none for whoever has no label.
    pub fn verdict(&self) -> Option<Verdict> {
        let off = (self.rating.elo - f64::from(label(&self.contestant)?)).abs();
        Some(if off + self.rating.error <= TOLERANCE {
            Verdict::Shown
        } else if off - self.rating.error > TOLERANCE {
            Verdict::Refuted
        } else {
            Verdict::Open
        })
    }
}

/// By how much a label may be wrong, in Elo.
const TOLERANCE: f64 = 75.0;

/// What the games say of a label, with the error bar on either side.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// It is right.
    Shown,
    /// It may be right or wrong.
    Open,
    /// It is wrong.
    Refuted,
}

impl Verdict {
    /// In a word.
    const fn text(self) -> &'static str {
        match self {
            Self::Shown => "yes",
            Self::Open => "not shown",
            Self::Refuted => "no",
        }
    }
}

/// How long somebody computes in a game, on average.
fn seconds(ledger: &Ledger, name: &str) -> f64 {
    let (mut millis, mut games) = (0, 0);
    for line in ledger.lines() {
        for (player, computed) in [&line.first, &line.second].into_iter().zip(line.millis) {
            if player == name {
                millis += u64::from(computed);
                games += 2;
            }
        }
    }
    Duration::from_millis(millis).as_secs_f64() / f64::from(games.max(1))
}

fn label(contestant: &Contestant) -> Option<u16> {
    match contestant.who {
        Who::Own(Opponent::Level(level)) => level.elo(),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(name: &str, elo: f64, error: f64) -> Row {
        let opponent: Opponent = name.parse().expect("an opponent");
        let contestant = Contestant { name: name.into(), expected: 0.0, who: Who::Own(opponent) };
        Row { contestant, rating: Rating { elo, error }, games: 2, seconds: 0.5, realism: None }
    }

    #[test]
    fn a_label_is_shown_only_with_the_whole_error_bar() {
        let verdict = |elo, error| row("1200", elo, error).verdict();
        assert_eq!(verdict(1230.0, 45.0), Some(Verdict::Shown));
        assert_eq!(verdict(1230.0, 46.0), Some(Verdict::Open));
        assert_eq!(verdict(1100.0, 30.0), Some(Verdict::Open));
        assert_eq!(verdict(1100.0, 20.0), Some(Verdict::Refuted));
        assert_eq!(row("taker", 300.0, 1.0).verdict(), None);
        let table = Table { rows: vec![row("Wren", 1260.0, 10.0), row("taker", 90.4, 9.0)] };
        let lines = ["| Wren | 1350 | 1260 ± 10 | 2 | 0.50 | no |", "| taker | – | 90 ± 9 | 2 | 0.50 | – |"];
        assert_eq!(table.markdown().lines().skip(2).collect::<Vec<_>>(), lines);
    }

    #[test]
    fn a_level_that_is_weaker_than_the_one_before_it_is_named() {
        let rows = |strong| vec![row("400", 410.0, 9.0), row("taker", 900.0, 9.0), row("600", strong, 9.0)];
        assert_eq!(Table { rows: rows(590.0) }.order(), "Every level came out above the one before it.\n");
        assert_eq!(Table { rows: Vec::new() }.order(), "");
        assert_eq!(Table { rows: rows(398.0) }.order(), "Level 600 came out 12 Elo below level 400.\n");
    }

    /// What is printed is to be put into the program as it stands: whole numbers that grow, below zero as well.
    #[test]
    fn the_scale_reaches_below_zero_and_grows() {
        let rows = vec![
            row("400", -120.4, 9.0),
            row("600", -0.2, 9.0),
            row("taker", 50.0, 9.0),
            row("800", -30.0, 9.0),
        ];
        let scale = Table { rows }.scale();
        let elos: Vec<i16> = scale
            .lines()
            .map(|line| {
                line.trim().strip_prefix("measured(").and_then(|rest| rest.split_once(',')).expect("a line").0
            })
            .map(|elo| elo.parse().expect("as it is written in the program"))
            .collect();
        assert_eq!(elos, [-120, 0, 10]);
        assert!(!scale.contains("-0,"), "{scale}");
    }
}
