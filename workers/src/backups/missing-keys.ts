import { aggregates } from '#domain/aggregates.js';
import { type EventLog, type RecordedEvent, BEFORE_ALL } from '#platform/event-log/event-log.js';
import { readBatchesAfter } from '#platform/event-log/events-after.js';
import { findOrganizationOfStream } from '#platform/event-log/subject.js';
import { abandonmentStreamName } from '#platform/sealing/platform-events.js';
import { getEnvelope } from '#platform/sealing/envelope.js';
import { appendFirst } from '#platform/sealing/append-first.js';
import type { KeyStore } from '#platform/sealing/key-store/key-store.js';
import { listKeyIds } from '#platform/sealing/sealing.js';
import { finishErasures } from '#platform/write-side/erasing.js';
import { createEventReading } from '#platform/write-side/write-side.js';

/** Key that events need and the store lacks. */
export type MissingKey = {
  readonly id: string;
  /** Undefined for the key of an account. */
  readonly organizationId?: string | undefined;
  readonly streams: readonly string[];
};

/** Events whose key the store lacks, each with the key's id. */
async function findEventsWithMissingKey(
  events: readonly RecordedEvent[],
  keys: Pick<KeyStore, 'get'>,
): Promise<ReadonlyMap<RecordedEvent, string>> {
  // Destroyed keys are found too: their tombstones say so.
  const found = await keys.get([...listKeyIds(events)]);
  return new Map(
    events.flatMap((event) => {
      const key = getEnvelope(event)?.key;
      return key === undefined || found.has(key) ? [] : [[event, key] as const];
    }),
  );
}

/** Keys of the whole log that are neither there nor destroyed by an erasure. */
export async function findMissingKeys(
  { log, keys }: { readonly log: Pick<EventLog, 'readAll'>; readonly keys: Pick<KeyStore, 'get'> },
  progress: (events: number) => void = () => {},
): Promise<readonly MissingKey[]> {
  const missing = new Map<string, Set<string>>();
  let events = 0;
  for await (const batch of readBatchesAfter(log, BEFORE_ALL)) {
    for (const [{ stream }, key] of await findEventsWithMissingKey(batch, keys))
      missing.set(key, (missing.get(key) ?? new Set()).add(stream));
    progress((events += batch.length));
  }
  return [...missing].map(([id, streams]) => ({
    id,
    organizationId: findOrganizationOfStream([...streams][0]!),
    streams: [...streams],
  }));
}

/** Namespace of event ids. */
const EVENT_ID_NAMESPACE = 'b7d0a3de-6a41-4a0f-8f6e-0c4f7d1b9a53';

/**
 * Marks keys as destroyed, so that their records are shown like those of an erased person. A key
 * that is restored later has no effect. The events are recorded before the marks, because running
 * processes clear their views by them. After a crash in between, the keys are still missing, and
 * can be given up again.
 * @returns ids that are not missing; no key is given up if there are any
 */
export async function giveUpKeys(
  { log, keys }: { readonly log: EventLog; readonly keys: KeyStore },
  ids: readonly string[],
  missing: readonly MissingKey[],
  now: () => string,
): Promise<readonly string[]> {
  const missingById = new Map(missing.map((key) => [key.id, key]));
  const notMissing = ids.filter((id) => !missingById.has(id));
  if (notMissing.length > 0) return notMissing;
  const { sealing, eraser } = createEventReading({ domain: { aggregates }, log, keys });
  for (const id of ids) {
    const { organizationId = '', streams } = missingById.get(id)!;
    const stream = abandonmentStreamName(id);
    await appendFirst(
      stream,
      {
        type: 'KeyAbandoned',
        data: { streams },
        namespace: EVENT_ID_NAMESPACE,
        actorId: '',
        organizationId,
      },
      { log, sealing, now },
    );
    await finishErasures(eraser.erase)(await log.read(stream));
  }
  return [];
}
