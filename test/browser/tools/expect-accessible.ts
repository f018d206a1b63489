import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';
import { inTheme } from '../screens/screens.js';

/** Soft assertions, so that a failing screen does not skip the others. */
export const softExpect = expect.configure({ soft: true });

const rules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];
/** Rules about colours, the only ones checked in both themes. */
const colourRules = ['color-contrast', 'link-in-text-block'];

/** Checks accessibility in light and dark, and the page's width. */
export async function expectAccessible(page: Page, what: string): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await inTheme(page, colorScheme);
    await animationsFinished(page);
    // Legacy mode does not examine frames of other origins, and there are none.
    // Focus guards of open menus pass the focus on at once. axe reports them where the trigger
    // happens to be below one of the nine points by which it recognizes a modal.
    const axe = new AxeBuilder({ page }).setLegacyMode(true).exclude('[data-base-ui-focus-guard]');
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

/** Checks that nothing scrolls sideways. Overlays are laid out a moment after the page. */
export const expectNoSidewaysScroll = (page: Page, what: string): Promise<void> =>
  softExpect
    .poll(() => page.evaluate(() => document.documentElement.scrollWidth), {
      message: `${what}: fits`,
      timeout: 5_000,
    })
    .toBeLessThanOrEqual(page.viewportSize()!.width);

/**
 * Waits for animations, because changing colours have no meaningful contrast. Endless ones are
 * skipped.
 */
const animationsFinished = (page: Page): Promise<unknown> =>
  page.evaluate(() =>
    Promise.all(
      document
        .getAnimations()
        .filter((animation) => animation.effect?.getComputedTiming().endTime !== Infinity)
        .map((animation) => animation.finished.catch(() => undefined)),
    ).then(() => undefined),
  );
