import { expect, type Page } from '@playwright/test';
import type { Language } from '#domain/accounts/account.values.js';

/** Changes the language by the event of another tab. The page does not reload; overlays stay. */
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
 * Goes offline after both languages are loaded, because the service worker that stores them is
 * blocked in these tests.
 */
export async function goOffline(page: Page): Promise<void> {
  for (const language of ['hi-IN', 'en-IN'] as const) await switchLanguage(page, language);
  await page.context().setOffline(true);
}
