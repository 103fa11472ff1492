/** The server goes away and comes back, in the middle of a game. */

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { drag, until } from './board';
import { launch, visitor } from './browser';
import { inFront, start, stop } from './server';
import { newTable } from './tables';

/** A server of its own, which can go and come back, and a page. */
async function withServer(
  work: (page: Page, address: string, gone: () => Promise<void>, back: () => Promise<void>) => Promise<void>,
): Promise<void> {
  const data = mkdtempSync(join(tmpdir(), 'regence-restart-'));
  const browser = await launch();
  let server = await start(data);
  const front = await inFront(server.address);
  const gone = (): Promise<void> => stop(server);
  const back = async (): Promise<void> => void (server = await start(data, new URL(server.address).port));
  try {
    const { page } = await visitor(browser);
    await work(page, front.address, gone, back);
  } finally {
    await browser.close();
    await front.close();
    await stop(server);
    rmSync(data, { recursive: true, force: true });
  }
}

test('the page says so, comes back by itself, and the game goes on', () =>
  withServer(async (page, address, gone, back) => {
    await newTable(page, address, { players: { white: 'me', black: 'computer:random' } });
    await drag(page, 'e2', 'e4');
    await page.locator('ol li button').nth(1).waitFor();
    await gone();
    await page.getByText(/Not connected\. Trying again in \d+ s\./).waitFor();
    await drag(page, 'd2', 'd4');
    await page.getByRole('alert').waitFor();
    await back();
    await page.locator('.bar[role="status"]').waitFor({ state: 'detached' });
    await drag(page, 'd2', 'd4');
    await until(page, 'd4', 'white pawn');
    await page.locator('ol li button').nth(3).waitFor();
    expect(await page.locator('ol li').count()).toBe(2);
  }));

test('the engine’s lines come back with the server', () =>
  withServer(async (page, address, gone, back) => {
    await newTable(page, address, { kind: 'analysis' });
    await page.keyboard.press('e');
    await page.getByText(/depth \d+/).waitFor();
    await gone();
    await page.getByText(/Not connected\. Trying again in/).waitFor();
    await back();
    await page.locator('.bar[role="status"]').waitFor({ state: 'detached' });
    await drag(page, 'e2', 'e4');
    await until(page, 'e4', 'white pawn');
    await page.getByText(/depth \d+/).waitFor();
    expect(await page.getByRole('button', { name: 'Engine' }).getAttribute('aria-pressed')).toBe('true');
  }));
