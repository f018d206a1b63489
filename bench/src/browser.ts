import { type Browser, type BrowserContext, chromium } from '@playwright/test';
import { existsSync } from 'node:fs';
import type { Person } from '../../test/acceptance/person.js';

const usual = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];
const args = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

export async function withBrowser<Result>(work: (browser: Browser) => Promise<Result>): Promise<Result> {
  const executablePath = [process.env['CHROMIUM'], ...usual].find((path) => path && existsSync(path));
  if (!executablePath) throw new Error('There is no chromium: install it, or name it in CHROMIUM');
  const browser = await chromium.launch({ executablePath, args });
  try {
    return await work(browser);
  } finally {
    await browser.close();
  }
}

/** A browser of its own in which that person is signed in. */
export async function browserOf(
  browser: Browser,
  { cookies, product }: Person,
  options: { readonly width: number; readonly height: number; readonly firstVisit?: true },
): Promise<BrowserContext> {
  const { width, height, firstVisit } = options;
  const context = await browser.newContext({
    viewport: { width, height },
    locale: 'en-IN',
    timezoneId: 'Asia/Kolkata',
    ...(firstVisit && { serviceWorkers: 'block' }),
  });
  await context.addCookies([...cookies].map(([name, value]) => ({ name, value, url: product.url, httpOnly: true, sameSite: 'Lax' as const })));
  return context;
}
