import { defineConfig } from '@playwright/test';
import browserTests from './playwright.config.js';

/**
 * `npm run screenshots`: what the README shows, and every screen beside it, taken of the running
 * product.
 */
export default defineConfig({
  ...browserTests,
  testMatch: '**/screenshots.ts',
  workers: 1,
  timeout: 1_800_000,
});
