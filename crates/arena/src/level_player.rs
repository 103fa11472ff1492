//! One of our own opponents at the board: no process, no protocol, only a mind.

use crate::client::TimeSource;
use crate::cpu_clock;
use crate::fault::{Fault, Halt};
use crate::player::{Player, Question, Reply};
use crate::stop::Stop;
use crate::uci::{Info, Score};
use regence_engine::Situation;
use regence_game::Random;
use regence_levels::{Choice, Opponent, Partner, Remaining};
use regence_rules::{Color, Position, UciMove};
use std::time::{Duration, Instant};

/// Plays as an opponent does. Its moves follow from the game's seed, whatever the machine does.
pub struct LevelPlayer {
    opponent: Opponent,
    chess960: bool,
    time: TimeSource,
    stop: Stop,
    seed: u64,
    partner: Partner,
    /// The position as it was last put, and what it means.
    known: String,
    situation: Situation,
}

impl LevelPlayer {
    /// The opponent, for games that write castling as Chess960 does or not, and that charge this time, until somebody says stop.
    pub fn new(opponent: Opponent, chess960: bool, time: TimeSource, stop: Stop) -> Self {
        let partner = Partner::new(opponent, 0);
        let situation = Situation::new(Position::START);
        Self { opponent, chess960, time, stop, seed: 0, partner, known: String::new(), situation }
    }

    /// The next game is the one of this seed.
    pub fn set_seed(&mut self, seed: u64) {
        self.seed = seed;
    }

    /// Follows the game to where the question is put.
    fn follow(&mut self, command: &str) -> Result<(), String> {
        let is_known = !self.known.is_empty() && command.starts_with(&self.known);
        let rest = if is_known {
            &command[self.known.len()..]
        } else {
            let words = command.strip_prefix("position ").unwrap_or(command);
            let (start, moves) = words.split_once(" moves").unwrap_or((words, ""));
            let position = match start.strip_prefix("fen ") {
                None => Ok(Position::START),
                Some(fen) => Position::from_fen_chess960(fen).map_err(|error| format!("{fen:?}: {error}")),
            };
            self.situation = Situation::new(position?);
            moves
        };
        for word in rest.split_whitespace().filter(|&word| word != "moves") {
            let written: UciMove = word.parse().map_err(|error| format!("{word:?}: {error}"))?;
            let mv =
                self.situation.position().resolve(written).map_err(|error| format!("{word:?}: {error}"))?;
            self.situation.play(mv);
        }
        command.clone_into(&mut self.known);
        Ok(())
    }

    fn write(&self, choice: Choice) -> UciMove {
        if self.chess960 { choice.mv.uci_chess960() } else { choice.mv.uci() }
    }
}

/// How long to think at most, by what a `go` says of time; it says nothing where positions are counted.
fn longest(go: &str, turn: Color) -> Option<Duration> {
    let told = |name: &str| {
        let mut words = go.split_whitespace().skip_while(|&word| word != name).skip(1);
        words.next()?.parse().ok().map(Duration::from_millis)
    };
    let (left, increment) = match turn {
        Color::White => ("wtime", "winc"),
        Color::Black => ("btime", "binc"),
    };
    let clock = told(left).map(|left| Remaining { left, increment: told(increment).unwrap_or_default() });
    told("movetime").map(|time| time * 9 / 10).or_else(|| clock.map(Remaining::longest))
}

impl Player for LevelPlayer {
    fn new_game(&mut self) -> Result<(), Halt> {
        // Somebody who is not told of a seed still plays each game differently.
        let seed = self.seed;
        self.seed = Random::new(seed).next();
        self.partner = Partner::new(self.opponent, seed);
        self.known.clear();
        Ok(())
    }

    fn think(&mut self, question: &Question<'_>) -> Result<Reply, Halt> {
        // A move takes less than a second, so it is enough to look up before each.
        if self.stop.is_set() {
            return Err(Halt::Stopped);
        }
        let (asked, cpu_before) = (Instant::now(), cpu_clock::used_by_this_thread());
        self.follow(question.position).map_err(|how| Fault::Crash { how })?;
        let longest = longest(question.go, self.situation.position().turn());
        let choice = self.partner.choose_within(&self.situation, longest);
        let choice =
            choice.ok_or(Fault::Crash { how: "it was asked for a move where there is none".into() })?;
        let score = choice.score().map(|score| match score {
            regence_engine::Score::Centipawns(worth) => Score::Centipawns(worth),
            regence_engine::Score::Mate(moves) => Score::Mate(moves),
        });
        let info = Info { score, ..Info::default() };
        let wall = asked.elapsed();
        let cpu = cpu_before.zip(cpu_clock::used_by_this_thread());
        // One thread computes no longer than passes, whatever a virtual machine's clock says.
        let computed = cpu.map(|(before, after)| after.saturating_sub(before).min(wall));
        let time = match (self.time, computed) {
            (TimeSource::Cpu, Some(computed)) => computed,
            _ => wall,
        };
        Ok(Reply { best: self.write(choice).to_string(), time, computed, info })
    }

    fn last_words(&self) -> Vec<String> {
        Vec::new()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn opponent(name: &str) -> LevelPlayer {
        LevelPlayer::new(name.parse().expect("an opponent"), false, TimeSource::Wall, Stop::default())
    }

    fn ask(player: &mut LevelPlayer, position: &str) -> String {
        let question = Question { position, go: "go", within: Duration::from_secs(1) };
        player.think(&question).expect("it answers").best
    }

    #[test]
    fn time_is_taken_from_what_is_said_of_it() {
        let found = |go: &str| longest(go, Color::Black).map(|time| time.as_millis());
        assert_eq!(found("go movetime 100"), Some(90));
        assert_eq!(found("go wtime 9000 btime 2000 winc 0 binc 100"), Some(180));
        assert_eq!(found("go wtime 9000 btime 40"), Some(2));
        assert_eq!(found("go nodes 100"), None);
    }

    #[test]
    fn the_game_is_followed_from_question_to_question() {
        let mut player = opponent("1000");
        player.set_seed(5);
        player.new_game().expect("nothing to do");
        let mut asked = vec!["position startpos".to_owned()];
        let first = ask(&mut player, &asked[0]);
        asked.push(format!("position startpos moves {first} a7a6"));
        let second = ask(&mut player, &asked[1]);
        asked.push(format!("{} {second} b7b6", asked[1]));
        let third = ask(&mut player, &asked[2]);
        // Whoever is asked the same without having followed answers the same.
        let mut other = opponent("1000");
        other.set_seed(5);
        other.new_game().expect("nothing to do");
        assert_eq!(ask(&mut other, &asked[2]), third);
        assert_eq!(other.situation.position(), player.situation.position());
    }

    #[test]
    fn whoever_says_stop_gets_no_more_moves() {
        let mut player = opponent("2800");
        player.stop.set();
        let question = Question { position: "position startpos", go: "go", within: Duration::from_secs(1) };
        assert!(matches!(player.think(&question), Err(Halt::Stopped)));
    }

    #[test]
    fn where_there_is_no_move_none_is_made_up() {
        let mut player = opponent("random");
        let question = Question {
            position: "position fen 7k/5Q2/6K1/8/8/8/8/8 b - - 0 1",
            go: "go",
            within: Duration::from_secs(1),
        };
        assert!(matches!(player.think(&question), Err(Halt::Fault(Fault::Crash { .. }))));
    }
}
