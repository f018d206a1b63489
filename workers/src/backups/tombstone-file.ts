import { aggregates } from '#domain/aggregates.js';
import { BadConfig } from '#platform/common/config/config.js';
import { type EventLog, readUndamaged } from '#platform/event-log/event-log.js';
import type { KeyStore } from '#platform/sealing/key-store/key-store.js';
import { isStreamErasure } from '#platform/sealing/platform-events.js';
import { eraseStream } from '#platform/write-side/erase-stream.js';
import { holdForDays } from '#platform/write-side/erasing.js';
import { createEventReading } from '#platform/write-side/write-side.js';
import { appendFile, readFile } from 'node:fs/promises';
import {
  type Tombstone,
  applyTombstones,
  stillHeldUntil,
  collectTombstones,
} from './tombstones.js';

/**
 * Tombstones of a file, one JSON text a line.
 * @throws BadConfig if it cannot be read
 */
export async function readTombstones(path: string): Promise<readonly Tombstone[]> {
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    throw new BadConfig(`${path} cannot be read: ${error.message}`);
  });
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Tombstone);
}

/** Appends tombstones of the log that the file lacks. Creates the file if needed. */
export async function addTombstones(
  log: Pick<EventLog, 'read' | 'readAll'>,
  path: string,
  erasureHoldDays: number,
): Promise<{ readonly added: number; readonly known: number }> {
  await appendFile(path, '', { mode: 0o600 });
  const known = await readTombstones(path);
  let added = 0;
  const options = { aggregates, heldUntil: holdForDays(erasureHoldDays) };
  for await (const tombstone of collectTombstones(log, known, options)) {
    await appendFile(path, `${JSON.stringify(tombstone)}\n`);
    added++;
  }
  return { added, known: known.length };
}

/** Removes files of an erased stream, or holds them; returns their number. */
export type RemoveFiles = (stream: string, heldUntil: string | undefined) => Promise<number>;

/** Erases again after a restore: keys, claims, files, closed organizations. Idempotent. */
export async function eraseAgain(
  { log, keys }: { readonly log: EventLog; readonly keys: KeyStore },
  removeFiles: RemoveFiles,
  tombstones: readonly Tombstone[],
  now: string,
): Promise<{ readonly erasures: number; readonly files: number }> {
  const erasures = await applyTombstones(keys, tombstones, now);
  let files = 0;
  for (const tombstone of tombstones)
    for (const stream of tombstone.streams ?? [])
      files += await removeFiles(stream, stillHeldUntil(tombstone, now));
  await closeAgain({ log, keys }, tombstones, now);
  return { erasures, files };
}

/** Ends the streams of organizations that were closed after the backup. */
async function closeAgain(
  { log, keys }: { readonly log: EventLog; readonly keys: KeyStore },
  tombstones: readonly Tombstone[],
  now: string,
): Promise<void> {
  const { sealing } = createEventReading({ domain: { aggregates }, log, keys });
  for (const { closes, streams = [] } of tombstones)
    for (const stream of closes ? streams : []) {
      const events = await readUndamaged(log, stream);
      const end = events.at(-1);
      if (!end || events.some(isStreamErasure)) continue;
      const streamEnd = { revision: end.revision, hash: end.metadata.hash };
      // The keys are destroyed, or held, by their tombstones.
      await eraseStream(stream, streamEnd, { log, sealing, now, erase: async () => {} });
    }
}
