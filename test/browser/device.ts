import { expect, type Page } from '@playwright/test';

/** Waits until an answer with each of these words is kept on the device: what was seen is written there a moment later. */
export async function onTheDevice(page: Page, ...words: readonly string[]): Promise<void> {
  await expect.poll(() => missing(page, 'queries', words)).toEqual([]);
}

/** The same of drafts. */
export async function inDrafts(page: Page, ...words: readonly string[]): Promise<void> {
  await expect.poll(() => missing(page, 'drafts', words)).toEqual([]);
}

/** Waits until all that was captured here has been sent, and answered. */
export async function nothingWaits(page: Page): Promise<void> {
  await expect.poll(() => kept(page, 'outbox')).toBe('[]');
}

const missing = async (page: Page, store: 'queries' | 'drafts', words: readonly string[]): Promise<readonly string[]> => {
  const text = await kept(page, store);
  return words.filter((word) => !text.includes(word));
};

const kept = (page: Page, store: 'queries' | 'drafts' | 'outbox'): Promise<string> =>
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
