/** What somebody writes into the line: a command by its name, or else a move. */

import type { GameCommand } from '../api/types';

const COMMANDS: Record<string, GameCommand | 'flip'> = {
  resign: { do: 'resign' },
  draw: { do: 'offerDraw' },
  accept: { do: 'acceptDraw' },
  decline: { do: 'declineDraw' },
  claim: { do: 'claimDraw' },
  undo: { do: 'undo' },
  back: { do: 'undo' },
  redo: { do: 'redo' },
  hint: { do: 'hint' },
  reset: { do: 'reset' },
  rematch: { do: 'rematch' },
  pause: { do: 'pause' },
  resume: { do: 'resume' },
  step: { do: 'step' },
  start: { do: 'start' },
  stop: { do: 'stop' },
  flip: 'flip',
};

export function writtenCommand(text: string): GameCommand | 'flip' {
  const word = text.replace(/^:/, '').trim();
  const fen = /^(?:fen|load)\s+(.+)$/i.exec(word)?.[1];
  if (fen) return { do: 'load', fen };
  return COMMANDS[word.toLowerCase()] ?? { do: 'play', move: word };
}
