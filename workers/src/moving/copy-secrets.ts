import { isMadeFromLog } from '#platform/notary/trees/tile-records.js';
import type {
  KeyValueStore,
  StoredEntry,
} from '#platform/storage/key-value-store/key-value-store.js';

/** Whether a secret is valid with a copied log. Those of reactors and tiles hold its positions. */
export const isIndependentOfLog = ({ kind }: Pick<StoredEntry, 'kind'>): boolean =>
  kind !== 'reactor' && !isMadeFromLog(kind);

type Options = {
  readonly isCopied: (entry: Pick<StoredEntry, 'kind' | 'id'>) => boolean;
  /** Replaces existing values. Default: they stay. */
  readonly replaces?: true;
};

/**
 * Copies secrets to another store.
 * @returns their number
 */
export async function copySecrets(
  from: Pick<KeyValueStore, 'readAll'>,
  to: Pick<KeyValueStore, 'put' | 'update'>,
  { isCopied, replaces }: Options,
): Promise<number> {
  let count = 0;
  for await (const { kind, id, value, expiresAt } of from.readAll()) {
    if (!isCopied({ kind, id })) continue;
    if (replaces) await to.update(kind, id, () => ({ value, expiresAt }));
    else await to.put(kind, id, value, { expected: 0, expiresAt });
    count++;
  }
  return count;
}
