import { defineConfig } from '@playwright/test';
import browserTests from './playwright.config.js';

/**
 * `npm run screenshots` takes screenshots of the running product: those of the README, or every
 * screen.
 */
export default defineConfig({
  ...browserTests,
  testMatch: '**/screenshots.ts',
  workers: 1,
  timeout: 1_800_000,
});
