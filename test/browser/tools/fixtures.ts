import { type BrowserContext, type Page, test as base } from '@playwright/test';
import { type Person, browserCookies } from '../../acceptance/product/person.js';
import { Product } from '../../acceptance/product/product.js';

export * from '../../acceptance/product/person.js';
export { expect } from '@playwright/test';

/** Viewports in which every screen is tested. */
export const phone = { width: 360, height: 800 };
export const desktop = { width: 1280, height: 800 };
export const onPhone = { viewport: phone, hasTouch: true, isMobile: true };
/** Browser of a customer; a headless one counts as a crawler. */
export const userAgent =
  'Mozilla/5.0 (Linux; Android 15; Pixel 8) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Mobile Safari/537.36';
/** Phone of a rep who shares the location. */
export const onSite = {
  ...onPhone,
  geolocation: { latitude: 18.5591, longitude: 73.7868, accuracy: 8 },
  permissions: ['geolocation'],
};

type Fixtures = { readonly signIn: (context: BrowserContext, person: Person) => Promise<Page> };
type WorkerFixtures = { readonly product: Product };

/** Browser tests: each worker has a running product, filled through the HTTP API. */
export const test = base.extend<Fixtures, WorkerFixtures>({
  product: [
    // Playwright requires a destructured parameter; this fixture needs nothing.
    async ({}, use) => {
      const product = await Product.start();
      await use(product);
      await product.dispose();
    },
    { scope: 'worker', timeout: 300_000 },
  ],
  baseURL: async ({ product }, use) => use(product.url),
  /** Page in which the person is signed in, with their HTTP API session. */
  signIn: async ({ product }, use) =>
    use(async (context, person) => {
      await context.addCookies(browserCookies(person, product.url));
      return context.newPage();
    }),
});
