/** What one has asked of the other side, and whether it was declined. */

import type { Action } from '../api/types';
import type { Mirror } from '../server/mirror';

/** What a player proposes, as told to the other one. */
export const PROPOSALS: Partial<Record<Action, string>> = {
  undo: 'asks to take back',
  redo: 'asks to redo',
  reset: 'asks to begin again',
  rematch: 'asks for a rematch',
  pause: 'asks for a pause',
  resume: 'asks to go on',
  swap: 'asks to change sides',
};

export interface Asked {
  what: Action | 'draw';
  /** As one is reminded of it while there is no answer. */
  words: string;
  /** The number of the last change when it was asked, and how many half-moves had been played. */
  number: number;
  ply: number;
}

/** What whoever is here has asked and still waits to be answered. */
export function askedOf({ state, you, now, number }: Mirror): Asked | null {
  if (you.color === null) return null;
  const at = { number, ply: state.ply };
  if (state.drawOffer === you.color) return { what: 'draw', words: 'You offer a draw.', ...at };
  if (now.proposal?.by !== you.color) return null;
  const { what } = now.proposal;
  return { what, words: `You ${(PROPOSALS[what] ?? 'asks').replace('asks', 'ask')}.`, ...at };
}

/** Whether what was asked is off the table without having been done. A move is an answer that everybody sees. */
export function isDeclined(before: Asked, { state, number }: Mirror): boolean {
  if (before.what === 'draw') return state.outcome === null && state.ply === before.ply;
  return number === before.number;
}
