/** From the server's words to the board's. */

import type { LegalMove, Move } from '../api/types';
import type { BoardMove, Kind } from '../board/moves';
import type { Role } from '../board/pieces';

const BECOMES: Record<string, Role> = { q: 'queen', r: 'rook', b: 'bishop', n: 'knight' };

function kindOf(move: LegalMove): Kind {
  if (move.enPassant || move.castling !== null) return 'special';
  return move.captured === null ? 'quiet' : 'capture';
}

export function boardMove(move: LegalMove): BoardMove {
  const promotion = move.promotion === null ? undefined : BECOMES[move.promotion];
  return {
    uci: move.uci,
    san: move.san,
    from: move.from,
    to: move.to,
    kind: kindOf(move),
    ...(promotion ? { promotion } : {}),
    ...(move.rook === null ? {} : { also: move.rook }),
  };
}

/** The marks that a move which was played leaves on the board. */
export const lastOf = (move: Move | undefined) =>
  move && move.uci !== '0000' ? { from: move.from, to: move.to, capture: move.captured !== null } : null;
