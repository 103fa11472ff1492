//! The games that are kept: those that were looked for, one of them chosen, and the score.

use super::line::Line;
use crate::keep::{Found, Listed};
use regence_game::pgn::GameResult;
use regence_store::{Cursor, GameFilter, Moment, State, Tally};

/// How many games below the chosen one are wanted before one gets there.
const AHEAD: usize = 25;
/// A day in milliseconds.
const DAY: i64 = 86_400_000;

/// The games that are kept.
#[derive(Clone, Debug, Default)]
pub struct History {
    /// What is looked for.
    pub find: Line,
    /// Whether keys go there.
    pub is_writing: bool,
    /// Which game is chosen.
    pub chosen: usize,
    /// The games found so far, the newest first.
    pub games: Vec<Listed>,
    /// What was scored in all, and against whom.
    pub score: Vec<(String, Tally)>,
    /// Why there are no games to see.
    pub problem: Option<String>,
    /// Where the next page begins.
    next: Option<Cursor>,
    /// The question whose answer is awaited.
    asked: Option<u64>,
}

impl History {
    /// Whether an answer is awaited.
    pub fn is_waiting(&self) -> bool {
        self.asked.is_some()
    }

    /// Asks anew, with this ticket: which games, and that the first page is wanted.
    pub fn ask(&mut self, ticket: u64) -> GameFilter {
        (self.asked, self.next) = (Some(ticket), None);
        self.games.clear();
        self.chosen = 0;
        filter(self.find.text())
    }

    /// Asks for the next page if one comes near its beginning.
    pub fn ask_on(&mut self, ticket: u64) -> Option<(GameFilter, Cursor)> {
        let is_near = self.chosen + AHEAD >= self.games.len();
        let next = self.next.filter(|_| is_near && self.asked.is_none())?;
        self.asked = Some(ticket);
        Some((filter(self.find.text()), next))
    }

    /// Takes an answer; one to an earlier question is dropped.
    pub fn take(&mut self, ticket: u64, found: Result<Found, String>) {
        if self.asked != Some(ticket) {
            return;
        }
        self.asked = None;
        match found {
            Ok(found) => {
                self.problem = None;
                self.next = found.next;
                self.games.extend(found.games);
                if !found.score.is_empty() {
                    self.score = found.score;
                }
            }
            Err(why) => {
                self.next = None;
                self.problem = Some(why);
            }
        }
    }

    /// Chooses another game.
    pub fn go(&mut self, by: isize) {
        self.chosen = self.chosen.saturating_add_signed(by).min(self.games.len().saturating_sub(1));
    }
}

/// The games that words mean: a result, a date or the beginning of one, an opening's code, `running`; any other word stands
/// in the name of a player or of the opening, or is the year in which the game was played.
fn filter(text: &str) -> GameFilter {
    let mut filter = GameFilter::default();
    for word in text.split_whitespace() {
        if let Some(result) = GameResult::from_word(word.as_bytes()) {
            filter.result = Some(result);
        } else if let Some((since, before)) = days(word) {
            (filter.since, filter.before) = (Some(since), Some(before));
        } else if is_code(word) {
            filter.eco = Some(word.into());
        } else if word.eq_ignore_ascii_case("running") {
            filter.state = Some(State::Running);
        } else {
            filter.words.push(word.into());
        }
    }
    filter
}

/// Whether a word is an opening's code: `B90`, or `B9` for all that begin like it.
fn is_code(word: &str) -> bool {
    let bytes = word.as_bytes();
    let is_letter = bytes.first().is_some_and(|letter| matches!(letter.to_ascii_uppercase(), b'A'..=b'E'));
    is_letter && (2..=3).contains(&bytes.len()) && bytes[1..].iter().all(u8::is_ascii_digit)
}

/// The days that a month or a day has: from the first moment to the one after the last.
fn days(word: &str) -> Option<(Moment, Moment)> {
    let parts: Vec<i64> = word
        .split(['-', '.', '/'])
        .map(|part| part.bytes().all(|byte| byte.is_ascii_digit()).then(|| part.parse().ok())?)
        .collect::<Option<_>>()?;
    let day = |year: i64, month: i64| Moment::of_date(&format!("{year:04}-{month:02}-01"));
    let is_year = |year: i64| (1000..=9998).contains(&year);
    match parts[..] {
        [year, 12] if is_year(year) => Some((day(year, 12)?, day(year + 1, 1)?)),
        [year, month] if is_year(year) => Some((day(year, month)?, day(year, month + 1)?)),
        [year, _, _] if is_year(year) => {
            let since = Moment::of_date(word)?;
            Some((since, Moment(since.0 + DAY)))
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(text: &str, expected: &GameFilter) {
        assert_eq!(&filter(text), expected, "{text:?}");
    }

    fn between(since: &str, before: &str) -> GameFilter {
        let day = Moment::of_date;
        GameFilter { since: day(since), before: day(before), ..GameFilter::default() }
    }

    #[test]
    fn words_say_which_games() {
        let all = GameFilter::default();
        check(" ", &all.clone());
        check("ann  Sicilian", &GameFilter { words: vec!["ann".into(), "Sicilian".into()], ..all.clone() });
        check("1/2-1/2", &GameFilter { result: Some(GameResult::Draw), ..all.clone() });
        check("b9", &GameFilter { eco: Some("b9".into()), ..all.clone() });
        check("B904", &GameFilter { words: vec!["B904".into()], ..all.clone() });
        check("running", &GameFilter { state: Some(State::Running), ..all.clone() });
        // The store knows whether it is a year or a level.
        check("1200", &GameFilter { words: vec!["1200".into()], ..all.clone() });
        check("2026-12", &between("2026-12-01", "2027-01-01"));
        check("2026.2", &between("2026-02-01", "2026-03-01"));
        check("2026-11-16", &between("2026-11-16", "2026-11-17"));
        check("16-11", &GameFilter { words: vec!["16-11".into()], ..all });
    }

    #[test]
    fn late_answers_are_dropped() {
        let mut history = History::default();
        history.ask(1);
        history.ask(2);
        history.take(1, Err("too late".into()));
        assert!(history.is_waiting() && history.problem.is_none());
        history.take(2, Err("the disk is gone".into()));
        assert_eq!(history.problem.as_deref(), Some("the disk is gone"));
        assert!(history.ask_on(3).is_none());
    }
}
