import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

/** Pictures for who builds screens. */
const shots = process.env['SHOTS'];

/** Without horizontal scrolling, accessible in both themes, and on a picture where somebody wants one. */
export async function look(page: Page, name: string): Promise<void> {
  for (const theme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' });
    await page.evaluate((chosen) => (document.documentElement.dataset['theme'] = chosen), theme);
    await settled(page);
    const { violations } = await new AxeBuilder({ page }).withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']).analyze();
    expect
      .soft(
        violations.map(({ id, nodes }) => [name, theme, id, nodes.map(({ html }) => html)]),
        name,
      )
      .toEqual([]);
    if (shots) await page.screenshot({ path: `${shots}/${name}-${page.viewportSize()!.width}-${theme}.png`, fullPage: true });
  }
  expect.soft(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth), `${name} fits`).toBeLessThanOrEqual(0);
}

/** Colours on their way are nobody's contrast. What turns for ever is not waited for. */
export const settled = (page: Page): Promise<unknown> =>
  page.evaluate(() =>
    Promise.all(
      document
        .getAnimations()
        .filter((animation) => animation.effect?.getComputedTiming().endTime !== Infinity)
        .map((animation) => animation.finished.catch(() => undefined)),
    ).then(() => undefined),
  );
