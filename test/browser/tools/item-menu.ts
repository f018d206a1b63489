import type { Locator, Page } from '@playwright/test';

/** Item of the catalogue: a row of the table, or of the list on a phone. */
export const itemRow = (page: Page, name: string): Locator =>
  page.getByRole('article', { name }).or(page.getByRole('row').filter({ hasText: name }));

/** Chooses an action in the menu of a catalogue row. */
export async function chooseItemAction(row: Locator, action: string): Promise<void> {
  await row.getByRole('button', { name: /^Actions/ }).click();
  await row
    .page()
    .getByRole('menuitem', { name: new RegExp(`^${action}`) })
    .click();
}
