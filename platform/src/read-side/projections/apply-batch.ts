import { compare } from '#domain/kernel/order.js';
import type { EventLog, RecordedEvent } from '../../event-log/event-log.js';
import type { ReadStore } from '../read-store/read-store.js';
import { erasure } from '../../sealing/platform-events.js';
import { type ProjectedEvent, projectedEvent } from './projected-event.js';
import type { BatchResult, ProjectionProcessor } from './projection-processor.js';

/** What events are projected from, and where to. */
export type ProjectionPorts = {
  readonly log: Pick<EventLog, 'identity' | 'read' | 'readAll'>;
  readonly store: Pick<ReadStore, 'ensure' | 'drop' | 'collections' | 'live' | 'checkpoint' | 'get' | 'commit'>;
  /** Events as they read today; throws for one that this build does not know. */
  readonly open: (events: readonly RecordedEvent[]) => Promise<readonly RecordedEvent[]>;
  /** Finishes an erasure whose event was recorded: from now on nobody can read those streams. Doing it twice is safe. */
  readonly erase: (streams: readonly string[], eventId: string) => Promise<void>;
};

/** What a batch changes in all these projections. */
export async function applyBatch(
  ports: ProjectionPorts,
  processors: readonly ProjectionProcessor[],
  events: readonly RecordedEvent[],
): Promise<BatchResult> {
  const batches = new Map<ProjectionProcessor, ProjectedEvent[]>(processors.map((processor) => [processor, []]));
  // All are opened, because one that this build does not know stops the projections, also if none would read it.
  for (const event of await ports.open(events)) {
    const readers = processors.filter((processor) => processor.reads(event.type));
    if (event.type !== erasure && readers.length === 0) continue;
    const projected = projectedEvent(event, event.type === erasure ? await historyOf(ports, event) : undefined);
    for (const reader of readers) batches.get(reader)!.push(projected);
  }
  const source = { get: ports.store.get.bind(ports.store), past: pastIn(ports) };
  // All have ended before one of them projects: where one fails, none may go on with a batch that is begun again meanwhile.
  const loads = await Promise.allSettled([...batches].map(([processor, batch]) => processor.load(batch, source)));
  for (const load of loads) if (load.status === 'rejected') throw load.reason;
  const results = [...batches].map(([processor, batch]) => processor.project(batch));
  return {
    documents: results.flatMap(({ documents }) => documents),
    sums: results.flatMap(({ sums }) => sums),
    changes: results.flatMap(({ changes }) => changes).sort((one, other) => compare(one.position, other.position)),
    parked: results.flatMap(({ parked }) => parked),
    ...(results.some(({ erases }) => erases) && { erases: true as const }),
  };
}

/** What was recorded on a stream before an event, read once for all projections. */
function pastIn({ log, open }: ProjectionPorts) {
  const streams = new Map<string, Promise<readonly RecordedEvent[]>>();
  return async ({ stream, revision }: RecordedEvent): Promise<readonly RecordedEvent[]> => {
    const whole = streams.get(stream) ?? log.read(stream).then(open);
    streams.set(stream, whole);
    return (await whole).filter((past) => past.revision < revision);
  };
}

/** After an erasure its stream is folded again from the beginning, so that every document loses what it knew. */
async function historyOf({ log, open, erase }: ProjectionPorts, event: RecordedEvent): Promise<readonly RecordedEvent[]> {
  await erase([event.stream], event.metadata.eventId);
  const history = await log.read(event.stream);
  return open(history.filter(({ revision }) => revision <= event.revision));
}
