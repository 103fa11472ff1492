import { describe, expect, test } from 'vitest';
import {
  cancel,
  EMPTY_HAND,
  press,
  promote,
  release,
  settle,
  sketch,
  type Answer,
  type Hand,
  type Table,
} from './hand';
import type { BoardMove } from './moves';
import { readPlacement } from './pieces';

const START = readPlacement('rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR').pieces;
const move = (uci: string, more: Partial<BoardMove> = {}): BoardMove => ({
  uci,
  san: uci,
  from: uci.slice(0, 2),
  to: uci.slice(2, 4),
  kind: 'quiet',
  ...more,
});
const table = (more: Partial<Table> = {}): Table => ({
  pieces: START,
  moves: [move('e2e4'), move('e2e3'), move('g1f3')],
  turn: 'white',
  mover: 'white',
  premoves: true,
  ...more,
});

type Step = (hand: Hand, table: Table) => Answer;
const down =
  (square: string): Step =>
  (hand, table) =>
    press(hand, table, square);
const up =
  (square: string | null): Step =>
  (hand, table) =>
    release(hand, table, square);
const tap = (square: string): Step[] => [down(square), up(square)];

/** The last hand and all wishes after these steps. */
function after(steps: Step[], at: Table = table()): { hand: Hand; wishes: unknown[] } {
  let hand = EMPTY_HAND;
  const wishes: unknown[] = [];
  for (const step of steps) {
    const [next, wish] = step(hand, at);
    hand = next;
    if (wish) wishes.push(wish);
  }
  return { hand, wishes };
}

describe('picking and dropping', () => {
  test('a tap picks one’s own piece, a second one lets go', () => {
    expect(after(tap('e2')).hand.picked).toBe('e2');
    expect(after([...tap('e2'), ...tap('e2')]).hand.picked).toBeNull();
  });

  test('an opponent’s piece cannot be picked', () => {
    expect(after(tap('e7')).hand.picked).toBeNull();
  });

  test('a tap on a target plays', () => {
    expect(after([...tap('e2'), ...tap('e4')]).wishes).toEqual([{ play: move('e2e4') }]);
  });

  test('a drag plays', () => {
    expect(after([down('e2'), up('e4')]).wishes).toEqual([{ play: move('e2e4') }]);
  });

  test('a tap on another own piece picks that one', () => {
    expect(after([...tap('e2'), ...tap('g1')]).hand.picked).toBe('g1');
  });

  test('a move that is not on the list is asked about', () => {
    expect(after([...tap('e2'), ...tap('e5')]).wishes).toEqual([{ attempt: { from: 'e2', to: 'e5' } }]);
  });

  test('a piece dropped beside the board goes back', () => {
    expect(after([down('e2'), up(null)])).toEqual({ hand: EMPTY_HAND, wishes: [] });
  });

  test('a spectator picks nothing', () => {
    expect(after(tap('e2'), table({ mover: 'nobody' })).hand.picked).toBeNull();
  });

  test('two at one screen move by turns', () => {
    const both = table({ mover: 'both', turn: 'black', moves: [move('e7e5')] });
    expect(after(tap('e2'), both).hand.picked).toBeNull();
    expect(after([...tap('e7'), ...tap('e5')], both).wishes).toEqual([{ play: move('e7e5') }]);
  });
});

describe('promotion', () => {
  const roles = ['queen', 'rook', 'bishop', 'knight'] as const;
  const moves = roles.map((role) => move(`e7e8${role === 'knight' ? 'n' : role[0]}`, { promotion: role }));
  const pawn = table({ pieces: { e7: 'P', e1: 'K', a8: 'k' }, moves });

  test('the pawn waits to be told', () => {
    const { hand, wishes } = after([...tap('e7'), ...tap('e8')], pawn);
    expect(hand.promoting).toEqual({ from: 'e7', to: 'e8', roles: [...roles] });
    expect(wishes).toEqual([]);
  });

  test('and becomes what one chooses', () => {
    const steps = [...tap('e7'), ...tap('e8'), (hand: Hand, at: Table) => promote(hand, at, 'knight')];
    expect(after(steps, pawn).wishes).toEqual([{ play: moves[3] }]);
  });

  test('a press elsewhere forgets about it', () => {
    const { hand, wishes } = after([...tap('e7'), ...tap('e8'), ...tap('c3')], pawn);
    expect(hand).toEqual(EMPTY_HAND);
    expect(wishes).toEqual([]);
  });
});

describe('planning ahead', () => {
  const waiting = table({ turn: 'black', moves: [move('e7e5')] });

  test('a move in the opponent’s turn is planned', () => {
    const { hand, wishes } = after([...tap('e2'), ...tap('e4')], waiting);
    expect(hand.premove).toEqual({ from: 'e2', to: 'e4' });
    expect(wishes).toEqual([]);
  });

  test('it is played when it becomes legal', () => {
    const { hand } = after([...tap('e2'), ...tap('e4')], waiting);
    expect(settle(hand, table())).toEqual([EMPTY_HAND, { play: move('e2e4') }]);
  });

  test('it is forgotten if it does not', () => {
    const { hand } = after([...tap('e2'), ...tap('e5')], waiting);
    expect(settle(hand, table())).toEqual([EMPTY_HAND]);
  });

  test('it can be cancelled', () => {
    const { hand } = after([...tap('e2'), ...tap('e4')], waiting);
    expect(cancel(hand)).toEqual(EMPTY_HAND);
  });

  test('not where it is switched off', () => {
    expect(after(tap('e2'), { ...waiting, premoves: false }).hand.picked).toBeNull();
  });
});

describe('castling', () => {
  const rooks = { e1: 'K', h1: 'R', e8: 'k' };
  const orthodox = table({ pieces: rooks, moves: [move('e1g1', { kind: 'special', also: 'h1' })] });
  const chess960 = table({ pieces: rooks, moves: [move('e1h1', { kind: 'special', to: 'g1', also: 'h1' })] });

  test('the king may be dragged onto its rook', () => {
    expect(after([down('e1'), up('h1')], orthodox).wishes).toEqual([{ play: orthodox.moves[0] }]);
  });

  test('a tap on the rook picks the rook', () => {
    expect(after([...tap('e1'), ...tap('h1')], orthodox).hand.picked).toBe('h1');
  });

  test('unless castling is written that way', () => {
    expect(after([...tap('e1'), ...tap('h1')], chess960).wishes).toEqual([{ play: chess960.moves[0] }]);
  });
});

describe('the free board', () => {
  const free = table({ mover: 'free', moves: [] });

  test('any piece goes anywhere', () => {
    expect(after([down('e7'), up('e2')], free).wishes).toEqual([{ move: { from: 'e7', to: 'e2' } }]);
  });

  test('and off the board', () => {
    expect(after([down('e7'), up(null)], free).wishes).toEqual([{ remove: 'e7' }]);
  });

  test('a brush puts pieces, and takes away its own', () => {
    expect(after(tap('e4'), { ...free, brush: 'q' }).wishes).toEqual([{ put: { square: 'e4', piece: 'q' } }]);
    expect(after(tap('d8'), { ...free, brush: 'q' }).wishes).toEqual([{ remove: 'd8' }]);
    expect(after(tap('d8'), { ...free, brush: '' }).wishes).toEqual([{ remove: 'd8' }]);
  });
});

test('drawing the same twice leaves nothing', () => {
  const arrow = { from: 'e2', to: 'e4', pen: 'first' } as const;
  expect(sketch(sketch(EMPTY_HAND, arrow), arrow).shapes).toEqual([]);
  expect(sketch(sketch(EMPTY_HAND, arrow), { ...arrow, pen: 'second' }).shapes).toHaveLength(1);
});
