//! Two programs on a NATS server of their own.

#[path = "../../../regence/tests/faults/nats.rs"]
mod server;

use super::*;
use server::Nats as Program;
use std::time::Duration;
use tokio::time::interval;

/// Says that there is work until it is heard; what else is heard meanwhile does not matter.
async fn get_through(from: &Bus, to: &mut nats::Ears) {
    let mut again = interval(Duration::from_millis(20));
    loop {
        tokio::select! {
            _ = again.tick() => from.tell(Topic::Work, String::new()),
            notice = to.next() => if notice == Notice::Work { return },
        }
    }
}

#[tokio::test]
async fn notices_get_through_again_after_the_bus_was_away() {
    let Some(mut program) = Program::start() else { return };
    let url: BusUrl = program.url().parse().expect("a URL");
    let (one, two) = tokio::join!(Bus::open(Some(&url)), Bus::open(Some(&url)));
    let mut ears = two.0.as_ref().expect("it is NATS").listen(&[Topic::Work]);
    assert_eq!(ears.next().await, Notice::Deaf, "nothing was heard before");
    get_through(&one, &mut ears).await;
    program.stop();
    while ears.next().await != Notice::Deaf {}
    assert_eq!(ears.next().await, Notice::Deaf, "one has to look again and again");
    program.start_again();
    get_through(&one, &mut ears).await;
}

#[tokio::test]
async fn a_bus_that_is_not_there_holds_nobody_up() {
    // Nobody listens at the port of discarded words.
    let url: BusUrl = "nats://127.0.0.1:9".parse().expect("a URL");
    let bus = Bus::open(Some(&url)).await;
    let mut ears = bus.0.as_ref().expect("it is NATS").listen(&[Topic::Games]);
    bus.tell(Topic::Games, "nobody hears it".into());
    assert_eq!((ears.next().await, ears.next().await), (Notice::Deaf, Notice::Deaf));
}
