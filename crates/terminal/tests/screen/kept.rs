//! What is remembered from one day to the next, with a store in a folder.

use crate::player::{Folder, Player};
use regence_game::pgn::{GameBuilder, Reader};
use regence_store::{Entry, Event, GameFilter, GameSummary, Moment, PastGame, Standing, Store};
use regence_terminal::keep::Told;
use regence_terminal::screen::Message;
use std::time::Duration;

fn run<T>(work: impl Future<Output = T>) -> T {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().expect("a runtime");
    runtime.block_on(work)
}

/// What the store has, the newest first, as other programs see it.
fn games(folder: &Folder) -> Vec<GameSummary> {
    run(async {
        let store = Store::open(folder.0.as_path()).await.expect("it opens");
        let found = store.search(&GameFilter::default(), None, 100).await.expect("it answers");
        store.close().await.expect("it closes");
        found.games
    })
}

/// Takes games in from elsewhere.
fn import(folder: &Folder, pgn: &str) {
    let mut reader = Reader::new(pgn.as_bytes());
    let mut builder = GameBuilder::new();
    let mut past = Vec::new();
    while reader.read_game(&mut builder).expect("it is PGN") {
        past.push(PastGame::from_pgn(&builder.take().0, Moment(0)));
    }
    run(async {
        let store = Store::open(folder.0.as_path()).await.expect("it opens");
        store.import_all(past).await.expect("they are taken in");
        store.close().await.expect("it closes");
    });
}

fn two_people(folder: &Folder) -> Player {
    let mut player = Player::in_folder(folder);
    player.keys("t Enter");
    player
}

#[test]
fn a_game_left_is_offered_again() {
    let folder = Folder::new();
    let mut player = two_people(&folder);
    player.play("e4 e5");
    drop(player);
    let mut again = Player::in_folder(&folder);
    again.sees("Continue");
    again.keys("Enter");
    again.sees("1. e4");
    again.sees("White to move");
    again.keys("u U");
    again.sees("e5");
    again.play("Nf3");
    drop(again);
    assert_eq!(games(&folder)[0].plies, 3);
    let mut third = Player::in_folder(&folder);
    third.keys("Enter");
    third.sees("Nf3");
    third.sees("Black to move");
}

#[test]
fn the_game_that_was_played_last_is_offered_whenever_it_began() {
    let folder = Folder::new();
    let mut player = two_people(&folder);
    player.play("e4");
    player.wait(Duration::from_mins(1));
    player.keys("q y t Enter");
    player.play("d4");
    player.wait(Duration::from_mins(1));
    // The older one, at the end of the list, goes on.
    player.keys("q y h End Enter");
    player.sees("1. e4");
    player.wait(Duration::from_mins(1));
    player.play("c5");
    player.sees("c5");
    drop(player);
    let mut again = Player::in_folder(&folder);
    again.keys("c");
    again.sees("1. e4 ");
    again.sees("c5");
}

#[test]
fn a_game_left_is_offered_as_long_as_no_other_was_played() {
    let mut player = Player::two_people();
    player.play("e4");
    player.keys("q y");
    // A game without a move, a free board that nobody has touched.
    for visit in ["t Enter q", "b Ctrl-C", "n Enter q"] {
        player.keys(visit);
        player.sees("Continue");
    }
    player.keys("c");
    player.sees("1. e4");
    player.keys("n Enter");
    player.sees("no moves yet");
    player.keys("q c");
    player.sees("1. e4");
}

#[test]
fn a_store_that_cannot_be_opened_is_told_of_at_once() {
    let folder = Folder::new();
    let file = folder.file("taken");
    std::fs::write(&file, "no folder").expect("a file");
    let mut player = Player::at(Some(file.as_path().into()));
    player.sees("Nothing is remembered: ");
    player.keys("s");
    player.sees("Nothing is remembered: ");
}

#[test]
fn that_nothing_can_be_kept_is_said_once_and_stays_in_sight() {
    let folder = Folder::new();
    let file = folder.file("taken");
    std::fs::write(&file, "no folder").expect("a file");
    let mut player = Player::at(Some(file.as_path().into()));
    player.keys("t Enter");
    player.sees("This could not be remembered: ");
    player.play("e4");
    player.does_not_see("remembered");
    player.sees("not kept");
    player.play("e5");
    player.does_not_see("remembered");
    player.sees("not kept");
    // That settings were kept says nothing of the game.
    player.send(Message::Keeper(Box::new(Told::Set(Ok(())))));
    player.sees("not kept");
    player.keys("q");
    player.sees("Leave the game? It is kept only until you quit.");
    player.keys("y");
    player.sees("Nothing is remembered: ");
}

#[test]
fn nobody_is_told_that_a_game_is_kept_where_there_is_no_folder() {
    let mut player = Player::at(None);
    player.sees("Nothing is remembered: there is no folder for it");
    player.keys("t Enter");
    player.play("e4");
    player.sees("not kept");
    player.keys("q");
    player.sees("Leave the game? It is kept only until you quit.");
}

#[test]
fn every_move_is_kept_for_other_programs_at_once() {
    let folder = Folder::new();
    let mut player = two_people(&folder);
    assert_eq!(games(&folder), [], "nothing was played");
    for (plies, mv) in (1..).zip(["f3", "e5", "g4", "Qh4"]) {
        player.play(mv);
        let kept = games(&folder);
        assert_eq!((kept.len(), kept[0].plies), (1, plies));
    }
    let game = &games(&folder)[0];
    assert_eq!(game.status.result(), "0-1");
    assert_eq!(game.white.as_ref().map(|player| player.name.as_str()), Some("Human"));
    player.keys("u");
    assert_eq!(games(&folder)[0].status.result(), "*", "it goes on");
}

#[test]
fn whoever_sits_down_later_has_played() {
    let folder = Folder::new();
    let mut player = two_people(&folder);
    player.play("e4");
    player.keys(":");
    player.keys("seat Space black Space computer:taker Enter");
    player.wait_for("White to move");
    let black = games(&folder)[0].black.as_ref().map(|player| player.name.to_string());
    assert_eq!(black.as_deref(), Some("Computer (taker)"));
}

#[test]
fn history_shows_games_and_score() {
    let folder = Folder::new();
    let mut player = two_people(&folder);
    player.play("f3 e5 g4 Qh4");
    player.keys("Esc q h");
    player.sees("Human - Human  Black wins by checkmate, 2 moves");
    player.sees("Human: 1 won, 0 drawn, 1 lost");
    player.keys("Enter");
    player.sees("White to move  0-1");
    player.keys("End");
    player.sees("Black wins by checkmate");
}

#[test]
fn games_from_elsewhere_are_found_and_replayed() {
    const LESSON: &str = "[White \"Ada\"]\n[Black \"Bert\"]\n[Date \"2024.03.05\"]\n[Result \"1-0\"]\n\n\
        1. e4 {best by test} e5 (1... c5 {Sicilian} 2. Nf3) 2. Nf3 $1 Nc6 1-0\n\n";
    const FRENCH: &str = "[White \"Cid 1200\"]\n[Black \"Ada\"]\n[Date \"2025.01.01\"]\n[Result \"1/2-1/2\"]\n\n\
        1. e4 e6 2. d4 d5 1/2-1/2\n\n";
    let folder = Folder::new();
    import(&folder, &format!("{LESSON}{FRENCH}"));
    let mut player = Player::in_folder(&folder);
    player.keys("h");
    player.sees("2025.01.01  Cid 1200 - Ada  1/2-1/2, 2 moves");
    for (words, sees, hides) in [
        ("french", "Cid", "Bert"),
        ("ADA 2024-03", "Bert", "Cid"),
        ("1/2-1/2", "Cid", "Bert"),
        ("c00", "Cid", "Bert"),
        ("zukertort", "No such game is kept", "Ada -"),
        ("2024", "Bert", "Cid"),
        // Nobody played in that year, but somebody is called so.
        ("1200", "Cid", "Bert"),
    ] {
        player.keys("/");
        player.keys(&words.replace(' ', " Space "));
        player.sees(sees);
        player.does_not_see(hides);
        // Whoever looks for nothing any more sees all games again.
        player.keys("Esc");
        player.sees("Cid");
        player.sees("Bert");
    }
    player.keys("End Enter");
    player.resize((120, 40));
    player.sees("Ada");
    player.sees("best by test");
    player.sees("1... c5");
    player.sees("Nf3!");
}

#[test]
fn a_long_history_is_read_page_by_page() {
    let folder = Folder::new();
    let game = |day: u32| {
        format!(
            "[White \"W{day}\"]\n[Black \"B\"]\n[Date \"2024.{:02}.{:02}\"]\n\n1. e4 *\n\n",
            day / 28 + 1,
            day % 28 + 1
        )
    };
    import(&folder, &(0..130).map(game).collect::<String>());
    let mut player = Player::in_folder(&folder);
    player.keys("h");
    player.sees("W129");
    for _ in 0..130 {
        player.keys("Down");
    }
    player.sees("W0 - B");
    player.keys("Enter");
    player.sees("W0");
}

#[test]
fn any_game_that_is_not_finished_can_go_on() {
    let folder = Folder::new();
    let mut player = two_people(&folder);
    player.play("d4");
    player.keys("n");
    player.keys("Enter");
    player.play("c4 c5");
    player.keys("q y h");
    player.sees("not finished, 1 move");
    player.keys("End Enter");
    player.sees("1. d4");
    player.play("d5");
    assert_eq!(games(&folder).iter().map(|game| game.plies).collect::<Vec<_>>(), [2, 2]);
}

#[test]
fn clocks_stand_still_while_nobody_is_there() {
    let folder = Folder::new();
    let mut player = two_people(&folder);
    player.keys(":");
    player.keys("clock Space 5+0 Enter");
    player.play("e4");
    player.wait(Duration::from_mins(1));
    player.sees("4:00");
    player.keys("q y");
    player.wait(Duration::from_secs(1000));
    player.keys("c");
    player.sees("4:00");
    player.wait(Duration::from_secs(30));
    player.sees("3:30");
    player.play("e5");
    drop(player);
    // Whoever is killed loses no time, and comes back on another day.
    let mut again = Player::in_folder(&folder);
    again.keys("Enter");
    again.sees("3:30");
}

#[test]
fn settings_last() {
    let folder = Folder::new();
    let mut player = Player::in_folder(&folder);
    player.keys("s Right");
    player.sees("blue");
    drop(player);
    let mut again = Player::in_folder(&folder);
    again.keys("s");
    again.sees("blue");
}

#[test]
fn a_game_that_another_program_goes_on_with_is_not_overwritten() {
    let folder = Folder::new();
    let mut one = two_people(&folder);
    one.play("e4");
    let id = games(&folder)[0].id;
    // One that does not ask whether the game is open somewhere.
    run(async {
        let store = Store::open(folder.0.as_path()).await.expect("it opens");
        let (entries, kept) =
            (store.log(id).await.expect("its log").1, store.load(id).await.expect("a game"));
        let note = Event::Note { kind: "other".into(), body: serde_json::Value::Null };
        let entry = Entry { at: Moment(0), event: note };
        let next = entries.len() as u32 + 1;
        store.append(id, next, entry, Standing::of(&kept.game)).await.expect("it is written");
        store.close().await.expect("it closes");
    });
    one.play("c5");
    one.sees("This could not be remembered");
    one.play("Nf3");
    one.sees("another program has gone on");
    assert_eq!(games(&folder)[0].plies, 1);
}

#[test]
fn a_game_that_is_open_elsewhere_is_not_offered() {
    let folder = Folder::new();
    let mut one = two_people(&folder);
    one.play("e4");
    let mut two = Player::in_folder(&folder);
    two.does_not_see("Continue");
    two.keys("h Enter");
    two.sees("Another terminal has this game open: here it can be looked through");
    two.sees("1. e4");
    one.play("e5");
    one.does_not_see("remembered");
    two.keys("q");
    // At the start screen it is still the first one's.
    one.keys("q y");
    let third = Player::in_folder(&folder);
    third.does_not_see("Continue");
    drop(one);
    two.keys("h Enter");
    two.sees("Here is the game you left");
    two.play("Nf3");
    assert_eq!(games(&folder)[0].plies, 3);
}

#[test]
fn a_game_that_is_played_in_the_browser_can_only_be_looked_through() {
    let folder = Folder::new();
    let mut player = two_people(&folder);
    player.play("e4 e5");
    drop(player);
    let id = games(&folder)[0].id;
    let arrange = |kind: &str| {
        run(async {
            let store = Store::open(folder.0.as_path()).await.expect("it opens");
            let mut table = store.table(id).await.expect("it answers").expect("it has one");
            table.kind = kind.into();
            store.arrange(id, table).await.expect("it is kept");
            store.close().await.expect("it closes");
        });
    };
    arrange("local");
    let mut again = Player::in_folder(&folder);
    again.does_not_see("Continue");
    again.keys("h Enter");
    again.sees("This game is played in the browser: here it can be looked through");
    again.play("Nf3");
    assert_eq!(games(&folder)[0].plies, 2, "what is tried here is a variation and stays here");
    drop(again);
    // An analysis is for whoever looks at it.
    arrange("analysis");
    let mut third = Player::in_folder(&folder);
    third.keys("h Enter");
    third.sees("1. e4");
    third.does_not_see("browser");
}

#[test]
fn a_game_that_was_offered_may_be_open_elsewhere_by_now() {
    let folder = Folder::new();
    let mut player = two_people(&folder);
    player.play("e4");
    drop(player);
    let (mut one, mut two) = (Player::in_folder(&folder), Player::in_folder(&folder));
    one.keys("c");
    one.play("e5");
    two.keys("c");
    two.sees("Another terminal has this game open");
    two.sees("e5");
    two.keys("q");
    two.does_not_see("Continue");
}

#[test]
fn a_game_is_let_go_when_another_is_played() {
    let folder = Folder::new();
    let mut one = two_people(&folder);
    one.play("e4");
    one.keys("n Enter");
    one.play("d4");
    let mut two = Player::in_folder(&folder);
    two.keys("c");
    two.sees("1. e4");
    two.play("e5");
}

#[test]
fn undo_goes_on_across_a_stopped_game_on_another_day() {
    let folder = Folder::new();
    let mut player = two_people(&folder);
    player.play("e4 e5");
    player.keys("m y");
    player.sees("Free board, White to move");
    player.keys("Del g");
    player.play("Nf3");
    drop(player);
    let mut again = Player::in_folder(&folder);
    again.keys("Enter u u");
    again.sees("The board is free again");
    again.keys("u u");
    again.sees("The game is back as it was");
    again.sees("1. e4");
    drop(again);
    let game = &games(&folder)[0];
    assert_eq!((game.plies, game.variant), (2, regence_game::Variant::Orthodox));
    let mut third = Player::in_folder(&folder);
    third.keys("Enter U U U U");
    third.sees("Nf3");
}

#[test]
fn two_people_without_names_are_counted_by_colour() {
    let folder = Folder::new();
    let mut player = two_people(&folder);
    player.play("f3 e5 g4 Qh4");
    player.sees("White 0 : 1 Black");
    player.keys("r");
    player.play("e4");
    player.keys("r y");
    player.sees("White 1 : 1 Black");
}

#[test]
fn files_of_earlier_versions_are_taken_over_once() {
    let folder = Folder::new();
    let game = r#"{"schema":1,"variant":"orthodox","start":"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        "seats":["human:Ada","human:"],"log":[[0,"clock 5+3|5+3"],[1000,"play e2e4"],[3000,"play e7e5"]],
        "until":4000,"seed":3,"flipped":false}"#;
    std::fs::write(folder.file("terminal-game.json"), game).expect("it is written");
    std::fs::write(folder.file("terminal-settings.json"), r#"{"board":"green","name":"Ada"}"#)
        .expect("it is written");
    let mut builder = GameBuilder::new();
    let pgn = "[White \"Ada\"]\n[Black \"Engine\"]\n[Date \"2026.11.01\"]\n[Result \"0-1\"]\n\n1. f3 e5 2. g4 Qh4# 0-1\n";
    Reader::new(pgn.as_bytes()).read_game(&mut builder).expect("it is PGN");
    let line = serde_json::to_string(&regence_game::json::GameJson::from(&builder.take().0)).expect("JSON");
    std::fs::write(folder.file("terminal-games.jsonl"), format!("{line}\nnonsense\n"))
        .expect("it is written");
    let mut player = Player::in_folder(&folder);
    player.keys("s");
    player.sees("green");
    player.keys("Enter h");
    player.sees("2026.11.01  Ada - Engine  Black wins by checkmate, 2 moves");
    player.sees("Ada: 0 won, 0 drawn, 1 lost");
    player.keys("Esc c");
    player.sees("1. e4");
    player.sees("White to move");
    drop(player);
    assert_eq!(games(&folder).len(), 2);
    drop(Player::in_folder(&folder));
    assert_eq!(games(&folder).len(), 2, "nothing is taken over twice");
    assert!(folder.file("terminal-games.jsonl.old").exists());
}
