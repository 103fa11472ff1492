/**
 * What a person does at the board, as a pure state machine: picking, dropping, dragging, planning ahead, drawing.
 * It knows no rules of chess. It is given the legal moves and says what is wanted of the server.
 */

import type { Square } from './geometry';
import { movesBetween, type BoardMove } from './moves';
import { colorOf, type Color, type Pieces, type Role } from './pieces';
import { draw, type Shape } from './shapes';

/** Whose pieces may be moved: by turns, or, on a free board, all of them anywhere. */
export type Mover = Color | 'both' | 'nobody' | 'free';

/** What the hand is told of the board. */
export interface Table {
  pieces: Pieces;
  moves: readonly BoardMove[];
  turn: Color;
  mover: Mover;
  /** Whether a move may be planned while the other side thinks. */
  premoves: boolean;
  /** The piece that each press puts, on a free board; an empty text takes pieces away. */
  brush?: string | undefined;
}

export interface Plan {
  from: Square;
  to: Square;
}

export interface Hand {
  /** The square of the piece that was picked. */
  picked: Square | null;
  /** Whether it was picked by the press that is still going on: then the next release there does not let go of it. */
  fresh: boolean;
  /** A pawn that waits to be told what to become. */
  promoting: { from: Square; to: Square; roles: Role[] } | null;
  /** A move to be played as soon as it is legal. */
  premove: Plan | null;
  /** Arrows and circles. */
  shapes: readonly Shape[];
}

export const EMPTY_HAND: Hand = { picked: null, fresh: false, promoting: null, premove: null, shapes: [] };

/** What the hand wants to happen. */
export type Wish =
  | { play: BoardMove }
  /** A move that is not on the list: the server says why not. */
  | { attempt: Plan }
  /** On a free board. */
  | { move: Plan }
  | { put: { square: Square; piece: string } }
  | { remove: Square };

export type Answer = [hand: Hand, wish?: Wish];

const letGo = (hand: Hand): Hand => ({ ...hand, picked: null, fresh: false, promoting: null });

/** Whether the piece on a square is one's own to move, now or later. */
export function isOwn(table: Table, square: Square): boolean {
  const piece = table.pieces[square];
  if (piece === undefined || table.mover === 'nobody') return false;
  if (table.mover === 'free') return true;
  if (table.mover === 'both') return colorOf(piece) === table.turn;
  return colorOf(piece) === table.mover && (table.turn === table.mover || table.premoves);
}

const plansAhead = (table: Table): boolean =>
  (table.mover === 'white' || table.mover === 'black') && table.mover !== table.turn;

/** A finger, a button or the Enter key goes down on a square. */
export function press(hand: Hand, table: Table, square: Square): Answer {
  if (hand.promoting) return [letGo(hand)];
  if (table.mover === 'free' && table.brush !== undefined) return brush(hand, table, square, table.brush);
  const cleared = hand.shapes.length > 0 ? { ...hand, shapes: [] } : hand;
  const { picked } = cleared;
  if (picked === null) return [isOwn(table, square) ? pick(cleared, square) : { ...cleared, premove: null }];
  if (picked === square) return [{ ...cleared, fresh: false }];
  // The own rook means castling only if that is how the move is written; otherwise it is picked instead.
  const castles = movesBetween(table.moves, picked, square).some((move) => move.uci.slice(2, 4) === square);
  if (isOwn(table, square) && !castles && table.mover !== 'free') return [pick(cleared, square)];
  return drop(cleared, table, square);
}

/** It comes up again, on the same square or, after dragging, on another one; `null` is beside the board. */
export function release(hand: Hand, table: Table, square: Square | null): Answer {
  const { picked } = hand;
  if (picked === null || hand.promoting) return [hand];
  if (square === null) return table.mover === 'free' ? [letGo(hand), { remove: picked }] : [letGo(hand)];
  if (square === picked) return [hand.fresh ? { ...hand, fresh: false } : letGo(hand)];
  return drop(hand, table, square);
}

/** The picked piece goes to a square. */
function drop(hand: Hand, table: Table, to: Square): Answer {
  const from = hand.picked;
  if (from === null || from === to) return [letGo(hand)];
  if (table.mover === 'free') return [letGo(hand), { move: { from, to } }];
  if (plansAhead(table)) return [{ ...letGo(hand), premove: { from, to } }];
  const moves = movesBetween(table.moves, from, to);
  const [first, second] = moves;
  if (first === undefined) return [letGo(hand), { attempt: { from, to } }];
  if (second === undefined) return [letGo(hand), { play: first }];
  const roles = moves.flatMap((move) => move.promotion ?? []);
  return [{ ...hand, fresh: false, promoting: { from, to: first.to, roles } }];
}

const pick = (hand: Hand, square: Square): Hand => ({ ...hand, picked: square, fresh: true, premove: null });

function brush(hand: Hand, table: Table, square: Square, piece: string): Answer {
  if (piece === '' || table.pieces[square] === piece) return [hand, { remove: square }];
  return [hand, { put: { square, piece } }];
}

/** The waiting pawn becomes this. */
export function promote(hand: Hand, table: Table, role: Role): Answer {
  const waiting = hand.promoting;
  if (waiting === null) return [hand];
  const move = movesBetween(table.moves, waiting.from, waiting.to).find((move) => move.promotion === role);
  return move ? [letGo(hand), { play: move }] : [letGo(hand)];
}

/** The Escape key or a right click: lets go of the latest thing first. */
export function cancel(hand: Hand): Hand {
  if (hand.promoting || hand.picked !== null) return letGo(hand);
  if (hand.premove) return { ...hand, premove: null };
  return { ...hand, shapes: [] };
}

/** An arrow or a circle is drawn, or taken away if it is there. */
export const sketch = (hand: Hand, shape: Shape): Hand => ({ ...hand, shapes: draw(hand.shapes, shape) });

/** The position has changed: what was planned is played if it is legal, and what is picked stays only if still one's own. */
export function settle(hand: Hand, table: Table): Answer {
  const kept = hand.picked !== null && !isOwn(table, hand.picked) ? letGo(hand) : hand;
  const held = kept.promoting ? { ...kept, promoting: stillPromoting(kept, table) } : kept;
  if (held.premove === null || plansAhead(table)) return [held];
  const moves = movesBetween(table.moves, held.premove.from, held.premove.to);
  const move = moves.find((move) => move.promotion === 'queen') ?? moves[0];
  const done = { ...held, premove: null };
  return move && table.mover !== 'nobody' ? [done, { play: move }] : [done];
}

function stillPromoting(hand: Hand, table: Table): Hand['promoting'] {
  const waiting = hand.promoting;
  return waiting && movesBetween(table.moves, waiting.from, waiting.to).length > 1 ? waiting : null;
}
