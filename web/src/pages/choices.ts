/** What can be chosen for a new game. */

import type { NewGameRequest, Opponent } from '../api/types';

export type With = 'computer' | 'friend' | 'two' | 'watch';
export type Side = 'white' | 'black' | 'random';

export const WITHS: [With, string][] = [
  ['computer', 'The computer'],
  ['friend', 'A friend, by link'],
  ['two', 'Two players, here'],
  ['watch', 'Watch computers'],
];

export const CLOCKS: [string, string][] = [
  ['', 'No clocks'],
  ['1+0', '1 minute'],
  ['3+2', '3 minutes, 2 seconds a move'],
  ['5+3', '5 minutes, 3 seconds a move'],
  ['10+5', '10 minutes, 5 seconds a move'],
  ['15+10', '15 minutes, 10 seconds a move'],
  ['30+20', '30 minutes, 20 seconds a move'],
];

const NAMES = ['Easy', 'Medium', 'Hard', 'Very hard'] as const;

/** Four plain difficulties: the opponents of these names, or else spread over those there are, weakest first. */
export function difficulties(opponents: readonly Opponent[]): { name: string; code: string }[] {
  const named = NAMES.flatMap((wanted) => opponents.find(({ name }) => name === wanted) ?? []);
  if (named.length > 0) return named;
  const last = opponents.length - 1;
  return NAMES.flatMap((name, index) => {
    const opponent = opponents[Math.round((last * (index + 0.5)) / NAMES.length)];
    const strongest = index === NAMES.length - 1 ? opponents[last] : opponent;
    return strongest ? { name, code: strongest.code } : [];
  });
}

/** An opponent by name and strength; strength is what was measured, and says so. */
export function labelOf({ name, rating }: Pick<Opponent, 'name' | 'rating'>): string {
  if (rating === null) return name;
  return name.includes(String(rating)) ? `${name} (measured)` : `${name} (${rating}, measured)`;
}

/** How long a game is, as people count: White's move and Black's are one. */
export function moveCount(plies: number): string {
  const moves = Math.ceil(plies / 2);
  return `${moves} ${moves === 1 ? 'move' : 'moves'}`;
}

export interface Chosen {
  with: With;
  opponent: string;
  second: string;
  side: Side;
  rules: string;
  clock: string;
  fen: string;
  atOnce: boolean;
}

export function requestOf(chosen: Chosen): NewGameRequest {
  const rival = chosen.with === 'friend' ? 'open' : chosen.opponent;
  const black = chosen.side === 'black';
  const players =
    chosen.with === 'two'
      ? { white: 'me', black: 'me' }
      : chosen.with === 'watch'
        ? { white: chosen.opponent, black: chosen.second }
        : { white: black ? rival : 'me', black: black ? 'me' : rival };
  const chance = chosen.side === 'random' && (chosen.with === 'computer' || chosen.with === 'friend');
  return {
    players,
    ...(chance ? { colors: 'random' as const } : {}),
    ...(chosen.rules ? { variant: chosen.rules } : {}),
    ...(chosen.clock.trim() ? { clock: chosen.clock.trim() } : {}),
    ...(chosen.atOnce && chosen.with === 'computer' ? { atOnce: true } : {}),
    ...(chosen.fen.trim() ? { fen: chosen.fen.trim() } : {}),
  };
}
