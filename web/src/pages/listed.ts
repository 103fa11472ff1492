/** Games in a list: what they are called, and which of them nobody needs to see. */

import type { GameListItem } from '../api/types';

const START = 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1';

type Listed = Pick<GameListItem, 'kind' | 'seats' | 'plies' | 'fen' | 'status'>;

/** Whether nothing has happened at a table: it was opened and left. A friend may still be on the way to an online one. */
export const isUntouched = ({ kind, plies, fen, status }: Listed): boolean =>
  kind !== null && kind !== 'online' && plies === 0 && fen === START && status === 'active';

/** What a game is called: by who plays, unless nobody has a name. */
export function titleOf({ kind, seats, plies }: Listed): string {
  const players = `${seats.white.name} – ${seats.black.name}`;
  if (kind === 'analysis') return players === 'White – Black' ? 'Analysis' : `Analysis: ${players}`;
  return kind === 'local' && plies === 0 ? 'A position' : players;
}
