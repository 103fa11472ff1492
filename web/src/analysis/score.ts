/** What a position is worth, in figures and words. Always from White's side. */

import type { Score } from '../api/types';

/** Hundredths as pawns: `+0.35`, `−1.20`, `0.00`. */
export const pawns = (hundredths: number): string =>
  `${hundredths < 0 ? '−' : hundredths > 0 ? '+' : ''}${(Math.abs(hundredths) / 100).toFixed(2)}`;

/** `+0.35`, `−1.20`, `#3`, `#−2`. */
export const scoreText = ({ unit, value }: Score): string =>
  unit === 'mate' ? `#${value < 0 ? '−' : ''}${Math.abs(value)}` : pawns(value);

/** The same in as little room as possible, without its sign: the bar shows which side it is. */
export const scoreBrief = (score: Score): string =>
  score.unit === 'mate' ? `#${Math.abs(score.value)}` : (Math.abs(score.value) / 100).toFixed(1);

/** "White is better by 0.35 pawns", "Black mates in 2". */
export function scoreWords(score: Score): string {
  const side = score.value < 0 ? 'Black' : 'White';
  if (score.unit === 'mate') return `${side} mates in ${Math.abs(score.value)}`;
  if (score.value === 0) return 'even';
  return `${side} is better by ${(Math.abs(score.value) / 100).toFixed(2)} pawns`;
}

/** White's share of a bar, from 0 to 1, for a result expected in thousandths; never quite empty, so that the bar is seen. */
export const shareOf = (expected: number): number => Math.min(Math.max(expected / 1000, 0.02), 0.98);
