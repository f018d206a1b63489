import { type Browser, type BrowserContext, type Page, chromium } from '@playwright/test';
import { type Person, browserCookies } from '../../test/acceptance/product/person.js';
import { chromiumOptions } from '../../test/chromium.js';

export async function withBrowser<Result>(
  work: (browser: Browser) => Promise<Result>,
): Promise<Result> {
  const browser = await chromium.launch(chromiumOptions());
  try {
    return await work(browser);
  } finally {
    await browser.close();
  }
}

/** New browser context in which the person is signed in. */
export async function openSignedInContext(
  browser: Browser,
  person: Person,
  options: {
    readonly width: number;
    readonly height: number;
    /** Opens pages from the network, as before the service worker is installed. */
    readonly firstVisit?: true;
  },
): Promise<BrowserContext> {
  const { width, height, firstVisit } = options;
  const context = await browser.newContext({
    viewport: { width, height },
    locale: 'en-IN',
    timezoneId: 'Asia/Kolkata',
    ...(firstVisit && { serviceWorkers: 'block' }),
  });
  await context.addCookies(browserCookies(person, person.product.url));
  return context;
}

/**
 * Milliseconds from a press in one page until another has painted a text.
 * @param from page in which `pressScript` runs
 * @param to page in which `paintScript` runs
 */
export async function measurePressToPaint(
  from: Page,
  to: Page,
  text: string,
  press: () => Promise<void>,
): Promise<number> {
  await to.evaluate(`globalThis.paintedAt = whenPainted(${JSON.stringify(text)}); undefined`);
  await press();
  const paintedAt = await to.evaluate<number>('paintedAt');
  const pressedAt = await from.evaluate<number>('pressedAt');
  return paintedAt - pressedAt;
}
