import { expect, type Locator, type Page } from '@playwright/test';

/** Fills in the fields of a new lead that are seen first: Sunita Rao of Nashik. */
export async function fillLeadForm(page: Page, phone: string, type = 'Builder'): Promise<void> {
  await page.getByRole('textbox', { name: 'Phone' }).fill(phone);
  await page.getByRole('textbox', { name: 'First name' }).fill('Sunita');
  await page.getByRole('textbox', { name: 'Last name' }).fill('Rao');
  await page.getByText(type, { exact: true }).click();
  await page.getByRole('textbox', { name: 'City' }).fill('Nashik');
}

/**
 * Opens a lead that a form saved, on its page, or from the list if the server took longer than 800
 * ms.
 */
export async function openSavedLead(page: Page, name: string): Promise<void> {
  const heading = page.getByRole('heading', { level: 1, name });
  const row = page.getByRole('link', { name: new RegExp(`^${name}`) }).first();
  await expect(heading.or(row).first()).toBeVisible();
  if (!(await heading.isVisible())) await row.click();
  await expect(heading).toBeVisible();
}

/**
 * Opens the dialog that names the lead with the same number: over the form, or from the refused
 * item if the server took longer than 800 ms.
 */
export async function openDuplicateDialog(page: Page): Promise<Locator> {
  const dialog = page.getByRole('dialog', { name: 'Duplicate Lead Detected' });
  const showButton = page.getByRole('button', { name: 'Show', exact: true }).first();
  await expect(dialog.or(showButton).first()).toBeVisible();
  if (!(await dialog.isVisible())) await showButton.click();
  await expect(dialog).toBeVisible();
  return dialog;
}
