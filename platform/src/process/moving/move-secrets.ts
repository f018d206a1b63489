import type { KeyValueStore } from '../../storage/key-value-store/key-value-store.js';

type Moved = { readonly kind: string; readonly id: string; readonly value: unknown; readonly expiresAt?: string };

/** How far a reactor has come is told by places of its log: in another one it looks at everything again, and what it sends it has sent. */
const leftBehind = 'reactor';

/** Puts into one store what another one holds, except what is there already. Answers how many they are. */
export async function moveSecrets(contents: Iterable<Moved> | AsyncIterable<Moved>, to: Pick<KeyValueStore, 'put'>): Promise<number> {
  let moved = 0;
  for await (const { kind, id, value, expiresAt } of contents) {
    if (kind === leftBehind) continue;
    await to.put(kind, id, value, { expected: 0, ...(expiresAt !== undefined && { expiresAt }) });
    moved++;
  }
  return moved;
}
