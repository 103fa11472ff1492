/** Two browsers at one table, and a third that looks on. */

import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { drag, on, square, until } from './board';
import { launch, visitor } from './browser';
import { twoAt, type Two } from './tables';

const address = inject('address');
let browser: Browser;
beforeAll(async () => {
  browser = await launch();
});
afterAll(() => browser.close());

const two = (clock?: string): Promise<Two> => twoAt(browser, address, clock);

test('two play by a link, and a third can only look', async () => {
  const { ada, bob, link } = await two();
  await drag(ada.page, 'e2', 'e4');
  await until(bob.page, 'e4', 'white pawn');
  // Black sits below on Black's side.
  const [own, far] = await Promise.all([square(bob.page, 'e7').boundingBox(), square(bob.page, 'e2').boundingBox()]);
  expect(own?.y).toBeGreaterThan(far?.y ?? 0);
  await drag(bob.page, 'e7', 'e5');
  await until(ada.page, 'e5', 'black pawn');
  expect(await ada.page.locator('[aria-live="polite"]').textContent()).toContain('Black: e5');

  const eve = await visitor(browser);
  await eve.page.goto(link);
  await until(eve.page, 'e5', 'black pawn');
  await drag(eve.page, 'g1', 'f3');
  expect(await on(eve.page, 'g1')).toBe('white knight');
  await drag(ada.page, 'g1', 'f3');
  await until(eve.page, 'f3', 'white knight');
  expect([...ada.errors, ...bob.errors, ...eve.errors]).toEqual([]);
});

test('a planned move is played as soon as it is legal', async () => {
  const { ada, bob } = await two('5+3');
  await drag(ada.page, 'e2', 'e4');
  await until(bob.page, 'e4', 'white pawn');
  await drag(ada.page, 'd2', 'd4');
  expect(await square(ada.page, 'd4').getAttribute('aria-label')).toContain('planned move');
  await drag(bob.page, 'e7', 'e5');
  await until(bob.page, 'd4', 'white pawn');
  await until(ada.page, 'd4', 'white pawn');
  expect(await square(ada.page, 'd4').getAttribute('aria-label')).not.toContain('planned');
});

test('a planned move that is cancelled, or not legal, is not played', async () => {
  const { ada, bob } = await two();
  await drag(ada.page, 'e2', 'e4');
  await until(bob.page, 'e4', 'white pawn');
  await drag(ada.page, 'd2', 'd4');
  await square(ada.page, 'h5').click({ button: 'right' });
  expect(await square(ada.page, 'd4').getAttribute('aria-label')).toBe('d4, empty');
  await drag(ada.page, 'a1', 'a5');
  await drag(bob.page, 'e7', 'e5');
  await until(ada.page, 'e5', 'black pawn');
  expect(await on(ada.page, 'a1')).toBe('white rook');
});

test('draws are offered and declined, taking back is asked for', async () => {
  const { ada, bob } = await two();
  await drag(ada.page, 'e2', 'e4');
  await until(bob.page, 'e4', 'white pawn');
  await ada.page.getByRole('button', { name: 'Offer draw' }).click();
  await bob.page.getByRole('button', { name: 'Decline' }).click();
  await ada.page.getByRole('button', { name: 'Take back' }).click();
  await bob.page.getByRole('button', { name: 'Accept' }).click();
  await until(ada.page, 'e2', 'white pawn');
  await ada.page.getByRole('button', { name: 'Offer draw' }).click();
  await bob.page.getByRole('button', { name: 'Accept' }).click();
  await ada.page.getByText(/Draw/).first().waitFor();
});

test('a rematch is asked for, and begins with sides changed', async () => {
  const { ada, bob } = await two();
  await ada.page.getByRole('button', { name: 'Resign' }).click();
  await ada.page.getByRole('group', { name: 'Resign this game?' }).getByRole('button', { name: 'Resign' }).click();
  await bob.page.getByText('Black wins: White resigned').first().waitFor();
  const old = ada.page.url();
  await ada.page.getByRole('button', { name: 'Rematch' }).click();
  await bob.page.getByRole('button', { name: 'Accept' }).click();
  for (const { page } of [ada, bob]) await page.waitForURL((url) => url.href !== old && url.pathname.startsWith('/g/'));
  expect(ada.page.url()).toBe(bob.page.url());
  await until(bob.page, 'e2', 'white pawn');
  await drag(bob.page, 'e2', 'e4');
  await until(ada.page, 'e4', 'white pawn');
  const [own, far] = await Promise.all([square(ada.page, 'e7').boundingBox(), square(ada.page, 'e2').boundingBox()]);
  expect(own?.y).toBeGreaterThan(far?.y ?? 0);
  expect([...ada.errors, ...bob.errors]).toEqual([]);
});
