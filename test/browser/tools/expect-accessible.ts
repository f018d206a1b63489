import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';
import { setTheme } from '../screens/screens.js';

/** Soft assertions, so that a failing screen does not skip the others. */
export const softExpect = expect.configure({ soft: true });

const wcagRules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];
/** Rules about colours, the only ones checked in both themes. */
const colourRules = ['color-contrast', 'link-in-text-block'];

/** Checks accessibility in light and dark, and the page's width. */
export async function expectAccessible(page: Page, screenName: string): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await setTheme(page, colorScheme);
    await waitForAnimations(page);
    // Legacy mode does not examine frames of other origins, and there are none.
    // Focus guards of open menus pass the focus on at once. axe reports them where the trigger
    // happens to be below one of the nine points by which it recognizes a modal.
    const axe = new AxeBuilder({ page }).setLegacyMode(true).exclude('[data-base-ui-focus-guard]');
    const { violations } = await (
      colorScheme === 'light' ? axe.withTags(wcagRules) : axe.withRules(colourRules)
    ).analyze();
    const allViolations = violations.flatMap(({ id, nodes }) =>
      nodes.map((node) => ({ id, ...node })),
    );
    const reachableViolations = [];
    for (const violation of allViolations)
      if (!(await isBelowBar(page, violation))) reachableViolations.push(textOf(violation));
    softExpect(reachableViolations, `${screenName}, ${colorScheme}`).toEqual([]);
  }
  await expectNoSidewaysScroll(page, screenName);
}

interface Violation {
  readonly id: string;
  readonly target: readonly unknown[];
  readonly failureSummary?: string;
}

const textOf = ({ id, target, failureSummary = '' }: Violation): string =>
  `${id} at ${target.join(' ')}: ${failureSummary}`;

/**
 * Whether a target is reported only because a sticky bar covers it, and is large enough once
 * scrolled.
 */
async function isBelowBar(page: Page, { id, target, failureSummary }: Violation): Promise<boolean> {
  if (id !== 'target-size' || !failureSummary?.includes('partially obscured')) return false;
  const selector = target.join(' ');
  await page
    .locator(selector)
    .first()
    .evaluate((element) => element.scrollIntoView({ block: 'center', behavior: 'instant' }));
  const { violations } = await new AxeBuilder({ page })
    .setLegacyMode(true)
    .include(selector)
    .withRules(['target-size'])
    .analyze();
  return violations.length === 0;
}

/** Checks that nothing scrolls sideways. Overlays are laid out a moment after the page. */
export const expectNoSidewaysScroll = (page: Page, screenName: string): Promise<void> =>
  softExpect
    .poll(() => page.evaluate(() => document.documentElement.scrollWidth), {
      message: `${screenName}: fits`,
      timeout: 5_000,
    })
    .toBeLessThanOrEqual(page.viewportSize()!.width);

/**
 * Waits for animations, because changing colours have no meaningful contrast. Endless ones are
 * skipped.
 */
const waitForAnimations = (page: Page): Promise<unknown> =>
  page.evaluate(() =>
    Promise.all(
      document
        .getAnimations()
        .filter((animation) => animation.effect?.getComputedTiming().endTime !== Infinity)
        .map((animation) => animation.finished.catch(() => undefined)),
    ).then(() => undefined),
  );
