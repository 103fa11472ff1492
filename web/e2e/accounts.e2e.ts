/** Accounts: one person with two browsers. */

import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { drag, on, until } from './board';
import { launch, visitor } from './browser';
import { newTable } from './tables';

const address = inject('address');
/** Names are taken for good, and a test may be tried twice. */
const newName = (): string => `Ada ${Math.random().toString(36).slice(2, 8)}`;
const PASSWORD = 'correct horse battery';

let browser: Browser;
beforeAll(async () => {
  browser = await launch();
});
afterAll(() => browser.close());

async function fillIn(page: Page, name: string, password: string): Promise<void> {
  await page.goto(`${address}/settings`);
  await page.getByLabel('Name', { exact: true }).fill(name);
  await page.getByText('An account, to have your games').click();
  await page.getByLabel(/^Password for/).fill(password);
}

const press = (page: Page, name: string): Promise<void> => page.getByRole('button', { name, exact: true }).click();

async function games(page: Page): Promise<number> {
  await page.goto(`${address}/review`);
  const links = page.locator('main a[href^="/g/"]');
  await page
    .getByText(/No games/)
    .or(links)
    .first()
    .waitFor();
  return links.count();
}

test('games and settings follow an account to another browser, and stay behind when one signs out', async () => {
  const name = newName();
  const { page: home, errors } = await visitor(browser);
  const { state } = await newTable(home, address, { players: { white: 'me', black: 'computer:random' } });
  await drag(home, 'e2', 'e4');
  await until(home, 'e4', 'white pawn');
  // Chosen before there was an account, and after.
  await home.goto(`${address}/settings`);
  await home.getByLabel('Dark').check();
  await fillIn(home, name, PASSWORD);
  await press(home, 'Create account');
  await home.getByText(`Signed in as ${name}.`).waitFor();
  // A new account is told of everything first; this is said then, or with it.
  const kept = home.waitForResponse((response) => /"board":"green"/.test(response.request().postData() ?? ''));
  await home.getByLabel('Green').check();
  await kept;

  const { page: away } = await visitor(browser);
  await fillIn(away, name, 'not my password');
  await press(away, 'Sign in');
  await away.getByRole('alert').waitFor();
  expect(await away.getByRole('alert').textContent()).toContain('Name and password do not go together.');
  await fillIn(away, name, PASSWORD);
  await press(away, 'Sign in');
  await away.getByText(`Signed in as ${name}.`).waitFor();
  const html = away.locator('html');
  await expect.poll(() => html.getAttribute('data-theme')).toBe('dark');
  await expect.poll(() => html.getAttribute('data-board')).toBe('green');
  await away.goto(`${address}/g/${state.id}`);
  await until(away, 'e4', 'white pawn');
  await drag(away, 'd2', 'd4');
  await until(away, 'd4', 'white pawn');
  expect(await games(away)).toBeGreaterThan(0);

  await away.goto(`${address}/settings`);
  await press(away, 'Sign out');
  await away.getByText('Signed out.').waitFor();
  expect(await away.getByLabel('Name', { exact: true }).inputValue()).toBe('');
  await away.goto(`${address}/g/${state.id}`);
  await until(away, 'd4', 'white pawn');
  await drag(away, 'g1', 'f3');
  await until(away, 'g1', 'white knight');
  expect(errors).toEqual([]);
});

test('what was played before signing in is one’s own afterwards, also at a table that is open', async () => {
  const name = newName();
  const { page: home } = await visitor(browser);
  await fillIn(home, name, PASSWORD);
  await press(home, 'Create account');
  await home.getByText(`Signed in as ${name}.`).waitFor();

  const { page: away, errors } = await visitor(browser);
  const { state } = await newTable(away, address, { players: { white: 'me', black: 'computer:random' } });
  await drag(away, 'e2', 'e4');
  await away.locator('ol li button').nth(1).waitFor();
  const beside = await away.context().newPage();
  await fillIn(beside, name, PASSWORD);
  await press(beside, 'Sign in');
  await beside.getByText(`Signed in as ${name}.`).waitFor();
  // The table was left open under the old name, and comes back under the new one.
  await expect.poll(async () => (await drag(away, 'd2', 'd4'), on(away, 'd4')), { timeout: 15_000 }).toBe('white pawn');
  await away.locator('ol li button').nth(3).waitFor();
  await home.goto(`${address}/g/${state.id}`);
  await drag(home, 'a2', 'a3');
  await until(home, 'a3', 'white pawn');
  expect(await games(home)).toBe(1);
  expect(errors.filter((error) => !error.includes('WebSocket'))).toEqual([]);
});

test('a name that is taken is refused, and nothing that was typed is lost', async () => {
  const name = newName();
  for (const { page } of [await visitor(browser), await visitor(browser)]) {
    await fillIn(page, name, PASSWORD);
    await press(page, 'Create account');
    await page.getByText(`Signed in as ${name}.`).or(page.getByRole('alert')).waitFor();
    if (await page.getByRole('alert').isVisible()) {
      expect(await page.getByLabel('Name', { exact: true }).inputValue()).toBe(name);
      expect(await page.getByLabel(/^Password for/).inputValue()).toBe(PASSWORD);
      return;
    }
  }
  expect.unreachable('the same name was given twice');
});
