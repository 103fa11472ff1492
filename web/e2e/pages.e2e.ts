/** Everything besides playing: the editor, analyses, PGN, settings. */

import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { click, drag, play, byClick, square, until } from './board';
import { launch, PHONE, visitor } from './browser';
import { newTable } from './tables';

const address = inject('address');
let browser: Browser;
beforeAll(async () => {
  browser = await launch();
});
afterAll(() => browser.close());

const START = 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR';

describe('the free board', () => {
  test('pieces are put, moved and taken away; the FEN follows', async () => {
    const { page, errors } = await visitor(browser);
    await newTable(page, address, { kind: 'board', fen: '8/8/8/8/8/8/8/8 w - - 0 1' });
    const fen = page.getByLabel('FEN');
    await page.getByRole('button', { name: 'Put a white king' }).click();
    await click(page, 'e1');
    await until(page, 'e1', 'white king');
    await page.getByRole('button', { name: 'Put a black king' }).click();
    await click(page, 'e8');
    await until(page, 'e8', 'black king');
    await page.getByRole('button', { name: 'Move pieces' }).click();
    await drag(page, 'e8', 'a8');
    await until(page, 'a8', 'black king');
    await expect.poll(() => fen.inputValue()).toMatch(/^k7\/8\/8\/8\/8\/8\/8\/4K3 w/);
    await page.getByRole('button', { name: 'Take back' }).click();
    await until(page, 'e8', 'black king');
    await page.getByLabel('Black', { exact: true }).check();
    await expect.poll(() => fen.inputValue()).toMatch(/4k3\/.* b/);
    await square(page, 'a1').focus();
    await page.keyboard.press('R');
    await until(page, 'a1', 'white rook');
    expect(errors).toEqual([]);
  });

  test('a FEN goes in, what is wrong with it is said, and play begins from it', async () => {
    const { page } = await visitor(browser);
    await newTable(page, address, { kind: 'board' });
    const fen = page.getByLabel('FEN');
    await fen.fill('not a position');
    await page.getByRole('button', { name: 'Load' }).click();
    await page.getByRole('alert').waitFor();
    expect(await fen.inputValue()).toBe('not a position');
    // It stays to be mended, but not when the board says something else.
    await page.getByRole('button', { name: 'Clear' }).click();
    await expect.poll(() => fen.inputValue()).toMatch(/^8\/8\/8/);
    await fen.fill('4k3/8/8/8/8/8/4P3/4K3 w - - 0 1');
    await page.getByRole('button', { name: 'Load' }).click();
    await until(page, 'e2', 'white pawn');
    await page.getByRole('button', { name: 'Two players' }).click();
    await page.getByText('White to move').first().waitFor();
    await play(page, 'e2e4', byClick);
  });

  test('what was set up by hand is analysed and played, whatever rights to castle were there before', async () => {
    const { page } = await visitor(browser);
    await newTable(page, address, { kind: 'board' });
    await page.getByRole('button', { name: 'Clear' }).click();
    for (const [piece, where] of [
      ['white king', 'e1'],
      ['white queen', 'd1'],
      ['black king', 'e8'],
    ] as const) {
      await page.getByRole('button', { name: `Put a ${piece}` }).click();
      await click(page, where);
      await until(page, where, piece);
    }
    const board = page.url();
    await page.getByRole('button', { name: 'Analyse' }).click();
    await page.getByRole('region', { name: 'Engine' }).waitFor();
    await play(page, 'd1d4', byClick);
    await page.goto(board);
    await page.getByRole('region', { name: 'Actions' }).getByRole('link', { name: 'New game' }).click();
    await page.getByRole('button', { name: 'Play', exact: true }).click();
    await page.waitForURL(/\/g\//);
    await play(page, 'd1d4', byClick);
  });

  test('a board of four by four', async () => {
    const { page } = await visitor(browser);
    await newTable(page, address, { kind: 'board' });
    await page.getByLabel('FEN').fill('k3/3p/P3/3K w - - 0 1');
    await page.getByRole('button', { name: 'Load' }).click();
    await until(page, 'a4', 'black king');
    expect(await page.locator('[data-square]').count()).toBe(16);
    const board = page.url();
    await page.getByRole('button', { name: 'Analyse' }).click();
    await page.getByText('No moves yet').waitFor();
    await play(page, 'd1c1', byClick);
    await page.goto(board);
    await page.getByRole('link', { name: 'New game' }).last().click();
    await page.getByLabel('Two players, here').check();
    await page.getByRole('button', { name: 'Play' }).click();
    await page.waitForURL(/\/g\//);
    await page.getByText('White to move').first().waitFor();
    await play(page, 'd1c1', byClick);
  });

  test('whoever looks on is not offered what they cannot do', async () => {
    const { page } = await visitor(browser);
    await newTable(page, address, { kind: 'board' });
    const { page: other } = await visitor(browser);
    await other.goto(page.url());
    await until(other, 'e2', 'white pawn');
    for (const name of ['Clear', 'Load', 'Put a white queen'])
      expect(await other.getByRole('button', { name }).count(), name).toBe(0);
    await other.getByRole('button', { name: 'Analyse' }).waitFor();
  });

  test('a picture can be had', async () => {
    const { page } = await visitor(browser);
    await newTable(page, address, { kind: 'board' });
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'PNG' }).click(),
    ]);
    expect(download.suggestedFilename()).toBe('board.png');
  });
});

describe('analysis', () => {
  test('variations, comments and signs go out as PGN', async () => {
    const { page, errors } = await visitor(browser);
    const { state } = await newTable(page, address, { kind: 'analysis' });
    await play(page, 'e2e4 e7e5', byClick);
    await page.keyboard.press('ArrowLeft');
    await until(page, 'e7', 'black pawn');
    await play(page, 'c7c5', byClick);
    await page.getByPlaceholder('Comment on c5').fill('the Sicilian');
    await page.getByPlaceholder('Comment on c5').press('Enter');
    await page.getByText('the Sicilian').waitFor();
    await page.getByLabel('Sign of the move').selectOption('1');
    await page.getByRole('button', { name: 'c5!' }).waitFor();
    await page.locator('body').click({ position: { x: 2, y: 2 } });
    await page.keyboard.press('Shift+ArrowRight');
    await until(page, 'e5', 'black pawn');
    const pgn = await page.evaluate(async (id) => (await fetch(`/api/v1/games/${id}/pgn`)).text(), state.id);
    expect(pgn).toMatch(/1\. e4 e5 \(1\.\.\. c5(!| \$1) \{ ?the Sicilian ?\}\)/);
    expect(errors).toEqual([]);
  });

  test('the engine shows its lines, and space plays the best', async () => {
    const { page } = await visitor(browser);
    await newTable(page, address, { kind: 'analysis', fen: '6k1/5ppp/8/8/8/8/8/R6K w - - 0 1' });
    await page.keyboard.press('e');
    await page.getByRole('button', { name: /#1 1\. Ra8#/ }).waitFor();
    await page.keyboard.press('Space');
    await until(page, 'a8', 'white rook');
  });

  test('lines that go the same way, and change places, are all shown', async () => {
    const { page, errors } = await visitor(browser);
    await newTable(page, address, { kind: 'analysis', fen: '8/P6k/8/8/8/8/8/K7 w - - 0 1' });
    await page.getByRole('combobox', { name: 'lines' }).selectOption('5');
    await page.keyboard.press('e');
    await page.getByText(/depth [12]\d/).waitFor();
    await expect.poll(() => page.getByRole('button', { name: / 1\. / }).count()).toBe(5);
    expect(await page.locator('line.hint').count()).toBeLessThanOrEqual(3);
    expect(errors).toEqual([]);
  });

  test('a move is typed where one stands, whatever its first letter does otherwise', async () => {
    const { page, errors } = await visitor(browser);
    await newTable(page, address, { kind: 'analysis', pgn: '1. e4 (1. d4 d5) 1... e5 *' });
    await page.getByRole('button', { name: 'd4', exact: true }).click();
    await until(page, 'd4', 'white pawn');
    await page.keyboard.press('h');
    await page.keyboard.press('5');
    await page.keyboard.press('Enter');
    await until(page, 'h5', 'black pawn');
    await until(page, 'd4', 'white pawn');
    await page.keyboard.press('Home');
    await until(page, 'd2', 'white pawn');
    await page.keyboard.press('h');
    await page.keyboard.press('4');
    await page.keyboard.press('Enter');
    await until(page, 'h4', 'white pawn');
    await until(page, 'e2', 'white pawn');
    // The e of e5 has switched the engine on and off again.
    await page.keyboard.press('e');
    await page.keyboard.press('5');
    await page.keyboard.press('Enter');
    await until(page, 'e5', 'black pawn');
    await page.getByRole('button', { name: 'Engine', pressed: false }).waitFor();
    expect(errors).toEqual([]);
  });

  test('the threat is shown until the position changes', async () => {
    const { page, errors } = await visitor(browser);
    await newTable(page, address, {
      kind: 'analysis',
      fen: 'r1bqkbnr/pppp1ppp/2n5/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR b KQkq - 3 3',
    });
    await page.keyboard.press('x');
    await page.getByText('Threat: Qxf7#').waitFor();
    await page.locator('line.hint.second').waitFor();
    await page.keyboard.press('x');
    await page.locator('line.hint.second').waitFor({ state: 'detached' });
    await page.keyboard.press('t');
    await page.locator('line.hint.second').waitFor();
    await play(page, 'g7g6', byClick);
    await page.locator('line.hint.second').waitFor({ state: 'detached' });
    await page.keyboard.press('?');
    await page.getByText('show the threat').waitFor();
    expect(errors).toEqual([]);
  });

  test('the switch shows what the engine does, whoever has switched it', async () => {
    const { page } = await visitor(browser);
    await newTable(page, address, { kind: 'analysis' });
    const other = await page.context().newPage();
    await other.goto(page.url());
    const pressed = (on: boolean) => ({ name: 'Engine', pressed: on });
    await page.getByRole('button', pressed(false)).click();
    await other.getByRole('button', pressed(true)).click();
    await page.getByRole('button', pressed(false)).waitFor();
    await other.getByRole('button', pressed(false)).waitFor();
  });

  test('why a position is worth what it is', async () => {
    const { page } = await visitor(browser);
    await newTable(page, address, {
      kind: 'analysis',
      fen: 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNB1KBNR w KQkq - 0 1',
    });
    await page.getByText('Evaluation, term by term').click();
    const material = page.getByRole('row', { name: /^material −(8|9|1\d)\.\d\d$/ });
    await material.waitFor();
    // It follows the moves.
    const total = page.getByRole('row', { name: /^total/ });
    const before = await total.textContent();
    await play(page, 'e2e4', byClick);
    await expect.poll(() => total.textContent()).not.toBe(before);
  });

  test('a review of the whole line, as a graph and in words', async () => {
    const { page } = await visitor(browser);
    await newTable(page, address, { kind: 'analysis', pgn: '[White "Ada"]\n\n1. f3 e5 2. g4 Qh4# 0-1' });
    await page.getByRole('button', { name: 'Review', exact: true }).click();
    await page.getByRole('img', { name: /Evaluation of [45] of 5 positions/ }).waitFor({ timeout: 50_000 });
    await page.getByRole('button', { name: 'Review', exact: true }).waitFor();
    await page.getByText(/^The game turned with 2\. g4\. Allows mate: Qh4#\./).waitFor();
    await page.getByRole('button', { name: /^2\. g4\?\? Allows mate/ }).click();
    await until(page, 'g4', 'white pawn');
    await until(page, 'h4', 'empty');
  });
});

test('PGN goes in and comes out the same', async () => {
  const { page } = await visitor(browser);
  await page.goto(`${address}/review`);
  await page
    .getByLabel('PGN, one game or many')
    .fill('[White "Ada"]\n[Black "Bob"]\n\n1. e4 e5 2. Nf3 1-0\n\n[White "Cy"]\n[Black "Di"]\n\n1. d4 Qxd4 *\n');
  await page.getByRole('button', { name: 'Bring in' }).click();
  await page.getByText('1 game brought in, 1 game not').waitFor();
  await page.getByText(/Game 2: No queen|Game 2: Illegal/).waitFor();
  // Only what is to be mended stays, so that nothing is brought in twice.
  expect(await page.getByLabel('PGN, one game or many').inputValue()).toBe(
    '[White "Cy"]\n[Black "Di"]\n\n1. d4 Qxd4 *',
  );
  await page.getByRole('link', { name: 'Ada – Bob' }).waitFor();
  const all = await page.evaluate(async () => (await fetch('/api/v1/pgn')).text());
  expect(all).toContain('1. e4 e5 2. Nf3 1-0');
  await page.getByLabel('Opponent').fill('Nobody');
  await page.getByRole('button', { name: 'Search' }).click();
  await page.getByText('No games like that').waitFor();
  await page.getByLabel('Opponent').fill('');
  await page.getByRole('button', { name: 'Search' }).click();
  await page.getByRole('button', { name: 'Review' }).click();
  await page.waitForURL(/\/g\//);
  await page.getByRole('button', { name: 'Nf3' }).waitFor();
  await page.locator('.players').getByText('Ada – Bob').waitFor();
  await page.locator('.players').getByText('1 – 0').waitFor();
  await page.goto(`${address}/review`);
  await page.getByRole('link', { name: 'Analysis: Ada – Bob' }).waitFor();
});

test('settings last', async () => {
  const { page } = await visitor(browser);
  await page.goto(`${address}/settings`);
  await page.getByLabel('Dark').check();
  await page.getByLabel('Regence', { exact: true }).check();
  await page.reload();
  expect(await page.locator('html').getAttribute('data-theme')).toBe('dark');
  expect(await page.locator('use').first().getAttribute('href')).toContain('#regence-');
});

test('on a phone nothing is wider than the screen, and the board goes from edge to edge', async () => {
  const { page } = await visitor(browser, PHONE);
  await newTable(page, address, { players: { white: 'me', black: 'computer:random' }, clock: '5+3' });
  for (const path of [
    page.url(),
    address,
    `${address}/new`,
    `${address}/review`,
    `${address}/settings`,
    `${address}/help`,
  ]) {
    await page.goto(path);
    await page.locator('main').waitFor();
    expect(await page.evaluate(() => document.documentElement.scrollWidth), path).toBeLessThanOrEqual(390);
  }
  await page.goto(address);
  const board = await page.locator('.surface').boundingBox();
  expect(board?.x).toBe(0);
  expect(board?.width).toBe(390);
});

test('a phone on its side shows the board as high as it is', async () => {
  const { page } = await visitor(browser, { ...PHONE, viewport: { width: 844, height: 390 } });
  await newTable(page, address, { players: { white: 'me', black: 'computer:random' }, clock: '5+3' });
  for (const path of [page.url(), address, `${address}/new`]) {
    await page.goto(path);
    const board = await page.locator('.surface').boundingBox();
    expect(board?.height, path).toBeGreaterThan(300);
    expect((board?.y ?? 0) + (board?.height ?? 0), path).toBeLessThanOrEqual(390);
    expect(await page.evaluate(() => document.documentElement.scrollWidth), path).toBeLessThanOrEqual(844);
  }
});

test('the start position is the one everybody knows', async () => {
  const { page } = await visitor(browser);
  const { state } = await newTable(page, address, {});
  expect(state.fen.split(' ')[0]).toBe(START);
});
