/** A table as the page knows it: the server's last word on everything, kept up message by message. */

import type { Engine, GameState, Happening, Move, MoveChange, Now, ServerMessage, You } from '../api/types';

export interface Mirror {
  /** The number of the last change. */
  number: number;
  state: GameState;
  moves: Move[];
  now: Now;
  you: You;
  engine: Engine | null;
}

export interface Reflection {
  mirror: Mirror | null;
  happened: Happening[];
  /** A change is missing: only a new snapshot helps. */
  gap: boolean;
}

export function changeMoves(moves: readonly Move[], change: MoveChange): Move[] {
  return [...moves.slice(0, change.keep), ...change.add];
}

/**
 * The mirror after a message. Messages that change nothing about the table leave it as it is. The first update of a
 * connection tells all that was missed at once, so its number may be any later one; and what the engine thought before it
 * is past, for the server says so anew if it still thinks.
 */
export function reflect(mirror: Mirror | null, message: ServerMessage, isFirst = false): Reflection {
  const engine = isFirst ? null : (mirror?.engine ?? null);
  const same: Reflection = { mirror: mirror && isFirst ? { ...mirror, engine } : mirror, happened: [], gap: false };
  if (message.type === 'snapshot') {
    const { number, state, moves, now, you } = message;
    return { ...same, mirror: { number, state, moves, now, you, engine } };
  }
  if (mirror === null) return same;
  switch (message.type) {
    case 'update': {
      if (message.number <= mirror.number) return same;
      if (message.number !== mirror.number + 1 && !isFirst) return { ...same, gap: true };
      const { number, state, you } = message;
      const moves = changeMoves(mirror.moves, message.moves);
      return { mirror: { ...mirror, engine, number, state, moves, you }, happened: message.happened, gap: false };
    }
    case 'now':
      return { ...same, mirror: { ...mirror, now: message.now, you: message.you } };
    case 'engine': {
      const { type: _type, ...engine } = message;
      return { ...same, mirror: { ...mirror, engine } };
    }
    default:
      return same;
  }
}
