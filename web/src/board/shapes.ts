/** Arrows and circles drawn on the board. */

import { placeOf, type Square, type View } from './geometry';

/** Drawn with no key, with Shift, with Alt, with both; each has a line of its own, so that colour is not needed. */
export type Pen = 'first' | 'second' | 'third' | 'fourth';

/** A circle if both squares are the same, otherwise an arrow. */
export interface Shape {
  from: Square;
  to: Square;
  pen: Pen;
}

export function penOf(keys: { shiftKey: boolean; altKey: boolean }): Pen {
  if (keys.shiftKey) return keys.altKey ? 'fourth' : 'second';
  return keys.altKey ? 'third' : 'first';
}

const isSame = (a: Shape, b: Shape): boolean => a.from === b.from && a.to === b.to;

/** Without what would be drawn over: a pawn that promotes goes the same way whatever it becomes. */
export const distinct = (shapes: readonly Shape[]): Shape[] =>
  shapes.filter((shape, index) => shapes.findIndex((drawn) => isSame(drawn, shape)) === index);

/** Drawing the same again takes it away; with another pen it changes. */
export function draw(shapes: readonly Shape[], shape: Shape): readonly Shape[] {
  const before = shapes.find((drawn) => isSame(drawn, shape));
  const rest = shapes.filter((drawn) => !isSame(drawn, shape));
  return before?.pen === shape.pen ? rest : [...rest, shape];
}

/** A line between the middles of two squares, in squares from the top left, ending short of the middle for the arrow's head. */
export function lineOf(view: View, shape: Shape): { x1: number; y1: number; x2: number; y2: number } {
  const [from, to] = [placeOf(view, shape.from), placeOf(view, shape.to)];
  const [dx, dy] = [to.column - from.column, to.row - from.row];
  const length = Math.hypot(dx, dy) || 1;
  const short = 0.3;
  return {
    x1: from.column + 0.5,
    y1: from.row + 0.5,
    x2: to.column + 0.5 - (dx / length) * short,
    y2: to.row + 0.5 - (dy / length) * short,
  };
}
