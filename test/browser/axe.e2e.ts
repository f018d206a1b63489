import type { Browser, Page } from '@playwright/test';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { extname, join } from 'node:path';
import { expectNoSidewaysScroll, expectAccessible, softExpect } from './tools/expect-accessible.js';
import { expect } from './tools/fixtures.js';
import {
  isShownAt,
  type Viewer,
  type Screen,
  screens,
  type SeededProduct,
} from './screens/screens.js';
import { closeScreen, openScreen, type Size, sizes, test } from './screens/screen-fixtures.js';

const viewers: readonly Viewer[] = [
  'stranger',
  'newcomer',
  'new-account',
  'finance',
  'founder',
  'rep',
  'admin',
];

/** Narrowest supported phone, without horizontal scrolling. */
const narrowest = { width: 320, height: 800 };

test.describe.configure({ mode: 'parallel' });

/** Number of screens in one test, which a loaded machine checks within the time limit. */
const SCREENS_PER_TEST = 15;

const isPhoneSample = (size: Size, { isSample }: Screen): boolean =>
  size === 'phone' && isSample === true;

test('on a phone, in light and dark, a screen of each kind is accessible @main', ({
  browser,
  seeded,
}) =>
  checkEach(
    screens.filter((screen) => isPhoneSample('phone', screen)),
    browser,
    seeded,
    'phone',
  ));

for (const size of ['phone', 'desktop'] as const)
  for (const viewer of viewers) {
    const shownScreens = screens.filter(
      (screen) => screen.as === viewer && isShownAt(screen, size) && !isPhoneSample(size, screen),
    );
    for (let first = 0; first < shownScreens.length; first += SCREENS_PER_TEST)
      test(`on a ${size}, in light and dark, every screen is accessible: ${viewer}, from ${first + 1} on`, ({
        browser,
        seeded,
      }) => checkEach(shownScreens.slice(first, first + SCREENS_PER_TEST), browser, seeded, size));
  }

test('every part of the design system is accessible in light and dark', async ({
  browser,
  product,
}) => {
  const buildFolder = mkdtempSync(join(tmpdir(), 'fieldtrace-workshop-'));
  const vite = [
    'node_modules/vite/bin/vite.js',
    'build',
    '-c',
    'frontend/vite.config.ts',
    '--mode',
    'workshop',
    '--outDir',
    buildFolder,
    '--emptyOutDir',
    '--logLevel',
    'error',
  ];
  const { status, stderr } = spawnSync(process.execPath, vite, {
    encoding: 'utf8',
    env: { ...process.env, NODE_ENV: 'production' },
  });
  expect(status, stderr).toBe(0);
  for (const size of ['phone', 'desktop'] as const) {
    const context = await browser.newContext({
      viewport: sizes[size],
      hasTouch: size === 'phone',
      reducedMotion: 'reduce',
      serviceWorkers: 'block',
    });
    const page = await context.newPage();
    await page.route(`${product.url}/**`, (route) => {
      const { pathname } = new URL(route.request().url());
      if (pathname.startsWith('/api/') || pathname.startsWith('/socket.io/'))
        return route.continue();
      const file = extname(pathname)
        ? join(buildFolder, pathname)
        : join(buildFolder, 'index.html');
      return route.fulfill({ body: readFileSync(file), contentType: contentTypes[extname(file)] });
    });
    await page.goto(`${product.url}/dev/components`);
    await expect(page.getByRole('heading', { level: 1, name: 'Component sheet' })).toBeVisible();
    await expectAccessible(page, `components, ${size}`);
    await context.close();
  }
  rmSync(buildFolder, { recursive: true });
});

const contentTypes: Readonly<Record<string, string>> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.woff2': 'font/woff2',
  '.webmanifest': 'application/manifest+json',
};

async function checkEach(
  shownScreens: readonly Screen[],
  browser: Browser,
  seeded: SeededProduct,
  size: Size,
): Promise<void> {
  test.setTimeout(60_000 + shownScreens.length * 30_000);
  for (const screen of shownScreens)
    await test.step(screen.name, () => checkScreen(browser, seeded, screen, size));
}

async function checkScreen(
  browser: Browser,
  seeded: SeededProduct,
  screen: Screen,
  size: Size,
): Promise<void> {
  const page = await openScreen(browser, seeded, screen, size);
  await expectAccessible(page, `${screen.name}, ${size}`);
  if (size === 'phone') {
    softExpect(await findSmallTargets(page), `${screen.name}: too small for a thumb`).toEqual([]);
    await page.setViewportSize(narrowest);
    await expectNoSidewaysScroll(page, `${screen.name} on the narrowest phone`);
  }
  await closeScreen(page);
}

/** Links and buttons in bars and dialog footers whose press area is under 44 by 44 px. */
const findSmallTargets = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const MIN_TARGET_PX = 44;
    const isLongEnough = (px: number): boolean => px >= MIN_TARGET_PX - 0.5;
    const bars = [
      '.topbar',
      '.bottomnav',
      '.thumb',
      '.composer',
      '.step-actions',
      '.dialog .foot',
      '.drawer',
      'header.sticky',
    ];
    const pressTargets = [
      ...document.querySelectorAll<HTMLElement>(
        bars.map((bar) => `${bar} a, ${bar} button`).join(', '),
      ),
    ];
    return pressTargets.flatMap((element) => {
      const { x, y, width, height } = element.getBoundingClientRect();
      const isHidden =
        width <= 1 || height <= 1 || !element.checkVisibility() || element.closest('.sr-only');
      if (isHidden || (isLongEnough(width) && isLongEnough(height))) return [];
      // A smaller drawing is fine if presses within 44 px around its middle still reach the target.
      const [middleX, middleY, half] = [x + width / 2, y + height / 2, MIN_TARGET_PX / 2 - 1];
      const reachesTarget = (atX: number, atY: number): boolean =>
        element.contains(document.elementFromPoint(atX, atY));
      const isTall =
        isLongEnough(height) ||
        (reachesTarget(middleX, middleY - half) && reachesTarget(middleX, middleY + half));
      const isWide =
        isLongEnough(width) ||
        (reachesTarget(middleX - half, middleY) && reachesTarget(middleX + half, middleY));
      return isTall && isWide
        ? []
        : [
            `${element.getAttribute('aria-label') ?? element.textContent}: ${Math.round(width)} × ${Math.round(height)}`,
          ];
    });
  });
