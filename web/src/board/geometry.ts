/** Where squares lie: names of squares, and places on a board that may be turned and may be smaller than eight by eight. */

export type Square = string;

/** How a board is looked at. */
export interface View {
  /** Squares along one side. */
  size: number;
  /** Black below. */
  flipped: boolean;
}

/** A place as seen: column from the left, row from the top. */
export interface Place {
  column: number;
  row: number;
}

export const fileOf = (square: Square): number => square.charCodeAt(0) - 97;
export const rankOf = (square: Square): number => Number(square.slice(1)) - 1;
export const squareOf = (file: number, rank: number): Square => `${String.fromCharCode(97 + file)}${rank + 1}`;

/** a1 is dark. */
export const isLight = (square: Square): boolean => (fileOf(square) + rankOf(square)) % 2 === 1;

export function placeOf(view: View, square: Square): Place {
  const last = view.size - 1;
  const [file, rank] = [fileOf(square), rankOf(square)];
  return view.flipped ? { column: last - file, row: rank } : { column: file, row: last - rank };
}

export function squareAt(view: View, place: Place): Square | null {
  const last = view.size - 1;
  const { column, row } = place;
  if (column < 0 || row < 0 || column > last || row > last) return null;
  return view.flipped ? squareOf(last - column, row) : squareOf(column, last - row);
}

/** All squares, row by row as seen. */
export function rowsOf(view: View): Square[][] {
  const numbers = [...Array(view.size).keys()];
  return numbers.map((row) => numbers.flatMap((column) => squareAt(view, { column, row }) ?? []));
}

/** The square so many columns and rows away, as seen; at the edge it stays where it is. */
export function stepFrom(view: View, square: Square, columns: number, rows: number): Square {
  const { column, row } = placeOf(view, square);
  const within = (number: number) => Math.min(Math.max(number, 0), view.size - 1);
  return squareAt(view, { column: within(column + columns), row: within(row + rows) }) ?? square;
}

/** The square under a point of the board, given in fractions of its side. */
export function squareUnder(view: View, x: number, y: number): Square | null {
  return squareAt(view, { column: Math.floor(x * view.size), row: Math.floor(y * view.size) });
}
