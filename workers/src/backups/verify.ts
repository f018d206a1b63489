import type { EventLog, RecordedEvent } from '#platform/event-log/event-log.js';
import { BEFORE_ALL } from '#platform/event-log/event-log.js';
import { readBatchesAfter } from '#platform/event-log/events-after.js';
import { findOrganizationOfStream } from '#platform/event-log/subject.js';
import { createChainVerifier } from '#platform/sealing/chain.js';
import { getEnvelope } from '#platform/sealing/envelope.js';
import type { Key, KeyStore } from '#platform/sealing/key-store/key-store.js';
import { listKeyIds } from '#platform/sealing/sealing.js';
import Database from 'libsql';
import { existsSync } from 'node:fs';
import { basename, join } from 'node:path';

/** First damage of a stream. */
type DamagedPlace = {
  readonly stream: string;
  readonly revision: number;
  readonly because: string;
  /** Key that is missing. */
  readonly key?: string;
};
export type Verification = {
  readonly events: number;
  /** Time of the last event. */
  readonly until: string | undefined;
  readonly damaged: readonly DamagedPlace[];
};

/**
 * Reads the whole log: every event, every hash chain, and whether every key is there.
 * @param onEvent called with each event and its key
 */
export async function verifyLog(
  { log, keys }: { readonly log: Pick<EventLog, 'readAll'>; readonly keys: Pick<KeyStore, 'get'> },
  progress: (events: number) => void = () => {},
  onEvent: (event: RecordedEvent, key: Key | undefined) => void = () => {},
): Promise<Verification> {
  const damaged = new Map<string, DamagedPlace>();
  const verify = createChainVerifier();
  let events = 0;
  let until: string | undefined;
  const addDamage = (place: DamagedPlace): void => {
    if (!damaged.has(place.stream)) damaged.set(place.stream, place);
  };
  const checkEvent = (event: RecordedEvent): void => {
    const { stream, revision, damage } = event;
    if (damage !== undefined) addDamage({ stream, revision, because: damage });
    const broken = damage === undefined ? verify(event) : undefined;
    if (broken) addDamage({ ...broken, because: CHAIN_DESCRIPTIONS[broken.because] });
  };
  for await (const batch of readBatchesAfter(log, BEFORE_ALL)) {
    const keysById = await keys.get([...listKeyIds(batch)]);
    for (const event of batch) {
      checkEvent(event);
      const id = getEnvelope(event)?.key;
      const key = id === undefined ? undefined : keysById.get(id);
      if (id !== undefined && key === undefined) {
        const { stream, revision } = event;
        addDamage({ stream, revision, because: 'has lost its key', key: id });
      }
      onEvent(event, key);
    }
    until = batch.findLast(({ damage }) => damage === undefined)?.metadata.at ?? until;
    progress((events += batch.length));
  }
  return { events, until, damaged: [...damaged.values()] };
}

const CHAIN_DESCRIPTIONS = {
  missing: 'is missing',
  unchained: 'does not follow the event before it',
  changed: 'was changed',
} as const;

/** Files that cannot be made again. */
export const IRREPLACEABLE_FILES = ['log.sqlite', 'keys.sqlite', 'secrets.sqlite'];

/**
 * SQLite's own check of the embedded files of a folder. Runs beside the process that uses them.
 * @returns complaints by file; none if all is well
 */
export function checkFiles(
  folder: string,
  names = [...IRREPLACEABLE_FILES, 'views.sqlite'],
): readonly string[] {
  return names
    .map((name) => join(folder, name))
    .filter((path) => existsSync(path))
    .flatMap((path) => {
      const database = new Database(path, { readonly: true });
      try {
        const rows = database.prepare('PRAGMA integrity_check(5)').raw().all([]) as [string][];
        return rows.flatMap(([row]) => (row === 'ok' ? [] : `${basename(path)}: ${row}`));
      } catch (error) {
        return [`${basename(path)}: ${(error as Error).message}`];
      } finally {
        database.close();
      }
    });
}

/** Lines for an operator: damage by organization, a few places of each. */
export function damageLines({ damaged }: Verification): readonly string[] {
  const byOrganization = new Map<string, DamagedPlace[]>();
  for (const place of damaged) {
    const organizationId = findOrganizationOfStream(place.stream) ?? 'none';
    byOrganization.set(organizationId, [...(byOrganization.get(organizationId) ?? []), place]);
  }
  return [...byOrganization].flatMap(([organizationId, places]) => [
    `Damaged records of organization ${organizationId}: ${places.length}`,
    ...places
      .slice(0, MAX_NAMED_PLACES)
      .map(
        ({ stream, revision, because, key }) =>
          `  ${stream} at ${revision} ${because}${key === undefined ? '' : ` (${key})`}`,
      ),
    ...(places.length > MAX_NAMED_PLACES ? [`  and ${places.length - MAX_NAMED_PLACES} more`] : []),
  ]);
}

const MAX_NAMED_PLACES = 20;
