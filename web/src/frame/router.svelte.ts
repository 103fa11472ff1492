/** Where one is, and going elsewhere, without loading the page anew. */

import { routeOf, type Route } from './route';

const here = (): Route => routeOf(location.pathname, location.search);

export const place: {
  route: Route;
  /** Where one wants to go although something would be lost, until one has said so. */
  wanted: string | null;
} = $state({ route: here(), wanted: null });

let path = location.pathname + location.search;
let isHeld = (): boolean => false;

/** Has leaving asked about for as long as something would be lost; gives what ends that. */
export function holdBack(isAtStake: () => boolean): () => void {
  isHeld = isAtStake;
  return () => {
    // Another page may have come in its place.
    if (isHeld === isAtStake) isHeld = () => false;
    place.wanted = null;
  };
}

/** Goes elsewhere, or asks first. */
export function go(to: string): void {
  if (to !== path && isHeld()) place.wanted = to;
  else leave(to);
}

/** Goes elsewhere, whatever is lost. */
export function leave(to: string): void {
  // Going where one is leaves nothing to go back to.
  if (to !== path) history.pushState(null, '', to);
  arrive();
  scrollTo(0, 0);
}

function arrive(): void {
  path = location.pathname + location.search;
  place.wanted = null;
  place.route = here();
}

/** Follows the browser's own back and forward, and links that lead to our own pages. */
export function followLinks(): () => void {
  const back = (): void => {
    const to = location.pathname + location.search;
    if (to === path || !isHeld()) return arrive();
    // The browser has gone already, and is called back.
    history.pushState(null, '', path);
    place.wanted = to;
  };
  const click = (event: MouseEvent): void => {
    const link = event.target instanceof Element ? event.target.closest('a') : null;
    const elsewhere = event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey;
    if (!link || elsewhere || event.defaultPrevented || link.target || link.hasAttribute('download')) return;
    if (link.origin !== location.origin || link.pathname.startsWith('/api') || link.hash) return;
    event.preventDefault();
    go(link.pathname + link.search);
  };
  addEventListener('popstate', back);
  addEventListener('click', click);
  return () => {
    removeEventListener('popstate', back);
    removeEventListener('click', click);
  };
}
