import { expect, test } from 'vitest';
import { follow } from './figures';
import { placeOf, rowsOf, squareUnder, stepFrom } from './geometry';
import { readPlacement, writePlacement } from './pieces';
import { distinct } from './shapes';
import { labelOf, movesFrom, sayMove, scan, whereIs } from './speech';

const START = 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR';
const start = readPlacement(START).pieces;

test.each([
  [{ size: 8, flipped: false }, 'a8', 'h1'],
  [{ size: 8, flipped: true }, 'h1', 'a8'],
  [{ size: 4, flipped: false }, 'a4', 'd1'],
])('rows are in the order in which they are seen: %o', (view, first, last) => {
  const rows = rowsOf(view);
  expect(rows[0]?.[0]).toBe(first);
  expect(rows.at(-1)?.at(-1)).toBe(last);
  for (const [row, squares] of rows.entries())
    for (const [column, square] of squares.entries()) expect(placeOf(view, square)).toEqual({ column, row });
});

test('an arrow that two moves have in common is drawn once', () => {
  const arrow = (from: string, to: string, pen: 'first' | 'third') => ({ from, to, pen });
  const [queen, rook, king] = [arrow('a7', 'a8', 'first'), arrow('a7', 'a8', 'third'), arrow('a1', 'b1', 'third')];
  expect(distinct([queen, rook, king])).toEqual([queen, king]);
});

test('a point beside the board is on no square', () => {
  const view = { size: 8, flipped: false };
  expect(squareUnder(view, 0.01, 0.99)).toBe('a1');
  expect(squareUnder(view, 1.01, 0.5)).toBeNull();
  expect(squareUnder(view, 0.5, -0.01)).toBeNull();
});

test('the cursor stays on the board', () => {
  const view = { size: 8, flipped: true };
  expect(stepFrom(view, 'a1', 1, 0)).toBe('a1');
  expect(stepFrom(view, 'a1', -1, 0)).toBe('b1');
});

test.each([START, '4/4/4/K2k', '8/8/8/8/8/8/8/8', 'k6K/8/8/8/8/8/8/8'])('placement %s is read and written', (fen) => {
  expect(writePlacement(readPlacement(fen))).toBe(fen);
});

test('trailing empties of a rank may be left out', () => {
  expect(writePlacement(readPlacement('K//1q/'))).toBe('K3/4/1q2/4');
});

function glides(before: string, after: string): string[] {
  const figures = follow([], readPlacement(before).pieces);
  return follow(figures, readPlacement(after).pieces).flatMap((figure) => {
    const from = figures.find((old) => old.id === figure.id);
    if (from && from.square !== figure.square) return `${from.piece}${from.square}-${figure.square}`;
    return from ? [] : `new ${figure.square}`;
  });
}

test.each([
  ['8/8/8/8/8/8/4P3/4K3', '8/8/8/8/4P3/8/8/4K3', ['Pe2-e4']],
  ['8/8/8/8/8/8/8/4K2R', '8/8/8/8/8/8/8/5RK1', ['Ke1-g1', 'Rh1-f1']],
  ['8/P7/8/8/8/8/8/8', 'Q7/8/8/8/8/8/8/8', ['Pa7-a8']],
  ['8/8/8/8/8/8/8/8', '8/8/8/8/4P3/8/8/8', ['new e4']],
  ['3q4/8/8/8/8/8/8/3Q4', '3Q4/8/8/8/8/8/8/8', ['Qd1-d8']],
])('from %s to %s pieces glide', (before, after, expected) => {
  expect(glides(before, after).sort()).toEqual([...expected].sort());
});

const seen = {
  size: 8,
  pieces: start,
  moves: [],
  picked: 'e2',
  lastMove: { from: 'e7', to: 'e5' },
  checks: ['e8'],
  premove: null,
};

test.each([
  ['e2', 'e2, white pawn, picked'],
  ['e4', 'e4, empty, legal move'],
  ['e8', 'e8, black king, in check'],
  ['e7', 'e7, black pawn, last move'],
])('%s is called "%s"', (square, expected) => {
  expect(labelOf(square, seen, new Map([['e4', 'quiet' as const]]))).toBe(expected);
});

test('pieces, lines and moves are told', () => {
  const knight = { uci: 'g1f3', san: 'Nf3', from: 'g1', to: 'f3', kind: 'quiet' as const };
  expect(whereIs(start, 'N')).toBe('white knights: b1, g1');
  expect(whereIs({}, 'q')).toBe('no black queen');
  expect(scan(start, 8, 'e')).toBe('file e: e1 white king, e2 white pawn, e7 black pawn, e8 black king');
  expect(scan(start, 8, '4')).toBe('rank 4: empty');
  expect(movesFrom(start, [knight], 'g1')).toBe('white knight on g1: f3');
  expect(movesFrom(start, [], 'a1')).toBe('white rook on a1: no legal move');
});

test.each([
  ['e4', 'e4'],
  ['Nxf3+', 'knight takes f3, check'],
  ['O-O-O', 'castles queen-side'],
  ['O-O#', 'castles king-side, checkmate'],
  ['exd8=N', 'e takes d8 becomes a knight'],
  ['Nbd2', 'knight b d2'],
])('%s is said "%s"', (san, expected) => {
  expect(sayMove(san)).toBe(expected);
});
