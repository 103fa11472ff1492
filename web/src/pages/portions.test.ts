import { expect, test } from 'vitest';
import { decoded, portions, withoutPlace } from './portions';

const game = (name: string): string => `[Event "${name}"]\n\n1. e4 {[Event "?"]} e5 *`;

test('a long text is cut between games, and nowhere else', () => {
  const text = [game('a'), game('b'), game('c')].join('\n\n');
  expect(portions(text)).toEqual([text]);
  expect(portions(text, 80)).toEqual([[game('a'), game('b')].join('\n\n'), game('c')]);
  expect(portions(text, 1)).toEqual([game('a'), game('b'), game('c')]);
  expect(portions(text, 1000, 2)).toEqual([[game('a'), game('b')].join('\n\n'), game('c')]);
  expect(portions(text.replaceAll('\n', '\r\n'), 1)).toHaveLength(3);
  expect(portions('1. e4 e5 *\n\n1. d4 *', 1)).toEqual(['1. e4 e5 *\n\n1. d4 *']);
  expect(portions('')).toEqual(['']);
});

test('files are read as they were written', () => {
  expect(decoded(new TextEncoder().encode('Réti').buffer)).toBe('Réti');
  expect(decoded(new Uint8Array([0x52, 0xe9, 0x74, 0x69]).buffer)).toBe('Réti');
});

test('a place in the text is left out', () => {
  expect(withoutPlace("10:13: illegal move 'Ke3'")).toBe("illegal move 'Ke3'");
  expect(withoutPlace('the tree is too large')).toBe('the tree is too large');
});
