/** Somebody leaves a game. It takes a minute, in which the tests of other files go on. */

import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, inject, test } from 'vitest';
import { drag, until } from './board';
import { launch } from './browser';
import { twoAt } from './tables';

const address = inject('address');
let browser: Browser;
beforeAll(async () => {
  browser = await launch();
});
afterAll(() => browser.close());

test('whoever stays away for a minute can be beaten', async () => {
  const { ada, bob } = await twoAt(browser, address);
  await drag(ada.page, 'e2', 'e4');
  await until(bob.page, 'e4', 'white pawn');
  await bob.page.context().close();
  await ada.page.getByText(/has been away for \d+ s/).waitFor();
  await ada.page.getByRole('button', { name: 'Claim the win' }).click({ timeout: 90_000 });
  await ada.page.getByText('White wins: Black left the game').first().waitFor();
}, 150_000);
