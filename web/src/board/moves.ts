/** Legal moves as the server lists them, seen from the board: which piece, where to, and by what mark. */

import type { Square } from './geometry';
import type { Role } from './pieces';

/** What kind of target a move has; each kind has a mark of its own. */
export type Kind = 'quiet' | 'capture' | 'special';

export interface BoardMove {
  uci: string;
  san: string;
  from: Square;
  to: Square;
  kind: Kind;
  promotion?: Role;
  /** Another square that means the same: the rook, when castling. */
  also?: Square;
}

/** The targets of a piece, each with its kind. */
export function targetsOf(moves: readonly BoardMove[], from: Square): Map<Square, Kind> {
  return new Map(moves.filter((move) => move.from === from).map((move) => [move.to, move.kind]));
}

/** The moves from one square to another: several if a pawn promotes. */
export function movesBetween(moves: readonly BoardMove[], from: Square, to: Square): BoardMove[] {
  const own = moves.filter((move) => move.from === from);
  const direct = own.filter((move) => move.to === to);
  return direct.length > 0 ? direct : own.filter((move) => move.also === to);
}
