//! Two people at a table, who play whatever is legal.

use crate::Failure;
use crate::ledger::Played;
use crate::wire::{Legal, Person, Update, Way, request};
use serde_json::json;
use std::time::Duration;
use tokio::time::Instant;

/// What was seen while playing.
#[derive(Default)]
pub struct Seen {
    /// From when a move was due until its mover was told that it is kept.
    pub acknowledged: Vec<Duration>,
    /// From when a move was due until the opponent saw it.
    pub pushed: Vec<Duration>,
    /// The games that have ended.
    pub over: Vec<Played>,
}

/// Two people at a table.
pub struct Pair {
    /// By which White comes, and Black.
    ways: [Way; 2],
    game: String,
    /// White, and Black.
    people: [Person; 2],
    /// What whoever is to move may play.
    legal: Vec<Legal>,
    /// The number of the last change.
    number: u32,
    moves: Vec<String>,
    random: u64,
}

impl Pair {
    /// One opens a table, the other joins.
    pub async fn open(ways: [Way; 2], seed: u32) -> Result<Self, Failure> {
        let wish = json!({"players": {"white": "me", "black": "open"}, "clock": "60+0"}).to_string();
        let [to_white, to_black] = &ways;
        let (white, made) = request(to_white, "POST", "/games", "", &wish).await?;
        let game = made["state"]["id"].as_str().ok_or_else(|| format!("no game: {made}"))?.to_owned();
        let (black, _) = request(to_black, "POST", &format!("/games/{game}/join"), "", "").await?;
        let wait = Duration::from_millis(u64::from(seed) * 7 % 5000);
        let (white, start) = Person::come(to_white, &game, &white, wait).await?;
        let (black, _) = Person::come(to_black, &game, &black, wait).await?;
        Ok(Self {
            ways,
            game,
            people: [white, black],
            legal: start.state.legal,
            number: start.number,
            moves: Vec::new(),
            random: u64::from(seed).wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1,
        })
    }

    /// Plays at a pace until the time is over. A move counts from when it was due, however late it was made: otherwise
    /// whatever is slow would be asked less, and seem fast.
    pub async fn play(
        mut self,
        first: Instant,
        pace: Duration,
        end: Instant,
    ) -> Result<(Self, Seen), Failure> {
        let mut seen = Seen::default();
        let mut due = first;
        for person in &mut self.people {
            person.begin(Instant::now());
        }
        while due < end {
            let [white, black] = &mut self.people;
            tokio::try_join!(white.wait(due), black.wait(due))?;
            if self.legal.is_empty() {
                let next = Self::open(self.ways.clone(), self.next_random() as u32).await?;
                seen.over.push(std::mem::replace(&mut self, next).leave());
                // Who comes late was not kept waiting by a move.
                due = Instant::now();
            }
            let (acknowledged, pushed) = self.play_move().await?;
            seen.acknowledged.push(acknowledged - due);
            seen.pushed.push(pushed - due);
            due += pace;
        }
        Ok((self, seen))
    }

    /// Plays a move, and says when it was acknowledged and when the opponent saw it.
    async fn play_move(&mut self) -> Result<(Instant, Instant), Failure> {
        let at = (self.next_random() % self.legal.len() as u64) as usize;
        let mv = self.legal.swap_remove(at).uci;
        let id = self.moves.len();
        let [white, black] = &mut self.people;
        let (mover, other) = if id.is_multiple_of(2) { (white, black) } else { (black, white) };
        let command = json!({"type": "command", "id": id, "command": {"do": "play", "move": mv}});
        mover.say(command.to_string()).await?;
        let acknowledged = async {
            let update = mover.hear("update").await?;
            mover.hear("reply").await?;
            Ok::<_, Failure>((update, Instant::now()))
        };
        let pushed = async {
            let update = other.hear("update").await?;
            Ok::<_, Failure>((update, Instant::now()))
        };
        let ((own, acknowledged), (theirs, pushed)) = tokio::try_join!(acknowledged, pushed)?;
        self.moves.push(mv);
        self.follow(&own, &theirs)?;
        Ok((acknowledged, pushed))
    }

    /// Both must have seen the same, and nothing must be missing.
    fn follow(&mut self, own: &str, theirs: &str) -> Result<(), Failure> {
        let (own, theirs): (Update, Update) = (serde_json::from_str(own)?, serde_json::from_str(theirs)?);
        for seen in [&own, &theirs] {
            if seen.number != self.number + 1 || seen.state.ply as usize != self.moves.len() {
                let (number, ply) = (seen.number, seen.state.ply);
                return Err(format!(
                    "game {}: change {number} with {ply} moves came after change {} and {} moves",
                    self.game,
                    self.number,
                    self.moves.len()
                )
                .into());
            }
        }
        self.number = own.number;
        self.legal = own.state.legal;
        Ok(())
    }

    /// A few shifts and sums are random enough to play by.
    fn next_random(&mut self) -> u64 {
        self.random ^= self.random << 13;
        self.random ^= self.random >> 7;
        self.random ^= self.random << 17;
        self.random >> 11
    }

    /// Leaves without a word, as people do.
    pub fn leave(self) -> Played {
        Played { game: self.game, moves: self.moves }
    }
}
