//! What came out of a calibration, as people read it.

use super::ladder::{Contestant, Ladder, Who};
use super::ledger::Ledger;
use super::realism::{Examiner, Realism};
use crate::stats::{Encounters, Pentanomial, Rating, anchored_ratings};
use core::fmt::Write;
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
            let row = Row { contestant: contestant.clone(), rating: rating?, games, realism: None };
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
                examiner.examine(&line.game(game), color, &mut realism);
            }
            row.realism = Some(realism);
        }
    }

    /// The table as Markdown.
    pub fn markdown(&self) -> String {
        let mut text = String::from("| player | label | measured | games |\n|---|---:|---:|---:|\n");
        for row in &self.rows {
            let Row { contestant, rating, games, .. } = row;
            let label = label(contestant).map_or("–".to_owned(), |elo| elo.to_string());
            let known = contestant.known().is_some();
            let measured = if known {
                format!("{:.0} (known)", rating.elo)
            } else {
                format!("{:.0} ± {:.0}", rating.elo, rating.error)
            };
            let _ = writeln!(text, "| {} | {label} | {measured} | {games} |", contestant.name);
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

    /// The scale that follows from the measured levels: what to ship.
    pub fn scale(&self) -> String {
        let mut text = String::new();
        let mut least = f64::NEG_INFINITY;
        for row in &self.rows {
            let Who::Own(Opponent::Level(Level::Elo(elo))) = row.contestant.who else { continue };
            // Where chance has put a level below a weaker one, it stays just above it.
            let measured = row.rating.elo.round().max(least + 10.0);
            least = measured;
            let _ = writeln!(text, "    measured({measured}, {:.0}.0),", skill(elo));
        }
        text
    }
}

fn label(contestant: &Contestant) -> Option<u16> {
    match contestant.who {
        Who::Own(Opponent::Level(level)) => level.elo(),
        _ => None,
    }
}
