/** A set of our own: turned wood, drawn with few strokes. Each shape is written once and coloured twice. */

const base = '<path d="M9.5 40v-1.6a3.4 3.4 0 0 1 3.4-3.4h19.2a3.4 3.4 0 0 1 3.4 3.4V40z"/>';
const collar = (y: number, half: number) =>
  `<rect x="${22.5 - half}" y="${y}" width="${half * 2}" height="3" rx="1.5"/>`;

const SHAPES: Record<string, string> = {
  P: `<path d="M19 22c0 6-3.5 9-4.5 13h16c-1-4-4.5-7-4.5-13z"/><circle cx="22.5" cy="15" r="6"/>${collar(20.5, 6.5)}${base}`,
  R: `<path d="M15.5 17 14 35h17l-1.5-18z"/><path d="M11.5 8h5v3.5h3.6V8h4.8v3.5h3.6V8h5v6.5a3 3 0 0 1-3 3h-16a3 3 0 0 1-3-3z"/>${base}`,
  B: `<path d="M18 28c0 3-2 5-3.5 7h16c-1.5-2-3.5-4-3.5-7z"/><path d="M22.5 9.5c8 6 9.5 12 5.5 17.5H17c-4-5.5-2.5-11.5 5.5-17.5z"/><circle cx="22.5" cy="7.2" r="2.4"/><path class="line" d="M25.5 14.5 21 21"/>${collar(26, 7.5)}${base}`,
  N: `<path d="M14 35c-.5-6.5 6.5-8.5 6-14-2.2 2.6-5 2.8-7 4.6-1.9 1.7-4.6-.1-3.8-2.6 1.3-4.2 4-6.7 5.6-9.8.7-1.7.3-3.7.9-6l3.5 2.6c8-.8 13.8 5 13.5 14.2-.2 4.5-1.2 7.5-1.2 11z"/><circle class="dot" cx="17.6" cy="15" r="1.3"/><path class="line" d="M27.5 15.5c2 2.5 2.7 5.5 2.3 9.5"/>${base}`,
  Q: `<path d="M16 28c0 3-1.5 5-2.5 7h18c-1-2-2.5-4-2.5-7z"/><path d="M9 14c2 5 4.7 6.5 7 6.3 3-.3 5.5-3.8 6.5-9.3 1 5.5 3.5 9 6.5 9.3 2.3.2 5-1.3 7-6.3l-4.3 14H13.3z"/><circle cx="9" cy="12.5" r="2.3"/><circle cx="22.5" cy="9" r="2.5"/><circle cx="36" cy="12.5" r="2.3"/>${collar(27, 9.5)}${base}`,
  K: `<path class="cross" d="M22.5 4.5v9M18.8 8h7.4"/><path d="M16.5 28c0 3-2 5-3 7h18c-1-2-3-4-3-7z"/><path d="M11.5 17.5c0-4.5 6.5-5.5 11-1.5 4.5-4 11-3 11 1.5L30.5 28h-16z"/><path class="line" d="M22.5 16v9"/>${collar(27, 9)}${base}`,
};

interface Paint {
  fill: string;
  stroke: string;
  line: string;
}

const PAINT: Record<'w' | 'b', Paint> = {
  w: { fill: '#fcf8ef', stroke: '#2a2420', line: '#2a2420' },
  b: { fill: '#38312c', stroke: '#171310', line: '#d8cbb5' },
};

function symbol(color: 'w' | 'b', letter: string, shape: string): string {
  const { fill, stroke, line } = PAINT[color];
  const painted = shape
    .replaceAll('class="line"', `fill="none" stroke="${line}"`)
    .replaceAll('class="dot"', `fill="${line}" stroke="none"`)
    .replaceAll('class="cross"', `fill="none" stroke="${stroke}" stroke-width="2.8"`);
  return `<symbol id="regence-${color}${letter}" viewBox="0 0 45 45"><g fill="${fill}" stroke="${stroke}" stroke-width="1.5" stroke-linejoin="round" stroke-linecap="round">${painted}</g></symbol>`;
}

export const OWN_SYMBOLS: string = (['w', 'b'] as const)
  .flatMap((color) => Object.entries(SHAPES).map(([letter, shape]) => symbol(color, letter, shape)))
  .join('');
