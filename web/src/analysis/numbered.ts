/** Moves with their numbers, as in books: `12. Nf3 d5 13. g3`, `12… d5 13. g3`. */

import type { Color } from '../api/types';

export function numbered(moves: readonly string[], turn: Color, number: number): string {
  const half = turn === 'white' ? 0 : 1;
  return moves
    .map((san, index) => {
      const ply = half + index;
      if (ply % 2 === 0) return `${number + ply / 2}. ${san}`;
      return index === 0 ? `${number}… ${san}` : san;
    })
    .join(' ');
}
