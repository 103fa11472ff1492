//! How a keeper makes up for the time for which this server was not there for anybody, although it ran: clocks stand still
//! meanwhile, and nothing is decided.

use super::Keeper;
use crate::cluster::Absence;
use crate::refusal::Refusal;
use regence_rules::Color;

impl Keeper {
    /// Whether people are served just now, and the clock knows of every time when they were not: only then may anything
    /// be changed.
    pub(super) fn require_presence(&self) -> Result<(), Refusal> {
        let node = &self.shared.node;
        let is_behind = node.is_cut_off() || node.absences() != self.absences;
        if is_behind { Err(Refusal::cut_off()) } else { Ok(()) }
    }

    /// Makes up for the times when nobody was served. What cannot be kept now is tried again.
    pub(super) async fn catch_up(&mut self) {
        let missed = self.shared.node.absences_after(self.absences);
        if missed.is_empty() || self.shared.node.is_cut_off() {
            return;
        }
        match self.bridge(&missed).await {
            Ok(()) => self.absences += missed.len(),
            Err(refusal) => {
                tracing::warn!(game = %self.table.id, %refusal, "a clock has not made up for a break yet");
            }
        }
    }

    async fn bridge(&mut self, missed: &[Absence]) -> Result<(), Refusal> {
        // What a terminal has open is kept by that.
        let Some(lease) = self.lease else { return Ok(()) };
        // What happened meanwhile was heard before the break was noticed: nobody was missed before that.
        let alone = |absence: &Absence| (absence.until.0 - absence.from.max(self.last).0).max(0);
        let ms: i64 = missed.iter().map(alone).sum();
        let from = missed.first().map_or(self.last, |absence| absence.from.max(self.last));
        let session = self.table.session();
        let is_running =
            session.is_some_and(|session| session.clock().next_flag(self.table.time(from)).is_some());
        if is_running && ms > 0 {
            let mut next = self.table.clone();
            let done = next.bridge(ms);
            self.keep(next, done, self.now()).await?;
        }
        // Nobody was away as long as nobody could be here.
        let back = missed.last().map(|absence| absence.until);
        for color in Color::ALL {
            self.away[color] = self.away[color].max(self.away[color].and(back));
        }
        // If it has happened again meanwhile, the store must know until that is made up for as well.
        let is_last = self.shared.node.absences() == self.absences + missed.len();
        if is_last && self.table.is_running() {
            self.shared.store.make_up(self.table.id, lease).await?;
        }
        Ok(())
    }
}
