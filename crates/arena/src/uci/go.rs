//! The questions: a position, and how long to think about it.

use core::fmt;
use core::time::Duration;
use regence_game::Game;
use regence_rules::{ByColor, Position};

/// What `go` tells an engine of its limits.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct GoLimits {
    /// What each side's clock shows.
    pub clocks: Option<ByColor<Duration>>,
    /// What each side gets after a move.
    pub increments: ByColor<Duration>,
    /// Moves until there is more time.
    pub moves_to_go: Option<u32>,
    /// Think exactly so long.
    pub move_time: Option<Duration>,
    /// Look at so many positions.
    pub nodes: Option<u64>,
    /// Look so many half-moves ahead.
    pub depth: Option<u32>,
}

/// The whole command.
impl fmt::Display for GoLimits {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("go")?;
        if let Some(clocks) = self.clocks {
            // Some engines take 0 for "no clock".
            let [white, black] = [clocks.white, clocks.black].map(|time| time.as_millis().max(1));
            write!(f, " wtime {white} btime {black}")?;
            let [white, black] = [self.increments.white, self.increments.black].map(|time| time.as_millis());
            if white > 0 || black > 0 {
                write!(f, " winc {white} binc {black}")?;
            }
        }
        if let Some(moves) = self.moves_to_go {
            write!(f, " movestogo {moves}")?;
        }
        if let Some(time) = self.move_time {
            write!(f, " movetime {}", time.as_millis().max(1))?;
        }
        if let Some(nodes) = self.nodes {
            write!(f, " nodes {nodes}")?;
        }
        if let Some(depth) = self.depth {
            write!(f, " depth {depth}")?;
        }
        Ok(())
    }
}

/// The command that sets up where a game stands, history included, in the notation of its variant.
///
/// ```
/// use regence_arena::uci::position_command;
/// use regence_game::Game;
/// let mut game = Game::default();
/// game.play("e2e4".parse()?)?;
/// assert_eq!(position_command(&game), "position startpos moves e2e4");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn position_command(game: &Game) -> String {
    let start = game.start();
    let mut command = if *start == Position::START.into() {
        "position startpos".to_owned()
    } else {
        format!("position fen {}", start.fen())
    };
    for (index, mv) in game.plies().iter().filter_map(|ply| ply.mv).enumerate() {
        command.push_str(if index == 0 { " moves " } else { " " });
        command.push_str(&mv.uci.to_string());
    }
    command
}

#[cfg(test)]
mod tests {
    use super::*;
    use regence_game::Purpose;

    #[track_caller]
    fn check(limits: GoLimits, expected: &str) {
        assert_eq!(limits.to_string(), expected);
    }

    #[test]
    fn limits_are_written_in_milliseconds() {
        let clocks = Some(ByColor { white: Duration::from_secs(8), black: Duration::from_micros(7) });
        let none = GoLimits::default();
        check(none, "go");
        check(GoLimits { clocks, ..none }, "go wtime 8000 btime 1");
        let increments = ByColor { white: Duration::from_millis(80), black: Duration::ZERO };
        check(
            GoLimits { clocks, increments, moves_to_go: Some(40), ..none },
            "go wtime 8000 btime 1 winc 80 binc 0 movestogo 40",
        );
        check(GoLimits { move_time: Some(Duration::from_millis(100)), ..none }, "go movetime 100");
        check(GoLimits { nodes: Some(5000), depth: Some(9), ..none }, "go nodes 5000 depth 9");
    }

    #[test]
    fn castling_is_written_as_the_variant_wants_it() {
        let fen = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1";
        let start = Position::from_fen(fen).expect("legal");
        let variants = [Game::new(start, Purpose::Playing), Game::chess960(start, Purpose::Playing)];
        for (mut game, written) in variants.into_iter().zip(["e1g1", "e1h1"]) {
            game.play("e1g1".parse().expect("a move")).expect("legal");
            assert_eq!(position_command(&game), format!("position fen {fen} moves {written}"));
        }
    }
}
