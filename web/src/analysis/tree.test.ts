import { expect, test } from 'vitest';
import type { Judged, Move, Review } from '../api/types';
import { numbered } from './numbered';
import { remarksOf, review } from './review';
import { scoreText, scoreWords, shareOf } from './score';
import { inOrder, lineThrough, pathTo, runsOf, step, wordsOf, type Run } from './tree';

/** 1. e4 e5 (1… c5 2. Nf3) (1… e6) 2. Nc3 (2. f4) 2… Nf6 */
const moves = (
  [
    [1, 0, 'e4'],
    [2, 1, 'e5'],
    [3, 1, 'c5'],
    [4, 3, 'Nf3'],
    [5, 1, 'e6'],
    [6, 2, 'Nc3'],
    [7, 2, 'f4'],
    [8, 6, 'Nf6'],
  ] as const
).map(([id, after, san]) => ({ id, after, san }) as Move);

const text = (runs: Run[]): string =>
  runs
    .map((run) => [...run.moves.map(({ san }) => san), ...run.variations.map((line) => `(${text(line)})`)].join(' '))
    .join(' ');

test('what is said of a move stands before what is said of the position', () => {
  expect(inOrder([14, 2])).toEqual([2, 14]);
});

test('variations stand after the move they replace', () => {
  expect(text(runsOf(moves))).toBe('e4 e5 (c5 Nf3) (e6) Nc3 (f4) Nf6');
  expect(runsOf([])).toEqual([]);
});

test.each([
  [0, 'forward', 1],
  [0, 'back', null],
  [3, 'back', 1],
  [2, 'nextVariation', 3],
  [3, 'nextVariation', 5],
  [5, 'nextVariation', 2],
  [2, 'previousVariation', 5],
  [1, 'nextVariation', null],
  [0, 'last', 8],
  [3, 'last', 4],
  [8, 'first', 0],
  [8, 'forward', null],
] as const)('from %i one step %s leads to %s', (place, by, expected) => {
  expect(step(moves, place, by)).toBe(expected);
});

test('paths and lines', () => {
  expect(pathTo(moves, 4).map(({ id }) => id)).toEqual([1, 3, 4]);
  expect(lineThrough(moves, 2).map(({ id }) => id)).toEqual([1, 2, 6, 8]);
  expect(pathTo(moves, 0)).toEqual([]);
});

test('moves have numbers as in books', () => {
  expect(numbered(['e4', 'e5', 'Nf3'], 'white', 1)).toBe('1. e4 e5 2. Nf3');
  expect(numbered(['e5', 'Nf3', 'Nc6'], 'black', 1)).toBe('1… e5 2. Nf3 Nc6');
});

test.each([
  [{ unit: 'centipawns', value: 35 }, '+0.35', 'White is better by 0.35 pawns'],
  [{ unit: 'centipawns', value: -120 }, '−1.20', 'Black is better by 1.20 pawns'],
  [{ unit: 'centipawns', value: 0 }, '0.00', 'even'],
  [{ unit: 'mate', value: 3 }, '#3', 'White mates in 3'],
  [{ unit: 'mate', value: -2 }, '#−2', 'Black mates in 2'],
] as const)('the score %o is written %s', (score, written, words) => {
  expect(scoreText(score)).toBe(written);
  expect(scoreWords(score)).toBe(words);
});

test('the bar is never quite full', () => {
  expect([0, 500, 1000].map(shareOf)).toEqual([0.02, 0.5, 0.98]);
});

test('a comment is shown without what programs wrote into it', () => {
  expect(wordsOf('[%clk 0:03:00] best by test [%eval 0.3]')).toBe('best by test');
});

test('a review is asked for until it is done, or nobody wants to know', async () => {
  const judged = (place: number): Judged => ({
    place,
    score: null,
    expected: 500,
    best: null,
    judgement: null,
    remark: null,
  });
  const answers = [0, 2, 3].map((done) => ({ of: 3, places: [0, 1, 2].slice(0, done).map(judged) }));
  for (const [wanted, asked] of [
    [9, 3],
    [2, 2],
  ] as const) {
    const paths: string[] = [];
    const seen: number[] = [];
    await review('ABC', 7, ({ places }) => seen.push(places.length) < wanted, {
      ask: (path) => Promise.resolve(answers[paths.push(path) - 1] as Review),
      pause: () => Promise.resolve(),
    });
    expect(paths).toEqual(Array(asked).fill('/games/ABC/review?place=7'));
    expect(seen).toEqual([0, 2, 3].slice(0, asked));
  }
});

test('bad moves are named with what was wrong with them', () => {
  const move = { id: 4, number: 3, color: 'black', san: 'Nf6' } as Move;
  const at = { score: null, expected: 500, best: null };
  const places: Judged[] = [
    { ...at, place: 3, judgement: null, remark: null },
    { ...at, place: 4, judgement: 'blunder', remark: 'Allows mate: Qxf7#.' },
    // A move that was deleted meanwhile.
    { ...at, place: 9, judgement: 'mistake', remark: 'Loses a pawn.' },
  ];
  expect(remarksOf({ of: 3, places, story: [] } as unknown as Review, [move])).toEqual([
    { place: 4, written: '3… Nf6??', text: 'Allows mate: Qxf7#.' },
  ]);
});
