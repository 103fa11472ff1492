/** Which page an address means, and back. */

export type Route =
  | { page: 'start' }
  | { page: 'new'; with: string }
  | { page: 'table'; id: string }
  | { page: 'review' }
  | { page: 'settings' }
  | { page: 'help' }
  | { page: 'unknown'; path: string };

export function routeOf(path: string, query = ''): Route {
  const [first = '', second = '', ...rest] = path.split('/').filter(Boolean);
  if (rest.length > 0) return { page: 'unknown', path };
  if (first === 'g' && /^[\w-]+$/.test(second)) return { page: 'table', id: second };
  if (second !== '') return { page: 'unknown', path };
  switch (first) {
    case '':
      return { page: 'start' };
    case 'new':
      return { page: 'new', with: new URLSearchParams(query).get('with') ?? '' };
    case 'review':
    case 'settings':
    case 'help':
      return { page: first };
    default:
      return { page: 'unknown', path };
  }
}

/** The name of a game in what somebody was given: the name itself, or a link that ends with it. */
export function tableNamed(text: string): string | null {
  const [, name] = /^(?:.*\/g\/)?([\w-]+)\/?$/.exec(text.trim()) ?? [];
  return name ?? null;
}

export const tablePath = (id: string): string => `/g/${id}`;
