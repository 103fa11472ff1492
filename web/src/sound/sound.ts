/** Quiet sounds, synthesised: a wooden knock for moves, small bells for the rest. */

export type Sound = 'move' | 'capture' | 'check' | 'end' | 'lowTime';

interface Note {
  /** Hertz. */
  pitch: number;
  /** Seconds after the start. */
  at: number;
  /** Seconds it takes to fade. */
  fade: number;
  loud: number;
  wave: OscillatorType;
}

const knock = (pitch: number, at = 0): Note => ({ pitch, at, fade: 0.07, loud: 0.22, wave: 'triangle' });
const bell = (pitch: number, at = 0): Note => ({ pitch, at, fade: 0.35, loud: 0.08, wave: 'sine' });

const SCORE: Record<Sound, Note[]> = {
  move: [knock(210)],
  capture: [knock(170), knock(260, 0.035)],
  check: [knock(210), bell(784, 0.02)],
  end: [bell(523), bell(659, 0.12), bell(784, 0.24)],
  lowTime: [bell(880), bell(880, 0.16)],
};

let context: AudioContext | null = null;

export function play(sound: Sound): void {
  // Browsers let a page make noise only after somebody has touched it; until then this is silent.
  context ??= 'AudioContext' in globalThis ? new AudioContext() : null;
  if (context === null || context.state === 'closed') return;
  void context.resume().catch(() => undefined);
  for (const note of SCORE[sound]) strike(context, note);
}

function strike(context: AudioContext, note: Note): void {
  const start = context.currentTime + note.at;
  const [source, gain] = [context.createOscillator(), context.createGain()];
  source.type = note.wave;
  source.frequency.setValueAtTime(note.pitch, start);
  source.frequency.exponentialRampToValueAtTime(note.pitch * 0.7, start + note.fade);
  gain.gain.setValueAtTime(0.0001, start);
  gain.gain.exponentialRampToValueAtTime(note.loud, start + 0.004);
  gain.gain.exponentialRampToValueAtTime(0.0001, start + note.fade);
  source.connect(gain).connect(context.destination);
  source.start(start);
  source.stop(start + note.fade + 0.02);
}
