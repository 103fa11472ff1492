//! How often a score wins, draws and loses, for clients that ask.

use crate::Score;
use std::fmt;

/// The score at which half the games are won.
const EVEN_CHANCE: f64 = 135.0;

/// How many centipawns change the odds by a factor of e.
const SLOPE: f64 = 75.0;

/// Chances in thousandths; they add up to 1000.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Wdl {
    /// The side to move wins.
    pub win: u16,
    /// Nobody does.
    pub draw: u16,
    /// The other side wins.
    pub loss: u16,
}

impl Wdl {
    /// The chances that go with a score.
    pub fn new(score: Score) -> Self {
        let (win, loss) = match score {
            Score::Centipawns(worth) => (chance(worth), chance(-worth)),
            Score::Mate(moves) if moves > 0 => (1000, 0),
            Score::Mate(_) => (0, 1000),
        };
        Self { win, draw: 1000 - win - loss, loss }
    }
}

/// How often a side wins that is so much better, in thousandths.
fn chance(worth: i32) -> u16 {
    let odds = ((EVEN_CHANCE - f64::from(worth)) / SLOPE).exp();
    (1000.0 / (1.0 + odds)) as u16
}

/// As UCI writes it after the word `wdl`.
impl fmt::Display for Wdl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {} {}", self.win, self.draw, self.loss)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn chances_add_up_and_mirror() {
        for worth in -2_000..2_000 {
            let (ours, theirs) = (Wdl::new(Score::Centipawns(worth)), Wdl::new(Score::Centipawns(-worth)));
            assert_eq!(ours.win + ours.draw + ours.loss, 1000, "{worth}");
            assert_eq!((ours.win, ours.loss), (theirs.loss, theirs.win), "{worth}");
        }
        assert_eq!(Wdl::new(Score::Mate(-3)), Wdl { win: 0, draw: 0, loss: 1000 });
    }
}
