import { expect, type Page } from '@playwright/test';

/** Waits until stored records or answers contain each of these words. */
export async function expectCached(page: Page, ...words: readonly string[]): Promise<void> {
  await expect.poll(() => findMissingWords(page, ['records', 'answers'], words)).toEqual([]);
}

/** Waits until the app is installed: its screens and their dialogs open without a network. */
export async function expectInstalled(page: Page): Promise<void> {
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
  await expect.poll(() => countMissingFiles(page)).toBe(0);
}

/** Counts files of screens and dialogs that the service worker names and has not stored yet. */
const countMissingFiles = (page: Page): Promise<number> =>
  page.evaluate(async () => {
    const worker = await (await fetch('/sw.js')).text();
    const paths = [...worker.matchAll(/path:[`"]([^`"]+)[`"],stage:[`"](?:core|part)[`"]/g)];
    if (paths.length === 0) throw new Error('The service worker names no files.');
    const cache = await caches.open('app-files');
    const stored = await Promise.all(
      paths.map(([, path]) => cache.match(path!, { ignoreSearch: true })),
    );
    return stored.filter((file) => !file).length;
  });

/** Waits until stored drafts contain each of these words. */
export async function expectInDrafts(page: Page, ...words: readonly string[]): Promise<void> {
  await expect.poll(() => findMissingWords(page, ['drafts'], words)).toEqual([]);
}

/** Waits until all captures have been sent and answered. */
export async function expectOutboxEmpty(page: Page): Promise<void> {
  await expect.poll(() => readStoredText(page, 'outbox')).toBe('[]');
}

/** Keys of the stored drafts. */
export const readDraftKeys = (page: Page): Promise<readonly string[]> =>
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
          const request = opening.result
            .transaction('drafts', 'readwrite')
            .objectStore('drafts')
            [method]();
          request.onsuccess = () => (opening.result.close(), done(request.result));
        };
      }),
    method,
  );

type Store = 'records' | 'answers' | 'drafts' | 'outbox';

const findMissingWords = async (
  page: Page,
  stores: readonly Store[],
  words: readonly string[],
): Promise<readonly string[]> => {
  const text = (await Promise.all(stores.map((store) => readStoredText(page, store)))).join('');
  return words.filter((word) => !text.includes(word));
};

const readStoredText = (page: Page, store: Store): Promise<string> =>
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
