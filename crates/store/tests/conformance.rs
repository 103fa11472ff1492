//! What every store must do, on SQLite and on PostgreSQL alike.

mod data;
mod folder;
#[cfg(unix)]
mod postgres;
mod suite;

use folder::Folder;
use regence_store::{Place, Store, StoreError};

/// Runs a part of the suite on a new store.
fn on_new_store<F>(place: &Place, part: impl FnOnce(Store) -> F)
where
    F: Future<Output = Result<Store, StoreError>>,
{
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().expect("a runtime");
    runtime.block_on(async {
        let store = part(Store::open(place).await.expect("a new store")).await.expect("no part fails");
        assert_eq!(store.check().await.expect("it can be checked"), Vec::<String>::new());
        store.close().await.expect("it closes");
    });
}

/// Does something at a new place of each kind that there is on this machine.
#[cfg(unix)]
fn at_a_new_postgres(test: impl FnOnce(&Place)) {
    let Some(postgres) = postgres::Postgres::shared() else { return };
    test(&postgres.new_database().parse().expect("a URL"));
}

fn at_a_new_folder(test: impl FnOnce(&Place)) {
    let folder = Folder::new();
    test(&folder.path().into());
}

macro_rules! conformance {
    ($($part:ident)*) => {
        mod on_sqlite {
            $(#[test]
            fn $part() {
                super::at_a_new_folder(|place| super::on_new_store(place, super::suite::$part));
            })*
        }

        #[cfg(unix)]
        mod on_postgres {
            $(#[test]
            fn $part() {
                super::at_a_new_postgres(|place| super::on_new_store(place, super::suite::$part));
            })*
        }
    };
}

conformance! {
    a_game_is_kept_as_it_was_played
    entries_are_numbered_without_gaps
    the_wrong_number_is_a_conflict_and_changes_nothing
    undo_leaves_the_line_but_not_the_log
    an_opening_is_taken_back_with_its_moves
    every_declared_end_is_kept
    an_end_is_taken_back_with_its_move
    chess960_is_kept_with_its_castling
    house_rules_are_kept_and_replayed
    notes_are_kept_as_they_are
    bad_requests_are_refused
    unknown_games_are_named
    names_are_unique_without_regard_to_case
    scores_are_counted_from_finished_games
    settings_are_made_changed_and_forgotten
    games_are_found_by_every_wish
    pages_follow_each_other_without_gap_or_overlap
    positions_are_found_however_they_were_reached
    games_from_elsewhere_are_taken_in
    games_in_pgn_are_taken_in_and_given_out
    games_in_pgn_lose_nothing
    a_game_that_goes_on_here_sheds_what_was_written_elsewhere
    many_games_are_taken_in_at_once_but_for_bad_ones
    an_illegal_game_from_elsewhere_leaves_nothing
    deleting_leaves_nothing
    ten_thousand_half_moves_are_no_trouble
    concurrent_appends_to_one_game_have_one_winner_each
    many_games_at_once_do_not_mix
    what_is_written_together_is_what_each_has_played
    accounts_have_names_of_their_own
    names_that_look_alike_are_as_good_as_taken
    tokens_lead_to_their_users
    the_number_of_a_token_is_never_given_again
    games_are_found_by_those_who_sat_there
    names_of_any_script_are_found_by_a_part
    users_scores_are_counted
    what_a_stranger_played_is_the_accounts_they_sign_in_to
    a_new_start_leaves_the_old_moves_behind
    jobs_are_claimed_by_urgency_and_then_by_age
    the_same_work_is_one_job
    the_job_of_a_worker_who_died_comes_back
    a_worker_keeps_its_jobs_as_long_as_it_says_that_it_is_there
    jobs_for_another_engine_are_left_to_others
    a_job_that_kills_its_workers_is_given_up
    what_is_given_back_is_nobodys_fault
    a_job_can_fail_for_a_reason_of_its_own
    jobs_that_nobody_wants_are_forgotten
    an_answer_is_never_taken_for_that_of_a_later_job
    the_queue_says_how_much_there_is_to_do
    workers_at_the_same_time_share_all_work
}

/// Two stores in one place, as two programs would have it.
fn two_writers_share(place: &Place) {
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build();
    runtime.expect("a runtime").block_on(async {
        let (one, two) = tokio::join!(Store::open(place), Store::open(place));
        let (one, two) = (one.expect("the first opens"), two.expect("the second opens"));
        let (one, two) = suite::two_stores_on_one_database(one, two).await.expect("both work");
        one.close().await.expect("the first closes");
        assert_eq!(two.check().await.expect("it can be checked"), Vec::<String>::new());
        two.close().await.expect("the second closes");
    });
}

#[test]
fn two_writers_share_a_database() {
    at_a_new_folder(two_writers_share);
    #[cfg(unix)]
    at_a_new_postgres(two_writers_share);
}

fn is_kept(place: &Place) {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().expect("a runtime");
    runtime.block_on(async {
        let store = Store::open(place).await.expect("a new store");
        let id = suite::short_game(&store).await.expect("a game");
        let before = store.load(id).await.expect("it is there");
        store.close().await.expect("it closes");

        let store = Store::open(place).await.expect("it opens again");
        let after = store.load(id).await.expect("it is still there");
        assert_eq!((before.summary, before.entries), (after.summary, after.entries));
        store.close().await.expect("it closes");
    });
}

#[test]
fn what_is_kept_is_there_after_reopening() {
    at_a_new_folder(is_kept);
    #[cfg(unix)]
    at_a_new_postgres(is_kept);
}
