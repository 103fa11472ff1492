//! What is known of endings: which advantages do not win, and how a bare king is mated.

use super::kpk;
use super::side::Side;
use super::tally::Tally;
use super::terms::Term;
use super::view::{Army, View};
use regence_rules::attacks::{self, Sliders};
use regence_rules::{Bitboard, Color, File, Rank, Square};

/// The scale of an advantage that counts in full.
pub const FULL_SCALE: i32 = 64;

const DRAWN: i32 = 0;
/// A piece ahead without pawns against a side that has something to give for the last danger.
const BARELY: i32 = 10;
/// One pawn left that a piece can be given for.
const ONE_PAWN: i32 = 40;
/// Bishops of opposite colours, alone and with other pieces.
const OPPOSITE_BISHOPS: i32 = 28;
const OPPOSITE_BISHOPS_AND_MORE: i32 = 52;

/// How much of an advantage counts if one side has it, in 64ths.
#[inline(always)]
pub(super) fn scale<S: Side>(view: &View) -> i32 {
    let (own, enemy) = view.sides::<S>();
    let pawns = own.pawns.len();
    let opposite = own.bishops.len() == 1
        && enemy.bishops.len() == 1
        && (own.bishops & Bitboard::LIGHT).is_empty() != (enemy.bishops & Bitboard::LIGHT).is_empty();
    if pawns <= 1 || opposite || (own.officers() - own.bishops).is_empty() {
        few_pieces::<S>(view, opposite)
    } else {
        FULL_SCALE
    }
}

#[inline(never)]
fn few_pieces<S: Side>(view: &View, opposite: bool) -> i32 {
    let (own, enemy) = view.sides::<S>();
    let pawns = own.pawns.len();
    let (worth, against) = (own.plain_worth(), enemy.plain_worth());
    if pawns == 0 && worth <= against + 3 {
        return if worth <= 3 { DRAWN } else { BARELY };
    }
    if pawns == 0 && enemy.pawns.is_empty() && !can_mate(own) {
        return DRAWN;
    }
    if pawns > 0 && is_fortress::<S>(view, own, enemy) {
        return DRAWN;
    }
    if opposite {
        let alone = own.officers() == own.bishops && enemy.officers() == enemy.bishops;
        return if alone { OPPOSITE_BISHOPS } else { OPPOSITE_BISHOPS_AND_MORE };
    }
    if pawns == 1 && worth <= against && against > 0 { ONE_PAWN } else { FULL_SCALE }
}

/// Whether these officers mate a bare king without help from pawns.
fn can_mate(army: &Army) -> bool {
    let both_colours = army.bishops.meets(Bitboard::LIGHT) && army.bishops.meets(Bitboard::DARK);
    army.rooks.any()
        || army.queens.any()
        || both_colours
        || army.bishops.any() && army.knights.any()
        || army.knights.len() > 2
}

/// King and pawn against king where that is drawn, and pawns on one edge file, with at most bishops that do not control its
/// last square, against a king that does.
fn is_fortress<S: Side>(view: &View, own: &Army, enemy: &Army) -> bool {
    if view.occupied.len() == 3 {
        return !pawn_wins::<S>(view, own, enemy);
    }
    let on_edge = own.pawns.is_subset(File::A.bitboard()) || own.pawns.is_subset(File::H.bitboard());
    if !on_edge || own.officers() != own.bishops {
        return false;
    }
    let file = if own.pawns.meets(File::A.bitboard()) { File::A } else { File::H };
    let corner = Square::new(file, Rank::Eighth.seen_by(S::COLOR));
    let colour = if corner.is_light() { Bitboard::LIGHT } else { Bitboard::DARK };
    !own.bishops.meets(colour) && enemy.king.distance(corner) <= 1
}

/// King and pawn against king, looked up with the pawn's side as White.
fn pawn_wins<S: Side>(view: &View, own: &Army, enemy: &Army) -> bool {
    let Some(pawn) = own.pawns.first() else { return false };
    let seen = |square: Square| if S::COLOR == Color::White { square } else { square.flip_ranks() };
    let turn = if view.turn == S::COLOR { Color::White } else { Color::Black };
    kpk::is_won(seen(own.king), seen(pawn), seen(enemy.king), turn)
}

/// Tells how near a bare enemy king is to being mated. Answers whether he can be mated with the pieces there are: then nothing
/// else counts, or the pieces would rather stand well than hunt him.
#[inline(always)]
pub(super) fn mating<S: Side, L: Sliders, T: Tally>(view: &View, tally: &mut T) -> bool {
    let (own, enemy) = view.sides::<S>();
    enemy.all == enemy.king.bitboard() && drive::<S, L, T>(view, own, enemy, tally)
}

#[inline(always)]
fn drive<S: Side, L: Sliders, T: Tally>(view: &View, own: &Army, enemy: &Army, tally: &mut T) -> bool {
    if view.occupied.len() == 3 && own.pawns.any() {
        tally.add(S::COLOR, Term::KnownWin, 0, i32::from(pawn_wins::<S>(view, own, enemy)));
    }
    if !can_mate(own) {
        return false;
    }
    let (file, rank) = (enemy.king.index() as i32 % 8, enemy.king.index() as i32 / 8);
    let only_bishop_and_knight = own.pawns.is_empty()
        && own.officers() == own.bishops | own.knights
        && !(own.bishops.meets(Bitboard::LIGHT) && own.bishops.meets(Bitboard::DARK))
        && own.knights.len() <= 2;
    if only_bishop_and_knight {
        // Steps from the long diagonal that joins the wrong corners.
        let file = if own.bishops.meets(Bitboard::DARK) { file } else { 7 - file };
        tally.add(S::COLOR, Term::MateCorner, 0, (7 - file - rank).abs());
    } else {
        // Bishop and knight have to give up ground on the way to the right corner; all others need not.
        tally.add(S::COLOR, Term::MateCage, 0, 64 - room::<L>(view, own, enemy).len() as i32);
    }
    let from_centre = |line: i32| (3 - line).max(line - 4);
    tally.add(S::COLOR, Term::MateEdge, 0, from_centre(file) + from_centre(rank));
    tally.add(S::COLOR, Term::MateKings, 0, 7 - own.king.distance(enemy.king) as i32);
    tally.add(S::COLOR, Term::KnownWin, 0, 1);
    true
}

/// All squares that a bare king could walk to if the other side stood still.
#[inline(always)]
fn room<L: Sliders>(view: &View, own: &Army, enemy: &Army) -> Bitboard {
    // Sliders look through the king, who cannot hide behind himself.
    let blockers = view.occupied.without(enemy.king);
    let mut guarded = own.king_attacks | own.pawn_attacks;
    for square in own.knights {
        guarded |= attacks::knight(square);
    }
    for square in own.bishops | own.queens {
        guarded |= L::bishop(square, blockers);
    }
    for square in own.rooks | own.queens {
        guarded |= L::rook(square, blockers);
    }
    let mut room = enemy.king.bitboard();
    loop {
        let row = room | room.left() | room.right();
        let wider = room | ((row | row.up() | row.down()) - guarded);
        if wider == room {
            return room;
        }
        room = wider;
    }
}
