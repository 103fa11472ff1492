//! What the trainer does when run.
fn main() {
    print!(
        "{}",
        regence_trainer::weight_file::source(
            &regence_trainer::guesses::guesses(),
            &[String::from("Guessed, not learnt yet.")]
        )
    );
}
