/** All drawings of pieces, to be put into the page once and referred to by name. */

import cburnett from './cburnett.svg?raw';
import { OWN_SYMBOLS } from './own';

const symbols = (svg: string): string => svg.slice(svg.indexOf('<symbol'), svg.lastIndexOf('</svg>'));

export const SPRITE: string = symbols(cburnett) + OWN_SYMBOLS;

/** The name of a drawing: of the set, for a FEN letter. */
export function drawingOf(set: string, piece: string): string {
  const color = piece === piece.toUpperCase() ? 'w' : 'b';
  return `${set}-${color}${piece.toUpperCase()}`;
}

/** One drawing by itself, as the inside of an SVG of 45 by 45. */
export function insideOf(name: string): string {
  const start = SPRITE.indexOf(`<symbol id="${name}"`);
  const open = SPRITE.indexOf('>', start) + 1;
  return start < 0 ? '' : SPRITE.slice(open, SPRITE.indexOf('</symbol>', open));
}
