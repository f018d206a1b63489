import type { Browser, Page } from '@playwright/test';
import { mkdirSync, writeFileSync } from 'node:fs';
import sharp from 'sharp';
import { desktop, expect, phone, test } from './product.js';
import { become, furnish, inTheme, personOf, type Screen, screens, type World } from './screens.js';

const everyPicture = 'dist/pictures';
const ofTheReadme = 'docs/pictures';
const sizes = { phone, desktop } as const;
type Size = keyof typeof sizes;
type Theme = 'light' | 'dark';

/** What the README shows; everything else is for whoever builds screens. */
const shown: ReadonlySet<string> = new Set([
  'leads-phone-light',
  'new-lead-phone-light',
  'lead-phone-light',
  'lead-phone-dark',
  'record-visit-timer-phone-light',
  'visits-completed-phone-light',
  'follow-ups-phone-light',
  'customer-phone-light',
  'dashboard-of-all-desktop-light',
  'leads-of-all-desktop-light',
  'lead-desktop-light',
  'leads-of-all-desktop-dark',
]);
/** A picture in the repository is never larger, in bytes. */
const largest = 150_000;

/** `PICTURES=lead,leads npm run pictures` takes only those. */
const wanted = process.env['PICTURES'] ? process.env['PICTURES'].split(',') : undefined;

test('takes pictures of every screen, on a phone and a desktop, in light and dark', async ({ product, browser }) => {
  for (const folder of [everyPicture, ofTheReadme]) mkdirSync(folder, { recursive: true });
  const world = await furnish(product, 240);
  const missing: string[] = [];
  for (const screen of screens.filter(({ name }) => wanted?.includes(name) ?? true))
    for (const size of ['phone', 'desktop'] as const) {
      if ((screen.only ?? size) !== size) continue;
      // one that could not be taken keeps no other from it
      await picture(browser, world, screen, size).catch((error: unknown) => missing.push(`${screen.name}, ${size}: ${String(error)}`));
    }
  expect(missing).toEqual([]);
});

async function picture(browser: Browser, world: World, screen: Screen, size: Size): Promise<void> {
  const context = await browser.newContext({
    baseURL: world.product.url,
    viewport: sizes[size],
    hasTouch: size === 'phone',
    isMobile: size === 'phone',
    // nothing on its way when the picture is taken
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
  for (const theme of ['light', 'dark'] as const) await take(page, `${screen.name}-${size}-${theme}`, theme);
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  await context.close();
}

async function take(page: Page, name: string, theme: Theme): Promise<void> {
  await inTheme(page, theme);
  await page.evaluate(() => document.fonts.ready.then(() => undefined));
  await expect
    .poll(() =>
      page.evaluate(() => [...document.images].every(({ complete, loading, naturalWidth }) => (complete && naturalWidth > 0) || loading === 'lazy')),
    )
    .toBe(true);
  const bytes = await page.screenshot({ animations: 'disabled', caret: 'hide' });
  writeFileSync(`${everyPicture}/${name}.png`, bytes);
  if (!shown.has(name)) return;
  const small = await sharp(bytes).png({ palette: true, compressionLevel: 9, effort: 10 }).toBuffer();
  expect(small.length, `${name} is small enough to be kept`).toBeLessThan(largest);
  writeFileSync(`${ofTheReadme}/${name}.png`, small);
}
