/** Which key does what, wherever one is. The same keys as in the terminal. */

export type KeyAction =
  | 'back'
  | 'forward'
  | 'first'
  | 'last'
  | 'previousVariation'
  | 'nextVariation'
  | 'flip'
  | 'takeBack'
  | 'redo'
  | 'help'
  | 'space'
  | 'lines'
  | 'arrows'
  | 'new'
  | 'write'
  | 'hint'
  | 'threat'
  | 'cancel';

/** What a key comes to. */
export type Stroke =
  { action: KeyAction } | { undo: KeyAction; write: string } | { write: string } | { scan: string; undo?: KeyAction };

export interface Pressed {
  key: string;
  ctrlKey: boolean;
  metaKey: boolean;
  altKey: boolean;
  shiftKey: boolean;
}

const PLAIN: Record<string, KeyAction> = {
  ArrowLeft: 'back',
  h: 'back',
  ArrowRight: 'forward',
  l: 'forward',
  ArrowUp: 'first',
  Home: 'first',
  ArrowDown: 'last',
  End: 'last',
  f: 'flip',
  u: 'takeBack',
  U: 'redo',
  '?': 'help',
  ' ': 'space',
  e: 'lines',
  a: 'arrows',
  n: 'new',
  i: 'hint',
  t: 'threat',
  x: 'threat',
  ':': 'write',
  '/': 'write',
  Escape: 'cancel',
};

/** What undoes an action that was meant as the first letter of a move. */
const OPPOSITE: Record<string, KeyAction> = { h: 'forward', f: 'flip', e: 'lines', a: 'arrows' };

/** Letters that begin a written move at once, because they do nothing else. */
const BEGINS = /^[bcdgNBRQKO]$/;

function actionOf(pressed: Pressed): KeyAction | null {
  if (pressed.ctrlKey || pressed.metaKey) {
    if (pressed.key === 'z') return 'takeBack';
    return pressed.key === 'y' || pressed.key === 'Z' ? 'redo' : null;
  }
  if (pressed.altKey) return null;
  if (pressed.shiftKey && pressed.key === 'ArrowLeft') return 'previousVariation';
  if (pressed.shiftKey && pressed.key === 'ArrowRight') return 'nextVariation';
  return PLAIN[pressed.key] ?? null;
}

/**
 * Reads keys one after the other. A letter such as `e` acts at once; if a rank follows, it was the beginning of a move after
 * all, and what it did is undone.
 */
export function keyReader(): (pressed: Pressed) => Stroke | null {
  let before = '';
  return (pressed) => {
    const first = before;
    before = '';
    const { key } = pressed;
    const bare = !pressed.ctrlKey && !pressed.metaKey && !pressed.altKey;
    const opposite = OPPOSITE[first];
    if (bare && key === 's' && /^[a-h1-8]$/.test(first))
      return { scan: first, ...(opposite ? { undo: opposite } : {}) };
    if (bare && opposite && /^[1-8x]$/.test(key)) return { undo: opposite, write: first + key };
    if (bare && BEGINS.test(key)) return { write: key };
    if (bare && /^[a-h1-8]$/.test(key)) before = key;
    const action = actionOf(pressed);
    return action && { action };
  };
}

/** Whether somebody is writing, so that keys are letters. */
export function isWriting(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement
  );
}

/** Whether a key belongs to what is focused: to a text, or the space bar to a button. */
export function isTaken(event: KeyboardEvent): boolean {
  return isWriting(event.target) || (event.key === ' ' && event.target instanceof HTMLButtonElement);
}

/** After a click with a pointer the keyboard is the game's again: a space bar then does not press the same button twice. */
export function handBack(event: MouseEvent): void {
  if (event.detail > 0 && event.target instanceof Element) event.target.closest('button')?.blur();
}

export const KEY_HELP: [keys: string[], does: string][] = [
  [['←', '→', 'h', 'l'], 'one move back, forward'],
  [['↑', '↓', 'Home', 'End'], 'first, last'],
  [['Shift ←', 'Shift →'], 'other variation'],
  [['f'], 'flip the board'],
  [['u', 'Ctrl Z'], 'take back'],
  [['U', 'Ctrl Y'], 'redo'],
  [['space'], 'play the best move; start, pause when watching'],
  [['e'], 'engine lines on, off'],
  [['t', 'x'], 'show the threat; again, hide it'],
  [['a'], 'arrows on, off'],
  [['i'], 'hint'],
  [['n'], 'new game'],
  [[':', '/'], 'command or move line'],
  [['1–8', 'a–h', 'letters'], 'start typing a move anywhere'],
  [['?'], 'all keys'],
];

export const BOARD_KEY_HELP: [keys: string[], does: string][] = [
  [['Tab'], 'go to the board and leave it'],
  [['arrows', 'Home', 'End'], 'move the cursor'],
  [['Enter'], 'pick and drop'],
  [['Esc'], 'cancel'],
  [['o'], 'this square'],
  [['l'], 'last move'],
  [['c'], 'clocks'],
  [['m'], 'legal moves of this piece'],
  [['x'], 'attackers of this square'],
  [['p', 'then a piece letter'], 'where such pieces stand; upper case White’s, lower case Black’s'],
  [['file or rank', 's'], 'what stands on that line'],
  [['v'], 'evaluation'],
];
