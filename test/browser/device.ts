import { expect, type Page } from '@playwright/test';

/** Waits until an answer with each of these words is kept on the device: what was seen is written there a moment later. */
export async function onTheDevice(page: Page, ...words: readonly string[]): Promise<void> {
  await expect.poll(() => missing(page, words)).toEqual([]);
}

const missing = (page: Page, words: readonly string[]): Promise<readonly string[]> =>
  page.evaluate(async (words) => {
    const answers = await new Promise<readonly unknown[]>((done, failed) => {
      const opening = indexedDB.open('fieldtrace');
      opening.onerror = () => failed(opening.error);
      opening.onsuccess = () => {
        const all = opening.result.transaction('queries').objectStore('queries').getAll();
        all.onsuccess = () => (opening.result.close(), done(all.result));
      };
    });
    const text = JSON.stringify(answers);
    return words.filter((word) => !text.includes(word));
  }, words);
