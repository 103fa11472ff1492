//! Games that need not be played out: lost ones, drawn ones, endless ones.

use crate::settings::{Keys, Setting, SettingError, counting};
use crate::uci::Score;
use regence_rules::{ByColor, Color};

/// When a game is given up: a side's own scores say for so many of its moves that it is lost.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ResignRule {
    /// Moves in a row.
    pub moves: u32,
    /// Hundredths of a pawn.
    pub score: i32,
    /// Whether the other side must think so too.
    pub two_sided: bool,
}

/// When a game is called a draw: both sides' scores say so for so many moves of each.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct DrawRule {
    /// Not before this move of the game.
    pub from_move: u32,
    /// Moves of each side in a row.
    pub moves: u32,
    /// Hundredths of a pawn.
    pub score: i32,
}

/// The rules by which games are cut short. None by default.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Adjudication {
    /// Lost games.
    pub resign: Option<ResignRule>,
    /// Drawn games.
    pub draw: Option<DrawRule>,
    /// Games of more moves than this are drawn.
    pub max_moves: Option<u32>,
}

impl ResignRule {
    /// Three moves at six pawns, unless the settings `movecount`, `score` and `twosided` say otherwise.
    pub fn read(text: &str) -> Result<Self, SettingError> {
        const KEYS: Keys = Keys { words: &["movecount", "score", "twosided"], families: &[] };
        let mut rule = Self { moves: 3, score: 600, two_sided: false };
        for setting in KEYS.settings(text)? {
            match setting.key {
                "movecount" => rule.moves = small(setting)?,
                "score" => rule.score = centipawns(setting)?,
                _ => {
                    rule.two_sided = match setting.value {
                        "true" => true,
                        "false" => false,
                        _ => return Err(SettingError::bad(setting, "true or false")),
                    };
                }
            }
        }
        Ok(rule)
    }
}

impl DrawRule {
    /// From move 40 on, eight moves within a tenth of a pawn, unless the settings `movenumber`, `movecount` and `score`
    /// say otherwise.
    pub fn read(text: &str) -> Result<Self, SettingError> {
        const KEYS: Keys = Keys { words: &["movenumber", "movecount", "score"], families: &[] };
        let mut rule = Self { from_move: 40, moves: 8, score: 10 };
        for setting in KEYS.settings(text)? {
            match setting.key {
                "movenumber" => rule.from_move = small(setting)?,
                "movecount" => rule.moves = small(setting)?,
                _ => rule.score = centipawns(setting)?,
            }
        }
        Ok(rule)
    }
}

fn small(setting: Setting<'_>) -> Result<u32, SettingError> {
    u32::try_from(counting(setting)?).map_err(|_| SettingError::bad(setting, "a number of moves"))
}

fn centipawns(setting: Setting<'_>) -> Result<i32, SettingError> {
    let score = setting.value.parse().ok().filter(|score| (0..=100_000).contains(score));
    score.ok_or_else(|| SettingError::bad(setting, "hundredths of a pawn, 0 to 100000"))
}

/// What the adjudicator decides.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ruling {
    /// This side has lost.
    Lost(Color),
    /// Both agree on a draw.
    Drawn,
    /// It has taken too long.
    TooLong,
}

/// Follows one game.
#[derive(Clone, Debug)]
pub struct Adjudicator {
    rules: Adjudication,
    /// For how many of its last moves each side has thought itself lost.
    lost: ByColor<u32>,
    /// For how many of its last moves each side has thought itself won.
    won: ByColor<u32>,
    /// For how many of its last moves each side has thought the game even.
    even: ByColor<u32>,
}

impl Adjudicator {
    /// For a new game.
    pub fn new(rules: Adjudication) -> Self {
        Self { rules, lost: ByColor::default(), won: ByColor::default(), even: ByColor::default() }
    }

    /// Takes notice of a move, its number in the game and what its side thinks of it. A move without a score starts every
    /// count anew.
    pub fn rule(&mut self, mover: Color, number: u32, score: Option<Score>) -> Option<Ruling> {
        if let Some(rule) = self.rules.resign {
            let is = |test: fn(Score, i32) -> bool| score.is_some_and(|score| test(score, rule.score));
            count(&mut self.lost[mover], is(Score::is_at_most_minus));
            count(&mut self.won[mover], is(Score::is_at_least));
            for loser in [mover, !mover] {
                let both = !rule.two_sided || self.won[!loser] >= rule.moves;
                if self.lost[loser] >= rule.moves && both {
                    return Some(Ruling::Lost(loser));
                }
            }
        }
        if let Some(rule) = self.rules.draw {
            count(&mut self.even[mover], score.is_some_and(|score| score.is_within(rule.score)));
            let agreed = self.even.white.min(self.even.black) >= rule.moves;
            if number >= rule.from_move && agreed {
                return Some(Ruling::Drawn);
            }
        }
        let is_last = mover == Color::Black && self.rules.max_moves.is_some_and(|most| number >= most);
        is_last.then_some(Ruling::TooLong)
    }
}

fn count(counter: &mut u32, holds: bool) {
    *counter = if holds { counter.saturating_add(1) } else { 0 };
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Plays scores, White first, and says after how many half-moves what was ruled.
    #[track_caller]
    fn check(rules: Adjudication, scores: &[i32], expected: Option<(usize, Ruling)>) {
        let mut adjudicator = Adjudicator::new(rules);
        let found = scores.iter().enumerate().find_map(|(ply, &score)| {
            let mover = if ply % 2 == 0 { Color::White } else { Color::Black };
            // In these tests such a number stands for no score at all.
            let score = (score != i32::MAX).then_some(Score::Centipawns(score));
            adjudicator.rule(mover, ply as u32 / 2 + 1, score).map(|ruling| (ply + 1, ruling))
        });
        assert_eq!(found, expected, "{scores:?}");
    }

    #[test]
    fn a_side_that_thinks_itself_lost_has_lost() {
        let resign = Some(ResignRule { moves: 2, score: 500, two_sided: false });
        let rules = Adjudication { resign, ..Adjudication::default() };
        check(rules, &[-600, 0, -500, 0], Some((3, Ruling::Lost(Color::White))));
        check(rules, &[0, -600, 0, -500], Some((4, Ruling::Lost(Color::Black))));
        check(rules, &[-600, 0, -499, 0, -600, 0], None);
        check(rules, &[-600, 0, i32::MAX, 0, -600, 0], None);
        check(Adjudication::default(), &[-9000, 9000, -9000, 9000, -9000], None);
    }

    #[test]
    fn two_sided_resignation_needs_both() {
        let resign = Some(ResignRule { moves: 2, score: 500, two_sided: true });
        let rules = Adjudication { resign, ..Adjudication::default() };
        check(rules, &[-600, 0, -500, 0, -800], None);
        check(rules, &[-600, 600, -500, 500], Some((4, Ruling::Lost(Color::White))));
        check(rules, &[700, 600, 700, -500, 700, -500], Some((6, Ruling::Lost(Color::Black))));
    }

    #[test]
    fn even_scores_draw_once_the_game_is_old_enough() {
        let draw = Some(DrawRule { from_move: 3, moves: 2, score: 10 });
        let rules = Adjudication { draw, ..Adjudication::default() };
        check(rules, &[0, 0, 5, -10, 0, 0], Some((5, Ruling::Drawn)));
        check(rules, &[0, 0, 0, 11, 0, 0, 0], None);
        check(rules, &[0, 0, 0, 11, 0, 0, 0, 0], Some((8, Ruling::Drawn)));
    }

    #[test]
    fn endless_games_end() {
        let rules = Adjudication { max_moves: Some(2), ..Adjudication::default() };
        check(rules, &[300, -300, 300, -300], Some((4, Ruling::TooLong)));
    }

    #[test]
    fn mates_count_as_any_score() {
        let resign = Some(ResignRule { moves: 1, score: 5000, two_sided: false });
        let rules = Adjudication { resign, ..Adjudication::default() };
        assert_eq!(
            Adjudicator::new(rules).rule(Color::Black, 9, Some(Score::Mate(-4))),
            Some(Ruling::Lost(Color::Black))
        );
        assert_eq!(Adjudicator::new(rules).rule(Color::Black, 9, Some(Score::Mate(4))), None);
    }

    #[test]
    fn rules_are_read_from_settings() {
        let rule = ResignRule::read("movecount=4 score=900 twosided=true").expect("a rule");
        assert_eq!(rule, ResignRule { moves: 4, score: 900, two_sided: true });
        assert_eq!(
            ResignRule::read("").expect("a rule"),
            ResignRule { moves: 3, score: 600, two_sided: false }
        );
        let rule = DrawRule::read("score=8 movenumber=34").expect("a rule");
        assert_eq!(rule, DrawRule { from_move: 34, moves: 8, score: 8 });
        let refusal = |text| DrawRule::read(text).expect_err("no rule").to_string();
        assert_eq!(refusal("score=x"), "score: expected hundredths of a pawn, 0 to 100000, not 'x'");
        assert_eq!(refusal("moves=3"), "unknown setting 'moves=3', expected movenumber= movecount= score=");
    }
}
