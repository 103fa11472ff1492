import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['e2e/*.e2e.ts'],
    globalSetup: ['e2e/server.ts'],
    // Two browsers keep two cores busy, and a third mostly waits for a player to be given up.
    maxWorkers: 3,
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // A browser on a busy machine may be late once; what is wrong is wrong twice.
    retry: 1,
  },
});
