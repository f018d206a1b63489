import type { Page } from '@playwright/test';
import type { Product } from '../../acceptance/product/product.js';

/** Types a code; its last digit sends it. */
export async function enterCode(page: Page, code: string): Promise<void> {
  await page.getByRole('textbox', { name: '6-digit code' }).fill(code);
}

/** Newest code for a number, from the page of the dev inbox in another tab. */
export async function readCodeInInbox(page: Page, phone: string): Promise<string> {
  const inbox = await page.context().newPage();
  await inbox.goto('/dev/inbox');
  const code =
    (await inbox.locator('li', { hasText: phone }).first().locator('strong').textContent()) ?? '';
  await inbox.close();
  return code;
}

/** A code that differs from the given one. */
export const wrongCode = (code: string): string =>
  code.replace(/^./, (digit) => String((Number(digit) + 1) % 10));

/** Signs in at the page's form, with the sent code. */
export async function signInWithCode(page: Page, product: Product, phone: string): Promise<void> {
  const formerCode = await product.readNewestCode(phone);
  await page.goto('/login');
  await page.getByRole('textbox', { name: 'WhatsApp number' }).fill(phone);
  await page.getByRole('button', { name: 'Sign In' }).click();
  await page.getByRole('heading', { name: 'Enter the code' }).waitFor();
  await enterCode(page, await product.waitForCode(phone, formerCode));
  await page.waitForURL('**/dashboard');
}
