/** Makes tables as the page itself does, and goes there. */

import type { Page } from 'playwright-core';
import type { NewGameRequest, Snapshot } from '../src/api/types';

/** Waits for the pieces: until the server has answered, there is an empty board that nobody listens at. */
export const setUp = (page: Page): Promise<void> =>
  page.locator('[role=grid]:not([aria-label="Board, not set up yet"])').waitFor();

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
