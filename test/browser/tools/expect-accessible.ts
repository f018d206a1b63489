import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';
import { inTheme } from '../screens/screens.js';

/** Soft assertions, so that a fault on one screen lets the others be tested. */
export const softExpect = expect.configure({ soft: true });

const rules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];
/** Rules that depend on colours; only these are repeated in the other theme. */
const colourRules = ['color-contrast', 'link-in-text-block'];

/** Accessible in light and dark, and no wider than the viewport. */
export async function expectAccessible(page: Page, what: string): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await inTheme(page, colorScheme);
    await animationsFinished(page);
    // what a page of its own would be opened for are frames of other origins, and there are none
    const axe = new AxeBuilder({ page }).setLegacyMode(true);
    const { violations } = await (
      colorScheme === 'light' ? axe.withTags(rules) : axe.withRules(colourRules)
    ).analyze();
    const found = violations.flatMap(({ id, nodes }) =>
      nodes.map(
        ({ target, failureSummary }) => `${id} at ${target.join(' ')}: ${failureSummary ?? ''}`,
      ),
    );
    softExpect(found, `${what}, ${colorScheme}`).toEqual([]);
  }
  await expectNoSidewaysScroll(page, what);
}

/** Without moving sideways. What is open takes its new place a moment after the page has. */
export const expectNoSidewaysScroll = (page: Page, what: string): Promise<void> =>
  softExpect
    .poll(() => page.evaluate(() => document.documentElement.scrollWidth), {
      message: `${what}: fits`,
      timeout: 5_000,
    })
    .toBeLessThanOrEqual(page.viewportSize()!.width);

/** Colours on their way are nobody's contrast. What turns for ever is not waited for. */
const animationsFinished = (page: Page): Promise<unknown> =>
  page.evaluate(() =>
    Promise.all(
      document
        .getAnimations()
        .filter((animation) => animation.effect?.getComputedTiming().endTime !== Infinity)
        .map((animation) => animation.finished.catch(() => undefined)),
    ).then(() => undefined),
  );
