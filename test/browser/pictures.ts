import type { Browser, Page } from '@playwright/test';
import { mkdirSync, writeFileSync } from 'node:fs';
import sharp from 'sharp';
import { inLanguage } from './language.js';
import { expect } from './product.js';
import { furnish, inTheme, isShownAt, type Screen, screens, type World } from './screens.js';
import { closed, opened, type Size, sizes, test } from './world.js';

const everyPicture = 'dist/pictures';
const ofTheReadme = 'docs/pictures';
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

test('takes pictures of every screen, on a phone, a tablet and a desktop, in English and Hindi, in light and dark', async ({ product, browser }) => {
  for (const folder of [everyPicture, ofTheReadme]) mkdirSync(folder, { recursive: true });
  const world = await furnish(product, 240);
  const missing: string[] = [];
  for (const screen of screens.filter(({ name }) => wanted?.includes(name) ?? true))
    for (const size of Object.keys(sizes) as Size[]) {
      if (!isShownAt(screen, size)) continue;
      // one that could not be taken keeps no other from it
      await picture(browser, world, screen, size).catch((error: unknown) => missing.push(`${screen.name}, ${size}: ${String(error)}`));
    }
  expect(missing).toEqual([]);
});

async function picture(browser: Browser, world: World, screen: Screen, size: Size): Promise<void> {
  const page = await opened(browser, world, screen, size);
  for (const language of ['en', 'hi'] as const) {
    await inLanguage(page, `${language}-IN`);
    for (const theme of ['light', 'dark'] as const)
      await take(page, [screen.name, size, theme, ...(language === 'hi' ? [language] : [])].join('-'), theme);
  }
  await closed(page);
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
