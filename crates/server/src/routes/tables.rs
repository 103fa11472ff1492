//! From a wish for a game to the table it is played at.

use crate::refusal::{Code, Refusal};
use crate::shared::{Shared, Wish, random};
use crate::show;
use crate::table::{
    Kept, LARGEST_TREE, Opening, Purpose, Table, explorable, no_engine, read_controls, read_player,
    read_variant, too_large,
};
use crate::view::{Both, ChosenColor, Kind, NewGameRequest, NewKind, OutcomeView};
use regence_game::json::GameJson;
use regence_game::pgn::{GameBuilder, PgnGame, Reader};
use regence_game::session::Seat;
use regence_game::{AnyPosition, Variant};
use regence_rules::chess960;
use regence_store::{GameId, Status, UserId};
use std::sync::Arc;

/// The longest name that is taken over from PGN.
const LONGEST_NAME: usize = 200;
/// What kind of table the terminal says its games are played at.
const TERMINAL: &str = "terminal";

/// The table that is wished for.
pub async fn plan(
    shared: &Arc<Shared>,
    user: UserId,
    name: &str,
    request: NewGameRequest,
) -> Result<Wish, Refusal> {
    match request.kind {
        NewKind::Game if request.of.is_some() => carry_on(shared, user, request).await,
        NewKind::Game => {
            let wish = game(shared, user, name, &request)?;
            require_own_name(shared, user, name, &wish.opening).await?;
            Ok(wish)
        }
        NewKind::Board => board(shared, user, &request),
        NewKind::Analysis => analysis(shared, user, request).await,
    }
}

fn game(shared: &Shared, user: UserId, name: &str, request: &NewGameRequest) -> Result<Wish, Refusal> {
    let variant = read_variant(request.variant.as_deref(), Variant::Orthodox)?;
    let seed = random()?;
    let (variant, start) = match &request.fen {
        Some(fen) => variant.read_start(fen).map_err(Refusal::invalid)?,
        None => (variant, drawn_start(variant, seed)),
    };
    let players = request.players.clone().unwrap_or(Both { white: "me".into(), black: "me".into() });
    let players = match request.colors {
        ChosenColor::Random if seed & 1 == 1 => Both { white: players.black, black: players.white },
        _ => players,
    };
    let (white, black) = (sitter(&players.white, user, name)?, sitter(&players.black, user, name)?);
    require_host(&players, white.1.or(black.1))?;
    let has_engine = [&white.0, &black.0].into_iter().any(|seat| matches!(seat, Seat::Engine(_)));
    if has_engine && !matches!(start, AnyPosition::Standard(_)) {
        return Err(no_engine());
    }
    let is_local = white.1 == Some(user) && black.1 == Some(user);
    let code = |seat: &Seat| match seat {
        // Two people at one screen are not both called by the name of the one who has it.
        Seat::Human(own) if is_local && own == name => Seat::default().code(),
        seat => seat.code(),
    };
    let opening = Opening {
        owner: Some(user.number()),
        users: Both { white: white.1.map(UserId::number), black: black.1.map(UserId::number) },
        seats: Both { white: code(&white.0), black: code(&black.0) },
        clocks: clocks(request)?,
        seed,
        speed_ms: shared.config.usual_speed.as_millis() as u64,
        at_once: request.at_once,
        purpose: Purpose::Play,
        reviewed: None,
    };
    Ok(Wish { variant, start: start.fen(), opening, first: Vec::new(), moves: Vec::new() })
}

/// A game that another program on this machine has left, to be gone on with here: the same players and moves, without a
/// clock, because nobody knows what it showed. The other program keeps what it has.
async fn carry_on(shared: &Arc<Shared>, user: UserId, request: NewGameRequest) -> Result<Wish, Refusal> {
    let id: GameId = request.of.unwrap_or_default().parse().map_err(Refusal::unknown)?;
    let summary = shared.store.game(id).await?;
    let row = shared.store.table(id).await?.filter(|row| row.owner.is_none() && row.kind == TERMINAL);
    let Some(row) = row.filter(|_| shared.config.is_personal) else {
        return Err(Refusal::new(Code::NotYours, "nobody goes on with this game here; you can look at it"));
    };
    if summary.status != Status::Running {
        return Err(Refusal::not_now("this game is over"));
    }
    if shared.store.is_elsewhere(Some(shared.node.id()), id).await? {
        return Err(Refusal::visited());
    }
    let found = shared.look(id, |table: &Table| table.game().map(explorable)).await?;
    let game = found.ok_or_else(|| Refusal::not_now("there is no game on the free board"))?;
    let me = |code: &str| code.parse().is_ok_and(|seat: Seat| seat.is_human()).then(|| user.number());
    let (white, black) = (row.white.code, row.black.code);
    let opening = Opening {
        users: Both { white: me(&white), black: me(&black) },
        seats: Both { white, black },
        seed: random()?,
        speed_ms: shared.config.usual_speed.as_millis() as u64,
        at_once: request.at_once,
        ..own(user, Purpose::Play)
    };
    let moves = game.plies().into_iter().filter_map(|ply| ply.mv).map(|mv| mv.uci).collect();
    Ok(Wish { variant: game.variant(), start: game.start().fen(), opening, first: Vec::new(), moves })
}

/// Where others see it, nobody sits under the name of somebody else's account. At one screen people are called what they
/// like.
async fn require_own_name(
    shared: &Shared,
    user: UserId,
    own: &str,
    opening: &Opening,
) -> Result<(), Refusal> {
    let me = Some(user.number());
    let sides = [(opening.users.white, &opening.seats.white), (opening.users.black, &opening.seats.black)];
    if sides.iter().all(|(user, _)| *user == me) {
        return Ok(());
    }
    for (_, code) in sides.into_iter().filter(|(user, _)| *user == me) {
        if let Ok(Seat::Human(name)) = code.parse()
            && !name.is_empty()
            && name != own
        {
            shared.store.require_free_name(user, &name).await?;
        }
    }
    Ok(())
}

/// Where a game starts if nothing is said: in Chess960, anywhere.
fn drawn_start(variant: Variant, seed: u64) -> AnyPosition {
    let number = ((seed >> 1) % u64::from(chess960::STARTS)) as u16;
    let drawn = if variant == Variant::Chess960 { Variant::start_960(number) } else { None };
    drawn.unwrap_or_else(|| variant.start())
}

/// A seat is left open only by somebody who sits on the other side: nobody joins a game against the computer.
fn require_host(players: &Both<String>, host: Option<UserId>) -> Result<(), Refusal> {
    let other = match (players.white.as_str(), players.black.as_str()) {
        ("open", other) | (other, "open") if host.is_none() => other,
        _ => return Ok(()),
    };
    Err(Refusal::invalid(format_args!(
        "a seat is open for whoever plays against you: expected me on the other side, not {other:?}"
    )))
}

/// Who sits down, and which user that is.
fn sitter(player: &str, user: UserId, name: &str) -> Result<(Seat, Option<UserId>), Refusal> {
    if player == "open" {
        return Ok((Seat::default(), None));
    }
    let (seat, is_me) = read_player(player)?;
    Ok(match seat {
        Seat::Human(own) if own.is_empty() => (Seat::Human(name.to_owned()), Some(user)),
        seat => (seat, is_me.then_some(user)),
    })
}

fn clocks(request: &NewGameRequest) -> Result<Both<String>, Refusal> {
    let same = request.clock.clone().unwrap_or_else(|| "-".to_owned());
    let controls = request.clocks.clone().unwrap_or(Both { white: same.clone(), black: same });
    let read = read_controls(&controls)?;
    Ok(Both { white: read.white.to_string(), black: read.black.to_string() })
}

/// A table of one's own without computers or clocks.
fn own(user: UserId, purpose: Purpose) -> Opening {
    let me = Some(user.number());
    Opening {
        owner: me,
        users: Both { white: me, black: me },
        seats: Both { white: Seat::default().code(), black: Seat::default().code() },
        clocks: Both { white: "-".into(), black: "-".into() },
        seed: 0,
        speed_ms: 0,
        at_once: false,
        purpose,
        reviewed: None,
    }
}

fn board(shared: &Shared, user: UserId, request: &NewGameRequest) -> Result<Wish, Refusal> {
    let variant = read_variant(request.variant.as_deref(), Variant::Orthodox)?;
    let mut first = vec![Kept::Stop];
    if let Some(fen) = &request.fen {
        // Read here only to refuse what cannot be read.
        regence_game::FreeBoard::read(variant, fen).map_err(Refusal::invalid)?;
        first.push(Kept::Load { variant: variant.to_string(), fen: fen.clone() });
    }
    let speed_ms = shared.config.usual_speed.as_millis() as u64;
    let opening = Opening { speed_ms, seed: random()?, ..own(user, Purpose::Play) };
    Ok(Wish { variant, start: variant.start().fen(), opening, first, moves: Vec::new() })
}

async fn analysis(shared: &Arc<Shared>, user: UserId, request: NewGameRequest) -> Result<Wish, Refusal> {
    let played = match (&request.pgn, &request.of) {
        (Some(_), Some(_)) => return Err(Refusal::invalid("expected pgn or of, not both")),
        (Some(text), None) => Some(read_pgn(text)?),
        (None, Some(id)) => Some(copy(shared, id.parse().map_err(Refusal::unknown)?).await?),
        (None, None) => None,
    };
    if let Some(Played { tree, seats, outcome: reviewed }) = played {
        if tree.game.places() > LARGEST_TREE {
            return Err(Refusal::new(Code::Large, too_large(tree.game.places())));
        }
        let (variant, start) = (tree.game.variant(), tree.game.start().fen());
        let opening =
            Opening { seats, reviewed, ..own(user, Purpose::Review(Box::new(GameJson::from(&tree)))) };
        return Ok(Wish { variant, start, opening, first: Vec::new(), moves: Vec::new() });
    }
    let variant = read_variant(request.variant.as_deref(), Variant::Orthodox)?;
    let (variant, start) = match &request.fen {
        Some(fen) => variant.read_start(fen).map_err(Refusal::invalid)?,
        None => (variant, variant.start()),
    };
    Ok(Wish {
        variant,
        start: start.fen(),
        opening: own(user, Purpose::Explore),
        first: Vec::new(),
        moves: Vec::new(),
    })
}

/// A game that was played, by whom, as seats are written, and how it ended.
struct Played {
    tree: PgnGame,
    seats: Both<String>,
    outcome: Option<OutcomeView>,
}

fn read_pgn(text: &str) -> Result<Played, Refusal> {
    let mut builder = GameBuilder::new();
    let found = Reader::new(text.as_bytes()).read_game(&mut builder).map_err(Refusal::invalid)?;
    let (game, errors) = builder.take();
    match errors.first() {
        Some(error) => Err(Refusal::invalid(error)),
        None if !found => Err(Refusal::invalid("there is no game in this text, expected PGN")),
        None => {
            let player = |tag| Seat::Human(named(&game, tag)).code();
            let seats = Both { white: player("White"), black: player("Black") };
            Ok(Played { seats, outcome: show::result(game.result), tree: game })
        }
    }
}

/// Who a tag says has played, if it can be shown.
fn named(game: &PgnGame, tag: &str) -> String {
    let name = game.tags.get(tag).unwrap_or_default();
    let name: String = name.chars().filter(|letter| !letter.is_control()).take(LONGEST_NAME).collect();
    if ["?", "-"].contains(&name.as_str()) { String::new() } else { name }
}

/// A copy of a game that anybody may look at.
async fn copy(shared: &Arc<Shared>, id: GameId) -> Result<Played, Refusal> {
    let copied = shared.look(id, |table: &Table| {
        let is_secret = table.kind() == Kind::Online && table.is_running();
        let seats = Both { white: table.seats().white.code(), black: table.seats().black.code() };
        let outcome = match table.session() {
            Some(_) => table.outcome().map(show::outcome),
            None => table.reviewed.clone(),
        };
        let played = |game| Played { tree: PgnGame::new(game), seats, outcome };
        if is_secret { None } else { table.copy().map(played) }
    });
    let not_now = || Refusal::not_now("a game between people is analysed when it is over");
    copied.await?.ok_or_else(not_now)
}
