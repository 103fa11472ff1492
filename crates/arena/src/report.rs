//! What people read of a match: a line while it goes on, a table at its end.

use crate::schedule::Schedule;
use crate::stats::{Sprt, ratings};
use crate::tally::{Points, Tally, Usage};
use core::fmt::Write;

/// A match as a reader sees it.
#[derive(Clone, Copy, Debug)]
pub struct Report<'a> {
    /// The engines' names.
    pub names: &'a [String],
    /// What was to be played.
    pub schedule: &'a Schedule,
    /// The test, if there is one.
    pub sprt: Option<&'a Sprt>,
    /// What came out of it.
    pub tally: &'a Tally,
}

impl Report<'_> {
    /// One line on how it goes.
    pub fn progress(&self) -> String {
        let mut line = match self.sprt {
            Some(_) => format!("{} games", self.tally.games()),
            None => format!("{}/{} games", self.tally.games(), self.schedule.games()),
        };
        if self.schedule.pairings().len() == 1 {
            let meeting = self.tally.meeting(0, 1);
            let _ = write!(line, "  {}", signed(meeting.points));
            if let Some(elo) = meeting.pairs.elo() {
                let _ = write!(line, "  Elo {elo}  LOS {}", likelihood(meeting.pairs.superiority()));
            }
            if let Some(sprt) = self.sprt {
                let (lower, upper) = sprt.bounds();
                let _ = write!(line, "  LLR {:.2} ({lower:.2}, {upper:.2})", sprt.ratio(&meeting.pairs));
            }
            let _ = write!(line, "  {}", meeting.pairs);
        } else if let Some((engine, elo, error)) = self.ranking().first().copied() {
            let _ = write!(line, "  first {} {elo:.0} ± {error:.0}", self.name(engine));
        }
        match self.tally.incidents().len() {
            0 => {}
            1 => line.push_str("  1 fault"),
            faults => {
                let _ = write!(line, "  {faults} faults");
            }
        }
        line
    }

    /// The result of it all.
    pub fn table(&self) -> String {
        let mut text = if self.schedule.pairings().len() == 1 { self.duel() } else { self.standings() };
        let endings: Vec<_> = self.tally.endings().map(|(word, count)| format!("{word} {count}")).collect();
        if !endings.is_empty() {
            let _ = writeln!(text, "\nended by: {}", endings.join(", "));
        }
        if !self.tally.incidents().is_empty() {
            let _ = writeln!(text, "\nfaults:");
            for incident in self.tally.incidents() {
                let _ = writeln!(text, "  {incident}");
            }
        }
        text
    }

    /// Two engines.
    fn duel(&self) -> String {
        let meeting = self.tally.meeting(0, 1);
        let (points, pairs) = (meeting.points, meeting.pairs);
        let as_black = Points {
            wins: points.wins - meeting.as_white.wins,
            draws: points.draws - meeting.as_white.draws,
            losses: points.losses - meeting.as_white.losses,
        };
        let mut text = format!("{} against {}\n", self.name(0), self.name(1));
        let mut row = |name: &str, value: String| {
            let _ = writeln!(text, "{name:<9}{value}");
        };
        row("games", format!("{}, {}, {:.1} %", points.games(), signed(points), 100.0 * points.score()));
        row("colours", format!("as White {}, as Black {}", signed(meeting.as_white), signed(as_black)));
        row("pairs", format!("{}, {pairs} with 0, ½, 1, 1½, 2 points", pairs.pairs()));
        if let Some(elo) = pairs.elo() {
            row("Elo", format!("{elo} (95 %)"));
        }
        if let Some(elo) = pairs.normalized_elo() {
            row("nElo", format!("{elo}"));
        }
        if pairs.pairs() > 0 {
            row("LOS", likelihood(pairs.superiority()));
        }
        if let Some(sprt) = self.sprt {
            let (lower, upper) = sprt.bounds();
            let verdict = sprt.verdict(&pairs).map_or("undecided".to_owned(), |it| format!("{it} accepted"));
            let tested = format!("[{}, {}] {} Elo", sprt.elo0, sprt.elo1, sprt.model.word());
            row("LLR", format!("{:.2} ({lower:.2}, {upper:.2}) for {tested}: {verdict}", sprt.ratio(&pairs)));
        }
        for engine in 0..2 {
            let _ = writeln!(text, "{}: {}", self.name(engine), usage(self.tally.usage(engine)));
        }
        text
    }

    /// Several engines.
    fn standings(&self) -> String {
        let width = self.names.iter().map(|name| shown(name).chars().count()).max().unwrap_or(0).max(6);
        let mut text = format!(
            "    {:<width$} {:>7} {:>6} {:>6} {:>7}  +W =D -L\n",
            "engine", "Elo", "±", "games", "score"
        );
        for (rank, (engine, elo, error)) in self.ranking().into_iter().enumerate() {
            let points = self.tally.points_of(engine);
            let _ = writeln!(
                text,
                "{:>3} {:<width$} {elo:>7.1} {error:>6.1} {:>6} {:>5.1} %  {}",
                rank + 1,
                self.name(engine),
                points.games(),
                100.0 * points.score(),
                signed(points)
            );
        }
        text.push('\n');
        for ((first, second), meeting) in self.tally.meetings() {
            let elo = meeting.pairs.elo().map_or_else(String::new, |elo| format!(", Elo {elo}"));
            let names = format!("{} - {}", self.name(first), self.name(second));
            let _ = writeln!(
                text,
                "{names:<0$} {1}, {2}{elo}",
                2 * width + 3,
                signed(meeting.points),
                meeting.pairs
            );
        }
        text.push('\n');
        for engine in 0..self.names.len() {
            let _ = writeln!(text, "{:<width$} {}", self.name(engine), usage(self.tally.usage(engine)));
        }
        text
    }

    /// Engines with their ratings, the best first; those without a rating are left out.
    fn ranking(&self) -> Vec<(usize, f64, f64)> {
        let ratings = ratings(self.names.len(), &self.tally.encounters());
        let mut ranking: Vec<_> = ratings
            .into_iter()
            .enumerate()
            .filter_map(|(engine, rating)| rating.map(|rating| (engine, rating.elo, rating.error)))
            .collect();
        ranking.sort_by(|a, b| b.1.total_cmp(&a.1));
        ranking
    }

    fn name(&self, engine: usize) -> String {
        self.names.get(engine).map_or_else(String::new, |name| shown(name))
    }
}

/// A name that cannot do anything to a terminal.
fn shown(name: &str) -> String {
    name.escape_debug().to_string()
}

/// As `97.5 %`; a dash if nobody can say.
fn likelihood(known: Option<f64>) -> String {
    known.map_or("–".to_owned(), |share| format!("{:.1} %", 100.0 * share))
}

/// As `+3 =2 -1`.
fn signed(points: Points) -> String {
    format!("+{} ={} -{}", points.wins, points.draws, points.losses)
}

/// What an engine did in its time.
#[allow(clippy::cast_precision_loss, reason = "a few digits are shown")]
fn usage(usage: Usage) -> String {
    if usage.moves == 0 {
        return format!("no moves, faults {}", usage.faults);
    }
    let (moves, seconds) = (usage.moves as f64, usage.time.as_secs_f64());
    let mut text = format!("{:.3} s a move", seconds / moves);
    if usage.depths.1 > 0 {
        let _ = write!(text, ", depth {:.1}", usage.depths.0 as f64 / usage.depths.1 as f64);
    }
    if usage.nodes > 0 {
        let _ = write!(text, ", {:.0} nodes a move", usage.nodes as f64 / moves);
        if seconds > 0.0 {
            let _ = write!(text, ", {:.2} M nodes/s", usage.nodes as f64 / seconds / 1e6);
        }
    }
    let _ = write!(text, ", faults {}", usage.faults);
    text
}
