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
  'review-bills',
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
    const overflowingTexts = await page.evaluate(() => {
      const TOLERANCE_PX = 2;
      /** Whether the control or an element in it hides overflow, as for a long name. */
      const isClipped = (text: Node, control: Element): boolean => {
        for (let each = text.parentElement; each && each !== control; each = each.parentElement)
          if (getComputedStyle(each).overflow !== 'visible') return true;
        return getComputedStyle(control).overflow !== 'visible';
      };
      const overflows = (text: Node, control: Element): boolean => {
        const range = document.createRange();
        range.selectNodeContents(text);
        const textBox = range.getBoundingClientRect();
        const controlBox = control.getBoundingClientRect();
        // a text for screen readers is 1 pixel wide
        const isShown = textBox.width > 1;
        return (
          isShown &&
          (textBox.left < controlBox.left - TOLERANCE_PX ||
            textBox.right > controlBox.right + TOLERANCE_PX)
        );
      };
      return [...document.querySelectorAll('button:not(.btn-icon), a.btn, h1, [role=tab]')]
        .filter((control) => control.checkVisibility({ visibilityProperty: true }))
        .flatMap((control) => {
          const texts: Node[] = [];
          const walker = document.createTreeWalker(control, NodeFilter.SHOW_TEXT);
          while (walker.nextNode()) texts.push(walker.currentNode);
          return texts
            .filter((text) => !isClipped(text, control) && overflows(text, control))
            .map(({ textContent }) => textContent);
        });
    });
    expect(overflowingTexts).toEqual([]);
    // A page that is too wide widens the window of a phone, but not the viewport of the test.
    const width = await page.evaluate(() => document.documentElement.scrollWidth);
    expect(width).toBeLessThanOrEqual(page.viewportSize()!.width);
    await closeScreen(page);
  });
