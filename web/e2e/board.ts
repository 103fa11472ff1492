/** Hands and eyes at the board of a page. What is seen is what a screen reader would hear. */

import type { Locator, Page } from 'playwright-core';

export const square = (page: Page, name: string): Locator => page.locator(`[data-square="${name}"]`);

/** "white pawn", "empty". */
export async function on(page: Page, name: string): Promise<string> {
  const label = await square(page, name).getAttribute('aria-label');
  return label?.split(', ')[1] ?? 'nothing';
}

/** Waits for the pieces: until the server has answered, there is an empty board that nobody listens at. */
export const setUp = (page: Page): Promise<void> =>
  page.locator('[role=grid]:not([aria-label="Board, not set up yet"])').waitFor();

/** Waits for a piece to stand there, and says which. */
async function pieceOn(page: Page, name: string): Promise<string> {
  await page.locator(`[data-square="${name}"]:not([aria-label^="${name}, empty"])`).waitFor();
  return on(page, name);
}

/** Waits until a square has this on it. */
export async function until(page: Page, name: string, what: string): Promise<void> {
  await page.locator(`[data-square="${name}"][aria-label^="${name}, ${what}"]`).waitFor();
}

async function middle(page: Page, name: string): Promise<{ x: number; y: number }> {
  await setUp(page);
  const box = await square(page, name).boundingBox();
  if (!box) throw new Error(`${name} is not on the page`);
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

export async function drag(page: Page, from: string, to: string): Promise<void> {
  const [start, end] = [await middle(page, from), await middle(page, to)];
  await page.mouse.move(start.x, start.y);
  await page.mouse.down();
  await page.mouse.move((start.x + end.x) / 2, (start.y + end.y) / 2, { steps: 3 });
  await page.mouse.move(end.x, end.y, { steps: 3 });
  await page.mouse.up();
}

export async function click(page: Page, name: string): Promise<void> {
  const { x, y } = await middle(page, name);
  await page.mouse.click(x, y);
}

export async function tap(page: Page, name: string): Promise<void> {
  const { x, y } = await middle(page, name);
  await page.touchscreen.tap(x, y);
}

/** Moves the cursor with arrow keys and presses Enter, as seen with White below. */
export async function walkTo(page: Page, to: string): Promise<void> {
  const from = await page.evaluate(() => document.activeElement?.getAttribute('data-square') ?? '');
  const [files, ranks] = [to.charCodeAt(0) - from.charCodeAt(0), Number(to[1]) - Number(from[1])];
  for (let step = 0; step < Math.abs(files); step++) await page.keyboard.press(files > 0 ? 'ArrowRight' : 'ArrowLeft');
  for (let step = 0; step < Math.abs(ranks); step++) await page.keyboard.press(ranks > 0 ? 'ArrowUp' : 'ArrowDown');
}

export type Mover = (page: Page, from: string, to: string) => Promise<void>;

export const byDrag: Mover = drag;
export const byClick: Mover = async (page, from, to) => {
  await click(page, from);
  await click(page, to);
};
export const byTap: Mover = async (page, from, to) => {
  await tap(page, from);
  await tap(page, to);
};
export const byKeys: Mover = async (page, from, to) => {
  await walkTo(page, from);
  await page.keyboard.press('Enter');
  await walkTo(page, to);
  await page.keyboard.press('Enter');
};

/** Plays moves written as in UCI, and waits for each to arrive. */
export async function play(page: Page, moves: string, mover: Mover): Promise<void> {
  for (const move of moves.split(' ')) {
    const [from, to] = [move.slice(0, 2), move.slice(2, 4)];
    const piece = await pieceOn(page, from);
    await mover(page, from, to);
    await until(page, to, piece);
    await page.locator('[aria-current="step"]').last().waitFor();
  }
}
