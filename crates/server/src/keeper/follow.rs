//! How a keeper follows a game that another program goes on with: a terminal has it open, or may open it at any time. The
//! database of a folder tells nobody that something was written, so somebody has to look.

use super::Keeper;
use regence_store::{Leased, Moment};

/// How often somebody looks, in milliseconds, as long as the table is looked at.
const LOOK: i64 = 1000;

impl Keeper {
    /// Whether others may write into the log without telling us. What belongs to nobody here is nobody's to change here, but
    /// in a folder a terminal may.
    fn is_followed(&self) -> bool {
        self.lease.is_none() || (!self.shared.store.is_shared() && self.table.owner.is_none())
    }

    /// When to look again.
    pub(super) fn next_look(&self, now: Moment) -> Option<Moment> {
        (self.is_followed() && !self.audience.is_empty()).then_some(Moment(now.0 + LOOK))
    }

    /// Looks what has become of the game, and tells it.
    pub(super) async fn follow(&mut self, now: Moment) {
        if !self.is_followed() {
            return;
        }
        let (store, id) = (&self.shared.store, self.table.id);
        // Whatever cannot be found out now is found out the next time.
        let (Ok(leased), Ok(lengths)) =
            (store.lease(self.shared.node.id(), id).await, store.lengths(&[id]).await)
        else {
            return;
        };
        self.lease = match leased {
            Leased::Ours(lease) => Some(lease),
            Leased::Visited => None,
            // Whoever looks finds it there.
            Leased::Theirs { .. } => {
                self.is_done = true;
                return;
            }
        };
        let has_changed = lengths.first().is_none_or(|&(_, entries)| entries != self.table.number);
        if has_changed {
            self.read_again(now).await;
        }
    }

    async fn read_again(&mut self, now: Moment) {
        let Ok((table, last)) = self.shared.read(self.table.id).await else {
            self.is_done = true;
            return;
        };
        (self.table, self.last) = (table, last);
        self.moves.update(&self.table, true);
        // Several things may have happened at once: whoever comes back is told all anew.
        self.changes.clear();
        let mut audience = std::mem::take(&mut self.audience);
        audience.send_each(|user| self.welcome(self.table.role(user), None, now));
        self.audience = audience;
        self.follow_lines(now);
    }
}
