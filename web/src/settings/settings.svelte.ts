/** What a person has chosen for good, kept on this device. */

export const THEMES = ['auto', 'light', 'dark', 'contrast'] as const;
export const BOARDS = ['wood', 'blue', 'green'] as const;
export const PIECE_SETS = ['cburnett', 'regence'] as const;

export interface Settings {
  theme: (typeof THEMES)[number];
  board: (typeof BOARDS)[number];
  pieces: (typeof PIECE_SETS)[number];
  coordinates: boolean;
  targets: boolean;
  animation: boolean;
  premoves: boolean;
  /** Opponents answer as soon as they know, not after the time a person would take. */
  atOnce: boolean;
  sounds: boolean;
  /** With two people at one screen: Black's pieces upside down, for the person opposite. */
  upsideDown: boolean;
  /** With two people at one screen: the board turns to the side to move. */
  turning: boolean;
  name: string;
  /** Whom one played last, as the server writes seats. */
  opponent: string;
  clock: string;
  engineLines: number;
}

const isPhone = globalThis.matchMedia?.('(pointer: coarse)').matches ?? false;

export const DEFAULTS: Readonly<Settings> = {
  theme: 'auto',
  board: 'wood',
  pieces: 'cburnett',
  coordinates: true,
  targets: true,
  animation: true,
  premoves: true,
  atOnce: false,
  // In a café one asks before making noise; and phones are in cafés.
  sounds: !isPhone,
  upsideDown: false,
  turning: false,
  name: '',
  opponent: '',
  clock: '',
  engineLines: 3,
};

const KEY = 'regence.settings';

/** What was stored, as far as it is of the right type; anything else is as if never chosen. */
export function readSettings(text: string | null): Settings {
  let stored: unknown;
  try {
    stored = JSON.parse(text ?? '{}');
  } catch {
    stored = {};
  }
  const known = Object.entries(typeof stored === 'object' && stored !== null ? stored : {}).filter(
    ([key, value]) => key in DEFAULTS && typeof value === typeof DEFAULTS[key as keyof Settings],
  );
  const read: Settings = { ...DEFAULTS, ...Object.fromEntries(known) };
  return {
    ...read,
    theme: THEMES.includes(read.theme) ? read.theme : DEFAULTS.theme,
    board: BOARDS.includes(read.board) ? read.board : DEFAULTS.board,
    pieces: PIECE_SETS.includes(read.pieces) ? read.pieces : DEFAULTS.pieces,
  };
}

function stored(): string | null {
  try {
    return localStorage.getItem(KEY);
  } catch {
    // Storage may be forbidden; then settings last as long as the page.
    return null;
  }
}

export const settings: Settings = $state(readSettings(stored()));

const listeners = new Set<(change: Partial<Settings>) => void>();

/** Tells of every choice, until it is told to stop. */
export function onChosen(hear: (change: Partial<Settings>) => void): () => void {
  listeners.add(hear);
  return () => listeners.delete(hear);
}

/** Changes settings, for good. */
export function choose(change: Partial<Settings>): void {
  Object.assign(settings, change);
  for (const hear of listeners) hear(change);
  try {
    localStorage.setItem(KEY, JSON.stringify(settings));
  } catch {
    // See above.
  }
}

/** Shows the chosen theme on the whole page. */
export function applyTheme(): void {
  const root = document.documentElement;
  const wanted = settings.theme;
  const auto = matchMedia('(prefers-contrast: more)').matches
    ? 'contrast'
    : matchMedia('(prefers-color-scheme: dark)').matches
      ? 'dark'
      : 'light';
  root.dataset['theme'] = wanted === 'auto' ? auto : wanted;
  root.dataset['board'] = settings.board;
}
