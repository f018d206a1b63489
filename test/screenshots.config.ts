import { defineConfig } from '@playwright/test';
import browserTests from './playwright.config.js';

/**
 * `npm run screenshots` takes pictures of the running product: those of the README, and every
 * screen.
 */
export default defineConfig({
  ...browserTests,
  testMatch: '**/screenshots.ts',
  workers: 1,
  timeout: 1_800_000,
});
