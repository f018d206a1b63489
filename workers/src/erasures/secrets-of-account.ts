import type { KeyValueStore } from '#platform/storage/key-value-store/key-value-store.js';

/** Kinds of secrets that name the account as their owner. */
const KINDS = ['session', 'trust', 'push-subscription'];

/** Removes sessions, trusted browsers, push addresses and the password of an erased account. */
export async function removeSecretsOfAccount(
  secrets: KeyValueStore,
  accountId: string,
): Promise<void> {
  for (const kind of KINDS)
    for (const { id } of await secrets.findByOwner(kind, accountId)) await secrets.remove(kind, id);
  await secrets.remove('password', accountId);
}
