/** Where one is, and going elsewhere, without loading the page anew. */

import { routeOf, type Route } from './route';

const here = (): Route => routeOf(location.pathname, location.search);

export const place: { route: Route } = $state({ route: here() });

export function go(path: string): void {
  history.pushState(null, '', path);
  place.route = here();
  scrollTo(0, 0);
}

/** Follows the browser's own back and forward, and links that lead to our own pages. */
export function followLinks(): () => void {
  const back = (): void => {
    place.route = here();
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
