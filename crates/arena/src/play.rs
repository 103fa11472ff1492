//! One game, from its opening to its end.

use crate::adjudication::{Adjudication, Adjudicator, Ruling};
use crate::client::TimeSource;
use crate::fault::{Fault, Halt};
use crate::limits::Limits;
use crate::opening::Opening;
use crate::player::{Player, Question, Reply};
use crate::timekeeper::Timekeeper;
use crate::uci::{Info, position_command};
use core::fmt;
use core::time::Duration;
use regence_game::{Game, Purpose};
use regence_rules::{ByColor, Color, Outcome, UciMove};

/// What a game is played by.
#[derive(Clone, Copy, Debug)]
pub struct Conditions<'a> {
    /// Where it begins.
    pub opening: &'a Opening,
    /// How long each side may think.
    pub limits: ByColor<&'a Limits>,
    /// When it need not be played out.
    pub adjudication: Adjudication,
    /// Whether castling is written as Chess960 does.
    pub chess960: bool,
    /// Which time is charged. Here it only matters for how long to wait.
    pub time: TimeSource,
    /// How long to wait where there is no clock.
    pub patience: Duration,
}

/// A game that has ended.
#[derive(Clone, Debug)]
pub struct Played {
    /// The moves.
    pub game: Game,
    /// What each move's side thought and how long; nothing for moves of the opening.
    pub thoughts: Vec<Option<Thought>>,
    /// How it ended.
    pub end: End,
}

/// What came with a move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Thought {
    /// What the side thought.
    pub info: Info,
    /// The time it was charged.
    pub time: Duration,
}

/// How a game ended.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct End {
    /// Who won.
    pub outcome: Outcome,
    /// By what.
    pub cause: Cause,
}

/// What ended a game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Cause {
    /// The rules.
    Rules,
    /// It was cut short.
    Adjudication(Ruling),
    /// A side did something wrong.
    Fault {
        /// Which side.
        color: Color,
        /// What.
        fault: Fault,
        /// What it said last.
        last_words: Vec<String>,
    },
}

/// A sentence.
impl fmt::Display for End {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.cause {
            Cause::Rules => self.outcome.fmt(f),
            Cause::Adjudication(Ruling::Lost(color)) => write!(f, "{} wins by adjudication", !*color),
            Cause::Adjudication(Ruling::Drawn) => f.write_str("Draw by adjudication: even scores"),
            Cause::Adjudication(Ruling::TooLong) => f.write_str("Draw by adjudication: too many moves"),
            Cause::Fault { color, fault, .. } => write!(f, "{color} {fault}"),
        }
    }
}

/// Everything is to stop, so a game has no end.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Stopped;

impl Conditions<'_> {
    /// Plays a game between two.
    pub fn play(&self, players: &mut ByColor<&mut dyn Player>) -> Result<Played, Stopped> {
        let mut play = Play::new(self);
        for color in Color::ALL {
            match players[color].new_game() {
                Ok(()) => {}
                Err(Halt::Stopped) => return Err(Stopped),
                Err(Halt::Fault(fault)) => return Ok(play.lose(color, fault, &*players[color])),
            }
        }
        loop {
            if let Some(end) = play.end.take() {
                return Ok(Played { game: play.game, thoughts: play.thoughts, end });
            }
            let mover = play.game.position().turn();
            let reply = match play.ask(mover, players[mover]) {
                Ok(reply) => reply,
                Err(Halt::Stopped) => return Err(Stopped),
                Err(Halt::Fault(fault)) => return Ok(play.lose(mover, fault, &*players[mover])),
            };
            if let Err(fault) = play.take(mover, &reply) {
                return Ok(play.lose(mover, fault, &*players[mover]));
            }
        }
    }
}

/// A game under way.
struct Play<'a> {
    game: Game,
    thoughts: Vec<Option<Thought>>,
    keeper: Timekeeper<'a>,
    adjudicator: Adjudicator,
    end: Option<End>,
}

impl<'a> Play<'a> {
    fn new(conditions: &'a Conditions<'a>) -> Self {
        let start = conditions.opening.start;
        let mut game = if conditions.chess960 {
            Game::chess960(start, Purpose::Playing)
        } else {
            Game::new(start, Purpose::Playing)
        };
        for &mv in &conditions.opening.moves {
            // Openings were played through when they were read; what could not be played is left out.
            if game.play(mv).is_err() {
                break;
            }
        }
        let first = game.position().turn();
        let thoughts = vec![None; game.plies().len()];
        let keeper = Timekeeper::new(conditions.limits, first, conditions.time, conditions.patience);
        let adjudicator = Adjudicator::new(conditions.adjudication);
        let mut play = Self { game, thoughts, keeper, adjudicator, end: None };
        play.judge_by_rules();
        play
    }

    fn ask(&self, mover: Color, player: &mut dyn Player) -> Result<Reply, Halt> {
        let position = position_command(&self.game);
        let go = self.keeper.question(mover).to_string();
        player.think(&Question { position: &position, go: &go, within: self.keeper.wait(mover) })
    }

    /// Plays the move, if it came in time and is one.
    fn take(&mut self, mover: Color, reply: &Reply) -> Result<(), Fault> {
        self.keeper.spend(mover, reply.time, reply.computed)?;
        let illegal = |why: String| Fault::IllegalMove { written: reply.best.clone(), why };
        let written = UciMove::from_bytes(reply.best.to_ascii_lowercase().as_bytes());
        let written = written.map_err(|error| illegal(error.to_string()))?;
        let number = self.game.position().fullmove_number();
        self.game.play(written).map_err(|error| illegal(error.to_string()))?;
        self.thoughts.push(Some(Thought { info: reply.info, time: reply.time }));
        self.judge_by_rules();
        let ruling = self.adjudicator.rule(mover, number, reply.info.score);
        if let (None, Some(ruling)) = (&self.end, ruling) {
            self.adjudicate(ruling);
        }
        Ok(())
    }

    /// Ends the game if the rules do, or let either side claim a draw: engines cannot, so we do it for them.
    fn judge_by_rules(&mut self) {
        let outcome = self.game.outcome().or_else(|| self.game.claim(None).ok());
        self.end = outcome.map(|outcome| End { outcome, cause: Cause::Rules });
    }

    fn adjudicate(&mut self, ruling: Ruling) {
        let outcome = match ruling {
            Ruling::Lost(color) => self.game.resign(color),
            Ruling::Drawn | Ruling::TooLong => {
                let offered = self.game.offer_draw(Color::White);
                offered.and_then(|()| self.game.accept_draw(Color::Black))
            }
        };
        self.end = outcome.ok().map(|outcome| End { outcome, cause: Cause::Adjudication(ruling) });
    }

    fn lose(mut self, color: Color, fault: Fault, player: &dyn Player) -> Played {
        let outcome = match fault {
            Fault::Time { .. } | Fault::Patience { .. } => self.game.flag(color),
            _ => self.game.abandon(color),
        };
        let won = Outcome::Win { winner: !color, by: regence_rules::Win::Abandonment };
        let cause = Cause::Fault { color, fault, last_words: player.last_words() };
        let end = End { outcome: outcome.unwrap_or(won), cause };
        Played { game: self.game, thoughts: self.thoughts, end }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::adjudication::{DrawRule, ResignRule};
    use crate::settings::Setting;
    use crate::uci::Score;

    /// Plays what stands in a list, `move/score/milliseconds`; behind its end, it has crashed.
    struct Script {
        lines: Vec<&'static str>,
        asked: Vec<String>,
    }

    impl Script {
        fn new(lines: &[&'static str]) -> Self {
            Self { lines: lines.iter().rev().copied().collect(), asked: Vec::new() }
        }
    }

    impl Player for Script {
        fn new_game(&mut self) -> Result<(), Halt> {
            Ok(())
        }

        fn think(&mut self, question: &Question<'_>) -> Result<Reply, Halt> {
            self.asked.push(format!("{}; {}", question.position, question.go));
            let line = self.lines.pop().ok_or(Fault::Crash { how: "the script is over".to_owned() })?;
            let mut parts = line.split('/');
            let best = parts.next().unwrap_or_default().to_owned();
            let score = parts.next().and_then(|score| score.parse().ok()).map(Score::Centipawns);
            let time =
                parts.next().and_then(|time| time.parse().ok()).map_or(Duration::ZERO, Duration::from_millis);
            let computed = Some(time / 2).filter(|computed| !computed.is_zero());
            Ok(Reply { best, time, computed, info: Info { score, ..Info::default() } })
        }

        fn last_words(&self) -> Vec<String> {
            vec!["goodbye".to_owned()]
        }
    }

    fn play(
        opening: &Opening,
        limit: (&str, &str),
        adjudication: Adjudication,
        sides: [&[&'static str]; 2],
    ) -> (Played, Script) {
        let mut limits = Limits::default();
        limits.set(Setting { key: limit.0, value: limit.1 }).expect("a limit");
        let conditions = Conditions {
            opening,
            limits: ByColor { white: &limits, black: &limits },
            adjudication,
            chess960: false,
            time: TimeSource::Wall,
            patience: Duration::from_secs(30),
        };
        let [mut white, mut black] = sides.map(Script::new);
        let mut players = ByColor::<&mut dyn Player> { white: &mut white, black: &mut black };
        (conditions.play(&mut players).expect("nobody stops it"), white)
    }

    #[track_caller]
    fn check(adjudication: Adjudication, white: &[&'static str], black: &[&'static str], expected: &str) {
        let start = Opening::position(regence_rules::Position::START);
        let (played, _) = play(&start, ("tc", "1"), adjudication, [white, black]);
        let found = format!("{} {}", played.end.outcome.result(), played.end);
        assert_eq!(found, expected, "{white:?} {black:?}");
        assert_eq!(played.thoughts.len(), played.game.plies().len());
    }

    #[test]
    fn the_rules_end_games() {
        let none = Adjudication::default();
        check(none, &["f2f3", "g2g4"], &["e7e5", "d8h4"], "0-1 Black wins by checkmate");
        let (knights, back) = (["g1f3", "f3g1", "g1f3", "f3g1"], ["g8f6", "f6g8", "g8f6", "f6g8"]);
        check(none, &knights, &back, "1/2-1/2 Draw: the same position three times");
    }

    #[test]
    fn faults_lose_games() {
        let none = Adjudication::default();
        check(none, &["e2e4"], &[], "1-0 Black crashed: the script is over");
        check(
            none,
            &["e2e5"],
            &[],
            "0-1 White played an illegal move, 'e2e5': a pawn does not move from e2 to e5",
        );
        check(
            none,
            &["(none)"],
            &[],
            "0-1 White played an illegal move, '(none)': a move is 4 or 5 characters like e2e4 or e7e8q, not 6",
        );
        check(
            none,
            &[""],
            &[],
            "0-1 White played an illegal move, '': a move is 4 or 5 characters like e2e4 or e7e8q, not 0",
        );
        check(
            none,
            &["e2e4/0/400", "d2d4/0/700"],
            &["e7e5"],
            "0-1 White lost on time: used 0.700 s of 0.600 s (0.350 s of CPU time)",
        );
        check(
            none,
            &["e2e4/0/400", "d2d4/0/620"],
            &["e7e5", "e5d4/0/9"],
            "0-1 White crashed: the script is over",
        );
    }

    #[test]
    fn scores_cut_games_short() {
        let resign = Some(ResignRule { moves: 2, score: 500, two_sided: false });
        let draw = Some(DrawRule { from_move: 1, moves: 2, score: 5 });
        let rules = Adjudication { resign, draw, max_moves: Some(3) };
        check(rules, &["a2a3/0", "b2b3/0"], &["a7a6/-600", "b7b6/-700"], "1-0 White wins by adjudication");
        check(
            rules,
            &["a2a3/0", "b2b3/0"],
            &["a7a6/1", "b7b6/1"],
            "1/2-1/2 Draw by adjudication: even scores",
        );
        check(
            rules,
            &["a2a3", "b2b3", "c2c3"],
            &["a7a6", "b7b6", "c7c6"],
            "1/2-1/2 Draw by adjudication: too many moves",
        );
        let mate = "0-1 Black wins by checkmate";
        check(rules, &["f2f3/-600", "g2g4/-100"], &["e7e5", "d8h4"], mate);
    }

    #[test]
    fn engines_are_told_the_opening_and_the_clocks() {
        let moves = ["e2e4", "e7e5"].map(|written| written.parse().expect("a move")).to_vec();
        let opening = Opening { start: regence_rules::Position::START, moves };
        let (played, white) =
            play(&opening, ("tc", "40/60"), Adjudication::default(), [&["g1f3//250"], &["b8c6//1000"]]);
        assert_eq!(
            white.asked,
            [
                "position startpos moves e2e4 e7e5; go wtime 60000 btime 60000 movestogo 40",
                "position startpos moves e2e4 e7e5 g1f3 b8c6; go wtime 59750 btime 59000 movestogo 39",
            ]
        );
        let times: Vec<_> =
            played.thoughts.iter().map(|thought| thought.map(|it| it.time.as_millis())).collect();
        assert_eq!(times, [None, None, Some(250), Some(1000)]);
    }
}
