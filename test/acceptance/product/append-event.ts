import type { EventLog } from '#platform/event-log/event-log.js';
import { hashEvent } from '#platform/sealing/chain.js';
import { randomUUID } from 'node:crypto';

/**
 * Appends an event to an existing stream, chained by its hash, as another build would.
 * @returns its position
 */
export async function appendEvent(
  log: EventLog,
  stream: string,
  type: string,
  data: object = {},
  schemaVersion = 1,
) {
  const { revision, metadata: last } = (await log.read(stream)).at(-1)!;
  const { hash: previousHash, commit: _, ...keptMetadata } = last;
  const ids = { eventId: randomUUID(), commandId: randomUUID() };
  const metadata = {
    ...keptMetadata,
    ...ids,
    causationId: ids.commandId,
    correlationId: ids.commandId,
    schemaVersion,
    previousHash,
  };
  const hash = hashEvent(stream, revision + 1, { type, data, metadata });
  const event = { type, data, metadata: { ...metadata, hash } };
  return (await log.append(stream, revision, [event])).position;
}
