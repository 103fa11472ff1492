/** Half-moves in pairs, as a list in two columns. */

import type { Move } from '../api/types';

export interface Turn {
  number: number;
  white: Move | null;
  black: Move | null;
}

export function turnsOf(moves: readonly Move[]): Turn[] {
  const turns: Turn[] = [];
  for (const move of moves) {
    const last = turns.at(-1);
    if (move.color === 'black' && last?.number === move.number && last.black === null) last.black = move;
    else if (move.color === 'white') turns.push({ number: move.number, white: move, black: null });
    else turns.push({ number: move.number, white: null, black: move });
  }
  return turns;
}
