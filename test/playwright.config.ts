import { defineConfig } from '@playwright/test';
import { chromiumOptions } from './chromium.js';

/** Flows in Debian's Chromium. Each worker runs one of them at a time against the built product. */
export default defineConfig({
  testDir: 'browser',
  testMatch: '**/*.e2e.ts',
  outputDir: '../test-results',
  fullyParallel: false,
  workers: 3,
  // A test that passes only at its second try has found a defect.
  retries: 0,
  // Flows wait for conditions; this is the limit for a hanging one on a loaded machine.
  timeout: 300_000,
  expect: { timeout: 60_000 },
  forbidOnly: true,
  reporter: [['list']],
  use: {
    // Names the element that cannot be pressed, instead of a general timeout.
    actionTimeout: 60_000,
    browserName: 'chromium',
    headless: true,
    locale: 'en-IN',
    timezoneId: 'Asia/Kolkata',
    screenshot: 'only-on-failure',
    trace: 'off',
    launchOptions: chromiumOptions(),
  },
});
