//! Hands out the moves of a position one by one, the likely best first, finding only as many as are asked for.

use super::history::{History, before_last_rank, booty, is_loud};
use super::setting::Setting;
use super::tuned::tuned;
use crate::see::wins_at_least;
use regence_rules::{Bitboard, Move, Position, Role, attacks};

/// A move and how soon it should be tried.
#[derive(Clone, Copy)]
pub(super) struct Scored {
    mv: Move,
    score: i32,
}

tuned! {
    /// A quiet move that refuted a neighbouring position is tried before all but the best others.
    killer = 12000 => 12218, 0..=24000;

    /// How much a capture's history counts against what it takes: the less, the larger this.
    capture_history = 16 => 15, 4..=48;

    /// A capture that has done well may lose a little in the exchange and still be tried early: the less, the larger this.
    trust = 64 => 30, 2..=200;

    /// How much earlier a quiet move is tried that gives check and loses little.
    check = 0 => 14000, 0..=24000;

    /// How much earlier, if it takes a piece from where a lesser one attacks it; how much later, if it brings it there.
    leaving = 0 => 12000, 0..=24000;
    entering = 0 => 6000, 0..=24000;
}

/// What a check may lose in the exchange, and still be tried early.
const CHECK_LOSS: i32 = 75;

/// A pawn that becomes less than a queen is tried after all others.
const POOR_PROMOTION: i32 = 24_000;

#[derive(Clone, Copy, PartialEq, Eq)]
enum Stage {
    Known,
    FindLoud,
    Loud,
    FindQuiet,
    Quiet,
    Losing,
    Done,
}

/// What was asked for.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Wanted {
    All,
    /// Loud moves that win at least so much.
    Loud(i32),
}

/// What makes a quiet move promising here.
#[derive(Clone, Copy, Default)]
pub(super) struct Hints {
    pub(super) killers: [Option<Move>; 2],
    pub(super) setting: Setting,
}

/// The moves of one position. They lie in an arena that all pickers of a thread share, each above those of its parents.
pub(super) struct Picker {
    stage: Stage,
    wanted: Wanted,
    known: Option<Move>,
    hints: Hints,
    /// Where our moves begin; those below `next` have been handed out, or lose and wait for their turn.
    start: usize,
    losing: usize,
    next: usize,
    skips_quiets: bool,
}

impl Picker {
    /// All legal moves, beginning with the one that is known to be good.
    pub(super) fn all(known: Option<Move>, hints: Hints, arena: &[Scored]) -> Self {
        Self::new(Wanted::All, known, hints, arena)
    }

    /// The loud moves that win at least `least` in the exchange.
    pub(super) fn loud(known: Option<Move>, least: i32, arena: &[Scored]) -> Self {
        Self::new(Wanted::Loud(least), known, Hints::default(), arena)
    }

    fn new(wanted: Wanted, known: Option<Move>, hints: Hints, arena: &[Scored]) -> Self {
        let start = arena.len();
        Self {
            stage: Stage::Known,
            wanted,
            known,
            hints,
            start,
            losing: start,
            next: start,
            skips_quiets: false,
        }
    }

    /// Hands out no more quiet moves.
    pub(super) fn skip_quiets(&mut self) {
        self.skips_quiets = true;
    }

    /// Whether quiet moves are no longer handed out.
    pub(super) fn skips_quiets(&self) -> bool {
        self.skips_quiets
    }

    /// The next move.
    pub(super) fn next(
        &mut self,
        position: &Position,
        history: &History,
        arena: &mut Vec<Scored>,
    ) -> Option<Move> {
        loop {
            match self.stage {
                Stage::Known => {
                    self.stage = Stage::FindLoud;
                    if self.known.is_some() {
                        return self.known;
                    }
                }
                Stage::FindLoud => {
                    self.find_loud(position, history, arena);
                    self.stage = Stage::Loud;
                }
                Stage::Loud => match self.best(arena) {
                    Some(loud) if self.wins_enough(position, history, loud) => return Some(loud.mv),
                    Some(loud) => {
                        arena[self.losing] = loud;
                        self.losing += 1;
                    }
                    None => {
                        self.stage = match self.wanted {
                            Wanted::All => Stage::FindQuiet,
                            Wanted::Loud(_) => Stage::Done,
                        }
                    }
                },
                Stage::FindQuiet => {
                    if !self.skips_quiets {
                        self.find_quiet(position, history, arena);
                    }
                    self.stage = Stage::Quiet;
                }
                Stage::Quiet => {
                    if !self.skips_quiets
                        && let Some(quiet) = self.best(arena)
                    {
                        return Some(quiet.mv);
                    }
                    self.next = self.start;
                    self.stage = Stage::Losing;
                }
                Stage::Losing => {
                    if self.next < self.losing {
                        self.next += 1;
                        return Some(arena[self.next - 1].mv);
                    }
                    self.stage = Stage::Done;
                }
                Stage::Done => return None,
            }
        }
    }

    fn wins_enough(&self, position: &Position, history: &History, loud: Scored) -> bool {
        let least = match self.wanted {
            Wanted::All => -loud.score / trust(history.numbers()),
            Wanted::Loud(least) => least,
        };
        wins_at_least(position, loud.mv, least)
    }

    fn find_loud(&self, position: &Position, history: &History, arena: &mut Vec<Scored>) {
        let mut add = |mv: Move| {
            if Some(mv) != self.known {
                let score = booty(position, mv)
                    + history.of_capture(position, mv) / capture_history(history.numbers());
                arena.push(Scored { mv, score });
            }
        };
        position.captures().iter().copied().for_each(&mut add);
        for from in before_last_rank(position) {
            let pushes = position.legal_moves_from(from);
            let queens = pushes.iter().copied().filter(|&mv| mv.promotion() == Some(Role::Queen));
            queens.filter(|&mv| !position.is_capture(mv)).for_each(&mut add);
        }
    }

    fn find_quiet(&mut self, position: &Position, history: &History, arena: &mut Vec<Scored>) {
        self.next = arena.len();
        let promise = Promise::new(position, self.hints, history);
        for &mv in &position.quiets() {
            if Some(mv) != self.known && !is_loud(position, mv) {
                arena.push(Scored { mv, score: promise.of(mv) });
            }
        }
    }

    /// Takes the best of those not yet handed out.
    fn best(&mut self, arena: &mut [Scored]) -> Option<Scored> {
        let rest = arena.get_mut(self.next..)?;
        let (first, _) = rest.split_first()?;
        let (mut best, mut most) = (0, first.score);
        for (index, scored) in rest.iter().enumerate().skip(1) {
            if scored.score > most {
                (best, most) = (index, scored.score);
            }
        }
        rest.swap(0, best);
        self.next += 1;
        Some(rest[0])
    }
}

/// How much quiet moves promise in a position.
struct Promise<'a> {
    position: &'a Position,
    hints: Hints,
    history: &'a History,
    /// From where each kind of piece gives check, by its number.
    checks: [Bitboard; 8],
}

impl<'a> Promise<'a> {
    fn new(position: &'a Position, hints: Hints, history: &'a History) -> Self {
        let (turn, occupied) = (position.turn(), position.board().occupied());
        let king = position.king(!turn);
        let mut checks = [Bitboard::EMPTY; 8];
        if check(history.numbers()) > 0 {
            let diagonal = Role::Bishop.of(turn).attacks(king, occupied);
            let orthogonal = Role::Rook.of(turn).attacks(king, occupied);
            checks[Role::Pawn as usize] = attacks::pawn(!turn, king);
            checks[Role::Knight as usize] = attacks::knight(king);
            checks[Role::Bishop as usize] = diagonal;
            checks[Role::Rook as usize] = orthogonal;
            checks[Role::Queen as usize] = diagonal | orthogonal;
        }
        Self { position, hints, history, checks }
    }

    /// How much a move promises.
    fn of(&self, mv: Move) -> i32 {
        let (numbers, setting) = (self.history.numbers(), &self.hints.setting);
        let mut promise = self.history.of_quiet(self.position.turn(), mv, setting);
        let mut add_if = |reason: bool, change: i32| promise += if reason { change } else { 0 };
        add_if(self.hints.killers.contains(&Some(mv)), killer(numbers));
        add_if(mv.promotion().is_some(), -POOR_PROMOTION);
        add_if(setting.is_outranked(mv.role(), mv.from()), leaving(numbers));
        add_if(setting.is_outranked(mv.role(), mv.to()), -entering(numbers));
        let is_check = self.checks[mv.role() as usize].contains(mv.to());
        add_if(is_check && wins_at_least(self.position, mv, -CHECK_LOSS), check(numbers));
        promise
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Numbers;

    fn moves(position: &Position, picker: impl Fn(&[Scored]) -> Picker) -> Vec<Move> {
        let (history, mut arena) = (History::new(Numbers::Tuned), Vec::new());
        let mut picker = picker(&arena);
        std::iter::from_fn(|| picker.next(position, &history, &mut arena)).collect()
    }

    const POSITIONS: [&str; 6] = [
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        "r3k2r/pPppqpb1/b3pnp1/3PN3/1p2P3/2N2Q1p/P1PBBPPP/R3K2R w KQkq - 0 1",
        "8/2p5/3p4/KP5r/1R3pPk/8/4P3/8 b - g3 0 1",
        "n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1",
        "4k3/8/8/8/1b6/8/3P4/4K2R w K - 0 1",
        "rkr5/8/8/8/8/8/8/RKR5 w ACac - 0 1",
    ];

    #[test]
    fn each_legal_move_is_handed_out_once_and_the_known_one_first() {
        for fen in POSITIONS {
            let position = Position::from_fen_chess960(fen).unwrap();
            let mut expected = position.legal_moves().to_vec();
            expected.sort_unstable();
            for known in expected.iter().copied().map(Some).chain([None]) {
                let mut found = moves(&position, |arena| Picker::all(known, Hints::default(), arena));
                assert!(known.is_none() || found.first().copied() == known, "{fen}");
                found.sort_unstable();
                assert_eq!(found, expected, "{fen}");
            }
        }
    }

    #[test]
    fn loud_moves_are_those_that_win_enough() {
        for fen in POSITIONS {
            let position = Position::from_fen_chess960(fen).unwrap();
            let mut expected = position.legal_moves().to_vec();
            expected.retain(|&mv| is_loud(&position, mv) && wins_at_least(&position, mv, 0));
            expected.sort_unstable();
            let mut found = moves(&position, |arena| Picker::loud(None, 0, arena));
            found.sort_unstable();
            assert_eq!(found, expected, "{fen}");
        }
    }
}
