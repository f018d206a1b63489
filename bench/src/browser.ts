import { type Browser, type BrowserContext, chromium } from '@playwright/test';
import type { Person } from '../../test/acceptance/person.js';
import { chromiumOptions } from '../../test/chromium.js';

export async function withBrowser<Result>(work: (browser: Browser) => Promise<Result>): Promise<Result> {
  const browser = await chromium.launch(chromiumOptions());
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
