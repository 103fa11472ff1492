//! What holds for every game, tried on random ones.

use regence_game::session::{Actor, Awaiting, Command, Event, Session};
use regence_game::{AnyPosition, Edit, Game, Purpose, Random, Variant};
use regence_rules::house::{HouseRules, NoMoves, Rule};
use regence_rules::{ByColor, Color, Outcome, Piece, Role, Square, UciMove};
use std::time::Duration;

fn random_start(random: &mut Random) -> AnyPosition {
    let mixed = HouseRules { promotion: Rule::On, no_moves: NoMoves::Loss, ..HouseRules::CLASSROOM };
    match random.below(5) {
        0 => Variant::start_960(random.below(960) as u16).unwrap(),
        1 => Variant::CLASSROOM.start(),
        2 => Variant::House(mixed).read_fen("rqkr/pppp/PPPP/RQKR").unwrap(),
        _ => Variant::Orthodox.start(),
    }
}

/// All that undo must restore.
fn state(game: &Game) -> (AnyPosition, Option<Outcome>, usize, Option<String>) {
    let claim = game.claimable().map(|draw| draw.to_string());
    (*game.position(), game.outcome(), game.repetitions(), claim)
}

#[test]
fn undo_takes_back_what_play_did_and_redo_does_it_again() {
    let mut random = Random::new(11);
    for _ in 0..60 {
        let mut game = Game::new(random_start(&mut random), Purpose::Playing);
        let mut states = vec![state(&game)];
        while let Some(mv) = random.choose(&game.position().legal_moves()).copied()
            && game.outcome().is_none()
            && states.len() < 150
        {
            let ply = game.play(mv.uci(game.variant())).unwrap();
            assert_eq!(ply.position, *game.position());
            states.push(state(&game));
        }
        for expected in states.iter().rev().skip(1) {
            assert!(game.undo());
            assert_eq!(&state(&game), expected);
        }
        assert!(!game.undo());
        for expected in &states[1..] {
            assert!(game.redo());
            assert_eq!(&state(&game), expected);
        }
        assert!(!game.redo());
    }
}

fn random_square(random: &mut Random) -> Square {
    Square::all().nth(random.below(64)).unwrap()
}

fn random_piece(random: &mut Random) -> Piece {
    random.choose(&Role::ALL).unwrap().of(*random.choose(&Color::ALL).unwrap())
}

fn random_edit(random: &mut Random) -> Edit {
    match random.below(6) {
        0 => Edit::Remove(random_square(random)),
        1 => Edit::Shift(random_square(random), random_square(random)),
        2 => Edit::Turn(Color::Black),
        3 => Edit::Castling(random_square(random).bitboard()),
        4 if random.below(9) == 0 => Edit::Fill(None),
        _ => Edit::Place(random_square(random), random_piece(random)),
    }
}

fn random_command(random: &mut Random, session: &Session) -> Command {
    let color = *random.choose(&Color::ALL).unwrap();
    let legal = session.position().legal_moves();
    match random.below(42) {
        0 => Command::Undo,
        1 => Command::Redo,
        2 => Command::Resign(color),
        3 => Command::OfferDraw(color),
        4 => Command::AcceptDraw(color),
        5 => Command::DeclineDraw(color),
        6 => Command::Claim(None),
        7 => Command::Reset,
        8 => Command::Seat(color, "computer:taker".parse().unwrap()),
        9 => Command::SwapSides,
        10 => {
            let control = "1+2".parse::<regence_game::clock::TimeControl>().unwrap();
            Command::Clock(ByColor { white: control.clone(), black: control })
        }
        11 => Command::Pause,
        12 => Command::Resume,
        13 => Command::AddTime(color, Duration::from_secs(5)),
        14 => Command::SetPosition(Variant::Orthodox, Box::new(random_start(random))),
        15 => Command::Load(Variant::Orthodox, "4/1k2/4/K3 w".into()),
        16 => Command::Start,
        17 => Command::Stop,
        18 => Command::Seat(color, "human:x".parse().unwrap()),
        19..24 => Command::Edit(random_edit(random)),
        24 => Command::Play(UciMove::new(random_square(random), random_square(random))),
        25 => Command::Claim(random.choose(&legal).map(|mv| mv.uci(session.variant()))),
        26 if random.below(4) == 0 => Command::Abandon(color),
        _ => match random.choose(&legal) {
            Some(mv) => Command::Play(mv.uci(session.variant())),
            None => Command::Reset,
        },
    }
}

/// Whatever is said to a session, it stays in order: refusals change nothing, answers agree with what it shows.
#[test]
fn a_session_survives_any_commands() {
    let mut random = Random::new(29);
    for _ in 0..40 {
        let mut session = Session::default();
        if random.below(2) == 0 {
            session = session.remembering_stages();
        }
        let mut now = Duration::ZERO;
        for _ in 0..200 {
            now += Duration::from_millis(random.below(3_000) as u64);
            session.settle(now);
            let command = random_command(&mut random, &session);
            let state = |session: &Session| {
                (session.revision(), session.position(), session.outcome(), session.clock().clone())
            };
            let before = state(&session);
            let actor = *random
                .choose(&[Actor::Anyone, Actor::Side(Color::White), Actor::Side(Color::Black)])
                .unwrap();
            match session.apply(actor, command.clone(), now) {
                Ok(events) => {
                    assert!(!events.is_empty(), "{command:?} did something");
                    assert_ne!(session.revision(), before.0);
                    let ended = events.iter().find_map(|event| match event {
                        Event::Ended(outcome) => Some(*outcome),
                        _ => None,
                    });
                    if ended.is_some() {
                        assert_eq!(session.outcome(), ended);
                    }
                }
                Err(error) => {
                    assert_eq!(state(&session), before, "{command:?}");
                    assert!(!error.to_string().is_empty());
                }
            }
            let is_free = session.free_board().is_some();
            if !is_free {
                assert_eq!(session.clock().turn(), session.position().turn(), "{command:?}");
            }
            assert_eq!(session.awaiting() == Awaiting::Editor, is_free);
            assert_eq!(session.game().is_some(), !is_free);
            if let Some(outcome) = session.outcome() {
                assert_eq!(session.awaiting(), Awaiting::Nobody(outcome));
                assert_eq!(
                    session.clock().running(now),
                    None,
                    "no clock runs once the game is over: {command:?}"
                );
            }
        }
    }
}
