/** Answers to those who listen, on the focused board. */

import type { Move, Square as SquareView } from '../api/types';
import type { Square } from '../board/geometry';
import { pieceName, type Pieces } from '../board/pieces';
import { sayMove, whereIs } from '../board/speech';
import { scoreWords } from '../analysis/score';
import { ask, sentenceOf } from '../server/http';
import type { Mirror } from '../server/mirror';
import { clockWords, leftAt } from './clock';
import type { Heard } from './listening';

export interface Context {
  mirror: Mirror;
  pieces: Pieces;
  /** The move that led to what is shown. */
  move: Move | undefined;
  /** How far the server's clock is ahead. */
  ahead: number;
}

export async function answerTo(heard: Heard, square: Square, context: Context): Promise<string> {
  if ('wait' in heard) return 'which piece?';
  if ('piece' in heard) return whereIs(context.pieces, heard.piece);
  if (!('question' in heard)) return '';
  switch (heard.question) {
    case 'last':
      return context.move ? `${context.move.color}: ${sayMove(context.move.san)}` : 'no move yet';
    case 'clocks':
      return clocks(context);
    case 'evaluation':
      return evaluation(context.mirror);
    case 'attackers':
      return attackers(square, context);
  }
}

function clocks({ mirror, ahead }: Context): string {
  const shown = mirror.state.clocks;
  if (!shown) return 'no clocks';
  return (['white', 'black'] as const)
    .map((color) => {
      const left = leftAt(shown, color, Date.now() + ahead);
      return `${color} ${left === null ? 'has no clock' : clockWords(left)}`;
    })
    .join(', ');
}

function evaluation({ engine, state }: Mirror): string {
  const best = engine?.place === state.cursor ? engine.lines[0] : undefined;
  return best ? scoreWords(best.score) : 'no evaluation: switch the engine lines on with e';
}

async function attackers(square: Square, { mirror, pieces }: Context): Promise<string> {
  try {
    const seen = await ask<SquareView>(`/games/${mirror.state.id}/squares/${square}`);
    const all = [...seen.attackers.white, ...seen.attackers.black];
    const words = all.map((from) => `${pieceName(pieces[from] ?? 'P')} ${from}`);
    return words.length > 0 ? `${square} is attacked by ${words.join(', ')}` : `nothing attacks ${square}`;
  } catch (error) {
    return sentenceOf(error);
  }
}
