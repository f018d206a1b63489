import type { Page } from '@playwright/test';
import { MAX_PAISE } from '#domain/kernel/schema.js';
import { expect } from './tools/fixtures.js';
import { expectNoSidewaysScroll } from './tools/expect-accessible.js';
import { screens } from './screens/screens.js';
import { closeScreen, openScreen, test } from './screens/screen-fixtures.js';

const longName = 'Venkatanarasimharajuvaripeta Satyanarayana Builders';

/** Screens of sums and names. */
const screenNames = [
  'review-bills',
  'bills',
  'bill',
  'bill-totals',
  'customers',
  'customer',
  'dashboard-of-all',
  'team-member',
  'leads',
  'quotations',
];

for (const name of screenNames)
  test(`with the largest amounts and long names, ${name} fits the narrowest phone`, async ({
    browser,
    seeded,
  }) => {
    const screen = screens.find((each) => each.name === name)!;
    const page = await openScreen(browser, seeded, screen, 'phone');
    await enlargeAnswers(page);
    await page.reload();
    await expect(page.getByText(/Venkatanarasimha/).first()).toBeAttached();
    for (const width of [360, 320]) {
      await page.setViewportSize({ width, height: 800 });
      await expectNoSidewaysScroll(page, `${name}, ${width} px`);
      expect(await findOverlaps(page), `${name}, ${width} px: texts over each other`).toEqual([]);
    }
    await closeScreen(page);
  });

/** Replaces amounts by the largest one and names of persons by a long one in all answers. */
const enlargeAnswers = (page: Page): Promise<unknown> =>
  page.route(
    (url) => url.pathname.startsWith('/api/'),
    async (route) => {
      if (route.request().method() !== 'GET') return route.continue();
      const response = await route.fetch();
      if (!response.headers()['content-type']?.includes('json')) return route.fulfill({ response });
      const body: unknown = JSON.parse(await response.text(), enlarge);
      await route.fulfill({ response, json: body });
    },
  );

function enlarge(key: string, value: unknown): unknown {
  if (/paise$/i.test(key)) {
    if (typeof value === 'number') return value && MAX_PAISE;
    if (value !== null && typeof value === 'object' && !Array.isArray(value))
      return Object.fromEntries(Object.keys(value).map((part) => [part, MAX_PAISE]));
  }
  return key === 'name' && typeof value === 'string' ? longName : value;
}

/** Headings that reach below a button of their row. */
const findOverlaps = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const textBox = (element: Element): DOMRect => {
      const range = document.createRange();
      range.selectNodeContents(element);
      return range.getBoundingClientRect();
    };
    const TOLERANCE_PX = 1;
    return (
      [...document.querySelectorAll('main h1, main h2, main h3')]
        // a heading for screen readers is 1 pixel wide
        .filter((heading) => heading.checkVisibility() && heading.clientWidth > 1)
        .flatMap((heading) => {
          const title = textBox(heading);
          return [...(heading.parentElement?.querySelectorAll('button, a') ?? [])]
            .filter((control) => !heading.contains(control) && control.checkVisibility())
            .filter((control) => {
              const box = control.getBoundingClientRect();
              return (
                box.left < title.right - TOLERANCE_PX &&
                box.right > title.left + TOLERANCE_PX &&
                box.top < title.bottom - TOLERANCE_PX &&
                box.bottom > title.top + TOLERANCE_PX
              );
            })
            .map(() => heading.textContent);
        })
    );
  });
