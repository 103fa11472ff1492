/** What is heard when something happens at a table: sounds for all, words for those who listen. */

import type { Happening, Move } from '../api/types';
import { other } from '../board/pieces';
import { sayMove } from '../board/speech';
import type { Mirror } from '../server/mirror';
import { settings } from '../settings/settings.svelte';
import { play, type Sound } from '../sound/sound';
import { alarm, say } from '../speech/announcer.svelte';

const side = (color: string): string => (color === 'white' ? 'White' : 'Black');

/** The move that leads to where the game stands. */
export const currentMove = ({ moves, state }: Mirror): Move | undefined =>
  moves.find((move) => move.id === state.cursor) ?? (state.kind === 'analysis' ? undefined : moves.at(-1));

export function moveSound(move: Move): Sound {
  if (move.check !== null) return 'check';
  return move.captured === null ? 'move' : 'capture';
}

function sound(happened: Happening, mirror: Mirror): Sound | null {
  const move = currentMove(mirror);
  if (happened.what === 'ended') return 'end';
  return happened.what === 'played' && move ? moveSound(move) : null;
}

/** Who plays, when that has changed: online it is somebody who has come. */
function seated({ state: { kind, seats }, you }: Mirror): string {
  if (kind === 'online' && you.color) return `${seats[other(you.color)].name} has joined`;
  return `${seats.white.name} against ${seats.black.name}`;
}

/** One's own moves need not be said: one knows them. */
export function words(happened: Happening, mirror: Mirror): string | null {
  switch (happened.what) {
    case 'played': {
      const move = currentMove(mirror);
      const own = mirror.you.color !== null && move?.color === mirror.you.color && mirror.state.kind !== 'local';
      return move && !own ? `${side(move.color)}: ${sayMove(move.san)}` : null;
    }
    case 'takenBack':
      return 'taken back';
    case 'redone':
      return 'played again';
    case 'drawOffered':
      return `${side(happened.by)} offers a draw`;
    case 'drawDeclined':
      return `${side(happened.by)} declines the draw`;
    case 'seated':
      return seated(mirror);
    case 'clockSet':
      return 'the clocks are set';
    case 'paused':
      return 'paused';
    case 'resumed':
      return 'goes on';
    default:
      return null;
  }
}

export function hear(happenings: Happening[], mirror: Mirror): void {
  for (const happened of happenings) {
    const heard = sound(happened, mirror);
    if (heard && settings.sounds) play(heard);
    if (happened.what === 'ended') alarm(mirror.state.sentence);
  }
  const said = happenings.flatMap((happened) => words(happened, mirror) ?? []);
  if (said.length > 0) say(said.join('. '));
}
