import { expect, type Page } from '@playwright/test';

/** Waits until stored records or answers contain each of these words. */
export async function expectCached(page: Page, ...words: readonly string[]): Promise<void> {
  await expect.poll(() => missingWords(page, ['records', 'answers'], words)).toEqual([]);
}

/** Waits until stored drafts contain each of these words. */
export async function expectInDrafts(page: Page, ...words: readonly string[]): Promise<void> {
  await expect.poll(() => missingWords(page, ['drafts'], words)).toEqual([]);
}

/** Waits until all captures have been sent and answered. */
export async function expectOutboxEmpty(page: Page): Promise<void> {
  await expect.poll(() => storedText(page, 'outbox')).toBe('[]');
}

/** Keys of the stored drafts. */
export const draftNames = (page: Page): Promise<readonly string[]> =>
  callDraftStore(page, 'getAllKeys').then((keys) => keys?.map(String) ?? []);

export const clearDrafts = (page: Page): Promise<unknown> => callDraftStore(page, 'clear');

const callDraftStore = (
  page: Page,
  method: 'getAllKeys' | 'clear',
): Promise<readonly IDBValidKey[] | undefined> =>
  page.evaluate(
    (method) =>
      new Promise<readonly IDBValidKey[] | undefined>((done, failed) => {
        const opening = indexedDB.open('fieldtrace');
        opening.onerror = () => failed(opening.error);
        opening.onsuccess = () => {
          const asking = opening.result
            .transaction('drafts', 'readwrite')
            .objectStore('drafts')
            [method]();
          asking.onsuccess = () => (opening.result.close(), done(asking.result));
        };
      }),
    method,
  );

type Store = 'records' | 'answers' | 'drafts' | 'outbox';

const missingWords = async (
  page: Page,
  stores: readonly Store[],
  words: readonly string[],
): Promise<readonly string[]> => {
  const text = (await Promise.all(stores.map((store) => storedText(page, store)))).join('');
  return words.filter((word) => !text.includes(word));
};

const storedText = (page: Page, store: Store): Promise<string> =>
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
