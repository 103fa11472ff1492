import { expect, test } from 'vitest';
import type { Clocks, GameState, Move, You } from '../api/types';
import { clockText, clockWords, leftAt } from './clock';
import { listener } from './listening';
import { moverOf } from './mover';
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
