//! Several threads that do the same with different things.

use std::panic::resume_unwind;
use std::thread;

/// Does the same with each thing, each on a thread of its own, and answers in their order what came of it. If one thread panics, so does
/// the one that asked.
pub(crate) fn on_threads<T: Send, R: Send>(
    things: impl IntoIterator<Item = T>,
    work: impl Fn(T) -> R + Sync,
) -> Vec<R> {
    thread::scope(|scope| {
        let work = &work;
        let threads: Vec<_> = things.into_iter().map(|thing| scope.spawn(move || work(thing))).collect();
        threads.into_iter().map(|thread| thread.join().unwrap_or_else(|panic| resume_unwind(panic))).collect()
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn answers_come_in_the_order_of_things() {
        assert_eq!(on_threads(0..5, |number| number * number), [0, 1, 4, 9, 16]);
        assert_eq!(on_threads([0; 0], |number| number), [0; 0]);
    }
}
