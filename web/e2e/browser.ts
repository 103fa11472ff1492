/** The browser of the tests: the chromium of the system, found or installed. */

import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chromium, type Browser, type BrowserContextOptions, type Page } from 'playwright-core';

const PLACES = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
];

function browserPath(): string {
  const find = () => [process.env['CHROMIUM'], ...PLACES].find((path) => path !== undefined && existsSync(path));
  const found = find();
  if (found) return found;
  if (process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) {
    execFileSync('apt-get', ['install', '--yes', '--quiet', 'chromium'], { stdio: 'inherit' });
  }
  const installed = find();
  if (installed) return installed;
  throw new Error('no chromium found: install it (Debian: apt-get install chromium) or say where it is with CHROMIUM');
}

export const launch = (): Promise<Browser> =>
  chromium.launch({ executablePath: browserPath(), args: process.getuid?.() === 0 ? ['--no-sandbox'] : [] });

/** A stranger's browser: a page of its own, whose errors fail the test that looks at them. */
export interface Visitor {
  page: Page;
  errors: string[];
}

export async function visitor(browser: Browser, options: BrowserContextOptions = {}): Promise<Visitor> {
  const context = await browser.newContext({
    viewport: { width: 1280, height: 800 },
    reducedMotion: 'reduce',
    ...options,
  });
  const page = await context.newPage();
  page.setDefaultTimeout(15_000);
  const errors: string[] = [];
  page.on('pageerror', (error) => errors.push(error.message));
  page.on('console', (message) => {
    // What the server refuses is told to the person; the browser writes it down as well.
    if (message.type() === 'error' && !/status of 4\d\d/.test(message.text())) errors.push(message.text());
  });
  return { page, errors };
}

export const PHONE: BrowserContextOptions = {
  viewport: { width: 390, height: 844 },
  hasTouch: true,
  isMobile: true,
  deviceScaleFactor: 2,
};
