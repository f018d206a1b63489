import type { Browser, Page } from '@playwright/test';
import { desktop, phone, test as base } from './product.js';
import { become, furnish, personOf, type Screen, type World } from './screens.js';

export const sizes = { phone, tablet: { width: 768, height: 1024 }, desktop } as const;
export type Size = keyof typeof sizes;

/** Nobody changes what is looked at, so that all tests of a worker look at one world. */
export const test = base.extend<object, { readonly world: World }>({
  world: [async ({ product }, use) => use(await furnish(product)), { scope: 'worker', timeout: 300_000 }],
});

/** The screen as its onlooker has it open at that size, in a browser of their own, in which nothing moves. */
export async function opened(browser: Browser, world: World, screen: Screen, size: Size): Promise<Page> {
  const touch = size !== 'desktop';
  const context = await browser.newContext({
    baseURL: world.product.url,
    viewport: sizes[size],
    hasTouch: touch,
    isMobile: touch,
    reducedMotion: 'reduce',
    colorScheme: 'light',
    locale: 'en-IN',
    timezoneId: 'Asia/Kolkata',
    serviceWorkers: 'block',
  });
  const page = await context.newPage();
  const person = personOf(world, screen.as);
  if (person) await become(page, world.product, person);
  await screen.open(page, world);
  return page;
}

export async function closed(page: Page): Promise<void> {
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  await page.context().close();
}
