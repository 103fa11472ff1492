/** Evaluating a whole line: place after place, until the engine has looked at each deeply enough. */

import type { Engine, GameState } from '../api/types';

/** Half-moves that are deep enough for a graph. */
export const DEEP_ENOUGH = 10;

export interface Sweep {
  places: readonly number[];
  /** How many are done. */
  done: number;
  /** Where one was before. */
  back: number;
}

export const beginSweep = (places: readonly number[], back: number): Sweep => ({ places, done: 0, back });

/** Whether the place that is being looked at has been looked at long enough. */
export function isReady(sweep: Sweep, state: GameState, thought: Engine | null): boolean {
  if (state.cursor !== sweep.places[sweep.done]) return false;
  // Where nobody can move there is nothing to think about.
  if (state.legal.length === 0) return true;
  if (thought === null || thought.place !== state.cursor) return false;
  return thought.lines.length > 0 && (thought.depth >= DEEP_ENOUGH || !thought.running);
}

/** The sweep with one more place done, and where to go now; back at the end. */
export function advance(sweep: Sweep): { sweep: Sweep | null; go: number } {
  const done = sweep.done + 1;
  const next = sweep.places[done];
  return next === undefined ? { sweep: null, go: sweep.back } : { sweep: { ...sweep, done }, go: next };
}
