/** What the board says of itself to those who listen. */

import { fileOf, rankOf, squareOf, type Square } from './geometry';
import { targetsOf, type BoardMove, type Kind } from './moves';
import { colorOf, inReadingOrder, pieceName, roleOf, type Pieces } from './pieces';

const KIND_WORDS: Record<Kind, string> = { quiet: 'legal move', capture: 'capture', special: 'special move' };

/** What there is to say of squares. */
export interface Seen {
  size: number;
  pieces: Pieces;
  moves: readonly BoardMove[];
  picked: Square | null;
  lastMove: { from: Square; to: Square } | null;
  checks: readonly Square[];
  premove: { from: Square; to: Square } | null;
}

/** "e4, white pawn, legal move". */
export function labelOf(square: Square, seen: Seen, targets: ReadonlyMap<Square, Kind>): string {
  const piece = seen.pieces[square];
  const kind = targets.get(square);
  return [
    square,
    piece === undefined ? 'empty' : pieceName(piece),
    seen.picked === square && 'picked',
    seen.checks.includes(square) && 'in check',
    kind && KIND_WORDS[kind],
    seen.premove && [seen.premove.from, seen.premove.to].includes(square) && 'planned move',
    seen.lastMove && [seen.lastMove.from, seen.lastMove.to].includes(square) && 'last move',
  ]
    .filter(Boolean)
    .join(', ');
}

/** All pieces of a kind: "white knights: b1, g1". A FEN letter says which. */
export function whereIs(pieces: Pieces, piece: string): string {
  const squares = Object.keys(pieces).filter((square) => pieces[square] === piece);
  const name = pieceName(piece);
  if (squares.length === 0) return `no ${name}`;
  return `${squares.length > 1 ? `${name}s` : name}: ${squares.sort(inReadingOrder).join(', ')}`;
}

/** The pieces along a file ("e") or a rank ("4"), from White's side or from the a file. */
export function scan(pieces: Pieces, size: number, line: string): string {
  const numbers = [...Array(size).keys()];
  const isRank = /\d/.test(line);
  const squares = isRank
    ? numbers.map((file) => squareOf(file, Number(line) - 1))
    : numbers.map((rank) => squareOf(fileOf(line), rank));
  const found = squares.flatMap((square) => {
    const piece = pieces[square];
    return piece === undefined ? [] : `${square} ${pieceName(piece)}`;
  });
  return `${isRank ? 'rank' : 'file'} ${line}: ${found.length > 0 ? found.join(', ') : 'empty'}`;
}

/** The legal moves of a piece: "white knight on g1: f3, h3". */
export function movesFrom(pieces: Pieces, moves: readonly BoardMove[], square: Square): string {
  const piece = pieces[square];
  if (piece === undefined) return `${square}, empty`;
  const targets = [...targetsOf(moves, square)].map(([to, kind]) =>
    kind === 'quiet' ? to : `${to} ${KIND_WORDS[kind]}`,
  );
  return `${pieceName(piece)} on ${square}: ${targets.length > 0 ? targets.join(', ') : 'no legal move'}`;
}

/** The whole position, for a picture's description: "White: king e1, pawns a2, b2. Black: king e8." */
export function describe(pieces: Pieces): string {
  const side = (color: 'white' | 'black') =>
    Object.keys(pieces)
      .filter((square) => colorOf(pieces[square] ?? '') === color)
      .sort((a, b) => inReadingOrder(a, b) || rankOf(a) - rankOf(b))
      .map((square) => `${roleOf(pieces[square] ?? '')} ${square}`)
      .join(', ');
  return `White: ${side('white') || 'nothing'}. Black: ${side('black') || 'nothing'}.`;
}

const ROLE_WORDS: Record<string, string> = { K: 'king', Q: 'queen', R: 'rook', B: 'bishop', N: 'knight' };

/** A move in algebraic notation, as one would say it: "Nxf3+" is "knight takes f3, check". */
export function sayMove(san: string): string {
  const end = san.endsWith('#') ? ', checkmate' : san.endsWith('+') ? ', check' : '';
  const bare = san.replace(/[+#!?]+$/, '');
  if (/^O-O-O/.test(bare)) return `castles queen-side${end}`;
  if (/^O-O/.test(bare)) return `castles king-side${end}`;
  const [, piece, from, takes, to, becomes] = /^([KQRBN])?([a-h]?\d?)(x)?([a-h]\d)(?:=([QRBN]))?$/.exec(bare) ?? [];
  if (to === undefined) return san;
  const words = [
    piece && ROLE_WORDS[piece],
    from,
    takes && 'takes',
    to,
    becomes && `becomes a ${ROLE_WORDS[becomes] ?? becomes}`,
  ];
  return words.filter(Boolean).join(' ') + end;
}
