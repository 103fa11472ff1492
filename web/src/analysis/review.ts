/** The review of a line: asked for again and again until the server has looked at every position. */

import type { Review } from '../api/types';
import { ask } from '../server/http';

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
