/** Settings of an account: the same on every device one signs in on. */

import type { Me } from '../api/types';
import { ask } from '../server/http';
import { choose, onChosen, readSettings, settings, type Settings } from './settings.svelte';

const nothing = (): void => undefined;
let stop = nothing;
/** What the server has been told so far; the next is told after it, so that the last choice is the one that stays. */
let told: Promise<unknown> = Promise.resolve();

function tell(change: Partial<Settings>): Promise<unknown> {
  // A choice is made here first; if the server does not hear of it, this device still has it.
  told = told.then(() => ask('/settings', { method: 'PATCH', body: change }).catch(nothing));
  return told;
}

/** Takes over what the account has chosen, and from then on tells it of every choice. Without an account nothing happens. */
export async function syncSettings(me: Me): Promise<void> {
  stop();
  stop = nothing;
  if (!me.account) return;
  // What is chosen while the account is asked is newer than its answer.
  const meanwhile: Partial<Settings> = {};
  const own = onChosen((change) => Object.assign(meanwhile, change));
  stop = own;
  const kept = await ask<Partial<Settings>>('/settings');
  // Somebody has signed in or out since, or asks already.
  if (stop !== own) return;
  own();
  choose(readSettings(JSON.stringify({ ...settings, ...kept, ...meanwhile })));
  stop = onChosen((change) => void tell(change));
  // A new account begins with what was chosen on this device.
  const isNew = Object.keys(kept).length === 0;
  const news = isNew ? { ...settings } : meanwhile;
  if (Object.keys(news).length > 0) await tell(news);
}
