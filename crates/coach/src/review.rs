//! A whole game, reviewed.

use crate::accuracy;
use crate::judgement::Judgement;
use crate::verdict::Verdict;
use crate::words::enumerate;
use crate::worth::Seen;
use regence_game::{AnyPosition, Game, NodeId};
use regence_rules::{ByColor, Color, Move, Position};
use std::fmt::Write as _;

/// Beyond these chances, which go from -1 to 1, a side is clearly better.
const BETTER: f64 = 0.3;

/// A line of moves that were played.
#[derive(Clone, PartialEq, Debug)]
pub struct Played {
    /// Its positions, the start first.
    pub positions: Vec<Position>,
    /// The moves between them; none where a side has passed.
    pub moves: Vec<Option<Move>>,
}

impl Played {
    /// The line through these places of a game, one after the other; `None` under house rules, of which nobody here knows
    /// anything.
    pub fn new(game: &Game, places: &[NodeId]) -> Option<Self> {
        let standard = |id: &NodeId| match game.position_at(*id) {
            AnyPosition::Standard(position) => Some(*position),
            AnyPosition::House(_) => None,
        };
        let positions = places.iter().map(standard).collect::<Option<Vec<Position>>>()?;
        let written = places.iter().skip(1).map(|&id| game.ply(id).and_then(|ply| ply.mv));
        let moves =
            positions.iter().zip(written).map(|(position, mv)| position.resolve(mv?.uci).ok()).collect();
        Some(Self { positions, moves })
    }
}

/// How one side has played.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Account {
    /// How accurately, from 0 to 100; none if it has not moved.
    pub accuracy: Option<f64>,
    /// How many moves it has made.
    pub moves: u32,
    /// What it has lost with a move on average, in hundredths of a pawn.
    pub centipawns: f64,
    /// How many of its moves were judged so, in the order of [`Judgement::ALL`].
    pub judged: [u32; 3],
}

/// A game, reviewed as far as it was looked at.
#[derive(Clone, PartialEq, Debug)]
pub struct Review {
    /// What there is to say of each half-move; none where a side has passed.
    pub verdicts: Vec<Option<Verdict>>,
    /// How each side has played.
    pub accounts: ByColor<Account>,
    /// The half-move, counted from 0, with which whoever is lost in the end stopped being level; none if no bad move did that.
    pub turning_point: Option<usize>,
}

impl Review {
    /// Reviews a line by what was seen in its positions, the start first. There may be less seen than there are positions.
    pub fn new(played: &Played, seen: &[Seen]) -> Self {
        let Played { positions, moves } = played;
        let pairs = positions.iter().zip(moves).zip(seen.windows(2));
        let verdicts: Vec<Option<Verdict>> = pairs
            .map(|((position, mv), seen)| Some(Verdict::new(position, (*mv)?, &seen[0], &seen[1])))
            .collect();
        let accounts = accounts(positions, &verdicts, seen);
        let turning_point = turning_point(positions, &verdicts, seen);
        Self { verdicts, accounts, turning_point }
    }

    /// The review in a few sentences: how accurate both were, what they did wrong, where the game turned.
    pub fn story(&self, played: &Played) -> Vec<String> {
        let mut story: Vec<String> =
            Color::ALL.into_iter().filter_map(|color| account(color, &self.accounts[color])).collect();
        if story.is_empty() {
            return vec!["No moves were reviewed.".into()];
        }
        let told = |ply: usize, how: &str| {
            let remark = self.verdicts.get(ply)?.as_ref()?.remark.as_deref()?;
            let written = numbered(&played.positions[ply], played.moves[ply]?);
            Some(format!("{how} {written}. {remark}"))
        };
        let turn = self.turning_point.and_then(|ply| told(ply, "The game turned with"));
        let worst = || self.worst().and_then(|ply| told(ply, "The worst move was"));
        story.push(turn.or_else(worst).unwrap_or_else(|| "Neither side made a mistake worth naming.".into()));
        story
    }

    /// The worst of the bad moves.
    fn worst(&self) -> Option<usize> {
        let judged =
            self.verdicts.iter().enumerate().filter_map(|(ply, verdict)| Some((ply, verdict.as_ref()?)));
        let bad = judged.filter(|(_, verdict)| verdict.judgement.is_some());
        bad.max_by(|(_, one), (_, two)| one.lost.total_cmp(&two.lost)).map(|(ply, _)| ply)
    }
}

/// A move as people write it, with its number: "17... Qxb2".
pub fn numbered(position: &Position, mv: Move) -> String {
    let dots = if position.turn() == Color::White { "." } else { "..." };
    format!("{}{dots} {}", position.fullmove_number(), position.san(mv))
}

fn accounts(positions: &[Position], verdicts: &[Option<Verdict>], seen: &[Seen]) -> ByColor<Account> {
    let percents: Vec<f64> = seen.iter().map(|seen| seen.worth.percent()).collect();
    let moves = positions.iter().zip(verdicts);
    let moves: Vec<Option<(Color, f64)>> =
        moves.map(|(position, verdict)| Some((position.turn(), verdict.as_ref()?.accuracy))).collect();
    let accuracy = accuracy::of_game(&percents, &moves);
    let account = |color: Color| {
        let own = positions.iter().zip(verdicts).filter(|(position, _)| position.turn() == color);
        let own: Vec<&Verdict> = own.filter_map(|(_, verdict)| verdict.as_ref()).collect();
        let lost: i32 = own.iter().map(|verdict| verdict.centipawns).sum();
        let judged =
            |judgement| own.iter().filter(|verdict| verdict.judgement == Some(judgement)).count() as u32;
        Account {
            accuracy: accuracy[color],
            moves: own.len() as u32,
            centipawns: if own.is_empty() { 0.0 } else { f64::from(lost) / own.len() as f64 },
            judged: Judgement::ALL.map(judged),
        }
    };
    ByColor { white: account(Color::White), black: account(Color::Black) }
}

/// The last bad move with which whoever is lost in the end stopped being level.
fn turning_point(positions: &[Position], verdicts: &[Option<Verdict>], seen: &[Seen]) -> Option<usize> {
    let bad = |ply: &usize| verdicts[*ply].as_ref().is_some_and(|verdict| verdict.judgement.is_some());
    let end = seen.last()?.worth;
    let loser = Color::ALL.into_iter().find(|&color| end.chances(color) < -BETTER)?;
    let has_turned = |ply: &usize| {
        let chances = |at: usize| seen[at].worth.chances(loser);
        positions[*ply].turn() == loser && chances(*ply) >= -BETTER && chances(*ply + 1) < -BETTER
    };
    (0..verdicts.len()).rev().filter(bad).find(has_turned)
}

/// "White: 87 % accurate, losing 0.21 pawns a move; 1 mistake and 2 blunders."
fn account(color: Color, account: &Account) -> Option<String> {
    let accuracy = account.accuracy?;
    let mut text =
        format!("{color}: {accuracy:.0} % accurate, losing {:.2} pawns a move", account.centipawns / 100.0);
    let judged: Vec<String> = Judgement::ALL
        .into_iter()
        .zip(account.judged)
        .filter(|(_, count)| *count > 0)
        .map(|(judgement, count)| {
            format!("{count} {}", if count == 1 { judgement.name() } else { judgement.plural() })
        })
        .collect();
    // Writing to a string cannot fail.
    let _ = match enumerate(&judged) {
        Some(judged) => write!(text, "; {judged}."),
        None => write!(text, "; no bad moves."),
    };
    Some(text)
}
