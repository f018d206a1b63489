import type { Locator } from '@playwright/test';

/** Chooses an action in the menu of a catalogue row on a phone. */
export async function chooseItemAction(row: Locator, action: string): Promise<void> {
  await row.getByRole('button', { name: /^Actions/ }).click();
  await row
    .page()
    .getByRole('menuitem', { name: new RegExp(`^${action}`) })
    .click();
}
