/** What screen readers are told. Polite waits for a pause; assertive does not. */

import { untrack } from 'svelte';

/** Something said. Each is a piece of its own, so that what is said at once is all heard, and the same again is heard again. */
export interface Said {
  id: number;
  text: string;
}

/** How many stay to be read again. */
const MOST = 3;

export const spoken: { polite: Said[]; assertive: Said[] } = $state({ polite: [], assertive: [] });
let last = 0;

// Whoever speaks does not listen: an effect that says something must not run again because something was said.
function add(to: keyof typeof spoken, text: string): void {
  const before = untrack(() => spoken[to]);
  spoken[to] = [...before, { id: ++last, text }].slice(-MOST);
}

export const say = (text: string): void => add('polite', text);
export const alarm = (text: string): void => add('assertive', text);
