//! Games in a database that servers share.
#![cfg(unix)]

use crate::player::Player;
use crate::postgres::Postgres;
use regence_store::{GameFilter, GameId, Lease, Leased, Moment, NodeId, Place, Store, StoreError};

const NOW: Moment = Moment(1_700_000_000_000);

/// A terminal on a database, and a server at its side; none where PostgreSQL is not installed.
struct Beside {
    postgres: &'static Postgres,
    url: String,
    runtime: tokio::runtime::Runtime,
    store: Store,
    server: NodeId,
}

impl Beside {
    fn new() -> Option<(Self, Player)> {
        let postgres = Postgres::shared()?;
        let url = postgres.new_database();
        let place: Place = url.parse().expect("a URL");
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().expect("a runtime");
        let player = Player::at(Some(place.clone()));
        let joined: Result<(Store, NodeId), StoreError> = runtime.block_on(async {
            let store = Store::open(&place).await?;
            let server = store.join("server:80", NOW).await?;
            Ok((store, server))
        });
        let (store, server) = joined.expect("it opens");
        Some((Self { postgres, url, runtime, store, server }, player))
    }

    fn place(&self) -> Place {
        self.url.parse().expect("a URL")
    }

    fn game(&self) -> (GameId, u32) {
        let found = self.runtime.block_on(self.store.search(&GameFilter::default(), None, 1));
        let game = found.expect("it answers").games.remove(0);
        (game.id, game.plies)
    }

    fn lease(&self) -> Leased {
        self.runtime.block_on(self.store.lease(self.server, self.game().0)).expect("it answers")
    }

    /// The server takes the game, as if nobody had heard of the terminal for long.
    fn take(&self) -> Lease {
        let sql =
            "UPDATE games SET fence = fence + 1, node = (SELECT id FROM nodes WHERE address = 'server:80')";
        assert_eq!(self.postgres.psql(&self.url, sql).as_deref(), Ok("UPDATE 1"));
        match self.lease() {
            Leased::Ours(lease) => lease,
            other => panic!("{other:?}"),
        }
    }

    fn release(&self, lease: Lease) {
        let id = self.game().0;
        self.runtime.block_on(self.store.release(self.server, id, lease)).expect("it is given back");
    }
}

#[test]
fn servers_leave_the_game_of_a_terminal_alone() {
    let Some((beside, mut player)) = Beside::new() else { return };
    player.keys("t Enter");
    player.play("e4");
    assert_eq!(beside.lease(), Leased::Visited);
    let other = Player::at(Some(beside.place()));
    other.does_not_see("Continue");
    player.play("e5");
    drop(player);
    assert!(matches!(beside.lease(), Leased::Ours(_)), "it was given back");
}

#[test]
fn what_a_server_has_taken_is_kept_as_soon_as_it_is_free() {
    let Some((beside, mut player)) = Beside::new() else { return };
    player.keys("t Enter");
    player.play("e4");
    let lease = beside.take();
    player.play("e5");
    player.sees("This could not be remembered: this game is open in the browser, by the");
    player.play("Nf3");
    assert_eq!(beside.game().1, 1);
    let other = Player::at(Some(beside.place()));
    other.does_not_see("Continue");
    beside.release(lease);
    player.play("Nc6");
    player.does_not_see("remembered");
    assert_eq!(beside.game().1, 4, "nothing is lost");
}

#[test]
fn a_game_that_a_server_has_can_be_looked_through() {
    let Some((beside, mut player)) = Beside::new() else { return };
    player.keys("t Enter");
    player.play("e4");
    drop(player);
    let mut again = Player::at(Some(beside.place()));
    again.sees("Continue");
    let lease = beside.take();
    again.keys("c");
    again.sees("This game is open in the browser, by the server at server:80");
    again.sees("1. e4");
    beside.release(lease);
    again.keys("q h Enter");
    again.sees("Here is the game you left");
    again.play("e5");
    assert_eq!(beside.game().1, 2);
}
