/** Who one is to the server is a cookie that all pages of a browser share; when one of them changes it, the others hear of it. */

const channel = 'BroadcastChannel' in globalThis ? new BroadcastChannel('regence-identity') : null;

/** Tells the other pages that somebody has signed in or out here. */
export const tellOtherPages = (): void => channel?.postMessage('changed');

/** Hears from other pages that one is somebody else now, until the answer is called. */
export function onOtherIdentity(hear: () => void): () => void {
  channel?.addEventListener('message', hear);
  return () => channel?.removeEventListener('message', hear);
}
