import { expect, test } from 'vitest';
import type { GameListItem } from '../api/types';
import { isUntouched, titleOf } from './listed';
import { scoreText, sharedText } from './score';

const START = 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1';

function listed(kind: GameListItem['kind'], plies: number, white = 'White', black = 'Black', fen = START) {
  const seat = (name: string) => ({ kind: 'human' as const, name, code: null, rating: null });
  return { kind, plies, fen, status: 'active' as const, seats: { white: seat(white), black: seat(black) } };
}

test.each([
  [listed('analysis', 0), 'Analysis'],
  [listed('analysis', 9, 'Ada', 'Ben'), 'Analysis: Ada – Ben'],
  [listed('local', 4), 'White – Black'],
  [listed('local', 0), 'A position'],
  [listed('online', 0, 'Ada'), 'Ada – Black'],
])('what a game is called: %#', (game, expected) => {
  expect(titleOf(game)).toBe(expected);
});

test.each([
  [listed('local', 0), true],
  [listed('computer', 0), true],
  [listed('online', 0), false],
  [listed('analysis', 0), false],
  [listed(null, 0), false],
  [listed('local', 1), false],
  [listed('local', 0, 'White', 'Black', '8/8/8/8/8/8/8/8 w - - 0 1'), false],
])('whether nothing has happened at a table: %#', (game, expected) => {
  expect(isUntouched(game)).toBe(expected);
});

test('scores are told in words', () => {
  expect(sharedText({ white: 0, drawn: 0, black: 0 })).toBe('');
  expect(sharedText({ white: 2, drawn: 0, black: 1 })).toBe('At one screen: 2 won by White, 1 by Black, 0 drawn.');
  const [white, black] = [
    { won: 2, drawn: 0, lost: 1 },
    { won: 1, drawn: 3, lost: 0 },
  ];
  expect(scoreText({ opponent: 'Wren', with: { white, black } })).toBe('You against Wren: 3 won, 3 drawn, 1 lost.');
});
