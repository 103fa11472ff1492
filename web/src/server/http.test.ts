import { expect, test } from 'vitest';
import { sentence } from './http';

test.each([
  ['castling is not possible: f1 is in the way', 'Castling is not possible: f1 is in the way.'],
  ['e4 is empty', 'e4 is empty.'],
  ['a board has 3 to 8 ranks, not 1', 'A board has 3 to 8 ranks, not 1.'],
  ['Is it running?', 'Is it running?'],
])('"%s" is told as "%s"', (text, expected) => {
  expect(sentence(text)).toBe(expected);
});
