//! Sessions: commands in, events out.

use regence_game::session::{Actor, Awaiting, Command, Event, Level, Seat, Session, SessionError};
use regence_game::{Edit, FreeBoard, PlayError, Variant};
use regence_rules::{ByColor, Color, Outcome, Role, Square, Win};
use std::time::Duration;

const NOW: Duration = Duration::ZERO;

fn seconds(seconds: u64) -> Duration {
    Duration::from_secs(seconds)
}

#[track_caller]
fn apply(session: &mut Session, command: Command) -> Vec<Event> {
    session.apply(Actor::Anyone, command, NOW).unwrap_or_else(|error| panic!("{error}"))
}

#[track_caller]
fn play(session: &mut Session, moves: &str) {
    for written in moves.split_whitespace() {
        apply(session, Command::Play(written.parse().unwrap()));
    }
}

#[track_caller]
fn refused(session: &mut Session, command: Command) -> String {
    let before = format!("{session:?}");
    let error = session.apply(Actor::Anyone, command, NOW).unwrap_err();
    assert_eq!(format!("{session:?}"), before, "a refused command changes nothing");
    error.to_string()
}

fn against_computer() -> Session {
    let mut session = Session::default();
    apply(&mut session, Command::Seat(Color::Black, "computer:careful".parse().unwrap()));
    session
}

#[test]
fn it_says_whom_it_waits_for() {
    let mut session = against_computer();
    assert_eq!(session.awaiting(), Awaiting::Human(Color::White));
    play(&mut session, "f2f3");
    assert!(matches!(session.awaiting(), Awaiting::Computer { color: Color::Black, .. }));
    apply(&mut session, Command::Seat(Color::Black, "engine:1200".parse().unwrap()));
    assert_eq!(session.awaiting(), Awaiting::Engine { color: Color::Black, level: Level::Elo(1200) });
    apply(&mut session, Command::Pause);
    assert_eq!(session.awaiting(), Awaiting::Resume);
    assert_eq!(
        refused(&mut session, Command::Play("e7e5".parse().unwrap())),
        "the game is paused: resume it first"
    );
    apply(&mut session, Command::Resume);
    play(&mut session, "e7e5 g2g4");
    let events = apply(&mut session, Command::Play("d8h4".parse().unwrap()));
    let mate = Outcome::Win { winner: Color::Black, by: Win::Checkmate };
    assert!(matches!(events[..], [Event::Played(_), Event::Ended(ended)] if ended == mate));
    assert_eq!(session.awaiting(), Awaiting::Nobody(mate));
    apply(&mut session, Command::Reset);
    assert_eq!(session.awaiting(), Awaiting::Human(Color::White));
    apply(&mut session, Command::Stop);
    assert_eq!(session.awaiting(), Awaiting::Editor);
}

/// Trap 11: an answer that comes too late is dropped.
#[test]
fn a_late_answer_is_dropped() {
    let mut session = against_computer();
    play(&mut session, "e2e4");
    let asked = session.revision();
    apply(&mut session, Command::Undo);
    assert_eq!(session.reply(asked, "e7e5".parse().unwrap(), NOW), Ok(Vec::new()));
    assert_eq!(session.position(), Variant::Orthodox.start());
    play(&mut session, "d2d4");
    let answer = session.reply(session.revision(), "d7d5".parse().unwrap(), NOW).unwrap();
    assert!(matches!(answer[..], [Event::Played(_)]));
}

#[test]
fn against_a_computer_one_takes_back_up_to_ones_own_move() {
    let mut session = against_computer();
    play(&mut session, "e2e4 e7e5 g1f3 b8c6");
    assert_eq!(apply(&mut session, Command::Undo), [Event::TakenBack(2)]);
    assert_eq!(apply(&mut session, Command::Undo), [Event::TakenBack(2)]);
    assert_eq!(refused(&mut session, Command::Undo), "there is nothing to take back");
    assert_eq!(apply(&mut session, Command::Redo), [Event::Redone(2)]);
    play(&mut session, "f1c4");
    assert_eq!(refused(&mut session, Command::Redo), "there is nothing to play again");
    assert_eq!(apply(&mut session, Command::Undo), [Event::TakenBack(1)], "while the computer thinks");
    // With the first move its own, the computer would only move again.
    apply(&mut session, Command::Reset);
    apply(&mut session, Command::SwapSides);
    play(&mut session, "e2e4");
    assert_eq!(refused(&mut session, Command::Undo), "there is nothing to take back");
}

#[test]
fn people_take_back_one_half_move_at_a_time() {
    let mut session = Session::default();
    play(&mut session, "e2e4 e7e5");
    assert_eq!(apply(&mut session, Command::Undo), [Event::TakenBack(1)]);
    assert_eq!(apply(&mut session, Command::Redo), [Event::Redone(1)]);
}

/// Trap 20: nobody moves for another player.
#[test]
fn each_player_moves_their_own_side_only() {
    let mut session = Session::default();
    let black = Actor::Side(Color::Black);
    let mut try_it = |command| session.apply(black, command, NOW);
    let play = Command::Play("e2e4".parse().unwrap());
    assert_eq!(try_it(play), Err(SessionError::NotYourTurn { turn: Color::White }));
    assert_eq!(try_it(Command::Resign(Color::White)), Err(SessionError::NotYourSide { side: Color::White }));
    assert_eq!(
        try_it(Command::OfferDraw(Color::White)),
        Err(SessionError::NotYourSide { side: Color::White })
    );
    for command in [Command::Undo, Command::Reset, Command::Stop, Command::SwapSides, Command::Pause] {
        assert_eq!(try_it(command), Err(SessionError::NeedsBoth));
    }
    assert!(try_it(Command::OfferDraw(Color::Black)).is_ok());
    assert!(session.apply(Actor::Side(Color::White), Command::AcceptDraw(Color::White), NOW).is_ok());
    assert_eq!(session.outcome().unwrap().to_string(), "Draw: agreed by both sides");
}

/// Trap 9: editing while playing is refused with a clear message.
#[test]
fn the_board_is_edited_only_while_nobody_plays() {
    let mut session = Session::default();
    play(&mut session, "e2e4");
    let queen = Role::Queen.of(Color::White);
    let place = Command::Edit(Edit::Place(Square::E4, queen));
    assert_eq!(
        refused(&mut session, place.clone()),
        "the board cannot be edited while a game is being played: stop the game first"
    );
    apply(&mut session, Command::Stop);
    assert_eq!(
        refused(&mut session, Command::Play("e7e5".parse().unwrap())),
        "no game is being played: start one first"
    );
    apply(&mut session, place);
    apply(&mut session, Command::Edit(Edit::Shift(Square::E8, Square::A3)));
    apply(&mut session, Command::Undo);
    apply(&mut session, Command::Redo);
    apply(&mut session, Command::Edit(Edit::Shift(Square::A3, Square::E8)));
    assert_eq!(session.position().turn(), Color::Black, "who is to move stays as it is");
    apply(&mut session, Command::Start);
    assert_eq!(session.variant(), Variant::Orthodox);
    assert_eq!(session.position().fen(), "rnbqkbnr/pppppppp/8/8/4Q3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1");
    play(&mut session, "d7d6");
}

/// Trap 23: without kings nothing crashes, and the pieces move.
#[test]
fn positions_without_kings_can_be_edited_and_played() {
    let mut session = Session::default();
    apply(&mut session, Command::Stop);
    apply(&mut session, Command::Load(Variant::Orthodox, "4/1r2/4/R3 w - - 0 1".into()));
    assert!(refused(&mut session, Command::Load(Variant::Orthodox, "9".into())).contains("rank"));
    apply(&mut session, Command::Start);
    assert!(matches!(session.variant(), Variant::House(_)));
    play(&mut session, "a1a4");
    assert_eq!(session.position().fen(), "R3/1r2/4/4 b - - 1 1");
    assert_eq!(session.position().legal_moves().len(), 6);
}

#[test]
fn stopping_and_starting_keeps_the_rights_of_chess960() {
    let mut session = Session::default();
    let start = Variant::start_960(0).unwrap();
    apply(&mut session, Command::SetPosition(Variant::Chess960, Box::new(start)));
    apply(&mut session, Command::Stop);
    apply(&mut session, Command::Start);
    assert_eq!(session.position(), start);
    assert_eq!(session.variant(), Variant::Chess960);
}

#[test]
fn editing_keeps_the_rights_of_chess960_whose_king_and_rook_still_stand() {
    let mut session = Session::default();
    let fen = "bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/BBQNNRKR w HFhf - 0 1";
    let start = Variant::Chess960.read_fen(fen).unwrap();
    apply(&mut session, Command::SetPosition(Variant::Chess960, Box::new(start)));
    apply(&mut session, Command::Stop);
    apply(&mut session, Command::Edit(Edit::Remove(Square::A2)));
    assert_eq!(session.fen(), start.fen().replace("/PPPPPPPP/", "/1PPPPPPP/"));
    apply(&mut session, Command::Edit(Edit::Shift(Square::G8, Square::A3)));
    apply(&mut session, Command::Edit(Edit::Shift(Square::A3, Square::G8)));
    apply(&mut session, Command::Edit(Edit::Remove(Square::H1)));
    let rooks = Square::F1.bitboard() | Square::F8.bitboard() | Square::H8.bitboard();
    let castling = |session: &Session| match session.position() {
        regence_game::AnyPosition::Standard(position) => position.castling_rooks(),
        regence_game::AnyPosition::House(_) => panic!("it is chess"),
    };
    apply(&mut session, Command::Start);
    assert_eq!((session.variant(), castling(&session)), (Variant::Chess960, rooks));
    apply(&mut session, Command::Stop);
    apply(&mut session, Command::Edit(Edit::Castling(regence_rules::Bitboard::EMPTY)));
    apply(&mut session, Command::Start);
    assert_eq!(castling(&session), regence_rules::Bitboard::EMPTY);
    apply(&mut session, Command::Stop);
    apply(&mut session, Command::Load(Variant::Chess960, fen.into()));
    apply(&mut session, Command::Edit(Edit::Turn(Color::Black)));
    apply(&mut session, Command::Start);
    assert_eq!(session.position().fen(), start.fen().replace(" w ", " b "));
}

/// Trap 28: taking back restores the time.
#[test]
fn the_clock_runs_from_the_first_move_and_is_taken_back_with_it() {
    let mut session = Session::default();
    let minute = "1".parse::<regence_game::clock::TimeControl>().unwrap();
    apply(&mut session, Command::Clock(ByColor { white: minute.clone(), black: minute }));
    let mut play = |written: &str, at| {
        session.apply(Actor::Anyone, Command::Play(written.parse().unwrap()), seconds(at)).unwrap();
    };
    play("e2e4", 100);
    play("e7e5", 110);
    play("g1f3", 130);
    assert_eq!(session.clock().remaining(Color::White, seconds(135)), Some(seconds(40)));
    assert_eq!(session.clock().remaining(Color::Black, seconds(135)), Some(seconds(45)));
    session.apply(Actor::Anyone, Command::Undo, seconds(140)).unwrap();
    assert_eq!(session.clock().remaining(Color::White, seconds(140)), Some(seconds(60)));
    assert_eq!(session.clock().remaining(Color::Black, seconds(140)), Some(seconds(50)));
    assert_eq!(session.settle(seconds(199)), None);
    let time = Outcome::Win { winner: Color::Black, by: Win::Time };
    assert_eq!(session.settle(seconds(200)), Some(Event::Ended(time)));
    assert_eq!(session.settle(seconds(201)), None, "a flag falls once");
    let late = session.apply(Actor::Anyone, Command::Play("g1f3".parse().unwrap()), seconds(202));
    assert_eq!(late, Err(SessionError::Play(PlayError::Over(time))));
    session.apply(Actor::Anyone, Command::Undo, seconds(300)).unwrap();
    assert_eq!(session.outcome(), None, "taking back takes the lost time back");
    assert_eq!(session.clock().running(seconds(300)), Some(Color::Black));
}

#[test]
fn a_pause_costs_no_time() {
    let mut session = Session::default();
    let minute = "1".parse::<regence_game::clock::TimeControl>().unwrap();
    apply(&mut session, Command::Clock(ByColor { white: minute.clone(), black: minute }));
    play(&mut session, "e2e4");
    session.apply(Actor::Anyone, Command::Pause, seconds(10)).unwrap();
    session.apply(Actor::Anyone, Command::Resume, seconds(1000)).unwrap();
    session.apply(Actor::Anyone, Command::AddTime(Color::Black, seconds(15)), seconds(1005)).unwrap();
    assert_eq!(session.clock().remaining(Color::Black, seconds(1005)), Some(seconds(60)));
}

#[test]
fn settings_change_at_once() {
    let mut session = Session::default();
    play(&mut session, "e2e4");
    apply(&mut session, Command::Seat(Color::White, Seat::Human("Ada".into())));
    apply(&mut session, Command::SwapSides);
    assert_eq!(session.seats().black.to_string(), "Ada");
    assert_eq!(session.game().unwrap().plies().len(), 1, "the game goes on");
    for code in ["human:Ada", "human:", "engine:1200", "engine:full", "computer:planner"] {
        assert_eq!(code.parse::<Seat>().unwrap().code(), code);
    }
    for wrong in ["", "robot", "engine:", "engine:x", "engine:99999", "computer:x"] {
        assert!(wrong.parse::<Seat>().is_err(), "{wrong}");
    }
}

/// What is on the table, told shortly.
fn told(session: &Session) -> (bool, String) {
    (session.game().is_some(), session.position().fen().split(' ').next().unwrap_or_default().to_owned())
}

#[test]
fn taking_back_goes_on_across_start_and_stop() {
    let mut session = Session::default().remembering_stages();
    let mut states = vec![told(&session)];
    let commands = [
        Command::Play("e2e4".parse().unwrap()),
        Command::Play("e7e5".parse().unwrap()),
        Command::Stop,
        Command::Edit(Edit::Remove(Square::A2)),
        Command::Reset,
        Command::Load(Variant::Orthodox, "4k3/8/8/8/8/8/P7/4K3 w - - 0 1".into()),
        Command::Start,
        Command::Play("a2a4".parse().unwrap()),
        Command::Reset,
        Command::Play("a2a3".parse().unwrap()),
        Command::Stop,
    ];
    for command in commands {
        apply(&mut session, command);
        states.push(told(&session));
    }
    for state in states.iter().rev().skip(1) {
        apply(&mut session, Command::Undo);
        assert_eq!(told(&session), *state);
    }
    assert_eq!(refused(&mut session, Command::Undo), "there is nothing to take back");
    for state in &states[1..] {
        apply(&mut session, Command::Redo);
        assert_eq!(told(&session), *state);
    }
    assert_eq!(refused(&mut session, Command::Redo), "there is nothing to play again");
}

#[test]
fn something_new_forgets_what_was_taken_back_across_games() {
    let mut session = Session::default().remembering_stages();
    play(&mut session, "e2e4");
    apply(&mut session, Command::Stop);
    assert_eq!(apply(&mut session, Command::Undo), [Event::Returned]);
    play(&mut session, "e7e5");
    assert_eq!(refused(&mut session, Command::Redo), "there is nothing to play again");
    // What was taken back before a game is stopped is no longer there, either.
    apply(&mut session, Command::Undo);
    apply(&mut session, Command::Stop);
    apply(&mut session, Command::Undo);
    assert_eq!(apply(&mut session, Command::Redo), [Event::Returned]);
    assert!(session.free_board().is_some());
}

#[test]
fn a_table_where_nothing_has_happened_is_not_returned_to() {
    let mut session = Session::default().remembering_stages();
    apply(&mut session, Command::Stop);
    assert_eq!(refused(&mut session, Command::Undo), "there is nothing to take back");
    let mut forgetful = Session::default();
    play(&mut forgetful, "e2e4");
    apply(&mut forgetful, Command::Stop);
    assert_eq!(refused(&mut forgetful, Command::Undo), "there is nothing to take back");
}

#[test]
fn a_game_that_is_returned_to_has_its_clocks_and_its_end() {
    let mut session = Session::default().remembering_stages();
    let minute = "1".parse::<regence_game::clock::TimeControl>().unwrap();
    let mut apply = |command, at| session.apply(Actor::Anyone, command, seconds(at)).unwrap();
    apply(Command::Clock(ByColor { white: minute.clone(), black: minute }), 0);
    apply(Command::Play("e2e4".parse().unwrap()), 10);
    apply(Command::Stop, 30);
    apply(Command::Edit(Edit::Remove(Square::A2)), 100);
    apply(Command::Undo, 110);
    apply(Command::Undo, 200);
    assert_eq!(session.clock().remaining(Color::Black, seconds(205)), Some(seconds(35)));
    let mut apply = |command, at| session.apply(Actor::Anyone, command, seconds(at)).unwrap();
    apply(Command::Resign(Color::Black), 206);
    apply(Command::Stop, 210);
    apply(Command::Undo, 220);
    let resigned = Outcome::Win { winner: Color::White, by: Win::Resignation };
    assert_eq!((session.outcome(), session.clock().running(seconds(221))), (Some(resigned), None));
}

/// Sets the clocks of both sides.
fn clocks(control: &str) -> Command {
    let control = control.parse::<regence_game::clock::TimeControl>().unwrap();
    Command::Clock(ByColor { white: control.clone(), black: control })
}

/// Trap 8: a new move clears redo, be it the one that was taken back.
#[test]
fn the_same_move_played_again_is_a_new_move() {
    let mut session = Session::default();
    apply(&mut session, clocks("5"));
    play(&mut session, "e2e4 e7e5 g1f3");
    apply(&mut session, Command::Resign(Color::Black));
    apply(&mut session, Command::Undo);
    apply(&mut session, Command::Undo);
    play(&mut session, "e7e5");
    assert_eq!(refused(&mut session, Command::Redo), "there is nothing to play again");
    assert_eq!(session.clock().running(NOW), Some(Color::White));
    play(&mut session, "g1f3");
    assert_eq!((session.outcome(), session.clock().running(NOW)), (None, Some(Color::Black)));
}

#[test]
fn a_game_lost_on_time_is_returned_to_as_it_was() {
    let mut session = Session::default().remembering_stages();
    let mut apply = |command, at| session.apply(Actor::Anyone, command, seconds(at)).unwrap();
    apply(clocks("1"), 0);
    apply(Command::Play("e2e4".parse().unwrap()), 0);
    apply(Command::Stop, 60);
    assert_eq!(apply(Command::Undo, 70), [Event::Returned]);
    assert_eq!(apply(Command::Redo, 80), [Event::Returned]);
    assert_eq!(apply(Command::Undo, 90), [Event::Returned]);
    let time = Outcome::Win { winner: Color::White, by: Win::Time };
    assert_eq!((session.outcome(), session.clock().flagged(seconds(90))), (Some(time), Some(Color::Black)));
    session.apply(Actor::Anyone, Command::Undo, seconds(100)).unwrap();
    assert_eq!((session.outcome(), session.clock().flagged(seconds(100))), (None, None));
}

#[test]
fn a_change_of_the_clocks_outlives_taking_back() {
    let mut session = Session::default();
    apply(&mut session, clocks("5"));
    play(&mut session, "e2e4 e7e5 g1f3");
    apply(&mut session, Command::Undo);
    apply(&mut session, clocks("1"));
    apply(&mut session, Command::AddTime(Color::White, seconds(7)));
    for command in [Command::Undo, Command::Undo, Command::Redo, Command::Redo, Command::Redo] {
        apply(&mut session, command.clone());
        let left = Color::ALL.map(|color| session.clock().remaining(color, NOW));
        assert_eq!(left, [Some(seconds(67)), Some(seconds(60))], "{command:?}");
        assert_eq!(session.clock().turn(), session.position().turn());
    }
}

#[test]
fn a_free_board_says_why_chess_cannot_be_played_from_it() {
    let mut board = FreeBoard::new(Variant::Orthodox);
    assert_eq!(board.obstacle(), None);
    board.apply(Edit::Remove(Square::E1)).unwrap();
    let why = board.obstacle().expect("a king is missing").to_string();
    assert!(why.contains("White has 0 kings"), "{why}");
    assert!(matches!(board.start().variant(), Variant::House(_)));
    board.load(Variant::CLASSROOM, "8/8/8/8/8/8/8/8 w - - 0 1").unwrap();
    assert_eq!(board.obstacle(), None, "house rules need no king");
}

#[test]
fn a_free_board_knows_chess960_by_its_castling() {
    #[track_caller]
    fn check(fen: &str, variant: Variant, start: &str) {
        let mut board = FreeBoard::new(Variant::Orthodox);
        board.load(Variant::Orthodox, fen).expect(fen);
        assert_eq!((board.variant(), board.fen().as_str()), (variant, start), "{fen}");
        let game = board.start();
        assert_eq!((game.variant(), game.start().fen().as_str()), (variant, start), "{fen}");
    }
    let rest = "/pppppppp/8/8/8/8/PPPPPPPP/BBQNNRKR w KQkq - 0 1";
    let start = format!("bbqnnrkr{rest}");
    check(&start, Variant::Chess960, &start);
    check(&start.replace("KQkq", "HFhf"), Variant::Chess960, &start);
    check(start.replace("KQkq", "HFhf").trim_end_matches(" - 0 1"), Variant::Chess960, &start);
    let none = start.replace("KQkq", "-");
    check(&none, Variant::Orthodox, &none);
    let usual = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    check(usual, Variant::Orthodox, usual);
    // Where chess cannot be played nobody knows what such letters mean.
    let mut board = FreeBoard::new(Variant::Orthodox);
    assert!(board.load(Variant::Orthodox, "8/8/8/8/8/8/8/R5R1 w GA - 0 1").is_err());
    assert_eq!(board.variant(), Variant::Orthodox);
}
