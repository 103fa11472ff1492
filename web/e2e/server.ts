/** Starts the built program with an empty data folder on a free port, and stops it after the tests. */

import { spawn, type ChildProcess } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';

declare module 'vitest' {
  interface ProvidedContext {
    address: string;
  }
}

/** The program: the one named by REGENCE, or the newest build of this repository. */
function program(): string {
  const target = process.env['CARGO_TARGET_DIR'] ?? '../target';
  const found = [process.env['REGENCE'], join(target, 'release/regence'), join(target, 'debug/regence')].find(
    (path) => path !== undefined && existsSync(path),
  );
  if (found === undefined)
    throw new Error('no program to test: run cargo build --release, or say where it is with REGENCE');
  return found;
}

export interface Server {
  address: string;
  process: ChildProcess;
}

/** The address is in the first line that has one. */
export function start(data: string, port = '0'): Promise<Server> {
  const child = spawn(program(), ['web', '--no-open', '--port', port, '--data', data], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  return new Promise((resolve, reject) => {
    let said = '';
    const hear = (text: Buffer): void => {
      said += text.toString();
      const address = /http:\/\/[^\s/"]+/.exec(said)?.[0];
      if (address) resolve({ address, process: child });
    };
    child.stdout.on('data', hear);
    child.stderr.on('data', hear);
    child.once('exit', (code) => reject(new Error(`the server ended with ${code}: ${said}`)));
  });
}

export function stop({ process: child }: Server): Promise<void> {
  return new Promise((resolve) => {
    if (child.exitCode !== null) return resolve();
    child.removeAllListeners('exit');
    child.once('exit', () => resolve());
    child.kill('SIGTERM');
  });
}

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const data = mkdtempSync(join(tmpdir(), 'regence-e2e-'));
  const server = await start(data);
  const front = await inFront(server.address);
  project.provide('address', front.address);
  return async () => {
    await front.close();
    await stop(server);
    rmSync(data, { recursive: true, force: true });
  };
}

/** With PAGE=dist, the page comes from that folder instead of from inside the program: quicker while working on the page. */
export async function inFront(address: string): Promise<{ address: string; close: () => Promise<void> }> {
  if (process.env['PAGE'] === undefined) return { address, close: async () => undefined };
  const { preview } = await import('vite');
  const server = await preview({
    logLevel: 'silent',
    build: { outDir: process.env['PAGE'] },
    preview: { port: 0, host: '127.0.0.1', proxy: { '/api': { target: address, ws: true } } },
  });
  const port = server.httpServer.address();
  if (port === null || typeof port === 'string') throw new Error('the preview has no port');
  return { address: `http://127.0.0.1:${port.port}`, close: () => server.close() };
}
