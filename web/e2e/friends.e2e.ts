/** Two browsers at one table, and a third that looks on. */

import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { drag, on, square, until } from './board';
import { launch, visitor } from './browser';
import { newTable, twoAt, type Two } from './tables';

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
  await eve.page.getByText('You are watching.').waitFor();
  await ada.page.getByText('One person looks on.').waitFor();
  await drag(eve.page, 'g1', 'f3');
  expect(await on(eve.page, 'g1')).toBe('white knight');
  await drag(ada.page, 'g1', 'f3');
  await until(eve.page, 'f3', 'white knight');
  expect([...ada.errors, ...bob.errors, ...eve.errors]).toEqual([]);
});

test('a friend who was told the name of the game finds it', async () => {
  const ada = await visitor(browser);
  const { state } = await newTable(ada.page, address, { players: { white: 'me:Ada', black: 'open' } });
  await ada.page.locator('.share').getByText(state.id).waitFor();
  const bob = await visitor(browser);
  await bob.page.goto(`${address}/new?with=friend`);
  await bob.page.getByLabel(/A friend’s game/).fill(state.id);
  await bob.page.getByRole('button', { name: 'Go there' }).click();
  await bob.page.getByText('A seat is free: Black against Ada.').waitFor();
  await bob.page.getByRole('button', { name: 'Play', exact: true }).click();
  await ada.page.getByText('White to move').first().waitFor();
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
  const told = ada.page.locator('.status');
  await told.getByText('You offer a draw.').waitFor();
  await bob.page.getByRole('button', { name: 'Decline' }).click();
  await told.getByText('Black declines.').waitFor();
  await ada.page.getByRole('button', { name: 'Take back' }).click();
  await told.getByText('You ask to take back.').waitFor();
  await bob.page.getByRole('button', { name: 'Decline' }).click();
  await told.getByText('Black declines.').waitFor();
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
  // One step back is the game that was over; it takes nobody along again.
  for (const { page } of [ada, bob]) {
    await page.goBack();
    await page.getByText('Black wins: White resigned').first().waitFor();
    expect(page.url()).toBe(old);
    await page.goForward();
    await page.getByText('White to move').first().waitFor();
  }
  await until(bob.page, 'e2', 'white pawn');
  await drag(bob.page, 'e2', 'e4');
  await until(ada.page, 'e4', 'white pawn');
  const [own, far] = await Promise.all([square(ada.page, 'e7').boundingBox(), square(ada.page, 'e2').boundingBox()]);
  expect(own?.y).toBeGreaterThan(far?.y ?? 0);
  expect([...ada.errors, ...bob.errors]).toEqual([]);
});

test('whoever listens hears who comes, goes and comes back', async () => {
  const { ada, bob, link } = await two();
  const heard = ada.page.locator('[aria-live="polite"]');
  await heard.getByText('has joined').waitFor();
  await drag(ada.page, 'e2', 'e4');
  await until(bob.page, 'e4', 'white pawn');
  await bob.page.goto('about:blank');
  await heard.getByText('is away').waitFor();
  await bob.page.goto(link);
  await heard.getByText('is back').waitFor();
});

test('leaving a game in which somebody waits is asked about, also by the browser’s own way', async () => {
  const { ada, bob } = await two();
  const table = ada.page.url();
  // Before the first move nothing is lost.
  await ada.page.getByRole('link', { name: 'Help' }).click();
  await ada.page.waitForURL(/\/help$/);
  await ada.page.goBack();
  await until(ada.page, 'e2', 'white pawn');
  await drag(ada.page, 'e2', 'e4');
  await until(bob.page, 'e4', 'white pawn');
  const question = ada.page.getByRole('group', { name: /Leave this game\?/ });
  for (const leave of [
    () => ada.page.getByRole('link', { name: 'Help' }).click(),
    () => ada.page.evaluate(() => history.forward()),
  ]) {
    await leave();
    await question.getByRole('button', { name: 'Stay' }).click();
    await question.waitFor({ state: 'detached' });
    expect(ada.page.url()).toBe(table);
  }
  await drag(bob.page, 'e7', 'e5');
  await until(ada.page, 'e5', 'black pawn');
  await ada.page.getByRole('link', { name: 'Help' }).click();
  await question.getByRole('button', { name: 'Leave' }).click();
  await ada.page.waitForURL(/\/help$/);
  // Nobody is asked where nothing is lost: there is no game to leave any more.
  await ada.page.getByRole('link', { name: 'Settings' }).click();
  await ada.page.waitForURL(/\/settings$/);
  expect([...ada.errors, ...bob.errors]).toEqual([]);
});
