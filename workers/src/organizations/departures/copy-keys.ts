import { BadConfig } from '#platform/common/config/config.js';
import type { RecordedEvent } from '#platform/event-log/event-log.js';
import { getEnvelope } from '#platform/sealing/envelope.js';
import type { KeyStore } from '#platform/sealing/key-store/key-store.js';
import { streamErasureId } from '#platform/write-side/erase-stream.js';

/**
 * Copies the keys of events into another store. A key that is destroyed here is destroyed there,
 * too, with the copy that is held until its erasure is final. Keys that were destroyed because the
 * organization was closed stay in the other store.
 * @throws BadConfig for a lost key
 */
export async function copyKeys(
  events: readonly RecordedEvent[],
  from: Pick<KeyStore, 'get' | 'findHeld'>,
  to: Pick<KeyStore, 'store' | 'destroy'>,
): Promise<void> {
  const streamByKey = new Map(
    events.flatMap((event) => {
      const id = getEnvelope(event)?.key;
      return id === undefined ? [] : [[id, event.stream] as const];
    }),
  );
  const ids = [...streamByKey.keys()];
  const [keysById, held] = [await from.get(ids), await from.findHeld(ids)];
  for (const [id, stream] of streamByKey) {
    const key = keysById.get(id);
    if (!key) throw new BadConfig(`${stream} has lost its key (${id}): npm run keys -- missing`);
    if ('key' in key) {
      await to.store({ id, key: key.key });
      continue;
    }
    if (key.destroyedBy === streamErasureId(stream)) continue;
    const heldKey = held.get(id);
    if (heldKey) await to.store({ id, key: heldKey.key });
    await to.destroy([id], key.destroyedBy, heldKey?.until);
  }
}
