import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { RecordedEvent } from '../event-log/event-log.js';
import { toProjectedEvent } from '../read-side/projections/projected-event.js';
import { ProjectionProcessor } from '../read-side/projections/projection-processor.js';
import type { Projection } from '../read-side/projections/projection.js';
import { ReadStoreOnSqlite } from '../read-side/read-store/read-store-on-sqlite.js';
import { type Checkpoint, LIVE_TRACK } from '../read-side/read-store/read-store.js';
import { Views } from '../read-side/read-store/views.js';

/** Events projected in one transaction. */
const BATCH_SIZE = 2_000;

/** Views in a temporary file, into which a spec projects events without a projection host. */
export class ProjectedViews {
  readonly views: Views;
  private readonly folder = mkdtempSync(join(tmpdir(), 'projected-'));
  private readonly store = new ReadStoreOnSqlite(join(this.folder, 'views.sqlite'));
  private readonly processors: readonly ProjectionProcessor[];
  private readonly past = new Map<string, RecordedEvent[]>();
  private checkpoint: Checkpoint | undefined;

  constructor(projections: readonly Projection[]) {
    this.processors = projections.map((projection) => new ProjectionProcessor(projection));
    this.views = new Views(this.store);
  }

  async open(): Promise<void> {
    await this.store.ensure(this.processors.flatMap((processor) => processor.collections()));
    await this.store.setCurrentCollections(
      Object.fromEntries(
        this.processors.map(({ projection, collection }) => [projection.name, collection]),
      ),
    );
  }

  async project(events: readonly RecordedEvent[]): Promise<void> {
    for (let start = 0; start < events.length; start += BATCH_SIZE)
      await this.projectBatch(events.slice(start, start + BATCH_SIZE));
  }

  async close(): Promise<void> {
    await this.store.close();
    rmSync(this.folder, { recursive: true });
  }

  private async projectBatch(batch: readonly RecordedEvent[]): Promise<void> {
    for (const event of batch)
      this.past.set(event.stream, [...(this.past.get(event.stream) ?? []), event]);
    const source = {
      get: this.store.get.bind(this.store),
      readPast: async ({ stream, revision }: RecordedEvent) =>
        (this.past.get(stream) ?? []).filter((event) => event.revision < revision),
    };
    const projected = batch.map((event) => toProjectedEvent(event));
    const results = await Promise.all(
      this.processors.map((processor) =>
        processor.project(
          projected.filter(({ event }) => processor.reads(event.type)),
          source,
          [],
        ),
      ),
    );
    const [poison] = results.flatMap(({ parked }) => parked);
    if (poison) throw poison.cause;
    const { position } = batch.at(-1)!;
    const checkpoint = { log: 'log', position, eventId: '', stream: '', revision: 0, epoch: 0 };
    await this.store.commit({
      track: LIVE_TRACK,
      expected: this.checkpoint,
      checkpoint,
      changes: [],
      documents: results.flatMap(({ documents }) => documents),
      sums: results.flatMap(({ sums }) => sums),
    });
    this.checkpoint = checkpoint;
  }
}
