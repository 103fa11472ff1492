//! Looking ahead as a person does: not far, not at everything, and with the belief that what was not seen is not there.

use crate::chance::{mix, share};
use crate::eye::{Eye, worth};
use crate::patience::Patience;
use crate::salience::{Scene, difficulty, is_harder_than};
use regence_engine::{LastMove, Situation, wins_at_least};
use regence_rules::{Bitboard, Color, Key, Move, Position};

/// More than any position is worth; a mate in so many half-moves is worth so much less.
pub(crate) const MATE: i32 = 30_000;

/// No mate is seen from further away, in half-moves.
const LONGEST_MATE: i32 = 300;

/// Whether somebody is believed to be mated.
pub(crate) fn is_mate(worth: i32) -> bool {
    MATE - worth.abs() < LONGEST_MATE
}

/// Whoever is so lucky sees everything.
const LUCKIEST: f32 = 0.95;

/// No line of thought is longer.
const LONGEST: usize = 40;

/// How far and how carefully to look.
#[derive(Clone, Copy)]
pub(crate) struct Care {
    /// Half-moves.
    pub(crate) depth: i32,
    /// Half-moves of captures after that.
    pub(crate) captures: i32,
    /// How likely a move of usual difficulty is to be overlooked.
    pub(crate) blindness: f32,
    /// Quiet moves thought of below the first half-move.
    pub(crate) width: usize,
}

/// A move that has come to mind, and what it is believed to be worth.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Idea {
    pub(crate) mv: Move,
    pub(crate) worth: i32,
}

/// One look ahead.
pub(crate) struct Look<'a> {
    eye: &'a mut Eye,
    care: Care,
    /// What is overlooked depends on this: the same move is overlooked wherever it comes up in one look, so that nobody
    /// plays a move only because its refutation happens to be hidden there.
    seed: u64,
    patience: Patience<'a>,
    own: Color,
    occupied: Bitboard,
    /// The positions that would be repeated.
    past: &'a [Key],
    path: Vec<Key>,
    /// Quiet moves that were good elsewhere, by half-move.
    killers: [[Option<Move>; 2]; LONGEST + 1],
    /// How good quiet moves were, by from and to.
    history: Box<[[i32; 64]; 64]>,
}

/// A position under thought.
#[derive(Clone, Copy)]
struct Node {
    position: Position,
    key: Key,
    last: Option<LastMove>,
    ply: usize,
}

impl Node {
    fn after(&self, mv: Move) -> Self {
        let last = Some(LastMove { mv, is_capture: self.position.is_capture(mv) });
        let (position, key) = self.position.play_keyed(mv, self.key);
        Self { position, key, last, ply: self.ply + 1 }
    }
}

impl<'a> Look<'a> {
    pub(crate) fn new(
        eye: &'a mut Eye,
        care: Care,
        seed: u64,
        situation: &'a Situation,
        patience: Patience<'a>,
    ) -> Self {
        let position = situation.position();
        eye.sit(position.turn());
        Self {
            eye,
            care,
            seed: mix(&[seed, position.key().bits()]),
            patience,
            own: position.turn(),
            occupied: position.board().occupied(),
            past: situation.keys(),
            path: Vec::with_capacity(LONGEST),
            killers: [[None; 2]; LONGEST + 1],
            history: Box::new([[0; 64]; 64]),
        }
    }

    /// Whether it had to end before it was done.
    pub(crate) fn was_cut_short(&self) -> bool {
        self.patience.has_ended()
    }

    /// Those of these moves that come to mind, with their worth; what is clearly worse than the best by more than the margin
    /// is only known to be so. Empty only if there are none.
    pub(crate) fn ideas(&mut self, situation: &Situation, among: &[Move], margin: i32) -> Vec<Idea> {
        let position = *situation.position();
        let node = Node { position, key: position.key(), last: situation.last(), ply: 0 };
        let mut moves = self.root_moves(&node, among);
        let mut ideas = self.look_once(&node, &moves, 1, margin);
        // A shallow look first: what looks good is then looked at first.
        for depth in 2..=self.care.depth {
            moves = ideas.iter().map(|idea| idea.mv).collect();
            let deeper = self.look_once(&node, &moves, depth, margin);
            if self.patience.has_ended() {
                break;
            }
            ideas = deeper;
        }
        ideas
    }

    /// All of these moves looked at so deeply, the best first. Whoever runs out of patience has looked at some of them, and
    /// at one in any case.
    fn look_once(&mut self, node: &Node, moves: &[Move], depth: i32, margin: i32) -> Vec<Idea> {
        let mut ideas = Vec::with_capacity(moves.len());
        let mut best = -MATE;
        for &mv in moves {
            let child = node.after(mv);
            let alpha = (best - margin).max(-MATE);
            let worth = -self.believe(&child, depth - 1, -MATE, -alpha);
            if self.patience.has_ended() && !ideas.is_empty() {
                break;
            }
            best = best.max(worth);
            ideas.push(Idea { mv, worth });
        }
        ideas.sort_by_key(|idea| -idea.worth);
        ideas
    }

    /// The moves that are seen; if none is, the one that is easiest to see.
    fn root_moves(&self, node: &Node, among: &[Move]) -> Vec<Move> {
        let scene = self.scene(node);
        let seen: Vec<Move> = among.iter().copied().filter(|&mv| self.sees(node, mv, &scene)).collect();
        if !seen.is_empty() {
            return seen;
        }
        let hard = |mv: &Move| difficulty(&node.position, *mv, &scene);
        among.iter().copied().min_by(|a, b| hard(a).total_cmp(&hard(b))).into_iter().collect()
    }

    fn scene(&self, node: &Node) -> Scene {
        let is_theirs = node.position.turn() != self.own;
        let is_check = node.position.is_check();
        let is_tense = node.last.is_some_and(|last| last.is_capture);
        Scene { last: node.last, occupied: self.occupied, ply: node.ply, is_theirs, is_check, is_tense }
    }

    /// Whether a move comes to mind.
    fn sees(&self, node: &Node, mv: Move, scene: &Scene) -> bool {
        if self.care.blindness <= 0.0 {
            return true;
        }
        let taken = node.position.captured(mv).map_or(0, |piece| piece.role as u64);
        let what = (mv.from().index() as u64) << 32
            | (mv.to().index() as u64) << 24
            | (mv.role() as u64) << 16
            | taken << 8
            | node.position.turn().index() as u64;
        let luck = share(mix(&[self.seed, what]));
        // Nobody is quite blind to anything.
        luck >= LUCKIEST || !is_harder_than(&node.position, mv, scene, luck / self.care.blindness)
    }

    /// What the side to move believes to have: within the window exactly, outside of it a bound.
    fn believe(&mut self, node: &Node, depth: i32, alpha: i32, beta: i32) -> i32 {
        if self.patience.ends() || node.ply > 0 && self.is_drawn(node) {
            return 0;
        }
        if node.ply >= LONGEST {
            return self.eye.judge(&node.position);
        }
        if depth <= 0 {
            return self.settle(node, self.care.captures, alpha, beta);
        }
        self.path.push(node.key);
        let worth = self.try_moves(node, depth, alpha, beta);
        self.path.pop();
        worth
    }

    fn is_drawn(&self, node: &Node) -> bool {
        let clock = usize::from(node.position.halfmove_clock());
        let seen = |key: &Key| *key == node.key;
        // A mate with the last of fifty moves is a mate.
        clock >= 100 && (!node.position.is_check() || node.position.has_legal_moves())
            || clock >= 4 && (self.path.iter().any(seen) || self.past.iter().any(seen))
            || node.position.is_insufficient_material()
    }

    fn try_moves(&mut self, node: &Node, depth: i32, mut alpha: i32, beta: i32) -> i32 {
        let moves = node.position.legal_moves();
        let scene = self.scene(node);
        if moves.is_empty() {
            return if scene.is_check { node.ply as i32 - MATE } else { 0 };
        }
        let mut best = -MATE;
        let (ordered, left_out) = self.candidates(node, &moves, &scene);
        // What was not looked at is taken for a move that changes nothing.
        if left_out && !scene.is_check {
            best = self.pass(node, depth, alpha, beta);
            if best >= beta {
                return best;
            }
            alpha = alpha.max(best);
        }
        for (index, (promise, mv)) in ordered.into_iter().enumerate() {
            let child = node.after(mv);
            // What looks unlikely is looked at less deeply first.
            let less = i32::from(depth >= 3 && index >= 3 && promise < LOUD);
            let mut worth = -self.believe(&child, depth - 1 - less, -beta, -alpha);
            if less > 0 && worth > alpha {
                worth = -self.believe(&child, depth - 1, -beta, -alpha);
            }
            if worth > best {
                best = worth;
                alpha = alpha.max(worth);
                if worth >= beta {
                    self.remember(node, mv, depth);
                    break;
                }
            }
        }
        // In check and blind to every way out: it is believed to go on somehow.
        if best == -MATE { self.eye.judge(&node.position) } else { best }
    }

    /// What doing nothing would be worth.
    fn pass(&mut self, node: &Node, depth: i32, alpha: i32, beta: i32) -> i32 {
        let Some((position, key)) = node.position.pass_keyed(node.key) else { return -MATE };
        let passed = Node { position, key, last: None, ply: node.ply + 1 };
        -self.believe(&passed, depth - 2, -beta, -alpha)
    }

    /// The moves worth a thought, the most promising first; and whether any was left out.
    fn candidates(&self, node: &Node, moves: &[Move], scene: &Scene) -> (Vec<(i32, Move)>, bool) {
        let mut scored: Vec<(i32, Move)> = Vec::with_capacity(moves.len());
        for &mv in moves {
            if self.sees(node, mv, scene) {
                scored.push((self.promise(node, mv), mv));
            }
        }
        scored.sort_by_key(|&(promise, _)| -promise);
        if !scene.is_check {
            let mut quiets = 0;
            scored.retain(|&(promise, _)| {
                quiets += usize::from(promise < LOUD);
                promise >= LOUD || quiets <= self.care.width
            });
        }
        let left_out = scored.len() < moves.len();
        (scored, left_out)
    }

    /// How soon a move should be tried.
    fn promise(&self, node: &Node, mv: Move) -> i32 {
        let taken = node.position.captured(mv).map_or(0, |piece| worth(piece.role));
        let promoted = mv.promotion().map_or(0, worth);
        if taken + promoted > 0 {
            return LOUD + 8 * (taken + promoted) - worth(mv.role()) / 8;
        }
        if node.position.gives_check(mv) {
            return LOUD;
        }
        let killer = self.killers[node.ply].contains(&Some(mv));
        let placed = usual_order(mv, node.position.turn());
        i32::from(killer) * LOUD / 2
            + (self.history[mv.from().index()][mv.to().index()] * 8).min(LOUD / 4)
            + placed
    }

    fn remember(&mut self, node: &Node, mv: Move, depth: i32) {
        if node.position.is_capture(mv) {
            return;
        }
        let [first, second] = &mut self.killers[node.ply];
        if *first != Some(mv) {
            *second = first.replace(mv);
        }
        self.history[mv.from().index()][mv.to().index()] += depth * depth;
    }

    /// Follows captures until the board is calm, or imagination ends.
    fn settle(&mut self, node: &Node, captures: i32, mut alpha: i32, beta: i32) -> i32 {
        let is_check = node.position.is_check();
        let is_bare = node.position.board().by_color(node.position.turn()).len() == 1;
        // Everybody looks whether a lonely king can still move.
        if (is_check || is_bare) && !node.position.has_legal_moves() {
            return if is_check { node.ply as i32 - MATE } else { 0 };
        }
        let mut best = self.eye.judge(&node.position);
        if best >= beta || captures <= 0 || node.ply >= LONGEST {
            return best;
        }
        alpha = alpha.max(best);
        let scene = self.scene(node);
        let mut loud: Vec<(i32, Move)> = Vec::new();
        for mv in node.position.captures() {
            if self.sees(node, mv, &scene) {
                loud.push((self.promise(node, mv), mv));
            }
        }
        loud.sort_by_key(|&(promise, _)| -promise);
        for (_, mv) in loud {
            let gain = node.position.captured(mv).map_or(0, |piece| worth(piece.role))
                + mv.promotion().map_or(0, worth);
            if best + gain + 200 <= alpha || !wins_at_least(&node.position, mv, 0) {
                continue;
            }
            let child = node.after(mv);
            let worth = -self.settle(&child, captures - 1, -beta, -alpha);
            if worth > best {
                best = worth;
                alpha = alpha.max(worth);
                if worth >= beta {
                    break;
                }
            }
        }
        best
    }
}

/// From here on a move takes, promotes or gives check.
const LOUD: i32 = 1 << 16;

/// Which quiet moves people try first: those that go forward, towards the middle.
fn usual_order(mv: Move, color: Color) -> i32 {
    let forward =
        mv.to().rank().seen_by(color).index() as i32 - mv.from().rank().seen_by(color).index() as i32;
    let middle = |square: regence_rules::Square| {
        let (file, rank) = (square.file().index() as i32, square.rank().index() as i32);
        14 - (2 * file - 7).abs() - (2 * rank - 7).abs()
    };
    8 * forward + 4 * (middle(mv.to()) - middle(mv.from())) + if mv.castling().is_some() { 100 } else { 0 }
}
