//! What must hold of our opponents, for any number of games: the tests play few, `cargo xtask levels` plays many.

use regence_arena::calibration::Examiner;
use regence_engine::Situation;
use regence_game::Random;
use regence_game::session::Level;
use regence_levels::Mind;
use regence_rules::{Color, Move, Outcome, Position};

/// No game need last longer.
const MOST_PLIES: usize = 300;

/// Somebody of this level in a game of this seed.
pub fn mind(elo: u16, seed: u64) -> Mind {
    Mind::new(Level::Elo(elo), seed)
}

/// Plays a game from a position; the moves, and who won.
pub fn game(start: Position, white: &mut Mind, black: &mut Mind) -> (Vec<Move>, Option<Color>) {
    let mut situation = Situation::new(start);
    let mut moves = Vec::new();
    while moves.len() < MOST_PLIES {
        let position = situation.position();
        let repeated = situation.keys().iter().filter(|&&key| key == position.key()).count() >= 3;
        if repeated || position.halfmove_clock() >= 100 || position.is_insufficient_material() {
            return (moves, None);
        }
        let player = if position.turn() == Color::White { &mut *white } else { &mut *black };
        let Some(choice) = player.choose(&situation) else {
            let winner = position.outcome().and_then(Outcome::winner);
            return (moves, winner);
        };
        moves.push(choice.mv);
        situation.play(choice.mv);
    }
    (moves, None)
}

/// The moves of a game of random moves.
pub fn random_game(mut random: Random) -> Vec<Move> {
    let mut position = Position::START;
    let mut moves = Vec::new();
    while position.fullmove_number() < 100
        && let Some(&mv) = random.choose(&position.legal_moves())
    {
        moves.push(mv);
        position = position.play(mv);
    }
    moves
}

/// Positions of random games, each with the move that led to it.
pub fn random_situations(count: usize, seed: u64) -> Vec<Situation> {
    let after_each = |game| {
        let situation = Situation::new(Position::START);
        random_game(Random::of(seed, game)).into_iter().scan(situation, |situation, mv| {
            situation.play(mv);
            Some(situation.clone())
        })
    };
    (0..).flat_map(after_each).take(count).collect()
}

/// What was seen of a promise that was kept, or how it was broken.
pub type Verdict = Result<String, String>;

/// In random positions a level plays a legal move, and none only where there is none.
pub fn every_move_is_legal(elo: u16, positions: usize) -> Verdict {
    for (index, situation) in random_situations(positions, u64::from(elo)).iter().enumerate() {
        let position = situation.position();
        match mind(elo, index as u64).choose(situation) {
            None if position.has_legal_moves() => {
                return Err(format!("level {elo} finds no move in {}", position.fen()));
            }
            Some(choice) if !position.legal_moves().contains(&choice.mv) => {
                return Err(format!("level {elo} plays {} in {}", choice.mv, position.fen()));
            }
            _ => {}
        }
    }
    Ok(format!("level {elo} made a legal move in {positions} random positions"))
}

/// A level beats a weaker one in so many games of fixed seeds, half of them with each colour.
pub fn the_stronger_wins(weak: u16, strong: u16, games: u64) -> Verdict {
    let (mut wins, mut losses) = (0, 0);
    for seed in 0..games {
        let (mut one, mut other) = (mind(strong, 2 * seed), mind(weak, 2 * seed + 1));
        let color = if seed % 2 == 0 { Color::White } else { Color::Black };
        let winner = match color {
            Color::White => game(Position::START, &mut one, &mut other).1,
            Color::Black => game(Position::START, &mut other, &mut one).1,
        };
        wins += u64::from(winner == Some(color));
        losses += u64::from(winner == Some(!color));
    }
    let told = format!("level {strong} won {wins} and lost {losses} of {games} games with {weak}");
    if wins > losses { Ok(told) } else { Err(told) }
}

/// A level mates a bare king from here within fifty moves, whatever the other side does.
pub fn mates(elo: u16, fen: &str, seeds: u64) -> Verdict {
    let start = Position::from_fen(fen).map_err(|error| error.to_string())?;
    for seed in 0..seeds {
        let (mut own, mut bare) = (mind(elo, seed), mind(1800, seed));
        let (moves, winner) = game(start, &mut own, &mut bare);
        if winner != Some(Color::White) {
            return Err(format!(
                "level {elo} does not mate in {} half-moves from {fen}, seed {seed}",
                moves.len()
            ));
        }
    }
    Ok(format!("level {elo} mated {seeds} times of {seeds} from {fen}"))
}

/// A level misses no more than one recapture in two hundred, in games with itself until it has had so many chances.
pub fn recaptures_are_seen(elo: u16, chances: u32) -> Verdict {
    let mut examiner = Examiner::new().map_err(|error| error.to_string())?;
    let (mut had, mut missed) = (0, Vec::new());
    for seed in 0.. {
        if had >= chances {
            break;
        }
        let (moves, _) = game(Position::START, &mut mind(elo, 2 * seed), &mut mind(elo, 2 * seed + 1));
        let mut situation = Situation::new(Position::START);
        for mv in moves {
            let verdict = examiner.misses_recapture(&situation, mv);
            had += u32::from(verdict.is_some());
            if verdict == Some(true) {
                missed.push(format!("{mv} in {}", situation.position().fen()));
            }
            situation.play(mv);
        }
    }
    let told = format!("level {elo} missed {} recaptures of {had}", missed.len());
    if missed.len() * 200 <= had as usize { Ok(told) } else { Err(format!("{told}: {}", missed.join("; "))) }
}
