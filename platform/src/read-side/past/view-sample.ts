import { isDeepStrictEqual } from 'node:util';
import type { AnyAggregate } from '#domain/kernel/aggregate.js';
import type { EventLog } from '../../event-log/event-log.js';
import { batchesAfter } from '../../event-log/events-after.js';
import { BEFORE_ALL } from '../../event-log/event-log.js';
import type { EventReader } from '../../sealing/sealing.js';
import type { Projection } from '../projections/projection.js';
import { LIVE_TRACK, type ReadStore } from '../read-store/read-store.js';
import { OpenedStreams, StreamViews } from './stream-views.js';

type Parts = {
  readonly log: Pick<EventLog, 'read' | 'readAll'>;
  readonly store: Pick<ReadStore, 'checkpoint' | 'current' | 'get'>;
  readonly reader: EventReader;
  readonly projections: readonly Projection[];
  readonly aggregates: readonly AnyAggregate[];
};
/** Document of a view that is not what its record's events give. */
export type WrongDocument = { readonly view: string; readonly stream: string; readonly id: string };

const MAX_TRIES = 5;

/** Random sample of the streams of aggregates; reads the whole log once. */
export async function sampleStreams(
  { log, aggregates }: Pick<Parts, 'log' | 'aggregates'>,
  size: number,
  random: () => number = Math.random,
): Promise<readonly string[]> {
  const categories = new Set(aggregates.map(({ category }) => category));
  const sample: string[] = [];
  let seen = 0;
  for await (const events of batchesAfter(log, BEFORE_ALL))
    for (const { stream, revision } of events) {
      if (revision !== 0 || !categories.has(stream.slice(0, stream.indexOf('-')))) continue;
      const place = seen < size ? seen : Math.floor(random() * (seen + 1));
      if (place < size) sample[place] = stream;
      seen++;
    }
  return sample;
}

/**
 * Compares the documents of streams with a fold of their events up to the views' checkpoint. Finds
 * changed and removed documents, of views that have one record per stream.
 */
export async function wrongDocuments(
  parts: Parts,
  streams: readonly string[],
): Promise<readonly WrongDocument[]> {
  const wrong: WrongDocument[] = [];
  for (const stream of streams) wrong.push(...(await wrongDocumentsOf(parts, stream)));
  return wrong;
}

async function wrongDocumentsOf(
  { log, store, reader, projections, aggregates }: Parts,
  stream: string,
): Promise<readonly WrongDocument[]> {
  let wrong: readonly WrongDocument[] = [];
  for (let tries = 0; tries < MAX_TRIES; tries++) {
    const before = await store.checkpoint(LIVE_TRACK);
    const current = await store.current();
    if (!before || before.parked?.some((parked) => parked.stream === stream)) return [];
    const views = new StreamViews({
      streams: new OpenedStreams(log, reader),
      ...{ projections, aggregates },
    });
    views.moveTo(before.position);
    const [category, record] = [
      stream.slice(0, stream.indexOf('-')),
      stream.slice(stream.indexOf('-') + 1),
    ];
    wrong = [];
    for (const { view, documents } of await views.documentsOfRecord(category, record)) {
      const collection = current[view];
      if (collection === undefined) continue;
      const stored = await store.get(collection, [...documents.keys()]);
      for (const [id, json] of documents)
        if (!isDeepStrictEqual(parsed(stored.get(id)), parsed(json)))
          wrong = [...wrong, { view, stream, id }];
    }
    // The views may have gone on between both reads.
    if (wrong.length === 0) return [];
    if ((await store.checkpoint(LIVE_TRACK))?.position === before.position) return wrong;
  }
  return wrong;
}

const parsed = (json: string | undefined): unknown =>
  json === undefined ? undefined : JSON.parse(json);
