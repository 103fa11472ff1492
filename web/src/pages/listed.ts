/** Games in a list: what they are called, and which of them nobody needs to see. */

import type { GameListItem } from '../api/types';

const START = 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1';

type Listed = Pick<GameListItem, 'kind' | 'seats' | 'plies' | 'fen' | 'status'>;

/**
 * Whether nothing has happened at a table: it was opened and left. A friend may still be on the way to an online one, and
 * what an analysis holds its place does not tell.
 */
export const isUntouched = ({ kind, plies, fen, status }: Listed): boolean =>
  (kind === 'local' || kind === 'computer' || kind === 'watch') && plies === 0 && fen === START && status === 'active';

/** Whether it is known who plays or has played. */
const isNamed = ({ white, black }: Listed['seats']): boolean => white.name !== 'White' || black.name !== 'Black';

/** What a game is called: by who plays, unless nobody has a name. */
export function titleOf({ kind, seats, plies }: Listed): string {
  const players = `${seats.white.name} – ${seats.black.name}`;
  if (kind === 'analysis') return isNamed(seats) ? `Analysis: ${players}` : 'Analysis';
  return kind === 'local' && plies === 0 ? 'A position' : players;
}
