import { variants } from '#domain/kernel/files/files.js';
import { PREVIEW, variantKey } from '#platform/files/file-records.js';
import type { FileStore } from '#platform/files/file-store/file-store.js';
import type { KeyValueStore } from '#platform/storage/key-value-store/key-value-store.js';

/** Keys of every stored file and its variants, also of files of erased records that are held. */
export async function* listStoredFileKeys(
  secrets: Pick<KeyValueStore, 'readNames'>,
): AsyncGenerator<string> {
  for await (const { kind, id } of secrets.readNames()) {
    if (kind !== 'file' && kind !== 'held-file') continue;
    yield id;
    for (const variant of [...variants, PREVIEW] as const) yield variantKey(id, variant);
  }
}

/**
 * Copies files that the target lacks, and compares size and type of all. Idempotent; an interrupted
 * copy is resumed when run again.
 * @param reuse takes a file from elsewhere; returns whether it could. A file that cannot be read
 *   there is copied.
 * @returns the number of files
 */
export async function copyFiles(
  from: Pick<FileStore, 'stat' | 'read'>,
  to: Pick<FileStore, 'stat' | 'put'>,
  keys: AsyncIterable<string>,
  {
    progress = () => {},
    reuse = async () => false,
  }: {
    readonly progress?: (files: number) => void;
    readonly reuse?: (key: string) => Promise<boolean>;
  } = {},
): Promise<number> {
  let count = 0;
  for await (const key of keys) {
    const original = await from.stat(key);
    if (!original) continue;
    const isCopied = async () => {
      const copy = await to.stat(key);
      return copy?.bytes === original.bytes && copy.contentType === original.contentType;
    };
    const tryReuse = async () => (await reuse(key)) && (await isCopied());
    if (!(await isCopied()) && !(await tryReuse().catch(() => false))) {
      const content = await from.read(key);
      if (!content) continue; // Erased meanwhile.
      await to.put(key, content as unknown as AsyncIterable<Uint8Array>, original.contentType);
      if (!(await isCopied())) throw new Error(`The copy of file ${key} has another size or type`);
    }
    progress(++count);
  }
  return count;
}
