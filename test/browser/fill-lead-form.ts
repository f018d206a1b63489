import type { Page } from '@playwright/test';

/** All that a new lead needs, typed into its form: Sunita Rao of Nashik. */
export async function fillLeadForm(page: Page, phone: string, type = 'Builder'): Promise<void> {
  await page.getByRole('textbox', { name: 'Phone' }).fill(phone);
  await page.getByRole('textbox', { name: 'First name' }).fill('Sunita');
  await page.getByRole('textbox', { name: 'Last name' }).fill('Rao');
  await page.getByText(type, { exact: true }).click();
  await page.getByRole('textbox', { name: 'City' }).fill('Nashik');
}
