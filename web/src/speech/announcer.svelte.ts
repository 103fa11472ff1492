/** What screen readers are told. Polite waits for a pause; assertive does not. */

export const spoken = $state({ polite: '', assertive: '' });

// Saying the same twice must be a change, or nothing is heard.
const differ = (before: string, text: string): string => (before === text ? `${text}\u00a0` : text);

export function say(text: string): void {
  spoken.polite = differ(spoken.polite, text);
}

export function alarm(text: string): void {
  spoken.assertive = differ(spoken.assertive, text);
}
