import { expect, type Locator, type Page } from '@playwright/test';

/** Opens the field for a day without a chip, and fills it. */
export async function fillDay(scope: Page | Locator, label: string, day: string): Promise<void> {
  const page = 'goto' in scope ? scope : scope.page();
  const otherDateButton = scope.getByRole('button', { name: 'Other date', exact: true });
  if ((await otherDateButton.getAttribute('aria-expanded')) === 'false') {
    await otherDateButton.click();
    if (await page.evaluate(() => matchMedia('(pointer: coarse)').matches)) {
      const calendar = page.getByRole('dialog', { name: 'Choose a day' });
      await expect(calendar).toBeVisible();
      await page.keyboard.press('Escape');
      await expect(calendar).toHaveCount(0);
    }
  }
  await scope.getByLabel(label).fill(day);
}
