/** What a clock shows. */

import type { Clocks, Color } from '../api/types';

/** Milliseconds left to a side, at a moment of the server's time. */
export function leftAt(clocks: Clocks, color: Color, at: number): number | null {
  const clock = clocks.sides[color];
  if (clock === null) return null;
  if (clocks.running !== color) return clock.leftMs;
  const gone = Math.max(0, at - clocks.at - clock.delayMs);
  return Math.max(0, clock.leftMs - gone);
}

const LOW = 10_000;
export const isLow = (ms: number): boolean => ms < LOW;

/** Says when to warn that little time is left: once, and again only after there was plenty in between. */
export function lowWarning(): (ms: number, isRunning: boolean) => boolean {
  let isWarned = false;
  return (ms, isRunning) => {
    if (ms >= 2 * LOW) isWarned = false;
    const isDue = isRunning && isLow(ms) && !isWarned;
    isWarned ||= isDue;
    return isDue;
  };
}

const two = (number: number): string => String(number).padStart(2, '0');

/** `1:02:03`, `4:05`; the last ten seconds with tenths, `0:09.4`. */
export function clockText(ms: number): string {
  if (ms < 10_000) {
    const tenths = Math.floor(ms / 100);
    return `0:0${Math.floor(tenths / 10)}.${tenths % 10}`;
  }
  const seconds = Math.floor(ms / 1000);
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
  return hours > 0 ? `${hours}:${two(minutes)}:${two(seconds % 60)}` : `${minutes}:${two(seconds % 60)}`;
}

/** As one would say it: "4 minutes 5 seconds". */
export function clockWords(ms: number): string {
  const seconds = Math.floor(ms / 1000);
  const parts = [
    [Math.floor(seconds / 3600), 'hour'],
    [Math.floor(seconds / 60) % 60, 'minute'],
    [seconds % 60, 'second'],
  ] as const;
  const words = parts
    .filter(([count]) => count > 0)
    .map(([count, word]) => `${count} ${word}${count === 1 ? '' : 's'}`);
  return words.join(' ') || 'no time';
}
