import { expect, type Page } from '@playwright/test';
import type { Language } from '#domain/accounts/account.values.js';

/**
 * Changes the language as another tab of the same browser would, so that what is open stays open.
 */
export async function switchLanguage(page: Page, language: Language): Promise<void> {
  if ((await page.locator('#root').count()) === 0) return;
  await page.evaluate(
    (newValue) =>
      dispatchEvent(new StorageEvent('storage', { key: 'fieldtrace.language', newValue })),
    language,
  );
  await expect(page.locator('html')).toHaveAttribute('lang', language);
}

/**
 * Switches the network off, after the words of both languages are loaded: a service worker would
 * have them, and is blocked in these tests.
 */
export async function goOffline(page: Page): Promise<void> {
  for (const language of ['hi-IN', 'en-IN'] as const) await switchLanguage(page, language);
  await page.context().setOffline(true);
}
