import { expect, type Page } from '@playwright/test';
import type { Language } from '#domain/accounts/account.values.js';

/** As where another tab of this browser was told the language: what is open stays open. */
export async function switchLanguage(page: Page, language: Language): Promise<void> {
  if ((await page.locator('#root').count()) === 0) return;
  await page.evaluate((newValue) => dispatchEvent(new StorageEvent('storage', { key: 'fieldtrace.language', newValue })), language);
  await expect(page.locator('html')).toHaveAttribute('lang', language);
}

/** From now on there is no network. The words of every language are there, as the service worker would have them, which is not let in here. */
export async function goOffline(page: Page): Promise<void> {
  for (const language of ['hi-IN', 'en-IN'] as const) await switchLanguage(page, language);
  await page.context().setOffline(true);
}
