//! The lines that the engine shows of a position, the best first.

use super::Keeper;
use crate::show;
use crate::thinking::{Asked, Line, News, Question};
use crate::view::{EngineLine, EngineView};
use regence_store::Moment;

/// How often lines are sent at most.
const LINES_PERIOD: i64 = 100;
/// The most lines that are shown.
const MOST_LINES: u32 = 5;

/// Lines that are shown.
pub struct Lines {
    ticket: u64,
    wanted: u32,
    place: u32,
    revision: u32,
    _asked: Option<Asked>,
    found: Vec<Line>,
    is_running: bool,
    sent: Moment,
    is_fresh: bool,
}

impl Lines {
    /// When they are to be sent again.
    pub fn due(&self) -> Option<Moment> {
        self.is_fresh.then_some(Moment(self.sent.0 + LINES_PERIOD))
    }

    /// As they are shown.
    pub fn view(&self, is_wanted: bool) -> EngineView {
        let best = self.found.first();
        let nodes = self.found.iter().map(|line| line.nodes).max().unwrap_or(0);
        let time = self.found.iter().map(|line| line.time).max().unwrap_or_default();
        EngineView {
            place: self.place,
            running: is_wanted && self.is_running,
            wanted: if is_wanted { self.wanted } else { 0 },
            depth: best.map_or(0, |line| line.depth),
            nodes,
            speed: (u128::from(nodes) * 1_000_000 / time.as_micros().max(1)) as u64,
            lines: self
                .found
                .iter()
                .map(|line| EngineLine {
                    depth: line.depth,
                    score: line.score,
                    expected: line.expected,
                    san: line.san.clone(),
                    uci: line.uci.clone(),
                })
                .collect(),
        }
    }
}

impl Keeper {
    /// Shows so many lines from now on; none stops it.
    pub(super) fn show_lines(&mut self, count: u32, now: Moment) {
        if let Some(lines) = self.lines.take_if(|_| count == 0) {
            self.tell_engine(lines.view(false));
        }
        if count > 0 {
            self.begin_lines(count.min(MOST_LINES), now);
        }
    }

    /// The lines follow the position.
    pub(super) fn follow_lines(&mut self, now: Moment) {
        let place = self.table.game().map(|game| game.cursor().number());
        let Some(lines) = &self.lines else { return };
        if Some(lines.place) == place && lines.revision == self.table.number {
            return;
        }
        let wanted = lines.wanted;
        self.begin_lines(wanted, now);
    }

    fn begin_lines(&mut self, wanted: u32, now: Moment) {
        self.lines = None;
        let longest = self.shared.config.longest_lines;
        let is_possible = show::is_open_to_engines(&self.table);
        let game = self.table.game().filter(|_| is_possible);
        let question = game
            .filter(|game| game.position().outcome().is_none())
            .and_then(|game| Question::lines(game, wanted as usize, longest));
        let place = game.map_or(0, |game| game.cursor().number());
        let ticket = self.thinking.ticket();
        let asked = question.map(|question| self.ask(ticket, question, longest));
        let is_running = asked.is_some();
        let lines = Lines {
            ticket,
            wanted,
            place,
            revision: self.table.number,
            _asked: asked,
            found: Vec::new(),
            is_running,
            sent: now,
            is_fresh: false,
        };
        self.tell_engine(lines.view(true));
        self.lines = Some(lines);
    }

    pub(super) fn hear_lines(&mut self, ticket: u64, news: News) {
        let now = self.now();
        let Some(lines) = self.lines.as_mut().filter(|lines| lines.ticket == ticket) else { return };
        match news {
            News::Line(line) => {
                if !take_over(&mut lines.found, line) {
                    return;
                }
            }
            News::Answer(_) => lines.is_running = false,
        }
        lines.is_fresh = true;
        self.flush_lines(now);
    }

    /// Sends the lines, but not too often.
    pub(super) fn flush_lines(&mut self, now: Moment) {
        let is_told = !self.shared.config.time.passes();
        let Some(lines) = self.lines.as_mut().filter(|lines| lines.is_fresh) else { return };
        if !is_told && now.0 - lines.sent.0 < LINES_PERIOD && lines.is_running {
            return;
        }
        lines.is_fresh = false;
        lines.sent = now;
        let view = lines.view(true);
        self.tell_engine(view);
    }
}

/// Takes a line over into those that were found, and says whether it is news.
///
/// The lines of a depth come one after the other, the best first. Those still to come stand there as they were before, so the move of
/// the new line may stand further down: it changes places then, lest one move be shown twice and another one not at all.
fn take_over(found: &mut Vec<Line>, line: Line) -> bool {
    let at = line.rank.saturating_sub(1);
    let same = found.iter().position(|known| known.uci.first() == line.uci.first());
    // What begins anew after a break need not be shown until it is as deep as it was.
    let is_older = |known: usize| found.get(known).is_some_and(|known| known.depth > line.depth);
    if at > found.len() || is_older(at) || same.is_some_and(is_older) {
        return false;
    }
    match same {
        Some(same) if at < found.len() => found.swap(same, at),
        Some(same) => drop(found.remove(same)),
        None => {}
    }
    match found.get_mut(at) {
        Some(place) => *place = line,
        None => found.push(line),
    }
    true
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::view::ScoreOfLine;
    use std::time::Duration;

    fn line(rank: usize, depth: u32, first: &str) -> Line {
        let (score, time) = (ScoreOfLine::Centipawns(0), Duration::ZERO);
        let (san, uci) = (Vec::new(), vec![first.to_owned()]);
        Line { rank, depth, score, expected: 500, nodes: 1, time, san, uci }
    }

    /// Tells lines, each as its rank, depth and first move, and looks at what is shown after each.
    #[track_caller]
    fn check(told: &[(usize, u32, &str)], expected: &[&str]) {
        let mut found = Vec::new();
        for (&(rank, depth, first), expected) in told.iter().zip(expected) {
            take_over(&mut found, line(rank, depth, first));
            let shown: Vec<&str> = found.iter().map(|line| line.uci[0].as_str()).collect();
            assert_eq!(shown.join(" "), *expected, "after {rank} {depth} {first}");
        }
    }

    #[test]
    fn no_move_is_shown_twice_while_the_order_changes() {
        check(
            &[(1, 1, "e2e4"), (2, 1, "d2d4"), (3, 1, "c2c4"), (1, 2, "c2c4"), (2, 2, "e2e4"), (3, 2, "d2d4")],
            &["e2e4", "e2e4 d2d4", "e2e4 d2d4 c2c4", "c2c4 d2d4 e2e4", "c2c4 e2e4 d2d4", "c2c4 e2e4 d2d4"],
        );
        check(
            &[(1, 1, "e2e4"), (2, 1, "d2d4"), (1, 2, "a2a3"), (2, 2, "e2e4")],
            &["e2e4", "e2e4 d2d4", "a2a3 d2d4", "a2a3 e2e4"],
        );
    }

    #[test]
    fn a_search_that_begins_anew_shows_no_move_twice_either() {
        check(
            &[(1, 9, "e2e4"), (1, 3, "d2d4"), (2, 3, "e2e4"), (2, 3, "d2d4"), (1, 9, "d2d4")],
            &["e2e4", "e2e4", "e2e4", "e2e4 d2d4", "d2d4 e2e4"],
        );
    }
}
