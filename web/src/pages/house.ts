/** House rules as the server writes them: chess, and what differs from it. */

export const SWITCHES = [
  ['castling', 'Castling'],
  ['en-passant', 'Taking in passing'],
  ['promotion', 'Promotion'],
  ['check', 'Check and mate; without it, taking the last king wins'],
  ['kings-apart', 'Kings keep apart'],
  ['repetition', 'Repetition draws'],
] as const;

export const TWO_STEPS = [
  ['second-rank', 'from their second rank'],
  ['never-moved', 'if they have never moved'],
  ['never', 'never'],
] as const;

export const NO_MOVES = [
  ['draw', 'a draw'],
  ['loss', 'lost'],
] as const;

export interface House {
  /** The names of the rules that are switched off. */
  off: string[];
  twoStep: (typeof TWO_STEPS)[number][0];
  noMoves: (typeof NO_MOVES)[number][0];
}

export const CHESS: House = { off: [], twoStep: 'second-rank', noMoves: 'draw' };

export function houseCode({ off, twoStep, noMoves }: House): string {
  const changes = [
    ...off.map((name) => `${name}=off`),
    ...(twoStep === CHESS.twoStep ? [] : [`two-step=${twoStep}`]),
    ...(noMoves === CHESS.noMoves ? [] : [`no-moves=${noMoves}`]),
  ];
  return ['house:orthodox', ...changes].join(',');
}
