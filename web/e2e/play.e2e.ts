/** Games at the board, by every kind of hand. */

import type { Browser, BrowserContextOptions } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, inject, test } from 'vitest';
import { byClick, byDrag, byKeys, byTap, click, drag, on, play, square, until, walkTo, type Mover } from './board';
import { launch, PHONE, visitor } from './browser';
import { newTable } from './tables';

const address = inject('address');
const MATE = 'e2e4 e7e5 f1c4 b8c6 d1h5 g8f6 h5f7';

let browser: Browser;
let errors: string[] = [];
beforeAll(async () => {
  browser = await launch();
});
afterAll(() => browser.close());
afterEach(() => expect(errors).toEqual([]));

async function visit(options?: BrowserContextOptions) {
  const visited = await visitor(browser, options);
  errors = visited.errors;
  return visited.page;
}

describe('a game to mate', () => {
  test.each<[string, Mover, BrowserContextOptions]>([
    ['by dragging', byDrag, {}],
    ['by clicking', byClick, {}],
    ['by touch', byTap, PHONE],
  ])('%s', async (_, mover, options) => {
    const page = await visit(options);
    await newTable(page, address, {});
    await play(page, MATE, mover);
    await page.getByText('White wins by checkmate').first().waitFor();
  });

  test('by keyboard alone', async () => {
    const page = await visit();
    await page.goto(address);
    await page.locator('[data-square]').first().waitFor();
    // From the top of the page by Tab to the choice "Two players".
    for (let step = 0; step < 40; step++) {
      await page.keyboard.press('Tab');
      if ((await page.evaluate(() => document.activeElement?.textContent ?? '')).startsWith('Two players')) break;
    }
    await page.keyboard.press('Enter');
    await page.waitForURL(/\/g\//);
    await page.getByText('White to move').first().waitFor();
    for (let step = 0; step < 40; step++) {
      await page.keyboard.press('Tab');
      if (await page.evaluate(() => document.activeElement?.hasAttribute('data-square') ?? false)) break;
    }
    await play(page, MATE, byKeys);
    await page.getByText('White wins by checkmate').first().waitFor();
    expect(await page.locator('[aria-live="assertive"]').textContent()).toContain('White wins by checkmate');
  });

  test('by typing moves', async () => {
    const page = await visit();
    await newTable(page, address, {});
    for (const move of ['f3', 'e5', 'g4', 'Qh4']) {
      await page.keyboard.type(move, { delay: 20 });
      await page.keyboard.press('Enter');
      await page.getByRole('button', { name: move }).first().waitFor();
    }
    await page.getByText('Black wins by checkmate').first().waitFor();
  });
});

describe('special moves', () => {
  test('castling, both ways', async () => {
    const page = await visit();
    await newTable(page, address, { fen: 'r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1' });
    await click(page, 'e1');
    expect(await square(page, 'g1').getAttribute('aria-label')).toBe('g1, empty, special move');
    await click(page, 'g1');
    await until(page, 'f1', 'white rook');
    await play(page, 'e8c8', byDrag);
    await until(page, 'd8', 'black rook');
  });

  test('taking in passing', async () => {
    const page = await visit();
    await newTable(page, address, { fen: '4k3/3p4/8/4P3/8/8/8/4K3 b - - 0 1' });
    await play(page, 'd7d5', byClick);
    await click(page, 'e5');
    expect(await square(page, 'd6').getAttribute('aria-label')).toContain('special move');
    await click(page, 'd6');
    await until(page, 'd6', 'white pawn');
    expect(await on(page, 'd5')).toBe('empty');
  });

  test('a knight instead of a queen, by mouse and by keyboard', async () => {
    const page = await visit();
    await newTable(page, address, { fen: '7k/P7/8/8/8/8/p7/7K w - - 0 1' });
    await drag(page, 'a7', 'a8');
    await page.getByRole('button', { name: 'knight' }).click();
    await until(page, 'a8', 'white knight');
    await square(page, 'a2').focus();
    await page.keyboard.press('Enter');
    await walkTo(page, 'a1');
    await page.keyboard.press('Enter');
    await page.keyboard.press('r');
    await until(page, 'a1', 'black rook');
  });

  test('a knight instead of a queen, by touch', async () => {
    const page = await visit(PHONE);
    await newTable(page, address, { fen: '7k/P7/8/8/8/8/p7/7K w - - 0 1' });
    await byTap(page, 'a7', 'a8');
    // The finger that has opened the choice chooses nothing by going up.
    await page.getByRole('button', { name: 'knight' }).tap();
    await until(page, 'a8', 'white knight');
  });

  test('an illegal try says why, and nothing moves', async () => {
    const page = await visit();
    await newTable(page, address, {});
    await drag(page, 'e2', 'e5');
    await page.getByRole('alert').waitFor();
    expect((await page.getByRole('alert').textContent())?.length).toBeGreaterThan(10);
    expect(await on(page, 'e2')).toBe('white pawn');
  });
});

describe('draws are claimed', () => {
  test.each([
    ['with the third repetition', {}, 'g1f3 g8f6 f3g1 f6g8 g1f3 g8f6 f3g1 f6g8', 'Draw: the same position three times'],
    ['after fifty moves', { fen: '4k3/8/8/8/8/8/8/R3K3 w - - 99 80' }, 'a1a2', 'Draw: fifty moves'],
  ])('%s', async (_, request, moves, sentence) => {
    const page = await visit();
    await newTable(page, address, request);
    await play(page, moves, byClick);
    await page.getByRole('button', { name: 'Claim draw' }).click();
    await page.locator('.end').getByText(sentence).waitFor();
    await page.getByText('½ – ½').first().waitFor();
  });
});

describe('two at one screen', () => {
  test('Black’s pieces stand on their heads if that is wished for', async () => {
    const page = await visit();
    await page.goto(`${address}/settings`);
    await page.getByLabel(/Black’s pieces upside down/).check();
    await newTable(page, address, {});
    const turned = () =>
      page.locator('.figure.turned').evaluateAll((all) => all.map((one) => one.getAttribute('data-piece')));
    expect((await turned()).toSorted().join('')).toBe('bbknnppppppppqrr');
    const angle = await page
      .locator('.figure.turned svg')
      .first()
      .evaluate((one) => getComputedStyle(one).transform);
    expect(angle).toMatch(/^matrix\(-1, /);
    await play(page, 'e2e4 e7e5', byClick);
    expect(await turned()).toHaveLength(16);
    // Against a computer nobody sits opposite.
    await newTable(page, address, { players: { white: 'me', black: 'computer:random' } });
    expect(await turned()).toHaveLength(0);
  });

  test('sounds are made if they are wished for, and only then', async () => {
    const page = await visit();
    await page.addInitScript(() => {
      const struck = window as unknown as { struck: number };
      struck.struck = 0;
      const make = AudioContext.prototype.createOscillator;
      AudioContext.prototype.createOscillator = function () {
        struck.struck += 1;
        return make.call(this);
      };
    });
    const struck = () => page.evaluate(() => (window as unknown as { struck: number }).struck);
    for (const wished of [false, true]) {
      await page.goto(`${address}/settings`);
      await page.getByLabel('Sounds', { exact: true }).setChecked(wished);
      expect(await page.getByLabel('Sounds', { exact: true }).isChecked()).toBe(wished);
      await newTable(page, address, {});
      await play(page, 'e2e4 d7d5 e4d5', byClick);
      expect((await struck()) > 0).toBe(wished);
    }
  });
});

describe('against the computer', () => {
  test('a move on the start page begins a game, and the computer answers', async () => {
    const page = await visit();
    await page.goto(address);
    await page.locator('.surface.active').waitFor();
    await drag(page, 'e2', 'e4');
    await page.waitForURL(/\/g\//);
    await page.locator('ol li').first().locator('button').nth(1).waitFor();
    expect(await on(page, 'e4')).toBe('white pawn');
  });

  test('house rules: without check the king is taken', async () => {
    const page = await visit();
    await page.goto(`${address}/new?with=two`);
    await page.getByLabel('Rules').selectOption('house');
    await page.getByLabel('Castling').uncheck();
    await page.getByLabel(/Check and mate/).uncheck();
    await page.getByText('From another position').click();
    await page.getByLabel('FEN').fill('4k3/8/8/8/8/8/8/4RK2 w - - 0 1');
    await page.getByRole('button', { name: 'Play', exact: true }).click();
    await page.waitForURL(/\/g\//);
    await page.locator('.surface.active').waitFor();
    await drag(page, 'e1', 'e8');
    await page
      .getByText(/White wins/)
      .first()
      .waitFor();
  });

  test('take back and redo', async () => {
    const page = await visit();
    await newTable(page, address, { players: { white: 'me', black: 'computer:random' } });
    await drag(page, 'e2', 'e4');
    await page.locator('ol li button').nth(1).waitFor();
    await page.getByRole('button', { name: 'Take back' }).click();
    await until(page, 'e2', 'white pawn');
    await page.getByRole('button', { name: 'Redo' }).click();
    await until(page, 'e4', 'white pawn');
  });

  test('a hint is shown on the board, and the threat as well', async () => {
    const page = await visit();
    const players = { white: 'me', black: 'computer:random' };
    await newTable(page, address, { players, fen: '6k1/5ppp/8/8/8/8/r4PPP/R5K1 w - - 0 1' });
    await page.getByRole('button', { name: 'Hint' }).click();
    await page.getByText('Hint: Rxa2').first().waitFor();
    expect(await page.locator('line.hint').count()).toBe(1);
    await page.keyboard.press('x');
    await page.getByText('Threat: Rxa1#').first().waitFor();
    expect(await page.locator('line.hint.second').count()).toBe(1);
    await page.keyboard.press('t');
    await page.locator('line.hint').waitFor({ state: 'detached' });
    expect(await on(page, 'a1')).toBe('white rook');
  });

  test('the engine shows its lines beside a game, but not to somebody who types a move', async () => {
    const page = await visit();
    await newTable(page, address, {});
    await page.keyboard.type('e4');
    await page.keyboard.press('Enter');
    await until(page, 'e4', 'white pawn');
    const engine = page.getByRole('region', { name: 'Engine' });
    expect(await engine.count()).toBe(0);
    await page.keyboard.press('e');
    await engine.getByText(/depth \d+/).waitFor();
    await play(page, 'e7e5', byClick);
    await engine.getByRole('button', { name: /2\. / }).first().waitFor();
    await page.keyboard.press('e');
    await engine.waitFor({ state: 'detached' });
  });

  test('lines stay while a move is typed, and close when they are switched off elsewhere', async () => {
    const page = await visit();
    await newTable(page, address, {});
    const engine = page.getByRole('region', { name: 'Engine' });
    await page.keyboard.press('e');
    await engine.getByText(/depth \d+/).waitFor();
    await engine.evaluate((shown) => shown.setAttribute('data-same', ''));
    await page.keyboard.type('e4');
    await page.keyboard.press('Enter');
    await until(page, 'e4', 'white pawn');
    expect(await engine.getAttribute('data-same')).toBe('');

    const elsewhere = await page.context().newPage();
    await elsewhere.goto(page.url());
    await until(elsewhere, 'e4', 'white pawn');
    const button = elsewhere.getByRole('region', { name: 'Actions' }).getByRole('button', { name: 'Engine' });
    await button.click();
    await elsewhere.getByText(/depth \d+/).waitFor();
    await button.click();
    await engine.waitFor({ state: 'detached' });
  });

  test('resigning asks first', async () => {
    const page = await visit();
    await newTable(page, address, { players: { white: 'me', black: 'computer:random' } });
    await drag(page, 'e2', 'e4');
    await page.locator('ol li button').nth(1).waitFor();
    await page.getByRole('button', { name: 'Resign' }).click();
    await page.getByRole('button', { name: 'Play on' }).click();
    await page.getByRole('button', { name: 'Resign' }).click();
    await page.getByRole('group', { name: 'Resign this game?' }).getByRole('button', { name: 'Resign' }).click();
    await page
      .getByText(/Black wins/)
      .first()
      .waitFor();
    await page.getByText('You against Computer (random): 0 won, 0 drawn, 1 lost.').waitFor();
  });

  test('strength is shown as measured, and check at the side that is in it', async () => {
    const page = await visit();
    const fen = '4k3/8/8/8/8/8/8/4K2R w - - 0 1';
    await newTable(page, address, { players: { white: 'me', black: 'engine:1200' }, fen, clock: '5+3' });
    const opponent = page.getByRole('region', { name: 'Opponent' });
    await opponent.getByText('measured').waitFor();
    await page.getByRole('button', { name: 'Players, clock' }).click();
    await page.getByLabel('Black', { exact: true }).selectOption('me');
    await drag(page, 'h1', 'h8');
    await opponent.getByText('check', { exact: true }).waitFor();
  });

  test('a game is there again after a reload, and on the start page', async () => {
    const page = await visit();
    await newTable(page, address, { players: { white: 'me', black: 'computer:random' } });
    await drag(page, 'e2', 'e4');
    await page.locator('ol li button').nth(1).waitFor();
    await page.reload();
    await until(page, 'e4', 'white pawn');
    await drag(page, 'd2', 'd4');
    await until(page, 'd4', 'white pawn');
    await page.goto(address);
    await page.getByRole('heading', { name: 'Continue' }).waitFor();
  });

  test('watching: pause, step, go on', async () => {
    const page = await visit();
    await newTable(page, address, { players: { white: 'computer:random', black: 'computer:random' } });
    await page.getByRole('button', { name: 'Pause' }).click();
    await page.getByRole('button', { name: 'Go on' }).waitFor();
    const moves = () => page.locator('ol li button').count();
    const before = await moves();
    await page.getByRole('button', { name: 'Step' }).click();
    await page.locator('ol li button').nth(before).waitFor();
    expect(await moves()).toBe(before + 1);
    await page.keyboard.press('Space');
    await page
      .locator('ol li button')
      .nth(before + 2)
      .waitFor();
    await page.keyboard.press('Space');
    await page.getByRole('button', { name: 'Go on' }).waitFor();
    // A game that has begun does not end with one click.
    await page.getByRole('button', { name: 'Free board' }).click();
    await page.getByRole('button', { name: 'Keep it' }).click();
    await page.getByRole('button', { name: 'Keep it' }).waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Free board' }).click();
    await page.getByRole('button', { name: 'End game' }).click();
    await page.getByRole('heading', { name: 'Free board' }).waitFor();
  });
});

test('players, names and clocks change while the game goes on', async () => {
  const page = await visit();
  await newTable(page, address, { players: { white: 'me', black: 'computer:random' } });
  await drag(page, 'e2', 'e4');
  await page.locator('ol li button').nth(1).waitFor();
  await page.getByRole('button', { name: 'Players, clock' }).click();
  const change = page.getByRole('group', { name: 'Players and clock' });
  await change.getByLabel('Black', { exact: true }).selectOption('computer:taker');
  const opponent = page.getByRole('region', { name: 'Opponent' });
  await opponent.getByText('taker').waitFor();
  await change.getByLabel('White’s name').fill('Ada');
  await change.getByLabel('White’s name').press('Enter');
  await page.getByRole('region', { name: 'You' }).getByText('Ada').waitFor();
  await change.getByLabel('Clock').selectOption('5+3');
  await page.getByRole('timer').first().waitFor();
  await change.getByRole('button', { name: 'Close' }).click();
  await change.waitFor({ state: 'detached' });
  await drag(page, 'd2', 'd4');
  await until(page, 'd4', 'white pawn');
  await page.locator('ol li button').nth(3).waitFor();
  // Nothing is lost by leaving, so nobody asks.
  await page.getByRole('link', { name: 'Help' }).click();
  await page.waitForURL(/\/help$/);
});

test('whoever listens hears that little time is left, and that a draw can be claimed', async () => {
  const page = await visit();
  await newTable(page, address, { clock: '13s' });
  await play(page, 'g1f3 g8f6 f3g1 f6g8', byClick);
  await page.locator('[aria-live="assertive"]').getByText('ten seconds left').first().waitFor();

  const other = await visit();
  await newTable(other, address, {});
  await play(other, 'g1f3 g8f6 f3g1 f6g8 g1f3 g8f6 f3g1 f6g8', byClick);
  await other.locator('[aria-live="polite"]').getByText('You can claim it').waitFor();
  // What was said at the same time is heard as well.
  await other.locator('[aria-live="polite"]').getByText('Black: knight g8').waitFor();
});
