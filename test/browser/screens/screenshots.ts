import type { Browser, Page } from '@playwright/test';
import { mkdirSync, writeFileSync } from 'node:fs';
import sharp from 'sharp';
import { switchLanguage } from '../tools/language.js';
import { expect } from '../tools/fixtures.js';
import {
  seedProduct,
  setTheme,
  isShownAt,
  type Screen,
  screens,
  type SeededProduct,
} from './screens.js';
import { closeScreen, openScreen, type Size, sizes, test } from './screen-fixtures.js';

const allScreenshots = 'dist/screenshots';
const readmeScreenshots = 'docs/screenshots';
type Theme = 'light' | 'dark';

/** Screenshots shown in the README. Others are for developers of screens. */
const shownInReadme: ReadonlySet<string> = new Set([
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
/** Size limit in bytes of a picture in the repository. */
const MAX_BYTES = 150_000;

/** Screens selected by `SCREENSHOTS=lead,leads npm run screenshots`. */
const selectedScreens = process.env['SCREENSHOTS']
  ? process.env['SCREENSHOTS'].split(',')
  : undefined;

test('takes screenshots of every screen, on a phone, a tablet and a desktop, in English and Hindi, in light and dark', async ({
  product,
  browser,
}) => {
  for (const folder of [allScreenshots, readmeScreenshots]) mkdirSync(folder, { recursive: true });
  const seeded = await seedProduct(product, 240);
  const failures: string[] = [];
  for (const screen of screens.filter(({ name }) => selectedScreens?.includes(name) ?? true))
    for (const size of Object.keys(sizes) as Size[]) {
      if (!isShownAt(screen, size)) continue;
      // A failure does not prevent other screenshots.
      await takeScreenshots(browser, seeded, screen, size).catch((error: unknown) =>
        failures.push(`${screen.name}, ${size}: ${String(error)}`),
      );
    }
  expect(failures).toEqual([]);
});

async function takeScreenshots(
  browser: Browser,
  seeded: SeededProduct,
  screen: Screen,
  size: Size,
): Promise<void> {
  const page = await openScreen(browser, seeded, screen, size);
  for (const language of ['en', 'hi'] as const) {
    await switchLanguage(page, `${language}-IN`);
    for (const theme of ['light', 'dark'] as const)
      await takeScreenshot(
        page,
        [screen.name, size, theme, ...(language === 'hi' ? [language] : [])].join('-'),
        theme,
      );
  }
  await closeScreen(page);
}

async function takeScreenshot(page: Page, name: string, theme: Theme): Promise<void> {
  await setTheme(page, theme);
  await page.evaluate(() => document.fonts.ready.then(() => undefined));
  await expect
    .poll(() =>
      page.evaluate(() =>
        [...document.images].every(
          ({ complete, loading, naturalWidth }) =>
            (complete && naturalWidth > 0) || loading === 'lazy',
        ),
      ),
    )
    .toBe(true);
  const bytes = await page.screenshot({ animations: 'disabled', caret: 'hide' });
  writeFileSync(`${allScreenshots}/${name}.png`, bytes);
  if (!shownInReadme.has(name)) return;
  const smallImage = await sharp(bytes)
    .png({ palette: true, compressionLevel: 9, effort: 10 })
    .toBuffer();
  expect(smallImage.length, `${name} is small enough to be kept`).toBeLessThan(MAX_BYTES);
  writeFileSync(`${readmeScreenshots}/${name}.png`, smallImage);
}
