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

/** The mirror after a message. Messages that change nothing about the table leave it as it is. */
export function reflect(mirror: Mirror | null, message: ServerMessage): Reflection {
  const same: Reflection = { mirror, happened: [], gap: false };
  if (message.type === 'snapshot') {
    const { number, state, moves, now, you } = message;
    const engine = mirror?.state.id === state.id ? mirror.engine : null;
    return { ...same, mirror: { number, state, moves, now, you, engine } };
  }
  if (mirror === null) return same;
  switch (message.type) {
    case 'update': {
      if (message.number <= mirror.number) return same;
      if (message.number !== mirror.number + 1) return { ...same, gap: true };
      const { number, state, you } = message;
      const moves = changeMoves(mirror.moves, message.moves);
      return { mirror: { ...mirror, number, state, moves, you }, happened: message.happened, gap: false };
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
