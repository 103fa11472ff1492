import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Me } from '../api/types';
import { choose, settings } from './settings.svelte';
import { syncSettings } from './sync';

const me = (account: boolean): Me => ({ name: account ? 'Ada' : '', account, at: 0 });

/** A server with one account's settings. Questions are answered when the test says so, changes as they come. */
let kept: Record<string, unknown>;
let changes: Record<string, unknown>[];
let answers: (() => void)[];

beforeEach(() => {
  [kept, changes, answers] = [{}, [], []];
  choose({ board: 'wood', theme: 'auto' });
  vi.stubGlobal('fetch', async (_: string, { method, body }: RequestInit) => {
    if (method === 'PATCH') {
      const change = JSON.parse(body as string) as Record<string, unknown>;
      changes.push(change);
      Object.assign(kept, change);
    } else {
      const answer = { ...kept };
      await new Promise<void>((resolve) => answers.push(resolve));
      return Response.json(answer);
    }
    return Response.json(kept);
  });
});

afterEach(async () => {
  await syncSettings(me(false));
  vi.unstubAllGlobals();
});

const answer = (): void => answers.shift()?.();

test('what is chosen while the account is asked stays, and the account hears of it', async () => {
  for (const before of [{}, { board: 'blue', theme: 'dark' }]) {
    kept = before;
    const synced = syncSettings(me(true));
    choose({ board: 'green' });
    answer();
    await synced;
    expect(settings.board).toBe('green');
    expect(kept['board']).toBe('green');
  }
  expect(settings.theme).toBe('dark');
});

test('two who ask at once tell the account once', async () => {
  kept = { board: 'blue' };
  const synced = [syncSettings(me(true)), syncSettings(me(true))];
  answer();
  answer();
  await Promise.all(synced);
  choose({ board: 'green' });
  await vi.waitFor(() => expect(changes).toEqual([{ board: 'green' }]));
});

test('whoever has signed out tells nobody', async () => {
  kept = { board: 'blue' };
  const synced = syncSettings(me(true));
  await syncSettings(me(false));
  answer();
  await synced;
  choose({ board: 'green' });
  await Promise.resolve();
  expect(changes).toEqual([]);
  expect(settings.board).toBe('green');
});
