/** Settings of an account: the same on every device one signs in on. */

import type { Me } from '../api/types';
import { ask } from '../server/http';
import { choose, onChosen, readSettings, settings, type Settings } from './settings.svelte';

let stop: () => void = () => undefined;

/** Takes over what the account has chosen, and from then on tells it of every choice. Without an account nothing happens. */
export async function syncSettings(me: Me): Promise<void> {
  stop();
  if (!me.account) return;
  const kept = await ask<Partial<Settings>>('/settings');
  // A new account begins with what was chosen on this device.
  if (Object.keys(kept).length === 0) await ask('/settings', { method: 'PATCH', body: settings });
  choose(readSettings(JSON.stringify({ ...settings, ...kept })));
  stop = onChosen((change) => {
    // A choice is made here first; if the server does not hear of it, this device still has it.
    ask('/settings', { method: 'PATCH', body: change }).catch(() => undefined);
  });
}
