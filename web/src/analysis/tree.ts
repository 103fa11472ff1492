/** A tree of moves, laid out for reading and walked with keys. */

import type { Move } from '../api/types';

/** The moves after a place, the main line first. */
export function childrenOf(moves: readonly Move[], place: number): Move[] {
  return moves.filter((move) => move.after === place);
}

export const moveAt = (moves: readonly Move[], place: number): Move | undefined =>
  moves.find((move) => move.id === place);

/** The moves from the start to a place. */
export function pathTo(moves: readonly Move[], place: number): Move[] {
  const byPlace = new Map(moves.map((move) => [move.id, move]));
  const path: Move[] = [];
  for (let move = byPlace.get(place); move; move = byPlace.get(move.after)) path.unshift(move);
  return path;
}

/** The main line from a place on. */
export function lineFrom(moves: readonly Move[], place: number): Move[] {
  const first = new Map<number, Move>();
  for (const move of moves) if (!first.has(move.after)) first.set(move.after, move);
  const line: Move[] = [];
  for (let move = first.get(place); move; move = first.get(move.id)) line.push(move);
  return line;
}

/** The line through a place: the moves that lead there, then the main line. */
export const lineThrough = (moves: readonly Move[], place: number): Move[] => [
  ...pathTo(moves, place),
  ...lineFrom(moves, place),
];

/** Where a step leads, or nothing if there is no such place. */
export function step(
  moves: readonly Move[],
  place: number,
  by: 'back' | 'forward' | 'first' | 'last' | 'previousVariation' | 'nextVariation',
): number | null {
  const here = moveAt(moves, place);
  switch (by) {
    case 'back':
      return here ? here.after : null;
    case 'forward':
      return childrenOf(moves, place)[0]?.id ?? null;
    case 'first':
      return place === 0 ? null : 0;
    case 'last':
      return lineFrom(moves, place).at(-1)?.id ?? null;
    default: {
      if (!here) return null;
      const siblings = childrenOf(moves, here.after);
      const now = siblings.indexOf(here);
      const next = siblings[(now + (by === 'nextVariation' ? 1 : siblings.length - 1)) % siblings.length];
      return next && next !== here ? next.id : null;
    }
  }
}

/** A run of moves, and the variations that replace its last move. */
export interface Run {
  moves: Move[];
  variations: Run[][];
}

/** Lays a tree out for reading: each variation stands right after the move it replaces. */
export function runsOf(moves: readonly Move[], place = 0): Run[] {
  const after = new Map<number, Move[]>();
  for (const move of moves) {
    const siblings = after.get(move.after);
    if (siblings) siblings.push(move);
    else after.set(move.after, [move]);
  }
  return runsAfter(after, after.get(place) ?? []);
}

function runsAfter(after: ReadonlyMap<number, Move[]>, choices: readonly Move[]): Run[] {
  const runs: Run[] = [];
  let run: Run = { moves: [], variations: [] };
  for (let next = choices; next[0]; next = after.get(next[0].id) ?? []) {
    const [main, ...others] = next;
    run.moves.push(main);
    if (others.length === 0) continue;
    run.variations = others.map((other) => runsAfter(after, [other]));
    runs.push(run);
    run = { moves: [], variations: [] };
  }
  return run.moves.length > 0 ? [...runs, run] : runs;
}

/** Signs by their PGN numbers, as people write them. */
export const GLYPHS: Record<number, { sign: string; word: string }> = {
  1: { sign: '!', word: 'good move' },
  2: { sign: '?', word: 'mistake' },
  3: { sign: '!!', word: 'brilliant move' },
  4: { sign: '??', word: 'blunder' },
  5: { sign: '!?', word: 'interesting move' },
  6: { sign: '?!', word: 'dubious move' },
  7: { sign: '□', word: 'only move' },
  10: { sign: '=', word: 'even' },
  13: { sign: '∞', word: 'unclear' },
  14: { sign: '⩲', word: 'White is slightly better' },
  15: { sign: '⩱', word: 'Black is slightly better' },
  16: { sign: '±', word: 'White is better' },
  17: { sign: '∓', word: 'Black is better' },
  18: { sign: '+−', word: 'White is winning' },
  19: { sign: '−+', word: 'Black is winning' },
};

/** Signs as people write them: what is said of the move first, then of the position. */
export const inOrder = (glyphs: readonly number[]): number[] => glyphs.toSorted((a, b) => a - b);

export const signOf = (glyph: number): string => GLYPHS[glyph]?.sign ?? `$${glyph}`;

/** A comment without the commands that programs write into it. */
export const wordsOf = (comment: string): string => comment.replace(/\[%[^\]]*\]/g, '').trim();
