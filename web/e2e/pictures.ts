/** Makes the pictures for the README from the running program: `npm run pictures`. */

import { mkdirSync } from 'node:fs';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, beforeAll, inject, test } from 'vitest';
import type { NewGameRequest } from '../src/api/types';
import { byClick, click, play } from './board';
import { launch, PHONE, visitor } from './browser';
import { newTable } from './tables';

const address = inject('address');
const FOLDER = '../docs/pictures';
const DESKTOP: BrowserContextOptions = { viewport: { width: 1280, height: 800 }, deviceScaleFactor: 1.5 };
/** The Ruy Lopez, as far as the Open Variation. */
const OPENING = 'e2e4 e7e5 g1f3 b8c6 f1b5 a7a6 b5a4 g8f6 e1g1 f6e4 d2d4 b7b5 a4b3 d7d5 d4e5 c8e6';

let browser: Browser;
beforeAll(async () => {
  mkdirSync(FOLDER, { recursive: true });
  browser = await launch();
});
afterAll(() => browser.close());

async function picture(
  name: string,
  options: BrowserContextOptions,
  request: NewGameRequest,
  act: (page: Page) => Promise<unknown>,
): Promise<void> {
  const { page } = await visitor(browser, options);
  await newTable(page, address, request);
  await act(page);
  await page.screenshot({ path: `${FOLDER}/${name}.png` });
  await page.context().close();
}

const names = { white: 'me:Ada', black: 'me:Ben' };

test('light: a game, a piece picked', () =>
  picture('page-light', DESKTOP, { players: names, clock: '10+5' }, async (page) => {
    await play(page, OPENING, byClick);
    await click(page, 'f3');
  }));

const PGN = `[White "Ada"]
[Black "Ben"]

1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Nxe4 {The Open Variation.} (5... Be7 6. Re1 b5 7. Bb3 d6) 6. d4 b5 7. Bb3 d5
8. dxe5 Be6 9. c3 Bc5 (9... Be7 10. Nbd2) 10. Nbd2 O-O 11. Bc2 Nxf2!? {Dilworth's idea: two pieces for a rook and a draughty king.}
12. Rxf2 f6 13. exf6 Bxf2+ 14. Kxf2 Qxf6 *`;

test('dark: a review with engine lines', () =>
  picture('page-dark', { ...DESKTOP, colorScheme: 'dark' }, { kind: 'analysis', pgn: PGN }, async (page) => {
    await page.getByRole('button', { name: 'Nxf2!?' }).click();
    await page.keyboard.press('e');
    await page.getByText(/depth 1[0-9]/).waitFor({ timeout: 60_000 });
  }));

test('phone: the same game', () =>
  picture('page-phone', PHONE, { players: names, clock: '10+5' }, async (page) => {
    await play(page, OPENING, byClick);
  }));
