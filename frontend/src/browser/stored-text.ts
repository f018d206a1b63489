/** Storage of a text: lasting, or until the tab closes. */
type StorageName = 'localStorage' | 'sessionStorage';

/** Reads a short stored text; undefined where storage is forbidden. */
export function readStoredText(
  name: string,
  storage: StorageName = 'localStorage',
): string | undefined {
  try {
    return globalThis[storage].getItem(name) ?? undefined;
  } catch {
    return undefined;
  }
}

/** Fields of a stored JSON text; empty if it is invalid. */
export function readStoredFields<Fields extends object>(
  name: string,
  storage?: StorageName,
): Partial<Fields> {
  try {
    return JSON.parse(readStoredText(name, storage) ?? '{}') as Partial<Fields>;
  } catch {
    return {};
  }
}

/** Stores a text, or deletes it if undefined. Does nothing where storage is forbidden. */
export function storeText(
  name: string,
  text: string | undefined,
  storage: StorageName = 'localStorage',
): void {
  try {
    if (text === undefined) globalThis[storage].removeItem(name);
    else globalThis[storage].setItem(name, text);
  } catch {
    return;
  }
}
