import type { Opponent } from '../api/types';
import { expect, test } from 'vitest';
import { difficulties, labelOf, moveCount, requestOf, type Chosen } from '../pages/choices';
import { CHESS, houseCode } from '../pages/house';
import { DEFAULTS, readSettings } from '../settings/settings.svelte';
import { routeOf, tableNamed } from './route';

test.each([
  ['/', '', { page: 'start' }],
  ['/new', '?with=watch', { page: 'new', with: 'watch' }],
  ['/g/4GkTn7bQxYzW', '', { page: 'table', id: '4GkTn7bQxYzW' }],
  ['/g/a%2Fb', '', { page: 'unknown', path: '/g/a%2Fb' }],
  ['/g', '', { page: 'unknown', path: '/g' }],
  ['/help/', '', { page: 'help' }],
  ['/help/me', '', { page: 'unknown', path: '/help/me' }],
])('%s%s', (path, query, expected) => {
  expect(routeOf(path, query)).toEqual(expected);
});

test.each([
  ['4GkTn7bQxYzW', '4GkTn7bQxYzW'],
  [' 4GkTn7bQxYzW\n', '4GkTn7bQxYzW'],
  ['http://127.0.0.1:8080/g/4GkTn7bQxYzW', '4GkTn7bQxYzW'],
  ['chess.example/g/4GkTn7bQxYzW/', '4GkTn7bQxYzW'],
  ['http://chess.example/', null],
  ['my friend', null],
  ['', null],
])('"%s" names the game %s', (text, expected) => {
  expect(tableNamed(text)).toBe(expected);
});

test.each([
  [null, {}],
  ['nonsense', {}],
  ['[1]', {}],
  ['{"theme":"dark","sounds":false}', { theme: 'dark', sounds: false }],
  ['{"theme":"pink","sounds":"loud","unknown":1}', {}],
])('settings from %s', (text, expected) => {
  expect(readSettings(text)).toEqual({ ...DEFAULTS, ...expected });
});

const chosen: Chosen = {
  with: 'computer',
  opponent: 'engine:full',
  second: 'computer:taker',
  side: 'white',
  rules: '',
  clock: '',
  fen: '',
  atOnce: false,
};

test.each<[Partial<Chosen>, object]>([
  [{}, { players: { white: 'me', black: 'engine:full' } }],
  [
    { side: 'black', clock: '5+3' },
    { players: { white: 'engine:full', black: 'me' }, clock: '5+3' },
  ],
  [
    { with: 'friend', side: 'random' },
    { players: { white: 'me', black: 'open' }, colors: 'random' },
  ],
  [{ atOnce: true }, { players: { white: 'me', black: 'engine:full' }, atOnce: true }],
  [{ with: 'two', side: 'random', atOnce: true }, { players: { white: 'me', black: 'me' } }],
  [
    { with: 'watch', rules: 'classroom' },
    { players: { white: 'engine:full', black: 'computer:taker' }, variant: 'classroom' },
  ],
])('a choice of %o is a wish for a game', (change, expected) => {
  expect(requestOf({ ...chosen, ...change })).toEqual(expected);
});

test('four difficulties, the hardest the strongest there is', () => {
  const all = [...Array(11).keys()].map((code) => ({ code: String(code) }) as Opponent);
  expect(difficulties(all).map(({ code }) => code)).toEqual(['1', '4', '6', '10']);
  expect(difficulties([])).toEqual([]);
  const named = ['Easy', 'Wren', 'Hard'].map((name) => ({ code: name.toLowerCase(), name }) as Opponent);
  expect(difficulties(named).map(({ code }) => code)).toEqual(['easy', 'hard']);
});

test.each([
  ['Easy', 800, 'Easy (800, measured)'],
  ['Level 1200', 1200, 'Level 1200 (measured)'],
  ['Full strength', null, 'Full strength'],
])('%s at %s is offered as "%s"', (name, rating, expected) => {
  expect(labelOf({ name, rating })).toBe(expected);
});

test('moves are counted in pairs', () => {
  expect([0, 1, 2, 3].map(moveCount)).toEqual(['0 moves', '1 move', '1 move', '2 moves']);
});

test('house rules are written as what differs from chess', () => {
  expect(houseCode(CHESS)).toBe('house:orthodox');
  expect(houseCode({ off: ['castling', 'check'], twoStep: 'never', noMoves: 'loss' })).toBe(
    'house:orthodox,castling=off,check=off,two-step=never,no-moves=loss',
  );
});
