import { expect, type Page } from '@playwright/test';

/** Waits until an answer with each of these words is kept on the device: what was seen is written there a moment later. */
export async function expectCached(page: Page, ...words: readonly string[]): Promise<void> {
  await expect.poll(() => missingWords(page, 'queries', words)).toEqual([]);
}

/** The same of drafts. */
export async function expectInDrafts(page: Page, ...words: readonly string[]): Promise<void> {
  await expect.poll(() => missingWords(page, 'drafts', words)).toEqual([]);
}

/** Waits until all that was captured here has been sent, and answered. */
export async function expectOutboxEmpty(page: Page): Promise<void> {
  await expect.poll(() => storedText(page, 'outbox')).toBe('[]');
}

const missingWords = async (page: Page, store: 'queries' | 'drafts', words: readonly string[]): Promise<readonly string[]> => {
  const text = await storedText(page, store);
  return words.filter((word) => !text.includes(word));
};

const storedText = (page: Page, store: 'queries' | 'drafts' | 'outbox'): Promise<string> =>
  page.evaluate(
    async (store) =>
      JSON.stringify(
        await new Promise<readonly unknown[]>((done, failed) => {
          const opening = indexedDB.open('fieldtrace');
          opening.onerror = () => failed(opening.error);
          opening.onsuccess = () => {
            const all = opening.result.transaction(store).objectStore(store).getAll();
            all.onsuccess = () => (opening.result.close(), done(all.result));
          };
        }),
      ),
    store,
  );
