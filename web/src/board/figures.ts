/** Pieces with a memory of who they are, so that a move is seen as a movement and not as a vanishing and an appearing. */

import { fileOf, rankOf, type Square } from './geometry';
import type { Pieces } from './pieces';

export interface Figure {
  id: number;
  square: Square;
  piece: string;
}

const distance = (a: Square, b: Square): number =>
  Math.max(Math.abs(fileOf(a) - fileOf(b)), Math.abs(rankOf(a) - rankOf(b)));

/** The figures for a new placement: those that stay keep their number, those that moved take theirs along. */
export function follow(figures: readonly Figure[], pieces: Pieces): Figure[] {
  const stays = (figure: Figure): boolean => pieces[figure.square] === figure.piece;
  const staying = figures.filter(stays);
  const leaving = figures.filter((figure) => !stays(figure));
  const taken = new Set(staying.map((figure) => figure.square));
  let next = figures.reduce((most, figure) => Math.max(most, figure.id), 0) + 1;
  const arrived = Object.entries(pieces)
    .filter(([square]) => !taken.has(square))
    .map(([square, piece]) => {
      const from = nearest(leaving, square, piece);
      if (from) leaving.splice(leaving.indexOf(from), 1);
      return { id: from?.id ?? next++, square, piece };
    });
  // In order of their numbers, so that moving never reorders elements: a reordered element loses its animation.
  return [...staying, ...arrived].sort((a, b) => a.id - b.id);
}

/** The nearest figure of the kind; a pawn that vanished may have become the new piece. */
function nearest(leaving: readonly Figure[], square: Square, piece: string): Figure | undefined {
  const pawn = piece === piece.toUpperCase() ? 'P' : 'p';
  const candidates = leaving.filter((figure) => figure.piece === piece);
  const pool = candidates.length > 0 ? candidates : leaving.filter((figure) => figure.piece === pawn);
  return pool.toSorted((a, b) => distance(a.square, square) - distance(b.square, square))[0];
}
