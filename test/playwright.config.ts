import { defineConfig } from '@playwright/test';
import { chromiumOptions } from './chromium.js';

/**
 * The main flows, in Debian's chromium, against the built product: each worker has one of its own.
 */
export default defineConfig({
  testDir: 'browser',
  testMatch: '**/*.e2e.ts',
  outputDir: '../test-results',
  fullyParallel: false,
  workers: 3,
  // A test that passes only at its second try has found something.
  retries: 0,
  // Flows wait for conditions: this is how long a loaded machine may take until something that
  // hangs has failed.
  timeout: 300_000,
  expect: { timeout: 60_000 },
  forbidOnly: true,
  reporter: [['list']],
  use: {
    // what cannot be pressed is named, and not only that the test took too long
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
