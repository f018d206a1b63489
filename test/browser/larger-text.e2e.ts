import { expect } from './tools/fixtures.js';
import { screens } from './screens/screens.js';
import { closeScreen, openScreen, test } from './screens/screen-fixtures.js';

/** Screens that a rep uses on site. */
const screenNames = [
  'dashboard',
  'lead',
  'leads',
  'visits',
  'new-lead',
  'new-bill',
  'follow-ups',
  'outcome-sheet',
  'duplicate-dialog',
  'record-visit-place',
  'record-visit-timer',
  'record-visit-completed',
];

for (const name of screenNames)
  test(`with text of 200 %, ${name} cuts off and hides nothing on a phone`, async ({
    browser,
    seeded,
  }) => {
    const screen = screens.find((each) => each.name === name)!;
    const page = await openScreen(browser, seeded, screen, 'phone');
    await page.evaluate(() => {
      document.documentElement.style.fontSize = '200%';
    });
    const outside = await page.evaluate(() => {
      /** Whether a text is cut off by an element inside of `control`, as a long name is. */
      const isClipped = (text: Node, control: Element): boolean => {
        for (let each = text.parentElement; each && each !== control; each = each.parentElement)
          if (getComputedStyle(each).overflow !== 'visible') return true;
        return getComputedStyle(control).overflow !== 'visible';
      };
      const isOutside = (text: Node, control: Element): boolean => {
        const range = document.createRange();
        range.selectNodeContents(text);
        const [inner, outer] = [range.getBoundingClientRect(), control.getBoundingClientRect()];
        return inner.width > 1 && (inner.left < outer.left - 2 || inner.right > outer.right + 2);
      };
      return [...document.querySelectorAll('button:not(.btn-icon), a.btn, h1, [role=tab]')]
        .filter((control) => control.checkVisibility({ visibilityProperty: true }))
        .flatMap((control) => {
          const texts: Node[] = [];
          const walker = document.createTreeWalker(control, NodeFilter.SHOW_TEXT);
          while (walker.nextNode()) texts.push(walker.currentNode);
          return texts
            .filter((text) => !isClipped(text, control) && isOutside(text, control))
            .map(({ textContent }) => textContent);
        });
    });
    expect(outside).toEqual([]);
    // A page that is too wide widens the window of a phone, but not the viewport of the test.
    const width = await page.evaluate(() => document.documentElement.scrollWidth);
    expect(width).toBeLessThanOrEqual(page.viewportSize()!.width);
    await closeScreen(page);
  });
