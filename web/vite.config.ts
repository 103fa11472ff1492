import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  plugins: [svelte()],
  build: {
    target: 'es2022',
    // The page is served from the same machine; one request fewer matters more than caching halves of it.
    modulePreload: { polyfill: false },
    // A strict content security policy lets no data: script or style through.
    assetsInlineLimit: 0,
  },
  server: {
    proxy: { '/api': { target: process.env['REGENCE'] ?? 'http://127.0.0.1:1851', ws: true } },
  },
  test: { include: ['src/**/*.test.ts'] },
});
