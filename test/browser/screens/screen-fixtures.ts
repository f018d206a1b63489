import type { Browser, Page } from '@playwright/test';
import { desktop, phone, test as base } from '../tools/fixtures.js';
import { switchUser, seedProduct, personOf, type Screen, type SeededProduct } from './screens.js';

export const sizes = { phone, tablet: { width: 768, height: 1024 }, desktop } as const;
export type Size = keyof typeof sizes;

/** Tests only read seeded data, so all tests of a worker share one product. */
export const test = base.extend<object, { readonly seeded: SeededProduct }>({
  seeded: [
    async ({ product }, use) => use(await seedProduct(product)),
    { scope: 'worker', timeout: 300_000 },
  ],
});

/** Opens a screen for its viewer at a size, in a browser of its own without animations. */
export async function openScreen(
  browser: Browser,
  seeded: SeededProduct,
  screen: Screen,
  size: Size,
): Promise<Page> {
  const touch = size !== 'desktop';
  const context = await browser.newContext({
    baseURL: seeded.product.url,
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
  const person = personOf(seeded, screen.as);
  if (person) await switchUser(page, seeded.product, person);
  await screen.open(page, seeded);
  return page;
}

export async function closeScreen(page: Page): Promise<void> {
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  await page.context().close();
}
