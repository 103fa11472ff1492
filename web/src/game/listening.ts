/** Keys for listening, on the focused board. */

export type Question = 'last' | 'clocks' | 'attackers' | 'evaluation';
export type Heard = { question: Question } | { piece: string } | { write: string } | { wait: true };

const QUESTIONS: Record<string, Question> = { l: 'last', c: 'clocks', x: 'attackers', v: 'evaluation' };

/** Reads keys one after the other: `p` waits for a piece letter, and a rank after `c` makes it the beginning of a move. */
export function listener(): (key: string) => Heard | null {
  let before = '';
  return (key) => {
    const first = before;
    before = '';
    if (first === 'p' && /^[kqrbnp]$/i.test(key)) return { piece: key };
    if (first === 'c' && /^[1-8x]$/.test(key)) return { write: first + key };
    if (key === 'p' || key === 'c') before = key;
    const question = QUESTIONS[key];
    if (question) return { question };
    return key === 'p' ? { wait: true } : null;
  };
}
