/** The review of a line: asked for again and again until the server has looked at every position. */

import type { Judgement, Move, Review } from '../api/types';
import { ask } from '../server/http';
import { numbered } from './numbered';

/** How long to wait before asking again, in milliseconds. */
const PAUSE = 300;

export interface Way {
  ask: (path: string) => Promise<Review>;
  pause: () => Promise<void>;
}

const OVER_THE_NETWORK: Way = {
  ask: (path) => ask<Review>(path, { method: 'POST' }),
  pause: () => new Promise((resolve) => setTimeout(resolve, PAUSE)),
};

/** Has the line through a place reviewed, and tells how far it has come until it is done or nobody wants to know. */
export async function review(
  game: string,
  place: number,
  told: (review: Review) => boolean,
  way: Way = OVER_THE_NETWORK,
): Promise<void> {
  for (;;) {
    const found = await way.ask(`/games/${game}/review?place=${place}`);
    if (!told(found) || found.places.length === found.of) return;
    await way.pause();
  }
}

const MARKS: Record<Judgement, string> = { inaccuracy: '?!', mistake: '?', blunder: '??' };

/** A bad move, as people write it, and what was wrong with it. */
export interface Remarked {
  place: number;
  written: string;
  text: string;
}

/** What a review says of the moves of a line. */
export function remarksOf(review: Review, line: readonly Move[]): Remarked[] {
  const moves = new Map(line.map((move) => [move.id, move]));
  return review.places.flatMap(({ place, judgement, remark }) => {
    const move = moves.get(place);
    if (!move || !judgement || remark === null) return [];
    const written = numbered([move.san], move.color, move.number) + MARKS[judgement];
    return { place, written, text: remark };
  });
}
