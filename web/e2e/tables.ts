/** Makes tables as the page itself does, and goes there. */

import type { Browser, Page } from 'playwright-core';
import type { NewGameRequest, Snapshot } from '../src/api/types';
import { setUp } from './board';
import { visitor, type Visitor } from './browser';

/** The page must have been opened once, so that the server knows the visitor. */
export async function newTable(page: Page, address: string, request: NewGameRequest): Promise<Snapshot> {
  if (!page.url().startsWith(address)) await page.goto(address);
  const snapshot = await page.evaluate(async (body) => {
    const response = await fetch('/api/v1/games', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    if (!response.ok) throw new Error(await response.text());
    return (await response.json()) as unknown;
  }, request);
  const table = snapshot as Snapshot;
  await page.goto(`${address}/g/${table.state.id}`);
  await setUp(page);
  return table;
}

/** Two browsers at one table, White's and Black's, and the link by which Black came. */
export interface Two {
  ada: Visitor;
  bob: Visitor;
  link: string;
}

export async function twoAt(browser: Browser, address: string, clock?: string): Promise<Two> {
  const [ada, bob] = [await visitor(browser), await visitor(browser)];
  await newTable(ada.page, address, { players: { white: 'me', black: 'open' }, ...(clock ? { clock } : {}) });
  const link = await ada.page.getByLabel('Link to this game').inputValue();
  await bob.page.goto(link);
  await bob.page.getByRole('button', { name: 'Play', exact: true }).click();
  await ada.page.getByLabel('Link to this game').waitFor({ state: 'detached' });
  return { ada, bob, link };
}
