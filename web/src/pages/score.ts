/** Scores in words. */

import type { OpponentScore, SharedScore } from '../api/types';

/** How two people at one screen stand, side by side; nothing before their first game. */
export function sharedText({ white, drawn, black }: SharedScore): string {
  if (white + drawn + black === 0) return '';
  return `At one screen: ${white} won by White, ${black} by Black, ${drawn} drawn.`;
}

/** How one stands against an opponent. */
export function scoreText({ opponent, with: { white, black } }: OpponentScore): string {
  const [won, drawn, lost] = [white.won + black.won, white.drawn + black.drawn, white.lost + black.lost];
  return `You against ${opponent}: ${won} won, ${drawn} drawn, ${lost} lost.`;
}
