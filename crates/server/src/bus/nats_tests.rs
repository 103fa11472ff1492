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
    let (one, two) = (bus_of("a", &url).await, bus_of("a", &url).await);
    let mut ears = two.0.as_ref().expect("it is NATS").listen(&[Topic::Work]);
    assert_eq!(ears.next().await, Notice::Deaf, "nothing was heard before");
    get_through(&one, &mut ears).await;
    program.stop();
    while ears.next().await != Notice::Deaf {}
    assert_eq!(ears.next().await, Notice::Deaf, "one has to look again and again");
    program.start_again();
    get_through(&one, &mut ears).await;
}

/// A bus on which is spoken of a store.
async fn bus_of(store: &str, url: &BusUrl) -> Bus {
    let mut bus = Bus::open(Some(url)).await;
    bus.0.as_mut().expect("it is NATS").speak_of(store);
    bus
}

#[tokio::test]
async fn those_of_another_store_hear_nothing() {
    let Some(program) = Program::start() else { return };
    let url: BusUrl = program.url().parse().expect("a URL");
    let (ours, theirs) = (bus_of("a", &url).await, bus_of("b", &url).await);
    let mut ears = ours.0.as_ref().expect("it is NATS").listen(&[Topic::Answers, Topic::Work]);
    let mut others = theirs.0.as_ref().expect("it is NATS").listen(&[Topic::Answers, Topic::Work]);
    // Both are there, and hear.
    get_through(&ours, &mut ears).await;
    get_through(&theirs, &mut others).await;
    theirs.tell(Topic::Answers, "2".into());
    // What is heard later was said later: by then the bus has passed on the former.
    get_through(&theirs, &mut others).await;
    ours.tell(Topic::Answers, "1".into());
    let answered = loop {
        if let Notice::Answered(job) = ears.next().await {
            break job;
        }
    };
    assert_eq!(answered.to_string(), "1");
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
