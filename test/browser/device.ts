import { expect, type Page } from '@playwright/test';

/** Waits until an answer with each of these words is kept on the device: what was seen is written there a moment later. */
export async function onTheDevice(page: Page, ...words: readonly string[]): Promise<void> {
  await expect.poll(() => missing(page, 'queries', words)).toEqual([]);
}

/** The same of drafts. */
export async function inDrafts(page: Page, ...words: readonly string[]): Promise<void> {
  await expect.poll(() => missing(page, 'drafts', words)).toEqual([]);
}

const missing = (page: Page, store: 'queries' | 'drafts', words: readonly string[]): Promise<readonly string[]> =>
  page.evaluate(
    async ({ store, words }) => {
      const answers = await new Promise<readonly unknown[]>((done, failed) => {
        const opening = indexedDB.open('fieldtrace');
        opening.onerror = () => failed(opening.error);
        opening.onsuccess = () => {
          const all = opening.result.transaction(store).objectStore(store).getAll();
          all.onsuccess = () => (opening.result.close(), done(all.result));
        };
      });
      const text = JSON.stringify(answers);
      return words.filter((word) => !text.includes(word));
    },
    { store, words },
  );
