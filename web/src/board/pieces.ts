/** Which piece stands where. Pieces are FEN letters: upper case is white. */

import { fileOf, rankOf, squareOf, type Square } from './geometry';

export type Color = 'white' | 'black';
export type Pieces = Readonly<Record<Square, string>>;

export const ROLES = ['king', 'queen', 'rook', 'bishop', 'knight', 'pawn'] as const;
export type Role = (typeof ROLES)[number];

const ROLE_OF: Record<string, Role> = { k: 'king', q: 'queen', r: 'rook', b: 'bishop', n: 'knight', p: 'pawn' };

export const other = (color: Color): Color => (color === 'white' ? 'black' : 'white');
export const colorOf = (piece: string): Color => (piece === piece.toUpperCase() ? 'white' : 'black');
export const roleOf = (piece: string): Role => ROLE_OF[piece.toLowerCase()] ?? 'pawn';
export const pieceName = (piece: string): string => `${colorOf(piece)} ${roleOf(piece)}`;

/** The letter of a role, as UCI writes promotions. */
export const letterOf = (role: Role): string => (role === 'knight' ? 'n' : role.charAt(0));
export const pieceOf = (color: Color, role: Role): string =>
  color === 'white' ? letterOf(role).toUpperCase() : letterOf(role);

export interface Placement {
  size: number;
  pieces: Pieces;
}

/** Reads the first field of a FEN, of any size. It draws whatever it is given; the server judges. */
export function readPlacement(fen: string): Placement {
  const ranks = (fen.trim().split(/\s+/)[0] ?? '').split('/');
  const pieces: Record<Square, string> = {};
  ranks.forEach((text, row) => {
    let file = 0;
    for (const letter of text) {
      if (/\d/.test(letter)) file += Number(letter);
      else if (/[kqrbnp]/i.test(letter)) pieces[squareOf(file++, ranks.length - 1 - row)] = letter;
    }
  });
  return { size: ranks.length, pieces };
}

/** The first field of a FEN. */
export function writePlacement({ size, pieces }: Placement): string {
  const ranks: string[] = [];
  for (let rank = size - 1; rank >= 0; rank--) {
    let text = '';
    let empty = 0;
    for (let file = 0; file < size; file++) {
      const piece = pieces[squareOf(file, rank)];
      if (piece === undefined) empty++;
      else {
        text += (empty || '') + piece;
        empty = 0;
      }
    }
    ranks.push(text + (empty || ''));
  }
  return ranks.join('/');
}

/** Squares in the order in which one reads a board aloud: by rank, then by file. */
export const inReadingOrder = (a: Square, b: Square): number => rankOf(a) - rankOf(b) || fileOf(a) - fileOf(b);
