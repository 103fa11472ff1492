import { expect, test } from 'vitest';
import type { Clocks, GameState, Move, You } from '../api/types';
import { askedOf, isDeclined } from './asking';
import { clockText, clockWords, leftAt, lowWarning } from './clock';
import { words } from './hearing';
import type { Mirror } from '../server/mirror';
import { listener } from './listening';
import { moverOf } from './mover';
import { onlookers } from './onlookers';
import { resultText } from './result';
import { turnsOf } from './turns';
import { writtenCommand } from './written';

test.each([
  [300_000, '5:00'],
  [3_723_999, '1:02:03'],
  [10_000, '0:10'],
  [9_999, '0:09.9'],
  [0, '0:00.0'],
])('%i ms is shown as %s', (ms, expected) => {
  expect(clockText(ms)).toBe(expected);
});

test.each([
  [65_000, '1 minute 5 seconds'],
  [3_600_000, '1 hour'],
  [400, 'no time'],
])('%i ms is said as "%s"', (ms, expected) => {
  expect(clockWords(ms)).toBe(expected);
});

const clock = (leftMs: number, delayMs = 0) => ({ leftMs, delayMs, byoYomi: 0, movesToGo: null, control: '5+3' });
const clocks: Clocks = { sides: { white: clock(60_000), black: clock(50_000, 2_000) }, running: 'black', at: 1000 };

test('only the running clock runs, and after its delay', () => {
  expect(leftAt(clocks, 'white', 9000)).toBe(60_000);
  expect(leftAt(clocks, 'black', 2000)).toBe(50_000);
  expect(leftAt(clocks, 'black', 9000)).toBe(44_000);
  expect(leftAt(clocks, 'black', 900_000)).toBe(0);
  expect(leftAt({ ...clocks, sides: { ...clocks.sides, black: null } }, 'black', 0)).toBeNull();
});

test('little time is warned of once, when it runs, and again after there was plenty', () => {
  const warns = lowWarning();
  const heard = [
    [30_000, true],
    [9_000, false],
    [9_000, true],
    [8_900, true],
    [12_000, true],
    [9_500, true],
    [25_000, false],
    [9_999, true],
  ] as const;
  expect(heard.map(([ms, isRunning]) => warns(ms, isRunning))).toEqual([
    false,
    false,
    true,
    false,
    false,
    false,
    false,
    true,
  ]);
});

test.each([
  ['online', 'white', 'Bob has joined'],
  ['online', 'black', 'Ada has joined'],
  ['online', null, 'Ada against Bob'],
  ['computer', 'white', 'Ada against Bob'],
])('at a table that is %s, %s hears "%s" when somebody sits down', (kind, color, expected) => {
  const state = { kind, seats: { white: { name: 'Ada' }, black: { name: 'Bob' } } };
  const mirror = { state, you: { color, allowed: [] }, moves: [] } as unknown as Mirror;
  expect(words({ what: 'seated' }, mirror)).toBe(expected);
});

const asking = (more: object): Mirror =>
  ({
    number: 7,
    state: { drawOffer: null, ply: 4, outcome: null },
    now: { proposal: null },
    you: { color: 'white' },
    ...more,
  }) as unknown as Mirror;

test.each([
  [asking({}), null],
  [asking({ state: { drawOffer: 'white', ply: 4 } }), 'You offer a draw.'],
  [asking({ state: { drawOffer: 'black', ply: 4 } }), null],
  [asking({ now: { proposal: { by: 'white', what: 'undo' } } }), 'You ask to take back.'],
  [asking({ now: { proposal: { by: 'black', what: 'undo' } } }), null],
  [asking({ now: { proposal: { by: 'white', what: 'undo' } }, you: { color: null } }), null],
])('what one has asked: %#', (mirror, expected) => {
  expect(askedOf(mirror)?.words ?? null).toBe(expected);
});

test('what is asked no more was declined, unless something was done', () => {
  const undo = askedOf(asking({ now: { proposal: { by: 'white', what: 'undo' } } }));
  const draw = askedOf(asking({ state: { drawOffer: 'white', ply: 4 } }));
  if (!undo || !draw) throw new Error('nothing was asked');
  expect(isDeclined(undo, asking({}))).toBe(true);
  expect(isDeclined(undo, asking({ number: 8 }))).toBe(false);
  expect(isDeclined(draw, asking({ number: 8 }))).toBe(true);
  expect(isDeclined(draw, asking({ number: 8, state: { ply: 5, outcome: null } }))).toBe(false);
  expect(isDeclined(draw, asking({ number: 8, state: { ply: 4, outcome: { result: '1/2-1/2' } } }))).toBe(false);
});

test.each([
  ['1-0', '1 – 0'],
  ['0-1', '0 – 1'],
  ['1/2-1/2', '½ – ½'],
])('%s is shown as "%s"', (result, expected) => {
  expect(resultText(result)).toBe(expected);
});

const half = (number: number, color: 'white' | 'black') => ({ number, color, san: `${number}${color}` }) as Move;

test('moves stand in pairs, also when Black begins', () => {
  const turns = turnsOf([half(3, 'black'), half(4, 'white'), half(4, 'black'), half(5, 'white')]);
  expect(turns.map(({ number, white, black }) => [number, white?.san, black?.san])).toEqual([
    [3, undefined, '3black'],
    [4, '4white', '4black'],
    [5, '5white', undefined],
  ]);
});

test.each([
  ['Nf3', { do: 'play', move: 'Nf3' }],
  [':resign', { do: 'resign' }],
  ['Draw', { do: 'offerDraw' }],
  ['flip', 'flip'],
  ['fen 8/8/8/8/8/8/8/8 w - - 0 1', { do: 'load', fen: '8/8/8/8/8/8/8/8 w - - 0 1' }],
])('"%s" is understood', (text, expected) => {
  expect(writtenCommand(text)).toEqual(expected);
});

const seats = (white: string, black: string) =>
  ({ white: { kind: white }, black: { kind: black } }) as GameState['seats'];
const game = (more: Partial<GameState>): GameState =>
  ({
    kind: 'computer',
    stage: 'playing',
    outcome: null,
    paused: false,
    seats: seats('human', 'computer'),
    ...more,
  }) as GameState;
const as = (role: You['role'], allowed: You['allowed'] = ['play']): You => ({ role, color: null, allowed });

test.each([
  [game({}), as('white'), 'white'],
  [game({}), as('owner'), 'white'],
  [game({ kind: 'local', seats: seats('human', 'human') }), as('owner'), 'both'],
  [game({ kind: 'watch', seats: seats('computer', 'computer') }), as('owner'), 'nobody'],
  [game({}), as('watcher', []), 'nobody'],
  [game({ outcome: { result: '1-0' } as GameState['outcome'] }), as('white'), 'nobody'],
  [game({ stage: 'free' }), as('owner', ['edit']), 'free'],
  [game({ stage: 'free' }), as('watcher', []), 'nobody'],
  [game({ kind: 'analysis' }), as('owner'), 'both'],
])('who moves: %#', (state, you, expected) => {
  expect(moverOf(state, you)).toBe(expected);
});

test.each([
  ['l', [{ question: 'last' }]],
  ['pN', [{ wait: true }, { piece: 'N' }]],
  ['c4', [{ question: 'clocks' }, { write: 'c4' }]],
  ['z', [null]],
])('listening keys %s', (keys, expected) => {
  const read = listener();
  expect([...keys].map((key) => read(key))).toEqual(expected);
});

test.each([
  [0, false, ''],
  [1, false, 'One person looks on.'],
  [3, false, '3 people look on.'],
  [1, true, 'You are watching.'],
  [2, true, 'You are watching, with one other.'],
  [4, true, 'You are watching, with 3 others.'],
])('%i look on, oneself among them: %s', (count, isOne, expected) => {
  expect(onlookers(count, isOne)).toBe(expected);
});
