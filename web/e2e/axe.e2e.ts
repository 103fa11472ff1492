/** All pages, in every look, by the eyes of axe. */

import axe from 'axe-core';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { click, drag, play, byClick } from './board';
import { launch, PHONE, visitor } from './browser';
import { newTable } from './tables';

const address = inject('address');
let browser: Browser;
beforeAll(async () => {
  browser = await launch();
});
afterAll(() => browser.close());

describe('axe finds nothing', () => {
  const VISITS: [string, (page: Page) => Promise<unknown>][] = [
    ['start', (page) => page.goto(address)],
    ['new game', (page) => page.goto(`${address}/new`)],
    ['watch', (page) => page.goto(`${address}/new?with=watch`)],
    ['review', (page) => page.goto(`${address}/review`)],
    ['settings', (page) => page.goto(`${address}/settings`)],
    ['help', (page) => page.goto(`${address}/help`)],
    ['nowhere', (page) => page.goto(`${address}/nowhere`)],
    ['no such game', (page) => page.goto(`${address}/g/AAAAAAAAAAAA`)],
    [
      'a game',
      async (page) => {
        await newTable(page, address, { clock: '5+3' });
        await play(page, 'e2e4 d7d5 e4d5', byClick);
        await click(page, 'd8');
      },
    ],
    [
      'a finished game',
      async (page) => {
        await newTable(page, address, {});
        await play(page, 'f2f3 e7e5 g2g4 d8h4', byClick);
      },
    ],
    [
      'a promotion',
      async (page) => (await newTable(page, address, { fen: '7k/P7/8/8/8/8/8/7K w - - 0 1' }), drag(page, 'a7', 'a8')),
    ],
    ['an open table', (page) => newTable(page, address, { players: { white: 'me', black: 'open' } })],
    [
      'an analysis',
      async (page) => {
        await newTable(page, address, { kind: 'analysis' });
        await play(page, 'e2e4', byClick);
        await page.keyboard.press('e');
        await page.getByText(/depth \d+/).waitFor();
        await page.getByText('Evaluation, term by term').click();
        await page.getByRole('cell').first().waitFor();
      },
    ],
    [
      'players and clock',
      async (page) => {
        await newTable(page, address, { players: { white: 'me', black: 'computer:random' }, clock: '5+3' });
        await page.getByRole('button', { name: 'Players, clock' }).click();
      },
    ],
    ['the free board', (page) => newTable(page, address, { kind: 'board' })],
  ];
  const LOOKS: [string, BrowserContextOptions][] = [
    ['in the light', {}],
    ['in the dark', { colorScheme: 'dark' }],
    ['with high contrast', { contrast: 'more' }],
    ['on a phone', PHONE],
  ];

  test.each(VISITS.flatMap(([name, visit]) => LOOKS.map(([look, options]) => [name, look, visit, options] as const)))(
    '%s %s',
    async (_name, _look, visit, options) => {
      const { page } = await visitor(browser, options);
      await visit(page);
      await page.locator('main').waitFor();
      await page.evaluate(axe.source);
      const found = await page.evaluate(async () => {
        const { axe } = window as unknown as { axe: typeof import('axe-core') };
        const { violations } = await axe.run(document, {
          runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
        });
        return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 160)).join(' | ')}`);
      });
      expect(found).toEqual([]);
      await page.context().close();
    },
  );
});
