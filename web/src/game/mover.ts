/** Whose pieces one may move at a table. */

import type { GameState, You } from '../api/types';
import type { Mover } from '../board/hand';

export function moverOf(state: GameState, you: You): Mover {
  if (state.stage === 'free') return you.allowed.includes('edit') ? 'free' : 'nobody';
  if (state.kind === 'analysis') return you.allowed.includes('play') ? 'both' : 'nobody';
  if (state.outcome !== null || state.paused) return 'nobody';
  if (you.role === 'white' || you.role === 'black') return you.role;
  if (you.role === 'watcher') return 'nobody';
  const [white, black] = [state.seats.white.kind === 'human', state.seats.black.kind === 'human'];
  if (white && black) return 'both';
  return white ? 'white' : black ? 'black' : 'nobody';
}
