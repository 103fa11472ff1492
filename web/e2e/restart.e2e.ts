/** The server goes away and comes back, in the middle of a game. */

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { drag, until } from './board';
import { launch, visitor } from './browser';
import { inFront, start, stop } from './server';
import { newTable } from './tables';

test('the page says so, comes back by itself, and the game goes on', async () => {
  const data = mkdtempSync(join(tmpdir(), 'regence-restart-'));
  const browser = await launch();
  let server = await start(data);
  const front = await inFront(server.address);
  try {
    const { page } = await visitor(browser);
    await newTable(page, front.address, { players: { white: 'me', black: 'computer:random' } });
    await drag(page, 'e2', 'e4');
    await page.locator('ol li button').nth(1).waitFor();
    await stop(server);
    await page.getByText(/Not connected\. Trying again in \d+ s\./).waitFor();
    await drag(page, 'd2', 'd4');
    await page.getByRole('alert').waitFor();
    server = await start(data, new URL(server.address).port);
    await page.locator('.bar[role="status"]').waitFor({ state: 'detached' });
    await drag(page, 'd2', 'd4');
    await until(page, 'd4', 'white pawn');
    await page.locator('ol li button').nth(3).waitFor();
    expect(await page.locator('ol li').count()).toBe(2);
  } finally {
    await browser.close();
    await front.close();
    await stop(server);
    rmSync(data, { recursive: true, force: true });
  }
});
