import { hash } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import type { AnyAggregate } from '#domain/kernel/aggregate.js';
import { type Pace, WITHOUT_PAUSES, processorMs } from '../../common/pace.js';
import { readBatchesAfter } from '../../event-log/events-after.js';
import {
  BEFORE_ALL,
  DamagedStream,
  type EventLog,
  readUndamaged,
} from '../../event-log/event-log.js';
import type { EventReader } from '../../sealing/sealing.js';
import type { Projection } from '../projections/projection.js';
import type { Lanes } from '../read-store/lanes.js';
import { LIVE_TRACK, type ReadStore } from '../read-store/read-store.js';
import { OpenedStreams, StreamViews } from './stream-views.js';

type CheckedStore = Pick<
  ReadStore,
  'readCheckpoint' | 'readCurrentCollections' | 'get' | 'readIds'
>;
type Parts = {
  readonly log: Pick<EventLog, 'read' | 'readAll'>;
  readonly stores: Lanes<CheckedStore>;
  readonly reader: EventReader;
  readonly projections: readonly Projection[];
  readonly aggregates: readonly AnyAggregate[];
};

/** Document of a view that does not match its record's events. */
export type WrongDocument = {
  readonly view: string;
  readonly stream: string;
  readonly id: string;
  readonly because: 'changed' | 'added';
};
export type CheckedViews = {
  readonly records: number;
  readonly wrong: readonly WrongDocument[];
  /** Lanes that were never projected, so that nothing was compared. */
  readonly missing: readonly number[];
};

export const describeWrongDocument = ({ view, stream, id, because }: WrongDocument): string =>
  because === 'changed'
    ? `The view ${view} of ${stream} does not match its events: ${id}`
    : `The view ${view} has a document that no events of ${stream} give: ${id}`;

/** Ids of the sampled records' documents, by stream and view. */
type SampledIds = ReadonlyMap<string, Map<string, string[]>>;

const MAX_TRIES = 5;
const MAX_WRONG = 20;
/** Ids per read, which takes some milliseconds. */
const PAGE_IDS = 2_000;

/** Streams of aggregates that have events, and a random sample of them. */
class KnownStreams {
  readonly sample: string[] = [];
  private readonly names = new Set<string>();
  private readonly categories: ReadonlySet<string>;

  constructor(
    { aggregates }: Pick<Parts, 'aggregates'>,
    private readonly sampleSize: number,
  ) {
    this.categories = new Set(aggregates.map(({ category }) => category));
  }

  add(stream: string, revision: number): void {
    if (revision !== 0 || !this.categories.has(parseCategory(stream))) return;
    const count = this.names.size;
    const index = count < this.sampleSize ? count : Math.floor(Math.random() * (count + 1));
    if (index < this.sampleSize) this.sample[index] = stream;
    this.names.add(shortHash(stream));
  }

  has(stream: string): boolean {
    return this.names.has(shortHash(stream));
  }
}

/**
 * Compares the documents of a sample of records with a fold of their events, and looks for
 * documents of records that have no events. Reads the whole log and all ids once.
 * @param sampleSize records whose documents are compared
 */
export async function checkViews(
  parts: Parts,
  sampleSize: number,
  pace: Pace = WITHOUT_PAUSES,
): Promise<CheckedViews> {
  const knownStreams = new KnownStreams(parts, sampleSize);
  let processorMsAtPause = processorMs();
  const pauseAtPace = async () => {
    await pace(processorMs() - processorMsAtPause);
    processorMsAtPause = processorMs();
  };
  for await (const events of readBatchesAfter(parts.log, BEFORE_ALL)) {
    for (const { stream, revision } of events) knownStreams.add(stream, revision);
    await pauseAtPace();
  }
  const wrong: WrongDocument[] = [];
  const sampled: SampledIds = new Map(knownStreams.sample.map((stream) => [stream, new Map()]));
  for (const store of parts.stores.all)
    for (const projection of parts.projections)
      wrong.push(
        ...(await findAddedDocuments(
          { ...parts, store },
          projection,
          knownStreams,
          sampled,
          pauseAtPace,
        )),
      );
  for (const stream of knownStreams.sample) {
    try {
      wrong.push(...(await findWrongDocuments(parts, stream, sampled.get(stream)!)));
    } catch (error) {
      // Damaged streams are skipped here, because the check of the log reports them.
      if (!(error instanceof DamagedStream)) throw error;
    }
    await pauseAtPace();
  }
  const checkpoints = await Promise.all(
    parts.stores.all.map((store) => store.readCheckpoint(LIVE_TRACK)),
  );
  const missing = checkpoints.flatMap((checkpoint, lane) => (checkpoint ? [] : lane));
  return { records: knownStreams.sample.length, wrong: wrong.slice(0, MAX_WRONG), missing };
}

/** Documents of a view whose record has no events. */
async function findAddedDocuments(
  { log, store, aggregates }: Omit<Parts, 'stores'> & { readonly store: CheckedStore },
  { name, events }: Projection,
  knownStreams: KnownStreams,
  sampled: SampledIds,
  pauseAtPace: () => Promise<void>,
): Promise<readonly WrongDocument[]> {
  const collection = (await store.readCurrentCollections())[name];
  if (collection === undefined) return [];
  const readAggregates = aggregates.filter((aggregate) =>
    Object.keys(aggregate.events).some((type) => Object.hasOwn(events, type)),
  );
  const wrong: WrongDocument[] = [];
  let after = '';
  for (;;) {
    const ids = await store.readIds(collection, after, PAGE_IDS);
    for (const id of ids) {
      const streams = readAggregates.map((aggregate) => findStreamOfDocument(aggregate, id));
      for (const stream of streams) {
        const sampledIds = sampled.get(stream);
        sampledIds?.set(name, [...(sampledIds.get(name) ?? []), id]);
      }
      if (streams.some((stream) => knownStreams.has(stream))) continue;
      // The record may be new: its events are stored before its documents.
      const histories = await Promise.all(streams.map((stream) => readUndamaged(log, stream)));
      if (histories.every((history) => history.length === 0))
        wrong.push({ view: name, stream: streams[0]!, id, because: 'added' });
      if (wrong.length === MAX_WRONG) return wrong;
    }
    await pauseAtPace();
    if (ids.length < PAGE_IDS) return wrong;
    after = ids.at(-1)!;
  }
}

/** Stream of a document, whose id begins with that of its record: `organization_record_part`. */
function findStreamOfDocument({ category, scope }: AnyAggregate, documentId: string): string {
  const recordIdParts = scope === 'global' ? 1 : 2;
  return `${category}-${documentId.split('_', recordIdParts).join('_')}`;
}

/**
 * Compares the documents of a stream with a fold of its events up to the views' checkpoint. Finds
 * nothing while views have not reached the last event, which may have destroyed the key.
 * @throws DamagedStream
 */
async function findWrongDocuments(
  parts: Parts,
  stream: string,
  storedIds: ReadonlyMap<string, readonly string[]>,
): Promise<readonly WrongDocument[]> {
  const { log, reader, projections, aggregates } = parts;
  const store = parts.stores.findLaneOfStream(stream);
  for (let attempt = 0; attempt < MAX_TRIES; attempt++) {
    const checkpoint = await store.readCheckpoint(LIVE_TRACK);
    const current = await store.readCurrentCollections();
    if (!checkpoint || checkpoint.parked?.some((parked) => parked.stream === stream)) return [];
    const views = new StreamViews({
      streams: new OpenedStreams(log, reader),
      projections,
      aggregates,
    });
    views.moveTo(checkpoint.position);
    const recordId = stream.slice(stream.indexOf('-') + 1);
    const wrong: WrongDocument[] = [];
    for (const { view, documents } of await views.loadDocumentsOfRecord(
      parseCategory(stream),
      recordId,
    )) {
      const collection = current[view];
      if (collection === undefined) continue;
      const ids = [...new Set([...documents.keys(), ...(storedIds.get(view) ?? [])])];
      const stored = await store.get(collection, ids);
      for (const id of ids) {
        if (isDeepStrictEqual(tryParse(stored.get(id)), tryParse(documents.get(id)))) continue;
        wrong.push({ view, stream, id, because: documents.has(id) ? 'changed' : 'added' });
      }
    }
    if (wrong.length === 0) return [];
    // Differences count only if the views did not change between both reads.
    const checkpointAfter = await store.readCheckpoint(LIVE_TRACK);
    if (views.isLatest && checkpointAfter?.position === checkpoint.position) return wrong;
  }
  return [];
}

const parseCategory = (stream: string): string => stream.slice(0, stream.indexOf('-'));
/** Sixteen bytes in place of a name, because every stream is remembered. */
const shortHash = (stream: string): string =>
  hash('sha256', stream, 'buffer').toString('latin1', 0, 16);

/** Value of a document. Text that is no JSON differs from every document. */
function tryParse(json: string | undefined): unknown {
  try {
    return json === undefined ? undefined : JSON.parse(json);
  } catch {
    return Symbol('no JSON');
  }
}
