import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['e2e/*.e2e.ts'],
    globalSetup: ['e2e/server.ts'],
    // One browser at a time: what is tested is the page, not the machine.
    fileParallelism: false,
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // A browser on a busy machine may be late once; what is wrong is wrong twice.
    retry: 1,
  },
});
