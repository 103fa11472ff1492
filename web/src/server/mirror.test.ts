import { expect, test } from 'vitest';
import type { GameState, Move, Now, ServerMessage, You } from '../api/types';
import { changeMoves, reflect, type Mirror } from './mirror';

const move = (id: number): Move => ({ id, san: `move ${id}` }) as Move;
const state = (ply: number): GameState => ({ id: 'table', ply }) as GameState;
const you = { role: 'white', color: 'white', allowed: [] } as You;
const now = { watchers: 0 } as Now;

const snapshot: ServerMessage = { type: 'snapshot', number: 4, state: state(2), moves: [move(1), move(2)], now, you };
const mirror = reflect(null, snapshot).mirror as Mirror;
const update = (number: number): ServerMessage => ({
  type: 'update',
  number,
  happened: [{ what: 'played' }],
  state: state(3),
  moves: { keep: 2, add: [move(3)] },
  you,
});

test('a snapshot is everything', () => {
  expect(mirror.number).toBe(4);
  expect(mirror.moves.map(({ id }) => id)).toEqual([1, 2]);
});

test('the next update is taken over', () => {
  const after = reflect(mirror, update(5));
  expect(after.mirror?.moves.map(({ id }) => id)).toEqual([1, 2, 3]);
  expect(after.mirror?.state.ply).toBe(3);
  expect(after.happened).toEqual([{ what: 'played' }]);
});

test('an update that is known already changes nothing', () => {
  expect(reflect(mirror, update(4))).toEqual({ mirror, happened: [], gap: false });
});

test('a missing update is noticed', () => {
  expect(reflect(mirror, update(6)).gap).toBe(true);
});

test('the first update of a connection tells all that was missed', () => {
  const after = reflect(mirror, update(9), true);
  expect(after.gap).toBe(false);
  expect(after.mirror?.number).toBe(9);
  expect(after.mirror?.moves.map(({ id }) => id)).toEqual([1, 2, 3]);
  expect(after.happened).toEqual([{ what: 'played' }]);
});

test('what the engine thought before a connection is past, whatever comes first', () => {
  const engine = { place: 2, running: true, wanted: 3, depth: 9, nodes: 1, speed: 1, lines: [] };
  const thinking = reflect(mirror, { type: 'engine', ...engine }).mirror;
  expect(thinking?.engine).toEqual(engine);
  for (const first of [snapshot, update(4), update(5)]) {
    expect(reflect(thinking, first, true).mirror?.engine).toBeNull();
    expect(reflect(thinking, first).mirror?.engine).toEqual(engine);
  }
});

test('what passes changes without a number', () => {
  const after = reflect(mirror, { type: 'now', now: { ...now, watchers: 3 }, you });
  expect(after.mirror?.now.watchers).toBe(3);
  expect(after.mirror?.number).toBe(4);
});

test('an update before any snapshot means nothing', () => {
  expect(reflect(null, update(1)).mirror).toBeNull();
});

test.each([
  [2, [], [1, 2]],
  [1, [7], [1, 7]],
  [0, [], []],
])('keeping %i and adding %o', (keep, add, expected) => {
  expect(changeMoves([move(1), move(2)], { keep, add: add.map(move) }).map(({ id }) => id)).toEqual(expected);
});
